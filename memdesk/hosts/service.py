"""One bank as hosts are served: from a request to its reply, whatever the door (spec 3).

A door parses a line (`jsonrpc`), lets `prepare` check it, runs it on the thread that the
operation asks for, and sends what `answer` gives.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import memdesk
from memdesk import paths
from memdesk.core.errors import BadParameters, BankUnavailable, NotAllowed
from memdesk.core.tokens import VOCABULARY, TokenCounter
from memdesk.hosts.access_batch import Access, AccessBatch
from memdesk.hosts.block_details import Injected
from memdesk.hosts.block_service import BlockService, Ready
from memdesk.hosts.caller import Call, Caller, Identity
from memdesk.hosts.jsonrpc import NoSuchMethod, Request
from memdesk.hosts.operations import OPERATIONS, Operation, listed
from memdesk.hosts.parameters import check_all
from memdesk.hosts.upkeep import Upkeep, make_room
from memdesk.store.bank import Bank
from memdesk.store.care import Care
from memdesk.store.hosts import Policy

if TYPE_CHECKING:
    from memdesk.hosts.sessions import Sessions

PROTOCOL = 1

WRITE_SECONDS = 30.0
"""How long a host's write waits for another program's to end, behind others of this server or at
the bank: hosts give a call a minute, and what is refused sooner they seldom try again."""

_AT_ANY_POLICY = ("hello", "ping")

Subscribe = Callable[[tuple[str, ...]], None]


class Service:
    """Serves one bank. Every method may be called from any thread.

    `start` begins the access log and loads what is slow to load; `stop` writes the log's rest.
    Who serves for long starts `care`, too: the bank is checked and backed up.
    While paused, blocks are empty and writes are refused (spec 7.3).
    """

    def __init__(self, bank_path: Path, *, counts_tokens: bool = True) -> None:
        """Without counting, replies say null for tokens: the vocabulary takes a while to load."""
        self.bank = Bank(bank_path)
        self.tokens = TokenCounter(paths.resources() / VOCABULARY)
        self.blocks = BlockService(
            self.bank, self.tokens.count if counts_tokens else lambda _text: None
        )
        self.access = AccessBatch(self.bank)
        self.upkeep = Upkeep(self.bank)
        """For a door that stays open for hours to start."""
        self.care = Care(bank_path, self.bank.backups)
        self.paused = False
        self._sessions: Sessions | None = None
        self._policies: tuple[int, dict[str, Policy]] = (-1, {})
        """What hosts may do, by name, and of which generation of the bank that is."""

    def start(self) -> None:
        """Begin writing the access log."""
        self.access.start()

    def stop(self) -> None:
        """Write what the log and the blocks still hold, and close the bank."""
        self.care.stop()
        self.upkeep.stop()
        self.access.stop()
        self.blocks.stop()
        self.bank.close()

    # --- one call

    def prepare(
        self, caller: Caller, request: Request, *, noted: bool = True
    ) -> tuple[Operation, Call]:
        """Check a request before anything runs. What a policy forbids is `noted` in the log.

        Raises NoSuchMethod, BadParameters, LimitExceeded, and NotAllowed where the host's policy
        or a fixed role forbids it.
        """
        operation = OPERATIONS.get(request.method)
        if operation is None:
            raise NoSuchMethod(
                "There is no method {method}. There are: {known}.",
                method=request.method,
                known=", ".join(one.name for one in listed()),
            )
        params = check_all(operation.name, operation.parameters, request.params)
        if not operation.nothing_given and not any(
            parameter.name in params for parameter in operation.takes
        ):
            raise BadParameters(
                "Give at least one field to change.",
                allowed=tuple(parameter.name for parameter in operation.takes),
            )
        call = Call(operation.name, params, caller.identity(params), caller)
        started = time.perf_counter()
        try:
            self._allow(operation, call)
        except NotAllowed as error:
            if noted:
                self.log(call, started, len(str(error)))
            raise
        return operation, call

    def _allow(self, operation: Operation, call: Call) -> None:
        """Raise NotAllowed or BankUnavailable unless this caller may run it now."""
        if operation.name in _AT_ANY_POLICY:
            return
        policy = self.policy(call.identity)
        if policy == "blocked":
            raise NotAllowed(
                "{host} is blocked in memdesk. The person can allow it in the window.",
                host=call.identity.author,
            )
        if not operation.writes:
            return
        if call.caller.read_only:
            raise NotAllowed(
                "{host} may read only: it was connected so, with --read-only.",
                host=call.identity.author,
            )
        if policy == "read":
            raise NotAllowed(
                "{host} may read only. The person can allow writing in the window.",
                host=call.identity.author,
            )
        if self.paused:
            raise BankUnavailable("Serving is paused in memdesk's window; nothing was written.")

    def policy(self, who: Identity) -> Policy:
        """What a host may do; looked up anew when the bank has changed."""
        generation = self.bank.generation()
        of, policies = self._policies
        if generation != of:
            # One new pair: another thread may not put what it read before among what holds now.
            policies = {}
            self._policies = (generation, policies)
        name = who.author
        policy = policies.get(name)
        if policy is None:
            policy = policies[name] = self.bank.host(name).policy
        return policy

    def catch_up(self, who: Identity) -> None:
        """Learn behind a reply what has changed, so that a host's next call needn't wait for it."""
        self.policy(who)
        self.bank.learn_words()

    def at_once(self, call: Call) -> Ready | None:
        """The reply to a `block` that is ready to be sent; None where it takes a while."""
        if call.operation != "block" or self.paused:
            return None
        return self.blocks.ready(call)

    def generation_if_serving(self) -> int:
        """The bank's generation, or -1 while paused. Raises BankUnavailable."""
        return -1 if self.paused else self.bank.generation()

    def holds_while(self) -> int | None:
        """The generation for which what was just allowed and ready stays so; None for none."""
        generation = self.blocks.generation
        return generation if generation == self._policies[0] else None

    def run(self, call: Call, subscribe: Subscribe | None = None) -> tuple[object, Injected, bool]:
        """Run a prepared call: its result, the entries it touched, and whether it recalled them.

        `subscribe` is how a door that can notify takes a subscription. Raises MemdeskError.
        """
        name = OPERATIONS[call.operation].alias_of or call.operation
        match name:
            case "hello":
                return self._hello(call), (), False
            case "ping":
                return {}, (), False
            case "subscribe":
                return self._subscribe(call, subscribe), (), False
            case "block":
                return self._block(call)
            case "memory_write" | "memory_update" | "memory_forget":
                return self._write(name, call), (), False
            case "session_list" | "session_read" | "consolidation_due":
                return self._of_sessions(name, call), (), False
        # Here and not above: a cold `memdesk block` needs none of it, and a host waits for that.
        from memdesk.hosts import reading

        with self.bank.snapshot():
            match name:
                case "memory_read":
                    return reading.memory_read(self.bank, call), (), False
                case "memory_recall":
                    found, recalled = reading.memory_recall(self.bank, call)
                    return found, tuple(recalled), True
                case "memory_list":
                    return reading.memory_list(self.bank, call), (), False
                case "stats":
                    return reading.stats(self.bank, call), (), False
        raise KeyError(name)

    def _block(self, call: Call) -> tuple[object, Injected, bool]:
        if self.paused:
            return EMPTY_BLOCK, (), False
        ready = self.blocks.make(call)
        call.ids += ready.ids
        return ready.result, ready.injected, False

    def _of_sessions(self, name: str, call: Call) -> dict[str, object]:
        from memdesk.hosts import sessions  # as above

        if self._sessions is None:
            self._sessions = sessions.Sessions()
        run = {
            "session_list": sessions.session_list,
            "session_read": sessions.session_read,
            "consolidation_due": sessions.consolidation_due,
        }[name]
        return run(self.bank, self._sessions, call)

    def _write(self, name: str, call: Call) -> dict[str, object]:
        from memdesk.hosts import writing  # as above

        write = {
            "memory_write": writing.memory_write,
            "memory_update": writing.memory_update,
            "memory_forget": writing.memory_forget,
        }[name]
        suggest = self.policy(call.identity) == "review"
        with self.bank.waiting(call.asked + WRITE_SECONDS - time.monotonic()):
            result = write(self.bank, call, suggest=suggest)
        self.upkeep.written()
        if call.fills:
            make_room(self.bank)
        return result

    def _hello(self, call: Call) -> dict[str, object]:
        call.caller.fix(call.params)
        return {
            "server": "memdesk",
            "version": memdesk.__version__,
            "protocol": PROTOCOL,
            "bank": str(self.bank.path),
            "policy": self.policy(call.caller.identity({})),
        }

    def _subscribe(self, call: Call, subscribe: Subscribe | None) -> dict[str, object]:
        if subscribe is None:
            raise NotAllowed("This door can't notify. Subscribe on the local socket.")
        subscribe(tuple(call.params.get("kinds", ())))
        return {"revision": self.bank.generation()}

    # --- what was done

    def log(
        self,
        call: Call,
        started: float,
        size: int,
        touched: Injected = (),
        *,
        recalled: bool = False,
        ids: tuple[str, ...] | None = None,
    ) -> None:
        """Note a call for "who read what". `started` is its time.perf_counter(), `size` bytes."""
        took = time.perf_counter() - started
        self.access.add(
            Access(
                time.time(), call, size, took, tuple(call.ids) if ids is None else ids,
                touched, recalled,
            )
        )  # fmt: skip


EMPTY_BLOCK: dict[str, Any] = {
    "layers": {"system": "", "runtime": "", "tail": ""},
    "etag": "",
    "frozen_at": None,
    "chars": {"system": 0, "runtime": 0, "tail": 0, "sections": {}},
    "tokens": {"system": 0, "runtime": 0, "tail": 0, "sections": {}},
    "cut": [],
    "omitted": {"count": 0, "sections": {}, "entries": []},
}
"""What a block is while serving is paused."""
