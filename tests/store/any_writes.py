"""Random writes of every kind to one bank, undone and redone: a machine to stand others on."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, rule

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry
from memdesk.core.errors import MemdeskError
from memdesk.store.bank import Bank

PERSON = Actor()


class AnyWrites(RuleBasedStateMachine):
    """What can be done to any entry. Who stands on it adds entries, and says what must hold."""

    entries = Bundle("entries")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.bank = Bank(Path(self.folder.name) / "bank.sqlite")

    @rule(entry=entries)
    def delete(self, entry: Entry) -> None:
        self.bank.delete([(entry.kind, entry.id)], PERSON)

    @rule(entry=entries)
    def restore(self, entry: Entry) -> None:
        self.bank.restore([(entry.kind, entry.id)], PERSON)

    @rule(entry=consumes(entries))
    def destroy(self, entry: Entry) -> None:
        self.bank.destroy([(entry.kind, entry.id)], PERSON)

    @rule(one=entries, other=entries)
    def merge(self, one: Entry, other: Entry) -> None:
        others = [(other.kind, other.id)]
        self.tolerate(lambda: self.bank.merge((one.kind, one.id), others, {}, PERSON))

    @rule()
    def undo(self) -> None:
        self.tolerate(lambda: self.bank.undo(PERSON))

    @rule()
    def redo(self) -> None:
        self.tolerate(lambda: self.bank.redo(PERSON))

    def tolerate(self, write: Callable[[], object]) -> None:
        """A refusal is fine, as long as it leaves everything as it was."""
        number = self.bank.generation()
        try:
            write()
        except MemdeskError:
            assert self.bank.generation() == number

    def teardown(self) -> None:
        assert self.bank.check() == []
        self.bank.close()
        self.folder.cleanup()
