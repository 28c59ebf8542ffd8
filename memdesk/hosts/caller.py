"""Who calls: what a connection has fixed, and what a single call may add to it (spec 3.1)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from memdesk.core.authors import Actor, is_person
from memdesk.core.entry import ANONYMOUS, Kind
from memdesk.core.errors import BadParameters, LimitExceeded, NotAllowed
from memdesk.core.limits import MAX_NAME, MAX_PATH
from memdesk.core.scope import Scope, Viewer
from memdesk.hosts.parameters import Parameter
from memdesk.paths import is_absolute, normalise_workspace

IDENTITY = (
    Parameter("host", "string", "Name of the calling program.", max_length=MAX_NAME),
    Parameter("workspace", "string", "Absolute path of the project.", max_length=MAX_PATH),
    Parameter("role", "string", "Role whose own memories count.", max_length=MAX_NAME),
    Parameter("session", "string", "Id of the conversation.", max_length=MAX_NAME),
)
"""What every operation also accepts, for doors without a connection of their own."""


@dataclass(slots=True)
class Caller:
    """One connection's fixed values, by `hello` or by a door's flags. Empty is not fixed.

    `read_only` is a door's own flag (`--read-only`): stricter than the host's policy, never
    laxer.
    """

    host: str = ""
    workspace: str = ""
    role: str = ""
    session: str = ""
    version: str = ""
    read_only: bool = False
    door: str = "socket"

    def fix(self, params: Mapping[str, Any]) -> None:
        """Keep what `hello` says. What is fixed already stays. Raises as `identity`."""
        known = self.identity(params)
        self.host, self.workspace = known.host, known.workspace
        self.role, self.session = known.role, known.session
        self.version = self.version or params.get("version", "")

    def identity(self, params: Mapping[str, Any]) -> Identity:
        """Who makes this call. Fixed values win over what the call says.

        Raises NotAllowed when the call contradicts a fixed role, BadParameters for a host's
        name that stands for the person or a workspace that is no absolute path.
        """
        role = params.get("role") or ""
        if self.role and role and role != self.role:
            raise NotAllowed(
                "This connection is fixed to the role {fixed}; it can't act as {role}.",
                fixed=self.role,
                role=role,
            )
        host = self.host or params.get("host") or ""
        workspace = self.workspace or params.get("workspace") or ""
        session = self.session or params.get("session") or ""
        role = self.role or role
        for name, value in (("host", host), ("role", role), ("session", session)):
            _check_name(name, value)
        if is_person(host):
            raise BadParameters(
                "{field} can't be {host}: that name stands for the person.",
                field="host",
                host=host,
            )
        return Identity(
            host=host,
            workspace=workspace if self.workspace else _workspace(workspace),
            role=role,
            session=session,
        )


class Identity(NamedTuple):
    """Who makes one call."""

    host: str = ""
    workspace: str = ""
    role: str = ""
    session: str = ""

    @property
    def author(self) -> str:
        """The author of what this caller writes, and the name of its host record."""
        return self.host or ANONYMOUS

    def viewer(self, scope: Scope = "both") -> Viewer:
        """Which entries exist for this caller (spec 1.2)."""
        return Viewer(workspace=self.workspace, role=self.role, scope=scope)

    def actor(self) -> Actor:
        """Who a change by this caller is recorded as."""
        return Actor(author=self.author, session_id=self.session or None, viewer=self.viewer())


@dataclass(slots=True)
class Call:
    """One checked call on its way to its handler. The handler notes the ids that it gave.

    `kind` is of which kind an id is, at a door that knows: there it fits no other one.
    """

    operation: str
    params: dict[str, Any]
    identity: Identity
    caller: Caller
    ids: list[str] = field(default_factory=list)
    fills: bool = False
    """Whether it is time to look at how much hosts have written (spec 1.6)."""
    kind: Kind | None = None
    asked: float = field(default_factory=time.monotonic)
    """When, by the monotonic clock: a write may have waited for others of this server."""


def host_name(said: str) -> str:
    """What a client says of itself, as the name of a host; empty where it says nothing usable.

    Never a name that stands for the person: what a client writes is a host's.
    """
    name = " ".join("".join(c if c.isprintable() else " " for c in said).split())
    if is_person(name):
        name = f"mcp {name}"
    return name[:MAX_NAME].strip()


def _check_name(name: str, value: str) -> None:
    if value and (not value.isprintable() or value != value.strip()):
        raise BadParameters(
            "{field} must be printable text on one line, without white space around it.",
            field=name,
        )
    if len(value) > MAX_NAME:  # a flag's; what a call says was measured before
        raise LimitExceeded(
            "{field} has {length} characters; at most {limit} are allowed.",
            field=name,
            limit=MAX_NAME,
            length=len(value),
        )


def _workspace(path: str) -> str:
    if not path:
        return ""
    if not is_absolute(path.strip()) or not path.isprintable():
        # A relative path would be taken from the server's directory, not the host's.
        raise BadParameters("{field} must be an absolute path.", field="workspace")
    return normalise_workspace(path)
