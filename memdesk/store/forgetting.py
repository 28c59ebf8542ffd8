"""Forget everywhere: a text leaves everything that memdesk itself keeps (spec 1.6).

Deleting a row is not enough. Words stay in the pages of the search index until it is merged, in
the write-ahead log until that is emptied, and pages keep traces of what was moved; and there are
copies: frozen blocks, suggestions, backups, damaged files that were set aside, logs.
"""

from __future__ import annotations

import glob
import json
import re
import secrets
import sqlite3
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Kind
from memdesk.core.errors import BankUnavailable, MemdeskError, NotAllowed, NotFound
from memdesk.core.ids import is_generated
from memdesk.private import make_file, write_whole
from memdesk.store import backup, drafts, migrations, room, upkept
from memdesk.store.bulk import each
from memdesk.store.connection import raw_connection
from memdesk.store.reading import find_entry
from memdesk.store.rows import as_json
from memdesk.store.traces import Traces, traces_of
from memdesk.store.writing import Writing

Named = Sequence[tuple[Kind, str]]
Traced = Sequence[Traces]
HeldIn = Callable[[sqlite3.Connection], Named]
"""Which entries of a copy are to be forgotten."""

_OWED = "to be forgotten in files"
SWEEP_DUE = "sweep due"
"""Noted where something was forgotten everywhere, and traces of it may be left in the file."""


class Owed(NamedTuple):
    """Entries, and files that may hold them still. An id may say something itself: only its
    digest is kept, with when the entry was made."""

    made: dict[str, str]
    paths: list[Path]

    def held_in(self, copy: sqlite3.Connection, own: bool) -> Named:
        """Those that a copy of the bank holds; as `_held_in`."""
        return [
            (kind, id)
            for kind, id, created_at in copy.execute("SELECT kind, id, created_at FROM entry")
            if (made := self.made.get(_digest(kind, id))) is not None
            and (own or made == created_at)
        ]


class Unreached(NamedTuple):
    """What could not be forgotten in a file, as it is to be said. `path` is that of a file that
    may be reached later; None where that is the person's own affair."""

    error: MemdeskError
    path: Path | None = None


def forget(writing: Writing, ids: Named) -> list[Traces]:
    """Destroy entries with every trace in the tables; gives what told of those that were there."""
    gone: list[Traces] = []

    def destroy(entry: Entry) -> None:
        gone.append(traces_of(writing.connection, entry))
        writing.destroy(entry, namelessly=True)

    each(writing, ids, destroy, trashed=None)
    for traces in gone:
        _forget_quotes(writing.connection, traces)
    writing.index.optimize()
    return gone


def told_by(connection: sqlite3.Connection, ids: Named, actor: Actor) -> list[Traces]:
    """What tells of these entries; of one that is not there, only its id."""
    gone = []
    for kind, id in ids:
        try:
            entry = find_entry(connection, kind, id, actor, trashed=True)
        except NotFound:
            gone.append(Traces(kind, id, ""))
        else:
            gone.append(traces_of(connection, entry))
    return gone


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
        if number in gone.suggestions or gone.are_suggested(json.loads(parameters)):
            connection.execute("DELETE FROM suggestion WHERE number = ?", (number,))
    for table in ("access_log", "change"):
        for number, ids in connection.execute(
            f"SELECT number, ids FROM {table} WHERE instr(ids, ?)", (id_as_json,)
        ).fetchall():
            left = [id for id in json.loads(ids) if id != gone.id]
            connection.execute(
                f"UPDATE {table} SET ids = ? WHERE number = ?", (as_json(left), number)
            )


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


# --- files


def forget_in_backups(
    folder: Path, bank: Path, actor: Actor, gone: Traced, but: Container[Path] = ()
) -> list[Unreached]:
    """Rewrite every backup, but for these, that holds the entries; gives what could not be
    rewritten.

    Copies in the making go first: one that was begun before the entries were forgotten would
    hold them. Whoever makes one is told that it failed, and makes it anew.
    """
    left = _remove(folder.glob(".*.sqlite.*"))
    own = {one.path for one in backup.listed(folder, bank)}
    for path in sorted(one for one in folder.glob("*.sqlite") if one not in but):
        try:
            _rewrite(path, actor, partial(_held_in, gone, path in own))
        except (sqlite3.Error, OSError, MemdeskError) as error:
            left.append(
                Unreached(
                    BankUnavailable(
                        "The backup {path} could not be rewritten: {reason}. memdesk tries it"
                        " again by itself.",
                        path=path,
                        reason=room.reason(error, path),
                    ),
                    path,
                )
            )
    return left


