"""The system layer put together from groups of rows, and made to fit a hard limit (spec 2.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from memdesk.core.block.result import Line, Section
from memdesk.core.block.row import Row
from memdesk.core.block.words import Closing


@dataclass(slots=True, kw_only=True, eq=False)
class Group:
    """The rows under one heading, and how many more there would be.

    A group with neither rows nor anything left out gives no line.
    """

    sections: tuple[Section, ...]
    rows: list[Row]
    left_out: int
    closing: Closing
    head: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()
    silent: bool = False
    _kept: int = field(init=False)
    _cut: int = field(init=False)
    _size: int = field(init=False)

    def __post_init__(self) -> None:
        self._kept = len(self.rows)
        self._cut = sum(row.was_cut for row in self.rows)
        self._size = sum(_size_of_row(row) for row in self.rows)

    @property
    def any_kept(self) -> bool:
        return self._kept > 0

    @property
    def any_cut(self) -> bool:
        return self._cut > 0

    @property
    def shows(self) -> bool:
        """Whether it gives any line."""
        return self._kept > 0 or (self.left_out > 0 and not self.silent)

    def drop(self, row: Row) -> None:
        """Leave one more row out."""
        row.kept = False
        self.left_out += 1
        self._kept -= 1
        self._cut -= row.was_cut
        self._size -= _size_of_row(row)

    def size(self) -> int:
        """Code points of all its lines, each with its line end."""
        if not self.shows:
            return 0
        return self._size + sum(len(line) + 1 for line in self._fixed())

    def lines(self) -> list[Line]:
        """Its lines as they stand now."""
        if not self.shows:
            return []
        section = self.sections[-1]
        lines = [Line(text=text, section=section) for text in self.head]
        for row in self.rows:
            if row.kept:
                lines += row.lines
        lines += (Line(text=text, section=section) for text in self._closing_lines())
        lines += (Line(text=text, section=section) for text in self.foot)
        return lines

    def _fixed(self) -> tuple[str, ...]:
        return (*self.head, *self._closing_lines(), *self.foot)

    def _closing_lines(self) -> tuple[str, ...]:
        return (self.closing.said(self.left_out),) if self.left_out and not self.silent else ()


def _size_of_row(row: Row) -> int:
    return row.chars + len(row.lines)


@dataclass(slots=True, kw_only=True, eq=False)
class Sheet:
    """A system layer: fixed lines around groups.

    `cut` are the lines that say something was cut, `empty` those that stand where no group does.
    Without `empty` an empty sheet gives nothing at all (spec 2.1). `bare_top` and `bare_bottom`
    are the top and bottom without intro and outro, for a limit that has no room for them.
    """

    top: tuple[str, ...]
    groups: list[Group]
    cut: tuple[str, ...]
    bottom: tuple[str, ...]
    bare_top: tuple[str, ...]
    bare_bottom: tuple[str, ...]
    empty: tuple[str, ...] = ()

    def lines(self) -> list[Line]:
        """Every line in order, or none where there is nothing to say."""
        grouped = [line for group in self.groups for line in group.lines()]
        if not grouped and not self.empty:
            return []
        around: tuple[tuple[str, ...], ...] = (self.cut_lines(), self.bottom)
        return [
            *(Line(text=text) for text in self.top),
            *(grouped or (Line(text=text) for text in self.empty)),
            *(Line(text=text) for texts in around for text in texts),
        ]

    def size(self) -> int:
        """Code points of the whole."""
        grouped = sum(group.size() for group in self.groups)
        if not grouped and not self.empty:
            return 0
        fixed = (*self.top, *(() if grouped else self.empty), *self.cut_lines(), *self.bottom)
        return grouped + sum(len(line) + 1 for line in fixed) - 1

    def fit(self, limit: int) -> list[Row]:
        """Leave rows out until at most `limit` code points are left; gives what went.

        All but constraints go first, then the closing lines of sections that lost all, then outro
        and intro, then constraints, then every closing line (spec 2.4). Where even the fixed
        lines are too long nothing is left at all. Closing lines that have room again in the end
        come back: what is left out is counted wherever it can be.
        """
        dropped: list[Row] = []
        rows = sorted(
            (row for group in self.groups for row in group.rows), key=lambda row: row.leaves
        )
        owner = {id(row): group for group in self.groups for row in group.rows}

        def drop(rows: Iterable[Row]) -> None:
            for row in rows:
                if self.size() <= limit:
                    return
                owner[id(row)].drop(row)
                dropped.append(row)

        def silence(groups: Iterable[Group]) -> None:
            for group in groups:
                if self.size() <= limit:
                    return
                group.silent = True

        drop(row for row in rows if row.section != "constraints")
        silence(group for group in reversed(self.groups) if not group.any_kept)
        if self.size() > limit:
            self.bottom = self.bare_bottom
        if self.size() > limit:
            self.top = self.bare_top
        drop(row for row in rows if row.section == "constraints")
        silence(reversed(self.groups))
        for group in self.groups:
            if group.silent:
                group.silent = False
                group.silent = self.size() > limit
        if self.size() > limit:
            self.groups.clear()
            self.empty = ()
        return dropped

    def cut_lines(self) -> tuple[str, ...]:
        """The lines that say something was cut, where anything is that was."""
        return self.cut if any(group.any_cut for group in self.groups) else ()
