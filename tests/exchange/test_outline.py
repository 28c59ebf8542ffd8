"""Markdown by headings and bullets."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.exchange.outline import Section, points, sections


def outline(text: str, **options: int | bool) -> list[tuple[int, str, str]]:
    found = sections(dedent(text).strip("\n"), **options)  # type: ignore[arg-type]
    return [(one.level, one.title, one.body) for one in found if one.title or one.body]


def said(text: str) -> list[tuple[str, str]]:
    (section,) = sections(dedent(text).strip("\n"))
    return [(one.introduced, one.text) for one in points(section)]


def test_headings_divide_a_text() -> None:
    found = list(sections("before\n# One #\n\ntext\n\n## Two\n### Three\nend\n# Four", first=10))
    assert [(one.level, one.title, one.number, one.body) for one in found] == [
        (0, "", 10, "before"),
        (1, "One", 11, "text"),
        (2, "Two", 15, ""),
        (3, "Three", 16, "end"),
        (1, "Four", 18, ""),
    ]
    assert found[3].above == ("One", "Two")
    assert found[4].above == ()


@pytest.mark.parametrize(
    "line", ["#tag", "####### seven", "    # code", "text # no", "\\# no", "#", "# #"]
)
def test_what_is_no_heading(line: str) -> None:
    assert [title for _level, title, _body in outline(f"{line}\nmore") if title] == []


def test_deeper_headings_are_text() -> None:
    assert outline("# A\n## B\n### C\nx", deepest=2)[1] == (2, "B", "### C\nx")


def test_bold_lines_as_headings() -> None:
    found = outline(
        "Intro\n\n**Work context**\n\nA **bold** word\n\n__More:__\nx\n**a** **b**", bold=True
    )
    assert found == [
        (0, "", "Intro"),
        (6, "Work context", "A **bold** word"),
        (6, "More", "x\n**a** **b**"),
    ]


def test_code_holds_neither_headings_nor_bullets_nor_comments() -> None:
    code = "```sh\n# not a heading\n- not a bullet\n<!-- not a comment -->\n````x\n```"
    assert outline(f"# A\n{code}\n## B") == [(1, "A", code), (2, "B", "")]
    assert said(f"{code}\n- one") == [("", code), ("", "one")]
    assert said("- ```\n  - x\n  ```\n- two") == [("", "```\n- x\n```"), ("", "two")]
    assert said("~~~\n- never closed") == [("", "~~~\n- never closed")]


def test_comments_are_left_out() -> None:
    assert said("<!-- a -->\none\n<!--\n- hidden\n\n-->\ntwo <!-- stays -->\n<!-- b --> three") == [
        ("", "one\ntwo <!-- stays -->\n<!-- b --> three")
    ]
    assert said("<!-- never closed\n- one") == [("", "<!-- never closed"), ("", "one")]


def test_bullets_with_what_belongs_to_them() -> None:
    assert said(
        """
        Some words
        on two lines.

        More words.

        - one
          still one

          and its second paragraph
        * two
          - inside two
            - deeper
        + three
        lazy
        \t• four

        After them.
        """
    ) == [
        ("", "Some words\non two lines.\n\nMore words."),
        ("", "one\nstill one\n\nand its second paragraph"),
        ("", "two\n- inside two\n  - deeper"),
        ("", "three\nlazy\n• four"),
        ("", "After them."),
    ]


def test_what_introduces_bullets() -> None:
    assert said(
        "Commands:\n\n- a\n- b\n\nOther text:\n\nends.\n\n- c\n\n**Style**\n- d\n\n命令：\n- e"
    ) == [
        ("Commands", "a"),
        ("Commands", "b"),
        ("", "Other text:\n\nends."),
        ("", "c"),
        ("Style", "d"),
        ("命令", "e"),
    ]
    assert said("Nothing follows:") == [("", "Nothing follows:")]


def test_steps_stay_together() -> None:
    steps = "1. First\n   - with care\n2. Then\n\n   ```\n   make\n   ```\n3) Last"
    assert said(f"To release:\n\n{steps}\n\n- a bullet") == [
        ("", f"To release:\n\n{steps}"),
        ("", "a bullet"),
    ]


def test_a_ruled_line_is_nothing() -> None:
    assert said("one\n\n---\n\n- - -\ntwo\n\n* a\n***\nb") == [
        ("", "one"),
        ("", "two"),
        ("", "a"),
        ("", "b"),
    ]


def test_line_ends_of_another_system() -> None:
    (first, second) = sections("a\r\nb\r\n# T\r\n- x\r\n")
    assert first.body == "a\nb"
    assert [one.text for one in points(second)] == ["x"]


def test_where_a_point_begins() -> None:
    section = list(sections("# A\n\ntext\n\n- one\n\n- two", first=5))[1]
    assert [one.number for one in points(section)] == [7, 9, 11]


words = st.lists(st.sampled_from(["- a", "  b", "# H", "text:", "", "1. s", "```", "---", "\tc"]))


@given(words)
def test_nothing_is_lost(lines: list[str]) -> None:
    def letters(text: str) -> int:
        return sum(text.count(one) for one in "abcsH")

    found = [Section(), *sections("\n".join(lines))]
    kept = "".join(one.title + "".join(p.text for p in points(one)) for one in found)
    assert letters(kept) == letters("".join(lines))
