"""What the HTTP door answers: destinywind's memories, the block, any operation (spec 3.4).

A door only translates: everything runs as an operation of the registry.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from memdesk.core import errors
from memdesk.core.entry import Kind
from memdesk.core.errors import BadParameters, MemdeskError, NotFound
from memdesk.core.quick_add import first_sentence
from memdesk.hosts.block_details import Injected
from memdesk.hosts.caller import Caller
from memdesk.hosts.jsonrpc import Encoded, Request, RpcError, encode, failure, parse, success
from memdesk.hosts.service import Service

SEED = "/dsh-destinywind-memory"
"""The path under which the seed's program serves its memories."""

_NONE: Injected = ()
_STATUS = {
    errors.BadParameters.code: 400,
    errors.LimitExceeded.code: 400,
    errors.NotFound.code: 404,
    errors.NotAllowed.code: 403,
    errors.Conflict.code: 409,
    errors.BankUnavailable.code: 503,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer; the body is JSON, or empty."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


def refusal(status: int, message: str, **headers: str) -> Answer:
    """An answer that says what is wrong."""
    body = encode({"ok": False, "error": {"code": status, "message": message}})
    return Answer(status, body, headers)


class Routes:
    """Answers requests on one bank. Every method may be called from any thread."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def answer(self, method: str, target: str, body: bytes) -> Answer:
        """The answer to a request that was let in. Raises nothing but faults of memdesk."""
        try:
            parts = urlsplit(target)
        except ValueError:
            return refusal(400, "That is no address.")
        path = parts.path.removeprefix(SEED) if parts.path.startswith(SEED + "/") else parts.path
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        found: dict[str, Callable[[], Answer]]
        if path == "/memories":
            found = {"GET": lambda: self._list(query), "POST": lambda: self._add(query, body)}
        elif path.startswith("/memories/") and path.count("/") == 2:
            id = unquote(path.removeprefix("/memories/"))
            found = {"DELETE": lambda: self._delete(query, id)}
        elif path == "/block":
            found = {"GET": lambda: self._block(query)}
        elif path == "/rpc":
            found = {"POST": lambda: self._rpc(body)}
        else:
            return refusal(404, "There is nothing here.")
        if method == "HEAD" and "GET" in found:
            method = "GET"
        if method not in found:
            return refusal(405, "Not that way.", Allow=", ".join(found))
        try:
            return found[method]()
        except MemdeskError as error:
            return _refused(error)

    # --- routes

    def _list(self, query: Mapping[str, str]) -> Answer:
        memories: list[dict[str, Any]] = []
        wanted: dict[str, Any] = {**query, "kinds": ["memory"], "limit": 100}
        while True:
            page = self._run("memory_list", wanted)
            memories += self._whole(query, page["entries"])
            if page["next"] is None:
                break
            wanted["cursor"] = page["next"]
        body = {
            "ok": True,
            "memories": [_as_seed(one) for one in memories],
            "file": str(self._service.bank.path),
        }
        return Answer(200, encode(body))

    def _whole(
        self, query: Mapping[str, str], entries: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """The entries of a list with the texts that it cut; without those that are gone by now."""
        found = []
        for entry in entries:
            if "cut" not in entry:
                found.append(entry)
                continue
            try:
                read = self._run("memory_read", {**query, "id": entry["id"]}, "memory")
                found += read["entries"]
            except NotFound:
                continue
        return found

    def _add(self, query: Mapping[str, str], body: bytes) -> Answer:
        given = _object(body)
        for name in given:
            if name not in ("text", "title", "tags"):
                raise BadParameters(
                    "A memory takes {known}, no {field}.",
                    field=name,
                    allowed=("text", "title", "tags"),
                    known="text, title, tags",
                )
        if "text" not in given:
            raise BadParameters("A memory needs {field}.", field="text")
        if given.get("title") is None and isinstance(given["text"], str):
            given["title"] = first_sentence(given["text"]) or None
        done = self._run("remember", {**query, **given})
        if done["suggestion"]:
            return Answer(202, encode({"ok": True, "entry": None, "suggestion": done["id"]}))
        entry = self._run("memory_read", {**query, "id": done["id"]})["entries"][0]
        return Answer(201, encode({"ok": True, "entry": _as_seed(entry)}))

    def _delete(self, query: Mapping[str, str], id: str) -> Answer:
        done = self._run("memory_forget", {**query, "id": id}, "memory")
        return Answer(200, encode({"ok": done["found"]}))

    def _block(self, query: Mapping[str, str]) -> Answer:
        params: dict[str, Any] = dict(query)
        if "layers" in params:
            params["layers"] = [one for one in params["layers"].split(",") if one]
        if "limit" in params:
            try:
                params["limit"] = int(params["limit"])
            except ValueError as error:
                raise BadParameters("{field} must be a whole number.", field="limit") from error
        if "refresh" in params:
            if params["refresh"] not in ("true", "false"):
                raise BadParameters(
                    "{field} must be true or false.", field="refresh", allowed=("true", "false")
                )
            params["refresh"] = params["refresh"] == "true"
        return Answer(200, self._encoded("block", params))

    def _rpc(self, body: bytes) -> Answer:
        try:
            request = parse(body)
        except RpcError as error:
            return Answer(400, failure(None, error))
        try:
            reply = success(request.id, Encoded(self._encoded(request.method, request.params)))
        except MemdeskError as error:
            reply = failure(request.id, error)
        return Answer(204) if request.is_notification else Answer(200, reply)

    # --- operations

    def _run(self, name: str, params: Mapping[str, Any], kind: Kind | None = None) -> Any:
        return json.loads(self._encoded(name, params, kind))

    def _encoded(self, name: str, params: Mapping[str, Any], kind: Kind | None = None) -> bytes:
        """The result of an operation as JSON, logged as the call of a host.

        `kind` is of which kind the id is that it is given.
        """
        started = perf_counter()
        service = self._service
        _operation, call = service.prepare(Caller(door="http"), Request(name, dict(params)))
        call.kind = kind
        size, touched, recalled = 0, _NONE, False
        try:
            result, touched, recalled = service.run(call)
            found = result.json if isinstance(result, Encoded) else encode(result)
            size = len(found)
            return found
        finally:
            service.log(call, started, size, touched, recalled=recalled)


def _as_seed(entry: Mapping[str, Any]) -> dict[str, Any]:
    """A memory as the seed's program shows it."""
    return {
        "id": entry["id"],
        "title": entry["title"],
        "text": entry["content"],
        "tags": entry["tags"],
    }


def _object(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadParameters("The body is not JSON: {reason}.", reason=str(error)) from error
    if not isinstance(found, dict):
        raise BadParameters("The body is no JSON object.")
    return found


def _refused(error: MemdeskError) -> Answer:
    status = _STATUS.get(error.code, 404 if error.code == -32601 else 500)
    said: dict[str, Any] = {"code": error.code, "message": str(error)}
    if isinstance(error, BadParameters):
        said["field"], said["allowed"] = error.field, error.allowed and list(error.allowed)
    return Answer(status, encode({"ok": False, "error": said}))
