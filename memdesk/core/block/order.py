"""In which order a block shows entries, and which of them it keeps when not all fit (spec 2.2).

Every order ends in the id, so none depends on how the entries arrived. Times are compared as
text: memdesk's form sorts as the moments do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from memdesk.core.entry import RELEVANCES, Entry, Memory
from memdesk.core.preset import Order

E = TypeVar("E", bound=Entry)

RANK = {relevance: rank for rank, relevance in enumerate(RELEVANCES)}
"""0 for high, 2 for low."""


def by_importance(memories: Iterable[Memory]) -> list[Memory]:
    """Pinned first, then relevance (high first), then updated_at (new first), then id."""
    ordered = _by_recency(memories)
    ordered.sort(key=lambda memory: (not memory.pinned, RANK[memory.relevance]))
    return ordered


def by_relevance(memories: Iterable[Memory]) -> list[Memory]:
    """Relevance, then updated_at (new first), then id: pinning moves nothing (gotong)."""
    ordered = _by_recency(memories)
    ordered.sort(key=lambda memory: RANK[memory.relevance])
    return ordered


def by_creation(memories: Iterable[Memory]) -> list[Memory]:
    """created_at (old first), then id (destinywind)."""
    return sorted(memories, key=lambda memory: (memory.created_at, memory.id))


def ranked(memories: Iterable[Memory], order: Order) -> list[Memory]:
    """Which memories come first when not all fit: the first of these stay, from the front.

    A preset in order of creation keeps the important ones too, and only shows them by creation:
    else the newest would be the ones to go.
    """
    return by_relevance(memories) if order == "relevance" else by_importance(memories)


def shown(memories: Iterable[Memory], order: Order) -> list[Memory]:
    """In which order a preset shows memories."""
    return by_creation(memories) if order == "created" else ranked(memories, order)


def constraints_ranked(memories: Iterable[Memory]) -> list[Memory]:
    """Which constraints stay when not all fit: low relevance goes first (spec 2.2, max_chars).

    Unlike in the order that is shown, a pin decides only among those of one relevance.
    """
    ordered = _by_recency(memories)
    ordered.sort(key=lambda memory: (RANK[memory.relevance], not memory.pinned))
    return ordered


def by_position(entries: Sequence[E]) -> list[E]:
    """Tasks or works by position, which is creation order until the person drags them."""
    return sorted(entries, key=lambda entry: (entry.position, entry.created_at, entry.id))


def _by_recency(memories: Iterable[Memory]) -> list[Memory]:
    ordered = sorted(memories, key=lambda memory: memory.id)
    ordered.sort(key=lambda memory: memory.updated_at, reverse=True)
    return ordered
