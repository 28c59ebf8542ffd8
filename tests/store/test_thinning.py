"""What a bank drops by itself in time, and what it keeps (spec 1.6, 1.7, 2.4)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from time import thread_time

import pytest
from ages import ago, set_back

from memdesk.core.authors import UPKEEP, Actor, importer
from memdesk.core.entry import Memory
from memdesk.core.errors import NotFound
from memdesk.core.query import Query
from memdesk.exchange.importing import import_found
from memdesk.exchange.reading import Found, FoundEntry
from memdesk.exchange.source import Source
from memdesk.store import access, thinning
from memdesk.store.access import AccessRow
from memdesk.store.bank import Bank, FrozenKey

PERSON = Actor()
HOST = Actor(author="cursor")


def set_back_changes(bank: Bank, days: float) -> None:
    """Have all that was done so far be done so many days ago."""
    with closing(sqlite3.connect(bank.path)) as connection, connection:
        connection.execute("UPDATE change SET at = ? WHERE at > ?", (ago(days), ago(1)))


def titles(bank: Bank, id: str) -> list[str]:
    """The titles that the history of an entry can bring back, the newest first."""
    return [one.before["title"] for one in bank.history(id) if one.before]


# --- the trash


def test_the_trash_is_kept_for_thirty_days(bank: Bank) -> None:
    for id in ("m-29", "m-31", "m-living"):
        bank.add(Memory(id=id, title=f"about {id}", content="c"), PERSON)
    bank.delete([("memory", "m-29"), ("memory", "m-31")], PERSON)
    set_back(bank, "m-29", deleted_at=ago(29.9))
    set_back(bank, "m-31", deleted_at=ago(30.1))
    start = bank.generation()
    bank.keep_up(None)
    assert [entry.id for entry in bank.entries(Query(trashed=True))] == ["m-29"]
    assert bank.get("m-living").id == "m-living"
    assert bank.history("m-31")[0].action == "destroy"
    (change,) = bank.changes_since(start)
    assert (change.author, change.label) == (UPKEEP, "upkeep")
    assert bank.destroyed_since(start)
    assert bank.check() == []
    with pytest.raises(NotFound):
        bank.get("m-31", trashed=True)


def test_nobody_who_writes_waits_for_a_full_trash(bank: Bank) -> None:
    words = "so many words in one text " * 2_000
    with bank.transaction(PERSON, "fill"):
        for number in range(60):
            bank.add(Memory(id=f"m{number}", title="t", content=words), PERSON)
        bank.delete([("memory", f"m{number}") for number in range(60)], PERSON)
    with closing(sqlite3.connect(bank.path)) as connection, connection:
        connection.execute("UPDATE entry SET deleted_at = ?", (ago(40),))
    start = bank.generation()
    bank.keep_up(None)
    assert bank.count(Query(trashed=True)) == 0
    assert len(bank.changes_since(start)) > 3, "in several transactions"


def test_it_can_be_stopped_and_goes_on_the_next_time(bank: Bank) -> None:
    bank.add(Memory(id="m1", title="t", content="c"), PERSON)
    bank.delete([("memory", "m1")], PERSON)
    set_back(bank, "m1", deleted_at=ago(31))
    bank.keep_up(None, lambda: True)
    assert bank.count(Query(trashed=True)) == 1
    assert bank.upkeep_due()
    bank.keep_up(None)
    assert bank.count(Query(trashed=True)) == 0
    assert not bank.upkeep_due()


# --- revisions


def test_of_old_revisions_a_thing_keeps_its_newest(bank: Bank) -> None:
    bank.add(Memory(id="m1", title="first", content="c"), PERSON)
    for title in ("second", "third", "fourth"):
        bank.update("m1", {"title": title}, PERSON)
    set_back_changes(bank, 180.1)
    bank.update("m1", {"title": "fifth"}, PERSON)
    set_back_changes(bank, 179.9)
    bank.update("m1", {"title": "sixth"}, PERSON)
    bank.keep_up(None)
    assert titles(bank, "m1") == ["fifth", "fourth", "third"]
    for _ in range(2):
        bank.undo(PERSON)
    assert bank.get("m1").title == "fourth"
    assert bank.get("m1").content == "c"


def test_nothing_younger_is_thinned(bank: Bank) -> None:
    bank.add(Memory(id="m1", title="first", content="c"), PERSON)
    for title in ("second", "third"):
        bank.update("m1", {"title": title}, PERSON)
    set_back_changes(bank, 179.9)
    before = bank.history()
    bank.keep_up(None)
    assert bank.history() == before


def test_the_next_round_goes_on_where_the_last_one_was(bank: Bank) -> None:
    bank.add(Memory(id="m1", title="first", content="c"), PERSON)
    bank.update("m1", {"title": "second"}, PERSON)
    set_back_changes(bank, 181)
    bank.keep_up(None)
    assert titles(bank, "m1") == ["first"]
    bank.update("m1", {"title": "third"}, PERSON)
    set_back_changes(bank, 181)
    bank.keep_up(None)
    assert titles(bank, "m1") == ["second"]


def test_the_generation_never_goes_back(bank: Bank) -> None:
    bank.add(Memory(id="m1", title="first", content="c"), PERSON)
    bank.add_suggestion("cursor", None, "memory_write", {"title": "a", "content": "b"})
    set_back_changes(bank, 400)
    generation = bank.generation()
    bank.keep_up(None)
    assert bank.generation() >= generation
    bank.add(Memory(title="another", content="c"), PERSON)
    assert bank.generation() > generation


@pytest.mark.parametrize("thinned", [False, True])
def test_an_import_still_knows_what_the_person_edited(
    bank: Bank, tmp_path: Path, thinned: bool
) -> None:
    def file(**fields: object) -> Found:
        entry = Memory(id="m1", **{"title": "t", "content": "c", **fields})  # type: ignore[arg-type]
        found = FoundEntry(entry=entry, where="1")
        return Found(
            Source(tmp_path),
            lambda _found: [found],
            name="x",
            brings={"memory": ("title", "content")},
        )

    import_found(bank, file(updated_at=ago(500)))
    bank.update("m1", {"title": "the person's"}, PERSON)
    bank.update("m1", {"pinned": True}, PERSON)
    bank.update("m1", {"pinned": False}, PERSON)
    set_back_changes(bank, 400)
    if thinned:
        bank.keep_up(None)
    plan = import_found(bank, file(title="the file's", updated_at="2090-01-01T00:00:00.000Z"))
    assert bank.get("m1").title == "the person's"
    assert len(plan.skipped) == 1
    plan = import_found(bank, file(content="new", title="the person's", updated_at=ago(-400)))
    assert (plan.updated, bank.get("m1").content) == (1, "new")


def test_memdesks_own_files_keep_authors_and_are_still_known_as_imports(bank: Bank) -> None:
    importing = Actor(author=importer("memdesk"))
    bank.add(Memory(id="m1", title="t", content="c", author="user"), importing)
    bank.update("m1", {"title": "newer"}, importing)
    set_back_changes(bank, 400)
    bank.keep_up(None)
    assert bank.history("m1")[0].author == "import:memdesk"


def test_where_a_thing_was_when_stays_known(bank: Bank) -> None:
    bank.add(Memory(id="m1", title="private", content="c", role="writer"), PERSON)
    bank.update("m1", {"role": ""}, PERSON)
    bank.update("m1", {"title": "shared"}, PERSON)
    set_back_changes(bank, 400)
    bank.keep_up(None)
    assert ["role" in (one.before or {}) for one in bank.history("m1")] == [False, True]


def test_thinning_goes_in_small_transactions(bank: Bank) -> None:
    with bank.transaction(PERSON, "fill"):
        for number in range(100):
            bank.add(Memory(id=f"m{number}", title="t", content="c"), PERSON)
    for turn in range(30):
        keys = bank.keys(Query())
        bank.update_many(keys, {"category": ("fact", "note")[turn % 2]}, PERSON)
    set_back_changes(bank, 400)
    longest = 0.0
    more = True
    while more:
        started = thread_time()  # its own work, whatever else the machine has to do
        with bank._writing(PERSON, "upkeep") as writing:
            more = thinning.thin_revisions(writing)
        longest = max(longest, thread_time() - started)
    assert len(bank.history(limit=10_000)) == 100
    assert longest < 1, "many times what one slice may take, on whatever machine"


# --- the rest


def test_answered_suggestions_go_and_waiting_ones_stay(bank: Bank) -> None:
    waiting = bank.add_suggestion("h", None, "memory_write", {"title": "a", "content": "b"})
    answered = bank.add_suggestion("h", None, "memory_write", {"title": "c", "content": "d"})
    bank.resolve_suggestion(answered, True, PERSON)
    with closing(sqlite3.connect(bank.path)) as connection, connection:
        connection.execute("UPDATE suggestion SET at = ?", (ago(181),))
    bank.keep_up(None)
    assert [one.number for one in bank.suggestions(waiting=False)] == [waiting]


def test_old_frozen_blocks_go(bank: Bank) -> None:
    for session, days in (("old", 31), ("new", 29)):
        bank.freeze(FrozenKey(host="h", session=session), None, "text", {}, at=ago(days))
    bank.keep_up(None)
    assert bank.frozen_block(FrozenKey(host="h", session="old")) is None
    assert bank.frozen_block(FrozenKey(host="h", session="new")) is not None


def test_the_access_log_remembers_ninety_days(bank: Bank) -> None:
    bank.log_access([AccessRow(host="h", operation="block", at=ago(days)) for days in (91, 89, 1)])
    bank.keep_up(None)
    assert len(bank.access_log()) == 2


def test_a_host_that_calls_without_end_fills_no_disk(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "MAX_ROWS", 100)
    call = AccessRow(host="h", operation="block")
    for number in range(5):
        bank.log_access([replace_session(call, f"{number}-{one}") for one in range(60)])
    kept = bank.access_log(limit=1_000)
    assert len(kept) == 100
    assert (kept[0].session, kept[-1].session) == ("4-59", "3-20")


def replace_session(call: AccessRow, session: str) -> AccessRow:
    return call._replace(session=session)
