"""The search index is in step with the entries after whatever happened to them."""

from __future__ import annotations

from itertools import pairwise

from any_writes import PERSON, AnyWrites
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from memdesk.core.authors import Actor, importer
from memdesk.core.entry import Entry, Memory, Work
from memdesk.core.query import Query
from memdesk.store.bank import Bank
from memdesk.store.search_index import SearchIndex

IMPORTER = Actor(author=importer("memdesk"))
TEXT = st.text(st.sampled_from("ab é进度表ﬁ\U00030001한,\n\"'"), min_size=1, max_size=12).filter(
    str.strip
)
TAGS = st.lists(TEXT, max_size=3).map(tuple)


class AnyHistory(AnyWrites):
    """After each write, the index equals one built anew."""

    @rule(target=AnyWrites.entries, title=TEXT, content=TEXT, tags=TAGS)
    def add_memory(self, title: str, content: str, tags: tuple[str, ...]) -> Entry:
        return self.bank.add(Memory(title=title, content=content, tags=tags), PERSON)

    @rule(target=AnyWrites.entries, name=TEXT, tech=TAGS)
    def add_work(self, name: str, tech: tuple[str, ...]) -> Entry:
        return self.bank.add(Work(name=name, tech=tech), PERSON)

    @rule(entry=AnyWrites.entries, title=TEXT, tags=TAGS)
    def edit(self, entry: Entry, title: str, tags: tuple[str, ...]) -> None:
        field = "title" if entry.kind == "memory" else "name"
        self.tolerate(
            lambda: self.bank.update(
                entry.id, {field: title, "tags": tags}, PERSON, kind=entry.kind
            )
        )

    @rule(old=TEXT, new=TEXT)
    def rename_tag(self, old: str, new: str) -> None:
        self.bank.rename_tag(old, new, PERSON)

    @invariant()
    def in_step(self) -> None:
        assert self.bank.check() == []


TestAnyHistory = AnyHistory.TestCase
TestAnyHistory.settings = settings(max_examples=20, stateful_step_count=20)


def test_a_write_that_goes_past_the_index_is_noticed_and_mended(bank: Bank) -> None:
    entry = bank.add(Memory(title="one", content="two 进度"), PERSON)
    assert bank.check() == []
    with bank.transaction(PERSON, "past the index"):
        connection = bank._connections.writing()
        connection.execute("UPDATE entry SET body = 'three' WHERE key = ?", (entry.key,))
    assert any("entry_words" in fault for fault in bank.check())
    assert any("entry_starts" in fault for fault in bank.check())
    with bank.transaction(PERSON, "rebuild"):
        SearchIndex(bank._connections.writing()).rebuild()
    assert bank.check() == []


def pieces(bank: Bank) -> int:
    """Of how many pieces the index of words consists: one more for each time that it was written
    down, until some are merged."""
    with bank._reading() as connection:
        found: int = connection.execute(
            "SELECT count(DISTINCT segid) FROM entry_words_idx"
        ).fetchone()[0]
    return found


def test_a_change_of_many_entries_is_written_down_at_its_end(bank: Bank) -> None:
    """The index gathers words as long as keys rise, and no statement may be taken back for
    itself; else a large import takes five times as long, and undoing eight times."""
    with bank.transaction(Actor(author=importer("memdesk")), "import"):
        for number in range(40):
            bank.add(Memory(title=f"t{number}", content="c", role=f"r{number}"), PERSON)
    assert pieces(bank) == 1
    keys = bank.keys(Query())
    bank.update_many(keys, {"title": "new", "relevance": "high"}, PERSON, add_tags=["tag"])
    assert pieces(bank) == 2
    bank.undo(PERSON)
    assert pieces(bank) == 3
    memories = bank.entries()
    assert len({memory.title for memory in memories}) == 40
    bank.destroy([(entry.kind, entry.id) for entry in memories], PERSON)
    with bank._reading() as connection:
        left = connection.execute("SELECT count(*) FROM entry").fetchone()[0]
    assert (left, pieces(bank)) == (0, 4)


def test_writes_leave_what_an_import_wrote_as_it_is(bank: Bank) -> None:
    """SQLite by itself writes all words anew with the sixteenth write after an import."""
    fill(bank, 200)
    for number in range(40):
        bank.add(Memory(title=f"one {number}", content="of many"), PERSON)
    assert pieces(bank) == 41
    assert bank.check() == []


def test_pieces_are_merged_a_few_pages_at_a_time(bank: Bank) -> None:
    fill(bank, 2_000)
    words = pages(bank)
    for number in range(40):
        bank.add(Memory(title=f"one {number}", content="of many"), PERSON)
    log = bank.path.with_name(bank.path.name + "-wal")
    with bank._reading() as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
    written = [log.stat().st_size]
    while bank.merge_index():
        written.append(log.stat().st_size)
    steps = [after - before for before, after in pairwise(written)]
    # A page that is merged is written, and the one that it was is emptied.
    assert max(steps) < words * PAGE
    assert pieces(bank) < 4
    assert bank.check() == []
    assert bank.count(Query(text="many")) == 40
    assert not bank.merge_index(), "nothing is left to do"
    assert log.stat().st_size == written[-1], "and nothing is written for it"


PAGE = 4096


def pages(bank: Bank) -> int:
    """How many pages the index of words has."""
    with bank._reading() as connection:
        found: int = connection.execute("SELECT count(*) FROM entry_words_data").fetchone()[0]
    return found


def fill(bank: Bank, count: int) -> None:
    with bank.transaction(IMPORTER, "import"):
        for number in range(count):
            words = " ".join(f"w{number * 7 + place}" for place in range(60))
            bank.add(Memory(title=f"t{number}", content=words), IMPORTER)


def test_each_thing_goes_back_by_its_newest_revision_first(bank: Bank) -> None:
    one = bank.add(Memory(title="one", content="c"), PERSON)
    other = bank.add(Memory(title="other", content="c"), PERSON)
    with bank.transaction(PERSON, "twice"):
        for title in ("first", "second"):
            for entry in (other, one):
                bank.update(entry.id, {"title": f"{title} {entry.title}"}, PERSON)
    bank.undo(PERSON)
    assert {bank.get(one.id).label, bank.get(other.id).label} == {"one", "other"}
    bank.redo(PERSON)
    assert bank.get(one.id).label == "second one"
    assert bank.check() == []
