"""`memdesk import` and `memdesk export` (spec 4)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from memdesk.cli.banks import opened
from memdesk.cli.commands import Command
from memdesk.cli.output import print_json
from memdesk.cli.usage import add_json
from memdesk.translation import N_, _, say

_STDOUT = "-"


def _import_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar=N_("PATH"), type=Path, help=N_("the file to take in"))
    parser.add_argument(
        "--format", metavar=N_("FORMAT"), help=N_("its format; else found by its content")
    )
    parser.add_argument(
        "--dry-run", action="store_true", help=N_("only say what would be done; change nothing")
    )
    add_json(parser)


def _import(args: Namespace) -> int:
    from memdesk.exchange import formats
    from memdesk.exchange.importing import import_found, look_before
    from memdesk.exchange.source import Source

    found = formats.read(Source(args.path), args.format)
    with opened(args) as bank:
        plan = look_before(bank, found) if args.dry_run else import_found(bank, found)
    if args.json:
        print_json(plan.counts())
        return 0
    sentence = (
        _("{format}: {added} would be added, {updated} updated; {unchanged} unchanged.")
        if args.dry_run
        else _("{format}: {added} added, {updated} updated; {unchanged} unchanged.")
    )
    print(
        sentence.format(
            format=plan.format,
            added=plan.added,
            updated=plan.updated,
            unchanged=plan.unchanged,
        )
    )
    if plan.profile:
        print(_("Profile: {fields}.").format(fields=", ".join(plan.profile)))
    for one in plan.skipped:
        print(
            _("Skipped {where}: {reason}").format(where=one.where, reason=say(one.problem)),
            file=sys.stderr,
        )
    return 0


def _export_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        metavar=N_("FORMAT"),
        default="json",
        help=N_("json (memdesk's own, the standard), gameassist or markdown"),
    )
    parser.add_argument(
        "--output", metavar=N_("PATH"), default=_STDOUT, help=N_("the file to write; else stdout")
    )


def _export(args: Namespace) -> int:
    from memdesk.exchange.exporting import export
    from memdesk.exchange.writing import write_file

    with opened(args) as bank:
        written = export(bank, args.format)
    if args.output == _STDOUT:
        sys.stdout.write(written.text)
    else:
        write_file(Path(args.output), written.text)
    for name, number in written.left_out:
        sentence = _("Left out, as this format can't hold it: {name} ({number}).")
        print(sentence.format(name=name, number=number), file=sys.stderr)
    return 0


IMPORT = Command(_import_arguments, _import)
EXPORT = Command(_export_arguments, _export)
