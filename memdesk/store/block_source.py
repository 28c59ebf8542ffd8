"""What a block is made of: the entries that can be in it, not the whole bank (spec 2.2).

A block after a change must not take longer in a bank of a million entries. So every section gets
only the entries that fit what of the budget the sections before it left over, and the first that
doesn't, in the order in which they would be kept, and how many more there are. Where an entry is
still a draft, whose line may become any shorter, each section gets as many as could fit the whole
budget if their lines were as short as they can be.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from memdesk.core.block.build import MAX_CONSTRAINT_BUDGET, shape_of
from memdesk.core.block.markdown import MarkdownShape
from memdesk.core.block.order import ranked
from memdesk.core.block.result import Language, Section
from memdesk.core.block.row import Row, prepared
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
    connection: sqlite3.Connection,
    preset: Preset,
    viewer: Viewer,
    host: str,
    *,
    language: Language | None = None,
    drafting: bool = False,
) -> BlockSource:
    """The entries that can be in the block, and how many more there are of each section."""
    profile = read_profile(connection)
    if not preset.layers:
        return BlockSource(entries=(), profile=profile)
    reader = _Reader(
        connection,
        preset,
        viewer,
        host,
        None if drafting else shape_of(preset, language or preset.language, host),
    )
    entries: list[Entry] = []
    beyond: dict[Section, int] = {}

    def take(section: Section, found: Found) -> None:
        entries.extend(found[0])
        if found[1]:
            beyond[section] = found[1]

    # As the budget is spent (spec 2.2).
    take("constraints", reader.constraints())
    reader.pay_profile(profile)
    take("tasks", reader.tasks())
    take("works", reader.works())
    take("memories", reader.memories())
    return BlockSource(entries=tuple(entries), profile=profile, beyond=beyond)


Found = tuple[Sequence[Entry], int]


class _Reader:
    """Reads the sections of one block, in the order in which they spend its budget.

    With a shape, it knows what each line costs; without one, a line may cost next to nothing,
    and nothing is spent for certain.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        preset: Preset,
        viewer: Viewer,
        host: str,
        shape: MarkdownShape | None,
    ) -> None:
        self._connection = connection
        self._preset = preset
        self._host = host
        self._shape = shape
        self._budget = preset.max_chars
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

        def least(memory: Memory) -> int:
            said = prepared(memory.content, redacting=not memory.not_secret)[0]
            return len(cut(said, preset.max_constraint_chars)[0])

        size = self._shape.constraint if self._shape else None
        return self._section(
            "constraints",
            where,
            "entry_constraint",
            "relevance, pinned DESC, updated_at DESC, id",
            budget,
            _cost(size, least),
        )

    def pay_profile(self, profile: Profile) -> None:
        """The profile stands before the tasks."""
        if self._shape and self._budget is not None and "profile" in self._preset.sections:
            self._pay("profile", [row.chars for row in self._shape.profile(profile)], self._budget)

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

        def least(task: Task) -> int:
            return len(prepared(task.title, redacting=not task.not_secret)[0])

        cost = _cost(self._shape.task if self._shape else None, least)
        found, more = self._section(
            "tasks", shown, "entry_position", _BY_POSITION, self._budget, cost
        )
        if hidden:
            where = self._where(f"{_TASK} AND status IN ({places(hidden)})", hidden)
            found = [*found, *self._read(where, "entry_position", _BY_POSITION, HIDDEN_SHOWN)]
        return found, more

    def works(self) -> Found:
        """By position."""
        if "works" not in self._preset.sections:
            return (), 0

        def least(work: Work) -> int:
            return len(prepared(work.name, redacting=not work.not_secret)[0])

        cost = _cost(self._shape.work if self._shape else None, least)
        where = self._where(_WORK)
        return self._section("works", where, "entry_position", _BY_POSITION, self._budget, cost)

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
        if self._budget is not None:
            bounds.append(self._budget // (_SHORTEST_LINE + 1) + 1)
        return min(bounds) if bounds else None

    # --- how a section is read

    def _where(self, sql: str, parameters: Iterable[object] = ()) -> Condition:
        return Condition(sql + self._seen.sql, (*parameters, *self._seen.parameters))

    def _section(
        self,
        section: Section,
        where: Condition,
        index: str,
        order: str,
        budget: int | None,
        cost: Callable[[Any], int],
    ) -> Found:
        """Entries in order until the budget is spent, and how many more there are."""
        eligible, withheld = self._eligible(where)
        found: list[Entry] = []
        if budget is None:
            found = [e for e in self._read(where, index, order, -1) if e.key not in withheld]
            return found, 0
        spent = offset = 0
        costs: list[int] = []
        while spent <= budget:
            # Lines have mostly more than 40 characters, and seldom more than 400.
            at_once = min((budget - spent) // 40 + 2, _AT_ONCE)
            some = self._read(where, index, order, at_once, offset)
            offset += len(some)
            for entry in some:
                if entry.key in withheld:
                    continue
                found.append(entry)
                costs.append(cost(entry))
                spent += costs[-1]
                if spent > budget:
                    break
            if len(some) < at_once:
                break
        self._pay(section, costs, budget)
        return found, eligible - len(found)

    def _pay(self, section: Section, costs: Sequence[int], budget: int) -> None:
        """Take off the budget what the section's rows cost: those that fit, the first anyhow."""
        if self._shape is None or self._budget is None or section not in self._preset.sections:
            return
        spent = 0
        for number, cost in enumerate(costs):
            if number and spent + cost > budget:
                break
            spent += cost
        self._budget = max(0, self._budget - spent)

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
        # Any list with something in it sorts before the empty one, for `"` stands before `]`:
        # so an index leads to these few, where `<>` would look through all.
        marked = self._connection.execute(
            f"SELECT key, never_send_to FROM entry WHERE {where.sql} AND never_send_to < '[]'",
            where.parameters,
        ).fetchall()
        withheld = {key for key, never in marked if is_kept_from(self._host, from_json(never))}
        return free + len(marked) - len(withheld), withheld


def _cost(row: Callable[[E], Row] | None, least: Callable[[E], int]) -> Callable[[E], int]:
    """What an entry costs: its row where there is one to know it by, else the least it can."""
    if row is None:
        return lambda entry: _SHORTEST_LINE + least(entry)
    return lambda entry: row(entry).chars


# Both terms: only so SQLite sees that the partial indexes of tasks and works are fit for it.
_TASK = "kind = 'task' AND kind <> 'memory'"
_WORK = "kind = 'work' AND kind <> 'memory'"
_BY_POSITION = "position, created_at, id"
