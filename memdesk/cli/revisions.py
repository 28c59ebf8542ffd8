"""`memdesk history` and `memdesk undo` (spec 1.7)."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from memdesk.cli.banks import actor, opened, viewer
from memdesk.cli.commands import Command
from memdesk.cli.output import local_time, print_json_array, print_table
from memdesk.cli.usage import add_json, add_kind, add_limit, add_scope, count
from memdesk.core.errors import NotFound
from memdesk.translation import N_, _

if TYPE_CHECKING:
    from memdesk.store.bank import Revision

_LIMIT = 100


def _history_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", nargs="?", help=N_("of this entry alone"))
    add_kind(parser)
    add_scope(parser)
    add_limit(parser, _LIMIT)
    add_json(parser)


def _history(args: Namespace) -> int:
    eyes = viewer(args)
    with opened(args) as bank:
        if args.id:
            # An unknown id is an error.
            bank.get(args.id, kind=args.kind, viewer=eyes, trashed=True)
        revisions = bank.history(args.id, kind=args.kind, limit=args.limit, viewer=eyes)
    if args.json:
        print_json_array(map(asdict, revisions))
    else:
        print_table([_row(revision) for revision in revisions], flexible=6)
    return 0


def _row(revision: Revision) -> tuple[str, ...]:
    return (
        str(revision.change),
        local_time(revision.at),
        revision.author,
        revision.action,
        revision.kind,
        revision.id,
        ", ".join(revision.after or ()),
    )


def _undo_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "change",
        metavar=N_("CHANGE"),
        nargs="?",
        type=count,
        help=N_("number of a change, as history lists it; else your last one"),
    )
    add_scope(parser)


def _undo(args: Namespace) -> int:
    with opened(args) as bank:
        undone = bank.undo(actor(args), args.change)
    if undone is None:
        raise NotFound("There is nothing to undo.")
    print(_("Undone: change {number}.").format(number=undone.undoes))
    return 0


HISTORY = Command(_history_arguments, _history)
UNDO = Command(_undo_arguments, _undo)
