"""What a host suggests, in the person's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from memdesk.core.comparing import relation
from memdesk.core.entry import ENTRY_TYPES, KINDS, Kind, Memory
from memdesk.core.reviewing import SHOWN, Aim, Outcome, Proposal, aims
from memdesk.gui import words
from memdesk.gui.history_words import field_name, value_text
from memdesk.gui.words import translate
from memdesk.store.bank import Bank, Suggestion


def what(bank: Bank, suggestion: Suggestion) -> str:
    """What a suggestion is about, on one line. Looks up titles: for the worker's thread."""
    named = [_aim_words(bank, aim) for aim in aims(suggestion.operation, suggestion.parameters)]
    return "; ".join(named) or suggestion.operation


def _aim_words(bank: Bank, aim: Aim) -> str:
    if aim.kind == "profile":
        return translate("Review", "Changes your profile")
    stored = _title(bank, aim)
    title = stored or aim.label or aim.id
    kind = aim.kind or "memory"
    # A task or work of an id that isn't there is made with it.
    made = aim.action == "update" and kind != "memory" and not stored
    return action_words("create" if made else aim.action, kind, title)


def _title(bank: Bank, aim: Aim) -> str:
    if not aim.id:
        return ""
    kinds: Sequence[str] = KINDS if aim.kind is None else (aim.kind,)
    return next(filter(None, (bank.title_of(kind, aim.id) for kind in kinds)), "")


def action_words(action: str, kind: Kind, title: str) -> str:
    """`New memory: TITLE` and the like."""
    template = {
        ("create", "memory"): translate("Review", "New memory: {title}"),
        ("create", "task"): translate("Review", "New task: {title}"),
        ("create", "work"): translate("Review", "New work: {title}"),
        ("update", "memory"): translate("Review", "Changes the memory {title}"),
        ("update", "task"): translate("Review", "Changes the task {title}"),
        ("update", "work"): translate("Review", "Changes the work {title}"),
        ("delete", "memory"): translate("Review", "Forgets {title}"),
        ("delete", "task"): translate("Review", "Removes the task {title}"),
        ("delete", "work"): translate("Review", "Removes the work {title}"),
    }[action, kind]
    return template.format(title=title)


def heading(outcome: Outcome) -> str:
    """What becomes of one thing, as a heading over its fields."""
    if outcome.kind == "profile":
        return translate("Review", "Changes your profile")
    return action_words(outcome.action, outcome.kind, outcome.label)


def pairs(proposal: Proposal) -> list[tuple[str, str, str]]:
    """Heading, old and new text of every field, for a comparison."""
    found = []
    several = len(proposal.outcomes) > 1
    for outcome in proposal.outcomes:
        for name in _worth_saying(outcome):
            field = field_name(name)
            above = f"{heading(outcome)} · {field}" if several else field
            old, new = (
                value_text(name, side.get(name)) for side in (outcome.before, outcome.after)
            )
            found.append((above, old, new))
    return found


def pairs_with(memory: Memory, outcome: Outcome) -> list[tuple[str, str, str]]:
    """A new memory beside one that it resembles."""
    return [
        (field_name(name), value_text(name, getattr(memory, name)), value_text(name, value))
        for name in SHOWN["memory"]
        if (value := outcome.after.get(name)) or getattr(memory, name)
    ]


def pairs_asked(parameters: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """What a host asked for that can't be carried out, as it said it."""
    return [(name, "", value_text(name, value)) for name, value in parameters.items() if value]


def _worth_saying(outcome: Outcome) -> list[str]:
    """The fields to show, in order: of a new or lost entry not what is as in every other."""
    given = {*outcome.before, *outcome.after}
    if outcome.kind == "profile":
        return sorted(given)
    shown = SHOWN[outcome.kind]
    named = [name for name in shown if name in given] + sorted(given - set(shown))
    if outcome.action == "update":
        return named
    says = outcome.after if outcome.action == "create" else outcome.before
    usual = ENTRY_TYPES[outcome.kind]()
    return [name for name in named if says[name] != getattr(usual, name)]


def resembles(score: float, memory: Memory, new: Outcome | None = None) -> str:
    """A look-alike by how alike it is, its title, and how a new memory stands to it (spec 5.2)."""
    said = {} if new is None else {name: new.after.get(name) or "" for name in ("title", "content")}
    template = {
        "same": translate("Review", "“{title}” ({percent}% alike, says the same)"),
        "contradicts": translate("Review", "“{title}” ({percent}% alike, is contradicted)"),
        "updates": translate("Review", "“{title}” ({percent}% alike, is brought up to date)"),
        "resembles": translate("Review", "“{title}” ({percent}% alike)"),
    }[relation(replace(Memory(), **said), memory) if said else "resembles"]
    return template.format(percent=round(100 * score), title=memory.title)


def where(suggestion: Suggestion) -> str:
    """Who suggests it, when, and in which workspace, role and session."""
    parameters = suggestion.parameters
    parts = [
        words.author_word(suggestion.host),
        words.moment(suggestion.at),
        words.workspace_word(str(parameters.get("workspace", ""))),
        str(parameters.get("role", "")),
    ]
    if suggestion.session_id:
        parts.append(translate("Review", "session {session}").format(session=suggestion.session_id))
    return " · ".join(filter(None, parts))
