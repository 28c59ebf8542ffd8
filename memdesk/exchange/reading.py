"""What an import found: entries with their places, and what was skipped and why (spec 4).

A format's module turns a `Source` into a `Found` by a generator of entries. What all formats
share is done here: each entry is checked, an id is derived where the file has none, and the second
of two with one id is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple

from memdesk.core.entry import KINDS, Entry, Kind, Profile
from memdesk.core.errors import BadParameters, MemdeskError, NotAllowed
from memdesk.core.validation import check_entry
from memdesk.exchange.first_places import FirstPlaces
from memdesk.exchange.source import SMALL, Source

MOST_SKIPPED = 1_000
"""Skipped things that are kept with place and reason; the rest are counted."""

BRINGS_MEMORIES: Mapping[Kind, tuple[str, ...]] = {
    "memory": ("title", "content", "category", "tags", "relevance"),
    "task": (),
    "work": (),
}
"""The fields that a format of plain memories holds."""


Said = tuple[str, str]
"""The title and the text of a memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """What could not be taken: where it stands (a JSON path, a line) and why."""

    where: str
    problem: MemdeskError

    @property
    def reason(self) -> str:
        """The problem in English, for programs; for a person, let it be said in their language."""
        return str(self.problem)

    def shape(self) -> dict[str, str]:
        """It as an object, for programs."""
        return {"where": self.where, "reason": self.reason}


class Elsewhere(NamedTuple):
    """What a thing out of a zip, which tells no workspace, is in the bank if it came from its
    project's own folder: `id_in` gives the id that it has in a workspace.

    `names` are what the project's folder may be called. `by_text`: one id is one text.
    """

    names: tuple[str, ...]
    id_in: Callable[[str], str]
    by_text: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEntry:
    """One entry and where it stands. Its id is its stable key: the same file gives the same.

    `needs` is what its own program calls the text without which there would be nothing to take.
    `also` are other ids that the same thing may have come in by, where less was known of it.
    `called` is its name to the letter, where what memdesk writes may come back (`Found`).
    """

    entry: Entry
    where: str
    needs: str = ""
    also: tuple[str, ...] = ()
    called: str = ""
    elsewhere: Elsewhere | None = None


class Found:
    """What a source holds, in its order.

    `brings` names the fields that the format holds, of each kind: the others of an entry that
    is in the bank already are none of its business. `keeps_authors` says that the entries bring
    their own authors and times (memdesk's own format); else the import is their author.

    `entries` is a list where that is small. Else it reads the source anew each time it is gone
    through, and `profile` and `skipped` are complete once it has been.
    """

    def __init__(
        self,
        source: Source,
        read: Callable[[Found], Iterable[FoundEntry]],
        *,
        name: str,
        brings: Mapping[Kind, tuple[str, ...]] = BRINGS_MEMORIES,
        keeps_authors: bool = False,
    ) -> None:
        self.format = name
        self.brings = brings
        self.keeps_authors = keeps_authors
        self.equal_at = ""
        """When the file was the bank's own mirror: what the person did until then is in it."""
        self.comes_back: Callable[[Entry | Profile], Iterable[Said]] | None = None
        """Of a format that memdesk writes and that holds no ids: what would be found in place of
        an entry, had memdesk written it."""
        self.mirror: tuple[str, str] | None = None
        """Of the bank's mirror: its path, and the digest of what it holds."""
        self.profile = Profile()
        self.skipped: list[Skipped] = []
        self.more_skipped = 0
        """How many were skipped beyond those in `skipped`."""
        self._read = read
        self.entries: Iterable[FoundEntry] = _Anew(self)
        if source.size <= SMALL:
            self._keep()

    def counts(self) -> dict[Kind, int]:
        """How many entries of each kind."""
        numbers = dict.fromkeys(KINDS, 0)
        for found in self.entries:
            numbers[found.entry.kind] += 1
        return numbers

    def skip(self, where: str, problem: MemdeskError) -> None:
        """Note what could not be taken."""
        if len(self.skipped) < MOST_SKIPPED:
            self.skipped.append(Skipped(where=where, problem=problem))
        else:
            self.more_skipped += 1

    def _keep(self) -> None:
        """Keep the entries, unless a folder or an archive turns out to hold a lot."""
        kept, size = [], 0
        for found in self._entries():
            kept.append(found)
            size += sum(map(len, _texts(found.entry)))
            if size > SMALL:
                return
        self.entries = kept

    def _entries(self) -> Iterator[FoundEntry]:
        self.profile = Profile()
        self.skipped.clear()
        self.more_skipped = 0
        with closing(FirstPlaces()) as places:
            for found in self._read(self):
                entry = found.entry
                if not entry.id:
                    entry = replace(entry, id=derived_id(entry.kind, (self.format, *_texts(entry))))
                try:
                    if found.needs and not entry.label:
                        raise BadParameters("{field} may not be empty.", field=found.needs)
                    check_entry(entry)
                except MemdeskError as error:
                    self.skip(found.where, error)
                    continue
                there = places.note(entry.kind, entry.id, found.where)
                if there != found.where:
                    self.skip(found.where, used_already(entry.id, there))
                    continue
                yield replace(found, entry=entry, needs="")


@dataclass(frozen=True, slots=True)
class _Anew:
    """The entries of a source, read anew each time."""

    found: Found

    def __iter__(self) -> Iterator[FoundEntry]:
        return self.found._entries()


def _texts(entry: Entry) -> tuple[str, ...]:
    body = getattr(entry, "content", "") or getattr(entry, "notes", "")
    return (entry.label, body or getattr(entry, "summary", ""))


def derived_id(kind: Kind, parts: Iterable[str]) -> str:
    """An id for an entry that brings none: the same text always gets the same (spec 4)."""
    digest = sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
    return kind[0] + digest[:16]


def used_already(id: str, where: str) -> BadParameters:
    """What is wrong with the second of two entries with one id."""
    return BadParameters("The id {id} is used by {where} already.", id=id, where=where)


def set_aside(state: str) -> NotAllowed:
    """Why what its own program no longer uses isn't taken: it is deleted, archived, replaced."""
    return NotAllowed("Its own program keeps it only as {state}.", state=state)
