"""Entries as hosts may see them: nothing marked for others' eyes, secrets replaced (spec 2.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from memdesk.core.entry import Entry, Profile
from memdesk.core.scope import is_kept_from
from memdesk.core.secrets import redact
from memdesk.core.shapes import entry_to_dict, profile_to_dict
from memdesk.core.text import cut, one_line

SNIPPET = 160
"""Code points of a snippet that is made here."""
LISTED = 200
"""Code points of each long text in a list: the rest is one memory_read away."""
RECALLED = 1_000
"""Code points of each long text in a recall, unless it was asked for in full."""

_LONG = ("content", "notes", "summary")
_KEPT = frozenset(
    # What a secret can't stand in: times, ids and words of memdesk's own.
    {
        *("kind", "id", "relevance", "category", "constraint"),
        *("created_at", "updated_at", "accessed_at", "deleted_at"),
    }
)

E = TypeVar("E", bound=Entry)


def may_see(host: str, entry: Entry) -> bool:
    """Whether an entry may be sent to a host: to the others it does not exist."""
    return not entry.never_send_to or not is_kept_from(host, entry.never_send_to)


def visible(host: str, entries: Iterable[E]) -> list[E]:
    """Those of the entries that may be sent to a host."""
    return [entry for entry in entries if may_see(host, entry)]


def entry_for_host(entry: Entry, most: int | None = None) -> dict[str, object]:
    """An entry as a host gets it: secrets replaced, long texts cut to `most` code points.

    `redacted` names the kinds of secrets that were replaced, `cut` the fields that were cut;
    both are there only when there are any.
    """
    shape = entry_to_dict(entry)
    kinds: list[str] = []
    if not entry.not_secret:
        shape = {
            name: value if name in _KEPT else _redacted(value, kinds)
            for name, value in shape.items()
        }
    if most is not None:
        for name in _LONG:
            text = shape.get(name)
            if isinstance(text, str) and len(text) > most:
                shape[name] = cut(text, most)[0]
                shape["cut"] = [*_list(shape.get("cut")), name]
    if kinds:
        shape["redacted"] = list(dict.fromkeys(kinds))
    return shape


def snippet_for_host(entry: Entry, snippet: str) -> str:
    """A search's snippet as a host gets it.

    A snippet is a window, and a secret that it halves looks like none: where the entry holds
    any, the snippet is made anew from the redacted text.
    """
    if entry.not_secret:
        return snippet
    shape = entry_to_dict(entry)
    texts = [str(shape.get(name) or "") for name in ("title", "name", *_LONG)]
    if not any(redact(text)[1] for text in texts):
        return snippet
    body = next((text for text in texts[2:] if text), "")
    return cut(one_line(redact(body)[0]), SNIPPET)[0]


def title_for_host(entry: Entry) -> str:
    """What an entry is called, as a host gets it."""
    return entry.label if entry.not_secret else redact(entry.label)[0]


def profile_for_host(profile: Profile) -> dict[str, object]:
    """The profile with secrets replaced."""
    return {name: _redacted(value, []) for name, value in profile_to_dict(profile).items()}


def _redacted(value: object, kinds: list[str]) -> object:
    if isinstance(value, str):
        text, found = redact(value)
        kinds += found
        return text
    if isinstance(value, list):
        return [_redacted(item, kinds) for item in value]
    return value


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
