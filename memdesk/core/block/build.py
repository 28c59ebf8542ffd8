"""(entries, profile, preset, request) → the block: pure, the same bytes every time (spec 2)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from memdesk.core.block import order
from memdesk.core.block.destinywind import DestinywindShape
from memdesk.core.block.gameassist import GameAssistShape
from memdesk.core.block.gotong import GotongShape
from memdesk.core.block.layout import lay_out
from memdesk.core.block.markdown import MarkdownShape
from memdesk.core.block.result import (
    SECTIONS,
    Block,
    BlockRequest,
    Language,
    Omission,
    Reason,
    Section,
)
from memdesk.core.block.row import Pen, Row
from memdesk.core.block.selection import Selection, omission, select
from memdesk.core.block.sheet import Sheet
from memdesk.core.block.words import WORDS
from memdesk.core.block.xml import XmlShape
from memdesk.core.entry import Entry, Memory, Profile
from memdesk.core.preset import Preset, Shape
from memdesk.core.text import escape_markdown

MAX_CONSTRAINT_BUDGET = 6_000
"""Code points of constraint lines that a budget leaves in, however small it is (spec 2.2)."""

E = TypeVar("E")

_SHAPES: Mapping[Shape, type[MarkdownShape]] = {
    "default": MarkdownShape,
    "gameassist": GameAssistShape,
    "destinywind": DestinywindShape,
    "gotong": GotongShape,
    "rolebox": MarkdownShape,  # a copy of it in markdown; itself it is xml
}


def build_block(
    entries: Iterable[Entry],
    profile: Profile,
    preset: Preset,
    request: BlockRequest,
    beyond: int | Mapping[Section, int] = 0,
) -> Block:
    """The block of a preset for a request, from every entry that might be in it.

    Entries may come in any order, and more of them than belong there: those in the trash,
    outside the viewer's scope, withheld from the host or not wanted by the preset are left out.
    `beyond` counts, by section, entries that the caller knows to be eligible and to rank below
    all of that section it handed in (`core.block.order`); a number alone counts memories.
    """
    wanted = [layer for layer in preset.layers if layer in request.layers]
    if not wanted:
        return Block()
    selection = select(entries, preset, request)
    language: Language = request.language or preset.language
    shape = shape_of(preset, language, request.host)

    if isinstance(beyond, int):
        beyond = {"memories": beyond}
    draft = _Draft(selection, profile, preset, shape, beyond)
    runtime, tail = "", ""
    if "runtime" in wanted:
        runtime = _runtime(draft, preset, language)
    if "tail" in wanted and selection.constraints:
        tail = "\n".join(WORDS[language].tail)
    if "system" not in wanted:
        return Block(runtime=runtime, tail=tail)

    sheet = draft.sheet()
    layout = lay_out(sheet) if request.layout and request.limit is None else None
    if request.limit is not None:
        draft.fit(sheet, request.limit)
    lines = sheet.lines()
    return Block(
        system="\n".join(line.text for line in lines),
        runtime=runtime,
        tail=tail,
        lines=tuple(lines),
        omitted=draft.omitted(),
        beyond=draft.beyond,
        section_chars=draft.section_chars(),
        layout=layout,
    )


def shape_of(preset: Preset, language: Language, host: str) -> MarkdownShape:
    """What makes the rows of a block."""
    shape_type = XmlShape if preset.format == "xml" else _SHAPES[preset.shape]
    return shape_type(preset, language, host)


def etag(text: str) -> str:
    """A short hash of a layer's bytes (spec 2.4)."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _runtime(draft: _Draft, preset: Preset, language: Language) -> str:
    """The constraints once more, short: one heading and a line each (spec 2.1)."""
    if not draft.constraints:
        return ""
    words = WORDS[language]
    writer = MarkdownShape(preset, language, "")
    lines = [words.runtime]
    for memory in order.shown(draft.constraints, preset.order):
        pen = Pen(escape_markdown, redacting=not memory.not_secret)
        lines.append("- " + pen.plain(writer.rule(pen, memory)))
    if draft.constraints_left:
        lines.append(writer.closing("constraints").said(draft.constraints_left))
    return "\n".join(lines)


