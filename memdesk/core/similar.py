"""Whether two entries say the same (spec 1.4)."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.core.entry import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAlike:
    """An entry that resembles another; `score` is 1 for the same text and falls to 0."""

    id: str
    title: str
    score: float
    kind: Kind
