"""Forget everywhere: a text leaves everything that memdesk itself keeps (spec 1.6).

Deleting a row is not enough. Words stay in the pages of the search index until it is merged, in
the write-ahead log until that is emptied, and pages keep traces of what was moved; and there are
copies: frozen blocks, suggestions, backups, damaged files that were set aside, logs.
"""

from __future__ import annotations

import glob
import json
import os
import secrets
import sqlite3
from collections.abc import Container, Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Kind
from memdesk.core.errors import BankUnavailable, MemdeskError, NotFound, reason_of
from memdesk.core.ids import is_generated
from memdesk.core.text import one_line
from memdesk.store import backup, migrations, room
from memdesk.store.bulk import each
from memdesk.store.connection import make_private, raw_connection
from memdesk.store.reading import find_entry
from memdesk.store.rows import as_json, body_of, title_of
from memdesk.store.writing import Writing

Named = Sequence[tuple[Kind, str]]
Traced = Sequence["Traces"]

_TELLING = 12
"""A title or text shorter than this may stand elsewhere by chance; then the id must decide."""
_BEGINNING = 60
"""Code points of a text that tell it: a block may have cut the rest."""
_SAYING = ("title", "name", "content", "notes", "summary")


class Traces(NamedTuple):
    """What tells of a forgotten entry wherever it stands: its id, and the beginnings of its titles
    and texts, on one line, those that it had before among them."""

    id: str
    told: tuple[str, ...]

    @property
    def id_as_json(self) -> str:
        return as_json([self.id])[1:-1]

    def are_in(self, text: str) -> bool:
        """Whether a text says what the entry said."""
        line = one_line(text)
        return any(own in line for own in self.told)


def forget(writing: Writing, ids: Named) -> list[Traces]:
    """Destroy entries with every trace in the tables; gives what told of those that were there."""
    gone: list[Traces] = []

    def destroy(entry: Entry) -> None:
        gone.append(_traces(writing.connection, entry))
        writing.destroy(entry, namelessly=True)

    each(writing, ids, destroy, trashed=None)
    for traces in gone:
        _forget_quotes(writing.connection, traces)
    writing.index.optimize()
    return gone


def told_by(connection: sqlite3.Connection, ids: Named, actor: Actor) -> list[Traces]:
    """What tells of those of these entries that are there."""
    gone = []
    for kind, id in ids:
        with suppress(NotFound):
            gone.append(_traces(connection, find_entry(connection, kind, id, actor, trashed=True)))
    return gone


def _traces(connection: sqlite3.Connection, entry: Entry) -> Traces:
    texts = [title_of(entry), body_of(entry)]
    for states in connection.execute(
        "SELECT before, after FROM revision WHERE id = ? AND kind = ?", (entry.id, entry.kind)
    ):
        for state in states:
            fields = {} if state is None else json.loads(state)
            texts += [fields[name] for name in _SAYING if isinstance(fields.get(name), str)]
    lines = dict.fromkeys(one_line(text)[:_BEGINNING] for text in texts)
    return Traces(entry.id, tuple(line for line in lines if len(line) >= _TELLING))


def _forget_quotes(connection: sqlite3.Connection, gone: Traces) -> None:
    """Take an entry out of frozen blocks, suggestions, access log and the list of changes.

    A frozen block that holds it is dropped whole: the next request of its session makes it
    anew. Privacy beats the cache (spec 2.4).
    """
    id_as_json = gone.id_as_json
    for key, text, details in connection.execute(
        "SELECT key, text, details FROM frozen_block"
    ).fetchall():
        if id_as_json in details or gone.are_in(text):
            connection.execute("DELETE FROM frozen_block WHERE key = ?", (key,))
    for number, parameters in connection.execute(
        "SELECT number, parameters FROM suggestion"
    ).fetchall():
        said = "\n".join(_texts_in(json.loads(parameters)))
        if id_as_json in parameters or gone.are_in(said):
            connection.execute("DELETE FROM suggestion WHERE number = ?", (number,))
    for table in ("access_log", "change"):
        for number, ids in connection.execute(
            f"SELECT number, ids FROM {table} WHERE instr(ids, ?)", (id_as_json,)
        ).fetchall():
            left = [id for id in json.loads(ids) if id != gone.id]
            connection.execute(
                f"UPDATE {table} SET ids = ? WHERE number = ?", (as_json(left), number)
            )


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
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return [
                BankUnavailable(
                    "The bank {path} could not be written anew: {reason}. Traces may stay in it"
                    " until that is done; memdesk tries it again by itself.",
                    path=path,
                    reason=room.reason(error, path),
                )
            ]
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


