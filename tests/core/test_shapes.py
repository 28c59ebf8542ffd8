"""Entries as objects: chapter 1's words, nothing missing, nothing lost."""

from __future__ import annotations

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.entry import CATEGORIES, RELEVANCES, Entry, Memory, Profile, Task, Work
from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.core.shapes import (
    FIELDS,
    entry_from_dict,
    entry_to_dict,
    profile_from_dict,
    profile_to_dict,
    stored_fields,
)

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60)
named = texts.filter(str.strip)
tags = st.lists(named, max_size=5).map(tuple)
ids = st.text("abcdef-123", min_size=1, max_size=10)
memories = st.builds(
    Memory,
    id=ids,
    title=named,
    content=named,
    tags=tags,
    category=st.sampled_from(CATEGORIES),
    relevance=st.sampled_from(RELEVANCES),
    pinned=st.booleans(),
    session_id=st.none() | texts,
    access_count=st.integers(0, 10**9),
)
tasks = st.builds(Task, id=ids, title=named, notes=texts, status=texts, position=st.integers(0, 9))
works = st.builds(Work, id=ids, name=named, summary=texts, tech=tags, path=texts, work_kind=texts)


@given(memories | tasks | works)
def test_an_entry_comes_back_from_its_object_and_from_json(entry: Entry) -> None:
    shown = entry_from_dict(json.loads(json.dumps(entry_to_dict(entry))))
    assert replace(shown, position=entry.position) == entry  # that is the bank's own
    assert entry_from_dict(stored_fields(entry)) == entry


@pytest.mark.parametrize("entry", [Memory(), Task(), Work()])
def test_every_field_is_there_but_the_banks_own_number(entry: Entry) -> None:
    there = {field.name for field in fields(entry)} - {"key"}
    if entry.kind == "memory":
        there -= {"position"}  # memories are not dragged
    assert set(FIELDS[entry.kind]) == there
    assert set(stored_fields(entry)) == {"kind", *there}


def test_empty_fields_are_present_and_empty() -> None:
    shape = entry_to_dict(Memory(id="m1", title="t", content="c"))
    assert shape["tags"] == []
    assert shape["workspace"] == ""
    assert shape["accessed_at"] is None
    assert shape["is_constraint"] is False


def test_a_memory_says_whether_it_is_a_constraint() -> None:
    shape = entry_to_dict(Memory(id="m1", title="t", content="Never push on Friday."))
    assert (shape["constraint"], shape["is_constraint"]) == ("auto", True)


def test_a_works_own_kind_is_called_work_kind() -> None:
    shape = entry_to_dict(Work(id="w1", name="n", work_kind="game"))
    assert (shape["kind"], shape["work_kind"]) == ("work", "game")


def test_unknown_keys_are_passed_over_and_absent_ones_take_their_defaults() -> None:
    entry = entry_from_dict({"kind": "task", "title": "t", "colour": "red", "is_constraint": 1})
    assert entry == Task(title="t")


@pytest.mark.parametrize(
    ("shape", "field"),
    [
        ({}, "kind"),
        ({"kind": ["memory"]}, "kind"),
        ({"kind": "note", "title": "t"}, "kind"),
        ({"kind": "memory", "title": "t"}, "content"),
        ({"kind": "memory", "title": 3, "content": "c"}, "title"),
        ({"kind": "memory", "title": "t", "content": "c", "tags": "a, b"}, "tags"),
        ({"kind": "memory", "title": "t", "content": "c", "tags": [["a"]]}, "tags"),
        ({"kind": "task", "title": "t", "pinned": "yes"}, "pinned"),
        ({"kind": "work", "name": "n", "tech": {"a": 1}}, "tech"),
    ],
)
def test_a_wrong_object_is_refused_with_its_field(shape: dict[str, object], field: str) -> None:
    with pytest.raises(BadParameters) as caught:
        entry_from_dict(shape)
    assert caught.value.field == field


def test_too_long_is_refused_and_never_cut() -> None:
    with pytest.raises(LimitExceeded):
        entry_from_dict({"kind": "memory", "title": "t" * 201, "content": "c"})


@given(st.builds(Profile, interests=tags, preferences=tags, notes=texts))
def test_the_profile_comes_back(profile: Profile) -> None:
    assert profile_from_dict(json.loads(json.dumps(profile_to_dict(profile)))) == profile
    moved = replace(profile, updated_at="2026-07-04T10:30:00.000Z")
    assert profile_from_dict(profile_to_dict(moved)) == moved
