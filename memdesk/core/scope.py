"""Who may see what: the pair (workspace, role) of entries and of requests (spec 1.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from memdesk.core.entry import ANONYMOUS, ANY_HOST

Scope = Literal["workspace", "role", "both"]
SCOPES: tuple[Scope, ...] = ("workspace", "role", "both")


class Viewer(NamedTuple):
    """The eyes of a request. `sees_all` is the window and the command line without `--role`."""

    workspace: str = ""
    role: str = ""
    scope: Scope = "both"
    sees_all: bool = False

    def sees(self, workspace: str, role: str) -> bool:
        """Whether an entry of that scope exists for this viewer."""
        if self.sees_all:
            return True
        if workspace and workspace != self.workspace:
            return False
        if self.scope == "workspace":
            return not role
        if self.scope == "role":
            return bool(role) and role == self.role
        return not role or role == self.role


EVERYTHING = Viewer(sees_all=True)


def is_kept_from(host: str, never_send_to: Iterable[str]) -> bool:
    """Whether an entry that is never sent to these does not exist for a host (spec 2.5)."""
    never = {name.casefold() for name in never_send_to}
    return ANY_HOST in never or (host or ANONYMOUS).casefold() in never
