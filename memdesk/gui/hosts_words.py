"""Hosts, what they may do and what they did, in the person's words."""

from __future__ import annotations

from memdesk.gui.words import translate
from memdesk.store.hosts import Policy


def policy_words() -> dict[Policy, str]:
    return {
        "write": translate("Hosts", "Write"),
        "review": translate("Hosts", "Write to review"),
        "read": translate("Hosts", "Read only"),
        "blocked": translate("Hosts", "Blocked"),
    }


def policy_sentence(policy: Policy) -> str:
    """What a policy means for a host."""
    return {
        "write": translate("Hosts", "It reads, and what it writes is stored at once."),
        "review": translate("Hosts", "It reads. What it wants to write waits in Review for you."),
        "read": translate("Hosts", "It reads. What it wants to write is refused."),
        "blocked": translate("Hosts", "It gets nothing and can write nothing."),
    }[policy]


def preset_word(preset: str | None) -> str:
    """A host's choice of preset; None for no choice."""
    if preset is None:
        return translate("Hosts", "Not chosen (default)")
    return preset


def operation_word(operation: str) -> str:
    """What a host did; the name of an operation that has no word."""
    return {
        "hello": translate("Hosts", "Said hello"),
        "block": translate("Hosts", "Fetched its block"),
        "memory_read": translate("Hosts", "Read"),
        "memory_recall": translate("Hosts", "Recalled"),
        "recall": translate("Hosts", "Recalled"),
        "memory_list": translate("Hosts", "Listed"),
        "memory_write": translate("Hosts", "Wrote a memory"),
        "remember": translate("Hosts", "Wrote a memory"),
        "memory_update": translate("Hosts", "Changed something"),
        "memory_forget": translate("Hosts", "Forgot something"),
        "forget": translate("Hosts", "Forgot something"),
        "stats": translate("Hosts", "Counted"),
        "session_list": translate("Hosts", "Listed transcripts"),
        "session_read": translate("Hosts", "Read a transcript"),
        "subscribe": translate("Hosts", "Asked to hear of changes"),
        "consolidation_due": translate("Hosts", "Asked whether to consolidate"),
    }.get(operation, operation)


def took(microseconds: int) -> str:
    """How long a call took."""
    if microseconds < 10_000:
        return translate("Hosts", "{number} ms").format(number=round(microseconds / 1000, 1))
    return translate("Hosts", "{number} ms").format(number=round(microseconds / 1000))
