"""What `memdesk doctor` finds."""

from __future__ import annotations

from typing import Literal, NamedTuple

from memdesk.core.errors import MemdeskError

State = Literal["ok", "note", "wrong"]


class Finding(NamedTuple):
    """One thing that was looked at. `what` is said of it, `advice` what to do if anything is."""

    name: str
    state: State
    what: MemdeskError
    advice: MemdeskError | None = None