class _Draft:
    """A block in the making: what fits the budget, and what became of the rest."""

    def __init__(
        self,
        selection: Selection,
        profile: Profile,
        preset: Preset,
        shape: MarkdownShape,
        beyond: Mapping[Section, int],
    ) -> None:
        self._preset = preset
        self._shape = shape
        self._budget = preset.max_chars
        self._rows: dict[Section, list[Row]] = {}
        self._left: dict[Section, int] = {}
        self._omitted = [o for o in selection.omitted if o.section in preset.sections]
        self._memories: list[Memory] = []
        shows_memories = self._shows("memories") and preset.max_inject != 0
        self.beyond = {
            section: count
            for section, count in beyond.items()
            if self._shows(section) and (section != "memories" or shows_memories)
        }

        # Constraints whatever the sections: the runtime layer speaks of the same ones.
        ranked = order.constraints_ranked(selection.constraints)
        allowance = None if preset.max_chars is None else MAX_CONSTRAINT_BUDGET
        rows = _affordable(ranked, shape.constraint, allowance)
        self.constraints = ranked[: len(rows)]
        self.constraints_left = len(ranked) - len(rows) + beyond.get("constraints", 0)
        if self._shows("constraints"):
            self._take("constraints", ranked, rows)
        # Then in this order of priority, whatever the order of sections (spec 2.2).
        if self._shows("profile"):
            self._take_profile(shape.profile(profile))
        if self._shows("tasks"):
            tasks = order.by_position(selection.tasks)
            self._take("tasks", tasks, _affordable(tasks, shape.task, self._budget))
        if self._shows("works"):
            works = order.by_position(selection.works)
            self._take("works", works, _affordable(works, shape.work, self._budget))
        if self._shows("memories"):
            self._take_memories(order.ranked(selection.memories, preset.order), shows_memories)

    def sheet(self) -> Sheet:
        """The system layer, with everything that fits the budget."""
        self._place()
        shown = {
            section: sorted(rows, key=lambda row: row.place) for section, rows in self._rows.items()
        }
        return self._shape.sheet(shown, self._left)

    def fit(self, sheet: Sheet, limit: int) -> None:
        """Leave out of a sheet what is beyond a hard limit of code points."""
        if sheet.size() > limit:
            self._omitted += (_omission_of_row(row, "limit") for row in sheet.fit(limit))

    def omitted(self) -> tuple[Omission, ...]:
        """Every entry left out so far, by section; in each, withheld ones first, then by rank."""
        return tuple(sorted(self._omitted, key=lambda omission: SECTIONS.index(omission.section)))

    def section_chars(self) -> dict[str, int]:
        """Code points of the entry lines that are left, by section."""
        return {
            section: sum(row.chars for row in self._rows[section] if row.kept)
            for section in SECTIONS
            if section in self._rows
        }

    def _shows(self, section: Section) -> bool:
        return section in self._preset.sections and self._preset.max_chars != 0

    def _take(self, section: Section, ranked: Sequence[Entry], rows: list[Row]) -> None:
        """Rows for the first of the ranked entries; the rest did not fit the budget."""
        self._rows[section] = rows
        self._left[section] = len(ranked) - len(rows) + self.beyond.get(section, 0)
        self._omit(section, ranked[len(rows) :], "budget")
        self._pay(rows)

    def _take_profile(self, lines: list[Row]) -> None:
        rows = _affordable(lines, lambda row: row, self._budget)
        self._rows["profile"] = rows
        self._left["profile"] = len(lines) - len(rows)
        self._omitted += (_omission_of_row(row, "budget") for row in lines[len(rows) :])
        self._pay(rows)

    def _take_memories(self, ranked: list[Memory], shows: bool) -> None:
        most = self._preset.max_inject
        injected = ranked if most is None else ranked[:most]
        if shows:
            rows = _affordable(injected, self._shape.memory, self._budget)
            self._memories = injected[: len(rows)]
            self._take("memories", injected, rows)
            self._left["memories"] += len(ranked) - len(injected)
        self._omit("memories", ranked[len(injected) :], "max_inject")

    def _pay(self, rows: Iterable[Row]) -> None:
        if self._budget is not None:
            self._budget = max(0, self._budget - sum(row.chars for row in rows))

    def _omit(self, section: Section, entries: Iterable[Entry], reason: Reason) -> None:
        self._omitted += (omission(section, entry, reason) for entry in entries)

    def _place(self) -> None:
        """Number the rows as they are shown (memories by entry), and as a limit leaves them out:
        the last of the last section first, constraints last."""
        shown = order.shown([*self.constraints, *self._memories], self._preset.order)
        places = {memory.id: place for place, memory in enumerate(shown)}
        for rows in self._rows.values():
            for place, row in enumerate(rows):
                row.place = places[row.id] if row.kind == "memory" else place
        number = 0
        for section in reversed(SECTIONS):
            for row in reversed(self._rows.get(section, [])):
                row.leaves = number
                number += 1


def _affordable(ranked: Iterable[E], make: Callable[[E], Row], budget: int | None) -> list[Row]:
    """Rows from the front while they fit the budget, and the first one in any case.

    Rows are made no further than that: nobody needs the lines of the thousandth task.
    """
    rows: list[Row] = []
    spent = 0
    for entry in ranked:
        row = make(entry)
        spent += row.chars
        if rows and budget is not None and spent > budget:
            break
        rows.append(row)
    return rows


def _omission_of_row(row: Row, reason: Reason) -> Omission:
    return Omission(section=row.section, kind=row.kind, id=row.id, label=row.label, reason=reason)
