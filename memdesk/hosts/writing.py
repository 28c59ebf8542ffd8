"""The operations that write: memory_write, memory_update, memory_forget (spec 3.1, 1.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from memdesk.core.block.build import build_block
from memdesk.core.block.result import BlockRequest
from memdesk.core.entry import KINDS, Entry, Kind, Memory
from memdesk.core.errors import BadParameters, Conflict, NotFound
from memdesk.core.lists import split_list, without_repeats
from memdesk.core.preset import BUILT_IN
from memdesk.core.quick_add import derived_title
from memdesk.core.secrets import find as find_secrets
from memdesk.core.secrets import marks
from memdesk.core.updating import (
    UPDATE_PARAMETERS,
    Creation,
    EntryChange,
    ProfileChange,
    Removal,
    Step,
    described,
    plan_update,
)
from memdesk.core.validation import check_entry
from memdesk.hosts.caller import Call
from memdesk.hosts.shown import may_see, title_for_host
from memdesk.store.bank import Bank

# The seed's summary as it stands, without a contract: that is in the tool's description.
_SUMMARY = replace(BUILT_IN["gameassist"], name="summary", outro={"en": "", "zh": ""})


def memory_write(bank: Bank, call: Call, *, suggest: bool) -> dict[str, object]:
    """Store a new memory, or a suggestion of it; name its look-alikes either way (spec 1.4).

    Raises BadParameters (a scope `role` without a role), LimitExceeded.
    """
    memory = _new_memory(call)
    check_entry(memory)
    viewer, actor = call.identity.viewer(), call.identity.actor()
    with bank.transaction(actor, call.operation):
        similar = [
            one
            for one in bank.look_alikes(memory, viewer=viewer)
            if may_see(call.identity.host, one.entry)
        ]
        if suggest:
            id = suggestion(bank, call)
        else:
            id = bank.add(memory, actor).id
            call.ids.append(id)
            call.fills = bank.count_host_write()
    return {
        "id": id,
        "similar": [
            {"id": one.id, "title": title_for_host(one.entry), "score": one.score}
            for one in similar
        ],
        "suggestion": suggest,
        "notes": _notes(memory, [one.id for one in similar]),
    }


def _new_memory(call: Call) -> Memory:
    params, who = call.params, call.identity
    title, content = params.get("title", ""), params.get("content", "")
    if call.operation == "remember":
        if content and "text" in params:
            raise BadParameters(
                "{operation} takes one of {fields}, not both.",
                field="text",
                operation="remember",
                fields="text, content",
            )
        content = content or params.get("text", "")
        if not content.strip():
            raise BadParameters("{operation} needs {field}.", field="text", operation="remember")
        title = title or derived_title(content)
    scope = params.get("scope") or ("role" if who.role else "workspace")
    if scope == "role" and not who.role:
        raise BadParameters("The scope role needs a role, and none is known.", field="scope")
    tags = params.get("tags", ())
    return Memory(
        title=title,
        content=content,
        category=params.get("category", "note"),
        tags=without_repeats(split_list(tags) if isinstance(tags, str) else tags),
        relevance=params.get("relevance", "medium"),
        workspace=who.workspace,
        role=who.role if scope == "role" else "",
        author=who.author,
        session_id=who.session or None,
        source_sessions=without_repeats(params.get("source_sessions", ())),
    )


def _notes(memory: Memory, similar: list[str]) -> list[str]:
    """What the writer should know: twins to update instead, secrets that won't be shown."""
    notes = []
    if similar:
        ids = ", ".join(similar)
        notes.append(
            f"This resembles what is there already: {ids}. To update one of them instead, call "
            f"memory_update with its id, then memory_forget with the new one."
        )
    kinds = [
        secret.kind for text in (memory.title, memory.content) for secret in find_secrets(text)
    ]
    if kinds:
        names = ", ".join(dict.fromkeys(kinds))
        notes.append(f"This looks like a secret and is hidden from every host: {names}.")
    hidden = [mark for text in (memory.title, memory.content) for mark in marks(text)]
    if hidden:
        names = ", ".join(dict.fromkeys(hidden))
        notes.append(
            f"This holds {names}, which stands for a secret that you were not shown: the mark was "
            f"stored, not the secret. Don't forget the entry that holds it."
        )
    return notes


def memory_update(bank: Bank, call: Call, *, suggest: bool) -> dict[str, object]:
    """Change the profile, a task, a work or a memory, all of it in one transaction.

    Raises as `plan_update` does; then nothing is written.
    """
    # Refused before a file or a lock is taken, and before a suggestion nobody could accept.
    _planned_update(bank, call)
    if suggest:
        suggestion(bank, call)
        return {"changed": [], "summary": summary(bank, call), "suggestion": True}
    with bank.transaction(call.identity.actor(), call.operation):
        changed = [take(bank, call, step) for step in _planned_update(bank, call)]
        call.fills = bank.count_host_write()
    call.ids += [str(one["id"]) for one in changed if one.get("id")]
    return {"changed": changed, "summary": summary(bank, call)}


