"""What the person has typed and the bank doesn't have yet: no widgets, no bank.

A draft knows, field by field, what the person began from. So a save can say what it expects to
replace, and someone else's change of another field is taken in without a word.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from memdesk.core.entry import Entry, Profile
from memdesk.core.errors import MemdeskError
from memdesk.core.validation import check_field

Subject = TypeVar("Subject", bound=Entry | Profile)


@dataclass(slots=True)
class Draft(Generic[Subject]):
    """One entry, or the profile, being edited.

    `base` is what the bank holds as far as it is known; of a field in `typed` it keeps what the
    person began from. `new` entries are not in the bank yet.
    """

    base: Subject
    new: bool = False
    typed: dict[str, object] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        return self.base.kind if isinstance(self.base, Entry) else "profile"

    @property
    def subject(self) -> Subject:
        """The entry as it is on the screen, valid or not."""
        return replace(self.base, **self.typed)

    def type(self, name: str, value: object, began_from: object = ...) -> None:
        """The person gave a field this value, beginning from what is known or `began_from`."""
        if began_from is not ... and name not in self.typed:
            self.base = replace(self.base, **{name: began_from})
        if value == getattr(self.base, name):
            self.typed.pop(name, None)
        else:
            self.typed[name] = value

    def problem(self, name: str) -> MemdeskError | None:
        """Why the field's typed value can't be stored, or None."""
        if name not in self.typed:
            return None
        try:
            check_field(self.kind, name, self.typed[name])
        except MemdeskError as error:
            return error
        return None

    def to_save(self) -> tuple[dict[str, object], dict[str, object]]:
        """The valid typed fields, and what they are expected to replace."""
        fields = {name: value for name, value in self.typed.items() if self.problem(name) is None}
        return fields, {name: getattr(self.base, name) for name in fields}

    def saved(self, stored: Subject, sent: dict[str, object]) -> None:
        """The bank has stored the sent fields. What was typed since then stays typed."""
        kept = {name: getattr(self.base, name) for name in self.typed if name not in sent}
        self.base = replace(stored, **kept)
        self.new = False
        self.typed = {
            name: value for name, value in self.typed.items() if value != getattr(self.base, name)
        }

    def take_fresh(self, fresh: Subject) -> list[str]:
        """The bank holds this now. Returns the fields that are to be shown anew."""
        changed = [
            name
            for name in fresh.__dataclass_fields__
            if name not in self.typed and getattr(fresh, name) != getattr(self.base, name)
        ]
        kept = {
            name: getattr(self.base, name)
            for name, value in self.typed.items()
            if value != getattr(fresh, name)
        }
        self.typed = {name: self.typed[name] for name in kept}
        self.base = replace(fresh, **kept)
        return changed

    def disputed(self, fresh: Subject) -> dict[str, object]:
        """The typed fields that someone else has changed meanwhile, with their values."""
        return {
            name: getattr(fresh, name)
            for name in self.typed
            if getattr(fresh, name) not in (getattr(self.base, name), self.typed[name])
        }

    def keep_mine(self, fresh: Subject) -> None:
        """The person saw the others' values and wants their own to replace them."""
        self.base = fresh

    def take_theirs(self, fresh: Subject) -> None:
        """The person gives up what they typed where someone else changed the same field."""
        for name in self.disputed(fresh):
            del self.typed[name]
        self.take_fresh(fresh)
