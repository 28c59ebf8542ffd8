"""Entries as text for the clipboard, made in a thread of its own: they can be very many."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

from memdesk.core.entry import Entry
from memdesk.core.shapes import entry_to_dict
from memdesk.exchange import markdown
from memdesk.gui.long_work import Tell
from memdesk.store.bank import Bank

Form = Literal["markdown", "json"]

_BATCH = 500


def copied(bank: Bank, keys: Sequence[int], form: Form, tell: Tell) -> tuple[str, int]:
    """The text of those entries that are still there, in that order, and how many they are.

    As Markdown a section an entry, as the export writes it; as JSON an array of entries in
    memdesk's own words.
    """
    write = markdown.section if form == "markdown" else _json
    pieces: list[str] = []
    with bank.snapshot():
        for start in range(0, len(keys), _BATCH):
            tell(start, len(keys))
            batch = keys[start : start + _BATCH]
            rows = bank.rows(batch)
            pieces += (write(rows[key]) for key in batch if key in rows)
    if form == "markdown":
        return "\n".join(pieces), len(pieces)
    return "[\n" + ",\n".join(pieces) + "\n]\n", len(pieces)


def _json(entry: Entry) -> str:
    shape = json.dumps(entry_to_dict(entry), ensure_ascii=False, indent=2)
    return "  " + shape.replace("\n", "\n  ")
