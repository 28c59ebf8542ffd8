"""Where a model answers: an address that the person has seen before anything goes there."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from memdesk.core.errors import BadParameters

_CALL = "/chat/completions"


@dataclass(frozen=True, slots=True)
class Address:
    """A server that speaks the chat-completions protocol. `base` is what its paths begin with."""

    base: str

    @property
    def chat(self) -> str:
        """Where a conversation is sent."""
        return self.base + _CALL

    @property
    def models(self) -> str:
        """Where the server lists its models."""
        return self.base + "/models"

    @property
    def is_local(self) -> bool:
        """Whether it is this machine: nothing that is sent there leaves it."""
        host = (urlsplit(self.base).hostname or "").rstrip(".").lower()
        if host == "localhost" or host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return False

    @property
    def is_open(self) -> bool:
        """Whether others on the way can read what is sent: over a network, without encryption."""
        return not self.is_local and self.base.startswith("http:")


def address_of(text: str) -> Address:
    """The address that a person wrote: `http://localhost:11434`, one with `/v1`, the whole one.

    Raises BadParameters for what is none.
    """
    text = text.strip()
    try:
        parts = urlsplit(text)
        good = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        parts, good = SplitResult("", "", "", "", ""), False
    if not good or parts.scheme not in ("http", "https") or not text.isprintable():
        raise BadParameters(
            "{text} is no address of a model. Give one that begins with http:// or https://, "
            "as http://localhost:11434/v1.",
            field="endpoint",
            text=text,
        )
    if parts.username is not None or parts.query or parts.fragment:
        raise BadParameters(
            "The address of a model may hold no name, password or query. Its key is kept apart.",
            field="endpoint",
        )
    path = parts.path.rstrip("/").removesuffix(_CALL).rstrip("/")
    return Address(f"{parts.scheme}://{parts.netloc.lower()}{path or '/v1'}")
