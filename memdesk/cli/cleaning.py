"""`memdesk clean`: what nobody asks for becomes less relevant, or goes to the trash (spec 1.6)."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from memdesk.cli.banks import actor, opened
from memdesk.cli.commands import Command
from memdesk.cli.output import print_json, print_table
from memdesk.cli.usage import add_json
from memdesk.core.entry import RELEVANCES, Entry, lower
from memdesk.translation import N_, _

if TYPE_CHECKING:
    from memdesk.store.bank import Bank

_PAGE = 500


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--max-age-days",
        type=_days,
        metavar="N",
        help=N_("what is older and was never recalled goes to the trash; otherwise 180"),
    )
    parser.add_argument(
        "--min-relevance",
        choices=RELEVANCES,
        help=N_("what is at least that relevant does not go to the trash"),
    )
    parser.add_argument(
        "--yes", action="store_true", help=N_("do it; without this, only say what would be done")
    )
    add_json(parser)
    # `actor` asks for the eyes of a role: cleaning goes over all that is kept.
    parser.set_defaults(role=None)


def _days(text: str) -> int:
    from memdesk.store.ageing import MOST_DAYS  # a start without this command does without it

    number = int(text)
    if not 0 <= number <= MOST_DAYS:
        raise argparse.ArgumentTypeError(
            _("{text} is not between 0 and {most}").format(text=text, most=MOST_DAYS)
        )
    return number


_days.__name__ = "number"  # argparse names the type in its message


def _run(args: Namespace) -> int:
    from memdesk.store.ageing import NEVER_RECALLED_DAYS, Ages

    days = NEVER_RECALLED_DAYS if args.max_age_days is None else args.max_age_days
    ages = Ages(days=days, kept_relevance=args.min_relevance)
    with opened(args) as bank:
        cleaning = bank.clean(actor(args), ages) if args.yes else bank.to_clean(ages)
        if args.json:
            print_json(
                {
                    "done": args.yes,
                    "trash": [_facts(entry) for entry in _entries(bank, cleaning.trash)],
                    "downgrade": [
                        {**_facts(entry), "relevance": before, "to": to}
                        for entry, before, to in _downgraded(bank, cleaning.downgrade, args.yes)
                    ],
                }
            )
        elif not len(cleaning):
            print(_("There is nothing to clean up."))
        elif args.yes:
            print(_done(len(cleaning.trash), len(cleaning.downgrade)))
        else:
            _print_plan(bank, cleaning.trash, cleaning.downgrade)
    return 0


def _print_plan(bank: Bank, trash: Sequence[int], downgrade: Sequence[int]) -> None:
    if trash:
        print(_("Would go to the trash ({count}):").format(count=len(trash)))
        print_table(
            [
                (entry.id, entry.label, entry.relevance, _never_recalled(entry))
                for entry in _entries(bank, trash)
            ],
            flexible=1,
        )
    if downgrade:
        print(_("Would become less relevant ({count}):").format(count=len(downgrade)))
        print_table(
            [
                (entry.id, entry.label, f"{before} → {to}", _not_accessed(entry))
                for entry, before, to in _downgraded(bank, downgrade, done=False)
            ],
            flexible=1,
        )
    print(_("Nothing was changed. With --yes it is done."))


def _never_recalled(entry: Entry) -> str:
    from memdesk.store.ageing import days_since, last_seen

    if entry.accessed_at is None:
        return _("never asked for; days since it was made: {made}").format(
            made=days_since(entry.created_at)
        )
    return _(
        "never recalled; days since it was made: {made}, since the last access: {seen}"
    ).format(made=days_since(entry.created_at), seen=days_since(last_seen(entry)))


def _not_accessed(entry: Entry) -> str:
    from memdesk.store.ageing import days_since, last_seen

    return _("days since the last access: {days}").format(days=days_since(last_seen(entry)))


def _done(trash: int, downgrade: int) -> str:
    return _(
        "Moved to the trash: {trash}. Made less relevant: {downgrade}."
        " `memdesk undo` takes it back."
    ).format(trash=trash, downgrade=downgrade)


def _entries(bank: Bank, keys: Sequence[int]) -> Iterator[Entry]:
    for start in range(0, len(keys), _PAGE):
        page = keys[start : start + _PAGE]
        found = bank.rows(page)
        yield from (found[key] for key in page if key in found)


def _downgraded(bank: Bank, keys: Sequence[int], done: bool) -> Iterator[tuple[Entry, str, str]]:
    """Each entry with its relevance before and after."""
    for entry in _entries(bank, keys):
        if done:
            higher = RELEVANCES[RELEVANCES.index(entry.relevance) - 1]
            yield entry, higher, entry.relevance
        else:
            yield entry, entry.relevance, lower(entry.relevance)


def _facts(entry: Entry) -> dict[str, object]:
    return {
        "kind": entry.kind,
        "id": entry.id,
        "title": entry.label,
        "relevance": entry.relevance,
        "created_at": entry.created_at,
        "accessed_at": entry.accessed_at,
        "access_count": entry.access_count,
    }


CLEAN = Command(_arguments, _run)
