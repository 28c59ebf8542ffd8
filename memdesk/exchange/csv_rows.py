"""Tables with a header row: CSV, or the same with semicolons or tabs (spec 4.1). Any kind.

Columns are known by their names, in any order and spelling; unknown ones are passed over. Without
a column `kind` a row is a memory.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import Any

from memdesk.core.entry import (
    CONSTRAINT_MODES,
    KINDS,
    Entry,
    Kind,
    Memory,
    Task,
    Work,
)
from memdesk.core.errors import BadParameters
from memdesk.core.quick_add import derived_title
from memdesk.exchange.loose import Loose, title_and_content
from memdesk.exchange.reading import Found, FoundEntry
from memdesk.exchange.source import LONGEST_LINE, Source
from memdesk.paths import normalise_workspace

NAME = "csv"
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "kind": ("kind", "entry"),
    "id": ("id",),
    "title": ("title", "name", "subject", "heading"),
    "text": ("text", "content", "notes", "summary", "memory", "note", "body", "description"),
    "category": ("category", "type"),
    "constraint": ("constraint",),
    "tags": ("tags", "tag", "labels", "keywords"),
    "relevance": ("relevance", "importance", "priority"),
    "status": ("status", "state"),
    "work_kind": ("work_kind",),
    "tech": ("tech", "technologies"),
    "path": ("path",),
    "workspace": ("workspace",),
    "role": ("role",),
    "pinned": ("pinned",),
    "created_at": ("created_at", "created", "createdat", "date"),
    "updated_at": ("updated_at", "updated", "updatedat", "modified"),
}
"""What a column holds, and how its header may be spelled."""
_NAMED = {spelling: column for column, spellings in COLUMNS.items() for spelling in spellings}
_SEPARATORS = ",;\t|"
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NO_TEXT = re.compile("[\udc80-\udcff]")
"""What stands for bytes that could not be read."""
_YES = ("yes", "true", "1", "x")
_BROUGHT: Mapping[Kind, Mapping[str, str]] = {
    "memory": {"title": "title", "content": "text"},
    "task": {"title": "title", "notes": "text", "status": "status"},
    "work": {"name": "title", "summary": "text", "status": "status"}
    | {name: name for name in ("work_kind", "tech", "path")},
}
_COMMON = ("tags", "relevance", "workspace", "role", "pinned")


def guarded(cell: str) -> str:
    """A cell as it is written: no spreadsheet takes it for a formula."""
    return "'" + cell if _FORMULA.match(cell) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def claims(source: Source) -> bool:
    """Whether the first line names two known columns, a title's or a text's among them."""
    if not source.may_be_text or source.looks_like_json:
        return False
    columns = set(_columns(_split(source)[0]).values())
    return len(columns) > 1 and bool(columns & {"title", "text"})


def read(source: Source) -> Found:
    """Read the rows. Raises BadParameters where no column is known."""
    columns = _columns(_split(source)[0])
    if not set(columns.values()) & {"title", "text"}:
        raise BadParameters(
            "{path} has no header row that names a title or a text.", path=source.called
        )
    return Found(
        source,
        lambda found: _take(source, columns, found),
        name=NAME,
        brings={kind: _brought(kind, set(columns.values())) for kind in KINDS},
    )


def _brought(kind: Kind, columns: set[str]) -> tuple[str, ...]:
    """The fields that the columns fill. What has no column is none of the file's business."""
    own = dict(_BROUGHT[kind])
    if kind == "memory":
        own |= {"category": "category", "constraint": "constraint"}
    own |= {name: name for name in _COMMON}
    return tuple(field for field, column in own.items() if column in columns)


def _split(source: Source) -> tuple[list[str], str]:
    """The cells of the header row, and what separates them: whatever names most columns."""
    line = source.first_text.lstrip("\ufeff").split("\n", 1)[0].rstrip("\r")
    best, separator = [line], _SEPARATORS[0]
    for one in _SEPARATORS:
        try:
            cells = next(csv.reader([line], delimiter=one), [])
        except csv.Error:
            continue
        if len(_columns(cells)) > len(_columns(best)):
            best, separator = cells, one
    return best, separator


