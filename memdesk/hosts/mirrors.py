"""Files that are kept equal to the bank or the block, for hosts that only read a file (spec 4.3).

Whoever serves the bank keeps its mirrors: a moment after a change they are written anew, whole or
not at all. What others have written into a mirror is noticed and left alone until the person
decides: take it in by an import, overwrite it, or keep no mirror there any more. Once all of it
was imported, and nothing of memdesk's was taken out, the mirror goes on by itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from memdesk import paths, private
from memdesk.core import times
from memdesk.core.errors import BadParameters, MemdeskError, NotFound
from memdesk.core.query import Query
from memdesk.core.reasons import reason_of
from memdesk.exchange import gameassist
from memdesk.exchange.mirror_note import (
    Mirror,
    Shape,
    digest,
    lock,
    note,
    note_path,
    noted,
    still_saying,
)
from memdesk.exchange.redacting import redacted, redacted_profile
from memdesk.exchange.section_text import BEGIN, END, put_section
from memdesk.exchange.writing import write_file
from memdesk.hosts.block_service import BlockService
from memdesk.hosts.caller import Call, Caller, Identity
from memdesk.hosts.late_log import LateLog, Trouble
from memdesk.store.background import Background
from memdesk.store.bank import Bank

State = Literal["kept", "edited", "trouble"]
"""Equal to the bank; written by others since; can't be read or written."""

