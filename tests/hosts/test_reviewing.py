"""Suggestions of hosts carried out by the person's yes (spec 3.1, 7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memdesk.core import constraint
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task, Work
from memdesk.core.errors import Conflict, NotFound
from memdesk.core.query import Query
from memdesk.core.scope import Viewer
from memdesk.hosts.caller import Caller
from memdesk.hosts.jsonrpc import Request
from memdesk.hosts.reviewing import accept, accept_into, propose, similar
from memdesk.hosts.service import Service
from memdesk.store.bank import Bank, Suggestion

USER = Actor()


class ReviewedHost:
    """A host whose writes wait for the person."""

    def __init__(self, service: Service) -> None:
        self._service = service
        service.bank.set_host("cursor", USER, policy="review")

    def suggests(self, operation: str, workspace: str = "", role: str = "", **params: Any) -> int:
        """Call an operation as the host does; gives the suggestion's number."""
        caller = Caller(host="cursor", session="s9", workspace=workspace, role=role)
        _operation, call = self._service.prepare(caller, Request(operation, params, 1))
        self._service.run(call)
        return self._service.bank.suggestions()[0].number


@pytest.fixture
def host(bank: Bank, bank_path: Path) -> Iterator[ReviewedHost]:
    service = Service(bank_path, counts_tokens=False)
    yield ReviewedHost(service)
    service.bank.close()


def waiting(bank: Bank) -> list[Suggestion]:
    return bank.suggestions()


def test_a_new_memory_is_stored_as_the_hosts(bank: Bank, host: ReviewedHost) -> None:
    number = host.suggests(
        "memory_write", title="Always use pwsh", content="You must use pwsh.", tags=["shell"],
        relevance="high", workspace="/projects/game",
    )  # fmt: skip
    assert bank.count(Query()) == 0
    proposal = propose(bank, bank.suggestion(number))
    assert proposal.new_memory is not None
    assert proposal.new_memory.after["title"] == "Always use pwsh"
    ((kind, id),) = accept(bank, number)
    entry = bank.get(id)
    assert kind == "memory" and isinstance(entry, Memory)
    assert (entry.author, entry.session_id, entry.by_person) == ("cursor", "s9", False)
    assert (entry.workspace, entry.tags, entry.relevance) == ("/projects/game", ("shell",), "high")
    assert not constraint.verdict(entry).is_constraint, "a host's wording never makes one"
    change = bank.changes_since(0)[-1]
    assert (change.author, change.label) == ("user", "accept suggestion")
    assert waiting(bank) == []


def test_undo_takes_the_entry_away_and_the_suggestion_waits_again(
    bank: Bank, host: ReviewedHost
) -> None:
    number = host.suggests("memory_write", title="A", content="B")
    accept(bank, number)
    bank.undo(USER)
    assert bank.count(Query()) == 0
    assert [one.number for one in waiting(bank)] == [number]
    bank.redo(USER)
    assert bank.count(Query()) == 1
    assert waiting(bank) == []


def test_what_the_person_changes_is_the_persons(bank: Bank, host: ReviewedHost) -> None:
    number = host.suggests("memory_write", title="A", content="B")
    ((_kind, id),) = accept(bank, number, {0: {"title": "Better", "category": "fact"}})
    entry = bank.get(id)
    assert (entry.label, entry.author, entry.by_person) == ("Better", "cursor", True)
    assert [one.author for one in bank.history(id)] == ["user", "user"]
    bank.undo(USER)
    assert bank.count(Query()) == 0


def test_a_change_shows_both_sides_as_they_are_now(bank: Bank, host: ReviewedHost) -> None:
    bank.add(Task(id="game", title="Game", notes="old"), USER)
    bank.add(Work(id="site", name="Site", tech=("Qt",)), USER)
    number = host.suggests(
        "memory_update", taskId="game", taskStatus="done", taskNotes="new", workId="site",
        addTech="SQLite", addInterests="chess",
    )  # fmt: skip
    bank.update("game", {"notes": "newer"}, USER, kind="task")
    profile, task, work = propose(bank, bank.suggestion(number)).outcomes
    assert (profile.kind, profile.after) == ("profile", {"interests": ("chess",)})
    assert task.before == {"status": "todo", "notes": "newer"}
    assert task.after == {"status": "done", "notes": "new"}
    assert work.after == {"tech": ("Qt", "SQLite")}
    accept(bank, number, {0: {"interests": ("chess", "go")}})
    assert bank.profile().interests == ("chess", "go")
    stored = bank.get("game", kind="task")
    assert isinstance(stored, Task) and (stored.status, stored.notes) == ("done", "new")


