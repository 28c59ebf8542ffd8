"""Hosts, roles, presets, suggestions and the access log as the bank keeps them (spec 2.2, 3.1)."""

from __future__ import annotations

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters, Conflict, NotFound
from memdesk.core.preset import BUILT_IN, Preset
from memdesk.core.query import Query
from memdesk.store.access import AccessRow
from memdesk.store.bank import Bank, FrozenKey, HostRecord

PERSON = Actor()


def test_an_unknown_host_starts_as_write_and_shows_up_once(bank: Bank) -> None:
    assert bank.host("cursor") == HostRecord(name="cursor", policy="write")
    assert bank.hosts() == []
    start = bank.generation()
    bank.note_host("cursor")
    first = bank.host("cursor")
    assert bank.hosts() == [first]
    assert first.policy == "write"
    assert first.first_seen is not None
    (change,) = bank.changes_since(start)
    assert (change.author, change.kinds, change.ids) == ("cursor", ("host",), ("cursor",))
    bank.note_host("cursor")
    again = bank.host("cursor")
    assert again.first_seen == first.first_seen
    assert again.last_seen is not None and first.last_seen is not None
    assert again.last_seen >= first.last_seen
    assert len(bank.changes_since(start)) == 1, "a call is no change"
    assert bank.can_undo() is None


def test_the_persons_choice_for_a_host_stays_when_it_calls(bank: Bank) -> None:
    chosen = bank.set_host("cursor", PERSON, policy="review", preset="gotong")
    assert (chosen.policy, chosen.preset, chosen.first_seen) == ("review", "gotong", None)
    bank.note_host("cursor")
    now = bank.host("cursor")
    assert (now.policy, now.preset) == ("review", "gotong")
    assert now.first_seen is not None
    bank.set_host("cursor", PERSON, preset=None)
    assert bank.host("cursor").policy == "review"
    assert bank.preset_for("cursor", "") == "default"


@pytest.mark.parametrize("policy", ["read", "write", "review", "blocked"])
def test_every_policy_can_be_chosen(bank: Bank, policy: str) -> None:
    assert bank.set_host("h", PERSON, policy=policy).policy == policy


def test_what_can_not_be_chosen(bank: Bank) -> None:
    with pytest.raises(BadParameters):
        bank.set_host("h", PERSON, policy="everything")
    with pytest.raises(NotFound):
        bank.set_host("h", PERSON, preset="none such")
    with pytest.raises(NotFound):
        bank.set_role_preset("r", "none such", PERSON)
    with pytest.raises(NotFound):
        bank.delete_preset("none such", PERSON)
    with pytest.raises(BadParameters):
        bank.delete_preset("default", PERSON)
    with pytest.raises(BadParameters):
        bank.save_preset(Preset(name="default", max_inject=1), PERSON)
    assert bank.generation() == 0


def test_a_roles_choice_wins_over_the_hosts(bank: Bank) -> None:
    bank.save_preset(Preset(name="mine", max_inject=3, intro={"en": "Hello"}), PERSON)
    bank.set_host("h", PERSON, preset="gotong")
    bank.set_role_preset("r", "mine", PERSON)
    assert bank.preset_for("h", "r") == "mine"
    assert bank.preset_for("h", "other") == "gotong"
    assert bank.preset_for("h", "") == "gotong"
    assert bank.preset_for("", "") == "default"
    presets = bank.presets()
    assert presets.keys() == {*BUILT_IN, "mine"}
    assert presets["mine"].max_inject == 3
    assert presets["mine"].intro == {"en": "Hello"}
    bank.add(Memory(title="t", content="c", role="seen"), PERSON)
    assert bank.roles() == {"r": "mine", "seen": None}
    bank.set_role_preset("r", None, PERSON)
    assert bank.preset_for("h", "r") == "gotong"
    assert bank.roles() == {"seen": None}


