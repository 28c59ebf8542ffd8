"""Look-alikes found in a bank: named, never refused; distinct ones left in peace (spec 6.2)."""

from __future__ import annotations

import pytest
from twins import TWINS

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.scope import Viewer
from memdesk.store import similarity
from memdesk.store.bank import Bank

PERSON = Actor()


def note(text: str) -> Memory:
    """A memory as a host writes it."""
    return Memory(title=text[:40], content=text)


@pytest.fixture
def noted(bank: Bank) -> Bank:
    with bank.transaction(PERSON, "fill"):
        for number, (text, _twin) in enumerate(TWINS):
            bank.add(Memory(id=str(number), title=text[:40], content=text), PERSON)
        for number in range(200):
            bank.add(note(f"Entry number {number} tells of nothing in the database"), PERSON)
    return bank


def test_rephrased_twins_are_named(noted: Bank) -> None:
    named = [
        str(number) in [alike.id for alike in noted.look_alikes(note(twin))]
        for number, (_text, twin) in enumerate(TWINS)
    ]
    assert sum(named) >= 0.8 * len(named)


def test_distinct_entries_are_left_in_peace(noted: Bank) -> None:
    flagged = [
        text
        for number, (text, _twin) in enumerate(TWINS)
        if any(alike.id.isdigit() for alike in noted.look_alikes(noted.get(str(number))))
    ]
    assert len(flagged) <= 0.02 * len(TWINS), flagged


def test_only_what_the_viewer_may_see_is_named(bank: Bank) -> None:
    text = TWINS[0][0]
    bank.add(Memory(id="mine", title=text[:40], content=text, role="r"), PERSON)
    bank.add(Memory(id="gone", title=text[:40], content=text), PERSON)
    bank.add(Task(id="task", title=text[:40], notes=text), PERSON)
    bank.delete([("memory", "gone")], PERSON)
    assert [alike.id for alike in bank.look_alikes(note(text))] == ["mine"]
    assert bank.look_alikes(note(text), viewer=Viewer(role="other")) == []
    assert bank.look_alikes(bank.get("mine")) == [], "nothing is its own look-alike"


def test_the_likest_come_first_and_not_too_many(bank: Bank) -> None:
    for number in range(8):
        bank.add(note(f"Auth uses JWT with refresh tokens {'and more words ' * number}"), PERSON)
    bank.add(Memory(id="same", title="Auth uses JWT", content="with refresh tokens"), PERSON)
    alikes = bank.look_alikes(Memory(title="auth uses jwt", content="refresh tokens"), limit=3)
    assert len(alikes) == 3
    assert alikes[0].score == 1.0
    scores = [alike.score for alike in alikes]
    assert scores == sorted(scores, reverse=True)


def test_what_was_written_a_moment_ago_is_named(bank: Bank) -> None:
    """How many entries have a word is remembered, but never that none has it."""
    fill(bank, 300)
    for text, twin in (TWINS[2], TWINS[-1]):
        assert bank.look_alikes(note(text)) == []
        added = bank.add(note(text), PERSON)
        assert [alike.id for alike in bank.look_alikes(note(twin))] == [added.id]


def test_common_words_are_not_counted_again_and_again(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(bank, 300)
    counted: list[str] = []
    count = similarity._Weights._counted

    def noting(weights: similarity._Weights, unit: str) -> int:
        counted.append(unit)
        return count(weights, unit)

    monkeypatch.setattr(similarity._Weights, "_counted", noting)
    asked = note("Entry 301 tells of nothing in the database")
    first = bank.look_alikes(asked)
    assert {"entry", "nothing", "database"} <= set(counted)
    assert len(counted) == len(set(counted)), "once each in one question"
    counted.clear()
    assert bank.look_alikes(asked) == first
    assert not {"entry", "nothing", "database"} & set(counted)
    fill(bank, 10)
    bank.look_alikes(asked)
    assert {"entry", "nothing", "database"} <= set(counted), "the bank has grown"


def fill(bank: Bank, count: int) -> None:
    with bank.transaction(PERSON, "fill"):
        for number in range(count):
            bank.add(note(f"Entry number {number} tells of nothing in the database"), PERSON)


@pytest.mark.parametrize("text", ['"', "AND (", "-", "进", "\U00030001", "*" * 100])
def test_any_text_may_be_compared(noted: Bank, text: str) -> None:
    assert noted.look_alikes(Memory(title=text, content=text)) == []
