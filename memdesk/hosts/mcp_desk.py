"""One bank as an MCP client sees it: tools, resources, prompts, greeting (spec 3.3).

Loaded only once a client wants more than to be greeted: it brings the store along.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

from memdesk import paths
from memdesk.core.block.result import Language
from memdesk.core.entry import Kind
from memdesk.core.errors import BadParameters, BankUnavailable, MemdeskError, NotFound
from memdesk.core.limits import MAX_ID
from memdesk.hosts import mcp_text, mcp_tools
from memdesk.hosts.caller import Call, Caller
from memdesk.hosts.consolidation import instruction
from memdesk.hosts.jsonrpc import Encoded, Request, encode
from memdesk.hosts.late_log import LateLog
from memdesk.hosts.mcp_protocol import Era, NoSuchResource
from memdesk.hosts.pause import PauseMark
from memdesk.hosts.service import Service
from memdesk.store.bank import FrozenKey
from memdesk.store.greeting import Greeting

SCHEME = "memdesk://"
BLOCK, TASKS, WORKS = SCHEME + "block", SCHEME + "tasks", SCHEME + "works"
MEMORY = SCHEME + "memory/"
SESSIONS, SESSION = SCHEME + "sessions", SCHEME + "session/"
MARKDOWN = "text/markdown"
PAGE = 100
"""Memories in one page of `resources/list`."""
MAX_LISTED = 1_000
"""Memories that are listed as resources at all: a list is there to pick from by eye, and there
may be a million. The others are reached through the template, `memory_list` and recall."""

FIXED: tuple[dict[str, Any], ...] = (
    {
        "uri": BLOCK,
        "name": "block",
        "description": "What to know from the start: rules, profile, tasks, works, memories.",
        "mimeType": MARKDOWN,
    },
    {"uri": TASKS, "name": "tasks", "description": "The user's tasks.", "mimeType": MARKDOWN},
    {"uri": WORKS, "name": "works", "description": "The user's works.", "mimeType": MARKDOWN},
    {
        "uri": SESSIONS,
        "name": "sessions",
        "description": "Past conversations that no memory was made of yet.",
        "mimeType": MARKDOWN,
    },
)
TEMPLATES: tuple[dict[str, Any], ...] = (
    {
        "uriTemplate": MEMORY + "{id}",
        "name": "memory",
        "description": "One memory in full, by its id.",
        "mimeType": MARKDOWN,
    },
    {
        "uriTemplate": SESSIONS + "{?scope,limit,cursor}",
        "name": "sessions",
        "description": "Past conversations; scope: all (not reviewed yet), full or recent.",
        "mimeType": MARKDOWN,
    },
    {
        "uriTemplate": SESSION + "{id}{?limit,cursor}",
        "name": "session",
        "description": "What was said in one of them, page by page.",
        "mimeType": MARKDOWN,
    },
)
PROMPTS: tuple[dict[str, Any], ...] = (
    {
        "name": "memory",
        "description": "Turn past conversations into memories.",
        "arguments": [
            {
                "name": "scope",
                "description": "all (not reviewed yet), full, recent or session:ID",
                "required": False,
            }
        ],
    },
    {"name": "block", "description": "What is remembered, for the conversation."},
)

_log = LateLog(__name__)


class Desk:
    """Answers for one bank, in whichever thread asks.

    Raises MemdeskError from all that reads or writes the bank, but not from `call_tool`: what is
    refused there is a result that a model reads.
    """

    def __init__(self, bank_path: Path) -> None:
        self._pause = PauseMark(paths.socket_address(bank_path))
        self.service = Service(bank_path, counts_tokens=False)
        self.service.start()
        self.service.upkeep.start()
        self.service.care.start()

    def close(self) -> None:
        """Write what the access log still holds, and close the bank."""
        self.service.stop()

    # --- tools

    def call_tool(self, caller: Caller, params: Mapping[str, Any]) -> dict[str, Any]:
        """The result of `tools/call`. Raises BadParameters for a tool that isn't there."""
        operation = mcp_tools.operation_of(params.get("name"))
        arguments = params.get("arguments")
        try:
            if not isinstance(arguments, dict | None):
                raise BadParameters("{field} must be an object.", field="arguments")
            found = self._run(caller, operation.name, arguments or {})
            text = mcp_text.text_of(operation.alias_of or operation.name, found)
        except Exception as error:  # noqa: BLE001 - a model reads it; faults are logged there
            return {"content": [_text(mcp_text.refusal(error))], "isError": True}
        return {"content": [_text(text)], "structuredContent": found, "isError": False}

    def _run(
        self, caller: Caller, method: str, params: dict[str, Any], kind: Kind | None = None
    ) -> dict[str, Any]:
        """Run an operation and log it, as every door does."""
        started = time.perf_counter()
        self.service.paused = self._pause.holds()
        _operation, call = self.service.prepare(caller, Request(method, params))
        call.kind = kind
        try:
            result, touched, recalled = self.service.run(call)
        except MemdeskError as error:
            self.service.log(call, started, len(str(error)))
            raise
        body = result.json if isinstance(result, Encoded) else encode(result)
        self.service.log(call, started, len(body), touched, recalled=recalled)
        return _object(result)

    def catch_up(self, caller: Caller) -> None:
        """Get ready for the next call, now that the reply to this one is out."""
        try:
            self.service.catch_up(caller.identity({}))
        except MemdeskError as error:
            _log.info("what has changed can't be learnt: %s", error)  # the next call says it

    def _look(
        self, caller: Caller, method: str, params: dict[str, Any], kind: Kind | None = None
    ) -> dict[str, Any]:
        """Run an operation for ourselves: nobody reads what it gives, so nobody logs it."""
        _operation, call = self.service.prepare(caller, Request(method, params), noted=False)
        call.kind = kind
        result, _touched, _recalled = self.service.run(call)
        return _object(result)

    # --- resources

    def list_resources(self, caller: Caller, cursor: object) -> dict[str, Any]:
        """A page of `resources/list`: the fixed ones, then the newest memories."""
        if not isinstance(cursor, str | None):
            raise BadParameters("{field} must be a text.", field="cursor")
        before, _, place = (cursor or "0:").partition(":")
        if not (before.isascii() and before.isdigit()) or len(before) > 5:
            raise BadParameters("{field} is not one that this list gave.", field="cursor")
        params: dict[str, Any] = {"kinds": ["memory"], "limit": PAGE}
        if place:
            params["cursor"] = place
        page = self._run(caller, "memory_list", params)
        listed = [
            {
                "uri": MEMORY + quote(entry["id"], safe=""),
                "name": entry["id"],
                "description": entry["title"],
                "mimeType": MARKDOWN,
            }
            for entry in page["entries"]
        ]
        count = int(before) + len(listed)
        found: dict[str, Any] = {"resources": listed if cursor else [*FIXED, *listed]}
        if page["next"] and count < MAX_LISTED:
            found["nextCursor"] = f"{count}:{page['next']}"
        return found

    def read_resource(self, caller: Caller, uri: object, era: Era) -> dict[str, Any]:
        """The result of `resources/read`. Raises NoSuchResource."""
        if not isinstance(uri, str):
            raise BadParameters(
                "{operation} needs {field}.", field="uri", operation="resources/read"
            )
        try:
            text = self._resource(caller, uri, self._run)
        except NotFound as error:
            raise NoSuchResource(uri, era) from error
        return {"contents": [{"uri": uri, "mimeType": MARKDOWN, "text": text}]}

    def resource(self, caller: Caller, uri: str) -> str | None:
        """What a resource says now, to see whether it has changed; None where there is none."""
        try:
            return self._resource(caller, uri, self._look)
        except NotFound:
            return None

    def _resource(self, caller: Caller, uri: str, run: Any) -> str:
        # The block of a resource is live, whatever session the client may have (spec 3.3).
        live = replace(caller, session="")
        if uri == BLOCK:
            layers: dict[str, str] = run(live, "block", {})["layers"]
            return layers["system"]
        if uri in (TASKS, WORKS):
            read = run(live, "memory_read", {})
            return mcp_text.entries_text(read["tasks" if uri == TASKS else "works"])
        bare, _, query = uri.partition("?")
        if bare == SESSIONS:
            listed = run(caller, "session_list", _asked(query, "scope"))
            return mcp_text.text_of("session_list", listed)
        if bare.startswith(SESSION):
            asked = _asked(query)
            asked["scope"] = "session:" + unquote(bare.removeprefix(SESSION))
            return mcp_text.text_of("session_read", run(caller, "session_read", asked))
        id = unquote(uri.removeprefix(MEMORY)) if uri.startswith(MEMORY) else ""
        if 0 < len(id) <= MAX_ID:
            read = run(live, "memory_read", {"id": id}, "memory")
            return mcp_text.entries_text(read["entries"])
        raise NotFound("There is no entry with the id {id}.", id=id)

    # --- prompts

    def get_prompt(self, caller: Caller, params: Mapping[str, Any]) -> dict[str, Any]:
        """The result of `prompts/get`. Raises BadParameters, LimitExceeded, BankUnavailable."""
        name = params.get("name")
        arguments = params.get("arguments") or {}
        prompt = next((one for one in PROMPTS if one["name"] == name), None)
        if prompt is None or not isinstance(arguments, dict):
            names = tuple(one["name"] for one in PROMPTS)
            raise BadParameters(
                "There is no prompt {name}. There are: {choices}.",
                field="name",
                allowed=names,
                name=str(name),
                choices=", ".join(names),
            )
        known = [one["name"] for one in prompt.get("arguments", ())]
        for field, value in arguments.items():
            if field not in known or not isinstance(value, str):
                raise BadParameters(
                    "{operation} takes no {field}.",
                    field=field,
                    allowed=tuple(known),
                    operation=str(name),
                )
        if name == "memory":
            scope = arguments.get("scope", "").strip() or "all"
            text = instruction(scope, self._language(caller), caller.workspace)
        else:
            layers = self._run(replace(caller, session=""), "block", {})["layers"]
            text = "\n\n".join(filter(None, (layers["system"], layers["tail"])))
        return {
            "description": prompt["description"],
            "messages": [{"role": "user", "content": _text(text or mcp_text.NOTHING)}],
        }

    def _language(self, caller: Caller) -> Language:
        """The language of the host's preset: what its fixed words are in."""
        bank = self.service.bank
        preset = bank.preset(bank.preset_for(caller.host, caller.role))
        return preset.language if preset else "en"

    # --- greeting

    def greet(self, caller: Caller, limit: int) -> tuple[Greeting, int]:
        """The system layer for a host's start, and the generation of the bank that it is of."""
        generation = self.service.bank.generation()  # before what is read: too old is made anew
        call = self._greeting_call(caller, limit)
        ready = self.service.blocks.make(call)
        layers = json.loads(ready.result.json)["layers"]
        return Greeting(layers["system"], tuple(ready.injected)), generation

    def keep_greeting(self, caller: Caller, limit: int, greeting: Greeting, of: int) -> None:
        """Keep a greeting for the next start. One that can't be kept is made anew then."""
        if not self.service.bank.exists():
            return  # none is made for a greeting's sake (spec 1.8)
        key = FrozenKey(
            host=caller.host,
            session="",
            workspace=caller.workspace,
            role=caller.role,
            preset="",
            language="",
        )
        details = {"generation": of, "injected": [list(one) for one in greeting.injected]}
        try:
            self.service.bank.freeze(key, limit, greeting.text, details, refresh=True, of=of)
        except BankUnavailable as error:
            _log.warning("the greeting of the next start can't be kept: %s", error)

    def log_greeting(self, caller: Caller, limit: int, greeting: Greeting, started: float) -> None:
        """Note for "who read what" that a host was greeted."""
        call = self._greeting_call(caller, limit)
        injected = tuple((_kind(kind), id) for kind, id in greeting.injected)
        ids = tuple(id for _, id in injected)
        self.service.log(call, started, len(greeting.text.encode()), injected, ids=ids)

    def _greeting_call(self, caller: Caller, limit: int) -> Call:
        params = {"layers": ["system"], "limit": limit}
        return self.service.prepare(caller, Request("block", params))[1]


def _asked(query: str, *names: str) -> dict[str, Any]:
    """The parameters in the query of a resource's address; what is none of them is refused."""
    asked: dict[str, Any] = dict(parse_qsl(query, keep_blank_values=True))
    for name in asked.keys() - {"limit", "cursor", *names}:
        raise NotFound("There is no resource with {field} in its address.", field=name)
    if "limit" in asked:
        try:
            asked["limit"] = int(asked["limit"])
        except ValueError as error:
            raise BadParameters("{field} must be a whole number.", field="limit") from error
    return asked


def _kind(kind: str) -> Any:
    return kind


def _object(result: object) -> dict[str, Any]:
    found = json.loads(result.json) if isinstance(result, Encoded) else result
    assert isinstance(found, dict)
    return found


def _text(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}
