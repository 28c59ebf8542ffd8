"""The conversations on this machine, newest first, and one file's by its content (spec 5.3)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from memdesk.core.errors import BadParameters, NotFound
from memdesk.core.reasons import reason_of
from memdesk.exchange.transcripts import (
    chatgpt,
    claude_account,
    claude_code,
    codex,
    markdown_talk,
    opencode,
    plain_jsonl,
    sillytavern,
)
from memdesk.exchange.transcripts.conversation import (
    Conversation,
    Machine,
    Message,
    Tally,
    TranscriptFormat,
)
from memdesk.exchange.transcripts.folders import files_below

# The order is that of detection: what names itself first, what could be much last.
FORMATS: tuple[TranscriptFormat, ...] = (
    claude_code.FORMAT,
    codex.FORMAT,
    opencode.FORMAT,
    sillytavern.FORMAT,
    chatgpt.FORMAT,
    claude_account.FORMAT,
    plain_jsonl.FORMAT,
    markdown_talk.FORMAT,
)
_NAMED = {one.name: one for one in FORMATS}

BEGINNING = 64 * 1024
"""Bytes in which a format must show itself."""
SUFFIXES = (".jsonl", ".ndjson", ".json", ".zip", ".md", ".markdown", ".db")
"""Of the files in a folder that the person named, which are looked into at all."""
DEPTH = 6
"""Levels below a folder that the person named."""

_log = logging.getLogger(__name__)


def detected(path: Path) -> TranscriptFormat | None:
    """The format of a file by its content, or None. Raises OSError."""
    with path.open("rb") as file:
        beginning = file.read(BEGINNING)
    beginning = beginning.removeprefix(b"\xef\xbb\xbf")
    return next((one for one in FORMATS if one.claims(path, beginning)), None)


def conversations_in(path: Path, tally: Tally) -> list[Conversation]:
    """The conversations of a file that the person names.

    Raises NotFound where there is no file, BadParameters for one that is no transcript or can't
    be read.
    """
    if not path.is_file():
        raise NotFound("There is no file {path}.", path=str(path))
    try:
        found = detected(path)
        if found is not None:
            return list(found.look(path, tally))
    except OSError as error:
        raise BadParameters(
            "{path} can't be read: {reason}.", path=str(path), reason=reason_of(error)
        ) from error
    raise BadParameters(
        "{path} is no transcript that memdesk knows; it reads {readable}.",
        path=str(path),
        readable=", ".join(_NAMED),
    )


def messages_of(conversation: Conversation, tally: Tally, start: int = 0) -> Iterator[Message]:
    """The messages of a conversation from a place on, streamed. Raises OSError."""
    return _NAMED[conversation.format].read(conversation, tally, start)


class _Known(NamedTuple):
    """What was found in a file, for as long as the file is the same."""

    state: tuple[int, ...]
    conversations: tuple[Conversation, ...]


class Finder:
    """Finds the conversations that programs keep on this machine. Any thread may use it.

    A file is looked into anew only when it has changed. `unreadable` counts the files and
    folders that could not be read when they were last looked for; the log names them.
    """

    def __init__(self) -> None:
        self._known: dict[Path, _Known] = {}
        self._paths: dict[str, Path] = {}
        self.unreadable = 0

    def all(self, machine: Machine) -> list[Conversation]:
        """Every conversation, the newest first. One that is found twice is listed once."""
        found: dict[str, Conversation] = {}
        known: dict[Path, _Known] = {}
        troubles: list[OSError] = []
        for path, one in _files(machine, troubles):
            if path in known:
                continue
            try:
                known[path] = self._looked(path, one)
            except OSError as error:
                troubles.append(error)
                continue
            for conversation in known[path].conversations:
                other = found.get(conversation.id)
                if other is None or other.updated_at < conversation.updated_at:
                    found[conversation.id] = conversation
        self._known = known
        self._paths = {one.id: one.path for one in found.values()}
        self.unreadable = len(troubles)
        for trouble in troubles:
            _log.warning("a transcript can't be read: %s", trouble)
        return sorted(found.values(), key=lambda one: (one.updated_at, one.id), reverse=True)

    def one(self, machine: Machine, id: str) -> Conversation | None:
        """The conversation of an id, or None: without a search, where the last one found it."""
        path = self._paths.get(id)
        if path is not None and path.is_file() and not path.is_symlink():
            try:
                looked = self._looked(path, None)
            except OSError:
                looked = None  # it is not there any more, and may be elsewhere
            for conversation in looked.conversations if looked else ():
                if conversation.id == id:
                    return conversation
        return next((one for one in self.all(machine) if one.id == id), None)

    def _looked(self, path: Path, known_as: TranscriptFormat | None) -> _Known:
        state = _state(path)
        known = self._known.get(path)
        if known is not None and known.state == state:
            return known
        one = known_as or detected(path)
        return _Known(state, tuple(one.look(path, Tally())) if one else ())


def _state(path: Path) -> tuple[int, ...]:
    """What tells whether a file was written to; a database writes beside itself first."""
    state = path.stat()
    beside: tuple[int, ...] = ()
    if path.suffix == ".db":
        try:
            log = path.with_name(path.name + "-wal").stat()
            beside = (log.st_mtime_ns, log.st_size)
        except FileNotFoundError:
            pass  # all of it is in the database
    return (state.st_mtime_ns, state.st_size, state.st_ino, *beside)


def _files(
    machine: Machine, troubles: list[OSError]
) -> Iterator[tuple[Path, TranscriptFormat | None]]:
    """The files to look into, and their format where their place decides it."""
    for one in FORMATS:
        for path in one.find(machine, troubles):
            yield path, one
    for folder in machine.folders:
        for path in files_below(folder, DEPTH, troubles):
            if path.suffix.lower() in SUFFIXES:
                yield path, None
