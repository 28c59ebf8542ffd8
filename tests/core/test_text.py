"""Cleaning, one line, cutting and escaping (spec 2.2, 2.5)."""

from __future__ import annotations

import unicodedata
import xml.etree.ElementTree as ElementTree

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from memdesk.core.text import (
    clean,
    cut,
    escape_comments,
    escape_markdown,
    escape_xml,
    hides_something,
    one_line,
    visible_positions,
)

FAMILY = "👨‍👩‍👧‍👦"
FLAGS = "🇨🇳🇩🇪"
CLUSTERS = (
    "a",
    " ",
    "中",
    "e\u0301",
    FAMILY,
    FLAGS,
    "👍🏽",
    "각",
    "नि",
    "\u1100\u1161\u11a8",
    "❤️",
    "…",
)
texts = st.lists(st.sampled_from(CLUSTERS), max_size=40).map("".join) | st.text(max_size=60)


@pytest.mark.parametrize(
    "hidden",
    ["\0", "\x1b", "\x7f", "\x9b", "\u200b", "\u200e", "\u202e", "\u2066", "\u2069", "\ufeff",
     "\u2060", "\u00ad", "\u061c", "\U000e0041", "\U000e007f", "\ufffe", "\uffff", "\ud800",
     "\u3164", "\ufff9"],
)  # fmt: skip
def test_what_cannot_be_seen_goes(hidden: str) -> None:
    assert clean(f"ab{hidden}cd") == "abcd"
    assert hides_something(f"ab{hidden}cd") == (not hidden.isascii())


@pytest.mark.parametrize(
    "kept", [FAMILY, "❤️", "👍🏽", "می‌خواهم", "葛\U000e0100", "e\u0301", "\t\n x"]
)
def test_what_means_something_stays(kept: str) -> None:
    assert clean(kept) == kept


def test_a_row_of_joiners_or_selectors_can_smuggle_nothing() -> None:
    assert clean("a\u200c\u200d\u200c\u200c\u200db") == "ab"
    assert clean("م\u200c\u200d\u200c\u200cی") == "م\u200cی"
    assert clean("❤\ufe0f\ufe01\U000e0133\U000e0144!") == "❤\ufe0f!"


@pytest.mark.parametrize(
    "kept",
    ["1️⃣ #️⃣", "©️ ™️ ‼️", "🏳️‍🌈", "❤️‍🔥", "👩🏽‍💻", "㊗️", "क्‍ष", "ශ්‍රී", "می‌روم", "辻\U000e0101"],
)  # fmt: skip
def test_emoji_and_scripts_keep_what_they_need(kept: str) -> None:
    assert clean(kept) == kept


@pytest.mark.parametrize("letter", ["a", "7", "é", "я", "あ", "한", "!", " ", "\n"])
@pytest.mark.parametrize("hidden", ["\ufe00", "\ufe0f", "\U000e0123", "\u200c", "\u200d"])
def test_one_behind_each_letter_can_smuggle_nothing_either(letter: str, hidden: str) -> None:
    assert clean(f"{letter}{hidden}" * 3) == letter * 3


SMUGGLING = st.sampled_from(
    [
        "a",
        "中",
        "ی",
        "❤",
        "👩",
        "\ufe0f",
        "\ufe01",
        "\U000e0101",
        "\u200c",
        "\u200d",
        "\u200b",
        "\n",
    ]
)


@given(st.lists(SMUGGLING, max_size=12).map("".join))
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert not hides_something(once)
    seen = "".join(text[position] for position in visible_positions(text))
    assert seen == once


@pytest.mark.parametrize("end", ["\r\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029"])
def test_every_line_end_is_one(end: str) -> None:
    assert clean(f"a{end}b") == "a\nb"


def test_visible_positions_point_at_what_clean_leaves() -> None:
    text = "\u200ba\u200bb\ufeff"
    assert visible_positions(text) == [1, 3]


@given(texts)
def test_one_line_has_no_line_end_and_no_double_space(text: str) -> None:
    line = one_line(clean(text))
    assert line.splitlines() in ([line], [])
    assert "  " not in line
    assert line == line.strip()
    assert not any(unicodedata.category(char) == "Cc" for char in line)


def test_a_run_of_any_white_space_is_one_space() -> None:
    assert one_line(" a \t\u3000\n\n\u00a0b\r\nc ") == "a b c"


@pytest.mark.parametrize(
    ("text", "maximum", "kept", "lost"),
    [
        ("abc", None, "abc", ""),
        ("abc", 3, "abc", ""),
        ("abcd", 3, "abc…", "d"),
        ("进度条很长", 2, "进度…", "条很长"),
        (f"a{FAMILY}b", 4, "a…", f"{FAMILY}b"),
        (f"a{FAMILY}b", 8, f"a{FAMILY}…", "b"),
        (FLAGS, 3, "🇨🇳…", "🇩🇪"),
        ("xe\u0301y", 2, "x…", "e\u0301y"),
        (FAMILY, 3, "…", FAMILY),
        ("abc", 0, "…", "abc"),
    ],
)
def test_cut(text: str, maximum: int | None, kept: str, lost: str) -> None:
    assert cut(text, maximum) == (kept, lost)


@given(texts, st.integers(0, 80))
@example("各" + "\u0301" * 5 + "x", 3)
@example("\u0600" * 4 + "a", 2)
def test_a_cut_never_splits_a_cluster_and_goes_back_no_further(text: str, maximum: int) -> None:
    kept, lost = cut(text, maximum)
    if not lost:
        assert (kept, len(text) <= maximum) == (text, True)
        return
    assert kept.endswith("…")
    assert kept[:-1] + lost == text
    starts = [match.start() for match in regex.finditer(r"\X", text)]
    assert len(kept) - 1 == max(start for start in starts if start <= maximum)


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("<!-- memdesk:end -->", "&lt;!-- memdesk:end --&gt;"),
        ("</available_memory>", "&lt;/available_memory>"),
        ("<b>, <?php, <记忆>", "&lt;b>, &lt;?php, &lt;记忆>"),
        ("--!> and -->", "--!&gt; and --&gt;"),
        ("a < b, 1 <2, x <= y, -> >", "a < b, 1 <2, x <= y, -> >"),
        ("ends in <", "ends in &lt;"),
        ("AT&T &lt;", "AT&T &lt;"),
    ],
)
def test_markdown_escapes_what_opens_or_closes(text: str, escaped: str) -> None:
    assert escape_markdown(text) == escaped


def test_own_words_lose_only_comments() -> None:
    assert escape_comments("<rules> <!-- memdesk:end -->") == "<rules> &lt;!-- memdesk:end --&gt;"


@given(st.text())
def test_xml_gives_the_cleaned_text_back(text: str) -> None:
    line = one_line(clean(text))
    element = ElementTree.fromstring(f"<a>{escape_xml(line)}</a>")
    assert (element.text or "") == line
