"""`memdesk list` and `memdesk search`: entries as an aligned table, or as JSON."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, get_args

from memdesk.cli.banks import opened, scoped
from memdesk.cli.commands import Command
from memdesk.cli.output import local_time, print_json_array, print_table
from memdesk.cli.usage import add_json, add_kind, add_limit, add_scope
from memdesk.core.entry import CATEGORIES, KINDS, RELEVANCES, Entry, Memory, Task, Work
from memdesk.core.query import Query, Sort
from memdesk.core.shapes import entry_to_dict
from memdesk.translation import N_

if TYPE_CHECKING:
    from memdesk.store.bank import Bank, Hit

PAGE = 500
"""Rows that are read, aligned and printed at once."""
_SEARCH_LIMIT = 20


def _add_filters(parser: ArgumentParser) -> None:
    add_kind(parser, several=True)
    parser.add_argument("--category", choices=CATEGORIES, help=N_("memories of this category"))
    parser.add_argument(
        "--tag", action="append", metavar=N_("TAG"), help=N_("with this tag; with each if repeated")
    )
    parser.add_argument("--relevance", choices=RELEVANCES, help=N_("of this relevance"))
    parser.add_argument("--status", metavar=N_("TEXT"), help=N_("of this status"))
    parser.add_argument("--author", metavar=N_("NAME"), help=N_("written by this author"))
    add_scope(parser)
    parser.add_argument("--trash", action="store_true", help=N_("what lies in the trash"))


def _query(args: Namespace, **more: str) -> Query:
    query = Query(
        kinds=tuple(kind for kind in KINDS if not args.kind or kind in args.kind),
        category=args.category,
        tags=tuple(args.tag or ()),
        relevance=args.relevance,
        status=args.status,
        author=args.author,
        trashed=args.trash,
        limit=args.limit,
        **more,  # type: ignore[arg-type]
    )
    return scoped(query, args)


def _list_arguments(parser: ArgumentParser) -> None:
    _add_filters(parser)
    parser.add_argument(
        "--sort", choices=get_args(Sort), metavar=N_("FIELD"), help=N_("recent, title, status, …")
    )
    add_limit(parser, None)
    add_json(parser)


def _list(args: Namespace) -> int:
    with opened(args) as bank:
        entries = _read(bank, _query(args, sort=args.sort or "recent"))
        if args.json:
            print_json_array(map(entry_to_dict, entries))
        else:
            while page := list(islice(entries, PAGE)):
                print_table([_row(entry) for entry in page], flexible=2)
    return 0


def _read(bank: Bank, query: Query) -> Iterator[Entry]:
    """The entries in order, read by the page: a list of everything may be a million long."""
    keys = bank.keys(query)
    for start in range(0, len(keys), PAGE):
        page = keys[start : start + PAGE]
        rows = bank.rows(page)
        yield from (rows[key] for key in page if key in rows)


def _row(entry: Entry) -> tuple[str, ...]:
    return (
        entry.id,
        _sort_of(entry),
        entry.label,
        entry.relevance,
        ", ".join(entry.tags),
        local_time(entry.updated_at),
    )


def _sort_of(entry: Entry) -> str:
    """What an entry is, in one column: a memory's category, a task's or work's status."""
    match entry:
        case Memory():
            return entry.category
        case Task():
            return f"{entry.kind}: {entry.status}" if entry.status else entry.kind
        case Work():
            return f"{entry.kind}: {entry.status}" if entry.status else entry.kind
        case _:
            return entry.kind


def _search_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("query", metavar=N_("WORD"), nargs="+", help=N_("what to look for"))
    _add_filters(parser)
    add_limit(parser, _SEARCH_LIMIT)
    add_json(parser)


def _search(args: Namespace) -> int:
    with opened(args) as bank:
        hits = bank.search(_query(args, text=" ".join(args.query)))
    if args.json:
        print_json_array(entry_to_dict(hit.entry) | {"snippet": hit.snippet} for hit in hits)
    else:
        print_table([_hit_row(hit) for hit in hits], flexible=3)
    return 0


def _hit_row(hit: Hit) -> tuple[str, ...]:
    return hit.entry.id, _sort_of(hit.entry), hit.entry.label, hit.snippet


LIST = Command(_list_arguments, _list)
SEARCH = Command(_search_arguments, _search)
