"""What the account exports of chat services share: files in a zip or a folder, or one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdesk.core.errors import BadParameters
from memdesk.exchange.source import Source
from memdesk.exchange.transcripts.account_export import CONVERSATIONS

__all__ = ["CONVERSATIONS", "conversations_are_elsewhere", "files", "holds"]


def files(source: Source, pattern: re.Pattern[str]) -> Iterator[tuple[str, Source]]:
    """The JSON files of an export that fit a pattern, each with its place; else the one file."""
    if source.is_folder or source.is_zip:
        several = source.each(".json")
        yield from ((place, one) for place, one in several if pattern.fullmatch(place))
    else:
        yield source.name, source


def holds(file: Source, *names: str) -> bool:
    """Whether a JSON file is a list whose first object has one of these fields."""
    first = file.first_item
    return isinstance(first, dict) and any(name in first for name in names)


def conversations_are_elsewhere() -> BadParameters:
    """What to say of an export in which nothing but conversations was found."""
    return BadParameters(
        "It holds conversations but no memories; to draw memories out of them, consolidate."
    )
