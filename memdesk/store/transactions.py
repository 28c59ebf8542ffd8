"""Readings and transactions of a bank, as each thread has them open (spec 1.8)."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk.core.authors import IMPORT_PREFIX, Actor
from memdesk.store.connection import Connections, begin_writing, in_words
from memdesk.store.later import writing as writings

if TYPE_CHECKING:
    from memdesk.store.writing import Writing


class Transactions:
    """One bank file, and what each thread is doing with it.

    Every method raises BankUnavailable for whatever keeps the file from being used.
    """

    def __init__(self, path: Path, before_migration: Callable[[Path], None]) -> None:
        self.path = path
        self._connections = Connections(path, before_migration)
        self._open = _Open()

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
                    writing.finish()
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
        connection = self._connections.writing()
        if bulky:
            connection.execute("PRAGMA synchronous = normal")
        try:
            begin_writing(connection, patience)
            self._open.connection = connection
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # SQLite itself rolls back on a full disk
                    connection.execute("ROLLBACK")
                raise
            finally:
                self._open.connection = None
        finally:
            if bulky:
                connection.execute("PRAGMA synchronous = full")


class _Open(threading.local):
    """The transaction that writes in the calling thread: its connection, and its change if any."""

    connection: sqlite3.Connection | None = None
    writing: Writing | None = None
