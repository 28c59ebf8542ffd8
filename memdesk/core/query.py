"""What a list, a table or a search asks of the bank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from memdesk.core.entry import KINDS, Kind
from memdesk.core.scope import EVERYTHING, Viewer

Sort = Literal[
    "recent", "relevance", "accessed", "created", "title", "status", "category", "author",
    "position", "workspace", "role", "tags", "deleted", "id", "work_kind", "access_count",
    "pinned", "constraint",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Which entries, in which order. Every narrowing is optional and they are all combined.

    `text` is what a person types into the filter (spec 1.5): never FTS syntax. `tags` must all
    be there. `workspace` and `role` are exact (None: any), apart from what `viewer` may see and
    what may be sent to `host` (None: a person asks; "": a host without a name).
    `created_from` (inclusive) and `created_before` (exclusive) are times as in `core.times`, ""
    for none. `among` narrows to these keys. `descending` None means the sort's natural direction.
    Ties always fall to the key.
    """

    kinds: tuple[Kind, ...] = KINDS
    text: str = ""
    category: str | None = None
    tags: tuple[str, ...] = ()
    relevance: str | None = None
    status: str | None = None
    author: str | None = None
    workspace: str | None = None
    role: str | None = None
    constraint: bool | None = None
    never_recalled: bool = False
    created_from: str = ""
    created_before: str = ""
    among: tuple[int, ...] | None = None
    trashed: bool = False
    viewer: Viewer = EVERYTHING
    host: str | None = None
    sort: Sort = "recent"
    descending: bool | None = None
    limit: int | None = None
    offset: int = 0
