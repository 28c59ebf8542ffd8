"""What the account exports of chat services share: files in a zip or a folder, or one of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from memdesk.core.errors import BadParameters
from memdesk.exchange.inside import Several, Whole, each, fits, grouped, holds_files
from memdesk.exchange.source import Source
from memdesk.exchange.transcripts.account_export import CONVERSATIONS

__all__ = ["CONVERSATIONS", "conversations_are_elsewhere", "files", "holds", "wholes"]

_BESIDE = re.compile(
    r"(?:.*/)?(?:(?:users?|user_settings|message_feedback|shared_conversations|"
    r"model_comparisons|group_chats)\.json|chat\.html)"
)
_IN_EXPORT = re.compile(
    r"(?P<root>.*?/)??(?:(?:memories|projects)(?:[-_]\d{1,6})?/[^/]+\.json|[^/]+\.json|chat\.html)"
)
"""A file of an export, and the folder that the export lies in."""


def files(source: Source, pattern: re.Pattern[str]) -> Iterator[tuple[str, Source]]:
    """The JSON files of an export that fit a pattern, each with its place; else the one file."""
    if holds_files(source):
        inside = each(source, ".json")
        yield from ((place, one) for place, one in inside if pattern.fullmatch(place))
    else:
        yield source.name, source


def wholes(
    folder: Several,
    claims: Callable[[Source], bool],
    own: Sequence[re.Pattern[str]],
    beside: Sequence[re.Pattern[str]] = (),
) -> Iterator[Whole]:
    """The exports in a folder or a zip, each with the files that belong to it.

    Those are the files that fit a pattern of its `own` and are claimed, and those `beside` them,
    or in which an export never has memories.
    """
    for root, places in grouped(folder.places, _root_of):
        several = [one for one in places if _fits(one, own) and fits(claims, folder.file(one))]
        if several:
            others = (one for one in places if _fits(one, (*beside, _BESIDE)))
            yield root, [*several, *others]


def _fits(place: str, patterns: Iterable[re.Pattern[str]]) -> bool:
    return any(pattern.fullmatch(place) for pattern in patterns)


def _root_of(place: str) -> str | None:
    match = _IN_EXPORT.fullmatch(place)
    return (match["root"] or "").rstrip("/") if match else None


def holds(file: Source, *names: str) -> bool:
    """Whether a JSON file is a list whose first object has one of these fields."""
    first = file.first_item
    return isinstance(first, dict) and any(name in first for name in names)


def conversations_are_elsewhere() -> BadParameters:
    """What to say of an export in which nothing but conversations was found."""
    return BadParameters(
        "It holds conversations but no memories; to draw memories out of them, consolidate."
    )
