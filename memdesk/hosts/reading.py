"""The operations that read: memory_read, memory_recall, memory_list, stats (spec 3.1)."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.core.entry import KINDS, Entry, Kind
from memdesk.core.errors import BadParameters, NotFound
from memdesk.core.query import Query, Sort
from memdesk.hosts.caller import Call
from memdesk.hosts.shown import (
    LISTED,
    RECALLED,
    entry_for_host,
    may_see,
    profile_for_host,
    snippet_for_host,
    visible,
)
from memdesk.store.bank import Bank, Hit

Found = list[tuple[Kind, str]]
"""Kind and id of entries, for the bank's count of accesses."""


def memory_read(bank: Bank, call: Call) -> dict[str, object]:
    """Without ids the profile, tasks, works and visible constraints, uncut; with, those entries.

    Raises NotFound for an id that the caller may not know of, Conflict for one of two kinds.
    """
    ids = list(call.params.get("ids", ()))
    if "id" in call.params:
        ids.insert(0, call.params["id"])
    elif not ids and "ids" in call.params:
        raise BadParameters("{field} may not be empty.", field="ids")
    if ids:
        entries = [read_one(bank, call, id) for id in dict.fromkeys(ids)]
        call.ids += [entry.id for entry in entries]
        return {"entries": [entry_for_host(entry) for entry in entries]}
    viewer, host = call.identity.viewer(), call.identity.host
    tasks = bank.entries(Query(kinds=("task",), viewer=viewer, sort="position"))
    works = bank.entries(Query(kinds=("work",), viewer=viewer, sort="position"))
    constraints = bank.entries(
        Query(kinds=("memory",), viewer=viewer, constraint=True, sort="relevance")
    )
    shown = {
        name: [entry_for_host(entry) for entry in visible(host, entries)]
        for name, entries in (("tasks", tasks), ("works", works), ("constraints", constraints))
    }
    call.ids += [str(entry["id"]) for entries in shown.values() for entry in entries]
    return {"profile": profile_for_host(bank.profile()), **shown}


def read_one(bank: Bank, call: Call, id: str) -> Entry:
    """The entry with that id. Raises NotFound where none exists for this caller."""
    entry = bank.get(id, kind=call.kind, viewer=call.identity.viewer())
    if not may_see(call.identity.host, entry):
        raise NotFound("There is no entry with the id {id}.", id=id)
    return entry


def memory_recall(bank: Bank, call: Call) -> tuple[dict[str, object], Found]:
    """The best matches of a search, each with its snippet, and which count as accessed."""
    limit: int = call.params["limit"]
    found: list[Hit] = []
    offset = 0
    while len(found) < limit:
        # Hits that this host may not see are not counted, so that they can't be counted up.
        page = bank.search(_query(call, limit=limit, offset=offset, text=call.params["query"]))
        found += [hit for hit in page if may_see(call.identity.host, hit.entry)]
        offset += len(page)
        if len(page) < limit:
            break
    hits = found[:limit]
    most = None if call.params["full"] else RECALLED
    entries = []
    for hit in hits:
        shape = entry_for_host(hit.entry, most)
        # Most hold no secret, and looking for one takes longer than the search.
        shape["snippet"] = (
            snippet_for_host(hit.entry, hit.snippet) if "redacted" in shape else hit.snippet
        )
        entries.append(shape)
    call.ids += [hit.entry.id for hit in hits]
    return {"entries": entries}, [(hit.entry.kind, hit.entry.id) for hit in hits]


def memory_list(bank: Bank, call: Call) -> dict[str, object]:
    """A page of summaries, and the cursor of the next one, null at the end."""
    limit: int = call.params["limit"]
    offset = _after(bank, call, call.params.get("cursor", ""))
    kept: list[Entry] = []
    last: tuple[int, Entry] | None = None
    more = True
    while more and len(kept) <= limit:
        page = bank.entries(_query(call, limit=limit + 1, offset=offset))
        more = len(page) == limit + 1
        for entry in page:
            offset += 1
            if may_see(call.identity.host, entry):
                kept.append(entry)
                if len(kept) == limit:
                    last = (offset, entry)
                elif len(kept) > limit:
                    break
    shown = kept[:limit]
    call.ids += [entry.id for entry in shown]
    cursor = None
    if len(kept) > limit and last is not None:
        place, entry = last
        cursor = f"{place}.{entry.kind}.{entry.id}"
    return {"entries": [entry_for_host(entry, LISTED) for entry in shown], "next": cursor}


_LOOK_AROUND = 100


def _after(bank: Bank, call: Call, cursor: str) -> int:
    """Where the page after a cursor begins.

    A cursor is a place and who stood last before it: whatever was written since has moved the
    place, and who stood there is looked for around it.
    """
    if not cursor:
        return 0
    place, _, rest = cursor.partition(".")
    kind, _, id = rest.partition(".")
    if not (place.isascii() and place.isdigit()) or len(place) > 12 or kind not in KINDS or not id:
        raise BadParameters("{field} is not one that memory_list gave.", field="cursor")
    offset = int(place)
    start = max(offset - _LOOK_AROUND, 0)
    around = bank.entries(_query(call, limit=2 * _LOOK_AROUND, offset=start))
    for index, entry in enumerate(around):
        if entry.kind == kind and entry.id == id:
            return start + index + 1
    return offset


def stats(bank: Bank, call: Call) -> dict[str, object]:
    """Counts of what the caller may see."""
    return dict(bank.stats(call.identity.viewer(), call.identity.host))


def _query(call: Call, *, limit: int, offset: int, text: str = "") -> Query:
    params = call.params
    kinds: Sequence[Kind] = params.get("kinds") or KINDS
    sort: Sort = params.get("sort", "recent")
    return Query(
        kinds=tuple(dict.fromkeys(kinds)),
        text=text,
        category=params.get("category"),
        tags=tuple(params.get("tags", ())),
        viewer=call.identity.viewer(params["scope"]),
        # Not counted either, so that no place in a list tells how many there are.
        host=call.identity.host,
        sort=sort,
        limit=limit,
        offset=offset,
    )
