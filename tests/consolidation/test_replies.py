"""Replies of models: parsed or reported, never a crash, never a guess (spec 5.2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.consolidation.replies import facts_in, summary_in
from memdesk.core.errors import EndpointFailed


@pytest.mark.parametrize(
    ("reply", "facts"),
    [
        ('["Eyes: Blue", "Class: Mage"]', ["Eyes: Blue", "Class: Mage"]),
        ('```json\n["a [x] b"]\n```', ["a [x] b"]),
        ('Sure! Here are the facts:\n["One.", "Two."]\nAnything else?', ["One.", "Two."]),
        ("[]", []),
        ("```\n[]\n```", []),
        ("There was nothing worth it [1], so: []", []),
        ('<think>["no"] or ["yes"]?</think>\n["yes"]', ["yes"]),
        ('["same", "same", "  ", "two\\nlines"]', ["same", "two lines"]),
        ('I found ["a"]. As JSON: ["a"]', ["a"]),
    ],
)
def test_a_list_is_found(reply: str, facts: list[str]) -> None:
    assert facts_in(reply) == facts


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("", "empty"),
        ("<think>hm</think>", "empty"),
        ('{"facts": ["a"]}', "an object"),
        ('Here: {"facts": ["a"]} or ["b"]', "an object"),
        ('["a", "b', "cut off"),
        ('["a", ["b"], "c', "cut off"),
        ('[["a"]]', "something else"),
        ("[1, 2]", "something else"),
        ('["a"] or rather ["b"]', "more than one"),
        ("I can't help with that.", "no list"),
        ("null", "no list"),
        ("[" * 100_000, "no list"),
    ],
)
def test_what_is_no_list_is_reported(reply: str, said: str) -> None:
    with pytest.raises(EndpointFailed, match=said):
        facts_in(reply)


@given(st.text(alphabet='[]{}",: ab\n`\\', max_size=40))
def test_no_reply_is_a_crash(reply: str) -> None:
    try:
        facts = facts_in(reply)
    except EndpointFailed:
        return
    assert all(isinstance(one, str) and one for one in facts)


def test_a_summary_loses_its_fence_and_nothing_else() -> None:
    assert summary_in("```markdown\n## Progress\n- [x] one\n```") == "## Progress\n- [x] one"
    inner = "## Code\n```py\npass\n```\nend"
    assert summary_in(inner) == inner
    with pytest.raises(EndpointFailed, match="empty"):
        summary_in("<think>…</think>")
    with pytest.raises(EndpointFailed, match="20000"):
        summary_in("x" * 20_001)
