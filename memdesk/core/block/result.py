"""What making a block gives, and what it was asked for (spec 2)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from memdesk.core.scope import EVERYTHING, Viewer

Layer = Literal["system", "runtime", "tail"]
LAYERS: tuple[Layer, ...] = ("system", "runtime", "tail")
Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
Section = Literal["constraints", "profile", "tasks", "works", "memories"]
SECTIONS: tuple[Section, ...] = ("constraints", "profile", "tasks", "works", "memories")

Reason = Literal["budget", "limit", "max_inject", "relevance", "category", "status", "never_send"]
"""Why an entry is not in the block: the preset's soft budget, the request's hard limit, ...."""


LineKind = Literal["memory", "task", "work", "profile"]


class BlockRequest(NamedTuple):
    """What a block is made for. Language None takes the preset's; limit None is none.

    `limit` is a hard number of code points for the system layer (spec 2.4). `layout` asks for
    the layer's layout, too, where there is no limit: for one that comes later.
    """

    viewer: Viewer = EVERYTHING
    host: str = ""
    language: Language | None = None
    layers: tuple[Layer, ...] = LAYERS
    limit: int | None = None
    layout: bool = False


class Line(NamedTuple):
    """One line of the system layer, as the preview shows it.

    `text` is what the host gets; the lines joined by `\\n` are the layer. `lost` is what the cut
    took away ("" when nothing was cut), to be shown struck and dimmed at `lost_at`, a position in
    `text` right behind the `…`. Fixed words (headings, markers, intro, closing lines) carry
    neither kind nor id. An xml entry is several lines with the same id. `redacted` names the
    kinds of secrets that were replaced in the entry.
    """

    text: str
    section: Section | None = None
    kind: LineKind | None = None
    id: str | None = None
    lost: str = ""
    lost_at: int = 0
    redacted: tuple[str, ...] = ()


class Omission(NamedTuple):
    """An entry that the block left out, and why. A profile's line has the field's name as id.

    For the person's eyes. What a host is told of these must not name entries of the reason
    `never_send` (spec 2.5).
    """

    section: Section
    kind: LineKind
    id: str
    label: str
    reason: Reason


class Block(NamedTuple):
    """A block. Layers not asked for, or with nothing to say, are empty strings.

    `beyond` counts, by section, entries that rank below all that were handed in, so that they
    have no Omission of their own. `section_chars` counts the code points of each section's entry
    lines, which is what the budget counts: no headings, no closing lines, no line ends.
    """

    system: str = ""
    runtime: str = ""
    tail: str = ""
    lines: tuple[Line, ...] = ()
    omitted: tuple[Omission, ...] = ()
    beyond: Mapping[Section, int] = MappingProxyType({})
    section_chars: Mapping[str, int] = MappingProxyType({})
    layout: Mapping[str, Any] | None = None
    """Where everything stands in the system layer, for `core.block.layout.shorten`."""

    @property
    def omitted_beyond(self) -> int:
        """How many entries were left out that have no Omission, in all sections."""
        return sum(self.beyond.values())

    def layer(self, name: Layer) -> str:
        """The text of one layer."""
        return {"system": self.system, "runtime": self.runtime, "tail": self.tail}[name]
