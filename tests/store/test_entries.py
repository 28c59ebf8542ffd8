"""Entries go in and come out as they are, to the letter (spec 1.1, 1.2, 1.4)."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.core import ids, limits
from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory, Task, Work
from memdesk.core.errors import BadParameters, Conflict, LimitExceeded, NotFound
from memdesk.core.query import Query
from memdesk.core.scope import Viewer
from memdesk.store.bank import Bank

PERSON = Actor()
HOST = Actor(author="claude-code", session_id="s1")

OPAQUE = (
    "## A heading\n<!-- memdesk:end -->\n```\ncode\n```\r\n\ttab  two spaces \n\n",
    "进度：引擎 ends in white space \u3000",
    "e\u0301 stays apart from \u00e9, \u202e and \ufeff stay",
    "👩‍👩‍👧‍👦🏳️‍🌈 \U00030001",
    "%s {x} ' \" ; DROP TABLE entry; --",
)


@pytest.mark.parametrize("text", OPAQUE)
def test_content_is_kept_byte_for_byte(
    bank: Bank, open_bank: Callable[[Path], Bank], text: str
) -> None:
    stored = bank.add(Memory(title="t", content=text), PERSON)
    assert bank.get(stored.id) == stored
    again = open_bank(bank.path).get(stored.id)
    assert isinstance(again, Memory)
    assert again.content.encode() == text.encode()


STORABLE = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=300
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(content=STORABLE.filter(str.strip), tags=st.lists(STORABLE.filter(str.strip), max_size=5))
def test_any_text_comes_back(bank: Bank, content: str, tags: list[str]) -> None:
    tags = list(dict.fromkeys(tag[:100] for tag in tags if tag[:100].strip()))
    stored = bank.add(Memory(title="t", content=content, tags=tuple(tags)), PERSON)
    assert bank.rows([stored.key]) == {stored.key: stored}
    assert isinstance(stored, Memory)
    assert (stored.content, stored.tags) == (content, tuple(tags))
    bank.destroy([("memory", stored.id)], PERSON)
    assert bank.check() == []


FULL: tuple[Entry, ...] = (
    Memory(
        title="t", content="c", category="lesson", constraint="no", tags=("b", "a"),
        relevance="high", workspace="/w", role="r", pinned=True, source_sessions=("s1", "s2"),
        not_secret=True, never_send_to=("*",),
    ),
    Task(title="t", status="等", notes="n", tags=("x",), relevance="low"),
    Work(name="n", work_kind="k", summary="s", tech=("b", "a"), path="/p", status="new"),
)  # fmt: skip


@pytest.mark.parametrize("entry", FULL, ids=lambda entry: entry.kind)
def test_every_field_is_kept(bank: Bank, entry: Entry) -> None:
    stored = bank.add(entry, HOST)
    assert bank.get(stored.id, kind=entry.kind) == stored
    filled = {"id", "key", "created_at", "updated_at", "author", "session_id", "position"}
    for field in dataclasses.fields(entry):
        if field.name not in filled:
            assert getattr(stored, field.name) == getattr(entry, field.name), field.name
    assert ids.is_generated(stored.id)
    assert stored.id[0] == entry.kind[0]
    assert stored.author == "claude-code"
    assert stored.session_id == "s1"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", stored.created_at)
    assert stored.updated_at == stored.created_at


def test_there_is_no_file_before_the_first_write(bank: Bank) -> None:
    assert bank.entries() == []
    assert bank.profile().interests == ()
    assert bank.generation() == 0
    assert list(bank.keys(Query())) == []
    assert bank.undo(PERSON) is None and bank.redo(PERSON) is None
    with pytest.raises(NotFound):
        bank.undo(PERSON, 7)
    assert not bank.exists()
    assert list(bank.path.parent.iterdir()) == []
    bank.add(Memory(title="t", content="c"), PERSON)
    assert bank.exists()
    assert len(bank.entries()) == 1


def test_a_reader_sees_the_bank_that_another_makes(bank: Bank) -> None:
    assert bank.entries() == []
    other = Bank(bank.path)
    other.add(Memory(title="t", content="c"), PERSON)
    assert [entry.label for entry in bank.entries()] == ["t"]
    other.close()


LIMITS = [
    (Memory, "title", limits.MAX_TITLE),
    (Memory, "content", limits.MAX_CONTENT),
    (Task, "title", limits.MAX_TITLE),
    (Task, "notes", limits.MAX_NOTES),
    (Work, "name", limits.MAX_TITLE),
    (Work, "summary", limits.MAX_SUMMARY),
]


@pytest.mark.parametrize(("kind", "field", "limit"), LIMITS)
def test_a_limit_is_named_and_nothing_is_cut(
    bank: Bank, kind: type[Entry], field: str, limit: int
) -> None:
    base = {"title": "t", "content": "c"} if kind is Memory else {}
    base = {"title": "t"} if kind is Task else {"name": "n"} if kind is Work else base
    for length in (limit - 1, limit):
        stored = bank.add(kind(**{**base, field: "字" * length}), PERSON)
        assert getattr(bank.get(stored.id), field) == "字" * length
    number = bank.generation()
    with pytest.raises(LimitExceeded) as caught:
        bank.add(kind(**{**base, field: "字" * (limit + 1)}), PERSON)
    assert caught.value.limit == limit
    with pytest.raises(LimitExceeded):
        bank.update(stored.id, {field: "字" * (limit + 1)}, PERSON)
    assert bank.generation() == number


# --- ids


def test_a_living_id_is_taken_within_its_kind(bank: Bank) -> None:
    bank.add(Memory(id="x", title="t", content="c"), PERSON)
    with pytest.raises(Conflict):
        bank.add(Memory(id="x", title="u", content="d"), PERSON)
    bank.add(Task(id="x", title="a task of the same id"), PERSON)
    with pytest.raises(Conflict, match=r"memory.*task|task.*memory"):
        bank.get("x")
    assert bank.get("x", kind="task").kind == "task"


def test_a_trashed_id_revives_with_the_new_values(bank: Bank) -> None:
    old = bank.add(Task(id="x", title="old", notes="n", tags=("a",)), PERSON)
    bank.delete([("task", "x")], PERSON)
    with pytest.raises(NotFound):
        bank.get("x")
    new = bank.add(Task(id="x", title="new"), PERSON)
    assert new.key == old.key
    assert bank.get("x") == new
    assert isinstance(new, Task)
    assert (new.title, new.notes, new.tags, new.deleted_at) == ("new", "", (), None)
    bank.undo(PERSON)
    assert bank.get("x", trashed=True) == dataclasses.replace(
        old, deleted_at=bank.get("x", trashed=True).deleted_at
    )
    assert bank.get("x", trashed=True).deleted_at is not None


def test_a_destroyed_id_is_never_generated_again(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = bank.add(Memory(title="t", content="c"), PERSON)
    bank.destroy([("memory", first.id)], PERSON)
    offered = iter([first.id, first.id, "m22222222"])
    monkeypatch.setattr("memdesk.store.writing.new_id", lambda kind: next(offered))
    assert bank.add(Memory(title="t", content="c"), PERSON).id == "m22222222"


# --- updated_at


MOVES = [
    (Memory(title="t", content="c"), "title", "u"),
    (Memory(title="t", content="c"), "content", "d"),
    (Memory(title="t", content="c"), "category", "fact"),
    (Memory(title="t", content="c"), "tags", ("a",)),
    (Memory(title="t", content="c"), "relevance", "high"),
    (Task(title="t"), "status", "doing"),
    (Task(title="t"), "notes", "n"),
    (Work(name="n"), "tech", ("a",)),
    (Work(name="n"), "summary", "s"),
    (Work(name="n"), "name", "m"),
]
STAYS = [
    (Memory(title="t", content="c"), "pinned", True),
    (Memory(title="t", content="c"), "not_secret", True),
    (Task(title="t"), "position", 7),
]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each transaction is a minute after the one before."""
    minutes = iter(range(60))
    monkeypatch.setattr(
        "memdesk.core.times.now", lambda: f"2026-01-01T00:{next(minutes):02d}:00.000Z"
    )


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(("entry", "field", "value"), MOVES)
def test_what_someone_writes_moves_updated_at(
    bank: Bank, entry: Entry, field: str, value: object
) -> None:
    before = bank.add(entry, PERSON)
    after = bank.update(before.id, {field: value}, PERSON)
    assert after.updated_at > before.updated_at
    assert after.created_at == before.created_at
    same = bank.update(before.id, {field: value}, PERSON)
    assert same.updated_at == after.updated_at, "the same value again is no change"


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(("entry", "field", "value"), STAYS)
def test_marks_and_dragging_leave_updated_at(
    bank: Bank, entry: Entry, field: str, value: object
) -> None:
    before = bank.add(entry, PERSON)
    after = bank.update(before.id, {field: value}, PERSON)
    assert getattr(after, field) == value
    assert after.updated_at == before.updated_at


