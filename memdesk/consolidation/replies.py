"""What a model's reply says: parsed where it can be, reported where it can't, never guessed."""

from __future__ import annotations

import json
import re
from typing import Any

from memdesk.core.errors import EndpointFailed
from memdesk.core.limits import MAX_NOTES
from memdesk.core.lists import without_repeats
from memdesk.core.text import clean, cut, one_line

MOST_FACTS = 200
"""Of one reply; a model that finds more has begun to repeat itself."""

_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"\A```[\w-]*[ \t]*\n(.*?)\n?```\Z", re.DOTALL)
_BEGINS_ARRAY = re.compile(r'\[\s*"')
_BRACKET = re.compile(r"[\[{]")
_MISSES = 200
"""Brackets that begin no JSON, after which none is looked for: the time each takes adds up."""
_DECODER = json.JSONDecoder()


def facts_in(reply: str) -> list[str]:
    """The facts of a reply that is a JSON array of strings, in a fence or amid prose or bare.

    An empty array gives none. Raises EndpointFailed for anything else: an object, an array of
    other things, a reply that was cut off, two different arrays.
    """
    text = _THOUGHT.sub("", reply).strip()
    if not text:
        raise EndpointFailed("The model's reply is empty. Nothing was stored.", again=True)
    found = _values_in(text)
    if any(isinstance(one, dict) for one in found):
        raise EndpointFailed(
            "The model's reply is an object, not a list of facts. Nothing was stored; another "
            "model may keep to the form. It begins with: {beginning}",
            beginning=_beginning(text),
            again=True,
        )
    lists: list[list[Any]] = []
    for value in found:
        if value not in lists:
            lists.append(value)
    of_texts = [one for one in lists if all(isinstance(item, str) for item in one)]
    if len(of_texts) == 1:
        facts = [one_line(clean(item)) for item in of_texts[0]]
        return list(without_repeats(fact for fact in facts if fact))[:MOST_FACTS]
    if len(of_texts) > 1:
        raise EndpointFailed(
            "The model's reply holds more than one list, and which is meant is not to be told. "
            "Nothing was stored.",
            again=True,
        )
    if lists:
        raise EndpointFailed(
            "The model's list holds something else than texts. Nothing was stored. It begins "
            "with: {beginning}",
            beginning=_beginning(text),
            again=True,
        )
    raise EndpointFailed(
        "The model's reply holds no list of facts. Nothing was stored. It begins with: {beginning}",
        beginning=_beginning(text),
        again=True,
    )


def _values_in(text: str) -> list[Any]:
    """Every JSON object and array in a text, the outer ones. Raises EndpointFailed for half a
    list: what could be taken out of it is not what the model meant to say."""
    found = []
    place = misses = 0
    while misses < _MISSES and (match := _BRACKET.search(text, place)) is not None:
        start = match.start()
        try:
            value, place = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            if _BEGINS_ARRAY.match(text, start):
                raise EndpointFailed(
                    "The model's list of facts is cut off or broken. Nothing was stored. It "
                    "begins with: {beginning}",
                    beginning=_beginning(text[start:]),
                    again=True,
                ) from None
            place, misses = start + 1, misses + 1
        else:
            found.append(value)
    return found


def summary_in(reply: str) -> str:
    """The Markdown of a summary, without the fence around it.

    Raises EndpointFailed for an empty one, or one that no notes can hold.
    """
    text = clean(_THOUGHT.sub("", reply)).strip()
    fenced = _FENCED.match(text)
    text = fenced[1].strip() if fenced and "\n```" not in fenced[1] else text
    if not text:
        raise EndpointFailed("The model's reply is empty. Nothing was stored.", again=True)
    if len(text) > MAX_NOTES:
        raise EndpointFailed(
            "The model's summary has more than {limit} characters. Nothing was stored.",
            limit=MAX_NOTES,
            again=True,
        )
    return text


def _beginning(text: str) -> str:
    return cut(one_line(clean(text[:1_000])), 120)[0]
