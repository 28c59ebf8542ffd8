"""Where everything stands in a system layer, so that a frozen one can be shortened (spec 2.4).

A session keeps the bytes that it was given first. A later request of it with a limit that they
don't fit gets those of them that do, as if it had come with that limit in the beginning. What is
kept for that is no text of anybody's: the layout counts the lines of the layer that it belongs
to, names the entries that they are of, and holds fixed words of the block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from memdesk.core.block.result import Line, Omission
from memdesk.core.block.row import Row
from memdesk.core.block.sheet import Group, Sheet
from memdesk.core.block.words import Closing

Layout: TypeAlias = Mapping[str, Any]
"""A layout as JSON can hold it."""


class Shortened(NamedTuple):
    """A system layer after a limit came: its lines, and what was left out for it."""

    lines: tuple[Line, ...]
    omitted: tuple[Omission, ...]

    @property
    def system(self) -> str:
        """The layer's text."""
        return "\n".join(line.text for line in self.lines)


def lay_out(sheet: Sheet) -> Layout:
    """Where everything stands in the layer that a sheet gives, before anything was left out."""
    return {
        "top": len(sheet.top),
        "groups": [_laid_out(group) for group in sheet.groups if group.shows],
        "cut": len(sheet.cut_lines()),
        "bottom": len(sheet.bottom),
        "empty": list(sheet.empty),
        "bare_top": list(sheet.bare_top),
        "bare_bottom": list(sheet.bare_bottom),
    }


def _laid_out(group: Group) -> dict[str, Any]:
    return {
        "sections": list(group.sections),
        "head": len(group.head),
        "rows": [
            [row.section, row.kind, row.id, len(row.lines), row.was_cut, row.leaves]
            for row in group.rows
        ],
        "left_out": group.left_out,
        "closing": list(group.closing),
        "foot": len(group.foot),
    }


def shorten(system: str, layout: Layout, limit: int) -> Shortened:
    """The layer that `build_block` would have given with that limit when it gave `system`.

    `limit` counts code points.
    """
    if not system:
        return Shortened(lines=(), omitted=())
    sheet = _sheet(system, layout)
    dropped = sheet.fit(limit) if sheet.size() > limit else []
    return Shortened(
        lines=tuple(sheet.lines()),
        omitted=tuple(
            Omission(section=row.section, kind=row.kind, id=row.id, label="", reason="limit")
            for row in dropped
        ),
    )


def _sheet(system: str, layout: Layout) -> Sheet:
    """The sheet that gave a layer."""
    lines = iter(system.split("\n"))
    top = _take(lines, layout["top"])
    groups = [_group(lines, group) for group in layout["groups"]]
    if not groups:  # what stood there instead
        _take(lines, len(layout["empty"]))
    return Sheet(
        top=top,
        groups=groups,
        cut=_take(lines, layout["cut"]),
        bottom=_take(lines, layout["bottom"]),
        bare_top=tuple(layout["bare_top"]),
        bare_bottom=tuple(layout["bare_bottom"]),
        empty=tuple(layout["empty"]),
    )


def _group(lines: Iterator[str], group: Mapping[str, Any]) -> Group:
    head = _take(lines, group["head"])
    rows = [_row(lines, *row) for row in group["rows"]]
    if group["left_out"]:
        _take(lines, 1)  # the closing line
    return Group(
        sections=tuple(group["sections"]),
        rows=rows,
        left_out=group["left_out"],
        closing=Closing(*group["closing"]),
        head=head,
        foot=_take(lines, group["foot"]),
    )


def _row(
    lines: Iterator[str], section: Any, kind: Any, id: str, count: int, was_cut: bool, leaves: int
) -> Row:
    own = tuple(Line(text=text, section=section, kind=kind, id=id) for text in _take(lines, count))
    return Row(
        section=section, kind=kind, id=id, label="", lines=own, was_cut=was_cut, leaves=leaves
    )  # fmt: skip


def _take(lines: Iterator[str], count: int) -> tuple[str, ...]:
    return tuple(next(lines) for _ in range(count))
