"""JSON-RPC 2.0, one object a line: what every door speaks (spec 3.2). Pure: bytes to bytes.

A door reads a line with `parse`, runs the request, and says what came of it with `success` or
`failure`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, NoReturn

from memdesk.core.errors import BadParameters, LimitExceeded, MemdeskError
from memdesk.hosts.late_log import LateLog

NOT_JSON = -32700
NOT_A_REQUEST = -32600
NO_SUCH_METHOD = -32601
INTERNAL = -32603

_log = LateLog(__name__)

MAX_LINE = 2 * 1024 * 1024
"""Bytes of one request, its newline not counted (spec 3.2)."""


class RpcError(MemdeskError):
    """What is wrong with a request as such, before any operation hears of it."""

    def __init__(self, template: str, /, *, code: int, id: object = None, **values: object) -> None:
        super().__init__(template, **values)
        self.code = code
        self.id = id


class NotJson(RpcError):
    """The line is no JSON."""

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template, code=NOT_JSON, **values)


class NotUtf8(NotJson):
    """The line is no text at all: what follows can't be trusted to begin where it seems to."""


class NotARequest(RpcError):
    """JSON, but no request object."""

    def __init__(self, template: str, /, *, id: object = None, **values: object) -> None:
        super().__init__(template, code=NOT_A_REQUEST, id=id, **values)


class NoSuchMethod(RpcError):
    """No operation of that name."""

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template, code=NO_SUCH_METHOD, **values)


class Request(NamedTuple):
    """One request. A notification wants no answer, not even of what went wrong."""

    method: str
    params: dict[str, Any]
    id: str | int | float | None = None
    is_notification: bool = False


class Encoded(NamedTuple):
    """A result that is JSON already, so that it is not written out anew for every caller."""

    json: bytes


def parse(line: bytes | bytearray) -> Request:
    """Read one line. Raises NotJson, NotARequest or BadParameters, each knowing the id."""
    return request_of(decode(line))


def decode(line: bytes | bytearray) -> object:
    """What a line says, if it is JSON. Raises NotJson."""
    try:
        return _decode(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise NotUtf8("The line is not UTF-8 at byte {byte}.", byte=error.start) from error
    except RecursionError as error:
        raise NotJson("The line is nested too deeply.") from error
    except ValueError as error:
        raise NotJson("The line is not JSON: {reason}.", reason=str(error)) from error


def request_of(found: object) -> Request:
    """The request that a decoded line is. Raises as `parse`."""
    if not isinstance(found, dict):
        raise NotARequest("A request is a JSON object with jsonrpc, id, method and params.")
    id = found.get("id")
    if isinstance(id, bool) or not isinstance(id, str | int | float | None) or id in _NO_NUMBERS:
        raise NotARequest("The id of a request is a text or a number.")
    if found.get("jsonrpc") != "2.0":
        raise NotARequest('A request says "jsonrpc": "2.0".', id=id)
    method = found.get("method")
    if not isinstance(method, str):
        raise NotARequest("The method of a request is a text.", id=id)
    params = found.get("params")
    if params is None:
        params = {}
    elif not isinstance(params, dict):
        if not isinstance(params, list):
            raise NotARequest("The params of a request are an object.", id=id)
        if "id" in found:
            raise ByPosition(id)
        params = {}
    return Request(method, params, id, "id" not in found)


class ByPosition(RpcError):
    """Parameters given as an array: operations take them by name."""

    def __init__(self, id: object) -> None:
        super().__init__("Parameters are given by name, as an object.", code=-32602, id=id)


def success(id: object, result: object) -> bytes:
    """The line that answers a request with its result."""
    body = result.json if type(result) is Encoded else encode(result)
    shown = b"%d" % id if type(id) is int else encode(id)
    return b'{"jsonrpc":"2.0","id":%b,"result":%b}\n' % (shown, body)


def failure(id: object, error: BaseException) -> bytes:
    """The line that answers a request with what went wrong.

    A refusal says its sentence. Anything else is a fault of memdesk: it goes to the log, and
    the caller learns no more than that.
    """
    if isinstance(error, RpcError) and error.id is not None:
        id = error.id
    return b'{"jsonrpc":"2.0","id":%b,"error":%b}\n' % (encode(id), encode(error_object(error)))


def error_object(error: BaseException) -> dict[str, object]:
    """The error member of an answer: code, message, and data where there is more to say."""
    if not isinstance(error, MemdeskError):
        _log.error("a fault while answering a request", exc_info=error)
        return {
            "code": INTERNAL,
            "message": "Something went wrong inside memdesk. Its log says more.",
        }
    found: dict[str, object] = {"code": error.code, "message": str(error)}
    if isinstance(error, BadParameters):
        found["data"] = {
            "field": error.field,
            "message": str(error),
            "allowed": None if error.allowed is None else list(error.allowed),
        }
    elif isinstance(error, ByPosition):
        found["data"] = {"field": "params", "message": str(error), "allowed": None}
    elif isinstance(error, LimitExceeded):
        found["data"] = {"field": error.field, "message": str(error), "limit": error.limit}
    return found


def notification(method: str, params: Mapping[str, object]) -> bytes:
    """A line that tells and wants no answer."""
    return encode({"jsonrpc": "2.0", "method": method, "params": params}) + b"\n"


def answer(line: bytes, call: Callable[[Request], object]) -> bytes | None:
    """Read a line, run it, and give the line to answer with; None where none is wanted."""
    if not line.strip():
        return None
    try:
        request = parse(line)
    except RpcError as error:
        return failure(error.id, error)
    try:
        result = call(request)
    except Exception as error:  # noqa: BLE001 - each becomes an answer, and faults are logged
        reply = failure(request.id, error)
    else:
        reply = success(request.id, result)
    return None if request.is_notification else reply


def encode(value: object) -> bytes:
    """A value as JSON on one line, in UTF-8."""
    try:
        return _encode(value).encode("utf-8")
    except UnicodeEncodeError:
        # Half a surrogate pair came in as an escape, and goes out as one.
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


_NO_NUMBERS = (float("inf"), float("-inf"))
# `1e999` is JSON, and a number that Python can't write out again.


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_scan: Callable[[str, int], tuple[object, int]] = json.JSONDecoder(
    parse_constant=_no_constant
).scan_once  # type: ignore[attr-defined]


def _decode(text: str) -> object:
    """What `JSONDecoder.decode` does, in half the time: this runs for every request."""
    text = text.strip(" \t\r\n")
    try:
        value, end = _scan(text, 0)
    except StopIteration as error:
        raise json.JSONDecodeError("Expecting value", text, error.value) from None
    if end != len(text):
        raise json.JSONDecodeError("Extra data", text, end)
    return value


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
