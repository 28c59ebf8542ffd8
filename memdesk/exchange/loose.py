"""Objects that other programs wrote: fields may be missing, null or wrongly typed (spec 4).

What can be read is; what can't is noted with its place, and counts as absent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memdesk.core import times
from memdesk.core.entry import RELEVANCES, Category, Relevance
from memdesk.core.errors import LimitExceeded
from memdesk.core.limits import MAX_TAG, MAX_TAGS, MAX_TITLE
from memdesk.core.lists import split_list, without_repeats
from memdesk.core.quick_add import derived_title
from memdesk.exchange.json_value import wrong_type
from memdesk.exchange.reading import Found


@dataclass(slots=True)
class Loose:
    """Takes fields out of one object, and notes in `found` those that are wrongly typed.

    `prefix` is the object's place with a dot at its end; empty at the top.
    """

    item: Mapping[str, Any]
    prefix: str
    found: Found

    def absent(self, name: str) -> bool:
        return self.item.get(name) is None

    def text(self, *names: str) -> str:
        """The first of these fields that holds a text; a number is one; else empty."""
        for name in names:
            value = self.item.get(name)
            if isinstance(value, str):
                if value or name == names[-1]:
                    return value
            elif isinstance(value, int | float) and not isinstance(value, bool):
                return str(value)
            elif value is not None:
                self.found.skip(self.prefix + name, wrong_type(value, "a text"))
        return ""

    def items(self, name: str) -> tuple[str, ...]:
        """A list of texts, itself or written as JSON; any other text is split as one typed."""
        value = _written_list(self.item.get(name))
        if isinstance(value, str):
            return split_list(value)
        if isinstance(value, list):
            kept = []
            for number, item in enumerate(value):
                if not isinstance(item, str):
                    place = f"{self.prefix}{name}[{number}]"
                    self.found.skip(place, wrong_type(item, "a text"))
                elif item.strip():
                    kept.append(item)
            return tuple(kept)
        if value is not None:
            self.found.skip(self.prefix + name, wrong_type(value, "a list"))
        return ()

    def tags(self, name: str = "tags", more: Iterable[str] = ()) -> tuple[str, ...]:
        """A list of words as tags, and more words: on one line, each once.

        What doesn't fit is noted.
        """
        several = (" ".join(item.split()) for item in (*self.items(name), *more))
        words = without_repeats(filter(None, several))
        fitting = tuple(word for word in words if len(word) <= MAX_TAG)[:MAX_TAGS]
        if len(fitting) < len(words):
            self.found.skip(
                self.prefix + name,
                LimitExceeded(
                    "Tags that don't fit: {count}; at most {most} of {limit} characters are kept.",
                    limit=MAX_TAG,
                    most=MAX_TAGS,
                    count=len(words) - len(fitting),
                ),
            )
        return fitting

    def moment(self, *names: str) -> str:
        """The first of these fields that is a time, in memdesk's form; else empty.

        ISO 8601, or a number of seconds or milliseconds since 1970.
        """
        for name in names:
            moment = moment_of(self.item.get(name))
            if moment:
                return moment
        return ""

    def count(self, name: str) -> int:
        """A number of things; 0 where there is none."""
        value = self.item.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31:
            return value
        return 0

    def category(self, name: str = "category") -> Category:
        value = self.item.get(name)
        return (category_of(value) if isinstance(value, str) else None) or "note"

    def relevance(self, name: str = "relevance") -> Relevance:
        value = self.item.get(name)
        return value if value in RELEVANCES else "medium"


def _written_list(value: object) -> object:
    """The list that a text in a database's column is, or whatever else it is."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


_CATEGORY_WORDS: dict[Category, str] = {
    "decision": "decision decisions adr architecture architecture_decision tool_choice approach",
    "preference": "preference preferences user_preference user_preferences like likes",
    "fact": "fact facts reference discovery",
    "lesson": "lesson lessons lesson_learned lessons_learned learning learnings insight "
    "best_practice anti_pattern gotcha pitfall",
    "note": "note notes",
}
_MEANT = {word: category for category, words in _CATEGORY_WORDS.items() for word in words.split()}


def category_of(word: str) -> Category | None:
    """The category that a program's own word for a kind of memory means, where that is clear."""
    return _MEANT.get(re.sub(r"[\s-]+", "_", word.strip().casefold()))


_MILLISECONDS = 100_000_000_000
"""A number from here on counts milliseconds: in seconds it would be the year 5138."""


def moment_of(value: object) -> str:
    """A time in memdesk's form, or empty where there is none to be made out."""
    if isinstance(value, str):
        return times.normalised(value) or ""
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        seconds = value / 1000 if value >= _MILLISECONDS else value
        try:
            return times.iso(datetime.fromtimestamp(seconds, UTC))
        except (ValueError, OverflowError, OSError):
            return ""
    return ""


def title_and_content(title: str, content: str) -> tuple[str, str]:
    """A title and a content that fit memdesk's limits, with nothing lost.

    Without a title it is derived from the content, without a content that is the title. A title
    that is too long, or on several lines, also stands whole above the content.
    """
    title, whole = " ".join(title.split()), title.strip()
    if not title:
        return derived_title(content), content
    if len(title) > MAX_TITLE or "\n" in whole:
        return derived_title(title), f"{whole}\n\n{content}" if content.strip() else whole
    return title, content if content.strip() else title


def title_under(heading: str, content: str) -> str:
    """A title for a text that has none, with what it stands under, as far as both have room."""
    words = [line for line in content.split("\n") if not line.lstrip().startswith(_FENCES)]
    title = derived_title(_MARKS.sub("", "\n".join(words)))
    title = " ".join(title.replace("**", "").split())
    if not (heading and title):
        return title or heading[:MAX_TITLE]
    both = f"{heading}: {title}"
    return both if len(both) <= MAX_TITLE else title


_FENCES = ("```", "~~~")
_MARKS = re.compile(r"\A\s*(?:(?:#{1,6}|[-*+•>]|\[[ xX]\])[ \t]+)+")
"""Of headings, bullets and boxes where a text begins."""
