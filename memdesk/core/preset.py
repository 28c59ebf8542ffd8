"""Presets: named sets of block settings (spec 2.2)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from memdesk.core.block.result import LANGUAGES, LAYERS, SECTIONS, Language, Layer, Section
from memdesk.core.entry import CATEGORIES, RELEVANCES, Category, Relevance
from memdesk.core.errors import BadParameters
from memdesk.core.limits import MAX_NOTES, MAX_TITLE
from memdesk.core.scope import SCOPES, Scope

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


def is_built_in(name: str) -> bool:
    """Whether memdesk brings the preset along: then it can be copied, not changed."""
    return name in BUILT_IN


def to_dict(preset: Preset) -> dict[str, object]:
    """A preset as JSON can hold it: every setting by its name, lists as lists."""
    return {
        setting.name: _plain(getattr(preset, setting.name))
        for setting in dataclasses.fields(preset)
    }


def from_dict(values: Mapping[str, object]) -> Preset:
    """The preset that `to_dict` gave, or what of it is there: the rest is as in `default`.

    Raises BadParameters naming the field for an unknown setting, a wrong type or a bad choice,
    and for a name that is missing, blank, too long or a built-in preset's.
    """
    known = {setting.name for setting in dataclasses.fields(Preset)}
    for name in values:
        if name not in known:
            raise BadParameters(
                "A preset has no setting {setting}.", field=str(name), setting=name,
                allowed=tuple(sorted(known)),
            )  # fmt: skip
    settings: dict[str, Any] = {name: _checked(name, value) for name, value in values.items()}
    name = settings.get("name", "")
    if not name or len(name) > MAX_TITLE or is_built_in(name):
        raise BadParameters(
            "A preset of your own needs a name that no built-in preset has.", field="name"
        )
    return Preset(**settings)


_CHOICES: dict[str, tuple[str, ...]] = {
    "format": get_args(Format),
    "language": LANGUAGES,
    "detail": get_args(Detail),
    "min_relevance": RELEVANCES,
    "scope": SCOPES,
    "mode": get_args(Mode),
    "shape": get_args(Shape),
    "order": get_args(Order),
}
_LISTS: dict[str, tuple[str, ...] | None] = {
    "layers": LAYERS,
    "categories": CATEGORIES,
    "sections": SECTIONS,
    "hide_statuses": None,
}
_WORDS = ("intro", "outro")


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def _checked(name: str, value: object) -> object:
    if name == "name":
        if not isinstance(value, str):
            raise _wrong(name, value)
        return value.strip()
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise _wrong(name, value, _CHOICES[name])
        return value
    if name in _LISTS:
        return _checked_list(name, value)
    if name in _WORDS:
        return _checked_words(name, value)
    # What is left are numbers of characters or entries: None for no limit.
    if value is not None and (type(value) is not int or value < 0):
        raise _wrong(name, value)
    return value


def _checked_list(name: str, value: object) -> tuple[str, ...]:
    allowed = _LISTS[name]
    if not isinstance(value, list | tuple):
        raise _wrong(name, value, allowed)
    for item in value:
        if not isinstance(item, str) or (allowed is not None and item not in allowed):
            raise _wrong(name, item, allowed)
    return tuple(dict.fromkeys(value))


def _checked_words(name: str, value: object) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise _wrong(name, value)
    for language, text in value.items():
        if language not in LANGUAGES or not isinstance(text, str) or len(text) > MAX_NOTES:
            raise _wrong(name, language, LANGUAGES)
    return dict(value)


def _wrong(setting: str, value: object, allowed: tuple[str, ...] | None = None) -> BadParameters:
    return BadParameters(
        "{setting} of a preset can't be {value}.", field=setting, allowed=allowed,
        setting=setting, value=value,
    )  # fmt: skip