def forget_beside(bank: Path, actor: Actor, gone: Traced) -> list[Unreached]:
    """Forget entries in what lies beside a bank: damaged files that were set aside, and copies
    that a killed program left in the making. Gives what could not be reached.

    A damaged file can't be rewritten: what can be read out of it takes its place, without them.
    """
    left = _remove(bank.parent.glob(f".{glob.escape(bank.name)}.*"))
    for path in _set_aside(bank):
        sure = True
        try:
            log = path.with_name(path.name + "-wal")
            sure = any(_says(file, gone) for file in (path, log) if file.exists())
            _read_out(path, actor, partial(_held_in, gone, True), said=sure)
        except (sqlite3.Error, OSError, MemdeskError) as error:
            left.append(
                Unreached(
                    BankUnavailable(
                        "The damaged file {path} was set aside and may hold it; it can't be"
                        " rewritten: {reason}. Delete it when you need nothing of it.",
                        path=path,
                        reason=room.reason(error, path),
                    ),
                    path if sure else None,
                )
            )
    return left


def _set_aside(bank: Path) -> list[Path]:
    """The damaged files that lay in a bank's place, and in no other's."""
    named = _named_aside(bank)
    return sorted(one for one in bank.parent.glob("*") if named.fullmatch(one.name))


def _named_aside(bank: Path) -> re.Pattern[str]:
    """How such files are called (see `restoring`)."""
    return re.compile(
        rf"{re.escape(bank.stem)}-\d{{8}}-\d{{6}}-damaged(-\d+)?{re.escape(bank.suffix)}"
    )


def _read_out(path: Path, actor: Actor, held_in: HeldIn, *, said: bool) -> None:
    """Put what can be read out of a damaged file in its place, where it holds the entries: where
    it `said` so, or one of them could be read out."""
    from memdesk.store import salvage  # here: hardly anyone has a damaged file

    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        salvage.salvage(path, draft, lambda _done, _all: None)
        with closing(raw_connection(draft)) as copy:
            held = _forget_in(copy, actor, held_in)
        if said or held:
            backup.flush(draft)
            draft.replace(path)
            path.with_name(path.name + "-wal").unlink(missing_ok=True)
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


def forget_in_texts(folder: Path, gone: Traced) -> list[Unreached]:
    """Take the lines that name or quote an entry out of the text files of a folder. A generated id
    says nothing: a line that names one stays.

    A file that can't be written anew, on a full disk, is removed whole: it can be missed, and
    which lines are meant is known only now. Gives those that can't be removed either.
    """
    left: list[Unreached] = []
    for path in sorted(one for one in folder.glob("*") if one.is_file()):
        try:
            lines = path.read_text("utf-8", "backslashreplace").splitlines(keepends=True)
            kept = [line for line in lines if not any(_is_in(line, traces) for traces in gone)]
            if len(kept) < len(lines):
                write_whole(path, kept)
        except OSError:
            left += _remove([path])
    return left


def forget_in_drafts(bank: Path, gone: Traced) -> list[Unreached]:
    """Drop what is typed of the entries and not saved; gives what could not be."""
    left = drafts.forget(bank, [(one.kind, one.id) for one in gone])
    return [Unreached(error, drafts.path_of(bank)) for error in left]


def _is_in(line: str, traces: Traces) -> bool:
    named = not is_generated(traces.id) and traces.id in line
    return named or traces.are_in(line) or traces.are_all_of(line)


def _remove(files: Iterable[Path]) -> list[Unreached]:
    left: list[Unreached] = []
    for path in files:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            left.append(Unreached(drafts.may_hold(path, error), path))
    return left


