"""`memdesk backup` and `memdesk restore-backup` (spec 3.5, 7.4)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from memdesk import paths
from memdesk.cli.banks import opened
from memdesk.cli.commands import Command
from memdesk.cli.output import print_json
from memdesk.cli.usage import add_json
from memdesk.core.authors import CLI
from memdesk.core.errors import BadParameters, BankUnavailable, NotFound
from memdesk.translation import N_, _, say, translated

DONE, WRONG = 0, 1

_REASONS = {
    "daily": N_("daily"),
    "import": N_("before an import"),
    "migration": N_("before a migration"),
    "restore": N_("before a restore"),
    "hand": N_("by hand"),
    "salvage": N_("read out of a damaged bank"),
}


# --- backup


def _backup_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "path", metavar=N_("PATH"), type=Path, nargs="?",
        help=N_("the file to write; else one in the directory of the backups"),
    )  # fmt: skip
    parser.add_argument(
        "--list", action="store_true", help=N_("list the backups there are, and make none")
    )
    add_json(parser)


def _backup(args: Namespace) -> int:
    if args.list:
        return _list(args)
    if args.path is not None and args.path.exists():
        raise BadParameters(
            "{path} is there already: name a file that isn't.", field="path", path=args.path
        )
    with opened(args) as bank:
        path = bank.backup(None if args.path is None else args.path.absolute())
    if args.json:
        print_json({"path": str(path)})
    else:
        print(path)
    return DONE


def _list(args: Namespace) -> int:
    from memdesk.core.times import iso
    from memdesk.store import backup

    bank = paths.bank_path(args.bank)
    found: list[dict[str, object]] = []
    folder = _folder(bank)
    backup.refuse_unreadable(folder)
    for one in backup.listed(folder, bank):
        try:
            entries, fault = backup.look_inside(one.path).entries, ""
        except BankUnavailable as error:
            entries, fault = None, say(error)
        found.append(
            {
                "path": str(one.path),
                "at": iso(one.at),
                "reason": one.reason,
                "bytes": one.size,
                "entries": entries,
                "fault": fault,
            }
        )
    if args.json:
        print_json(found)
        return DONE
    if not found:
        print(_("There is no backup yet."))
    for each in found:
        said = each["fault"] or _("entries: {count}").format(count=each["entries"])
        reason = translated(_REASONS[str(each["reason"])])
        print(f"{each['path']}\n    {each['at']}  {reason}  {said}")
    return DONE


# --- restore-backup


def _restore_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "path", metavar=N_("PATH"), type=Path, nargs="?",
        help=N_("the backup to put back; else the newest good one"),
    )  # fmt: skip
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--yes", action="store_true", help=N_("don't ask"))
    how.add_argument(
        "--salvage", action="store_true",
        help=N_("read out of a damaged bank what can be read, into a new one: PATH"),
    )  # fmt: skip
    how.add_argument(
        "--as-it-is", action="store_true",
        help=N_("go on with a bank that is whole, though its newest changes are missing"),
    )  # fmt: skip
    add_json(parser)


def _restore(args: Namespace) -> int:
    from memdesk.store import backup, restoring
    from memdesk.store.connection import in_words

    bank = paths.bank_path(args.bank)
    if args.salvage:
        return _salvage(bank, args.path, as_json=args.json)
    if args.as_it_is:
        return _as_it_is(bank)
    chosen = args.path.absolute() if args.path is not None else _newest_good(bank)
    inside = backup.look_inside(chosen)
    question = _("Put {backup} (entries: {count}) in the place of {bank}?").format(
        backup=chosen, count=inside.entries, bank=bank
    )
    if not args.yes and not _agreed(question):
        return WRONG
    with in_words(bank):
        aside = restoring.restore(bank, chosen, _folder(bank), CLI)
    if args.json:
        print_json({"restored": str(chosen), "kept": None if aside is None else str(aside)})
        return DONE
    print(_("Restored: {path}").format(path=chosen))
    if aside is not None:
        print(_("What lay there is kept: {path}").format(path=aside))
    return DONE


def _newest_good(bank: Path) -> Path:
    from memdesk.store import backup

    folder = _folder(bank)
    backup.refuse_unreadable(folder)
    for one in backup.listed(folder, bank):
        try:
            backup.look_inside(one.path)
        except BankUnavailable as error:
            print(say(error), file=sys.stderr)
        else:
            return one.path
    raise NotFound("There is no good backup of {path}: name another file.", path=bank)


def _agreed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise BadParameters("Nobody can be asked here: give --yes to go on.", field="yes")
    print(question, _("[y/N]"), end=" ", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes", "j", "是")


# --- what can be read out


def _as_it_is(bank: Path) -> int:
    from memdesk.store import examining

    if not bank.exists():
        raise NotFound("There is no bank {path}.", path=bank)
    examining.take_as_it_is(bank)
    print(_("The bank is used as it lies there: {path}").format(path=bank))
    return DONE


def _salvage(bank: Path, to: Path | None, *, as_json: bool) -> int:
    from memdesk.store import examining, salvage
    from memdesk.store.connection import in_words

    if not bank.exists():
        raise NotFound("There is no bank {path}.", path=bank)
    if to is None:
        raise BadParameters("Name the file to write what can be read.", field="path")
    to = to.absolute()
    if to.exists():
        raise BadParameters(
            "{path} is there already: name a file that isn't.", field="path", path=to
        )
    with in_words(to):
        own_log = examining.log_belongs_to(bank)
        found = salvage.salvage(bank, to, lambda _done, _total: None, log=own_log)
    if as_json:
        print_json(
            {
                "path": str(to),
                "entries": dict(found.read),
                "lost": dict(found.lost),
                "profile": found.profile,
                "revisions": found.revisions,
            }
        )
        return DONE
    print(_("Entries read: {count}").format(count=found.entries))
    print(_("Entries known to be lost: {count}").format(count=found.lost.total()))
    print(_("Steps of the history read: {count}").format(count=found.revisions))
    print(
        _("Written: {path}. memdesk restore-backup PATH puts it in the bank's place.").format(
            path=to
        )
    )
    return DONE


def _folder(bank: Path) -> Path:
    from memdesk.store.bank import Bank

    return Bank(bank).backups


BACKUP = Command(_backup_arguments, _backup)
RESTORE_BACKUP = Command(_restore_arguments, _restore)
