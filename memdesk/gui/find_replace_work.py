"""Finding in a whole bank, and replacing as one step. Runs in the worker's threads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass, field

from memdesk.core.authors import Actor
from memdesk.core.entry import Kind
from memdesk.core.errors import Conflict, MemdeskError, NotFound
from memdesk.core.query import Query
from memdesk.core.replacing import Finder, Occurrence, Part, occurrences, plan
from memdesk.store.bank import Bank

USER = Actor()
MOST = 10_000
"""Places that are listed; who has more replaces them in turns."""
_HANDFUL = 50

Keys = Callable[[Bank], Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Where is looked: which kinds and fields, and which keys (None: all of the kinds)."""

    kinds: tuple[Kind, ...]
    parts: tuple[Part, ...]
    keys: Keys | None = None


@dataclass(slots=True, kw_only=True)
class Looked:
    """What was found. `problems` are those of entries that may not hold what they would become."""

    places: list[Occurrence] = field(default_factory=list)
    entries: int = 0
    more: bool = False
    """Whether there are more places than are listed."""
    problems: dict[int, MemdeskError] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Done:
    """What was replaced, and which entries could not be, with the reason by key."""

    places: int = 0
    entries: int = 0
    problems: dict[int, MemdeskError] = field(default_factory=dict)


def find(bank: Bank, scope: Scope, finder: Finder) -> Generator[tuple[int, int], None, Looked]:
    """Look through the scope; yields how far it is. Raises what the finder raises."""
    if scope.keys is not None:
        keys: Sequence[int] = scope.keys(bank)
    else:
        keys = bank.keys(Query(kinds=scope.kinds, sort="title"))
    looked = Looked()
    for start in range(0, len(keys), _HANDFUL):
        part = keys[start : start + _HANDFUL]
        rows = bank.rows(part)
        for key in part:
            entry = rows.get(key)
            if entry is None or entry.deleted_at is not None or entry.kind not in scope.kinds:
                continue
            found = occurrences(entry, scope.parts, finder)
            if not found:
                continue
            if len(looked.places) + len(found) > MOST:
                looked.more = True
                return looked
            looked.entries += 1
            looked.places += found
            problem = plan(entry, found).problem
            if problem is not None:
                looked.problems[key] = problem
        yield start + len(part), len(keys)
    return looked


def replace_places(
    bank: Bank, chosen: Collection[Occurrence], tell: Callable[[int, int], None]
) -> Done:
    """Replace them in one transaction: one step to undo. What can't be is left and named.

    `tell` is called with entries done and all of them; what it raises ends it with nothing done.
    """
    by_entry: dict[int, list[Occurrence]] = {}
    for one in chosen:
        by_entry.setdefault(one.key, []).append(one)
    done = Done()
    with bank.transaction(USER, "replace"):
        for number, (key, places) in enumerate(by_entry.items(), start=1):
            entry = bank.rows([key]).get(key)
            try:
                if entry is None or entry.deleted_at is not None:
                    raise NotFound(
                        "There is no {kind} with the id {id}.",
                        kind=places[0].kind,
                        id=places[0].id,
                    )
                made = plan(entry, places)
                if made.problem is not None:
                    raise made.problem
                if made.count < len(places):
                    raise Conflict("It was changed since it was found; look again.")
                bank.update(entry.id, made.fields, USER, kind=entry.kind)
            except MemdeskError as error:
                done.problems[key] = error  # the bank has checked first and written nothing
            else:
                done.places += made.count
                done.entries += 1
            tell(number, len(by_entry))
    return done
