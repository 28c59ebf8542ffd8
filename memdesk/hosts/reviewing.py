"""Carrying out what a host suggested, once the person has said yes (spec 3.1, 7.1).

It is the host's write that is carried out, by the path of every other one: planned anew on the
bank as it is now, and stored with the host as its author. What the person changes in it first is
the person's. All of it is one step of undo, after which the suggestion waits again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Kind, Memory
from memdesk.core.errors import BadParameters
from memdesk.core.merging import came_from
from memdesk.core.reviewing import Proposal, merged, outcomes
from memdesk.core.updating import Creation, EntryChange, ProfileChange, Removal, Step
from memdesk.hosts.caller import Call, Caller
from memdesk.hosts.writing import planned, take
from memdesk.store.bank import Bank, Suggestion

USER = Actor()

Edits = Mapping[int, Mapping[str, object]]
"""Fields that the person gave another value, by the place of the outcome they belong to."""


def propose(bank: Bank, suggestion: Suggestion) -> Proposal:
    """What accepting a suggestion would do now.

    Raises as the host's own write would: NotFound, Conflict, BadParameters, LimitExceeded.
    """
    with bank.snapshot():
        steps = planned(bank, _call(suggestion))
        return Proposal(outcomes(steps, bank.profile(), _stored(bank, steps)))


def similar(bank: Bank, suggestion: Suggestion) -> list[tuple[float, Memory]]:
    """What the memory that a suggestion makes resembles, the likest first, each with its score.

    In a big bank this takes a while. Raises as `propose`.
    """
    found = []
    with bank.snapshot():
        for step in planned(bank, _call(suggestion)):
            if isinstance(step, Creation) and isinstance(step.entry, Memory):
                for one in bank.look_alikes(step.entry):
                    assert isinstance(one.entry, Memory)
                    found.append((one.score, one.entry))
    return found


def accept(bank: Bank, number: int, edits: Edits | None = None) -> list[tuple[str, str]]:
    """Carry out a waiting suggestion; gives kind and id of what it made or changed.

    Raises as `propose`, and NotFound for one that doesn't wait; then nothing is written.
    """
    touched = []
    with bank.transaction(USER, "accept suggestion"):
        suggestion = bank.suggestion(number)
        call = _call(suggestion)
        for place, step in enumerate(planned(bank, call)):
            kind, id = _where(step, take(bank, call, step))
            if isinstance(step, EntryChange):
                sessions = _sessions(bank.get(id, kind=step.kind), suggestion)
                bank.update(
                    id, {"source_sessions": sessions}, call.identity.actor(), kind=step.kind
                )
            _edit(bank, kind, id, (edits or {}).get(place, {}))
            touched.append((kind, id))
        bank.resolve_suggestion(number, True, USER)
    return touched


def accept_into(bank: Bank, number: int, id: str, fields: Mapping[str, object]) -> Entry:
    """Let another memory take up what a suggested one says (see `core.reviewing.merged`).

    `fields` are the values that the person gave it beyond that. Raises as `accept`, and
    BadParameters for a suggestion that makes no memory.
    """
    with bank.transaction(USER, "accept suggestion"):
        suggestion = bank.suggestion(number)
        call = _call(suggestion)
        proposal = propose(bank, suggestion)
        new = proposal.new_memory
        if new is None:
            raise BadParameters("Only a new memory can be merged into another.")
        into = bank.get(id, kind="memory")
        assert isinstance(into, Memory)
        # The host's words stay the host's: they make no constraint of the person's memory.
        host = Actor(author=call.identity.author, session_id=suggestion.session_id)
        taken = merged(into, new.after) | {"source_sessions": _sessions(into, suggestion)}
        entry = bank.update(id, taken, host, kind="memory")
        _edit(bank, "memory", id, fields)
        bank.resolve_suggestion(number, True, USER)
    return entry


def _sessions(entry: Entry, suggestion: Suggestion) -> tuple[str, ...]:
    """Where an entry came from once it has taken up what is suggested (spec 5.1)."""
    return came_from(entry.source_sessions, suggestion.parameters.get("source_sessions", ()))


def _edit(bank: Bank, kind: str, id: str, fields: Mapping[str, object]) -> None:
    if not fields:
        return
    if kind == "profile":
        bank.set_profile(fields, USER)
    else:
        bank.update(id, fields, USER, kind=kind)  # type: ignore[arg-type]


def _call(suggestion: Suggestion) -> Call:
    """The call as the host made it."""
    params: dict[str, Any] = dict(suggestion.parameters)
    caller = Caller(
        host=suggestion.host,
        workspace=params.pop("workspace", ""),
        role=params.pop("role", ""),
        session=suggestion.session_id or "",
        door="review",
    )
    return Call(suggestion.operation, params, caller.identity({}), caller)


def _where(step: Step, said: Mapping[str, object]) -> tuple[str, str]:
    match step:
        case ProfileChange():
            return "profile", ""
        case Creation(entry=entry):
            return entry.kind, str(said["id"])
        case Removal(kind=kind, id=id) | EntryChange(kind=kind, id=id):
            return kind, id


def _stored(bank: Bank, steps: list[Step]) -> dict[tuple[Kind, str], Entry]:
    named = [(step.kind, step.id) for step in steps if isinstance(step, Removal | EntryChange)]
    return bank.stored(named)