def test_suggestions_wait_for_an_answer(bank: Bank) -> None:
    number = bank.add_suggestion("h", "s1", "memory_write", {"title": "进度", "tags": ["a"]})
    (waiting,) = bank.suggestions()
    assert waiting.number == number
    assert (waiting.host, waiting.session_id, waiting.operation) == ("h", "s1", "memory_write")
    assert waiting.parameters == {"title": "进度", "tags": ["a"]}
    assert bank.changes_since(0)[-1].kinds == ("suggestion",)
    assert bank.resolve_suggestion(number, False, PERSON).state == "refused"
    assert bank.suggestions() == []
    assert [one.state for one in bank.suggestions(waiting=False)] == ["refused"]
    with pytest.raises(NotFound):
        bank.resolve_suggestion(number, True, PERSON)
    with pytest.raises(NotFound):
        bank.resolve_suggestion(99, True, PERSON)


@pytest.mark.parametrize("accepted", [True, False])
def test_an_answer_to_a_suggestion_is_a_step_of_undo(bank: Bank, accepted: bool) -> None:
    number = bank.add_suggestion("h", "s1", "memory_write", {"title": "a", "content": "b"})
    assert bank.waiting_suggestions() == 1
    with bank.transaction(PERSON, "accept suggestion"):
        bank.add(Memory(title="a", content="b"), Actor(author="h"))
        answered = bank.resolve_suggestion(number, accepted, PERSON)
    assert bank.waiting_suggestions() == 0
    bank.undo(PERSON)
    assert bank.suggestion(number).state == "waiting"
    assert bank.count(Query()) == 0
    bank.redo(PERSON)
    assert bank.suggestions(waiting=False)[0].state == answered.state
    assert bank.count(Query()) == 1
    with pytest.raises(NotFound, match="no waiting suggestion"):
        bank.suggestion(number)


def test_an_answer_to_a_forgotten_suggestion_cannot_be_taken_back(bank: Bank) -> None:
    told = bank.add(Memory(title="Zanzibar quux", content="c"), PERSON)
    text = {"title": "Zanzibar quux", "content": "more"}
    number = bank.add_suggestion("h", None, "memory_write", text)
    bank.resolve_suggestion(number, False, PERSON)
    answer = bank.changes_since(0)[-1]
    bank.forget_everywhere([("memory", told.id)], PERSON)
    with pytest.raises(Conflict, match="was forgotten"):
        bank.undo(PERSON, answer.number)


def test_what_sessions_were_given_is_listed_by_host(bank: Bank) -> None:
    for number, session in enumerate(("first", "second")):
        key = FrozenKey(host="cursor", session=session, workspace="/w")
        bank.freeze(key, None, "x" * (number + 3), {})
    bank.freeze(FrozenKey(host="other", session="third"), 9_500, "text", {})
    newest, oldest = bank.frozen_given("cursor")
    assert (newest.key.session, newest.chars, newest.limit) == ("second", 4, None)
    assert (oldest.key.session, oldest.key.workspace) == ("first", "/w")
    assert oldest.frozen_at <= newest.frozen_at
    assert [one.limit for one in bank.frozen_given("other")] == [9_500]
    assert bank.frozen_given("cursor", 1) == [newest]
    found = bank.frozen_block(newest.key)
    assert found is not None and found.text == "xxxx"


def test_who_read_what_can_be_asked_of_one_host(bank: Bank) -> None:
    bank.log_access([AccessRow(host=host, operation="block") for host in ("a", "b", "a")])
    newest = bank.access_log(host="a", limit=1)
    assert [row.number for row in newest] == [3]
    assert [row.number for row in bank.access_log(host="a", before=3)] == [1]
    assert bank.access_log(host="c") == []


def test_who_read_what_is_no_change(bank: Bank) -> None:
    entry = bank.add(Memory(title="t", content="c"), PERSON)
    before = bank.generation()
    row = AccessRow(
        host="h", operation="memory_recall", workspace="/w", role="r", session="s", bytes=12,
        microseconds=34, ids=(entry.id,), at="2026-01-01T00:00:00.000Z",
    )  # fmt: skip
    bank.log_access([row, AccessRow(host="h", operation="block")])
    bank.record_access({"memory": [entry.id, "none such"]}, recalled=False)
    bank.record_access({"memory": [entry.id]}, recalled=True)
    newest, oldest = bank.access_log()
    assert newest.operation == "block"
    assert newest.at > oldest.at
    assert oldest == row._replace(number=1)
    assert bank.access_log(before=newest.number) == [oldest]
    now = bank.get(entry.id)
    assert now.access_count == 1
    assert now.accessed_at is not None
    assert bank.generation() == before
    assert len(bank.history()) == 1