def forget_in_backups(
    folder: Path, ids: Named, actor: Actor, but: Container[Path] = ()
) -> list[MemdeskError]:
    """Rewrite every backup, but for these, that holds the entries; gives what could not be
    rewritten.

    Copies in the making go first: one that was begun before the entries were forgotten would
    hold them. Whoever makes one is told that it failed, and makes it anew.
    """
    left = _remove(folder.glob(".*.sqlite.*"))
    for path in sorted(one for one in folder.glob("*.sqlite") if one not in but):
        try:
            _rewrite(path, ids, actor)
        except (sqlite3.Error, OSError, MemdeskError) as error:
            left.append(
                BankUnavailable(
                    "The backup {path} could not be rewritten: {reason}.",
                    path=path,
                    reason=room.reason(error, path),
                )
            )
    return left


def forget_beside(bank: Path, ids: Named, actor: Actor, gone: Traced) -> list[MemdeskError]:
    """Forget entries in what lies beside a bank: damaged files that were set aside, and copies
    that a killed program left in the making. Gives what could not be reached.

    A damaged file can't be rewritten: what can be read out of it takes its place, without them.
    """
    left = _remove(bank.parent.glob(f".{glob.escape(bank.name)}.*"))
    for path in sorted(bank.parent.glob(f"{glob.escape(bank.stem)}-*-damaged*{bank.suffix}")):
        try:
            _read_out(path, ids, actor, gone)
        except (sqlite3.Error, OSError, MemdeskError) as error:
            left.append(
                BankUnavailable(
                    "The damaged file {path} was set aside and may hold it; it can't be rewritten:"
                    " {reason}. Delete it when you need nothing of it.",
                    path=path,
                    reason=room.reason(error, path),
                )
            )
    return left


def _read_out(path: Path, ids: Named, actor: Actor, gone: Traced) -> None:
    from memdesk.store import salvage  # here: hardly anyone has a damaged file

    log = path.with_name(path.name + "-wal")
    said = any(_says(file, gone) for file in (path, log) if file.exists())
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        salvage.salvage(path, draft, lambda _done, _all: None)
        with closing(raw_connection(draft)) as copy:
            held = _forget_in(copy, ids, actor)
        if said or held:
            backup.flush(draft)
            draft.replace(path)
            log.unlink(missing_ok=True)
    finally:
        draft.unlink(missing_ok=True)


def _says(file: Path, gone: Traced) -> bool:
    """Whether the bytes of a file hold what tells of an entry."""
    wanted = [text.encode() for traces in gone for text in (traces.id, *traces.told)]
    overlap = max(map(len, wanted), default=1)
    before = b""
    with file.open("rb") as stream:
        while piece := stream.read(1 << 20):
            if any(text in before + piece for text in wanted):
                return True
            before = piece[-overlap:]
    return False


def forget_in_texts(folder: Path, gone: Traced) -> list[MemdeskError]:
    """Take the lines that name or quote an entry out of the text files of a folder; gives what
    could not be rewritten. A generated id says nothing: a line that names one stays."""
    left: list[MemdeskError] = []
    for path in sorted(folder.glob("*")) if folder.is_dir() else ():
        try:
            lines = path.read_text("utf-8", "backslashreplace").splitlines(keepends=True)
            kept = [line for line in lines if not any(_is_in(line, traces) for traces in gone)]
            if len(kept) < len(lines):
                draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
                with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w",
                               encoding="utf-8", newline="") as file:  # fmt: skip
                    file.writelines(kept)
                draft.replace(path)
        except OSError as error:
            left.append(_may_hold(error))
    return left


def _is_in(line: str, traces: Traces) -> bool:
    return traces.are_in(line) or (not is_generated(traces.id) and traces.id in line)


def _remove(drafts: Iterable[Path]) -> list[MemdeskError]:
    left: list[MemdeskError] = []
    for draft in drafts:
        try:
            draft.unlink(missing_ok=True)
        except OSError as error:
            left.append(_may_hold(error))
    return left


def _may_hold(error: OSError) -> BankUnavailable:
    return BankUnavailable(
        "{path} may hold what is to be forgotten and can't be deleted: {reason}.",
        path=error.filename,
        reason=reason_of(error),
    )


def _rewrite(path: Path, ids: Named, actor: Actor) -> None:
    """Forget entries in one backup: in a copy, which then takes its place."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        make_private(draft)
        with (
            closing(raw_connection(path)) as source,
            closing(raw_connection(draft)) as copy,
        ):
            source.backup(copy)
            migrations.migrate(copy)
            if not _forget_in(copy, ids, actor):
                return
            found = backup.faults(copy)
        if found:
            raise BankUnavailable("{path} is damaged: {fault}.", path=path, fault=found[0])
        backup.flush(draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _forget_in(copy: sqlite3.Connection, ids: Named, actor: Actor) -> bool:
    """Forget entries in a copy that nobody else has open; gives whether it held any."""
    copy.execute("BEGIN IMMEDIATE")
    writing = Writing(copy, actor, "forget")
    gone = forget(writing, ids)
    if gone:
        writing.finish()
    copy.execute("COMMIT")
    if gone:
        copy.execute("VACUUM")
    copy.execute("PRAGMA journal_mode = delete")
    return bool(gone)
