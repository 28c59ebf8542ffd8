"""Modules of the store that are loaded when they are first used.

Chat hosts wait for each start of memdesk. What they ask of the bank takes a few of its modules;
the others, peewee and search among them, would take most of that time (spec 6.1).
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any


class Later:
    """Stands for a module: whatever is asked of it is asked of the module, loaded by then."""

    def __init__(self, name: str) -> None:
        """`name` as it is within the store."""
        self._name = name
        self._module: ModuleType | None = None

    def __getattr__(self, attribute: str) -> Any:
        # Kept: to look a module up by its name takes as long as a small question to the bank.
        module = self._module or import_module(f".{self._name}", __package__)
        self._module = module
        return getattr(module, attribute)


if TYPE_CHECKING:
    from memdesk.store import access as access
    from memdesk.store import ageing as ageing
    from memdesk.store import apart as apart
    from memdesk.store import audience as audience
    from memdesk.store import backup as backup
    from memdesk.store import block_source as block_source
    from memdesk.store import bulk as bulk
    from memdesk.store import capacity as capacity
    from memdesk.store import change_log as change_log
    from memdesk.store import changes as changes
    from memdesk.store import counts as counts
    from memdesk.store import drafts as drafts
    from memdesk.store import forgetting as forgetting
    from memdesk.store import frozen as frozen
    from memdesk.store import history as history
    from memdesk.store import hosts as hosts
    from memdesk.store import insights as insights
    from memdesk.store import older_bank as older_bank
    from memdesk.store import outdated as outdated
    from memdesk.store import question as question
    from memdesk.store import reading as reading
    from memdesk.store import remembered_words as remembered_words
    from memdesk.store import reviewed as reviewed
    from memdesk.store import search as search
    from memdesk.store import search_index as search_index
    from memdesk.store import similarity as similarity
    from memdesk.store import stats as stats
    from memdesk.store import suggestions as suggestions
    from memdesk.store import tags as tags
    from memdesk.store import thinning as thinning
    from memdesk.store import upkept as upkept
    from memdesk.store import writing as writing
else:
    access = Later("access")
    ageing = Later("ageing")
    apart = Later("apart")
    audience = Later("audience")
    backup = Later("backup")
    block_source = Later("block_source")
    bulk = Later("bulk")
    capacity = Later("capacity")
    change_log = Later("change_log")
    changes = Later("changes")
    counts = Later("counts")
    drafts = Later("drafts")
    forgetting = Later("forgetting")
    frozen = Later("frozen")
    history = Later("history")
    hosts = Later("hosts")
    insights = Later("insights")
    older_bank = Later("older_bank")
    outdated = Later("outdated")
    question = Later("question")
    reading = Later("reading")
    remembered_words = Later("remembered_words")
    reviewed = Later("reviewed")
    search = Later("search")
    search_index = Later("search_index")
    similarity = Later("similarity")
    stats = Later("stats")
    suggestions = Later("suggestions")
    tags = Later("tags")
    thinning = Later("thinning")
    upkept = Later("upkept")
    writing = Later("writing")
