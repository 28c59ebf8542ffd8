"""What was found in a conversation as suggestions, compared with what is there (spec 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from memdesk import paths
from memdesk.consolidation import progress
from memdesk.consolidation.guessing import category_of, is_for_everywhere, relevance_of
from memdesk.consolidation.harvesting import Harvest, Start
from memdesk.consolidation.instructions import Known, steps_in
from memdesk.consolidation.progress import Progress
from memdesk.core.authors import Actor
from memdesk.core.comparing import Relation, relation
from memdesk.core.entry import Entry, Memory, Task, Work
from memdesk.core.limits import MAX_TITLE
from memdesk.core.quick_add import derived_title
from memdesk.core.scope import Viewer
from memdesk.core.secrets import redact
from memdesk.core.similar import normalised_title
from memdesk.core.text import clean, cut, one_line
from memdesk.core.validation import check_entry
from memdesk.exchange.transcripts.conversation import Conversation
from memdesk.store.bank import Bank, Suggestion

AUTHOR = "consolidation"
"""Who suggests what memdesk found, and the author of what is taken of it: no person, so that its
wording makes no constraint (spec 1.3)."""
SUMMARY_TAG = "summary"

Target = tuple[str, str]
"""Kind and id of the task or work whose notes the summary goes to; two empty texts: a memory."""


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


def scope_of(conversation: Conversation) -> str:
    """The workspace of a conversation, in the form that is compared."""
    named = conversation.workspace
    usable = paths.is_absolute(named) and "\0" not in named
    return paths.normalise_workspace(named) if usable else ""


def earlier(bank: Bank, session: str) -> list[Suggestion]:
    """What was suggested from a conversation before, be it answered or not; oldest first."""
    return [
        one
        for one in bank.suggestions(waiting=False)[::-1]
        if one.host == AUTHOR and one.session_id == session
    ]


def start_of(bank: Bank, conversation: Conversation, *, full: bool = False) -> Start:
    """Where a conversation is to be begun; with `full` at its first word, whatever was read.

    An interrupted one goes on where it was.
    """
    kept = progress.load(bank.path, conversation.id)
    if kept is not None and not kept.finished:
        return Start(place=kept.begin, since=_since(bank, conversation), resumed=kept)
    if full:
        return Start()
    if kept is not None:
        return Start(place=kept.read_to, since=_since(bank, conversation))
    return Start(since=_since(bank, conversation))


def _since(bank: Bank, conversation: Conversation) -> str:
    """When it was consolidated last, by anyone; empty for never."""
    told = [one.at for one in earlier(bank, conversation.id)]
    return max([*told, bank.reviewed_sessions().get(conversation.id, "")])


def is_read(bank: Bank, conversation: Conversation, start: Start) -> bool:
    """Whether nothing was said in it since the last time, as far as can be told unread."""
    if start.resumed is not None:
        return False
    if start.place:
        return start.place >= conversation.size
    return bool(start.since) and conversation.updated_at <= start.since


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
    *,
    role: str = "",
    target: Target = ("", ""),
    summary_title: str = "Summary: {title}",
) -> tuple[list[Proposed], int]:
    """What is to be suggested, and how many facts were there already or suggested before.

    Raises NotFound where the target is not there, LimitExceeded.
    """
    with bank.snapshot():
        before = earlier(bank, conversation.id)
        seen = {normalised_title(str(one.parameters.get("content", ""))) for one in before}
        proposed: list[Proposed] = []
        known = 0
        for fact in found.facts:
            plain = normalised_title(fact)
            one = None if plain in seen else _fact(bank, conversation, fact, role)
            seen.add(plain)
            if one is None:
                known += 1
            else:
                proposed.append(one)
        if found.summary:
            title = cut(
                summary_title.format(title=_title(conversation)), MAX_TITLE - 1
            )[0]  # fmt: skip
            proposed.append(_summary(bank, conversation, found.summary, role, target, title))
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
    actor = Actor(author=AUTHOR, session_id=conversation.id)
    numbers: list[int] = []
    if proposed:
        with bank.transaction(actor, "consolidate"):
            for one in proposed:
                if straight:
                    _write(bank, one, actor)
                else:
                    numbers.append(
                        bank.add_suggestion(AUTHOR, conversation.id, one.operation, one.parameters)
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


def _fact(bank: Bank, conversation: Conversation, fact: str, role: str) -> Proposed | None:
    """A fact as a new memory; None where a memory says it already."""
    category = category_of(fact)
    workspace = "" if is_for_everywhere(category) else scope_of(conversation)
    memory = Memory(
        title=cut(derived_title(fact), MAX_TITLE - 1)[0],
        content=fact,
        category=category,
        relevance=relevance_of(fact, category),
        workspace=workspace,
        role=role,
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


def _summary(
    bank: Bank,
    conversation: Conversation,
    text: str,
    role: str,
    target: Target,
    title: str,
) -> Proposed:
    there = _target(bank, target)
    if there is not None:
        name = "task" if isinstance(there, Task) else "work"
        field = "taskNotes" if isinstance(there, Task) else "workSummary"
        return Proposed(
            operation="memory_update",
            parameters={
                f"{name}Id": there.id,
                field: text,
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
        workspace=scope_of(conversation),
        role=role,
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
    bank.update(other.id, {field: text}, actor, kind=other.kind)
