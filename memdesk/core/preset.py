"""Presets: named sets of block settings (spec 2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from memdesk.core.block.result import LAYERS, SECTIONS, Language, Layer, Section
from memdesk.core.entry import CATEGORIES, Category, Relevance
from memdesk.core.scope import Scope

Format = Literal["markdown", "xml"]
Detail = Literal["title", "full"]
Mode = Literal["frozen", "live"]
Shape = Literal["default", "gameassist", "destinywind", "gotong", "rolebox"]
Order = Literal["importance", "created", "relevance"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """The settings of a block. None means no limit everywhere, 0 hides (spec 2.2).

    `shape` and `order` are what the built-in presets differ in beyond the table of spec 2.2:
    the shape of the lines, and whether memories come by importance (pinned, relevance,
    updated), by creation, or by relevance and recency. A copy of a preset keeps them.
    `intro` and `outro` hold own words per language; a language that is missing takes the
    built-in sentence of that language, an empty text gives none.
    """

    name: str
    layers: tuple[Layer, ...] = LAYERS
    categories: tuple[Category, ...] = CATEGORIES
    format: Format = "markdown"
    language: Language = "en"
    sections: tuple[Section, ...] = SECTIONS
    detail: Detail = "title"
    max_note_chars: int | None = 200
    max_summary_chars: int | None = 120
    max_content_chars: int | None = 400
    max_constraint_chars: int | None = 1000
    max_inject: int | None = 10
    min_relevance: Relevance = "medium"
    scope: Scope = "both"
    max_chars: int | None = 4000
    hide_statuses: tuple[str, ...] = ("done", "cancelled", "archived")
    mode: Mode = "frozen"
    intro: Mapping[str, str] = field(default_factory=dict)
    outro: Mapping[str, str] = field(default_factory=dict)
    shape: Shape = "default"
    order: Order = "importance"


DEFAULT = Preset(name="default")

BUILT_IN: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        DEFAULT,
        Preset(
            name="gameassist",
            shape="gameassist",
            language="zh",
            mode="live",
            layers=("system",),
            sections=("profile", "tasks", "works"),
            max_chars=None,
            hide_statuses=(),
            intro={"en": "", "zh": ""},
        ),
        Preset(
            name="destinywind",
            shape="destinywind",
            order="created",
            language="zh",
            sections=("constraints", "memories"),
            detail="full",
            max_content_chars=None,
            max_constraint_chars=None,
            max_inject=None,
            max_chars=None,
            min_relevance="low",
        ),
        Preset(
            name="gotong",
            shape="gotong",
            order="relevance",
            sections=("constraints", "memories"),
            detail="full",
            max_content_chars=None,
            max_inject=None,
            min_relevance="low",
        ),
        Preset(
            name="rolebox",
            shape="rolebox",
            format="xml",
            sections=("constraints", "memories"),
        ),
        Preset(name="none", layers=(), sections=()),
    )
}
"""The presets that come with memdesk. They can be copied, not changed (spec 2.2)."""
