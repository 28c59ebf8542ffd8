"""The journal of one change: what history, undo and every view will know of it (spec 1.7, 1.8)."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from memdesk.store.rows import as_json

IDS_NAMED = 1_000
"""A change that touches more entries than this names none (spec 3.1, `changed`)."""

_BUFFER = 2_000
"""Revisions that are gathered before they are written."""


class Journal:
    """Takes note of what is changed. It is entered into the list of changes with the first
    revisions, or at the end; never when nothing was changed."""

    def __init__(self, connection: sqlite3.Connection, at: str, author: str, label: str) -> None:
        """`at` is when the change was begun, `author` whose it is, whoever acts within it."""
        self._connection = connection
        self._at = at
        self._author = author
        self._label = label
        self.step = "change"
        self.undoes: int | None = None
        """The number of the change that this one takes back."""
        self.number: int | None = None
        """The change's number, once it has one."""
        self.destroys = False
        """Whether something is deleted forever."""
        self._revisions: list[tuple[object, ...]] = []
        self._kinds: dict[str, None] = {}
        self._ids: dict[str, None] = {}
        self._nameless = False

    @property
    def has_begun(self) -> bool:
        """Whether anything was changed."""
        return bool(self._kinds)

    def note(
        self,
        kind: str,
        id: str,
        action: str,
        before: Mapping[str, object] | None = None,
        after: Mapping[str, object] | None = None,
    ) -> None:
        """Add a revision to the change."""
        self.touch(kind, id)
        self._revisions.append(
            (
                kind,
                id,
                action,
                None if before is None else as_json(before),
                None if after is None else as_json(after),
            )
        )
        if len(self._revisions) >= _BUFFER:
            self._flush()

    def touch(self, kind: str, id: str | None = None) -> None:
        """Name in the change what it concerns, without a revision."""
        self._kinds[kind] = None
        if id and len(self._ids) <= IDS_NAMED:
            self._ids[id] = None

    def touch_namelessly(self, kind: str) -> None:
        """Name what the change concerns, and no id at all, which may say something itself."""
        self._nameless = True
        self.touch(kind)

    def finish(self) -> None:
        """Write down what is still to be written down of the change. Before COMMIT."""
        if not self._kinds:
            return
        entered = self.number is not None
        self._flush()
        if entered:
            self._connection.execute(
                "UPDATE change SET kinds = ?, ids = ?, destroys = ? WHERE number = ?",
                (*self._named(), self.number),
            )

    def enter(self) -> int:
        """Enter the change into the list of changes, and give its number."""
        self.finish()
        assert self.number is not None
        return self.number

    def _flush(self) -> None:
        if self.number is None:
            self.number = self._connection.execute(
                "INSERT INTO change (at, author, label, step, undoes, kinds, ids, destroys)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (self._at, self._author, self._label, self.step, self.undoes, *self._named()),
            ).lastrowid
        number = self.number
        self._connection.executemany(
            "INSERT INTO revision (change_number, kind, id, action, before, after)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [(number, *revision) for revision in self._revisions],
        )
        self._revisions.clear()

    def _named(self) -> tuple[str, str | None, int]:
        unnamed = self._nameless or len(self._ids) > IDS_NAMED
        ids = None if unnamed else as_json(list(self._ids))
        return as_json(list(self._kinds)), ids, int(self.destroys)
