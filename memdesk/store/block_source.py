"""What a block is made of: the entries that can be in it, not the whole bank (spec 2.2).

A block after a change must not take longer in a bank of a million entries. So every section gets
only the entries that fit what of the budget the sections before it left over, and the first that
doesn't, in the order in which they would be kept, and how many more there are. Where an entry is
still a draft, whose line may become any shorter, each section gets as many as could fit the whole
budget if their lines were as short as they can be.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from memdesk.core.block.build import MAX_CONSTRAINT_BUDGET, shape_of
from memdesk.core.block.markdown import MarkdownShape
from memdesk.core.block.result import Language, Section
from memdesk.core.block.row import Row, prepared
from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.preset import Preset
from memdesk.core.scope import Viewer, is_kept_from
from memdesk.core.text import cut
from memdesk.store import counts
from memdesk.store.counts import Group
from memdesk.store.query_sql import Condition, visible
from memdesk.store.reading import read_profile, rows
from memdesk.store.rows import RANKS, from_json, places

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
        self._seen = Condition(seen.sql + scope[preset.scope], seen.parameters)

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
        kept = self._kept(where, _RANKED, lambda group: (group.relevance, -group.pinned))
        return self._section("constraints", kept, budget, _cost(size, least))

    def pay_profile(self, profile: Profile) -> None:
        """The profile stands before the tasks."""
        if self._shape and self._budget is not None and "profile" in self._preset.sections:
            self._pay("profile", [row.chars for row in self._shape.profile(profile)], self._budget)

    def tasks(self) -> Found:
        """By position; some of those that their status hides come along."""
        if "tasks" not in self._preset.sections:
            return (), 0
        hides = {status.casefold() for status in self._preset.hide_statuses}
        hidden = sorted(
            {
                group.status
                for group in counts.groups(self._connection, "kind = 'task'")
                if group.status.strip().casefold() in hides
            }
        )
        shown = self._where(f"kind = 'task' AND status NOT IN ({places(hidden)})", hidden)

        def least(task: Task) -> int:
            return len(prepared(task.title, redacting=not task.not_secret)[0])

        cost = _cost(self._shape.task if self._shape else None, least)
        found, more = self._section("tasks", self._kept(shown, _PLACED), self._budget, cost)
        if hidden:
            where = self._where(f"kind = 'task' AND status IN ({places(hidden)})", hidden)
            keys = islice(self._kept(where, _PLACED).keys(), HIDDEN_SHOWN)
            found = [*found, *self._read(keys)]
        return found, more

    def works(self) -> Found:
        """By position."""
        if "works" not in self._preset.sections:
            return (), 0

        def least(work: Work) -> int:
            return len(prepared(work.name, redacting=not work.not_secret)[0])

        cost = _cost(self._shape.work if self._shape else None, least)
        kept = self._kept(self._where("kind = 'work'"), _PLACED)
        return self._section("works", kept, self._budget, cost)

    def memories(self) -> Found:
        """The highest ranking, as many as the preset injects or as could fit."""
        preset = self._preset
        most = self._most_memories()
        if most == 0:
            return (), 0
        relevances = [rank for rank in RANKS.values() if rank <= RANKS[preset.min_relevance]]
        where = self._where(
            f"kind = 'memory' AND is_constraint = 0 AND relevance IN ({places(relevances)})"
            f" AND category IN ({places(preset.categories)})",
            (*relevances, *preset.categories),
        )
        pins_count = preset.order != "relevance"
        kept = self._kept(
            where, _RANKED, lambda group: (-group.pinned if pins_count else 0, group.relevance)
        )
        best = self._read(islice(kept.keys(), most))
        return best, kept.eligible - len(best)

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

    def _kept(
        self,
        where: Condition,
        within: _Order,
        level: Callable[[Group], tuple[int, ...]] = lambda group: (),
    ) -> _Kept:
        """Eligible entries, `level` by `level`. `where` speaks of the dimensions of groups."""
        return _Kept(
            self._connection,
            counts.groups(self._connection, where.sql, where.parameters),
            self._withheld(where),
            within,
            level,
        )

    def _section(
        self, section: Section, kept: _Kept, budget: int | None, cost: Callable[[Any], int]
    ) -> Found:
        """Entries in order until the budget is spent, and how many more there are."""
        keys = kept.keys()
        if budget is None:
            return self._read(keys), 0
        found: list[Entry] = []
        costs: list[int] = []
        spent = 0
        while spent <= budget:
            # Lines have mostly more than 40 characters, and seldom more than 400.
            some = self._read(islice(keys, min((budget - spent) // 40 + 2, _AT_ONCE)))
            if not some:
                break
            for entry in some:
                found.append(entry)
                costs.append(cost(entry))
                spent += costs[-1]
                if spent > budget:
                    break
        self._pay(section, costs, budget)
        return found, kept.eligible - len(found)

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

    def _read(self, keys: Iterable[int]) -> list[Entry]:
        wanted = list(keys)
        found = rows(self._connection, wanted)
        return [found[key] for key in wanted]

    def _withheld(self, where: Condition) -> set[int]:
        """The keys of those that are kept from this host.

        Few entries are kept from anyone: whether from this host, Python decides as core does.
        """
        marked = self._connection.execute(
            "SELECT key, never_send_to FROM entry INDEXED BY entry_withheld"
            f" WHERE deleted_at IS NULL AND never_send_to <> '[]' AND {where.sql}",
            where.parameters,
        )
        return {key for key, never in marked if is_kept_from(self._host, from_json(never))}


class _Order(NamedTuple):
    """An index that has entries in order, once the columns before are given."""

    through: str
    living: str
    """Only so SQLite sees that the index, which doesn't hold all entries, is fit for it."""
    given: tuple[str, ...]
    """Dimensions of groups."""
    columns: tuple[str, ...]
    descending: tuple[str, ...] = ()

    @property
    def sql(self) -> str:
        """A statement for rows of (key, *columns); its parameters are what is given, and a
        limit."""
        given = "".join(f" AND {column} = ?" for column in self.given)
        ways = [f"{one} DESC" if one in self.descending else one for one in self.columns]
        return (
            f"SELECT key, {', '.join(self.columns)} FROM entry INDEXED BY {self.through}"
            f" WHERE deleted_at IS NULL AND {self.living}{given}"
            f" ORDER BY {', '.join(ways)} LIMIT ?"
        )

    def sort(self, found: list[Any]) -> None:
        """Sort such rows as SQLite does: text by its code points."""
        for place, column in reversed([*enumerate(self.columns, 1)]):
            found.sort(key=itemgetter(place), reverse=column in self.descending)


