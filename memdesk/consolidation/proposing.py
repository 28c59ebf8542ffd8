"""What was found in a conversation as suggestions, compared with what is there (spec 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from memdesk.consolidation import progress
from memdesk.consolidation.aiming import Aim, Target
from memdesk.consolidation.guessing import category_of, relevance_of
from memdesk.consolidation.harvesting import Harvest
from memdesk.consolidation.instructions import Known, steps_in
from memdesk.consolidation.progress import Progress
from memdesk.consolidation.starting import earlier
from memdesk.core.authors import CONSOLIDATION, Actor
from memdesk.core.comparing import Relation, relation
from memdesk.core.entry import Entry, Memory, Task, Work
from memdesk.core.limits import MAX_TITLE
from memdesk.core.merging import came_from
from memdesk.core.quick_add import derived_title
from memdesk.core.scope import Viewer
from memdesk.core.secrets import redact
from memdesk.core.similar import normalised_title
from memdesk.core.text import clean, cut, one_line
from memdesk.core.validation import check_entry
from memdesk.exchange.transcripts.conversation import Conversation
from memdesk.store.bank import Bank

SUMMARY_TAG = "summary"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """One thing to suggest: the operation that accepting carries out, and how it compares."""

    operation: str
    parameters: dict[str, Any]
    title: str
    relation: Relation = "new"
    other: Entry | None = None
    """What it resembles most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a conversation. `numbers` are those of its suggestions, or empty where all
    went straight in the bank; `known` counts the facts that were there already."""

    conversation: Conversation
    proposed: tuple[Proposed, ...]
    numbers: tuple[int, ...]
    known: int
    messages: int
    broken: int
    unknown: int


def known_of(bank: Bank, conversation: Conversation, target: Target) -> Known:
    """The running state: what was found in the conversation before, and what its task says."""
    facts: list[str] = []
    summary = goal = ""
    for one in earlier(bank, conversation.id):
        content = str(one.parameters.get("content", ""))
        if SUMMARY_TAG in one.parameters.get("tags", ()):
            summary = content
        elif content:
            facts.append(content)
    there = _target(bank, target)
    if there is not None:
        goal = there.label
        summary = there.notes if isinstance(there, Task) else there.summary
    summary, _kinds = redact(clean(summary))
    done, pending = steps_in(summary)
    return Known(goal=goal, done=done, pending=pending, facts=tuple(facts), summary=summary)


def compared(
    bank: Bank,
    conversation: Conversation,
    found: Harvest,
    aim: Aim,
) -> tuple[list[Proposed], int]:
    """What is to be suggested, and how many facts were there already or suggested before.

    Raises NotFound where the target is not there, LimitExceeded.
    """
    with bank.snapshot():
        aim = replace(aim, role=aim.role_of(conversation, bank.distinct("role")))
        before = earlier(bank, conversation.id)
        seen = {normalised_title(str(one.parameters.get("content", ""))) for one in before}
        proposed: list[Proposed] = []
        known = 0
        for fact in found.facts:
            plain = normalised_title(fact)
            one = None if plain in seen else _fact(bank, conversation, fact, aim)
            seen.add(plain)
            if one is None:
                known += 1
            else:
                proposed.append(one)
        if found.summary:
            proposed.append(_summary(bank, conversation, found.summary, aim))
    return proposed, known


def store(
    bank: Bank,
    conversation: Conversation,
    proposed: Sequence[Proposed],
    found: Harvest,
    known: int,
    *,
    straight: bool = False,
) -> Outcome:
    """Keep all of it for the person's review, as one change; `straight` writes it at once.

    Then the conversation counts as read. Raises as the bank does, and then nothing is written.
    """
    actor = Actor(author=CONSOLIDATION, session_id=conversation.id)
    numbers: list[int] = []
    if proposed:
        with bank.transaction(actor, "consolidate"):
            for one in proposed:
                if straight:
                    _write(bank, one, actor)
                else:
                    numbers.append(
                        bank.add_suggestion(
                            CONSOLIDATION, conversation.id, one.operation, one.parameters
                        )
                    )
    done = Progress(begin=found.read_to, read_to=found.read_to, finished=True)
    progress.keep(bank.path, conversation.id, done)
    return Outcome(
        conversation=conversation,
        proposed=tuple(proposed),
        numbers=tuple(numbers),
        known=known,
        messages=found.messages,
        broken=found.broken,
        unknown=found.unknown,
    )


def _fact(bank: Bank, conversation: Conversation, fact: str, aim: Aim) -> Proposed | None:
    """A fact as a new memory; None where a memory says it already."""
    category = category_of(fact)
    memory = Memory(
        title=cut(derived_title(fact), MAX_TITLE - 1)[0],
        content=fact,
        category=category,
        relevance=relevance_of(fact, category),
        workspace=aim.workspace_of(conversation, category),
        role=aim.role or "",
        source_sessions=(conversation.id,),
    )
    check_entry(memory)
    how, other = compare_with_bank(bank, memory)
    if how == "same":
        return None
    return Proposed(
        operation="memory_write",
        parameters=_parameters(memory),
        title=memory.title,
        relation=how,
        other=other,
    )


def compare_with_bank(bank: Bank, memory: Memory) -> tuple[Relation, Entry | None]:
    """How a memory stands to what its readers have already, and to which entry."""
    viewer = Viewer(workspace=memory.workspace, role=memory.role)
    nearest: tuple[Relation, Entry | None] = ("new", None)
    for alike in bank.look_alikes(memory, viewer=viewer):
        other = bank.get(alike.id, kind="memory", viewer=viewer)
        assert isinstance(other, Memory)
        how = relation(memory, other)
        if how == "same":
            return how, other
        if nearest[1] is None:
            nearest = how, other
    return nearest


def _summary(bank: Bank, conversation: Conversation, text: str, aim: Aim) -> Proposed:
    title = cut(aim.summary_title.format(title=_title(conversation)), MAX_TITLE - 1)[0]
    there = _target(bank, aim.target)
    if there is not None:
        name = "task" if isinstance(there, Task) else "work"
        field = "taskNotes" if isinstance(there, Task) else "workSummary"
        return Proposed(
            operation="memory_update",
            parameters={
                f"{name}Id": there.id,
                field: text,
                "source_sessions": [conversation.id],
                "workspace": there.workspace,
                "role": there.role,
            },
            title=title,
            relation="updates",
            other=there,
        )
    memory = Memory(
        title=title,
        content=text,
        category="note",
        tags=(SUMMARY_TAG,),
        workspace=aim.workspace_of(conversation, "note"),
        role=aim.role or "",
        source_sessions=(conversation.id,),
    )
    check_entry(memory)
    viewer = Viewer(workspace=memory.workspace, role=memory.role)
    for alike in bank.look_alikes(memory, viewer=viewer):
        other = bank.get(alike.id, kind="memory", viewer=viewer)
        if other.label == title and conversation.id in other.source_sessions:
            return Proposed(
                operation="memory_update",
                parameters={
                    "id": other.id,
                    "content": text,
                    "workspace": other.workspace,
                    "role": other.role,
                },
                title=title,
                relation="updates",
                other=other,
            )
    return Proposed(operation="memory_write", parameters=_parameters(memory), title=title)


def _target(bank: Bank, target: Target) -> Task | Work | None:
    """The task or work that the summary goes to. Raises NotFound."""
    kind, id = target
    if kind not in ("task", "work"):
        return None
    there = bank.get(id, kind="task" if kind == "task" else "work")
    assert isinstance(there, Task | Work)
    return there


def _title(conversation: Conversation) -> str:
    return one_line(redact(clean(conversation.title))[0]) or conversation.id


def _parameters(memory: Memory) -> dict[str, Any]:
    """A new memory as a host would write it (spec 3.1)."""
    return {
        "title": memory.title,
        "content": memory.content,
        "category": memory.category,
        "tags": list(memory.tags),
        "relevance": memory.relevance,
        "source_sessions": list(memory.source_sessions),
        "workspace": memory.workspace,
        "role": memory.role,
    }


def _write(bank: Bank, one: Proposed, actor: Actor) -> None:
    """Carry it out at once, as the person switched on."""
    parameters, other = one.parameters, one.other
    if one.operation == "memory_write":
        fields = {**parameters, "tags": tuple(parameters["tags"])}
        fields["source_sessions"] = tuple(parameters["source_sessions"])
        bank.add(replace(Memory(author=actor.author, session_id=actor.session_id), **fields), actor)
        return
    assert other is not None
    field = {"task": "notes", "work": "summary", "memory": "content"}[other.kind]
    text = next(parameters[name] for name in ("taskNotes", "workSummary", "content")
                if name in parameters)  # fmt: skip
    sessions = came_from(other.source_sessions, parameters.get("source_sessions", ()))
    bank.update(other.id, {field: text, "source_sessions": sessions}, actor, kind=other.kind)
