"""A frozen system layer shortened later: as if the limit had come in the beginning (spec 2.4)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from block_banks import VARIED, banks, fixed_bank, presets, profiles
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.block.build import build_block
from memdesk.core.block.layout import shorten
from memdesk.core.block.result import LANGUAGES, BlockRequest, Language
from memdesk.core.entry import Entry, Memory, Profile
from memdesk.core.preset import BUILT_IN, Preset


def check(
    entries: list[Entry], profile: Profile, preset: Preset, request: BlockRequest, limit: int
) -> None:
    whole = build_block(entries, profile, preset, request._replace(layout=True))
    asked_at_once = build_block(entries, profile, preset, request._replace(limit=limit))
    if whole.layout is None:  # the preset gives no system layer
        assert whole.system == asked_at_once.system == ""
        return
    kept = json.loads(json.dumps(whole.layout))
    found = shorten(whole.system, kept, limit)
    assert found.system == asked_at_once.system
    assert len(found.system) <= limit
    assert [(line.text, line.section, line.kind, line.id) for line in found.lines] == [
        (line.text, line.section, line.kind, line.id) for line in asked_at_once.lines
    ]
    left = [one for one in asked_at_once.omitted if one.reason == "limit"]
    assert sorted((one.section, one.kind, one.id) for one in found.omitted) == sorted(
        (one.section, one.kind, one.id) for one in left
    )


@given(banks, profiles, presets, st.sampled_from(LANGUAGES), st.integers(0, 3000))
def test_a_limit_that_comes_later_gives_what_it_would_have_given_at_first(
    entries: list[Entry], profile: Profile, preset: Preset, language: Language, limit: int
) -> None:
    check(entries, profile, preset, BlockRequest(language=language, host="h"), limit)


@pytest.mark.parametrize("preset", VARIED, ids=lambda preset: preset.name)
def test_every_limit_from_nothing_to_the_whole(preset: Preset) -> None:
    entries, profile = fixed_bank(5, 60)
    request = BlockRequest(layout=True)
    size = len(build_block(entries, profile, preset, request).system)
    for limit in (*range(0, min(size, 1500), 7), *range(max(size - 300, 0), size + 3)):
        check(entries, profile, preset, request, limit)


def test_a_limit_that_the_layer_fits_moves_no_byte() -> None:
    entries, profile = fixed_bank(6, 40)
    whole = build_block(entries, profile, BUILT_IN["default"], BlockRequest(layout=True))
    assert whole.layout is not None
    found = shorten(whole.system, whole.layout, len(whole.system))
    assert (found.system, found.omitted) == (whole.system, ())


def test_the_layout_holds_no_text_of_an_entry_and_no_secret() -> None:
    memory = Memory(id="m1", title="Wombat", content="password=hunter2x", tags=("kiwi",))
    preset = replace(BUILT_IN["default"], name="own", intro={"en": "Numbat"}, detail="full")
    whole = build_block([memory], Profile(notes="Quokka"), preset, BlockRequest(layout=True))
    assert "kiwi" in whole.system and "Quokka" in whole.system and "Numbat" in whole.system
    kept = json.dumps(whole.layout)
    for word in ("Wombat", "hunter2x", "kiwi", "Quokka", "Numbat"):
        assert word not in kept


def test_a_layout_is_given_only_when_asked_for() -> None:
    memory = Memory(id="m1", title="x")
    preset = BUILT_IN["default"]
    assert build_block([memory], Profile(), preset, BlockRequest()).layout is None
    limited = BlockRequest(layout=True, limit=9_000)
    assert build_block([memory], Profile(), preset, limited).layout is None