LOOK_SECONDS = 0.4
"""How often it is looked at whether the bank or a file has changed."""
_RULES = "---\ndescription: What memdesk remembers\nalwaysApply: true\n---\n\n"
_log = LateLog(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What has become of a mirror. `problem` says what is wrong where its state is trouble."""

    mirror: Mirror
    state: State
    problem: MemdeskError | None = None

    @property
    def path(self) -> str:
        return self.mirror.path

    @property
    def shape(self) -> Shape:
        return self.mirror.shape


class Mirrors(Background):
    """Keeps the mirrors of one bank; at the end, what is being written is written."""

    def __init__(
        self,
        bank: Bank,
        *,
        paused: Callable[[], bool] = lambda: False,
        on_changed: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_changed` is called, in that thread, when a mirror's state has changed."""
        super().__init__("memdesk mirrors")
        self._bank = bank
        self._blocks = BlockService(bank, lambda _text: None)
        self._paused = paused
        self._on_changed = on_changed
        self._kept: list[Kept] = []
        self._seen: object = None

    @property
    def kept(self) -> list[Kept]:
        """Each mirror as it was when it was last looked at."""
        return list(self._kept)

    # --- what the person decides

    def add(self, mirror: Mirror) -> Kept:
        """Keep a mirror from now on. What is in its file already is not overwritten.

        Raises BadParameters for a path that is no absolute one or is a mirror already.
        """
        if not paths.is_absolute(mirror.path):
            raise BadParameters("{field} must be an absolute path.", field="path")
        with lock:
            mirrors = noted(self._bank.path)
            if any(one.path == mirror.path for one in mirrors):
                raise BadParameters("{path} is a mirror already.", path=mirror.path)
            note(self._bank.path, [*mirrors, mirror])
        self.look()
        return self._of(mirror.path)

    def remove(self, path: str) -> None:
        """Keep no mirror there any more. The file stays as it is."""
        with lock:
            mirrors = noted(self._bank.path)
            note(self._bank.path, [one for one in mirrors if one.path != path])
        self.look()

    def overwrite(self, path: str) -> Kept:
        """Write a mirror over what others wrote into it."""
        with lock:
            for mirror in noted(self._bank.path):
                if mirror.path == path:
                    self._keep(mirror, even_edited=True)
        self.look()
        return self._of(path)

    def _of(self, path: str) -> Kept:
        for one in self._kept:
            if one.mirror.path == path:
                return one
        raise NotFound("There is no mirror {path}.", path=path)

    # --- keeping

    def look(self) -> None:
        """Bring every mirror up to date, now.

        Raises MemdeskError where the note can't be read, or another program hangs in its turn.
        """
        kept: list[Kept] = []
        if noted(self._bank.path):
            with lock:
                kept = [self._keep(mirror) for mirror in noted(self._bank.path)]
        before, self._kept = self._kept, kept
        if [(one.path, one.state) for one in kept] != [(one.path, one.state) for one in before]:
            self._on_changed()

    def _run(self) -> None:
        trouble = Trouble(_log, "the mirrors can't be kept: %s")
        try:
            while True:
                try:
                    self._look_if_changed()
                    trouble.over()
                except MemdeskError as error:
                    trouble.met(error)
                if self._stop.wait(LOOK_SECONDS):
                    return
        finally:
            self._bank.close_thread()

    def _look_if_changed(self) -> None:
        if self._paused():
            return
        seen = self._sight()
        if seen != self._seen:
            self.look()
            # What it saw before: an edit made meanwhile is seen, at the price of a second look
            # after each of its own.
            self._seen = seen

    def _sight(self) -> object:
        """What must be looked at again when it differs."""
        files = [note_path(), *(Path(one.mirror.path) for one in self._kept)]
        # Most have no mirrors: for them the bank isn't even asked.
        generation = self._bank.generation() if self._kept else None
        return generation, [_stamp(path) for path in files]

    def _keep(self, mirror: Mirror, *, even_edited: bool = False) -> Kept:
        """Write a mirror where it isn't equal, unless others have written it since."""
        try:
            at = times.now()
            text = self._text(mirror)
            before = _read(Path(mirror.path))
            there = None if before is None else mirror.held_in(before)
            if there != text and not even_edited and _edited(mirror, before, there, text):
                return Kept(mirror=mirror, state="edited")
            if there != text:
                whole = text if mirror.shape != "section" else put_section(before or "", text)
                write_file(Path(mirror.path), whole)
            if mirror != mirror.holding(text):
                mirror = replace(mirror.holding(text), at=at)
                others = noted(self._bank.path)
                note(
                    self._bank.path,
                    [mirror if one.path == mirror.path else one for one in others],
                )
        except MemdeskError as error:
            return Kept(mirror=mirror, state="trouble", problem=error)
        return Kept(mirror=mirror, state="kept")

    def _text(self, mirror: Mirror) -> str:
        who = Identity(mirror.host, mirror.workspace, mirror.role)
        if mirror.shape == "gameassist":
            with self._bank.snapshot():
                query = Query(
                    kinds=("task", "work"), host=who.host, viewer=who.viewer(), sort="position"
                )
                entries = [redacted(entry) for entry in self._bank.entries(query)]
                return gameassist.write(redacted_profile(self._bank.profile()), entries).text
        params = {"preset": mirror.preset} if mirror.preset else {}
        call = Call("block", params, who, Caller(host=mirror.host))
        layers = json.loads(self._blocks.make(call).result.json)["layers"].values()
        block = "\n\n".join(filter(None, (_unmarked(layer) for layer in layers)))
        return block if mirror.shape == "section" else _RULES + block + "\n"


# --- for who has no doors open: they hear of it by the note


def kept(bank: Bank) -> list[Kept]:
    """The mirrors of a bank, brought up to date."""
    mirrors = Mirrors(bank)
    mirrors.look()
    return mirrors.kept


def add(bank: Bank, path: str, shape: Shape, host: str, workspace: str, role: str) -> Kept:
    """Keep a mirror from now on; as `Mirrors.add`."""
    mirror = Mirror(path=path, shape=shape, host=host, workspace=workspace, role=role)
    return Mirrors(bank).add(mirror)


def remove(bank: Bank, path: str) -> None:
    """Keep no mirror there any more."""
    Mirrors(bank).remove(path)


def overwrite(bank: Bank, path: str) -> Kept:
    """Write a mirror over what others wrote into it."""
    return Mirrors(bank).overwrite(path)


def forget(bank: Bank, says: Callable[[str], bool]) -> list[MemdeskError]:
    """Take a text that was forgotten out of the mirrors of a bank; gives where it may still stand.

    `says` tells whether a text holds it. Whoever keeps the mirrors would do it a moment later:
    this waits until it is done, and no one writes any more what was made of the bank before.
    """
    try:
        _remove_unfinished(bank)
        states = kept(bank)
    except MemdeskError as error:
        return [error]
    trouble = [one.problem for one in states if one.problem is not None]
    return [*trouble, *still_saying(bank.path, says)]


def _remove_unfinished(bank: Bank) -> None:
    """Remove what killed programs began to write of the mirrors: it holds what they were to hold.

    Raises BadParameters where it can't be removed.
    """
    if not (mirrors := noted(bank.path)):
        return
    with lock:  # nobody is at it now
        for mirror in mirrors:
            try:
                private.remove_unfinished(Path(mirror.path).resolve(), older=0)
            except OSError as error:
                raise BadParameters(
                    "{path} may hold what is to be forgotten, and it can't be taken out: {reason}.",
                    path=error.filename,
                    reason=reason_of(error),
                ) from error


def _edited(mirror: Mirror, before: str | None, there: str | None, text: str) -> bool:
    """Whether others wrote what is in the file, as a whole (`before`) and of the mirror (`there`).

    A section that was there and is not any more was taken out by someone, or is not back yet: many
    programs empty a file before they write it. What was all imported is nobody's edit any more,
    unless something was taken out that would come back with the new `text`.
    """
    if there is None:
        return before is not None and bool(mirror.written)
    held = digest(there)
    return held != mirror.written and (held != mirror.taken or mirror.lacks(there, text))


def _unmarked(layer: str) -> str:
    """A layer without the markers that some shapes put around it: the section has its own."""
    return layer.replace(BEGIN, "").replace(END, "").strip()


def _read(path: Path) -> str | None:
    """What a file holds; None where there is none. Raises BadParameters where it is no text."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadParameters(
            "{path} can't be read: {reason}.", path=str(path), reason=reason_of(error)
        ) from error
    except UnicodeDecodeError as error:
        raise BadParameters("{path} is no UTF-8 text.", path=str(path)) from error


def _stamp(path: Path) -> object:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