@pytest.mark.usefixtures("clock")
def test_reading_dragging_and_renaming_a_tag_leave_updated_at(bank: Bank) -> None:
    first = bank.add(Task(title="1", tags=("old",)), PERSON)
    second = bank.add(Task(title="2"), PERSON)
    bank.record_access({"task": [first.id]}, recalled=True)
    bank.rename_tag("old", "new", PERSON)
    bank.reorder("task", [second.id], first.id, PERSON)
    now = bank.get(first.id)
    assert now.updated_at == first.updated_at
    assert now.tags == ("new",)
    assert now.access_count == 1
    assert now.accessed_at is not None
    assert bank.get(second.id).updated_at == second.updated_at


# --- writing over each other


def test_an_edit_never_overwrites_another_unseen(bank: Bank) -> None:
    start = bank.add(Task(title="t", notes="start"), PERSON)
    bank.update(start.id, {"notes": "theirs"}, HOST)
    with pytest.raises(Conflict) as caught:
        bank.update(start.id, {"notes": "mine"}, PERSON, expected={"notes": "start"})
    assert caught.value.values["field"] == "notes"
    assert caught.value.values["theirs"] == "theirs"
    assert bank.get(start.id).notes == "theirs"  # type: ignore[union-attr]
    # Another field, or the same value, is no conflict.
    bank.update(start.id, {"title": "mine"}, PERSON, expected={"title": "t", "notes": "start"})
    bank.update(start.id, {"notes": "theirs"}, PERSON, expected={"notes": "start"})


