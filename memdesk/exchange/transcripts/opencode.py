"""opencode's storage: its database, or the JSON files that it kept before (spec 5.3).

Files: `storage/session/PROJECT/SESSION.json`, the messages in `storage/message/SESSION/`, what
was said in them in `storage/part/MESSAGE/`. Database: the tables session, message and part, the
last two with the same JSON in `data`.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from memdesk.exchange.transcripts.conversation import (
    Conversation,
    Machine,
    Message,
    Tally,
    TranscriptFormat,
    changed_at,
    moment,
    title_of,
    usable_id,
)
from memdesk.exchange.transcripts.folders import files_below
from memdesk.exchange.transcripts.json_lines import MAX_LINE, decoded
from memdesk.store.uri import uri_of

NAME = "opencode"

_SQLITE = b"SQLite format 3\0"
_SAFE = re.compile(r"[A-Za-z0-9_-]{1,200}")
"""Ids are names of folders here: one that could lead elsewhere is none."""
_BUSY_SECONDS = 2.0


def find(machine: Machine, troubles: list[OSError]) -> Iterator[Path]:
    """The sessions' files, and the databases (opencode keeps one a release channel)."""
    root = machine.directory("XDG_DATA_HOME", ".local", "share") / "opencode"
    for path in files_below(root / "storage" / "session", 1, troubles):
        if path.suffix == ".json":
            yield path
    for path in files_below(root, 0, troubles):
        if path.name.startswith("opencode") and path.suffix == ".db":
            yield path


def claims(path: Path, beginning: bytes) -> bool:
    """Whether it is opencode's database, or one session's file among its others."""
    if beginning.startswith(_SQLITE):
        return path.name.startswith("opencode")
    return path.suffix == ".json" and b'"ses_' in beginning and b'"projectID"' in beginning


def look(path: Path, tally: Tally) -> Iterator[Conversation]:
    """The sessions there; not those that an agent led with another (`parentID`)."""
    if path.suffix == ".db":
        yield from _look_into(path)
        return
    value = _object(path)
    id = value.get("id") if value else None
    if value is None or not _is_safe(id):
        tally.broken += 1
        return
    if value.get("parentID"):
        return
    time = value.get("time")
    time = time if isinstance(time, dict) else {}
    folder = _storage(path) / "message" / str(id)
    messages = sum(1 for _ in files_below(folder, depth=0))
    if messages:
        yield Conversation(
            id=str(id),
            format=NAME,
            host=NAME,
            path=path,
            workspace=_text(value.get("directory")),
            title=title_of(_text(value.get("title"))),
            started_at=moment(time.get("created")),
            updated_at=moment(time.get("updated")) or changed_at(path),
            size=path.stat().st_size,
            messages=messages,
            part=str(id),
        )


def _look_into(path: Path) -> Iterator[Conversation]:
    with _opened(path) as database:
        for id, directory, title, created, updated, messages in database.execute(
            "SELECT id, directory, title, time_created, time_updated,"
            " (SELECT count(*) FROM message WHERE session_id = session.id)"
            " FROM session WHERE parent_id IS NULL"
        ):
            if messages and usable_id(id):
                yield Conversation(
                    id=id,
                    format=NAME,
                    host=NAME,
                    path=path,
                    workspace=_text(directory),
                    title=title_of(_text(title)),
                    started_at=moment(created),
                    updated_at=moment(updated) or changed_at(path),
                    size=_said_bytes(database, id),
                    messages=messages,
                    part=id,
                )


def _said_bytes(database: sqlite3.Connection, id: str) -> int:
    found = database.execute(
        "SELECT coalesce(sum(length(data)), 0) FROM part WHERE session_id = ?", (id,)
    ).fetchone()
    return int(found[0])


def read(conversation: Conversation, tally: Tally, start: int = 0) -> Iterator[Message]:
    """What the person and the model said, in the order of the messages' ids."""
    if conversation.path.suffix == ".db":
        with _opened(conversation.path) as database:
            yield from _messages(_stored(database, conversation.part), tally, start)
    else:
        root = _storage(conversation.path)
        yield from _messages(_kept(root, conversation.part), tally, start)


_Parts = Iterable[dict[str, Any] | None]


def _messages(
    found: Iterable[tuple[dict[str, Any] | None, _Parts]], tally: Tally, start: int
) -> Iterator[Message]:
    for number, (value, parts) in enumerate(found, 1):
        if number <= start:
            continue
        if value is None or not isinstance(value.get("role"), str):
            tally.broken += 1
            continue
        text = "\n".join(_said(parts, tally)).strip()
        time = value.get("time")
        at = moment(time.get("created")) if isinstance(time, dict) else None
        if text:
            yield Message(role=title_of(value["role"]), text=text, at=at, after=number)


def _said(parts: _Parts, tally: Tally) -> Iterator[str]:
    """The texts of a message's parts, without what the program put in."""
    for part in parts:
        if part is None:
            tally.broken += 1
        elif part.get("type") == "text" and not (part.get("synthetic") or part.get("ignored")):
            text = part.get("text")
            if isinstance(text, str):
                yield text
            else:
                tally.broken += 1


def _kept(root: Path, session: str) -> Iterator[tuple[dict[str, Any] | None, _Parts]]:
    """The messages of the files, each with its parts."""
    for path in sorted(files_below(root / "message" / session, depth=0)):
        value = _object(path)
        parts: _Parts = ()
        if _is_safe(path.stem):
            parts = map(_object, sorted(files_below(root / "part" / path.stem, depth=0)))
        yield value, parts


def _stored(
    database: sqlite3.Connection, session: str
) -> Iterator[tuple[dict[str, Any] | None, _Parts]]:
    """The messages of the database, each with its parts."""
    for id, data in database.execute(
        "SELECT id, data FROM message WHERE session_id = ? ORDER BY id", (session,)
    ):
        rows = database.execute("SELECT data FROM part WHERE message_id = ? ORDER BY id", (id,))
        yield _decoded(data), (_decoded(row[0]) for row in rows)


def _decoded(data: object) -> dict[str, Any] | None:
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    return decoded(data) if isinstance(data, bytes) else None


def _object(path: Path) -> dict[str, Any] | None:
    with path.open("rb") as file:
        data = file.read(MAX_LINE + 1)
    return decoded(data) if len(data) <= MAX_LINE else None


def _storage(path: Path) -> Path:
    """The storage that a session's file lies in."""
    return path.parent.parent.parent


def _is_safe(id: object) -> bool:
    return isinstance(id, str) and _SAFE.fullmatch(id) is not None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The database, to be read only. Raises OSError where it can't be."""
    try:
        database = sqlite3.connect(uri_of(path, "mode=ro"), uri=True, timeout=_BUSY_SECONDS)
        with closing(database):
            # What is no UTF-8 is no reason to lose the rest.
            database.text_factory = lambda data: data.decode("utf-8", "replace")
            yield database
    except (sqlite3.Error, UnicodeDecodeError) as error:
        # The second where SQLite quotes a statement of the file's that is no text.
        raise OSError(f"{path}: {error}") from error


FORMAT = TranscriptFormat(name=NAME, claims=claims, look=look, read=read, find=find)
