"""Presets: the table of spec 2.2, and what is refused."""

from __future__ import annotations

import json
from dataclasses import fields, replace

import pytest

from memdesk.core.block.result import LAYERS, SECTIONS
from memdesk.core.entry import CATEGORIES
from memdesk.core.errors import BadParameters
from memdesk.core.preset import BUILT_IN, DEFAULT, Preset, from_dict, is_built_in, to_dict


def test_the_default_is_the_table_of_the_specification() -> None:
    assert to_dict(DEFAULT) == {
        "name": "default",
        "layers": ["system", "runtime", "tail"],
        "categories": list(CATEGORIES),
        "format": "markdown",
        "language": "en",
        "sections": ["constraints", "profile", "tasks", "works", "memories"],
        "detail": "title",
        "max_note_chars": 200,
        "max_summary_chars": 120,
        "max_content_chars": 400,
        "max_constraint_chars": 1000,
        "max_inject": 10,
        "min_relevance": "medium",
        "scope": "both",
        "max_chars": 4000,
        "hide_statuses": ["done", "cancelled", "archived"],
        "mode": "frozen",
        "intro": {},
        "outro": {},
        "shape": "default",
        "order": "importance",
    }


def test_what_the_built_in_ones_differ_in() -> None:
    assert list(BUILT_IN) == ["default", "gameassist", "destinywind", "gotong", "rolebox", "none"]
    gameassist = BUILT_IN["gameassist"]
    assert (gameassist.language, gameassist.mode, gameassist.max_chars) == ("zh", "live", None)
    assert (gameassist.sections, gameassist.hide_statuses) == (("profile", "tasks", "works"), ())
    destinywind = BUILT_IN["destinywind"]
    assert (destinywind.max_inject, destinywind.max_chars, destinywind.max_content_chars) == (
        None, None, None,
    )  # fmt: skip
    assert (destinywind.max_constraint_chars, destinywind.min_relevance) == (None, "low")
    assert (destinywind.layers, destinywind.order) == (LAYERS, "created")
    gotong = BUILT_IN["gotong"]
    assert (gotong.max_chars, gotong.min_relevance, gotong.order) == (4000, "low", "relevance")
    assert gotong.max_content_chars is None
    assert (BUILT_IN["rolebox"].format, BUILT_IN["rolebox"].detail) == ("xml", "title")
    assert BUILT_IN["none"].layers == ()


@pytest.mark.parametrize("preset", BUILT_IN.values(), ids=lambda preset: preset.name)
def test_a_copy_comes_back_from_json_as_it_was(preset: Preset) -> None:
    copy = replace(preset, name="mine", intro={"en": "Hello", "zh": ""})
    assert from_dict(json.loads(json.dumps(to_dict(copy)))) == copy
    assert is_built_in(preset.name)
    assert not is_built_in("mine")


def test_what_is_missing_is_as_in_default() -> None:
    assert from_dict({"name": " mine "}) == replace(DEFAULT, name="mine")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""), ("name", "  "), ("name", "default"), ("name", "none"), ("name", "x" * 201),
        ("name", 3), ("name", None), ("colour", "red"),
        ("layers", "system"), ("layers", ["head"]), ("layers", None), ("sections", [1]),
        ("categories", ["idea"]), ("hide_statuses", [None]), ("format", "html"), ("format", None),
        ("language", "de"), ("detail", []), ("min_relevance", "none"), ("scope", "all"),
        ("mode", 1), ("shape", "round"), ("order", "random"), ("max_chars", -1),
        ("max_chars", True), ("max_inject", 1.5), ("max_note_chars", "200"),
        ("intro", "hello"), ("intro", {"de": "x"}), ("outro", {"en": 1}),
        ("outro", {"en": "x" * 20_001}),
    ],
)  # fmt: skip
def test_what_is_refused_names_the_field(field: str, value: object) -> None:
    with pytest.raises(BadParameters) as refused:
        from_dict({"name": "mine"} | {field: value})
    assert refused.value.field == field
    assert str(refused.value)


def test_no_limit_and_nothing_at_all_are_taken() -> None:
    numbers = [f.name for f in fields(Preset) if f.name.startswith("max_")]
    for value in (None, 0, 10_000):
        preset = from_dict({"name": "mine"} | dict.fromkeys(numbers, value))
        assert all(getattr(preset, number) == value for number in numbers)


def test_repeated_sections_and_layers_count_once() -> None:
    preset = from_dict({"name": "mine", "sections": [*SECTIONS, *SECTIONS], "layers": ["tail"] * 2})
    assert (preset.sections, preset.layers) == (SECTIONS, ("tail",))