def _columns(header: list[str]) -> dict[int, str]:
    """The known columns by their numbers."""
    spellings = ("_".join(cell.casefold().split()) for cell in header)
    return {n: _NAMED[spelling] for n, spelling in enumerate(spellings) if spelling in _NAMED}


def _take(source: Source, columns: Mapping[int, str], found: Found) -> Iterator[FoundEntry]:
    header = _split(source)[0]
    needs = " / ".join(header[n].strip() for n, one in columns.items() if one in ("title", "text"))
    for line, row in _rows(source):
        where = f"line {line}"
        if isinstance(row, BadParameters):
            found.skip(where, row)
            continue
        loose = Loose(_cells(row, columns), where + ".", found)
        kind = loose.text("kind").strip().casefold() or "memory"
        if kind not in KINDS:
            problem = BadParameters(
                "{field} must be one of {choices}.",
                field="kind",
                allowed=KINDS,
                choices=", ".join(KINDS),
            )
            found.skip(where, problem)
        else:
            yield FoundEntry(where=where, entry=_entry(kind, loose), needs=needs)


def _cells(row: list[str], columns: Mapping[int, str]) -> dict[str, str]:
    """What the cells hold: several columns of text as one, of anything else the first."""
    cells: dict[str, str] = {}
    for number, cell in enumerate(row):
        column = columns.get(number)
        if column is None or not cell.strip():
            continue
        text = _unguarded(cell)
        if column == "text" and column in cells:
            cells[column] += f"\n\n{text}"
        else:
            cells.setdefault(column, text)
    return cells


def _rows(source: Source) -> Iterator[tuple[int, list[str] | BadParameters]]:
    """The rows below the header that hold anything, each with the line it begins on."""
    separator = _split(source)[1]
    csv.field_size_limit(LONGEST_LINE)  # a broken quotation must not make rows of its inside
    # What is no text is refused with its row; the others are good.
    errors = "replace" if source.encoding == "utf-16" else "surrogateescape"
    with (
        source.open() as file,
        io.TextIOWrapper(file, source.encoding, errors=errors, newline="") as text,
    ):
        rows = csv.reader(text, delimiter=separator, strict=True)
        is_header = True
        while True:
            line = rows.line_num + 1
            try:
                row = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                yield line, BadParameters("The row is broken: {reason}.", reason=str(error))
                continue
            if any(map(_NO_TEXT.search, row)):
                yield line, BadParameters("The row holds bytes that are no UTF-8.")
            elif not is_header and any(cell.strip() for cell in row):
                yield line, row
            is_header = False


def _entry(kind: str, loose: Loose) -> Entry:
    created = loose.moment("created_at")
    title, text = loose.text("title"), loose.text("text")
    common: dict[str, Any] = {
        "id": loose.text("id").strip(),
        "tags": loose.tags(),
        "relevance": loose.relevance(),
        "workspace": normalise_workspace(loose.text("workspace")),
        "role": loose.text("role").strip(),
        "pinned": loose.text("pinned").strip().casefold() in _YES,
        "created_at": created,
        "updated_at": loose.moment("updated_at") or created,
    }
    status = loose.text("status").strip()
    if kind == "task":
        title = title.strip() or derived_title(text)
        return Task(title=title, notes=text, status=status or "todo", **common)
    if kind == "work":
        return Work(
            name=title.strip() or derived_title(text),
            work_kind=loose.text("work_kind").strip(),
            summary=text,
            tech=loose.items("tech"),
            path=loose.text("path").strip(),
            status=status,
            **common,
        )
    title, content = title_and_content(title, text)
    mode = loose.text("constraint").strip().casefold()
    return Memory(
        title=title,
        content=content,
        category=loose.category(),
        constraint=mode if mode in CONSTRAINT_MODES else "auto",
        **common,
    )
