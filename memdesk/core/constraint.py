"""Whether a memory is a constraint, and why (spec 1.3)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from memdesk.core.authors import wording_counts
from memdesk.core.entry import Memory

Reason = Literal["yes", "no", "tag", "word", "order", "none"]

MAX_WORDING = 500
"""Code points up to which a content's wording counts. A longer one is judged by its title."""

TAGS = frozenset(
    ("约束", "规则", "偏好", "规范", "要求", "constraint", "rule", "must", "requirement")
)

# The destinywind seed's words; they count wherever they stand.
_WORDS = "必须|禁止|不要|不得|务必|一定要|只能|只用|都要|偏好|约束|规则|规范"

_WORD_END = r"(?![\w-])"
_BULLET = r"(?:[-*+•‣◦–—>#]+|\d{1,3}[.)、]|\[[ xX]?\])"
_ORDER = (  # compiled at the first text with a hint: a start may not wait for it
    # Where a sentence or a line begins, whatever marks a list, a quotation or stress there.
    rf"(?im)(?:^[^\S\n]*(?:{_BULLET}[^\S\n]+){{0,3}}|(?<=[.!?…])[\"'”’)\]*_`]{{0,3}}\s+|(?<=[。！？]))"
    r"[\"'“‘(\[*_`]{0,3}"
    r"(?:(?:please|you|we|the\s+assistant)\b,?\s+){0,2}"
    rf"(?P<order>must\s+not|must|never|always|do\s+not|don['’]t|avoid|only\s+use|use\s+only){_WORD_END}"
    # Or the one word that orders wherever it stands.
    rf"|(?<![\w-])(?P<must>must\s+not|mustn['’]t|must){_WORD_END}"
)

# One of these is in every order; looking for them costs a tenth of looking for an order.
_HINTS = ("must", "never", "always", "not", "don", "avoid", "only")


class Verdict(NamedTuple):
    """Whether a memory is a constraint, what decided, and the tag or words that did.

    `reason` is "yes" or "no" when the person said so, "tag", "word" (one of the seed's Chinese
    words) or "order" (an English order), or "none". `looks_like_order` is the wording of an
    author whose wording doesn't count: no constraint, but offered for one click; reason and
    evidence then name the wording.
    """

    is_constraint: bool
    reason: Reason = "none"
    evidence: str = ""
    looks_like_order: bool = False


def verdict(memory: Memory) -> Verdict:
    """Decide one memory (spec 1.3). Pure, and linear in the length of its title and content."""
    if memory.constraint != "auto":
        return Verdict(is_constraint=memory.constraint == "yes", reason=memory.constraint)
    for tag in memory.tags:
        if tag.strip().casefold() in TAGS:
            return Verdict(is_constraint=True, reason="tag", evidence=tag)
    short = len(memory.content) <= MAX_WORDING
    reason, evidence = _wording(memory.title, memory.content if short else "")
    if reason == "none":
        return Verdict(is_constraint=False)
    counts = wording_counts(memory.author)
    return Verdict(
        is_constraint=counts, reason=reason, evidence=evidence, looks_like_order=not counts
    )


@lru_cache(maxsize=512)  # a table asks for the same rows with each painting
def _wording(*texts: str) -> tuple[Reason, str]:
    """What in the title, or in a short enough content, words an order."""
    for text in texts:
        if not text.isascii() and (word := re.search(_WORDS, text)):
            return "word", word.group()
        lower = text.lower()
        if any(map(lower.__contains__, _HINTS)) and (order := re.search(_ORDER, text)):
            return "order", order["order"] or order["must"]
    return "none", ""
