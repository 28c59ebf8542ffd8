"""How many tokens the block on the screen was, from one start to the next.

A start mostly shows the block that the last one did. To count it anew would load the tokenizer,
fifty megabytes, only to say so. What is kept says nothing of what stands in the block, not even by
a digest: of which bank it was and how far that was written, how long the texts were, and the
counts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QSettings

from memdesk.core.tokens import VOCABULARY

_NAME = "preview/tokens"


class KeptCounts:
    """The counts of one block's texts, in the settings that hold where windows stood."""

    def __init__(self, settings: QSettings, bank: Path) -> None:
        self._settings = settings
        self._bank = str(bank)
        self._kept = _read(settings.value(_NAME))

    def find(self, generation: int, sizes: Mapping[str, int]) -> dict[str, int] | None:
        """The tokens of each text by name, where the texts have been counted.

        `generation` is the number of the newest change of the bank that they were made of, `sizes`
        their characters by name. Any thread may ask.
        """
        of, counts = self._kept
        known = of == self._of(generation, sizes) and counts.keys() == sizes.keys()
        return dict(counts) if known else None

    def keep(self, generation: int, sizes: Mapping[str, int], counts: Mapping[str, int]) -> None:
        """Keep the counts of these texts, and no others. In the interface thread."""
        kept = (self._of(generation, sizes), dict(counts))
        if kept != self._kept:
            self._kept = kept
            self._settings.setValue(_NAME, json.dumps(kept))

    def _of(self, generation: int, sizes: Mapping[str, int]) -> list[object]:
        return [VOCABULARY, self._bank, generation, dict(sizes)]


def _read(value: object) -> tuple[list[object], dict[str, int]]:
    """What was kept; nothing where the file has been written by hand."""
    try:
        found = json.loads(value) if isinstance(value, str) else None
    except (ValueError, RecursionError):
        found = None
    match found:
        case [list(of), dict(counts)] if all(type(count) is int for count in counts.values()):
            return of, counts
    return [], {}