def _rewrite(path: Path, actor: Actor, held_in: HeldIn) -> None:
    """Forget entries in one backup: in a copy, which then takes its place."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        make_file(draft)
        with (
            closing(raw_connection(path)) as source,
            closing(raw_connection(draft)) as copy,
        ):
            source.backup(copy)
            migrations.migrate(copy)
            if not _forget_in(copy, actor, held_in):
                return
            found = backup.faults(copy)
        if found:
            raise BankUnavailable("{path} is damaged: {fault}.", path=path, fault=found[0])
        backup.flush(draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _forget_in(copy: sqlite3.Connection, actor: Actor, held_in: HeldIn) -> bool:
    """Forget entries in a copy that nobody else has open; gives whether it held any."""
    copy.execute("BEGIN IMMEDIATE")
    writing = Writing(copy, actor, "forget")
    held = forget(writing, held_in(copy))
    if held:
        writing.journal.finish()
    copy.execute("COMMIT")
    if held:
        copy.execute("VACUUM")
    copy.execute("PRAGMA journal_mode = delete")
    return bool(held)


def _held_in(gone: Traced, own: bool, copy: sqlite3.Connection) -> Named:
    """Those of the entries that a copy holds.

    In a copy that need not be this bank's `own`, another entry may have the same id: there it is
    told by the moment that it was made, too.
    """
    return [
        (one.kind, one.id)
        for one in gone
        for (created_at,) in copy.execute(
            "SELECT created_at FROM entry WHERE id = ? AND kind = ?", (one.id, one.kind)
        )
        if own or created_at == one.created_at
    ]


# --- what is owed


def is_finished(left: Iterable[MemdeskError]) -> bool:
    """Whether what could not be reached is none of memdesk's own: conversations, exports, what
    other programs have read."""
    return all(isinstance(one, NotAllowed) for one in left)


def unfinished(connection: sqlite3.Connection, bank: Path) -> list[Path]:
    """The files in which something may still stand that was forgotten everywhere."""
    own = [bank] if upkept.noted(connection, SWEEP_DUE) else []
    return own + [path for group in owed(connection) for path in group.paths]


def owe(connection: sqlite3.Connection, gone: Traced, left: Iterable[Unreached]) -> None:
    """Note which files are still to be reached, beside those that were noted before."""
    paths = sorted({one.path for one in left if one.path is not None})
    if paths:
        made = {_digest(one.kind, one.id): one.created_at for one in gone}
        _note_owed(connection, [*owed(connection), Owed(made, paths)])


def owed(connection: sqlite3.Connection) -> list[Owed]:
    """What is still to be forgotten in files."""
    said = upkept.noted(connection, _OWED)
    return [Owed(made, [Path(path) for path in paths]) for made, paths in json.loads(said or "[]")]


def reached(groups: Iterable[Owed], bank: Path, folder: Path, actor: Actor) -> set[Path]:
    """Try again to forget in files that could not be reached; gives those that now were, or are
    gone. `folder` is the backups' directory."""
    return {
        path
        for group in groups
        for path in group.paths
        if _try_again(path, bank, folder, actor, group)
    }


def no_longer_owe(connection: sqlite3.Connection, paths: Container[Path]) -> None:
    """Take files off what is noted."""
    groups = [
        group._replace(paths=[path for path in group.paths if path not in paths])
        for group in owed(connection)
    ]
    _note_owed(connection, [group for group in groups if group.paths])


def _try_again(path: Path, bank: Path, folder: Path, actor: Actor, group: Owed) -> bool:
    try:
        if path == drafts.path_of(bank):
            kept = [(one.kind, one.id) for one in drafts.kept(bank)]
            return not drafts.forget(bank, [one for one in kept if _digest(*one) in group.made])
        if not path.exists():
            return True
        # By their names: another process may have called their folder otherwise.
        if path.name.startswith("."):  # a copy in the making
            path.unlink()
        elif _named_aside(bank).fullmatch(path.name):
            _read_out(path, actor, lambda copy: group.held_in(copy, True), said=True)
        elif path.suffix == ".sqlite":
            own = {one.path for one in backup.listed(folder, bank)}
            _rewrite(path, actor, lambda copy: group.held_in(copy, path in own))
        else:  # a text: it is not written anew but removed
            path.unlink()
    except (sqlite3.Error, OSError, MemdeskError):
        return False  # the person was told when it was forgotten; it stays noted
    return True


def _note_owed(connection: sqlite3.Connection, groups: Sequence[Owed]) -> None:
    said = [[group.made, [str(path) for path in group.paths]] for group in groups]
    upkept.note(connection, _OWED, as_json(said) if said else "")


def _digest(kind: str, id: str) -> str:
    return sha256(f"{kind}\0{id}".encode()).hexdigest()
