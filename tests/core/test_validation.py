"""Every limit of chapter 1.1 at, below and above it, and what no field may hold."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from memdesk.core import limits
from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.core.validation import check_entry, check_field, check_profile

MEMORY = Memory(title="t", content="c")
TASK = Task(title="t")
WORK = Work(name="n")


LIMITS: list[tuple[Entry, str, int]] = [
    (MEMORY, "title", 200),
    (MEMORY, "content", 100_000),
    (TASK, "title", 200),
    (TASK, "notes", 20_000),
    (TASK, "status", limits.MAX_STATUS),
    (WORK, "name", 200),
    (WORK, "summary", 20_000),
    (WORK, "work_kind", limits.MAX_WORK_KIND),
    (WORK, "path", limits.MAX_PATH),
    (MEMORY, "id", limits.MAX_ID),
    (MEMORY, "role", limits.MAX_NAME),
    (MEMORY, "workspace", limits.MAX_PATH),
]


@pytest.mark.parametrize(("entry", "field", "limit"), LIMITS)
def test_a_text_may_be_as_long_as_its_limit_and_no_longer(
    entry: Entry, field: str, limit: int
) -> None:
    for length in (limit - 1, limit):
        check_entry(replace(entry, **{field: "字" * length}))
    with pytest.raises(LimitExceeded) as caught:
        check_entry(replace(entry, **{field: "字" * (limit + 1)}))
    assert caught.value.field == field
    assert caught.value.limit == limit
    assert str(limit) in str(caught.value) and field in str(caught.value)


@pytest.mark.parametrize(
    ("entry", "field", "most", "longest"),
    [(MEMORY, "tags", 32, 100), (WORK, "tech", limits.MAX_TECH, limits.MAX_TECH_ITEM)],
)
def test_a_list_has_a_limit_and_so_has_each_item(
    entry: Entry, field: str, most: int, longest: int
) -> None:
    items = tuple(f"tag {number}" for number in range(most))
    check_entry(replace(entry, **{field: items}))
    check_entry(replace(entry, **{field: ("x" * longest,)}))
    with pytest.raises(LimitExceeded):
        check_entry(replace(entry, **{field: (*items, "one more")}))
    with pytest.raises(LimitExceeded):
        check_entry(replace(entry, **{field: ("x" * (longest + 1),)}))


@pytest.mark.parametrize(
    ("entry", "field"),
    [(MEMORY, "title"), (MEMORY, "content"), (TASK, "title"), (WORK, "name")],
)
@pytest.mark.parametrize("value", ["", "  ", "\n\t"])
def test_what_names_an_entry_may_not_be_empty(entry: Entry, field: str, value: str) -> None:
    with pytest.raises(BadParameters) as caught:
        check_entry(replace(entry, **{field: value}))
    assert caught.value.field == field


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b", "\udfff"])
def test_what_is_no_text_is_refused_and_its_place_named(text: str) -> None:
    with pytest.raises(BadParameters, match=r"content .* at character \d"):
        check_entry(replace(MEMORY, content=text))


def test_anything_else_in_a_content_is_kept() -> None:
    check_entry(replace(MEMORY, content="## a\r\n<!-- memdesk:begin -->\x07\u202e```\U0001f469"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("relevance", "urgent"),
        ("category", "todo"),
        ("constraint", True),
        ("tags", "one, two"),
        ("tags", ("",)),
        ("tags", (3,)),
        ("pinned", 1),
        ("access_count", -1),
        ("access_count", True),
        ("access_count", 1.5),
        ("position", 2**63),
        ("created_at", "yesterday"),
        ("created_at", "2026-07-04T10:30:00+02:00"),
        ("title", None),
        ("id", " m1"),
        ("id", "m\n1"),
        ("unknown", ""),
        ("key", 3),
    ],
)
def test_a_wrong_value_is_refused_with_its_field(field: str, value: object) -> None:
    with pytest.raises(BadParameters) as caught:
        check_field("memory", field, value)
    assert caught.value.field == field
    assert field in str(caught.value)


def test_a_bad_choice_names_the_allowed_ones() -> None:
    with pytest.raises(BadParameters) as caught:
        check_field("task", "relevance", "urgent", called="taskRelevance")
    assert caught.value.allowed == ("high", "medium", "low")
    assert str(caught.value) == "taskRelevance must be one of high, medium, low."


def test_the_profile_has_limits_of_its_own() -> None:
    check_profile(Profile(interests=("x" * 2_000,) * 500, notes="n" * 20_000))
    for profile in (
        Profile(interests=("x",) * 501),
        Profile(preferences=("x" * 2_001,)),
        Profile(notes="n" * 20_001),
    ):
        with pytest.raises(LimitExceeded):
            check_profile(profile)


def test_every_field_of_every_kind_is_checked() -> None:
    for entry in (MEMORY, TASK, WORK):
        for field in fields(entry):
            if field.name != "key":
                check_field(entry.kind, field.name, getattr(entry, field.name))
