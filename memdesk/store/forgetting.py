"""Forget everywhere: a text leaves everything that memdesk itself keeps (spec 1.6).

Deleting a row is not enough. Words stay in the pages of the search index until it is merged, in
the write-ahead log until that is emptied, and pages keep traces of what was moved; and there are
copies: frozen blocks, suggestions, backups.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Kind
from memdesk.core.errors import BankUnavailable, MemdeskError
from memdesk.core.text import one_line
from memdesk.store import backup, migrations
from memdesk.store.bulk import each
from memdesk.store.connection import raw_connection
from memdesk.store.rows import as_json, body_of, title_of
from memdesk.store.writing import Writing

Named = Sequence[tuple[Kind, str]]
Progress = Callable[[str], None]

_TELLING = 12
"""A title or text shorter than this may stand elsewhere by chance; then the id must decide."""


def forget(writing: Writing, ids: Named) -> list[Entry]:
    """Destroy entries with every trace in the tables; gives those that were there."""
    gone: list[Entry] = []

    def destroy(entry: Entry) -> None:
        writing.destroy(entry, namelessly=True)
        gone.append(entry)

    each(writing, ids, destroy, trashed=None)
    for entry in gone:
        _forget_quotes(writing.connection, entry)
    writing.index.optimize()
    return gone


def _forget_quotes(connection: sqlite3.Connection, entry: Entry) -> None:
    """Take an entry out of frozen blocks, suggestions, access log and the list of changes.

    A frozen block that holds it is dropped whole: the next request of its session makes it
    anew. Privacy beats the cache (spec 2.4).
    """
    id_as_json = as_json([entry.id])[1:-1]
    for key, text, details in connection.execute(
        "SELECT key, text, details FROM frozen_block"
    ).fetchall():
        if id_as_json in details or _quotes(text, entry):
            connection.execute("DELETE FROM frozen_block WHERE key = ?", (key,))
    for number, parameters in connection.execute(
        "SELECT number, parameters FROM suggestion"
    ).fetchall():
        said = "\n".join(_texts_in(json.loads(parameters)))
        if id_as_json in parameters or _quotes(said, entry):
            connection.execute("DELETE FROM suggestion WHERE number = ?", (number,))
    for table in ("access_log", "change"):
        for number, ids in connection.execute(
            f"SELECT number, ids FROM {table} WHERE instr(ids, ?)", (id_as_json,)
        ).fetchall():
            left = [id for id in json.loads(ids) if id != entry.id]
            connection.execute(
                f"UPDATE {table} SET ids = ? WHERE number = ?", (as_json(left), number)
            )


def _quotes(text: str, entry: Entry) -> bool:
    """Whether a text says what an entry says: its title, its text, or the text's beginning."""
    line = one_line(text)
    for own in (one_line(title_of(entry)), one_line(body_of(entry))):
        if len(own) >= _TELLING and own[:60] in line:
            return True
    return False


def _texts_in(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for item in inner for text in _texts_in(item)]


def sweep(connection: sqlite3.Connection, path: Path) -> list[MemdeskError]:
    """Write the file anew, so that no page keeps a trace, and empty the write-ahead log."""
    try:
        connection.execute("VACUUM")
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.OperationalError:
        busy = 1
    if not busy:
        return []
    return [
        BankUnavailable(
            "The bank {path} is in use: traces stay in {log} until every program has closed it.",
            path=path,
            log=path.name + "-wal",
        )
    ]


def forget_in_backups(folder: Path, ids: Named, actor: Actor) -> list[MemdeskError]:
    """Rewrite every backup that holds the entries; gives what could not be rewritten."""
    left: list[MemdeskError] = []
    backup.remove_drafts(folder)  # one may hold what is to be forgotten
    for path in sorted(folder.glob("*.sqlite")):
        try:
            _rewrite(path, ids, actor)
        except (sqlite3.Error, OSError, MemdeskError) as error:
            left.append(
                BankUnavailable(
                    "The backup {path} could not be rewritten: {reason}.", path=path, reason=error
                )
            )
    return left


def _rewrite(path: Path, ids: Named, actor: Actor) -> None:
    """Forget entries in one backup: in a copy, which then takes its place."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with (
            closing(raw_connection(path)) as source,
            closing(raw_connection(draft)) as copy,
        ):
            source.backup(copy)
            migrations.migrate(copy)
            copy.execute("BEGIN IMMEDIATE")
            writing = Writing(copy, actor, "forget")
            gone = forget(writing, ids)
            if gone:
                writing.finish()
            copy.execute("COMMIT")
            if not gone:
                return
            copy.execute("VACUUM")
            copy.execute("PRAGMA journal_mode = delete")
            found = backup.faults(copy)
        if found:
            raise BankUnavailable("{path} is damaged: {fault}.", path=path, fault=found[0])
        backup.flush(draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