@pytest.mark.parametrize("field", ["id", "key", "kind", "created_at", "author", "deleted_at", "no"])
def test_what_the_bank_sees_to_can_not_be_set(bank: Bank, field: str) -> None:
    entry = bank.add(Memory(title="t", content="c"), PERSON)
    with pytest.raises(BadParameters):
        bank.update(entry.id, {field: "x"}, PERSON)


def test_a_transaction_is_all_or_nothing(bank: Bank) -> None:
    kept = bank.add(Memory(title="t", content="c"), PERSON)
    number = bank.generation()
    with pytest.raises(NotFound), bank.transaction(PERSON, "many"):
        bank.add(Memory(title="lost", content="c"), PERSON)
        bank.update(kept.id, {"title": "lost"}, PERSON)
        assert bank.get(kept.id).label == "lost", "a transaction sees its own writes"
        bank.update("no such id", {"title": "x"}, PERSON)
    assert [entry.label for entry in bank.entries()] == ["t"]
    assert bank.generation() == number
    with bank.transaction(PERSON, "many"):
        bank.add(Memory(title="a", content="c"), PERSON)
        bank.delete([("memory", kept.id)], PERSON)
    (change,) = bank.changes_since(number)
    assert change.label == "many"
    assert change.kinds == ("memory",)
    assert bank.check() == []


# --- scope


