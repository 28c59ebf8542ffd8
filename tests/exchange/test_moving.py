"""Entries copied and moved into another bank (spec 7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.errors import BadParameters, MemdeskError, NotFound
from memdesk.core.query import Query
from memdesk.exchange import moving
from memdesk.store.bank import Bank

PERSON = Actor()
HOST = Actor(author="claude-code", session_id="s1")


class Enough(MemdeskError):
    """Raised by a test that stops the work."""


def untold(_done: int, _total: int) -> None:
    pass


@pytest.fixture
def filled(bank: Bank) -> Bank:
    bank.add(Memory(id="m1", title="One", content="一", tags=("a", "b"), role="r"), HOST)
    bank.add(Memory(id="m2", title="Two", content="2"), PERSON)
    bank.add(Task(id="t1", title="Three", notes="3"), PERSON)
    return bank


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Bank]:
    made = Bank(tmp_path / "other.sqlite")
    yield made
    made.close()


def keys(bank: Bank) -> list[int]:
    return list(bank.keys(Query(sort="id")))


def test_a_copy_keeps_ids_authors_and_times(filled: Bank, there: Bank) -> None:
    moved = moving.copy(filled, keys(filled), there, "skip", untold)
    assert (moved.copied, moved.same, moved.left_out, moved.trashed) == (3, 0, 0, 0)
    one, copy = filled.get("m1"), there.get("m1")
    assert (copy.author, copy.session_id, copy.created_at, copy.updated_at, copy.tags) == (
        one.author, one.session_id, one.created_at, one.updated_at, one.tags,
    )  # fmt: skip
    assert copy.role == "r"
    assert len(filled.entries()) == 3, "a copy leaves what is here"


def test_a_move_leaves_nothing_here_and_can_be_undone(filled: Bank, there: Bank) -> None:
    assert moving.copy(filled, keys(filled), there, "skip", untold, move=True).trashed == 3
    assert filled.entries() == []
    filled.undo(PERSON)
    assert len(filled.entries()) == 3
    assert len(there.entries()) == 3


def test_what_is_there_already_is_not_written_again(filled: Bank, there: Bank) -> None:
    moving.copy(filled, keys(filled), there, "skip", untold)
    generation = there.generation()
    meeting = moving.meet(filled, keys(filled), there, untold)
    assert (len(meeting.new), len(meeting.same), len(meeting.taken)) == (0, 3, 0)
    moved = moving.copy(filled, keys(filled), there, "both", untold)
    assert (moved.copied, moved.same) == (0, 3)
    assert there.generation() == generation


def test_a_taken_id_is_left_out_or_gets_a_new_one(filled: Bank, there: Bank) -> None:
    there.add(Memory(id="m1", title="Another", content="other"), PERSON)
    there.add(Memory(id="m2", title="Two", content="2"), PERSON)
    there.delete([("memory", "m2")], PERSON)
    meeting = moving.meet(filled, keys(filled), there, untold)
    assert [filled.rows([key])[key].id for key in meeting.taken] == ["m1", "m2"]

    moved = moving.copy(filled, keys(filled), there, "skip", untold, move=True)
    assert (moved.copied, moved.left_out, moved.trashed) == (1, 2, 1)
    assert sorted(entry.id for entry in filled.entries()) == ["m1", "m2"], "left out stays here"
    assert there.get("m1").label == "Another"
    with pytest.raises(NotFound):
        there.get("m2")  # what the person threw away there stays thrown away

    moved = moving.copy(filled, keys(filled), there, "both", untold, move=True)
    assert (moved.copied, moved.trashed) == (2, 2)
    assert sorted(entry.label for entry in there.entries()) == ["Another", "One", "Three", "Two"]
    assert there.get("m1").label == "Another"


def test_an_id_in_the_trash_here_is_not_moved(filled: Bank, there: Bank) -> None:
    everything = keys(filled)
    filled.delete([("memory", "m1")], PERSON)
    assert moving.copy(filled, everything, there, "skip", untold).copied == 2


def test_stopping_leaves_both_banks_as_they_were(filled: Bank, there: Bank) -> None:
    def enough(_done: int, _total: int) -> None:
        raise Enough("enough")

    with pytest.raises(Enough):
        moving.copy(filled, keys(filled), there, "skip", enough, move=True)
    assert there.entries() == []
    assert len(filled.entries()) == 3


def test_the_open_bank_is_no_other_bank(filled: Bank, tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to(filled.path)
    with pytest.raises(BadParameters):
        moving.other_bank(filled, link)
    assert not moving.other_bank(filled, tmp_path / "new.sqlite").exists(), "none is made by it"