def test_forgetting_waits_for_the_person_too(bank: Bank, host: ReviewedHost) -> None:
    memory = bank.add(Memory(title="Old", content="words"), USER)
    number = host.suggests("memory_forget", id=memory.id)
    (gone,) = propose(bank, bank.suggestion(number)).outcomes
    assert (gone.action, gone.label, gone.after) == ("delete", "Old", {})
    accept(bank, number)
    with pytest.raises(NotFound):
        bank.get(memory.id)
    bank.undo(USER)
    assert bank.get(memory.id).label == "Old"


@pytest.mark.parametrize("operation", ["memory_forget", "memory_update"])
def test_an_entry_deleted_meanwhile_is_said_and_the_suggestion_stays(
    bank: Bank, host: ReviewedHost, operation: str
) -> None:
    memory = bank.add(Memory(title="Old", content="words"), USER)
    params = {"id": memory.id} | ({"title": "New"} if operation == "memory_update" else {})
    number = host.suggests(operation, **params)
    bank.delete([("memory", memory.id)], USER)
    before = bank.generation()
    with pytest.raises(NotFound):
        propose(bank, bank.suggestion(number))
    with pytest.raises(NotFound):
        accept(bank, number)
    assert bank.generation() == before
    assert [one.number for one in waiting(bank)] == [number]


def test_an_answered_suggestion_cannot_be_accepted_again(bank: Bank, host: ReviewedHost) -> None:
    number = host.suggests("memory_write", title="A", content="B")
    bank.resolve_suggestion(number, False, USER)
    with pytest.raises(NotFound, match="no waiting suggestion"):
        accept(bank, number)
    assert bank.count(Query()) == 0


def test_a_new_memory_can_be_merged_into_one_that_resembles_it(
    bank: Bank, host: ReviewedHost
) -> None:
    old = bank.add(Memory(title="Auth uses JWT tokens", content="Auth uses JWT tokens."), USER)
    number = host.suggests(
        "memory_write", title="Auth uses JWT tokens", content="They are refreshed daily.",
        tags=["auth"],
    )  # fmt: skip
    ((score, resembled),) = similar(bank, bank.suggestion(number))
    assert resembled.id == old.id and score > 0.5
    accept_into(bank, number, old.id, {"title": "Auth tokens"})
    entry = bank.get(old.id)
    assert isinstance(entry, Memory)
    assert entry.content == "Auth uses JWT tokens.\n\nThey are refreshed daily."
    assert (entry.title, entry.tags) == ("Auth tokens", ("auth",))
    assert bank.count(Query()) == 1
    bank.undo(USER)
    assert bank.get(old.id) == old
    assert len(waiting(bank)) == 1


def test_a_hosts_order_merged_in_makes_no_constraint(bank: Bank, host: ReviewedHost) -> None:
    old = bank.add(Memory(title="Shell", content="We use shells."), USER)
    number = host.suggests("memory_write", title="Shell", content="You must always use pwsh.")
    accept_into(bank, number, old.id, {})
    entry = bank.get(old.id)
    assert isinstance(entry, Memory)
    assert not constraint.verdict(entry).is_constraint


def test_a_role_keeps_to_its_own(bank: Bank, host: ReviewedHost) -> None:
    number = host.suggests("memory_write", title="Mine", content="B", role="tester")
    ((_kind, id),) = accept(bank, number)
    assert bank.get(id).role == "tester"
    with pytest.raises(NotFound):
        bank.get(id, viewer=Viewer(role="other"))


def test_an_undo_that_would_overwrite_is_refused(bank: Bank, host: ReviewedHost) -> None:
    memory = bank.add(Memory(title="Old", content="words"), USER)
    number = host.suggests("memory_update", id=memory.id, title="New")
    accept(bank, number)
    accepted = bank.changes_since(0)[-1].number
    bank.update(memory.id, {"title": "Newer"}, USER)
    with pytest.raises(Conflict):
        bank.undo(USER, accepted)
    assert waiting(bank) == []
