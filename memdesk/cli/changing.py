"""`memdesk update`: fields of one entry."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memdesk import paths
from memdesk.cli.banks import opened
from memdesk.cli.commands import Command
from memdesk.cli.fields import add_fields, given_fields
from memdesk.cli.usage import add_json, add_kind
from memdesk.core.authors import CLI, Actor
from memdesk.core.entry import Entry
from memdesk.core.errors import BadParameters
from memdesk.core.lists import with_items, without_items, without_repeats
from memdesk.core.shapes import entry_to_dict
from memdesk.core.validation import check_field
from memdesk.translation import N_, _


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help=N_("id of the entry"))
    add_kind(parser)
    add_fields(parser)
    parser.add_argument("--content", metavar=N_("TEXT"), help=N_("of a memory; - reads it"))
    repeated = N_("may be repeated")
    for option, summary in (
        ("--tag", N_("the tags from now on; may be repeated; an empty one clears them")),
        ("--add-tag", repeated),
        ("--remove-tag", repeated),
    ):
        parser.add_argument(option, action="append", metavar=N_("TAG"), help=summary)
    pinning = parser.add_mutually_exclusive_group()
    pinning.add_argument("--pin", dest="pinned", action="store_true", default=None)
    pinning.add_argument("--unpin", dest="pinned", action="store_false", default=None)
    parser.add_argument(
        "--workspace", metavar=N_("PATH"), help=N_("move it there; an empty one to everywhere")
    )
    parser.add_argument(
        "--role", metavar=N_("NAME"), help=N_("give it to that role; an empty one to all")
    )
    add_json(parser)


def _run(args: Namespace) -> int:
    with opened(args) as bank:
        there = bank.get(args.id, kind=args.kind)
        fields = _changes(there, args)
        if not fields:
            raise BadParameters("Give at least one field to change.")
        for field, value in fields.items():
            check_field(there.kind, field, value)
        updated = bank.update(there.id, fields, Actor(author=CLI), kind=there.kind)
    if args.json:
        from memdesk.cli.output import print_json

        print_json(entry_to_dict(updated))
    else:
        print(_("Updated {id}.").format(id=updated.id))
    return 0


def _changes(there: Entry, args: Namespace) -> dict[str, object]:
    """The new values that the arguments ask for."""
    fields = given_fields(there.kind, args)
    if args.tag is not None or args.add_tag or args.remove_tag:
        tags = there.tags if args.tag is None else _tags(args.tag)
        fields["tags"] = with_items(without_items(tags, args.remove_tag or ()), _tags(args.add_tag))
    if args.pinned is not None:
        fields["pinned"] = args.pinned
    if args.workspace is not None:
        fields["workspace"] = paths.workspace_from_here(args.workspace)
    if args.role is not None:
        fields["role"] = args.role
    return fields


def _tags(given: list[str] | None) -> tuple[str, ...]:
    return without_repeats(tag.strip() for tag in given or () if tag.strip())


UPDATE = Command(_arguments, _run)
