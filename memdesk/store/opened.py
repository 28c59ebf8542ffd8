"""A bank file as each thread has it open: one state to read, one transaction to write in."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import peewee as pw

from memdesk.core.authors import IMPORT_PREFIX, Actor
from memdesk.store import backup as backups_of
from memdesk.store.connection import Connections, begin_writing, in_words, raw
from memdesk.store.writing import Writing


class OpenedBank:
    """What `Bank` stands on. Nothing here knows what a bank holds."""

    def __init__(self, path: Path, *, backups: Path | None = None) -> None:
        self.path = path
        self.backups = path.parent / "backups" if backups is None else backups
        self._connections = Connections(path, self._back_up_before_migration)
        self._open = threading.local()

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
        writing = self._writing_now()
        if writing is not None:
            with in_words(self.path):
                yield writing.connection
            return
        with in_words(self.path):
            connection = raw(self._connections.reading())
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

    # --- one transaction to write in

    @contextmanager
    def transaction(self, actor: Actor, label: str) -> Iterator[None]:
        """All writes inside are one change and one step of undo, or none of them happens.

        The actor of the whole makes the change, whoever the actors inside are.
        """
        with self._writing(actor, label):
            yield

    @contextmanager
    def _writing(
        self, actor: Actor, label: str, patience: float | None = None
    ) -> Iterator[Writing]:
        """The open transaction, or a new one that is committed at the end of the block.

        `patience`: how many seconds to wait for another's transaction to end.
        """
        outer = self._writing_now()
        if outer is not None:
            whole, outer.actor = outer.actor, actor
            try:
                with in_words(self.path):
                    yield outer
            finally:
                outer.actor = whole
            return
        with in_words(self.path):
            connection = raw(self._connections.writing())
            bulky = actor.author.startswith(IMPORT_PREFIX)
            if bulky:
                connection.execute("PRAGMA synchronous = normal")
            try:
                begin_writing(connection, patience)
                writing = Writing(connection, actor, label)
                self._open.writing = writing
                try:
                    yield writing
                    writing.finish()
                    connection.execute("COMMIT")
                except BaseException:
                    if connection.in_transaction:  # SQLite itself rolls back on a full disk
                        connection.execute("ROLLBACK")
                    raise
                finally:
                    self._open.writing = None
            finally:
                if bulky:
                    connection.execute("PRAGMA synchronous = full")

    def _writing_now(self) -> Writing | None:
        """The transaction that is open in this thread."""
        writing: Writing | None = getattr(self._open, "writing", None)
        return writing

    @contextmanager
    def _quietly(self, patience: float | None = None) -> Iterator[sqlite3.Connection]:
        """A write that is no change: nobody's view of the entries differs after it."""
        with self._writing(Actor(), "", patience) as writing:
            yield writing.connection

    def _back_up_before_migration(self, path: Path) -> None:
        backups_of.backup(path, backups_of.free_name(self.backups, path))

    def _database(self) -> pw.Database:
        writing = self._writing_now()
        return self._connections.writing() if writing else self._connections.reading()
