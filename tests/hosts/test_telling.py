"""What a subscriber hears of a change, and what it never does (spec 3.1, 1.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from raw_client import Raw

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.hosts.caller import Identity
from memdesk.hosts.connection import Subscription
from memdesk.hosts.telling import changed
from memdesk.store.bank import Bank

Connect = Callable[[], Raw]
USER = Actor()
BOB = {"host": "h", "workspace": "/w", "role": "bob"}


@pytest.fixture
def bob(connect: Connect) -> Raw:
    one = connect()
    one.call("hello", **BOB)
    one.call("subscribe")
    return one


def told(one: Raw, bank: Bank) -> list[Mapping[str, Any]]:
    """What was told until now: a last change of the profile ends it."""
    bank.set_profile({"notes": f"end {bank.generation()}"}, USER)
    end, found = bank.generation(), []
    while (heard := one.line()["params"])["revision"] != end:
        if heard["ids"] != ["h"]:  # that it called is told when the log is written
            found.append(heard)
    return found


PLACES = [
    {"role": "alice"},
    {"workspace": "/elsewhere"},
    {"workspace": "/w", "role": "alice"},
    {"never_send_to": ("h",)},
    {"never_send_to": ("*",)},
]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_nothing_that_happens_to_a_hidden_entry_is_told(
    bob: Raw, bank: Bank, place: dict[str, Any]
) -> None:
    bank.add(Memory(id="m-hidden", title="Hidden", content="x", tags=("t",), **place), USER)
    bank.add(Task(id="t-hidden", title="Hidden", **place), USER)
    bank.update("m-hidden", {"content": "y"}, USER)
    bank.rename_tag("t", "u", USER)
    bank.delete([("memory", "m-hidden")], USER)
    bank.undo(USER)
    bank.redo(USER)
    bank.restore([("memory", "m-hidden")], USER)
    bank.add(Memory(id="m-2", title="Second", content="x", **place), USER)
    bank.merge(("memory", "m-hidden"), [("memory", "m-2")], {"title": "Both"}, USER)
    bank.destroy([("memory", "m-hidden"), ("memory", "m-2"), ("task", "t-hidden")], USER)
    bank.set_role_preset("alice", "rolebox", USER)
    bank.set_host("other", USER, policy="read")
    assert told(bob, bank) == []


def test_what_was_seen_is_told_until_it_is_gone(bob: Raw, bank: Bank) -> None:
    bank.add(Memory(id="m-1", title="Seen", content="x", tags=("t",)), USER)
    bank.update("m-1", {"content": "y"}, USER)
    bank.rename_tag("t", "u", USER)
    bank.delete([("memory", "m-1")], USER)
    bank.destroy([("memory", "m-1")], USER)
    heard = told(bob, bank)
    assert [one["ids"] for one in heard] == [["m-1"]] * 5
    assert [one["kinds"] for one in heard] == [
        *(["memory"], ["memory"], ["memory", "tag"], ["memory"], ["memory"])
    ]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_moving_out_of_sight_and_back_is_told_and_nothing_between(
    bob: Raw, bank: Bank, place: dict[str, Any]
) -> None:
    bank.add(Memory(id="m-1", title="Seen", content="x"), USER)
    bank.update("m-1", place, USER)
    moved = bank.generation()
    bank.update("m-1", {"content": "private"}, USER)
    private = bank.generation()
    bank.update("m-1", {"workspace": "", "role": "", "never_send_to": ()}, USER)
    heard = told(bob, bank)
    assert [one["ids"] for one in heard] == [["m-1"]] * 3
    assert moved in [one["revision"] for one in heard]
    assert private not in [one["revision"] for one in heard]


def test_moved_out_of_sight_and_deleted_forever_is_told_once(bob: Raw, bank: Bank) -> None:
    bank.add(Memory(id="m-1", title="Private", content="x", role="alice"), USER)
    bank.add(Memory(id="m-2", title="Shared", content="x"), USER)
    bank.destroy([("memory", "m-1"), ("memory", "m-2")], USER)
    heard = told(bob, bank)
    # Of the first change of m-2 nothing is left to tell but that there was one.
    assert {id for one in heard for id in one["ids"]} == {"m-2"}


def test_of_one_change_only_its_own_part_is_told(bob: Raw, bank: Bank) -> None:
    with bank.transaction(USER, "both"):
        bank.add(Memory(id="m-1", title="Private", content="x", role="alice"), USER)
        bank.add(Task(id="t-1", title="Shared"), USER)
    with bank.transaction(USER, "private and profile"):
        bank.set_profile({"interests": ("go",)}, USER)
        bank.update("m-1", {"content": "y"}, USER)
    heard = [(one["kinds"], one["ids"]) for one in told(bob, bank)]
    assert heard == [(["task"], ["t-1"]), (["profile"], [])]


def test_the_kinds_that_are_wanted_are_those_that_are_told(connect: Connect, bank: Bank) -> None:
    memories = connect()
    memories.call("hello", **BOB)
    memories.call("subscribe", kinds=["memory"])
    with bank.transaction(USER, "both"):
        bank.add(Memory(id="m-1", title="Private", content="x", role="alice"), USER)
        bank.add(Task(id="t-1", title="Shared"), USER)
    bank.add(Memory(id="m-2", title="Shared", content="x"), USER)
    assert memories.line()["params"]["ids"] == ["m-2"]


def test_its_own_role_s_preset_is_told(bob: Raw, bank: Bank) -> None:
    bank.set_role_preset("bob", "rolebox", USER)
    assert [(one["kinds"], one["ids"]) for one in told(bob, bank)] == [(["role"], ["bob"])]


ROLES = ("", "alice", "bob")
SPACES = ("", "/w", "/v")
ACTIONS = st.lists(
    st.one_of(
        st.tuples(
            st.just("add"), st.sampled_from("ab"), st.sampled_from(SPACES), st.sampled_from(ROLES)
        ),
        st.tuples(
            st.just("move"), st.sampled_from("ab"), st.sampled_from(SPACES), st.sampled_from(ROLES)
        ),
        st.tuples(st.sampled_from(["delete", "destroy", "edit", "undo"]), st.sampled_from("ab")),
    ),
    max_size=12,
)


@given(ACTIONS)
def test_no_id_is_told_that_was_never_to_be_seen(
    tmp_path_factory: pytest.TempPathFactory, actions: list[tuple[str, ...]]
) -> None:
    """Whatever happens in whatever order: looked at once at the end, as a slow server would."""
    bank = Bank(tmp_path_factory.mktemp("b") / "bank.sqlite")
    who = Identity(host="h", workspace="/w", role="bob")
    seen: dict[int, set[str]] = {}
    for action, id, *place in actions:
        before = _visible(bank, who)
        _do(bank, action, id, *place)
        seen[bank.generation()] = before | _visible(bank, who)
    subscription = Subscription((), who, 0)
    for change in bank.changes_since(0):
        line = changed(bank, change, subscription)
        ids = set() if line is None else set(_params(line)["ids"])
        assert ids <= seen[change.number]
    bank.close()


def _do(bank: Bank, action: str, id: str, workspace: str = "", role: str = "") -> None:
    there = _stored(bank, id)
    if action == "add" and (there is None or there.deleted_at):
        bank.add(Memory(id=id, title="t", content="c", workspace=workspace, role=role), USER)
    elif action == "undo":
        bank.undo(USER)
    elif there is None:
        return
    elif action == "destroy":
        bank.destroy([("memory", id)], USER)
    elif action == "delete":
        bank.delete([("memory", id)], USER)
    elif there.deleted_at is None and action == "move":
        bank.update(id, {"workspace": workspace, "role": role}, USER)
    elif there.deleted_at is None and action == "edit":
        bank.update(id, {"content": f"{bank.generation()}"}, USER)


def _stored(bank: Bank, id: str) -> Memory | None:
    from memdesk.core.errors import NotFound

    try:
        found = bank.get(id, trashed=True)
    except NotFound:
        return None
    assert isinstance(found, Memory)
    return found


def _visible(bank: Bank, who: Identity) -> set[str]:
    stored = {id: _stored(bank, id) for id in "ab"}
    return {
        id
        for id, one in stored.items()
        if one is not None and who.viewer().sees(one.workspace, one.role)
    }


def _params(line: bytes) -> Any:
    import json

    return json.loads(line)["params"]
