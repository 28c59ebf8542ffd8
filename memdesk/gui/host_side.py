"""What the window asks of the doors that serve hosts.

The interface knows no door: the composition root hands in what is listed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from memdesk.core.entry import Entry, Memory
    from memdesk.core.errors import MemdeskError
    from memdesk.core.reviewing import Proposal
    from memdesk.store.bank import Bank, Suggestion


Edits = Mapping[int, Mapping[str, object]]
"""Fields that the person gave another value, by the place of the outcome they belong to."""


class FileChange(Protocol):
    """One file of a host as it is and as it would be. None: there is no file."""

    @property
    def path(self) -> Path: ...
    @property
    def before(self) -> str | None: ...
    @property
    def after(self) -> str | None: ...
    @property
    def changes(self) -> bool: ...


Plan = Sequence[FileChange]


class HostSide(NamedTuple):
    """Callables of the doors. Those that touch files or the bank belong off this thread."""

    propose: Callable[[Bank, Suggestion], Proposal]
    """What accepting would do. Raises MemdeskError where it can't be done."""
    similar: Callable[[Bank, Suggestion], list[tuple[float, Memory]]]
    """What the memory that it makes resembles, with a score each. Takes a while in a big bank."""
    accept: Callable[[Bank, int, Edits | None], object]
    """Carry out the suggestion of that number, with the person's edits."""
    accept_into: Callable[[Bank, int, str, Mapping[str, object]], Entry]
    """Merge the memory that it makes into the one of that id, with the person's edits."""
    connectable: Callable[[], tuple[str, ...]]
    """The hosts that can be set up from here (spec 4.4)."""
    caller_name: Callable[[str], str]
    """How a known host names itself in its calls: one that says no name is known by a word."""
    in_a_folder: Callable[[], tuple[str, ...]]
    """Those of them whose files lie in a folder that only the person knows."""
    plan: Callable[[str, Path | None, bool], Plan]
    """What setting up a host would write, for the person or one folder; True: taking it back."""
    write: Callable[[str, Plan, bool], list[Path]]
    """Write a plan of that host; gives the backups. True: it took something back."""
    forget_in_mirrors: Callable[[Bank, Callable[[str], bool]], list[MemdeskError]]
    """Take what was forgotten, as the callable tells it, out of the files that are kept equal to
    the bank; gives what to say of those that may still hold it."""
