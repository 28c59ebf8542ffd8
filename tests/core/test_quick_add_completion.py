"""What of a quick-add line is being typed, and how it is written out (spec 7.3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.quick_add import begun, completed, parse


@pytest.mark.parametrize(
    ("line", "mark", "typed"),
    [
        ("#", "tag", ""),
        ("buy #ho", "tag", "ho"),
        ("买东西#家", "tag", "家"),
        ('x #"two wo', "tag", "two wo"),
        ("x @fl", "workspace", "fl"),
        ('@"C:/My Pro', "workspace", "C:/My Pro"),
    ],
)
def test_what_is_being_typed(line: str, mark: str, typed: str) -> None:
    found = begun(line, len(line))
    assert found is not None
    assert (found.mark, found.typed) == (mark, typed)


@pytest.mark.parametrize(
    "line", ["", "word", "C#", "me@ex", r"x \#ho", "buy #ho and", '#"two words" x', "http://x#y"]
)
def test_what_is_text(line: str) -> None:
    assert begun(line, len(line)) is None


def test_it_is_written_in_place_of_what_was_typed() -> None:
    line = "buy #ho now"
    at = begun(line, 7)
    assert at is not None
    assert completed(line, at, "house") == ("buy #house now", 11)
    line = "buy #home"
    at = begun(line, 6)
    assert at is not None
    assert completed(line, at, "house")[0] == "buy #house "


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=20))
def test_a_tag_that_is_written_out_is_understood(tag: str) -> None:
    known = parse(f'#"{tag}"').tags
    at = begun("a #", 3)
    assert at is not None
    if known == (tag,):
        assert parse(completed("a #", at, tag)[0]).tags == (tag,)


@pytest.mark.parametrize("path", ["/home/me/flat", "/b/flat", "D:/My Projects/x", "/a/b c"])
def test_a_workspace_that_is_written_out_is_understood(path: str) -> None:
    places = ["/home/me/flat", "/b/flat", "D:/My Projects/x", "/a/b c"]
    at = begun("@", 1)
    assert at is not None
    assert parse(completed("@", at, path, places)[0], places).workspace == path