_RANKED = _Order(
    "entry_ranked",
    "kind = 'memory'",
    ("workspace", "role", "is_constraint", "pinned", "relevance", "category"),
    ("updated_at", "id"),
    ("updated_at",),
)
_PLACED = _Order(
    "entry_placed",
    "kind <> 'memory'",
    ("kind", "workspace", "role", "status"),
    ("position", "created_at", "id"),
)


class _Kept:
    """Eligible entries of one section, in the order in which the budget keeps them.

    Level by level; within one, what each group has first is merged.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        groups: Sequence[Group],
        withheld: set[int],
        within: _Order,
        level: Callable[[Group], tuple[int, ...]],
    ) -> None:
        self._connection = connection
        self._withheld = withheld
        self._within = within
        self._levels: dict[tuple[int, ...], Counter[tuple[object, ...]]] = {}
        given = attrgetter(*within.given)
        for group in groups:
            self._levels.setdefault(level(group), Counter())[given(group)] += group.number
        self.eligible = sum(group.number for group in groups) - len(withheld)

    def keys(self) -> Iterator[int]:
        """The keys of all of them; no more is read than is asked for."""
        for _level, numbers in sorted(self._levels.items(), key=itemgetter(0)):
            for key in self._merged(numbers):
                if key not in self._withheld:
                    yield key

    def _merged(self, numbers: Counter[tuple[object, ...]]) -> Iterator[int]:
        done, more, sql = 0, _AT_ONCE, self._within.sql
        while done < numbers.total():
            found: list[Any] = []
            for given, number in numbers.items():
                found += self._connection.execute(sql, (*given, min(number, more)))
            if len(numbers) > 1:
                self._within.sort(found)
            yield from (row[0] for row in found[done:more])
            done, more = more, 4 * more


def _cost(row: Callable[[E], Row] | None, least: Callable[[E], int]) -> Callable[[E], int]:
    """What an entry costs: its row where there is one to know it by, else the least it can."""
    if row is None:
        return lambda entry: _SHORTEST_LINE + least(entry)
    return lambda entry: row(entry).chars
