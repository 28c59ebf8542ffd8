"""`memdesk add`: a memory, a task or a work, from a text."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from memdesk.cli.banks import actor, opened, stored_scope
from memdesk.cli.commands import Command
from memdesk.cli.fields import add_fields, given_fields, text_or_stdin
from memdesk.cli.usage import add_json, add_kind, add_scope
from memdesk.core.entry import ENTRY_TYPES, Entry, Kind
from memdesk.core.errors import BadParameters
from memdesk.core.lists import without_repeats
from memdesk.core.validation import check_field
from memdesk.translation import N_, _

if TYPE_CHECKING:
    from memdesk.store.bank import Bank


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "text",
        metavar=N_("TEXT"),
        help=N_("content of a memory, title of a task, name of a work; - reads it"),
    )
    add_kind(parser)
    parser.add_argument("--id", help=N_("an id of your own; else one is generated"))
    add_fields(parser)
    parser.add_argument("--tag", action="append", metavar=N_("TAG"), help=N_("may be repeated"))
    parser.add_argument("--pin", action="store_true", help=N_("pin it to the top"))
    add_scope(parser)
    add_json(parser)


def _run(args: Namespace) -> int:
    entry = _entry(args)
    with opened(args) as bank:
        added = bank.add(entry, actor(args))
        if args.json:
            from memdesk.cli.output import print_json
            from memdesk.core.shapes import entry_to_dict

            print_json(entry_to_dict(added))
        else:
            print(added.id)
        _name_look_alikes(bank, added, args)
    return 0


def _entry(args: Namespace) -> Entry:
    """The entry that the arguments describe. A memory without a title gets one from its text."""
    kind: Kind = args.kind or "memory"
    text = text_or_stdin(args.text)
    if not text.strip():
        raise BadParameters("{field} may not be empty.", field="text")
    fields = given_fields(kind, args)
    if kind == "memory":
        fields["content"] = text
        if "title" not in fields:
            from memdesk.core.quick_add import derived_title

            fields["title"] = derived_title(text)
    else:
        named = "title" if kind == "task" else "name"
        if named in fields:
            raise BadParameters("The text is the title already; leave --title out.", field="title")
        fields[named] = text.strip()
    if args.tag:
        fields["tags"] = without_repeats(tag.strip() for tag in args.tag)
    for field, value in fields.items():
        check_field(kind, field, value)
    workspace, role = stored_scope(args)
    entry = replace(ENTRY_TYPES[kind](), **fields)  # type: ignore[arg-type]
    return replace(entry, id=args.id or "", pinned=args.pin, workspace=workspace, role=role)


def _name_look_alikes(bank: Bank, added: Entry, args: Namespace) -> None:
    """Say what the new entry resembles: writing the same thing twice is easily done (spec 1.4)."""
    for alike in bank.look_alikes(added, viewer=actor(args).viewer):
        sentence = _("It resembles {id} ({title}); to change that one: memdesk update {id}")
        print(sentence.format(id=alike.id, title=alike.title), file=sys.stderr)


ADD = Command(_arguments, _run)
