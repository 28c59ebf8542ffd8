"""Changes of many entries at once: each one step of undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from memdesk.core.entry import Entry, Kind
from memdesk.core.errors import BadParameters, NotFound
from memdesk.core.lists import with_items, without_items, without_repeats
from memdesk.core.merging import came_from
from memdesk.store import reading
from memdesk.store.rows import parts
from memdesk.store.writing import STEP, Writing

Named = Sequence[tuple[Kind, str]]
Progress = Callable[[int, int], None]
"""Told how many of how many are done. What it raises rolls everything back."""
_AT_ONCE = 500


def update_many(
    writing: Writing,
    keys: Sequence[int],
    fields: Mapping[str, object],
    add_tags: Sequence[str],
    remove_tags: Sequence[str],
    progress: Progress | None = None,
) -> int:
    """Change these entries alike; gives how many became different."""
    changed = done = 0
    for part in parts(keys, _AT_ONCE):
        if progress is not None:
            progress(done, len(keys))
        done += len(part)
        for entry in reading.rows(writing.connection, part).values():
            if not writing.actor.viewer.sees(entry.workspace, entry.role):
                continue
            own = {field: value for field, value in fields.items() if hasattr(entry, field)}
            if add_tags or remove_tags:
                own["tags"] = with_items(without_items(entry.tags, remove_tags), add_tags)
            changed += writing.update(entry, own) is not entry
    return changed


def each(
    writing: Writing,
    ids: Named,
    do: Callable[[Entry], None],
    *,
    trashed: bool | None,
    progress: Progress | None = None,
) -> int:
    """Do something to each of these that is there; gives how many were.

    `trashed`: only those in the trash, only those outside, None: both.
    """
    done = 0
    # By key: the search index gathers words only as long as keys rise.
    there = reading.by_key(writing.connection, ids)
    for number, (kind, id) in enumerate(there):
        if progress is not None:
            progress(number, len(there))
        try:
            entry = writing.find(kind, id, trashed=trashed is not False)
        except NotFound:
            continue
        if trashed is None or (entry.deleted_at is not None) == trashed:
            do(entry)
            done += 1
    return done


def without_repeats_of(ids: Named) -> list[tuple[Kind, str]]:
    return list(dict.fromkeys(ids))


def reorder(writing: Writing, kind: Kind, ids: Sequence[str], before: str | None) -> None:
    """Give tasks or works places before another one, or at the end. Raises NotFound."""
    if kind == "memory":
        raise BadParameters("Memories have no order of their own.", field="kind")
    moved = [writing.find(kind, id) for id in without_repeats(ids)]
    going = {entry.key for entry in moved}
    staying = [
        (key, position)
        for key, position in writing.connection.execute(
            "SELECT key, position FROM entry WHERE kind = ? AND kind <> 'memory'"
            " ORDER BY position, created_at, id",
            (kind,),
        )
        if key not in going
    ]
    place = len(staying)
    if before is not None:
        target = writing.find(kind, before).key
        if target in going:
            return
        place = [key for key, _position in staying].index(target)
    low = staying[place - 1][1] if place else None
    high = staying[place][1] if place < len(staying) else None
    positions = _between(low, high, len(moved))
    if positions is None:  # no room: everything gets a new place, evenly
        everything = [key for key, _ in staying[:place]] + [entry.key for entry in moved]
        everything += [key for key, _ in staying[place:]]
        new = {key: (number + 1) * STEP for number, key in enumerate(everything)}
        found = reading.rows(writing.connection, everything)
        moved = [found[key] for key in everything]
        positions = [new[key] for key in everything]
    for entry, position in zip(moved, positions, strict=True):
        writing.change(entry, replace(entry, position=position))


def _between(low: int | None, high: int | None, count: int) -> list[int] | None:
    """So many positions between two, evenly; None when there is no room."""
    if high is None:
        return [(low or 0) + STEP * (number + 1) for number in range(count)]
    if low is None:
        low = high - STEP * (count + 1)
    if high - low <= count:
        return None
    return [low + (high - low) * (number + 1) // (count + 1) for number in range(count)]


def merge(
    writing: Writing, keep: tuple[Kind, str], others: Named, fields: Mapping[str, object]
) -> Entry:
    """One entry of several. Raises NotFound unless all are there."""
    kept = writing.find(*keep)
    gone = [writing.find(kind, id) for kind, id in without_repeats_of(others)]
    if any(entry.key == kept.key for entry in gone):
        raise BadParameters("An entry can't be merged into itself.", field="others")
    sessions = [kept.source_sessions, *(entry.source_sessions for entry in gone)]
    merged: dict[str, object] = {
        "source_sessions": came_from(*sessions),
        **fields,
    }
    result = writing.update(kept, merged)
    for entry in gone:
        writing.delete(entry)
    return result
