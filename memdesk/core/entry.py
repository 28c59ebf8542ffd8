"""What a bank holds: memories, tasks, works and the profile (spec 1, 1.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

Kind = Literal["memory", "task", "work"]
Relevance = Literal["high", "medium", "low"]
Category = Literal["decision", "preference", "fact", "lesson", "note"]
ConstraintMode = Literal["auto", "yes", "no"]

KINDS: tuple[Kind, ...] = ("memory", "task", "work")
RELEVANCES: tuple[Relevance, ...] = ("high", "medium", "low")
CATEGORIES: tuple[Category, ...] = ("decision", "preference", "fact", "lesson", "note")
CONSTRAINT_MODES: tuple[ConstraintMode, ...] = ("auto", "yes", "no")
STATUSES: tuple[str, ...] = ("todo", "doing", "blocked", "done")

ANY_HOST = "*"
"""In `never_send_to`: no host at all may see the entry."""
ANONYMOUS = "unknown"
"""The author and host of those who don't say who they are: what the person decides for a host of
this name holds for them."""


def lower(relevance: Relevance) -> Relevance:
    """One step less relevant; low stays low."""
    return RELEVANCES[min(RELEVANCES.index(relevance) + 1, len(RELEVANCES) - 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The fields that memories, tasks and works share. Times as in `core.times`.

    An empty `id` in a new entry asks the bank to generate one. `key` is the bank's own row
    number (0 before it is stored); it never leaves memdesk.
    """

    kind: ClassVar[Kind]

    id: str = ""
    tags: tuple[str, ...] = ()
    relevance: Relevance = "medium"
    workspace: str = ""
    role: str = ""
    pinned: bool = False
    created_at: str = ""
    updated_at: str = ""
    accessed_at: str | None = None
    access_count: int = 0
    author: str = "user"
    session_id: str | None = None
    source_sessions: tuple[str, ...] = ()
    deleted_at: str | None = None
    by_person: bool = False
    """The person wrote, imported or edited it: ageing and capacity never touch it (spec 1.6)."""
    not_secret: bool = False
    """The person said that what looks like a secret here is none (spec 2.5)."""
    never_send_to: tuple[str, ...] = ()
    """Hosts that must not see it; `*` stands for any (spec 2.5)."""
    position: int = 0
    """Order of tasks and works: creation order until the person drags them (spec 2.2)."""
    key: int = 0

    @property
    def label(self) -> str:
        """What names the entry in a list: the title, or a work's name."""
        return self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory(Entry):
    """Something to remember. `content` is Markdown, opaque, byte for byte."""

    kind: ClassVar[Kind] = "memory"

    title: str = ""
    content: str = ""
    category: Category = "note"
    constraint: ConstraintMode = "auto"

    @property
    def label(self) -> str:
        return self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Entry):
    """Something to do. Status is free text."""

    kind: ClassVar[Kind] = "task"

    title: str = ""
    status: str = "todo"
    notes: str = ""

    @property
    def label(self) -> str:
        return self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(Entry):
    """A past or running project.

    `work_kind` is the spec's `kind` of a work: the plain word is taken by the kind of entry
    (spec 3.1), and `workKind` is what hosts call it already.
    """

    kind: ClassVar[Kind] = "work"

    name: str = ""
    work_kind: str = ""
    summary: str = ""
    tech: tuple[str, ...] = ()
    path: str = ""
    status: str = ""

    @property
    def label(self) -> str:
        return self.name


ENTRY_TYPES: dict[Kind, type[Memory] | type[Task] | type[Work]] = {
    "memory": Memory,
    "task": Task,
    "work": Work,
}

BODY: dict[Kind, str] = {"memory": "content", "task": "notes", "work": "summary"}
"""The field of each kind that holds what stands under its title."""


def body_of(entry: Entry) -> str:
    """What stands under an entry's title."""
    return str(getattr(entry, BODY[entry.kind]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The person: ordered interests and preferences, and notes."""

    interests: tuple[str, ...] = ()
    preferences: tuple[str, ...] = ()
    notes: str = ""
    updated_at: str = ""
