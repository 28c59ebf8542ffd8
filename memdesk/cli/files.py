"""`memdesk import` and `memdesk export` (spec 4)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk.cli.banks import opened
from memdesk.cli.commands import Command
from memdesk.cli.output import print_json
from memdesk.cli.usage import add_json
from memdesk.core.entry import KINDS
from memdesk.paths import workspace_from_here
from memdesk.translation import N_, _, say, translated

if TYPE_CHECKING:
    from memdesk.core.entry import Kind
    from memdesk.exchange.exporting import Wish
    from memdesk.exchange.gathering import Piece
    from memdesk.exchange.importing import Choice, ImportPlan
    from memdesk.exchange.reading import Skipped
    from memdesk.exchange.source import Source
    from memdesk.store.bank import Bank

_STDOUT = "-"


def _import_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        metavar=N_("PATH"),
        type=Path,
        nargs="*",
        help=N_(
            "what to take in: files, folders, zips, - for what is piped in;"
            " without any, list what is found here"
        ),
    )
    parser.add_argument(
        "--format", metavar=N_("FORMAT"), help=N_("its format; else found by its content")
    )
    parser.add_argument(
        "--dry-run", action="store_true", help=N_("only say what would be done; change nothing")
    )
    parser.add_argument(
        "--kind",
        choices=(*KINDS, "profile"),
        action="append",
        dest="kinds",
        help=N_("take only this, and what else is named so"),
    )
    parser.add_argument(
        "--workspace", metavar=N_("PATH"), default="", help=N_("where new entries without one go")
    )
    parser.add_argument(
        "--role", metavar=N_("ROLE"), default="", help=N_("whose new entries without one become")
    )
    add_json(parser)


def _import(args: Namespace) -> int:
    from memdesk.exchange.gathering import gather
    from memdesk.exchange.importing import import_several, look_before
    from memdesk.exchange.piped import source_of

    if not args.paths:
        return _list_found_here(args)
    choice = _choice(args)
    with ExitStack() as stack:
        sources = [stack.enter_context(source_of(path)) for path in args.paths]
        looks = [(source, gather(source, args.format or "")) for source in sources]
        read = [(source, look, list(look.each_read())) for source, look in looks]
        parts = [(found, choice) for _source, _look, several in read for _piece, found in several]
        with opened(args) as bank:
            if args.dry_run:
                plans = [look_before(bank, found, choice=one) for found, one in parts]
            else:
                plans = import_several(bank, parts)
    shapes: list[dict[str, object]] = []
    done = iter(plans)
    for source, look, several in read:
        for piece, _found in several:
            plan, place = next(done), _place(source, piece)
            shapes.append(plan.counts() if look.holds_one else {"path": place} | plan.counts())
            if not args.json:
                _say_plan(plan, "" if look.holds_one else place, dry_run=args.dry_run)
        if look.skipped:
            skipped = [one.shape() for one in look.skipped]
            shapes.append({"path": source.called, "skipped": skipped})
        if not args.json:
            _say_skipped(look.skipped, look.more_skipped, source.called.rstrip("/") + "/")
    if args.json:
        print_json(shapes[0] if len(shapes) == 1 else shapes)
    return 0 if parts else 1


def _place(source: Source, piece: Piece) -> str:
    """Where something lies, as a person would write it."""
    return f"{source.called.rstrip('/')}/{piece.place.lstrip('/')}".rstrip("/")


def _choice(args: Namespace) -> Choice:
    """What of the files is taken, and where to. Raises for a scope that can't be."""
    from memdesk.core.validation import check_field
    from memdesk.exchange.importing import Choice

    workspace = workspace_from_here(args.workspace)
    check_field("memory", "workspace", workspace)
    check_field("memory", "role", args.role)
    kinds: list[Kind] = [kind for kind in KINDS if args.kinds is None or kind in args.kinds]
    return Choice(
        kinds=frozenset(kinds),
        profile=args.kinds is None or "profile" in args.kinds,
        workspace=workspace,
        role=args.role,
    )