def planned(bank: Bank, call: Call) -> list[Step]:
    """What a writing call comes to, to be taken step by step with `take`.

    Raises as the operation does, and NotFound for an entry to forget that isn't there.
    """
    match call.operation:
        case "memory_write":
            memory = _new_memory(call)
            check_entry(memory)
            return [Creation(entry=memory)]
        case "memory_forget":
            there = _to_forget(bank, call)
            if there is None:
                raise NotFound("There is no entry with the id {id}.", id=call.params["id"])
            return [Removal(kind=there.kind, id=there.id)]
    return _planned_update(bank, call)


def _planned_update(bank: Bank, call: Call) -> list[Step]:
    given = {name: value for name, value in call.params.items() if name in UPDATE_PARAMETERS}
    viewer = call.identity.viewer()

    def find(kind: Kind, id: str) -> Entry | None:
        try:
            entry = bank.get(id, kind=kind, viewer=viewer)
        except NotFound:
            return None
        return entry if may_see(call.identity.host, entry) else None

    return plan_update(given, bank.profile(), find, viewer)


def take(bank: Bank, call: Call, step: Step) -> dict[str, object]:
    """Take one planned step as the caller; gives what the reply says of it."""
    actor = call.identity.actor()
    said: dict[str, Any] = described(step)
    match step:
        case ProfileChange(fields=fields):
            bank.set_profile(fields, actor)
        case Removal(kind=kind, id=id):
            bank.delete([(kind, id)], actor)
        case Creation(entry=entry):
            mine = replace(
                entry, author=call.identity.author, session_id=call.identity.session or None
            )
            try:
                _refuse_withheld(bank, call, entry)
                said["id"] = bank.add(mine, actor).id
            except Conflict as error:
                # It was not found, so it is one that does not exist for this caller (spec 1.2):
                # the refusal may not tell that it does for others.
                raise NotFound(
                    "There is no {kind} with the id {id}.", kind=entry.kind, id=entry.id
                ) from error
        case EntryChange(kind=kind, id=id, fields=fields):
            bank.update(id, fields, actor, kind=kind)
    return said


def _refuse_withheld(bank: Bank, call: Call, entry: Entry) -> None:
    """Raise Conflict where a new entry would revive one that is kept from this host."""
    if not entry.id:
        return
    try:
        there = bank.get(entry.id, kind=entry.kind, viewer=call.identity.viewer(), trashed=True)
    except NotFound:
        return
    if not may_see(call.identity.host, there):
        raise Conflict("The id {id} is taken.", id=entry.id)


def summary(bank: Bank, call: Call) -> str:
    """Profile, tasks and works in a few lines: what the gameassist seed's tools answer with."""
    viewer, host = call.identity.viewer(), call.identity.host
    source = bank.block_source(_SUMMARY, viewer, host)
    chosen = bank.preset(bank.preset_for(host, call.identity.role))
    request = BlockRequest(
        viewer=viewer, host=host, language=chosen.language if chosen else "en", layers=("system",)
    )
    return build_block(source.entries, source.profile, _SUMMARY, request, source.beyond).system


def memory_forget(bank: Bank, call: Call, *, suggest: bool) -> dict[str, object]:
    """Move an entry to the trash; says whether it was there.

    Raises Conflict for an id that fits two kinds.
    """
    there = _to_forget(bank, call)
    if there is None:
        return {"found": False}
    if suggest:
        suggestion(bank, call)
        return {"found": True, "suggestion": True}
    with bank.transaction(call.identity.actor(), "delete"):
        gone = bank.delete([(there.kind, there.id)], call.identity.actor())
        call.fills = bank.count_host_write()
    call.ids.append(there.id)
    return {"found": gone > 0}


def _to_forget(bank: Bank, call: Call) -> Entry | None:
    """The entry to forget, or None. Raises Conflict for an id that fits two kinds."""
    id, viewer = call.params["id"], call.identity.viewer()
    there = []
    for kind in (call.kind,) if call.kind else KINDS:
        try:
            entry = bank.get(id, kind=kind, viewer=viewer)
        except NotFound:
            continue
        if may_see(call.identity.host, entry):
            there.append(entry)
    if len(there) > 1:
        raise Conflict(
            "The id {id} fits more than one entry: a {first} and a {second}.",
            id=id,
            first=there[0].kind,
            second=there[1].kind,
        )
    return there[0] if there else None


def suggestion(bank: Bank, call: Call) -> str:
    """Keep the call for the person's review; gives the suggestion's id."""
    who = call.identity
    operation = "memory_write" if call.operation == "remember" else call.operation
    parameters = dict(call.params)
    if call.operation == "remember":
        memory = _new_memory(call)
        parameters.pop("text", None)
        parameters |= {"title": memory.title, "content": memory.content}
    parameters |= {"workspace": who.workspace, "role": who.role}
    number = bank.add_suggestion(who.author, who.session or None, operation, parameters)
    return f"s{number}"