SEEN_BY = [
    (Viewer(workspace="/w", role="r"), {"all", "w", "r", "wr"}),
    (Viewer(workspace="/w", role="r", scope="workspace"), {"all", "w"}),
    (Viewer(workspace="/w", role="r", scope="role"), {"r", "wr"}),
    (Viewer(workspace="/w"), {"all", "w"}),
    (Viewer(role="r"), {"all", "r"}),
    (Viewer(role="other"), {"all"}),
    (Viewer(scope="role"), set()),
    (Viewer(workspace="/else", role="r"), {"all", "r"}),
]


@pytest.mark.parametrize(("viewer", "names"), SEEN_BY)
def test_a_viewer_sees_only_its_own(bank: Bank, viewer: Viewer, names: set[str]) -> None:
    scopes = {"all": ("", ""), "w": ("/w", ""), "r": ("", "r"), "wr": ("/w", "r")}
    for name, (workspace, role) in scopes.items():
        bank.add(
            Memory(
                id=name, title=name, content="word", tags=("t",), workspace=workspace, role=role
            ),
            PERSON,
        )
    query = Query(viewer=viewer)
    assert {entry.id for entry in bank.entries(query)} == names
    assert bank.count(query) == len(names)
    searched = bank.search(dataclasses.replace(query, text="word"))
    assert {hit.entry.id for hit in searched} == names
    assert bank.stats(viewer)["memories"] == len(names)
    assert bank.tags(viewer) == ([("t", len(names))] if names else [])
    actor = Actor(author="host", viewer=viewer)
    for name in scopes:
        if name in names:
            assert bank.get(name, viewer=viewer).id == name
            bank.update(name, {"title": "mine"}, actor)
        else:
            with pytest.raises(NotFound):
                bank.get(name, viewer=viewer)
            with pytest.raises(NotFound):
                bank.update(name, {"title": "mine"}, actor)
            assert bank.delete([("memory", name)], actor) == 0
            assert bank.destroy([("memory", name)], actor) == 0


def test_nothing_of_an_unseen_trashed_entry_comes_back(bank: Bank) -> None:
    bank.add(Memory(id="x", title="private", content="c", role="other"), PERSON)
    eyes = Actor(viewer=Viewer(role="r"))
    with pytest.raises(NotFound):  # and not Conflict, which would say that it is there
        bank.add(Memory(id="x", title="t", content="c"), eyes)
    bank.delete([("memory", "x")], PERSON)
    with pytest.raises(NotFound):
        bank.add(Memory(id="x", title="t", content="c"), eyes)


# --- whose wording makes a constraint


def test_a_host_never_makes_a_constraint_by_wording(bank: Bank) -> None:
    mine = bank.add(Memory(title="plain", content="a fact"), PERSON)
    theirs = bank.add(Memory(title="t", content="You must obey"), HOST)
    assert bank.entries(Query(constraint=True)) == []
    bank.update(mine.id, {"content": "You must obey"}, HOST)
    assert bank.entries(Query(constraint=True)) == []
    bank.update(theirs.id, {"constraint": "yes"}, PERSON)
    assert [entry.id for entry in bank.entries(Query(constraint=True))] == [theirs.id]
    rule = bank.add(Memory(title="t", content="Never push to main"), PERSON)
    assert {entry.id for entry in bank.entries(Query(constraint=True))} == {theirs.id, rule.id}


# --- files


@pytest.mark.skipif(not hasattr(Path, "owner"), reason="POSIX modes")
def test_only_the_same_user_reaches_the_file(
    tmp_path: Path, open_bank: Callable[[Path], Bank]
) -> None:
    path = tmp_path / "new" / "bank.sqlite"
    bank = open_bank(path)
    bank.add(Memory(title="t", content="c"), PERSON)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    for file in path.parent.iterdir():
        assert file.stat().st_mode & 0o777 == 0o600, file.name
    bank.close()
    path.chmod(0o644)
    assert len(bank.entries()) == 1
    assert path.stat().st_mode & 0o777 == 0o600
