"""A bank file as each thread has it open: one state to read, one transaction to write in."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk.core.authors import IMPORT_PREFIX, Actor
from memdesk.store import migrations
from memdesk.store.connection import (
    Connections,
    begin_bulk,
    begin_writing,
    end_bulk,
    in_words,
    refuse_other_files,
)
from memdesk.store.later import backup, outdated
from memdesk.store.later import writing as writings

if TYPE_CHECKING:
    from memdesk.store.outdated import Watch
    from memdesk.store.writing import Writing


_STEPS = 20_000
"""SQLite's steps between two looks whether anyone still wants the answer: about a millisecond."""


class Abandoned(Exception):
    """Nobody wants the answer any more."""


class OpenedBank:
    """What `Bank` stands on. Nothing here knows what a bank holds."""

    def __init__(self, path: Path, *, backups: Path | None = None) -> None:
        self.path = path
        self.backups = path.parent / "backups" if backups is None else backups
        self._connections = Connections(path, self._bring_up_to_date)
        self._open = _Open()

    def exists(self) -> bool:
        """Whether there is a file already."""
        return self.path.exists()

    def close(self) -> None:
        """Close the calling thread's connection; the bank opens again when it is used."""
        self.close_thread()

    def close_thread(self) -> None:
        """Close the calling thread's connection."""
        self._connections.close()

    # --- one state to read

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """One state of the bank, for as long as the block lasts."""
        with in_words(self.path):
            if (written := self._open.connection) is not None:
                yield written
                return
            connection = self._connections.reading()
            if connection.in_transaction:  # a reading inside a reading
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if connection.in_transaction:  # SQLite itself ends it on a disk that fails
                    connection.execute("ROLLBACK")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Everything read inside is of one moment, whatever others write meanwhile."""
        with self._reading():
            yield

    @contextmanager
    def abandonable(self, given_up: Callable[[], bool]) -> Iterator[None]:
        """What is read inside ends with Abandoned soon after another thread gave it up.

        To sort a million entries takes seconds, and who types a filter meanwhile waits for them.
        """
        with in_words(self.path):
            connection = self._connections.reading()
        connection.set_progress_handler(given_up, _STEPS)
        try:
            yield
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            raise Abandoned from error
        finally:
            connection.set_progress_handler(None, 0)

    # --- one transaction to write in

    @contextmanager
    def waiting(self, seconds: float) -> Iterator[None]:
        """What this thread writes inside waits so long for another program's write to end, and is
        tried once where that is no time at all."""
        before, self._open.patience = self._open.patience, seconds
        try:
            yield
        finally:
            self._open.patience = before

    @contextmanager
    def transaction(self, actor: Actor, label: str) -> Iterator[None]:
        """All writes inside are one change and one step of undo, or none of them happens.

        The actor of the whole makes the change, whoever the actors inside are.
        """
        with self._writing(actor, label):
            yield

    @contextmanager
    def unnoticed(self) -> Iterator[None]:
        """Access that is written inside is one transaction, and no change."""
        with self._quietly():
            yield

    @property
    def _has_written(self) -> bool:
        """Whether this thread is amid a change and has written some of it already."""
        return (writing := self._open.writing) is not None and writing.journal.has_begun

    @contextmanager
    def _writing(self, actor: Actor, label: str) -> Iterator[Writing]:
        """The open change, or a new one that is committed at the end of the block."""
        outer = self._open.writing
        with in_words(self.path):
            if outer is not None:
                whole, outer.actor = outer.actor, actor
                try:
                    yield outer
                finally:
                    outer.actor = whole
                return
            bulky = actor.author.startswith(IMPORT_PREFIX)
            with self._transaction(bulky=bulky) as connection:
                writing = writings.Writing(connection, actor, label)
                self._open.writing = writing
                try:
                    yield writing
                    writing.journal.finish()
                    self._open.number = writing.journal.number
                finally:
                    self._open.writing = None

    @contextmanager
    def _quietly(self, patience: float | None = None) -> Iterator[sqlite3.Connection]:
        """A write that is no change: nobody's view of the entries differs after it.

        `patience`: how many seconds to wait for another's transaction to end.
        """
        with in_words(self.path):
            if (connection := self._open.connection) is not None:
                yield connection
                return
            with self._transaction(patience) as connection:
                yield connection

    @contextmanager
    def _transaction(
        self, patience: float | None = None, *, bulky: bool = False
    ) -> Iterator[sqlite3.Connection]:
        """A new transaction that writes, committed at the end of the block."""
        try:
            with self._begun(self._connections.writing(), patience, bulky) as connection:
                yield connection
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY:
                # The file was opened as it was then; once it may be written, this would not know.
                self._connections.close()
            raise

    @contextmanager
    def _begun(
        self, connection: sqlite3.Connection, patience: float | None, bulky: bool
    ) -> Iterator[sqlite3.Connection]:
        if bulky:
            begin_bulk(connection)
        try:
            begin_writing(connection, self._open.patience if patience is None else patience)
            self._open.connection = connection
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # SQLite itself rolls back on a full disk
                    connection.execute("ROLLBACK")
                raise
            finally:
                number, self._open.number = self._open.number, None
                self._open.connection = None
            self._connections.mark(number)
        finally:
            if bulky:
                end_bulk(connection)

    # --- up to date

    def is_outdated(self) -> bool:
        """Whether an older memdesk wrote the bank: who opens it brings it up to date, and that
        may take a minute."""
        with in_words(self.path):
            return self.exists() and refuse_other_files(self.path) < migrations.NEWEST

    def bring_up_to_date(self, watch: Watch) -> None:
        """Open the bank for this thread. Should that take a while, the watch is told of it; and
        it may give it up. Raises GivenUp then."""
        self._open.watch = watch
        try:
            with self._reading():
                pass
        finally:
            self._open.watch = None

    def _bring_up_to_date(self, connection: sqlite3.Connection) -> None:
        outdated.bring_up_to_date(connection, self.path, self._back_up, self._open.watch)

    def _back_up(self, stopped: Callable[[], bool]) -> None:
        path = self.path
        backup.backup(path, backup.free_name(self.backups, path, "migration"), stopped=stopped)
        backup.prune(self.backups, path)


class _Open(threading.local):
    """The transaction that writes in the calling thread: its connection, and its change if any."""

    connection: sqlite3.Connection | None = None
    writing: Writing | None = None
    number: int | None = None
    """Of the change that is about to be committed."""
    patience: float | None = None
    """Seconds to wait for another's transaction to end; None for the usual."""
    watch: Watch | None = None
    """Who waits for an outdated bank."""