def _say_plan(plan: ImportPlan, place: str, *, dry_run: bool) -> None:
    sentence = (
        _("{format}: {added} would be added, {updated} updated; {unchanged} unchanged.")
        if dry_run
        else _("{format}: {added} added, {updated} updated; {unchanged} unchanged.")
    )
    print(
        sentence.format(
            format=f"{plan.format}  {place}" if place else plan.format,
            added=plan.added,
            updated=plan.updated,
            unchanged=plan.unchanged,
        )
    )
    if plan.profile:
        print(_("Profile: {fields}.").format(fields=", ".join(map(translated, plan.profile))))
    _say_skipped(plan.skipped, plan.more_skipped, f"{place}: " if place else "")


def _say_skipped(skipped: Iterable[Skipped], more: int, before: str) -> None:
    """Each with its place, with what comes `before` that."""
    for one in skipped:
        sentence = _("Skipped {where}: {reason}")
        where = before + one.where
        print(sentence.format(where=where, reason=say(one.problem)), file=sys.stderr)
    if more:
        print(_("Skipped besides: {count}").format(count=more), file=sys.stderr)


def _list_found_here(args: Namespace) -> int:
    """What other programs keep on this machine, with how much of it there is."""
    from memdesk.core.errors import MemdeskError
    from memdesk.exchange import formats
    from memdesk.exchange.source import Source

    shapes: list[dict[str, object]] = []
    for one, path in formats.on_this_machine():
        shape: dict[str, object] = {"format": one.name, "path": str(path)}
        try:
            counts = formats.read(Source(path), one.name).counts()
        except MemdeskError as error:
            shape["problem"] = str(error)
            said = say(error)
        else:
            shape |= {kind: counts[kind] for kind in KINDS}
            said = ", ".join(
                f"{translated(kind)}: {counts[kind]}" for kind in KINDS if counts[kind]
            )
        shapes.append(shape)
        if not args.json:
            print(f"{one.name}  {path}  {said}".rstrip())
    if args.json:
        print_json(shapes)
    elif not shapes:
        print(_("No memories of other programs were found here. Name a file or a folder."))
    return 0


def _export_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        metavar=N_("FORMAT"),
        default="json",
        help=N_("json (memdesk's own, the standard), or another; a wrong one names them all"),
    )
    parser.add_argument(
        "--output", metavar=N_("PATH"), default=_STDOUT, help=N_("the file to write; else stdout")
    )
    parser.add_argument(
        "--history", action="store_true", help=N_("with every revision (memdesk's own format)")
    )
    secrets = parser.add_mutually_exclusive_group()
    secrets.add_argument(
        "--redact-secrets", action="store_true", help=N_("with a mark in place of each secret")
    )
    secrets.add_argument("--with-secrets", action="store_true", help=N_("secrets as they are"))


def _export(args: Namespace) -> int:
    from memdesk.exchange.exporting import Wish, export, export_to

    wish = Wish(format=args.format, history=args.history, redact=args.redact_secrets)
    with opened(args) as bank:
        if not (args.redact_secrets or args.with_secrets):
            wish = _without_secrets(bank, wish)
        if args.output == _STDOUT:
            with closing(export(bank, wish)) as written:
                sys.stdout.writelines(written.pieces)
        else:
            written = export_to(Path(args.output), bank, wish)
    for name, number in written.left_out:
        sentence = _("Left out, as this format can't hold it: {name} ({number}).")
        print(sentence.format(name=name, number=number), file=sys.stderr)
    return 0


def _without_secrets(bank: Bank, wish: Wish) -> Wish:
    """Ask before secrets leave; where nobody can answer, refuse (spec 4.2)."""
    from memdesk.core.errors import NotAllowed
    from memdesk.exchange.exporting import look_before

    outlook = look_before(bank, wish)
    if not (outlook.with_secrets or outlook.secrets_in_history):
        return wish
    for label in outlook.secrets:
        print(_("It holds a secret: {title}").format(title=label or _("profile")), file=sys.stderr)
    if outlook.secrets_in_history:
        print(_("The history holds secrets."), file=sys.stderr)
    if sys.stdin.isatty() and sys.stderr.isatty():
        question = _("Write them as they are (w), put a mark in their place (m), or stop (s)?")
        print(question, end=" ", file=sys.stderr, flush=True)
        match sys.stdin.readline().strip().casefold():
            case "w":
                return wish
            case "m":
                return replace(wish, redact=True)
    raise NotAllowed(
        "Entries with secrets: {count}. Nothing was written; say --redact-secrets or"
        " --with-secrets.",
        count=outlook.with_secrets,
    )


IMPORT = Command(_import_arguments, _import)
EXPORT = Command(_export_arguments, _export)
