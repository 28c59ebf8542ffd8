"""What MCP's versions have in common and where they differ: pure, and light to load (spec 3.3).

Two ways of opening are spoken at once. Up to 2025-11-25 a client shakes hands with `initialize`
and the version holds for the process. From 2026-07-28 on each request brings its version and its
client along in `_meta`, and nothing is remembered between requests.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import memdesk
from memdesk.core.errors import BadParameters, MemdeskError, NotFound
from memdesk.hosts.jsonrpc import NoSuchMethod, Request, RpcError, encode, error_object

HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""Versions that begin with `initialize`, the oldest first."""
STATELESS = ("2026-07-28",)
"""Versions whose requests stand each for itself."""
WITH_BATCHES = "2025-03-26"
"""The one version in which a client may send an array of requests."""

UNSUPPORTED_VERSION = -32022
RESOURCE_NOT_FOUND = -32002
INVALID_PARAMS = -32602

_META = "io.modelcontextprotocol/"
SUBSCRIPTION_ID = _META + "subscriptionId"
_VERSION, _CAPABILITIES = _META + "protocolVersion", _META + "clientCapabilities"

ONLY_HANDSHAKE = frozenset(
    ("initialize", "ping", "resources/subscribe", "resources/unsubscribe", "logging/setLevel")
)
ONLY_STATELESS = frozenset(("server/discover", "subscriptions/listen"))

_FIXED_MS = 3_600_000
_CACHEABLE: dict[str, tuple[int, str]] = {
    # For how long a client may keep a result, and whether it is the same for everyone. What
    # hangs on the bank may be different the next moment.
    "server/discover": (0, "private"),
    "tools/list": (_FIXED_MS, "public"),
    "prompts/list": (_FIXED_MS, "public"),
    "resources/templates/list": (_FIXED_MS, "public"),
    "resources/list": (0, "private"),
    "resources/read": (0, "private"),
}

CAPABILITIES: dict[str, Any] = {
    "tools": {},
    "resources": {"subscribe": True, "listChanged": True},
    "prompts": {},
}


class Era(NamedTuple):
    """In which way one request is to be answered, and who says they ask."""

    stateless: bool
    client: str = ""


class UnsupportedVersion(RpcError):
    """A request in a version that isn't spoken here."""

    def __init__(self, asked: str) -> None:
        super().__init__(
            "The protocol version {asked} is not spoken here.",
            code=UNSUPPORTED_VERSION,
            asked=asked,
        )
        self.asked = asked


class NoSuchResource(RpcError):
    """No resource of that address, or none that the caller may know of."""

    def __init__(self, uri: str, era: Era) -> None:
        code = INVALID_PARAMS if era.stateless else RESOURCE_NOT_FOUND
        super().__init__("There is no resource {uri}.", code=code, uri=uri)
        self.uri = uri


def era_of(request: Request, client: str) -> Era:
    """How a request is to be answered; `client` is who shook hands, if anybody did.

    Raises UnsupportedVersion, BadParameters for a request without what its version demands, and
    NoSuchMethod for a method of the other era.
    """
    meta = request.params.get("_meta")
    meta = meta if isinstance(meta, dict) else {}
    version = meta.get(_VERSION)
    if version is None:
        if request.method in ONLY_STATELESS:
            raise BadParameters(
                "{operation} needs {field}.",
                field=_VERSION,
                operation=request.method,
            )
        return Era(stateless=False, client=client)
    if version not in STATELESS:
        raise UnsupportedVersion(str(version))
    if not isinstance(meta.get(_CAPABILITIES), dict):
        raise BadParameters(
            "{operation} needs {field}.",
            field=_CAPABILITIES,
            operation=request.method,
        )
    if request.method in ONLY_HANDSHAKE:
        raise no_such_method(request.method)
    return Era(stateless=True, client=client_name(meta.get(_META + "clientInfo")))


def negotiated(asked: object) -> str:
    """The version that a handshake settles on: the client's if it is spoken, else the newest."""
    return asked if isinstance(asked, str) and asked in HANDSHAKE else HANDSHAKE[-1]


def client_name(info: object) -> str:
    """The name in a `clientInfo`, empty where there is none."""
    name = info.get("name") if isinstance(info, dict) else None
    return name if isinstance(name, str) else ""


def server_info() -> dict[str, object]:
    """Who serves."""
    return {"name": "memdesk", "version": memdesk.__version__}


def result_for(method: str, result: Mapping[str, Any], era: Era) -> dict[str, Any]:
    """A result with what its era demands beside it."""
    shaped = dict(result)
    if era.stateless:
        shaped["resultType"] = "complete"
        shaped["_meta"] = {**shaped.get("_meta", {}), _META + "serverInfo": server_info()}
        if method in _CACHEABLE:
            shaped["ttlMs"], shaped["cacheScope"] = _CACHEABLE[method]
    return shaped


def failed(id: object, error: BaseException) -> bytes:
    """The line that answers a request with what went wrong."""
    if isinstance(error, RpcError) and error.id is not None:
        id = error.id
    found = error_object(error)
    if isinstance(error, UnsupportedVersion):
        spoken = [*reversed(STATELESS), *reversed(HANDSHAKE)]
        found["data"] = {"supported": spoken, "requested": error.asked}
    elif isinstance(error, NoSuchResource):
        found["data"] = {"uri": error.uri}
    elif isinstance(error, MemdeskError) and not isinstance(error, RpcError | BadParameters):
        # The socket's own numbers mean other things to MCP's clients.
        found["code"] = INVALID_PARAMS if isinstance(error, NotFound) else -32603
    return encode({"jsonrpc": "2.0", "id": id, "error": found}) + b"\n"


def no_such_method(method: str) -> NoSuchMethod:
    """What is answered to a method that isn't there."""
    return NoSuchMethod("There is no method {method}.", method=method)
