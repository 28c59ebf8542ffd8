"""Entries as text for the clipboard, made in a thread of its own: they can be very many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QByteArray

from memdesk.core.entry import Entry
from memdesk.core.shapes import entry_to_dict
from memdesk.exchange import markdown
from memdesk.exchange.json_pieces import dumped
from memdesk.gui.long_work import Tell
from memdesk.store.bank import Bank

Form = Literal["markdown", "json"]

_BATCH = 500
_FRAMES: dict[Form, tuple[bytes, str, bytes]] = {
    "markdown": (b"", "\n", b""),
    "json": (b"[\n", ",\n", b"\n]\n"),
}
"""What stands before all, between two and after all."""


def copied(bank: Bank, keys: Sequence[int], form: Form, tell: Tell) -> tuple[QByteArray, int]:
    """The text of those entries that are still there, in that order, and how many they are.

    As Markdown a section an entry, as the export writes it; as JSON an array of entries in
    memdesk's own words. It is UTF-8, put together piece by piece: to turn tens of megabytes from
    one kind of text into another at once would hold up the interface thread.
    """
    write = markdown.section if form == "markdown" else _json
    first, between, last = _FRAMES[form]
    text, count = QByteArray(first), 0
    with bank.snapshot():
        for start in range(0, len(keys), _BATCH):
            tell(start, len(keys))
            batch = keys[start : start + _BATCH]
            rows = bank.rows(batch)
            pieces = [write(rows[key]) for key in batch if key in rows]
            if pieces:
                text.append((between if count else "").encode())
                text.append(between.join(pieces).encode())
                count += len(pieces)
    text.append(last)
    return text, count


def _json(entry: Entry) -> str:
    return "  " + dumped(entry_to_dict(entry), 1)
