"""`memdesk show` and `memdesk stats`: one entry whole, and the bank in numbers."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from memdesk.cli.banks import opened, viewer
from memdesk.cli.commands import Command
from memdesk.cli.output import for_terminal, local_time, print_facts, print_json
from memdesk.cli.usage import add_json, add_kind, add_scope
from memdesk.core.entry import Entry, body_of
from memdesk.core.shapes import entry_to_dict
from memdesk.translation import N_

_TIMES = ("created_at", "updated_at", "accessed_at", "deleted_at")
_BODIES = ("content", "notes", "summary")


def _show_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help=N_("id of the entry"))
    add_kind(parser)
    add_scope(parser)
    add_json(parser)


def _show(args: Namespace) -> int:
    with opened(args) as bank:
        entry = bank.get(args.id, kind=args.kind, viewer=viewer(args), trashed=True)
    if args.json:
        print_json(entry_to_dict(entry))
        return 0
    print_facts(_facts(entry))
    body = body_of(entry)
    if body:
        print()
        sys.stdout.write(for_terminal(body))
        if not body.endswith("\n"):
            print()
    return 0


def _facts(entry: Entry) -> Iterator[tuple[str, str]]:
    """Every field that holds something, apart from the long text."""
    for name, value in entry_to_dict(entry).items():
        if name in _BODIES or value in (None, "", [], False, 0):
            continue
        if name in _TIMES:
            yield name, local_time(str(value))
        elif isinstance(value, list):
            yield name, ", ".join(value)
        else:
            yield name, "yes" if value is True else str(value)


def _stats_arguments(parser: ArgumentParser) -> None:
    add_scope(parser)
    add_json(parser)


def _stats(args: Namespace) -> int:
    with opened(args) as bank:
        stats = bank.stats(viewer(args))
    if args.json:
        print_json(stats)
        return 0
    print_facts(_numbers(stats))
    return 0


def _numbers(stats: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Each number with its name, the parts of a whole under it."""
    for name, value in stats.items():
        if isinstance(value, dict):
            for part, number in value.items():
                yield f"{name} {part}", str(number)
        elif isinstance(value, list):
            for scope in value:
                place = " ".join(filter(None, (scope["workspace"], scope["role"])))
                yield f"{name} {place}".rstrip(), str(scope["count"])
        else:
            yield name, str(value)


SHOW = Command(_show_arguments, _show)
STATS = Command(_stats_arguments, _stats)
