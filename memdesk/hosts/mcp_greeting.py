"""What an MCP client is greeted with: the member `instructions` (spec 3.3).

A host waits for it at every start. So a running server is asked first, which has it ready; then
the bank for the last one it kept; and only then is it made here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from memdesk.core.errors import MemdeskError
from memdesk.hosts.late_log import LateLog

if TYPE_CHECKING:
    from memdesk.hosts.caller import Caller
    from memdesk.hosts.mcp_desk import Desk
    from memdesk.store.greeting import Greeting

INSTRUCTIONS = 2_000
"""Characters of the greeting: a popular host cuts at 2,048 (spec 3.3)."""
SERVER_SECONDS = 2.0
"""How long a running server may take to greet before the bank is opened here."""

NO_BLOCK = (
    "memdesk keeps what is worth remembering across conversations: memory_recall finds it, "
    "memory_read gives the profile, tasks, works and rules, memory_write and memory_update keep it."
)
"""The greeting where a hook injects the block already."""

_log = LateLog(__name__)

Job = Callable[[], None]


class Options(NamedTuple):
    """What is fixed for a host by the flags of `memdesk mcp`. Empty is not fixed."""

    host: str = ""
    workspace: str = ""
    role: str = ""
    session: str = ""
    read_only: bool = False
    greets: bool = True
    """Whether the greeting is the block, and not one line."""

    def caller(self, client: str, session: str = "") -> Caller:
        """Who calls, for a client that says it is called so."""
        from memdesk.hosts.caller import Caller, host_name  # after a greeting without a block

        return Caller(
            host=self.host or host_name(client),
            workspace=self.workspace,
            role=self.role,
            session=self.session or session,
            read_only=self.read_only,
            door="mcp",
        )


class Greeter:
    """Greets, the same bytes for a client as long as this process lives (spec 2.4)."""

    def __init__(self, bank_path: Path, options: Options, opened: Callable[[], Desk]) -> None:
        self._bank_path = bank_path
        self._options = options
        self._opened = opened
        self._greetings: dict[str, str] = {}
        self.left: list[Job] = []
        """What is to be done once a greeting is out: loading for it would delay it."""

    def greeting(self, client: str) -> dict[str, str]:
        """The member `instructions`, or none where there is nothing to say."""
        text = self._greetings.get(client)
        if text is None:
            text = self._greetings[client] = self._greet(client)
        return {"instructions": text} if text else {}

    def at_the_end(self) -> list[Job]:
        """What makes the next start quick, now that nobody waits."""
        if not self._options.greets or self._options.session:
            return []
        return [
            partial(self._make_next, self._options.caller(client)) for client in self._greetings
        ]

    def _greet(self, client: str) -> str:
        if not self._options.greets:
            return NO_BLOCK
        started = time.perf_counter()
        caller = self._options.caller(client)
        try:
            text = self._ask_server(caller)
            if text is not None:
                return text
            greeting = None if caller.session else self._kept(caller)
            if greeting is None:
                greeting, generation = self._opened().greet(caller, INSTRUCTIONS)
                if not caller.session:  # a session's is frozen, and may be another
                    self.left.append(partial(self._keep, caller, greeting, generation))
        except MemdeskError as error:
            # A host never fails because memdesk does: it starts, and its model is told.
            _log.warning("the greeting can't be made: %s", error)
            return str(error)[:INSTRUCTIONS]
        self.left.append(partial(self._note, caller, greeting, started))
        return greeting.text

    def _ask_server(self, caller: Caller) -> str | None:
        """The greeting as the running server gives it; None without one.

        Raises the MemdeskError with which it refuses.
        """
        from memdesk import paths
        from memdesk.hosts.socket_client import NoServer, call

        params: dict[str, Any] = {"layers": ["system"], "limit": INSTRUCTIONS}
        named = ("host", "workspace", "role", "session")
        params |= {name: value for name in named if (value := getattr(caller, name))}
        address = paths.socket_address(self._bank_path)
        try:
            text: str = call(address, "block", params, timeout=SERVER_SECONDS)["layers"]["system"]
        except NoServer:
            return None
        except (OSError, ValueError) as error:
            _log.warning("the server at %s does not answer: %s", address, error)
            return None
        return text

    def _kept(self, caller: Caller) -> Greeting | None:
        from memdesk.store import greeting

        return greeting.kept(
            self._bank_path, caller.host, caller.workspace, caller.role, INSTRUCTIONS
        )

    def _keep(self, caller: Caller, greeting: Greeting, generation: int) -> None:
        self._opened().keep_greeting(caller, INSTRUCTIONS, greeting, generation)

    def _note(self, caller: Caller, greeting: Greeting, started: float) -> None:
        try:
            self._opened().log_greeting(caller, INSTRUCTIONS, greeting, started)
        except MemdeskError as error:
            _log.warning("the greeting can't be logged: %s", error)

    def _make_next(self, caller: Caller) -> None:
        if self._kept(caller) is not None:
            return
        try:
            greeting, generation = self._opened().greet(caller, INSTRUCTIONS)
        except MemdeskError as error:
            _log.info("the next start's greeting can't be made: %s", error)
        else:
            self._keep(caller, greeting, generation)
