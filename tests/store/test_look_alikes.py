"""Look-alikes found in a bank: named, never refused; distinct ones left in peace (spec 6.2)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from twins import TWINS

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.scope import Viewer
from memdesk.store import remembered_words
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
    count = remembered_words._Numbers.counted

    def noting(numbers: remembered_words._Numbers, unit: str) -> int:
        counted.append(unit)
        return count(numbers, unit)

    monkeypatch.setattr(remembered_words._Numbers, "counted", noting)
    asked, own = note("Entry 30 tells of nothing in the database"), {"entry", "30", "database"}
    first = bank.look_alikes(asked)
    assert own <= set(counted)
    assert len(counted) == len(set(counted)), "once each in one question"
    counted.clear()
    assert bank.look_alikes(asked) == first
    fill(bank, remembered_words.NEW)
    bank.look_alikes(asked)
    assert not own & set(counted)
    fill(bank, remembered_words.NEW + 1)
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
    words = words_of(bank)
    remembered = {unit: number for unit, number in words.numbers.items() if number}
    assert remembered["tells"] == 55
    assert remembered["备份"] == remembered["café"] == 6
    with bank._reading() as connection, bank._words.of(connection):
        assert remembered == {unit: words.numbers.counted(unit) for unit in remembered}


@pytest.mark.parametrize("word", ["tells", "数据", "café", "Ärger"])
def test_the_newest_entries_of_a_word_are_remembered(bank: Bank, word: str) -> None:
    """As the search index gives them, whatever was added, changed and trashed since."""
    said = f"It tells of 数据库 in café and Ärger, {word}"
    added = [bank.add(note(f"{said} {number}"), PERSON) for number in range(5)]
    bank.look_alikes(note(said))
    words = words_of(bank)
    before = list(words.newest(word.lower()))
    assert before == [entry.key for entry in reversed(added)]
    other = bank.add(note("Nothing of it"), PERSON)
    newest = bank.add(note(said), PERSON)
    bank.update(other.id, {"content": said.upper()}, PERSON)
    bank.delete([("memory", added[0].id)], PERSON)
    bank.look_alikes(note(said))
    with bank._reading() as connection, bank._words.of(connection):
        remembered = words.newest(word.lower())
        found = words.matching(f'"{word}"')
    assert set(remembered) == set(found) == {*before, other.key, newest.key}


def test_of_a_common_word_the_newest_are_remembered(bank: Bank) -> None:
    fill(bank, remembered_words.NEWEST)
    asked = note("Entry of the database")
    bank.look_alikes(asked)
    for _ in range(3):
        bank.add(asked, PERSON)
    bank.look_alikes(asked)
    with bank._reading() as connection, bank._words.of(connection) as words:
        assert list(words.newest("database")) == words.matching('"database"')
        assert len(words.newest("database")) == remembered_words.NEWEST


def test_what_was_changed_a_moment_ago_is_named(bank: Bank) -> None:
    fill(bank, 100)
    text, twin = TWINS[2]
    added = bank.add(note("Something else"), PERSON)
    assert bank.look_alikes(note(text)) == []
    bank.update(added.id, {"title": text[:40], "content": text}, PERSON)
    assert [alike.id for alike in bank.look_alikes(note(twin))] == [added.id]
    bank.update(added.id, {"title": "Something else", "content": "than that"}, PERSON)
    assert bank.look_alikes(note(twin)) == [], "it doesn't say so any more"
    bank.undo(PERSON)
    assert [alike.id for alike in bank.look_alikes(note(twin))] == [added.id]
    bank.delete([("memory", added.id)], PERSON)
    assert bank.look_alikes(note(twin)) == []
    bank.restore([("memory", added.id)], PERSON)
    assert [alike.id for alike in bank.look_alikes(note(twin))] == [added.id]


def test_what_is_deleted_forever_is_forgotten_though_its_key_is_given_anew(bank: Bank) -> None:
    fill(bank, 30)
    text, twin = TWINS[2]
    gone = bank.add(note(text), PERSON)
    assert bank.look_alikes(note(twin))
    bank.destroy([("memory", gone.id)], PERSON)
    other = bank.add(note("Something else"), PERSON)
    assert other.key == gone.key
    assert bank.look_alikes(note(twin)) == []


def test_what_is_not_committed_is_named_and_not_remembered(bank: Bank) -> None:
    fill(bank, 30)
    text, twin = TWINS[2]
    assert bank.look_alikes(note(twin)) == []
    with pytest.raises(KeyboardInterrupt), bank.transaction(PERSON, "given up"):
        added = bank.add(note(text), PERSON)
        assert [alike.id for alike in bank.look_alikes(note(twin))] == [added.id]
        raise KeyboardInterrupt
    assert bank.look_alikes(note(twin)) == []
    other = bank.add(note("Something else"), PERSON)
    assert other.key == added.key
    assert bank.look_alikes(note(twin)) == []


def test_what_another_process_writes_is_named(bank: Bank) -> None:
    fill(bank, 30)
    text, twin = TWINS[2]
    assert bank.look_alikes(note(twin)) == []
    with closing(Bank(bank.path)) as other:
        added = other.add(note(text), PERSON)
    assert [alike.id for alike in bank.look_alikes(note(twin))] == [added.id]


def test_an_older_state_of_the_bank_is_asked_as_it_was(bank: Bank) -> None:
    fill(bank, 30)
    text, twin = TWINS[2]

    def named() -> list[str]:
        return [alike.id for alike in bank.look_alikes(note(twin))]

    with ThreadPoolExecutor(1) as thread:
        with bank.snapshot():
            assert named() == []
            added = thread.submit(bank.add, note(text), PERSON).result()
            assert thread.submit(named).result() == [added.id]
            assert named() == [], "not there yet"
        assert thread.submit(named).result() == [added.id]
        thread.submit(bank.close_thread).result()


def test_after_many_changes_all_is_counted_anew(bank: Bank) -> None:
    with bank.transaction(PERSON, "fill"):
        for number in range(10):
            bank.add(Memory(id=f"m{number}", title="x", content="zebra in the database"), PERSON)
    asked = note("zebra crossing in the database")
    bank.look_alikes(asked)
    words = words_of(bank)
    assert words.numbers["zebra"] == 10
    bank.delete([("memory", f"m{number}") for number in range(9)], PERSON)
    bank.update("m9", {"content": "no such animal"}, PERSON)
    bank.look_alikes(asked)
    assert words.numbers["zebra"] == 10
    for number in range(remembered_words.LASTING):
        bank.update("m9", {"title": f"x {number}"}, PERSON)
        bank.look_alikes(asked)
    assert words.numbers["zebra"] == 9


def test_an_entry_is_named_once_among_the_newest_of_a_word(bank: Bank) -> None:
    with bank.transaction(PERSON, "fill"):
        for number, text in enumerate(("no such animal", "zebra", "zebra")):
            bank.add(Memory(id=f"m{number}", title="x", content=text), PERSON)
    asked = note("zebra crossing")
    bank.look_alikes(asked)
    bank.update("m0", {"content": "zebra"}, PERSON)
    bank.look_alikes(asked)
    bank.update("m2", {"title": "y"}, PERSON)
    bank.look_alikes(asked)
    oldest, *others = (bank.get(f"m{number}").key for number in range(3))
    assert list(words_of(bank).newest("zebra")) == [oldest, *reversed(others)]


def words_of(bank: Bank) -> remembered_words.Words:
    """What the bank remembers of its words."""
    assert bank._words is not None
    return bank._words.words


def fill(bank: Bank, count: int) -> None:
    with bank.transaction(PERSON, "fill"):
        for number in range(count):
            bank.add(note(f"Entry number {number} tells of nothing in the database"), PERSON)


@pytest.mark.parametrize("text", ['"', "AND (", "-", "进", "\U00030001", "*" * 100])
def test_any_text_may_be_compared(noted: Bank, text: str) -> None:
    assert noted.look_alikes(Memory(title=text, content=text)) == []


def test_what_was_written_can_be_learnt_before_anyone_asks(bank: Bank) -> None:
    bank.add(note(TWINS[0][0]), PERSON)
    bank.learn_words()
    assert bank._words is None, "where nobody asks for look-alikes, none are learnt"
    bank.look_alikes(note(TWINS[0][1]))
    added = bank.add(note(TWINS[2][0]), PERSON)
    bank.learn_words()
    assert words_of(bank)._learnt == bank.generation()
    assert [alike.id for alike in bank.look_alikes(note(TWINS[2][1]))] == [added.id]
    with pytest.raises(ZeroDivisionError), bank.transaction(PERSON, "taken back"):
        bank.add(note(TWINS[4][0]), PERSON)
        bank.learn_words()
        raise ZeroDivisionError
    assert bank.look_alikes(note(TWINS[4][1])) == []
