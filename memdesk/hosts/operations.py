"""The one registry of operations that every door serves (spec 3.1).

Here stands what each is called, takes and tells a model about itself; what it does stands in
`reading`, `writing`, `sessions` and `block_service`. A door only translates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from memdesk.core.block.result import LANGUAGES, LAYERS
from memdesk.core.entry import CATEGORIES, KINDS, RELEVANCES
from memdesk.core.limits import (
    MAX_CONTENT,
    MAX_ID,
    MAX_NAME,
    MAX_SOURCE_SESSIONS,
    MAX_TAG,
    MAX_TAGS,
    MAX_TITLE,
)
from memdesk.core.scope import SCOPES
from memdesk.hosts.caller import IDENTITY
from memdesk.hosts.parameters import Parameter, Type, schema_of

MAX_QUERY = 1_000
"""Code points of what is searched for."""
MAX_IDS = 200
"""Entries that one memory_read gives in full."""
MAX_LIMIT = 10_000_000
"""Code points: the highest `limit` of a block."""
MAX_CURSOR = 300
MAX_COUNT = 1_000_000_000
"""Of messages or tokens."""

CHANGE_KINDS = (*KINDS, "profile", "tag", "preset", "host", "role", "suggestion")
"""What a `changed` notification can be about."""

Runs = Literal["at once", "reading", "writing"]
"""Where a door with a thread to keep free runs it: on that thread, or on one of the others."""


class Operation(NamedTuple):
    """One operation: its name, what it takes, what it tells a model about itself.

    `takes` are its own parameters, `parameters` those and the caller's identity. `runs` says
    whether it reads or writes the bank. `destructive` is MCP's hint. An alias is callable at
    every door and listed at none.
    """

    name: str
    description: str
    takes: tuple[Parameter, ...] = ()
    runs: Runs = "reading"
    destructive: bool = False
    tool: bool = False
    """Whether MCP lists it as a tool."""
    by_name: bool = False
    """Whether MCP runs it as a tool for who calls it by its name, though it lists it nowhere."""
    alias_of: str = ""
    nothing_given: bool = True
    """Whether it may be called without any parameter of its own."""

    @property
    def writes(self) -> bool:
        return self.runs == "writing"

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its own parameters and the caller's identity."""
        names = {parameter.name for parameter in self.takes}
        return (*self.takes, *(one for one in IDENTITY if one.name not in names))

    def schema(self, *, identity: bool = False) -> dict[str, object]:
        """The JSON Schema of its parameters; with those of the identity for doors without."""
        return schema_of(self.parameters if identity else self.takes)


def _texts(kind: Type, **names: str) -> tuple[Parameter, ...]:
    return tuple(Parameter(name, kind, description) for name, description in names.items())


_KINDS = Parameter("kinds", "strings", allowed=KINDS, maximum=len(KINDS))
_TAGS = Parameter("tags", "strings", "All of these.", max_length=MAX_TAG, maximum=MAX_TAGS)
_CATEGORY = Parameter("category", "string", allowed=CATEGORIES)
_RELEVANCE = Parameter("relevance", "string", allowed=RELEVANCES)
_SEEN_SCOPE = Parameter(
    "scope", "string", "workspace: shared; role: your own; both.", allowed=SCOPES, default="both"
)
_STORED_SCOPE = Parameter(
    "scope", "string", "workspace: shared; role: your own.", allowed=("workspace", "role")
)
_LIST_TAGS = Parameter("tags", "list", max_length=MAX_CONTENT, maximum=MAX_TAGS)
_REVIEWED = Parameter(
    "scope",
    "string",
    "all: not reviewed yet; full: every one; recent: the newest five; session:ID: that one.",
    max_length=MAX_NAME + len("session:"),
)
_SESSIONS = Parameter(
    "source_sessions",
    "strings",
    "Conversations it came from.",
    max_length=MAX_NAME,
    maximum=MAX_SOURCE_SESSIONS,
)

