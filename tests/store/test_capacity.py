"""The cap of a scope: at it, below it, above it; whom it never touches (spec 1.6)."""

from __future__ import annotations

from ages import written

from memdesk.core.authors import UPKEEP, Actor
from memdesk.core.entry import Memory
from memdesk.core.query import Query
from memdesk.store import capacity
from memdesk.store.bank import Bank

PERSON = Actor()
HOST = Actor(author="cursor")


def fill(bank: Bank, count: int, days: float, prefix: str = "m", **fields: object) -> list[str]:
    ids = [f"{prefix}{number}" for number in range(count)]
    with bank.transaction(HOST, "fill"):
        for id in ids:
            bank.add(Memory(id=id, title=id, content="c", **fields), HOST)  # type: ignore[arg-type]
    for id in ids:
        written(bank, id, days)
    return ids


def living(bank: Bank) -> set[str]:
    return {entry.id for entry in bank.entries(Query())}


def test_below_at_and_above_the_cap(bank: Bank) -> None:
    fill(bank, 4, 31)
    start = bank.generation()
    assert bank.evict(5) is False
    fill(bank, 1, 31, "n")
    assert bank.evict(5) is False
    assert len(bank.changes_since(start)) == 1, "only the filling"
    fill(bank, 1, 40, "o")
    assert bank.evict(5) is False
    assert living(bank) == {"m0", "m1", "m2", "m3", "n0"}
    assert bank.get("o0", trashed=True).deleted_at is not None
    change = bank.changes_since(0)[-1]
    assert (change.author, change.label) == (UPKEEP, "evict")
    assert bank.can_undo() is None, "nothing that the person did"
    bank.restore([("memory", "o0")], PERSON)
    assert "o0" in living(bank)


def test_a_burst_is_never_evicted_whatever_its_size(bank: Bank) -> None:
    burst = fill(bank, 50, 29.9)
    assert bank.evict(5) is False
    assert living(bank) == set(burst)


def test_what_a_host_wrote_anew_is_new(bank: Bank) -> None:
    fill(bank, 6, 100)
    bank.update("m3", {"content": "fresh"}, HOST)
    assert bank.evict(5) is False
    assert len(living(bank)) == 6


def test_the_least_relevant_then_the_least_recently_accessed_go(bank: Bank) -> None:
    for id, relevance in (("high", "high"), ("low-seen", "low"), ("low", "low"), ("mid", "medium")):
        bank.add(Memory(id=id, title=id, content="c", relevance=relevance), HOST)  # type: ignore[arg-type]
        written(bank, id, 60, None if id == "low" else 40)
    gone = []
    for cap in (3, 2, 1):
        before = living(bank)
        bank.evict(cap)
        gone += before - living(bank)
    assert gone == ["low", "low-seen", "mid"]


def test_each_scope_has_a_cap_of_its_own(bank: Bank) -> None:
    fill(bank, 3, 60, "a", workspace="/a")
    fill(bank, 3, 60, "r", workspace="/a", role="writer")
    fill(bank, 5, 60, "b", workspace="/b")
    bank.evict(3)
    assert len([id for id in living(bank) if id.startswith("b")]) == 3
    assert len(living(bank)) == 9


def test_pinned_constraints_and_the_persons_neither_count_nor_go(bank: Bank) -> None:
    fill(bank, 3, 60)
    fill(bank, 3, 60, "p", pinned=True)
    fill(bank, 3, 60, "c", tags=("rule",))
    fill(bank, 3, 60, "e")
    for number in range(3):
        bank.update(f"e{number}", {"title": "the person's"}, PERSON)
        written(bank, f"e{number}", 60)
    everything = living(bank)
    bank.evict(3)
    assert living(bank) == everything
    bank.evict(2)
    assert everything - living(bank) == {"m0"}


def test_much_goes_in_several_transactions(bank: Bank) -> None:
    fill(bank, capacity.AT_ONCE + 20, 60)
    assert bank.evict(10) is True
    assert len(living(bank)) == 20
    assert bank.evict(10) is False
    assert len(living(bank)) == 10


def test_every_tenth_write_is_one_to_look_at(bank: Bank) -> None:
    assert [bank.count_host_write() for _ in range(30)] == ([False] * 9 + [True]) * 3
