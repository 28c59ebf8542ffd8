"""Cleaning: what is downgraded, what goes to the trash, and what is never touched (spec 1.6)."""

from __future__ import annotations

import pytest
from ages import ago, set_back, written

from memdesk.core.authors import CLI, Actor, importer
from memdesk.core.entry import Memory, Relevance, Task, Work
from memdesk.core.query import Query
from memdesk.store.ageing import Ages
from memdesk.store.bank import Bank

PERSON = Actor()
HOST = Actor(author="cursor")


def ids(bank: Bank, keys: object) -> list[str]:
    found = bank.rows(keys)  # type: ignore[arg-type]
    return [found[key].id for key in keys]  # type: ignore[attr-defined]


def planned(bank: Bank, ages: Ages | None = None) -> tuple[list[str], list[str]]:
    cleaning = bank.to_clean(ages)
    return ids(bank, cleaning.trash), ids(bank, cleaning.downgrade)


def host_wrote(
    bank: Bank, id: str, days: float, accessed: float | None = None, relevance: Relevance = "medium"
) -> None:
    bank.add(Memory(id=id, title=f"about {id}", content="c", relevance=relevance), HOST)
    written(bank, id, days, accessed)


@pytest.mark.parametrize(
    ("days", "accessed", "is_downgraded"),
    [
        (29.9, None, False),
        (30.1, None, True),
        (100, 29.9, False),
        (100, 30.1, True),
        (170, None, True),
    ],
)
def test_what_was_not_accessed_for_thirty_days_is_downgraded(
    bank: Bank, days: float, accessed: float | None, is_downgraded: bool
) -> None:
    host_wrote(bank, "m1", days, accessed)
    assert planned(bank) == ([], ["m1"] if is_downgraded else [])


@pytest.mark.parametrize(
    ("days", "accessed", "recalled", "goes"),
    [
        (179.9, None, 0, False),
        (180.1, None, 0, True),
        (400, 179.9, 0, False),
        (400, 180.1, 0, True),
        (400, 300, 1, False),
    ],
)
def test_what_was_never_recalled_for_180_days_goes_to_the_trash(
    bank: Bank, days: float, accessed: float | None, recalled: int, goes: bool
) -> None:
    host_wrote(bank, "m1", days, accessed)
    set_back(bank, "m1", access_count=recalled)
    assert planned(bank) == (["m1"], []) if goes else ([], ["m1"])


def test_a_downgrade_moves_one_step_at_most_once_in_thirty_days(bank: Bank) -> None:
    host_wrote(bank, "m1", 100, 50, "high")
    before = bank.get("m1")
    bank.clean(PERSON)
    after = bank.get("m1")
    assert after.relevance == "medium"
    assert after.updated_at == before.updated_at, "the block of a session must not move"
    assert not after.by_person, "cleaning is no edit"
    assert planned(bank) == ([], [])
    set_back(bank, "m1", downgraded_at=ago(29.9))
    assert planned(bank) == ([], [])
    set_back(bank, "m1", downgraded_at=ago(30.1))
    bank.clean(PERSON)
    assert bank.get("m1").relevance == "low"
    set_back(bank, "m1", downgraded_at=ago(30.1))
    assert planned(bank) == ([], []), "there is nothing below low"


def test_pinned_entries_constraints_and_the_persons_own_are_never_touched(bank: Bank) -> None:
    def add(id: str, actor: Actor, **fields: object) -> None:
        bank.add(Memory(id=id, title=f"about {id}", content="c", **fields), actor)  # type: ignore[arg-type]
        written(bank, id, 400)

    add("m-pinned", HOST, pinned=True)
    add("m-tagged", HOST, tags=("rule",))
    add("m-said", HOST, constraint="yes")
    add("m-user", PERSON)
    add("m-cli", Actor(author=CLI))
    add("m-import", Actor(author=importer("rolebox")))
    add("m-edited", HOST)
    bank.update("m-edited", {"title": "as the person wants it"}, PERSON)
    written(bank, "m-edited", 400)
    add("m-hosts", HOST)
    add("m-not-said", HOST, constraint="no", tags=("rule",))
    assert planned(bank) == (["m-hosts", "m-not-said"], [])
    bank.clean(PERSON)
    left = {entry.id for entry in bank.entries(Query())}
    assert left == {
        "m-pinned", "m-tagged", "m-said", "m-user", "m-cli", "m-import", "m-edited",
    }  # fmt: skip
    assert {entry.relevance for entry in bank.entries(Query())} == {"medium"}


def test_tasks_and_works_age_too(bank: Bank) -> None:
    bank.add(Task(id="t1", title="t"), HOST)
    bank.add(Work(id="w1", name="w"), HOST)
    written(bank, "t1", 200)
    written(bank, "w1", 40)
    assert planned(bank) == (["t1"], ["w1"])


def test_the_least_needed_comes_first(bank: Bank) -> None:
    host_wrote(bank, "m-high", 300, None, "high")
    host_wrote(bank, "m-low-seen", 300, 200, "low")
    host_wrote(bank, "m-low", 300, None, "low")
    assert planned(bank) == (["m-low", "m-low-seen", "m-high"], [])


def test_other_bounds(bank: Bank) -> None:
    host_wrote(bank, "m-high", 50, None, "high")
    host_wrote(bank, "m-medium", 50)
    host_wrote(bank, "m-low", 50, None, "low")
    host_wrote(bank, "m-new", 0.1, None, "low")
    assert planned(bank, Ages(days=40)) == (["m-low", "m-medium", "m-high"], [])
    assert planned(bank, Ages(days=40, kept_relevance="high")) == (
        ["m-low", "m-medium"], ["m-high"],
    )  # fmt: skip
    assert planned(bank, Ages(days=40, kept_relevance="low")) == ([], ["m-medium", "m-high"])
    assert planned(bank, Ages(days=0))[0] == ["m-low", "m-new", "m-medium", "m-high"]


def test_it_is_one_change_that_undo_takes_back(bank: Bank) -> None:
    host_wrote(bank, "m-goes", 300)
    host_wrote(bank, "m-falls", 100, 40, "high")
    start = bank.generation()
    told: list[tuple[int, int]] = []
    bank.clean(PERSON, progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 2), (1, 2)]
    (change,) = bank.changes_since(start)
    assert (change.label, change.author) == ("clean", "user")
    assert bank.get("m-goes", trashed=True).deleted_at is not None
    bank.undo(PERSON)
    assert bank.get("m-goes").deleted_at is None
    assert bank.get("m-falls").relevance == "high"
    assert planned(bank) == (["m-goes"], ["m-falls"]), "as if it had never been"
    bank.redo(PERSON)
    assert bank.get("m-falls").relevance == "medium"
    assert planned(bank) == ([], []), "once in thirty days"


def test_only_what_is_chosen_and_still_due(bank: Bank) -> None:
    for id in ("m1", "m2", "m3"):
        host_wrote(bank, id, 300)
    looked_at = {bank.get("m1").key, bank.get("m2").key}
    bank.record_access({"memory": ["m2"]}, recalled=True)
    bank.clean(PERSON, among=looked_at)
    assert {entry.id for entry in bank.entries(Query())} == {"m2", "m3"}


def test_cleaning_makes_no_bank(bank: Bank) -> None:
    assert len(bank.to_clean()) == 0
    assert len(bank.clean(PERSON)) == 0
    assert not bank.exists()
