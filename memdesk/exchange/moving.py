"""Copying and moving entries into another bank (spec 7.1).

They come there as a memdesk file would bring them: with their ids, authors and times. A move is
a copy that was read again and found whole; only then do the entries go to the trash here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from memdesk.core.authors import Actor, importer
from memdesk.core.entry import Entry
from memdesk.core.errors import BadParameters, NotFound
from memdesk.core.merging import letters
from memdesk.store.bank import Bank

Taken = Literal["skip", "both"]
"""What to do with an entry whose id means something else there: leave it here, or give it a new
id."""
Tell = Callable[[int, int], None]
"""Called with entries done and all of them. What it raises ends the work with nothing done."""

USER = Actor()
MOVER = Actor(author=importer("memdesk"))
"""Keeps the author of each entry."""
_HANDFUL = 200


@dataclass(slots=True, kw_only=True)
class Meeting:
    """How entries would meet what the other bank holds, by their keys here."""

    new: list[int] = field(default_factory=list)
    same: list[int] = field(default_factory=list)
    """There already, the same to the letter."""
    taken: list[int] = field(default_factory=list)
    """Their id belongs to another entry there, or to one in its trash."""


@dataclass(slots=True, kw_only=True)
class Moved:
    """What was done: how many were copied, were there already, were left out, and left here."""

    copied: int = 0
    same: int = 0
    left_out: int = 0
    trashed: int = 0


def other_bank(here: Bank, path: Path) -> Bank:
    """The bank of a path, which must not be the one that is open. No file is made yet."""
    if path.exists() and here.path.exists() and path.samefile(here.path):
        raise BadParameters("That is the bank that is open. Choose another one.")
    return Bank(path)


def meet(here: Bank, keys: Sequence[int], there: Bank, tell: Tell) -> Meeting:
    """Look at what copying would meet. Writes nothing."""
    meeting = Meeting()
    for entry in _read(here, keys, tell):
        found = _same_id(there, entry)
        if found is None:
            meeting.new.append(entry.key)
        elif found.deleted_at is None and _same(found, entry):
            meeting.same.append(entry.key)
        else:
            meeting.taken.append(entry.key)
    return meeting


def copy(
    here: Bank, keys: Sequence[int], there: Bank, taken: Taken, tell: Tell, *, move: bool = False
) -> Moved:
    """Copy entries into the other bank, in one transaction there.

    With `move`, those that are there now, read again and the same, go to the trash here: one
    undo step. Those left out stay.
    """
    moved = Moved()
    arrived: list[tuple[Entry, str]] = []
    with there.transaction(MOVER, "import"):
        for entry in _read(here, keys, tell):
            found = _same_id(there, entry)
            if found is not None and found.deleted_at is None and _same(found, entry):
                moved.same += 1
                arrived.append((entry, entry.id))
            elif found is not None and taken == "skip":
                moved.left_out += 1
            else:
                id = entry.id if found is None else ""
                added = there.add(replace(entry, id=id, key=0, position=0), MOVER)
                moved.copied += 1
                arrived.append((entry, added.id))
    if move:
        whole = [
            (entry.kind, entry.id)
            for entry, id in arrived
            if _same(there.get(id, kind=entry.kind), entry)
        ]
        with here.transaction(USER, "move"):
            moved.trashed = here.delete(whole, USER)
    return moved


def _read(here: Bank, keys: Sequence[int], tell: Tell) -> list[Entry]:
    """The living entries of these keys, in their order."""
    found: list[Entry] = []
    for start in range(0, len(keys), _HANDFUL):
        part = keys[start : start + _HANDFUL]
        rows = here.rows(part)
        found += (rows[key] for key in part if key in rows and rows[key].deleted_at is None)
        tell(start + len(part), len(keys))
    return found


def _same_id(there: Bank, entry: Entry) -> Entry | None:
    try:
        return there.get(entry.id, kind=entry.kind, trashed=True)
    except NotFound:
        return None


def _same(one: Entry, other: Entry) -> bool:
    return letters(one) == letters(other) and one.tags == other.tags
