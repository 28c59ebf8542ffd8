"""What a block is made of: the entries that can be in it, not the whole bank (spec 2.2).

A block after a change must not take longer in a bank of a million entries. So every section gets
only as many entries as could fit its budget if their lines were as short as they can be, in the
order in which they would be kept, and how many more there are.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from memdesk.core.block.build import MAX_CONSTRAINT_BUDGET
from memdesk.core.block.order import ranked
from memdesk.core.block.result import Section
from memdesk.core.block.row import prepared
from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.preset import Preset
from memdesk.core.scope import Viewer, is_kept_from
from memdesk.core.text import cut
from memdesk.store.reading import Condition, read_profile, visible
from memdesk.store.rows import RANKS, SELECTED, entries_of, from_json, places

HIDDEN_SHOWN = 50
"""Tasks whose status hides them that are handed out nevertheless, so that a preview tells why."""

_AT_ONCE = 32
_SHORTEST_LINE = 2
"""Characters of a line besides what it says: `- `."""

E = TypeVar("E", bound=Entry)


class BlockSource(NamedTuple):
    """What `build_block` needs.

    `beyond` counts, by section, the eligible entries that rank below all that are here.
    """

    entries: tuple[Entry, ...]
    profile: Profile
    beyond: Mapping[Section, int] = MappingProxyType({})


def block_source(
    connection: sqlite3.Connection, preset: Preset, viewer: Viewer, host: str
) -> BlockSource:
    """The entries that can be in the block, and how many more there are of each section."""
    if not preset.layers:
        return BlockSource(entries=(), profile=read_profile(connection))
    reader = _Reader(connection, preset, viewer, host)
    entries: list[Entry] = []
    beyond: dict[Section, int] = {}
    for section, read in (
        ("constraints", reader.constraints),
        ("tasks", reader.tasks),
        ("works", reader.works),
        ("memories", reader.memories),
    ):
        found, more = read()
        entries += found
        if more:
            beyond[section] = more  # type: ignore[index]
    return BlockSource(entries=tuple(entries), profile=read_profile(connection), beyond=beyond)


Found = tuple[Sequence[Entry], int]


class _Reader:
    """Reads the sections of one block."""

    def __init__(
        self, connection: sqlite3.Connection, preset: Preset, viewer: Viewer, host: str
    ) -> None:
        self._connection = connection
        self._preset = preset
        self._host = host
        seen = visible(viewer)
        scope = {"both": "", "workspace": " AND role = ''", "role": " AND role <> ''"}
        self._seen = Condition(
            f" AND deleted_at IS NULL{seen.sql}{scope[preset.scope]}", seen.parameters
        )

    def constraints(self) -> Found:
        """As the budget keeps them: low relevance goes first. They are in every layer."""
        preset = self._preset
        where = self._where(
            f"kind = 'memory' AND is_constraint = 1 AND category IN ({places(preset.categories)})",
            preset.categories,
        )
        budget = None if preset.max_chars is None else MAX_CONSTRAINT_BUDGET

        def size(memory: Memory) -> int:
            said = prepared(memory.content, redacting=not memory.not_secret)[0]
            return len(cut(said, preset.max_constraint_chars)[0])

        return self._section(
            where, "entry_constraint", "relevance, pinned DESC, updated_at DESC, id", budget, size
        )

    def tasks(self) -> Found:
        """By position; some of those that their status hides come along."""
        if "tasks" not in self._preset.sections:
            return (), 0
        hides = {status.casefold() for status in self._preset.hide_statuses}
        hidden = [
            status
            for (status,) in self._connection.execute(
                f"SELECT DISTINCT status FROM entry INDEXED BY entry_status WHERE {_TASK}"
            )
            if status.strip().casefold() in hides
        ]
        shown = self._where(f"{_TASK} AND status NOT IN ({places(hidden)})", hidden)

        def size(task: Task) -> int:
            return len(prepared(task.title, redacting=not task.not_secret)[0])

        found, more = self._section(
            shown, "entry_position", _BY_POSITION, self._preset.max_chars, size
        )
        if hidden:
            where = self._where(f"{_TASK} AND status IN ({places(hidden)})", hidden)
            found = [*found, *self._read(where, "entry_position", _BY_POSITION, HIDDEN_SHOWN)]
        return found, more

    def works(self) -> Found:
        """By position."""
        if "works" not in self._preset.sections:
            return (), 0

        def size(work: Work) -> int:
            return len(prepared(work.name, redacting=not work.not_secret)[0])

        where = self._where(_WORK)
        return self._section(where, "entry_position", _BY_POSITION, self._preset.max_chars, size)

    def memories(self) -> Found:
        """The highest ranking, as many as the preset injects or as could fit."""
        preset = self._preset
        relevances = [rank for rank in RANKS.values() if rank <= RANKS[preset.min_relevance]]
        where = self._where(
            f"kind = 'memory' AND is_constraint = 0 AND relevance IN ({places(relevances)})"
            f" AND category IN ({places(preset.categories)})",
            (*relevances, *preset.categories),
        )
        most = self._most_memories()
        if most == 0:
            return (), 0
        eligible, withheld = self._eligible(where)
        found: list[Memory] = []
        # An order that pins don't count in is that of the pinned and the others, merged.
        streams = (" AND pinned = 1", " AND pinned = 0") if preset.order == "relevance" else ("",)
        for stream in streams:
            narrower = Condition(where.sql + stream, where.parameters)
            limit = -1 if most is None else most + len(withheld)
            for entry in self._read(
                narrower, "entry_important", "pinned DESC, relevance, updated_at DESC, id", limit
            ):
                if isinstance(entry, Memory) and entry.key not in withheld:
                    found.append(entry)
        best = ranked(found, preset.order)[:most]
        return best, eligible - len(best)

    def _most_memories(self) -> int | None:
        preset = self._preset
        if "memories" not in preset.sections or not preset.layers:
            return 0
        bounds = []
        if preset.max_inject is not None:
            bounds.append(preset.max_inject)
        if preset.max_chars is not None:
            bounds.append(preset.max_chars // (_SHORTEST_LINE + 1) + 1)
        return min(bounds) if bounds else None

    # --- how a section is read

    def _where(self, sql: str, parameters: Iterable[object] = ()) -> Condition:
        return Condition(sql + self._seen.sql, (*parameters, *self._seen.parameters))

    def _section(
        self,
        where: Condition,
        index: str,
        order: str,
        budget: int | None,
        size: Callable[[Any], int],
    ) -> Found:
        """Entries in order until the budget is spent for certain, and how many more there are."""
        eligible, withheld = self._eligible(where)
        found: list[Entry] = []
        if budget is None:
            found = [e for e in self._read(where, index, order, -1) if e.key not in withheld]
            return found, 0
        spent = offset = 0
        while spent <= budget:
            some = self._read(where, index, order, _AT_ONCE, offset)
            offset += len(some)
            for entry in some:
                if entry.key in withheld:
                    continue
                found.append(entry)
                spent += _SHORTEST_LINE + size(entry)
                if spent > budget:
                    break
            if len(some) < _AT_ONCE:
                break
        return found, eligible - len(found)

    def _read(
        self, where: Condition, index: str, order: str, limit: int, offset: int = 0
    ) -> list[Entry]:
        rows = self._connection.execute(
            f"SELECT {SELECTED} FROM entry INDEXED BY {index} WHERE {where.sql}"
            f" ORDER BY {order} LIMIT ? OFFSET ?",
            (*where.parameters, limit, offset),
        )
        return entries_of(self._connection, rows)

    def _eligible(self, where: Condition) -> tuple[int, set[int]]:
        """How many may be in the block, and the keys of those that are kept from this host.

        Few entries are kept from anyone: whether from this host, Python decides as core does.
        """
        free: int = self._connection.execute(
            f"SELECT count(*) FROM entry WHERE {where.sql} AND never_send_to = '[]'",
            where.parameters,
        ).fetchone()[0]
        marked = self._connection.execute(
            f"SELECT key, never_send_to FROM entry WHERE {where.sql} AND never_send_to <> '[]'",
            where.parameters,
        ).fetchall()
        withheld = {key for key, never in marked if is_kept_from(self._host, from_json(never))}
        return free + len(marked) - len(withheld), withheld


# Both terms: only so SQLite sees that the partial indexes of tasks and works are fit for it.
_TASK = "kind = 'task' AND kind <> 'memory'"
_WORK = "kind = 'work' AND kind <> 'memory'"
_BY_POSITION = "position, created_at, id"
