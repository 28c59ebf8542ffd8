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


def test_words_are_not_counted_again_and_again(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(bank, 300)
    counted: list[str] = []
    count = similarity._BankWeights._counted

    def noting(weights: similarity._BankWeights, unit: str) -> int:
        counted.append(unit)
        return count(weights, unit)

    monkeypatch.setattr(similarity._BankWeights, "_counted", noting)
    asked, own = note("Entry 30 tells of nothing in the database"), {"entry", "30", "database"}
    first = bank.look_alikes(asked)
    assert own <= set(counted)
    assert len(counted) == len(set(counted)), "once each in one question"
    counted.clear()
    assert bank.look_alikes(asked) == first
    fill(bank, similarity._NEW)
    bank.look_alikes(asked)
    assert not own & set(counted)
    fill(bank, similarity._NEW + 1)
    bank.look_alikes(asked)
    assert own <= set(counted), "much has come"


def test_what_is_added_counts(bank: Bank) -> None:
    fill(bank, 50)
    bank.add(note("数据库备份保存在服务器上 for Café Ω"), PERSON)
    asked = note("Entry 7 tells of the database 数据库备份 in Café Ω")
    bank.look_alikes(asked)
    more = Memory(title="Café Ω", content="the database 数据库", tags=("tells", "备份"))
    for _ in range(5):
        bank.add(more, PERSON)
    bank.look_alikes(asked)
    telling = bank._telling
    assert telling is not None
    remembered = dict(telling.numbers)
    assert remembered["tells"] == 55
    assert remembered["备份"] == remembered["café"] == 6
    with bank._reading() as connection:
        weights = similarity._BankWeights(connection, telling)
        assert remembered == {unit: weights._counted(unit) for unit in remembered}


def test_what_was_changed_a_moment_ago_is_named(bank: Bank) -> None:
    fill(bank, 100)
    text, twin = TWINS[2]
    added = bank.add(note("Something else"), PERSON)
    assert bank.look_alikes(note(text)) == []
    bank.update(added.id, {"title": text[:40], "content": text}, PERSON)
    assert [alike.id for alike in bank.look_alikes(note(twin))] == [added.id]


def test_after_many_changes_all_is_counted_anew(bank: Bank) -> None:
    with bank.transaction(PERSON, "fill"):
        for number in range(10):
            bank.add(Memory(id=f"m{number}", title="x", content="zebra in the database"), PERSON)
    asked = note("zebra crossing in the database")
    bank.look_alikes(asked)
    telling = bank._telling
    assert telling is not None
    assert telling.numbers["zebra"] == 10
    bank.destroy([("memory", f"m{number}") for number in range(9)], PERSON)
    for number in range(similarity._LASTING):
        bank.update("m9", {"title": f"x {number}"}, PERSON)
    bank.look_alikes(asked)
    assert telling.numbers["zebra"] == 1


def fill(bank: Bank, count: int) -> None:
    with bank.transaction(PERSON, "fill"):
        for number in range(count):
            bank.add(note(f"Entry number {number} tells of nothing in the database"), PERSON)


@pytest.mark.parametrize("text", ['"', "AND (", "-", "进", "\U00030001", "*" * 100])
def test_any_text_may_be_compared(noted: Bank, text: str) -> None:
    assert noted.look_alikes(Memory(title=text, content=text)) == []
