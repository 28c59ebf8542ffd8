"""Frontmatter: values as they are written, and nothing that could be dangerous."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.exchange import frontmatter
from memdesk.exchange.frontmatter import split


def test_values_stay_as_they_are_written() -> None:
    matter = split(
        "---\ntitle: 2026\ntype: note\ntags:\n- a\n- 1.0\n- 像素\ndate: 2026-01-02\n"
        "empty:\nnothing: null\nmore: ~\nyes: no\ninside: {a: b}\nnorth: nullable\n---\nBody\n"
    )
    assert matter.fields == {
        "title": "2026",
        "type": "note",
        "tags": ["a", "1.0", "像素"],
        "date": "2026-01-02",
        "empty": None,
        "nothing": None,
        "more": None,
        "yes": "no",
        "inside": {"a": "b"},
        "north": "nullable",
    }
    assert (matter.body, matter.line, matter.problem) == ("Body\n", 16, None)


@pytest.mark.parametrize("text", ["", "Body", "---\nopen: 1\nBody", "text\n---\na: 1\n---\n"])
def test_without_frontmatter_all_is_body(text: str) -> None:
    matter = split(text)
    assert (matter.fields, matter.body, matter.line) == ({}, text, 1)


def test_line_ends_of_another_system() -> None:
    matter = split("---\r\na: b\r\n---\r\none\r\ntwo")
    assert (matter.fields, matter.body) == ({"a": "b"}, "one\ntwo")


def test_what_is_no_yaml_is_read_line_by_line() -> None:
    matter = split(
        '---\nname: next-steps\ndescription: Next: the rest: "all"\nmetadata: \n'
        "  type: project\n  name: other\ntags: ['a', b]\nquoted: \"x\"\n---\nBody"
    )
    assert matter.fields == {
        "name": "next-steps",
        "description": 'Next: the rest: "all"',
        "type": "project",
        "tags": ["a", "b"],
        "quoted": "x",
    }
    assert matter.problem is None


@pytest.mark.parametrize("yaml", ["- a\n- b", "just text", "12", ""])
def test_what_is_no_object_says_nothing(yaml: str) -> None:
    assert split(f"---\n{yaml}\n---\nBody").fields == {}


def test_references_are_refused() -> None:
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]"
    matter = split(f"---\n{bomb}\n---\nBody")
    assert isinstance(matter.problem, BadParameters)
    assert (matter.fields, matter.body) == ({}, "Body")


def test_a_frontmatter_that_is_too_long_or_too_deep() -> None:
    assert isinstance(split(f"---\na: {'x' * 70_000}\n---\n").problem, LimitExceeded)
    # The object that all is in counts, too, and the innermost list is empty.
    assert split(f"---\na: {'[' * 100}{']' * 100}\n---\nBody").problem is None
    assert isinstance(split(f"---\na: {'[' * 102}{']' * 102}\n---\n").problem, BadParameters)
    assert isinstance(split(f"---\na: {'[' * 450}{']' * 450}\n---\nBody").problem, BadParameters)
    assert split(f"---\na: {'[' * 30_000}\n---\nBody").body == "Body"


def test_no_tag_makes_anything() -> None:
    matter = split("---\na: !!python/object/apply:os.getcwd []\nb: !!int '3'\n---\n")
    assert matter.fields == {"a": [], "b": "3"}


@given(st.text(alphabet=st.sampled_from("a:&*![]{}-,'\"#|>%@`? \n\t\\0像"), max_size=60))
def test_nothing_breaks_it(yaml: str) -> None:
    matter = split(f"---\n{yaml}\n---\nBody")
    assert matter.body.endswith("Body")
    assert frontmatter.split(matter.body).problem is None
