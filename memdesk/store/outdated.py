"""A bank that an older memdesk wrote is brought up to date once, and copied before (spec 1.8).

With a million entries that takes a minute. Of several processes one does it, the others wait for
it; whoever can show how far it is gives a `Watch`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from typing import Literal, NamedTuple

from memdesk.core.errors import BankLocked, GivenUp
from memdesk.store import migrations
from memdesk.store.backup import Stopped
from memdesk.store.connection import BUSY_SECONDS, begin_bulk, end_bulk, raw_connection

Stage = Literal["waiting", "copying", "changing"]
"""Another process is at it, or writes; a backup is being made; the bank is being changed."""

_BETWEEN_TRIES = 0.05
_STEPS = 20_000
"""SQLite's steps between two looks whether it was given up: about a millisecond."""


class Watch(NamedTuple):
    """Who waits for it. Both are called in the thread that does it."""

    told: Callable[[Stage], None]
    given_up: Callable[[], bool] = lambda: False
    """Looked at every few milliseconds; while a copy is flushed to the disk, later."""


_NOBODY = Watch(lambda _stage: None)


def bring_up_to_date(
    connection: sqlite3.Connection,
    path: Path,
    back_up: Callable[[Callable[[], bool]], None],
    watch: Watch | None,
) -> None:
    """Take the steps of the schema that a bank has not had, after a backup of it.

    `back_up` makes that, and is given what says whether to go on. With a watch, this waits for
    another process as long as that takes; else BUSY_SECONDS. Raises BankLocked after these,
    GivenUp when the watch says so, and whatever `back_up` and SQLite raise.
    """
    deadline = None if watch is not None else monotonic() + BUSY_SECONDS
    watch = watch or _NOBODY
    begin_bulk(connection)
    connection.execute("PRAGMA busy_timeout = 0")
    connection.set_progress_handler(watch.given_up, _STEPS)
    copied = False

    def begin() -> bool:
        nonlocal copied
        if not _begin(connection, path, watch, deadline):
            return False
        if not copied:
            # Only now: nobody else makes another, and nothing is written between it and the step.
            watch.told("copying")
            back_up(watch.given_up)
            copied = True
        watch.told("changing")
        return True

    try:
        migrations.migrate(connection, begin)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        raise _given_up(path) from error
    except Stopped as stopped:
        raise _given_up(path) from stopped
    finally:
        connection.set_progress_handler(None, 0)
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        end_bulk(connection)


def _begin(
    connection: sqlite3.Connection, path: Path, watch: Watch, deadline: float | None
) -> bool:
    """Begin the transaction of a step; False where another process has taken the last one."""
    waiting = False
    while True:
        if watch.given_up():
            raise _given_up(path)
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            if deadline is not None and monotonic() > deadline:
                raise being_done(path) from error
        else:
            if migrations.version(connection) < migrations.NEWEST:
                return True
            connection.execute("ROLLBACK")
            return False
        if not waiting:
            waiting = True
            watch.told("waiting")
        sleep(_BETWEEN_TRIES)


def is_being_done(path: Path) -> bool:
    """Whether another process is at it, or writes, right now."""
    with closing(raw_connection(path)) as connection:
        connection.execute("PRAGMA busy_timeout = 0")
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            return True
        connection.execute("ROLLBACK")
        return False


def being_done(path: Path) -> BankLocked:
    """What is said of a bank while another process is at it."""
    return BankLocked(
        "The bank {path} is being brought up to date for this version of memdesk. With very many"
        " entries that takes some minutes; try again then.",
        path=path,
    )


def _given_up(path: Path) -> GivenUp:
    return GivenUp("The bank {path} was not brought up to date.", path=path)
