"""Making a file out of a bank (spec 4.2)."""

from __future__ import annotations

from collections.abc import Iterable

from memdesk.core.entry import Entry, Profile
from memdesk.core.errors import BadParameters
from memdesk.core.query import Query
from memdesk.exchange import formats
from memdesk.exchange.writing import Written
from memdesk.store.bank import Bank


def export(bank: Bank, name: str, entries: Iterable[Entry] | None = None) -> Written:
    """The bank in a format; `entries` narrows it to a selection, without the profile.

    What lies in the trash stays there. Raises BadParameters for a format that memdesk does not
    write.
    """
    one = formats.named(name)
    if one.write is None:
        raise BadParameters(
            "memdesk reads {name} but does not write it; it writes {writable}.",
            field="format",
            allowed=formats.writable(),
            name=one.name,
            writable=", ".join(formats.writable()),
        )
    if entries is not None:
        return one.write(Profile(), entries)
    tasks_and_works = bank.entries(Query(kinds=("task", "work"), sort="position"))
    memories = bank.entries(Query(kinds=("memory",), sort="created", descending=False))
    return one.write(bank.profile(), [*memories, *tasks_and_works])
