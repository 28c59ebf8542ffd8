"""A bank as a table: CSV with a header row, a row an entry, of every kind (spec 4.2).

It begins with a byte order mark, by which spreadsheets know that it is UTF-8. A cell that a
spreadsheet would take for a formula begins with an apostrophe; reading takes that away again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from memdesk.core.entry import KINDS, Entry, Memory, Profile, Task, Work
from memdesk.exchange.csv_rows import COLUMNS, guarded
from memdesk.exchange.writing import LeftOut, Waiting, Written

_HELD = (
    *("category", "constraint", "status", "work_kind", "tech", "path"),
    *("tags", "workspace", "role", "pinned", "relevance"),
)


def write(profile: Profile, entries: Iterable[Entry]) -> Written:
    """The file's text, and what it can't hold."""
    left_out = LeftOut(*_HELD)
    for name in ("interests", "preferences", "notes"):
        if getattr(profile, name):
            left_out.note(f"profile.{name}")
    return Written(_rows(entries, left_out), left_out)


def _rows(entries: Iterable[Entry], left_out: LeftOut) -> Iterator[str]:
    line = io.StringIO()
    writer = csv.writer(line)

    def row(cells: Iterable[str]) -> str:
        writer.writerow([guarded(cell) for cell in cells])
        text = line.getvalue()
        line.seek(0)
        line.truncate()
        return text

    yield "\ufeff" + row(COLUMNS)
    waiting = Waiting(entries)
    for kind in KINDS:
        for entry in waiting.of(kind):
            left_out.look_at(entry)
            cells = _cells(entry)
            yield row(cells.get(column, "") for column in COLUMNS)
    waiting.refuse_left()


def _cells(entry: Entry) -> dict[str, str]:
    cells = {
        "kind": entry.kind,
        "id": entry.id,
        "title": entry.label,
        "tags": ", ".join(entry.tags),
        "relevance": entry.relevance,
        "workspace": entry.workspace,
        "role": entry.role,
        "pinned": "yes" if entry.pinned else "",
        "created_at": entry.created_at,
        "updated_at": entry.updated_at,
    }
    match entry:
        case Memory():
            own = {
                "text": entry.content,
                "category": entry.category,
                "constraint": entry.constraint,
            }
        case Task():
            own = {"text": entry.notes, "status": entry.status}
        case Work():
            own = {
                "text": entry.summary,
                "status": entry.status,
                "work_kind": entry.work_kind,
                "tech": ", ".join(entry.tech),
                "path": entry.path,
            }
        case _:
            own = {}
    return cells | own
