"""What a block is made of: the entries that can be in it, not the whole bank (spec 2.2)."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from memdesk.core.block.order import ranked
from memdesk.core.entry import ANY_HOST, Entry, Memory, Profile
from memdesk.core.preset import Preset
from memdesk.core.scope import Viewer
from memdesk.store.reading import visible
from memdesk.store.rows import SELECTED, entries_of, from_json, places
from memdesk.store.schema import RANKS
from memdesk.store.writing import read_profile

_SHORTEST_LINE = 3
"""Characters that the line of a memory has at least: more memories than that many can't fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockSource:
    """What `build_block` needs. `beyond` counts eligible memories that rank below all these."""

    entries: tuple[Entry, ...]
    profile: Profile
    beyond: int = 0


def block_source(
    connection: sqlite3.Connection, preset: Preset, viewer: Viewer, host: str
) -> BlockSource:
    """Every entry that can be in the block; of memories, only those that rank high enough."""
    memories, beyond = _memories(connection, preset, viewer, host)
    seen = visible(viewer)
    others = entries_of(
        connection,
        connection.execute(
            f"SELECT {SELECTED} FROM entry INDEXED BY entry_constraint WHERE deleted_at IS NULL"
            f" AND kind = 'memory' AND is_constraint = 1{seen.sql}",
            seen.parameters,
        ),
    )
    kinds = [kind for kind, section in (("task", "tasks"), ("work", "works"))
             if section in preset.sections]  # fmt: skip
    if kinds:
        others += entries_of(
            connection,
            connection.execute(
                f"SELECT {SELECTED} FROM entry INDEXED BY entry_kind_updated"
                f" WHERE deleted_at IS NULL AND kind IN ({places(kinds)}){seen.sql}",
                (*kinds, *seen.parameters),
            ),
        )
    return BlockSource(
        entries=(*others, *memories), profile=read_profile(connection), beyond=beyond
    )


def _most(preset: Preset) -> int | None:
    """How many memories can be in the block at most; None when nothing bounds them."""
    if "memories" not in preset.sections or not preset.layers:
        return 0
    bounds = []
    if preset.max_inject is not None:
        bounds.append(preset.max_inject)
    if preset.max_chars is not None:
        bounds.append(preset.max_chars // _SHORTEST_LINE + 1)
    return min(bounds) if bounds else None


def _memories(
    connection: sqlite3.Connection, preset: Preset, viewer: Viewer, host: str
) -> tuple[list[Memory], int]:
    most = _most(preset)
    seen = visible(viewer)
    relevances = [rank for rank in RANKS.values() if rank <= RANKS[preset.min_relevance]]
    where = (
        "deleted_at IS NULL AND kind = 'memory' AND is_constraint = 0"
        f" AND relevance IN ({places(relevances)}) AND category IN ({places(preset.categories)})"
        f"{seen.sql}{_OF_SCOPE[preset.scope]}"
    )
    parameters = (*relevances, *preset.categories, *seen.parameters)

    # The few that are kept from some host: whether from this one, Python decides as core does.
    marked = [
        (key, from_json(never))
        for key, never in connection.execute(
            "SELECT key, never_send_to FROM entry INDEXED BY entry_eligible"
            f" WHERE {where} AND never_send_to <> '[]'",
            parameters,
        )
    ]
    withheld = {key for key, never in marked if _is_withheld(never, host)}
    free = connection.execute(
        f"SELECT count(*) FROM entry WHERE {where} AND never_send_to = '[]'", parameters
    ).fetchone()[0]
    eligible = free + len(marked) - len(withheld)

    found: list[Memory] = []
    streams = ("pinned = 1", "pinned = 0") if preset.order == "relevance" else ("1",)
    for stream in streams:
        rows = connection.execute(
            f"SELECT {SELECTED} FROM entry INDEXED BY entry_important WHERE {where} AND {stream}"
            " ORDER BY pinned DESC, relevance, updated_at DESC, id LIMIT ?",
            (*parameters, -1 if most is None else most + len(withheld)),
        )
        found += (
            entry
            for entry in entries_of(connection, rows)
            if isinstance(entry, Memory) and entry.key not in withheld
        )
    best = ranked(found, preset.order)[:most]
    return best, eligible - len(best)


_OF_SCOPE = {"both": "", "workspace": " AND role = ''", "role": " AND role <> ''"}


def _is_withheld(never: tuple[str, ...], host: str) -> bool:
    names = {name.casefold() for name in never}
    return ANY_HOST in names or (bool(host) and host.casefold() in names)
