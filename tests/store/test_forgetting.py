"""Forget everywhere: not a byte of the text is left in anything memdesk keeps (spec 1.6)."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Kind, Memory, Task
from memdesk.core.errors import NotFound
from memdesk.core.query import Query
from memdesk.store import connection
from memdesk.store.access import AccessRow
from memdesk.store.bank import Bank, FrozenKey

PERSON = Actor()
SECRETS = ("zanzibarquux", "vogelbeere", "秘密花园", "xylographic")
FORGOTTEN: list[tuple[Kind, str]] = [("memory", "my-vogelbeere-note")]


@pytest.fixture
def told(bank: Bank) -> Bank:
    """A bank that has told and copied one entry in every way there is."""
    with bank.transaction(PERSON, "fill"):
        for number in range(300):
            bank.add(Memory(title=f"other {number}", content="other words " * 30), PERSON)
    bank.add(
        Memory(id="my-vogelbeere-note", title="zanzibarquux", content="before xylographic",
               tags=("vogelbeere",)), PERSON,
    )  # fmt: skip
    bank.backup()
    bank.update("my-vogelbeere-note", {"content": "now 秘密花园 zanzibarquux"}, PERSON)
    bank.delete([("memory", "my-vogelbeere-note")], PERSON)
    bank.restore([("memory", "my-vogelbeere-note")], PERSON)
    bank.freeze(
        FrozenKey(host="h", session="s1"), None, "- now 秘密花园 zanzibarquux",
        {"injected": [["memory", "my-vogelbeere-note"]]},
    )  # fmt: skip
    bank.freeze(FrozenKey(host="h", session="s2"), None, "- other words", {"injected": []})
    bank.freeze(FrozenKey(host="h", session="s3"), None, "- zanzibarquux by title", {})
    bank.add_suggestion("h", None, "memory_write", {"title": "zanzibarquux", "content": "c"})
    bank.add_suggestion("h", None, "memory_update", {"id": "my-vogelbeere-note", "title": "x"})
    bank.add_suggestion("h", None, "memory_write", {"title": "another thing", "content": "c"})
    bank.log_access([AccessRow(host="h", operation="o", ids=("my-vogelbeere-note", "m23456789"))])
    bank.backup()
    return bank


def traces(folder: Path) -> list[str]:
    """Where a secret still stands, byte for byte, in any file of a folder."""
    return [
        f"{file.relative_to(folder)}: {secret}"
        for file in sorted(folder.rglob("*"))
        if file.is_file()
        for secret in SECRETS
        if secret.encode() in file.read_bytes().lower()
    ]


def test_not_a_byte_is_left(told: Bank) -> None:
    folder = told.path.parent
    assert {trace.rsplit(": ")[1] for trace in traces(folder)} >= set(SECRETS[:2])
    steps: list[str] = []
    left = told.forget_everywhere(FORGOTTEN, PERSON, steps.append)
    assert [str(one) for one in left] == [
        "What was exported, and what other programs have read, is out of reach."
    ]
    assert steps == ["backups", "bank", "file"]
    told.close()
    assert traces(folder) == []
    assert told.check() == []
    assert told.count(Query()) == 300
    with pytest.raises(NotFound):
        told.get("my-vogelbeere-note", trashed=True)
    (change,) = told.changes_since(told.generation() - 1)
    assert (change.kinds, change.ids) == (("memory",), None)
    assert told.history("my-vogelbeere-note") == []
    # What is others' stays.
    assert told.frozen_block(FrozenKey(host="h", session="s2")) is not None
    assert told.frozen_block(FrozenKey(host="h", session="s1")) is None
    assert told.frozen_block(FrozenKey(host="h", session="s3")) is None
    assert [s.parameters["title"] for s in told.suggestions()] == ["another thing"]
    assert told.access_log()[0].ids == ("m23456789",)
    backups = sorted(told.backups.iterdir())
    assert len(backups) == 2
    for path in backups:
        copy = Bank(path)
        assert copy.count(Query()) == 300
        assert copy.check() == []
        copy.close()


def test_deleting_forever_alone_leaves_words_behind(told: Bank) -> None:
    """Why forgetting does more: this is what it is up against."""
    told.destroy(FORGOTTEN, PERSON)
    told.close()
    assert traces(told.path.parent) != []


def test_what_can_not_be_reached_is_said(told: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.1)
    told.close()
    broken = told.backups / "broken.sqlite"
    broken.write_bytes(b"no database")
    reading, done = threading.Event(), threading.Event()

    def read() -> None:
        with told.snapshot():
            told.count(Query())
            reading.set()
            done.wait(90)
        told.close_thread()

    thread = threading.Thread(target=read)
    thread.start()
    reading.wait(90)
    try:
        left = [str(one) for one in told.forget_everywhere(FORGOTTEN, PERSON)]
    finally:
        done.set()
        thread.join()
    assert any("is in use" in sentence for sentence in left)
    assert any("broken.sqlite" in sentence for sentence in left)
    assert broken.read_bytes() == b"no database"
    told.forget_everywhere(FORGOTTEN, PERSON)
    told.close()
    assert traces(told.path.parent) == []


def test_an_entry_that_looks_like_nothing_else_takes_nothing_along(bank: Bank) -> None:
    short = bank.add(Task(title="a"), PERSON)
    bank.freeze(FrozenKey(host="h", session="s"), None, "- a plain block about cats", {})
    bank.add_suggestion("h", None, "memory_write", {"title": "a", "content": "cats"})
    bank.forget_everywhere([("task", short.id)], PERSON)
    assert bank.frozen_block(FrozenKey(host="h", session="s")) is not None
    assert len(bank.suggestions()) == 1


def test_suggestions_of_few_words_go_with_what_they_became(bank: Bank) -> None:
    entry = bank.add(Memory(title="door", content="4711黑猫"), PERSON)
    said = {"title": "door", "content": "4711黑猫"}
    for state in (True, False):
        bank.resolve_suggestion(bank.add_suggestion("h", None, "memory_write", said), state, PERSON)
    bank.add_suggestion("h", None, "memory_write", {"title": "code", "content": "4711黑猫"})
    bank.add_suggestion("h", None, "memory_write", {"title": "door", "content": "is green"})
    bank.add_suggestion("h", None, "remember", {"text": "4711黑猫"})
    bank.forget_everywhere([("memory", entry.id)], PERSON)
    assert [dict(one.parameters) for one in bank.suggestions(waiting=False)] == [
        {"title": "door", "content": "is green"}
    ]
    bank.close()
    assert "4711黑猫".encode() not in bank.path.read_bytes()


def test_a_suggestion_goes_whose_acceptance_made_it_whatever_it_said(bank: Bank) -> None:
    said = {"title": "t", "content": "in other words of the host"}
    number = bank.add_suggestion("h", None, "memory_write", said)
    with bank.transaction(PERSON, "accept suggestion"):
        entry = bank.add(Memory(title="t", content="as the person put it"), PERSON)
        bank.resolve_suggestion(number, True, PERSON)
    other = bank.add_suggestion("h", None, "memory_write", {"title": "u", "content": "of another"})
    bank.forget_everywhere([("memory", entry.id)], PERSON)
    assert [one.number for one in bank.suggestions(waiting=False)] == [other]


def test_of_suggestions_accepted_at_once_only_its_own_goes(bank: Bank) -> None:
    numbers = [
        bank.add_suggestion("h", None, "memory_write", {"title": title, "content": "c " + title})
        for title in ("one", "two")
    ]
    with bank.transaction(PERSON, "accept suggestion"):
        for number in numbers:
            title = bank.suggestion(number).parameters["title"]
            bank.add(Memory(id=f"my-{title}", title=title, content="c " + title), PERSON)
            bank.resolve_suggestion(number, True, PERSON)
    bank.forget_everywhere([("memory", "my-one")], PERSON)
    assert [one.parameters["title"] for one in bank.suggestions(waiting=False)] == ["two"]
