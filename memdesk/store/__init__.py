"""The bank: SQLite in one file, peewee for its tables, full-text search. One door: `bank.Bank`.

A module of the store is loaded when it is first asked for (PEP 562): `store.history.undo` loads
`history` then, and from then on is a plain attribute. Chat hosts wait for each start of memdesk,
and what they ask needs a few of these modules; peewee, search and the rest would take most of
that time (spec 6.1).
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.store import access as access
    from memdesk.store import backup as backup
    from memdesk.store import block_source as block_source
    from memdesk.store import bulk as bulk
    from memdesk.store import changes as changes
    from memdesk.store import forgetting as forgetting
    from memdesk.store import frozen as frozen
    from memdesk.store import history as history
    from memdesk.store import hosts as hosts
    from memdesk.store import question as question
    from memdesk.store import reading as reading
    from memdesk.store import search as search
    from memdesk.store import search_index as search_index
    from memdesk.store import similarity as similarity
    from memdesk.store import suggestions as suggestions
    from memdesk.store import tags as tags
    from memdesk.store import writing as writing


else:

    def __getattr__(name: str) -> ModuleType:
        """The module of that name."""
        try:
            return import_module(f".{name}", __name__)
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from error
