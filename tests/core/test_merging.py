"""What an entry holds after it took in others (spec 1.4)."""

from __future__ import annotations

from memdesk.core import limits
from memdesk.core.entry import Memory, Work
from memdesk.core.merging import best_to_keep, joined, letters, merged_fields

KEPT = Memory(id="a", title="Use tabs", content="Tabs.", tags=("go",), relevance="medium")


def test_tags_relevance_pin_and_blocked_hosts_are_united() -> None:
    other = Memory(
        id="b", title="Tabs", content="Tabs!", tags=("Go", "style"), relevance="high",
        pinned=True, never_send_to=("cursor",),
    )  # fmt: skip
    assert merged_fields(KEPT, [other]) == {
        "tags": ("go", "style"),
        "relevance": "high",
        "pinned": True,
        "never_send_to": ("cursor",),
    }


def test_nothing_new_is_nothing_to_write() -> None:
    assert merged_fields(KEPT, [Memory(id="b", title="Tabs", content="Other")]) == {}


def test_the_texts_stand_below_each_other_each_once() -> None:
    others = [
        Memory(id="b", title="Tabs", content="Never spaces."),
        Memory(id="c", title="Tabs", content="Tabs."),
    ]
    fields = merged_fields(KEPT, others, [KEPT, *others])
    assert fields["content"] == "Tabs.\n\nNever spaces."
    assert merged_fields(KEPT, others, [others[0]])["content"] == "Never spaces."


def test_what_another_text_holds_already_is_not_said_twice() -> None:
    assert joined(["Tabs.", "Tabs. Never spaces.", "", "Tabs.", "Other"]) == (
        "Tabs. Never spaces.\n\nOther"
    )
    assert joined(["x ", "x"]) == "x "
    assert joined([]) == joined(["", " "]) == ""


def test_a_text_of_another_is_not_called_free_of_secrets() -> None:
    kept = Memory(id="a", title="A", content="x", not_secret=True)
    other = Memory(id="b", title="B", content="password = hunter2x99")
    assert merged_fields(kept, [other], [kept, other])["not_secret"] is False
    assert "not_secret" not in merged_fields(kept, [other])


def test_no_more_tags_than_an_entry_may_have() -> None:
    other = Memory(title="B", content="y", tags=tuple(f"t{n}" for n in range(limits.MAX_TAGS)))
    tags = merged_fields(KEPT, [other])["tags"]
    assert isinstance(tags, tuple)
    assert len(tags) == limits.MAX_TAGS
    assert tags[0] == "go"


def test_works_unite_their_tech() -> None:
    kept = Work(id="w", name="Site", summary="s", tech=("Python",))
    other = Work(id="v", name="Site", summary="long", tech=("python", "Qt"))
    assert merged_fields(kept, [other], [other]) == {"tech": ("Python", "Qt"), "summary": "long"}


def test_the_one_to_keep_is_pinned_then_most_recalled_then_oldest() -> None:
    old = Memory(id="old", title="x", content="x", created_at="2026-01-01T00:00:00.000Z")
    new = Memory(id="new", title="x", content="x", created_at="2026-02-01T00:00:00.000Z")
    used = Memory(id="used", title="x", content="x", created_at="2026-03-01T00:00:00.000Z",
                  access_count=3)  # fmt: skip
    pinned = Memory(id="pin", title="x", content="x", created_at="2026-04-01T00:00:00.000Z",
                    pinned=True)  # fmt: skip
    assert best_to_keep([new, old]) is old
    assert best_to_keep([new, old, used]) is used
    assert best_to_keep([new, old, used, pinned]) is pinned


def test_letters_tell_all_but_tags_and_relevance() -> None:
    same = Memory(id="b", title="Use tabs", content="Tabs.", relevance="low")
    assert letters(KEPT) == letters(same)
    assert letters(KEPT) != letters(Memory(title="Use tabs", content="Tabs.", role="r"))
    assert letters(KEPT) != letters(Memory(title="Use tabs", content="Tabs"))
    assert letters(KEPT) != letters(Memory(title="Use tabs", content="Tabs.", category="fact"))
