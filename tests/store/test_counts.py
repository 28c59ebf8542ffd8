"""The counts of entries are right after whatever happened to the entries (spec 6.1)."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from any_writes import PERSON, AnyWrites
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from memdesk.core.authors import Actor, importer
from memdesk.core.entry import CATEGORIES, KINDS, RELEVANCES, Entry, Memory, Task, Work
from memdesk.core.errors import BankUnavailable
from memdesk.core.query import Query
from memdesk.core.scope import Viewer
from memdesk.store import backup, counts, migrations
from memdesk.store.bank import Bank
from memdesk.store.salvage import salvage

PLACES = {
    "workspace": st.sampled_from(["", "/w", "/x"]),
    "role": st.sampled_from(["", "r"]),
    "pinned": st.booleans(),
    "relevance": st.sampled_from(RELEVANCES),
}
SAID = st.sampled_from(["a fact", "Never do it", "必须这样"])
STATUS = st.sampled_from(["todo", "Done", "等"])


def plainly(bank: Bank) -> Counter[tuple[object, ...]]:
    """What the counts have to be: every entry looked at."""
    with bank._reading() as connection:
        rows = connection.execute(
            f"SELECT {', '.join(counts.DIMENSIONS)} FROM entry WHERE deleted_at IS NULL"
        )
        return Counter(rows.fetchall())


def kept(bank: Bank) -> Counter[tuple[object, ...]]:
    with bank._reading() as connection:
        found = counts.groups(connection, "true")
    return Counter({tuple(group[:-1]): group.number for group in found})


class AnyHistory(AnyWrites):
    """After each write, the counts are as counted."""

    @rule(target=AnyWrites.entries, said=SAID, place=st.fixed_dictionaries(PLACES),
          category=st.sampled_from(CATEGORIES))  # fmt: skip
    def add_memory(self, said: str, place: dict[str, Any], category: Any) -> Entry:
        return self.bank.add(Memory(title="t", content=said, category=category, **place), PERSON)

    @rule(target=AnyWrites.entries, status=STATUS, place=st.fixed_dictionaries(PLACES))
    def add_task(self, status: str, place: dict[str, Any]) -> Entry:
        return self.bank.add(Task(title="t", status=status, **place), PERSON)

    @rule(target=AnyWrites.entries, place=st.fixed_dictionaries(PLACES))
    def add_work(self, place: dict[str, Any]) -> Entry:
        return self.bank.add(Work(name="w", **place), PERSON)

    @rule(entry=AnyWrites.entries, place=st.fixed_dictionaries({}, optional=PLACES))
    def move(self, entry: Entry, place: dict[str, Any]) -> None:
        self.tolerate(lambda: self.bank.update(entry.id, place, PERSON, kind=entry.kind))

    @rule(entry=AnyWrites.entries, said=SAID, status=STATUS)
    def edit(self, entry: Entry, said: str, status: str) -> None:
        fields = {"content": said} if entry.kind == "memory" else {"status": status}
        self.tolerate(lambda: self.bank.update(entry.id, fields, PERSON, kind=entry.kind))

    @rule(
        some=st.lists(AnyWrites.entries, max_size=4),
        place=st.fixed_dictionaries({}, optional=PLACES),
    )
    def move_many(self, some: list[Entry], place: dict[str, Any]) -> None:
        self.bank.update_many([entry.key for entry in some], place, PERSON)

    @rule(entry=AnyWrites.entries)
    def revive(self, entry: Entry) -> None:
        """Add the trashed entry of that id again, as an import does."""
        self.tolerate(lambda: self.bank.add(replace(entry, key=0), Actor(importer("memdesk"))))

    @invariant()
    def right(self) -> None:
        assert kept(self.bank) == plainly(self.bank)


TestAnyHistory = AnyHistory.TestCase
TestAnyHistory.settings = settings(max_examples=30, stateful_step_count=25)


def filled(bank: Bank) -> None:
    with bank.transaction(PERSON, "fill"):
        for number in range(60):
            place: dict[str, Any] = {
                "workspace": ["", "/w"][number % 2],
                "role": ["", "r", "s"][number % 3],
                "relevance": RELEVANCES[number % 3],
                "never_send_to": [(), (), (), ("*",), ("cursor",)][number % 5],
            }
            said = ["a fact", "Never do it"][number % 2]
            bank.add(Memory(title="t", content=said, category=CATEGORIES[number % 5], **place),
                     PERSON)  # fmt: skip
            bank.add(Task(title="t", status=["todo", "done"][number % 2], **place), PERSON)
            bank.add(Work(name="w", tech=("x",), **place), PERSON)
    bank.delete([(entry.kind, entry.id) for entry in bank.entries()[::7]], PERSON)


def test_a_rolled_back_write_counts_for_nothing(bank: Bank) -> None:
    filled(bank)
    before = kept(bank)
    with pytest.raises(ZeroDivisionError), bank.transaction(PERSON, "fails"):
        bank.add(Memory(title="t", content="c"), PERSON)
        assert kept(bank) != before
        raise ZeroDivisionError
    assert kept(bank) == before == plainly(bank)


@pytest.mark.parametrize(
    "query",
    [
        Query(kinds=KINDS),
        Query(kinds=("memory",), category="fact", relevance="low"),
        Query(kinds=("task",), status="todo"),
        Query(kinds=("memory",), constraint=True),
        Query(kinds=("memory", "task"), constraint=False),
        Query(kinds=KINDS, workspace="/w", role="r"),
        Query(kinds=KINDS, viewer=Viewer(workspace="/w", role="r")),
        Query(kinds=KINDS, viewer=Viewer(role="s", scope="role")),
        Query(kinds=KINDS, limit=3, offset=2),
        # What the counts don't know:
        Query(kinds=KINDS, trashed=True),
        Query(kinds=KINDS, host="cursor"),
        Query(kinds=KINDS, never_recalled=True),
        Query(kinds=KINDS, author="user"),
        Query(kinds=("work",), created_from="2000"),
        Query(kinds=("work",), created_before="2000"),
        Query(kinds=KINDS, tags=("a",)),
        Query(kinds=KINDS, among=(1, 2, 3)),
    ],
)
def test_a_count_is_how_many_there_are(bank: Bank, query: Query) -> None:
    filled(bank)
    assert bank.count(query) == len(bank.entries(replace(query, limit=None, offset=0)))


def test_the_values_in_use_are_those_of_the_living_the_most_used_first(bank: Bank) -> None:
    for number, status in enumerate(("rare", "often", "often", "gone")):
        role = "much" if status == "often" else "little"
        bank.add(Task(id=f"t{number}", title="t", status=status, role=role), PERSON)
    bank.add(Work(id="w", name="w", tech=("b", "a"), work_kind="book", workspace="/w"), PERSON)
    bank.add(Work(name="v", tech=("a",), work_kind="book"), PERSON)
    bank.delete([("task", "t3")], PERSON)
    assert bank.distinct("status", "task") == ["often", "rare"]
    assert bank.distinct("role") == ["much", "little"]
    assert bank.distinct("workspace") == ["/w"]
    assert bank.distinct("author") == ["user"]
    assert bank.distinct("work_kind") == ["book"]
    assert bank.distinct("tech") == ["a", "b"]
    bank.delete([("work", "w")], PERSON)
    assert bank.distinct("workspace") == []
    assert bank.distinct("tech") == ["a"]


def test_no_name_stays_of_what_is_forgotten(bank: Bank) -> None:
    """An empty group would tell of a role that no entry has any more."""
    entry = bank.add(Memory(title="t", content="c", role="my secret friend"), PERSON)
    bank.forget_everywhere([(entry.kind, entry.id)], PERSON)
    bank.close()
    assert b"secret friend" not in bank.path.read_bytes()


def test_wrong_counts_are_noticed(bank: Bank) -> None:
    filled(bank)
    assert bank.check() == []
    with bank.transaction(PERSON, "past the triggers"):
        bank._connections.writing().execute("UPDATE entry_count SET number = 9 WHERE role = 's'")
    assert [fault for fault in bank.check() if fault.startswith("entry_count: ")]
    with pytest.raises(BankUnavailable, match="entry_count"):
        backup.check(bank.path, bank.backups)


def test_another_program_that_writes_is_counted(bank: Bank) -> None:
    filled(bank)
    bank.close()
    with closing(sqlite3.connect(bank.path)) as plain:
        plain.execute("UPDATE entry SET role = 'renamed' WHERE role = 'r'")
        plain.execute("DELETE FROM entry WHERE role = 's'")
        plain.commit()
    assert kept(bank) == plainly(bank)
    assert bank.distinct("role") == ["renamed"]


def test_what_is_read_out_of_a_damaged_bank_is_counted(bank: Bank, tmp_path: Path) -> None:
    filled(bank)
    bank.close()
    salvage(bank.path, tmp_path / "out.sqlite", lambda _done, _all: None)
    out = Bank(tmp_path / "out.sqlite")
    assert kept(out) == plainly(out) == plainly(bank)
    out.close()


def test_an_older_bank_is_counted_when_it_is_brought_up_to_date(bank_path: Path) -> None:
    before = migrations.STEPS.index(migrations._COUNTS)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for step in migrations.STEPS[:before]:
            connection.executescript(step)
        connection.execute(f"PRAGMA user_version = {before}")
        for number, gone in enumerate((None, None, "2026-01-01T00:00:00.000Z")):
            connection.execute(
                "INSERT INTO entry VALUES (NULL, 'task', ?, '', '', 0, 'todo', '', '[]', '', 1, '',"
                " 'r', 0, 0, '', '', NULL, 0, 'user', NULL, '[]', 1, 0, '[]', NULL, ?, 't', '')",
                (f"t{number}", gone),
            )
        migrations.migrate(connection)
        (group,) = counts.groups(connection, "true")
        assert (group.kind, group.role, group.status, group.number) == ("task", "r", "todo", 2)