_READ = Operation(
    name="memory_read",
    description=(
        "The user's profile, tasks, works and rules in full; with id or ids, those entries."
    ),
    takes=(
        Parameter("id", "string", min_length=1, max_length=MAX_ID),
        Parameter("ids", "strings", min_length=1, max_length=MAX_ID, maximum=MAX_IDS),
    ),
    tool=True,
)
_UPDATE = Operation(
    name="memory_update",
    description=(
        "Change the user's profile, a task, a work or a memory. What is omitted stays, a list is "
        "replaced, an empty text clears. Keep state only (progress and next step); update an "
        "entry by its id instead of adding another; the full text is one memory_read away."
    ),
    takes=(
        *_texts("list", interests="", preferences=""),
        Parameter("profileNotes", "string"),
        *_texts("list", addInterests="", removeInterests="", addPreferences=""),
        Parameter("removePreferences", "list"),
        Parameter("taskId", "string", "Omit to create.", max_length=MAX_ID),
        *_texts("string", taskTitle="", taskStatus="todo, doing, blocked, done …", taskNotes=""),
        Parameter("removeTaskId", "string", max_length=MAX_ID),
        Parameter("workId", "string", "Omit to create.", max_length=MAX_ID),
        *_texts("string", workName="", workKind="", workSummary=""),
        Parameter("workTech", "list"),
        *_texts("string", workPath="", workStatus=""),
        *_texts("list", addTech="", removeTech=""),
        Parameter("removeWorkId", "string", max_length=MAX_ID),
        Parameter("id", "string", "Of a memory.", max_length=MAX_ID),
        *_texts("string", title="", content=""),
        _CATEGORY,
        Parameter("tags", "list"),
        _RELEVANCE,
        _STORED_SCOPE,
    ),
    runs="writing",
    destructive=True,
    tool=True,
    nothing_given=False,
)
_WRITE = Operation(
    name="memory_write",
    description=(
        "Remember what is worth keeping: a decision with its why, a preference, a fact, a "
        "lesson. Look for it first; update what is there."
    ),
    takes=(
        Parameter("title", "string", required=True, min_length=1, max_length=MAX_TITLE),
        Parameter("content", "string", required=True, min_length=1, max_length=MAX_CONTENT),
        _CATEGORY,
        _STORED_SCOPE,
        _LIST_TAGS,
        _RELEVANCE,
        _SESSIONS,
    ),
    runs="writing",
    tool=True,
)
_RECALL = Operation(
    name="memory_recall",
    description="Search what is remembered, the best matches first.",
    takes=(
        Parameter("query", "string", required=True, min_length=1, max_length=MAX_QUERY),
        _SEEN_SCOPE,
        _CATEGORY,
        _TAGS,
        _KINDS,
        Parameter("limit", "integer", minimum=1, maximum=50, default=10),
        Parameter("full", "boolean", "Long texts uncut.", default=False),
    ),
    tool=True,
)
_LIST = Operation(
    name="memory_list",
    description="List what is remembered; next is the cursor to go on with.",
    takes=(
        _SEEN_SCOPE,
        _CATEGORY,
        _TAGS,
        _KINDS,
        Parameter("limit", "integer", minimum=1, maximum=100, default=20),
        Parameter("cursor", "string", max_length=MAX_CURSOR),
        Parameter("sort", "string", allowed=("recent", "relevance", "accessed"), default="recent"),
    ),
    tool=True,
)
_FORGET = Operation(
    name="memory_forget",
    description="Move one entry to the trash, where the user can restore it.",
    takes=(Parameter("id", "string", required=True, min_length=1, max_length=MAX_ID),),
    runs="writing",
    destructive=True,
    tool=True,
)

_REMEMBER = Operation(
    name="remember",
    description="Remember a text; its title is derived.",
    takes=(
        Parameter("text", "string", min_length=1, max_length=MAX_CONTENT),
        Parameter("title", "string", min_length=1, max_length=MAX_TITLE),
        Parameter("content", "string", min_length=1, max_length=MAX_CONTENT),
        *_WRITE.takes[2:],
    ),
    runs="writing",
    alias_of="memory_write",
)


def _alias(name: str, of: Operation) -> Operation:
    return Operation(
        name=name, description=of.description, takes=of.takes, runs=of.runs, alias_of=of.name
    )


OPERATIONS: dict[str, Operation] = {
    operation.name: operation
    for operation in (
        Operation(
            name="hello",
            description="Say who calls; the values hold for the connection.",
            takes=(*IDENTITY[:1], Parameter("version", "string", max_length=MAX_NAME)),
            runs="at once",
        ),
        Operation(
            name="block",
            description="The text to inject into a prompt, by layer.",
            takes=(
                Parameter("preset", "string", max_length=MAX_NAME),
                Parameter("language", "string", allowed=LANGUAGES),
                Parameter("layers", "strings", allowed=LAYERS, maximum=len(LAYERS)),
                Parameter("refresh", "boolean", "Freeze anew.", default=False),
                Parameter(
                    "limit",
                    "integer",
                    "Most characters of the system layer.",
                    minimum=0,
                    maximum=MAX_LIMIT,
                ),
            ),
        ),
        _READ,
        _UPDATE,
        _WRITE,
        _RECALL,
        _LIST,
        _FORGET,
        Operation(
            name="session_list",
            description="The conversations on this machine that can be reviewed, newest first.",
            takes=(
                _REVIEWED._replace(default="all"),
                Parameter("limit", "integer", minimum=1, maximum=100, default=20),
                Parameter("cursor", "string", max_length=MAX_CURSOR),
            ),
            by_name=True,
        ),
        Operation(
            name="session_read",
            description="What was said in them, page by page; session:ID for one of them.",
            takes=(
                _REVIEWED,
                Parameter("limit", "integer", minimum=1, maximum=200, default=50),
                Parameter("cursor", "string", max_length=MAX_CURSOR),
            ),
            by_name=True,
        ),
        Operation(
            name="consolidation_due",
            description="Whether a conversation should be reviewed now, and why.",
            takes=(
                Parameter("messages", "integer", minimum=0, maximum=MAX_COUNT),
                Parameter("tokens", "integer", minimum=0, maximum=MAX_COUNT),
                Parameter("max_tokens", "integer", minimum=1, maximum=MAX_COUNT),
            ),
            by_name=True,
        ),
        Operation(
            name="subscribe",
            description="Be told of each change from now on.",
            takes=(Parameter("kinds", "strings", allowed=CHANGE_KINDS, maximum=len(CHANGE_KINDS)),),
            runs="at once",
        ),
        Operation(name="stats", description="Counts of what is remembered."),
        Operation(name="ping", description="Is anybody there?", runs="at once"),
        _REMEMBER,
        _alias("recall", _RECALL),
        _alias("forget", _FORGET),
    )
}
"""Every operation by its name."""


def listed() -> Sequence[Operation]:
    """The operations that a door lists: all but the aliases."""
    return [operation for operation in OPERATIONS.values() if not operation.alias_of]
