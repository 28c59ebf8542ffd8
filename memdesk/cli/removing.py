"""`memdesk delete` and `memdesk restore`: into the trash, out of it, and for good (spec 1.6)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from functools import partial

from memdesk import paths
from memdesk.cli.banks import actor, found, opened
from memdesk.cli.commands import Command
from memdesk.cli.usage import add_ids, add_kind, add_scope
from memdesk.core.errors import NotFound
from memdesk.translation import N_, _, say

DONE, UNFINISHED = 0, 1


def _delete_arguments(parser: ArgumentParser) -> None:
    add_ids(parser)
    add_kind(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--forever", action="store_true", help=N_("destroy it with its history; no undo")
    )
    how.add_argument(
        "--everywhere",
        action="store_true",
        help=N_("destroy it and every trace of its text that memdesk keeps; no undo"),
    )
    add_scope(parser)


def _delete(args: Namespace) -> int:
    with opened(args) as bank:
        entries = found(bank, args, trashed=args.forever or args.everywhere)
        named = [(entry.kind, entry.id) for entry in entries]
        finished = True
        if args.everywhere:
            from memdesk.hosts import mirrors
            from memdesk.store import forgetting

            out_of_reach = bank.forget_everywhere(
                named,
                actor(args),
                progress=_print_step,
                quoting=paths.quoting_dirs(),
                said_in=(paths.transcripts_dir(),),
                mirrors=partial(mirrors.forget, bank),
            )
            for error in out_of_reach:
                print(say(error), file=sys.stderr)
            finished = forgetting.is_finished(out_of_reach)
            sentence = (
                _("Forgotten everywhere: {ids}.")
                if finished
                else _("Deleted, but not yet forgotten everywhere: {ids}.")
            )
        elif args.forever:
            bank.destroy(named, actor(args))
            sentence = _("Deleted forever: {ids}.")
        else:
            bank.delete(named, actor(args))
            sentence = _("Moved to the trash: {ids}.")
    print(sentence.format(ids=", ".join(args.ids)))
    return DONE if finished else UNFINISHED


def _print_step(step: str) -> None:
    """Say where the text is being removed: on a big bank each step takes its time."""
    said = {
        "bank": _("removing it from the bank …"),
        "file": _("removing its traces from the file …"),
        "backups": _("removing it from the backups …"),
    }
    print(said[step], file=sys.stderr)


def _restore_arguments(parser: ArgumentParser) -> None:
    add_ids(parser)
    add_kind(parser)
    add_scope(parser)


def _restore(args: Namespace) -> int:
    with opened(args) as bank:
        entries = found(bank, args, trashed=True)
        for entry in entries:
            if entry.deleted_at is None:
                raise NotFound("{id} is not in the trash.", id=entry.id)
        bank.restore([(entry.kind, entry.id) for entry in entries], actor(args))
    print(_("Restored: {ids}.").format(ids=", ".join(args.ids)))
    return 0


DELETE = Command(_delete_arguments, _delete)
RESTORE = Command(_restore_arguments, _restore)
