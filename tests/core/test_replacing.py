"""Find and replace: places in an entry, and what it becomes (spec 7.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.entry import Memory, Work
from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.core.replacing import Finder, Found, occurrences, plan, replaced

MEMORY = Memory(
    id="m", key=7, title="Old name", content="The old name is old.", tags=("old", "name")
)


def finder(old: str, new: str) -> Finder:
    def find(text: str) -> Sequence[Found]:
        return [
            Found(*match.span(), new) for match in re.finditer(re.escape(old), text, re.IGNORECASE)
        ]

    return find


def test_each_place_is_named_with_its_field() -> None:
    found = occurrences(MEMORY, ("titles", "texts", "lists"), finder("old", "new"))
    assert [(one.field, one.item, one.found.start) for one in found] == [
        ("title", None, 0),
        ("content", None, 4),
        ("content", None, 16),
        ("tags", 0, 0),
    ]
    assert {one.key for one in found} == {7}
    assert [one.field for one in occurrences(MEMORY, ("titles",), finder("old", "x"))] == ["title"]


def test_only_chosen_places_are_replaced() -> None:
    found = occurrences(MEMORY, ("titles", "texts", "lists"), finder("old", "new"))
    made = plan(MEMORY, [found[0], found[2], found[3]])
    assert made.fields == {
        "title": "new name",
        "content": "The old name is new.",
        "tags": ("new", "name"),
    }
    assert made.expected == {
        "title": "Old name",
        "content": "The old name is old.",
        "tags": ("old", "name"),
    }
    assert made.count == 3
    assert made.problem is None


def test_two_items_that_become_one_are_one() -> None:
    found = occurrences(MEMORY, ("lists",), finder("old", "name"))
    assert plan(MEMORY, found).fields == {"tags": ("name",)}


def test_what_an_entry_may_not_hold_is_the_problem() -> None:
    empty = plan(MEMORY, occurrences(MEMORY, ("titles",), finder("old name", "")))
    assert isinstance(empty.problem, BadParameters)
    long = plan(MEMORY, occurrences(MEMORY, ("titles",), finder("old", "x" * 300)))
    assert isinstance(long.problem, LimitExceeded)


def test_a_text_that_has_changed_since_is_passed_over() -> None:
    found = occurrences(MEMORY, ("titles", "texts"), finder("old", "new"))
    since = Memory(id="m", key=7, title="Another", content=MEMORY.content, tags=MEMORY.tags)
    made = plan(since, found)
    assert made.fields == {"content": "The new name is new."}
    assert made.count == 2


def test_works_have_name_summary_path_and_tech() -> None:
    work = Work(id="w", name="old", summary="old", path="/old", tech=("old",), tags=("old",))
    found = occurrences(work, ("titles", "texts", "lists"), finder("old", "new"))
    assert plan(work, found).fields == {
        "name": "new",
        "summary": "new",
        "path": "/new",
        "tags": ("new",),
        "tech": ("new",),
    }


@given(st.text(alphabet="abX😀", max_size=30), st.text(alphabet="aX", max_size=3))
def test_replacing_everything_is_what_str_replace_does(text: str, new: str) -> None:
    places = [Found(*match.span(), new) for match in re.finditer("ab", text)]
    assert replaced(text, places) == text.replace("ab", new)
