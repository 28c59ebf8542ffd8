"""Who may see what: the pair (workspace, role) of entries and of requests (spec 1.2)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

Scope = Literal["workspace", "role", "both"]
SCOPES: tuple[Scope, ...] = ("workspace", "role", "both")


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
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


def normalise_workspace(path: str) -> str:
    """A workspace path in the one form that is compared.

    Absolute, symlinks resolved, no trailing slash, lower case on Windows. Empty stays empty.
    Paths of another system (`D:/x` seen on Linux) keep their text apart from the trailing slash.
    """
    path = path.strip()
    if not path:
        return ""
    if os.name != "nt" and not path.startswith(("/", "~", ".")):
        return path.rstrip("/\\") or path
    resolved = os.path.realpath(os.path.expanduser(path))
    return os.path.normcase(resolved)
