"""What is a constraint, and why (spec 1.3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.constraint import MAX_WORDING, verdict
from memdesk.core.entry import Memory

ORDERS = [
    ("Must be signed by two people", "Must"),
    ("must not be edited by hand", "must not"),
    ("Never use PowerShell 5.1", "Never"),
    ("Always answer in English", "Always"),
    ("Do not push to main", "Do not"),
    ("Don't guess", "Don't"),
    ("Don’t guess", "Don’t"),
    ("Avoid global state", "Avoid"),
    ("Only use tabs", "Only use"),
    ("Use only tabs", "Use only"),
    ("Please never rebase", "never"),
    ("please, do not rebase", "do not"),
    ("You must ask first", "must"),
    ("We never deploy on Friday", "never"),
    ("The assistant always asks", "always"),
    ("Tabs, as ever. Never spaces.", "Never"),
    ("Tabs!  Never spaces.", "Never"),
    ('He said "Stop." Never mind him', "Never"),
    ("Style:\n- never use tabs", "never"),
    ("Style:\n  * [ ] never use tabs", "never"),
    ("1. Always lint", "Always"),
    ("> **Never** push", "Never"),
    ("好的。Never push", "Never"),
    ("The build must pass", "must"),
    ("It mustn't fail", "mustn't"),
    ("Files must not be longer", "must not"),
    ("never", "never"),
    ("DO NOT touch", "DO NOT"),
]
NO_ORDERS = [
    "The tests never fail on Monday",
    "Email is required",
    "It is always sunny",
    "Never-ending story",
    "Always-on VPN is set up",
    "The must-have list",
    "Mustard is yellow",
    "Avoidance is no strategy",
    "I don't know",
    "A colleague, you know, never came",
    "musty",
    "",
]
WORDS = [
    "必须",
    "禁止",
    "不要",
    "不得",
    "务必",
    "一定要",
    "只能",
    "只用",
    "都要",
    "偏好",
    "约束",
    "规则",
    "规范",
]
TAGS = ["约束", "规则", "偏好", "规范", "要求", "constraint", "rule", "must", "requirement"]


@pytest.mark.parametrize("place", ["title", "content"])
@pytest.mark.parametrize(("text", "evidence"), ORDERS)
def test_an_english_order(text: str, evidence: str, place: str) -> None:
    decided = verdict(_with(place, text))
    assert (decided.is_constraint, decided.reason, decided.evidence) == (True, "order", evidence)
    assert not decided.looks_like_order


@pytest.mark.parametrize("text", NO_ORDERS)
def test_no_order(text: str) -> None:
    decided = verdict(Memory(title=text, content=text))
    assert (decided.is_constraint, decided.reason, decided.looks_like_order) == (
        False,
        "none",
        False,
    )


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("place", ["title", "content"])
def test_the_seeds_words_count_anywhere(word: str, place: str) -> None:
    decided = verdict(_with(place, f"提交信息{word}写英文"))
    assert (decided.is_constraint, decided.reason, decided.evidence) == (True, "word", word)


@pytest.mark.parametrize("tag", TAGS)
def test_tags_in_any_case(tag: str) -> None:
    for written in (tag, tag.upper(), tag.title()):
        decided = verdict(Memory(title="x", content="x", tags=("other", written)))
        assert (decided.is_constraint, decided.reason, decided.evidence) == (True, "tag", written)


def test_other_tags_decide_nothing() -> None:
    assert not verdict(
        Memory(title="x", content="x", tags=("rules of go", "mustard"))
    ).is_constraint


@pytest.mark.parametrize("length", [MAX_WORDING - 1, MAX_WORDING, MAX_WORDING + 1])
def test_wording_counts_up_to_five_hundred_code_points(length: int) -> None:
    content = "必须" + "🐛" * (length - 2)
    assert len(content) == length
    assert verdict(Memory(title="x", content=content)).is_constraint == (length <= MAX_WORDING)


def test_a_longer_text_is_decided_by_title_and_tags() -> None:
    content = "never " * 200
    assert verdict(Memory(title="Never push", content=content)).reason == "order"
    assert verdict(Memory(title="x", content=content, tags=("Rule",))).reason == "tag"


@pytest.mark.parametrize("author", ["user", "cli", "import:destinywind"])
def test_wording_counts_for_the_person(author: str) -> None:
    assert verdict(Memory(title="x", content="Never push", author=author)).is_constraint


@pytest.mark.parametrize("author", ["claude-code", "import:gameassist", "import:", "User"])
def test_a_hosts_wording_only_looks_like_an_order(author: str) -> None:
    decided = verdict(Memory(title="x", content="Never push", author=author))
    assert not decided.is_constraint
    assert decided.looks_like_order
    assert (decided.reason, decided.evidence) == ("order", "Never")
    assert verdict(Memory(title="x", content="x", author=author, tags=("rule",))).is_constraint
    assert verdict(Memory(title="x", content="x", author=author, constraint="yes")).is_constraint


def test_the_persons_word_wins() -> None:
    no = verdict(Memory(title="Never", content="必须", tags=("must",), constraint="no"))
    assert (no.is_constraint, no.reason, no.looks_like_order) == (False, "no", False)
    yes = verdict(Memory(title="x", content="x", constraint="yes"))
    assert (yes.is_constraint, yes.reason) == (True, "yes")


@given(st.text(alphabet="never must\n .!-*\"'please,you 必须", max_size=500))
def test_nothing_raises(text: str) -> None:
    decided = verdict(Memory(title=text[:200], content=text))
    assert decided.is_constraint == (decided.reason != "none")


def _with(place: str, text: str) -> Memory:
    return Memory(title=text, content="x") if place == "title" else Memory(title="x", content=text)
