"""How a new memory stands to one that it resembles (spec 5.2); rules, and no model. Pure."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from memdesk.core.entry import Memory
from memdesk.core.similar import normalised_title

Relation = Literal["new", "same", "contradicts", "updates", "resembles"]
"""Nothing like it is there; it says the same; the contrary; what has become of it; something of
the kind."""

_NOT = re.compile(
    r"\b(?:not|never|no longer|cannot|dislikes?|hates?|avoids?|without|against|refuses?|forbids?)\b"
    r"|n['’]t\b|不|没有|没|从未|讨厌|避免|禁止|反对"
)
_CHANGED = re.compile(
    r"\b(?:no longer|not any ?more|instead of|replaced?|replaces|switched|moved (?:from|to)|"
    r"migrated|renamed|changed|upgraded|now|since then)\b"
    r"|不再|改为|改用|换成|代替|迁移到|升级到|现在|已更名"
)
_NUMBER = re.compile(r"\d+(?:[.:]\d+)*")
_KEYED = re.compile(r"\A\s*([^:：\n]{1,60})\s*[:：]\s*(\S.*)\Z", re.DOTALL)
_WORD = re.compile(r"[^\W_]+")


def relation(new: Memory, old: Memory) -> Relation:
    """How a new memory stands to one that it resembles; never `new`.

    By their wording alone, so that it is a hint for the person who decides and nothing more.
    """
    mine, theirs = _text(new), _text(old)
    if _plain(mine) == _plain(theirs) or _is_said_in(mine, theirs):
        return "same"
    if _has_other_value(mine, theirs):
        return "contradicts"
    if _CHANGED.search(mine) and not _CHANGED.search(theirs):
        return "updates"
    if bool(_NOT.search(mine)) != bool(_NOT.search(theirs)):
        return "contradicts"
    own, other = set(_NUMBER.findall(mine)), set(_NUMBER.findall(theirs))
    if own and other and not own & other:
        return "contradicts"
    if set(_WORD.findall(theirs)) < set(_WORD.findall(mine)):
        return "updates"
    return "resembles"


def _text(memory: Memory) -> str:
    return unicodedata.normalize("NFKC", memory.content or memory.title).casefold().strip()


def _plain(text: str) -> str:
    return normalised_title(text)


def _is_said_in(mine: str, theirs: str) -> bool:
    plain = _plain(mine)
    return len(plain) >= 12 and f" {plain} " in f" {_plain(theirs)} "


def _has_other_value(mine: str, theirs: str) -> bool:
    """`Eyes: blue` against `Eyes: green`."""
    own, other = _KEYED.match(mine), _KEYED.match(theirs)
    return (
        own is not None
        and other is not None
        and _plain(own[1]) == _plain(other[1])
        and _plain(own[2]) != _plain(other[2])
    )
