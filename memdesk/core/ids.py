"""Ids of entries: text, stable, never reused; `m…`, `t…`, `w…` when generated (spec 1.1)."""

from __future__ import annotations

import secrets

# No vowels and no look-alikes: an id is read aloud, typed and never spells a word.
_ALPHABET = "23456789bcdfghjkmnpqrstvwxz"
_LENGTH = 8


def new_id(kind: str) -> str:
    """A fresh id for a kind of entry. About 38 bits: the store still checks that it is free."""
    number = secrets.randbelow(len(_ALPHABET) ** _LENGTH)
    id = kind[0]
    for _ in range(_LENGTH):
        number, digit = divmod(number, len(_ALPHABET))
        id += _ALPHABET[digit]
    return id


def is_generated(id: str) -> bool:
    """Whether an id has the form of a generated one: then it says nothing of anyone."""
    return len(id) == _LENGTH + 1 and id[0] in "mtw" and set(id[1:]) <= set(_ALPHABET)
