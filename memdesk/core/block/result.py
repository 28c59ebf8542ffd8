"""What making a block gives, and what it was asked for (spec 2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from memdesk.core.entry import Kind
from memdesk.core.scope import EVERYTHING, Viewer

Layer = Literal["system", "runtime", "tail"]
LAYERS: tuple[Layer, ...] = ("system", "runtime", "tail")
Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
Section = Literal["constraints", "profile", "tasks", "works", "memories"]
SECTIONS: tuple[Section, ...] = ("constraints", "profile", "tasks", "works", "memories")

Reason = Literal["budget", "limit", "max_inject", "relevance", "category", "status", "never_send"]
"""Why an entry is not in the block: the preset's soft budget, the request's hard limit, ...."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRequest:
    """What a block is made for. Language None takes the preset's; limit None is none.

    `limit` is a hard number of code points for the system layer (spec 2.4).
    """

    viewer: Viewer = EVERYTHING
    host: str = ""
    language: Language | None = None
    layers: tuple[Layer, ...] = LAYERS
    limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the system layer, as the preview shows it.

    `text` is what the host gets. `lost` is what the cut took away, to be shown struck and
    dimmed after it ("" when nothing was cut). Fixed words (headings, markers, intro) carry
    neither kind nor id. An xml entry is several lines with the same id.
    """

    text: str
    section: Section | None = None
    kind: Kind | Literal["profile"] | None = None
    id: str | None = None
    lost: str = ""
    redacted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Omission:
    """An entry that the block left out, and why."""

    section: Section
    kind: Kind
    id: str
    label: str
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A block. Layers not asked for, or with nothing to say, are empty strings.

    `omitted_beyond` counts entries that rank below all that were handed in, so that they have
    no Omission of their own. `section_chars` counts the code points of each section's lines.
    """

    system: str = ""
    runtime: str = ""
    tail: str = ""
    lines: tuple[Line, ...] = ()
    omitted: tuple[Omission, ...] = ()
    omitted_beyond: int = 0
    section_chars: dict[str, int] = field(default_factory=dict)

    def layer(self, name: Layer) -> str:
        """The text of one layer."""
        return {"system": self.system, "runtime": self.runtime, "tail": self.tail}[name]
