"""The bank that a command works on, and who works on it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from memdesk import paths
from memdesk.cli.missing import warn_of_missing
from memdesk.cli.outdated import bring_up_to_date
from memdesk.core.authors import CLI, Actor
from memdesk.core.entry import Entry
from memdesk.core.errors import BadParameters
from memdesk.core.query import Query
from memdesk.core.scope import EVERYTHING, Scope, Viewer

if TYPE_CHECKING:
    from memdesk.store.bank import Bank


@contextmanager
def opened(args: Namespace) -> Iterator[Bank]:
    """The bank of `--bank`, `$MEMDESK_BANK` or the default one, closed afterwards."""
    from memdesk.store.bank import Bank  # peewee costs more than most commands do
    from memdesk.store.care import check_pages

    path = paths.bank_path(args.bank)
    warn_of_missing(path)
    bank = Bank(path)
    try:
        bring_up_to_date(bank)
        bank.generation()  # what can't be relied on is refused before anything is done
        check_pages(path)
        yield bank
    finally:
        bank.close()


def viewer(args: Namespace) -> Viewer:
    """What the command sees: everything, unless `--role` makes it one role's eyes (spec 1.2)."""
    if not args.role:
        return EVERYTHING
    return Viewer(workspace=workspace(args), role=args.role, scope=args.scope or "both")


def actor(args: Namespace) -> Actor:
    """The person at the command line, with the eyes that the arguments ask for."""
    return Actor(author=CLI, viewer=viewer(args))


def workspace(args: Namespace) -> str:
    """The workspace that was named, in the form that is compared; empty for none."""
    return paths.workspace_from_here(args.workspace or "")


def scoped(query: Query, args: Namespace) -> Query:
    """The query narrowed by `--workspace`, `--role` and `--scope`.

    With a role, to what that role may see in the workspace. Without one everything is seen, and
    the others are exact filters.
    """
    query = replace(query, viewer=viewer(args))
    if args.role:
        return query
    if args.scope == "role":
        raise BadParameters("The scope role needs --role.", field="scope")
    if args.workspace:
        query = replace(query, workspace=workspace(args))
    if args.scope == "workspace":
        query = replace(query, role="")
    return query


def stored_scope(args: Namespace) -> tuple[str, str]:
    """The workspace and the role that a new entry gets (spec 1.2)."""
    scope = cast("Scope | None", args.scope)
    if scope == "role" and not args.role:
        raise BadParameters("The scope role needs --role.", field="scope")
    if scope == "both":
        raise BadParameters(
            "{field} must be one of {choices}.",
            field="scope",
            allowed=("workspace", "role"),
            choices="workspace, role",
        )
    return workspace(args), "" if scope == "workspace" else args.role or ""


def found(bank: Bank, args: Namespace, *, trashed: bool = False) -> list[Entry]:
    """Each entry that was named; with `trashed`, one in the trash too.

    Raises NotFound for the first that isn't there, Conflict for an id that fits two kinds.
    """
    return [bank.get(id, kind=args.kind, viewer=viewer(args), trashed=trashed) for id in args.ids]
