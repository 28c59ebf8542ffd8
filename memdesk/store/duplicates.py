"""Duplicate groups of a whole bank (spec 1.4, 7.1)."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from memdesk.core.duplicates import Group, Sieve, grouped
from memdesk.core.query import Query
from memdesk.store.apart import Pair
from memdesk.store.insights import HANDFUL, Progress
from memdesk.store.rows import parts

if TYPE_CHECKING:
    from memdesk.store.bank import Bank


def find_duplicates(bank: Bank) -> Generator[Progress, None, list[Group]]:
    """The groups of entries that say the same, the largest first.

    Yields how far it is after a handful of entries; nothing stays open in the bank meanwhile.
    Two that the person has called no duplicates make no group.
    """
    apart = bank.called_apart()
    keys = bank.keys(Query(sort="created", descending=False))
    sieve = Sieve(bank.rows)
    total = 3 * len(keys)
    done = 0
    for part in parts(keys, HANDFUL):
        for entry in bank.rows(part).values():
            if entry.deleted_at is None:
                sieve.add(entry)
        done += len(part)
        yield done, total
    taken = sorted(sieve.keys)
    for part in parts(taken, 10 * HANDFUL):
        for key in part:
            sieve.lead(key)
        done += len(part)
        yield done, total
    pairs: dict[Pair, float] = {}
    for part in parts(taken, HANDFUL // 5):
        for key in part:
            for other, value in sieve.alike_of(key):
                if (other, key) not in apart:
                    pairs[other, key] = value
        done += len(part)
        yield done, total
    return grouped(sieve, pairs)
