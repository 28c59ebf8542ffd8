"""The chat-completions protocol: one question, one answer, and what can go wrong between (5.2).

Answers are streamed, so that one that ends too early is known from one that is whole. A server
that doesn't stream answers at once; that is taken too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from memdesk.consolidation.address import Address
from memdesk.consolidation.stopping import Stop
from memdesk.core.errors import EndpointFailed
from memdesk.core.reasons import reason_of
from memdesk.core.text import clean, cut, one_line

if TYPE_CHECKING:
    import httpx2

CONNECT_SECONDS = 10.0
SILENCE_SECONDS = 180
"""So long nothing at all may come: a model on a slow machine first reads what it was sent."""
LONGEST_REPLY = 1_000_000
"""Code points; a server that sends more has gone mad."""
_QUOTED = 200

Messages = Sequence[Mapping[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A model and where it answers."""

    address: Address
    model: str
    key: str = field(default="", repr=False)
    silence: float = SILENCE_SECONDS
    """Seconds without a sign of life after which it counts as hanging."""

    def models(self, stop: Stop) -> list[str]:
        """The models that the server has: nothing of anyone's is sent. Raises EndpointFailed."""
        with self._answer("GET", self.address.models, None, stop) as response:
            found = _decoded(_whole(response))
        listed = found.get("data") if isinstance(found, dict) else None
        if not isinstance(listed, list):
            raise EndpointFailed(
                "{address} answers, but not as a model's server does. Is the address right?",
                address=self.address.base,
            )
        names = [one.get("id") for one in listed if isinstance(one, dict)]
        return sorted(clean(name) for name in names if isinstance(name, str) and name)

    def complete(
        self, messages: Messages, *, max_tokens: int, temperature: float, stop: Stop
    ) -> str:
        """What the model answers, whole. Raises EndpointFailed, Cancelled."""
        asked = {
            "model": self.model,
            "messages": [dict(one) for one in messages],
            "max_tokens": max_tokens,
            "temperature": temperature,
            "stream": True,
        }
        with self._answer("POST", self.address.chat, asked, stop) as response:
            streamed = "event-stream" in response.headers.get("content-type", "")
            text, end = _streamed(response, stop) if streamed else _at_once(response)
        stop.check()
        if end == "length":
            raise EndpointFailed(
                "The model's answer was cut off at {limit} tokens. Nothing was stored.",
                limit=max_tokens,
            )
        if end == "content_filter":
            raise EndpointFailed("The model's server withheld the answer. Nothing was stored.")
        return text

    @contextmanager
    def _answer(self, method: str, url: str, body: object, stop: Stop) -> Iterator[httpx2.Response]:
        """The response of a good status, still to be read."""
        import httpx2  # a start without this does without it

        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}

        def trace(event: str, info: dict[str, Any]) -> None:
            if event == "connection.connect_tcp.complete":
                stop.watch(info["return_value"].get_extra_info("socket"))

        stop.check()
        silence = httpx2.Timeout(self.silence, connect=CONNECT_SECONDS)
        # A proxy is for what leaves this machine. No redirect is followed: the person has seen
        # this address and no other.
        own = httpx2.Client(timeout=silence, trust_env=not self.address.is_local)
        try:
            with (
                own as client,
                client.stream(
                    method, url, json=body, headers=headers, extensions={"trace": trace}
                ) as response,
            ):
                if response.status_code != 200:
                    self._refuse(response)
                yield response
        except httpx2.TimeoutException as error:
            stop.check()
            raise EndpointFailed(
                "{address} did not answer within {seconds} seconds. Nothing was stored; "
                "it can be continued.",
                address=self.address.base,
                seconds=int(CONNECT_SECONDS if "Connect" in type(error).__name__ else self.silence),
                again=True,
            ) from error
        except (httpx2.ConnectError, httpx2.ProxyError) as error:
            stop.check()
            raise EndpointFailed(
                "{address} can't be reached: {reason}. Does the model's server run?",
                address=self.address.base,
                reason=_why(error),
                again=True,
            ) from error
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            stop.check()
            raise EndpointFailed(
                "The connection to {address} broke off: {reason}. Nothing was stored; it can be "
                "continued.",
                address=self.address.base,
                reason=_why(error),
                again=True,
            ) from error
        finally:
            stop.watch(None)

    def _refuse(self, response: httpx2.Response) -> None:
        status, address = response.status_code, self.address.base
        if 300 <= status < 400:
            raise EndpointFailed(
                "{address} sends on to another address, {other}. Nothing was sent there: name "
                "that one if it is right.",
                address=address,
                other=clean(response.headers.get("location", "")) or "?",
            )
        detail = _reason_in(_whole(response))
        if status in (401, 403) and not self.key:
            raise EndpointFailed(
                "{address} wants a key ({status}). Give it one.",
                address=address,
                status=status,
                key=True,
            )
        if status in (401, 403):
            raise EndpointFailed(
                "{address} did not accept the key ({status}). Check the key and what it may use.",
                address=address,
                status=status,
                key=True,
            )
        if status == 429:
            seconds = _retry_after(response.headers.get("retry-after", ""))
            if seconds is not None:
                raise EndpointFailed(
                    "{address} is asked too often; it can be continued in {seconds} seconds.",
                    address=address,
                    seconds=seconds,
                    again=True,
                    retry_after=seconds,
                )
            raise EndpointFailed(
                "{address} is asked too often, or the account is used up: {detail}",
                address=address,
                detail=detail,
                again=True,
            )
        if status == 404:
            raise EndpointFailed(
                "{address} has no such model, or is no address of a model ({status}): {detail}",
                address=address,
                status=status,
                detail=detail,
            )
        if status >= 500:
            raise EndpointFailed(
                "The server at {address} failed ({status}): {detail} Nothing was stored; it can "
                "be continued.",
                address=address,
                status=status,
                detail=detail,
                again=True,
            )
        raise EndpointFailed(
            "{address} refused it ({status}): {detail}",
            address=address,
            status=status,
            detail=detail,
        )


def _why(error: Exception) -> str:
    """What the system said, where it was the system."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, OSError):
        cause = cause.__cause__ or cause.__context__
    return reason_of(cause or error)


def _streamed(response: httpx2.Response, stop: Stop) -> tuple[str, str]:
    """The text of a stream of events, and why it ended. Raises EndpointFailed for half of one."""
    parts: list[str] = []
    size = 0
    end = ""
    for line in response.iter_lines():
        stop.check()
        if not line.startswith("data:"):
            continue
        data = line.removeprefix("data:").strip()
        if data == "[DONE]":
            return "".join(parts), end or "stop"
        event = _decoded(data)
        _raise_told(event)
        choice = _first_choice(event)
        delta = choice.get("delta")
        text = delta.get("content") if isinstance(delta, dict) else None
        if isinstance(text, str):
            parts.append(text)
            size += len(text)
            if size > LONGEST_REPLY:
                raise _unreadable("…")
        end = choice.get("finish_reason") or end
    if not end:
        raise EndpointFailed(
            "The model's answer broke off in the middle. Nothing was stored; it can be continued.",
            again=True,
        )
    return "".join(parts), end


def _at_once(response: httpx2.Response) -> tuple[str, str]:
    """The text of an answer in one piece, and why it ended."""
    raw = _whole(response)
    answer = _decoded(raw)
    _raise_told(answer)
    choice = _first_choice(answer)
    message = choice.get("message")
    text = message.get("content") if isinstance(message, dict) else None
    if not isinstance(text, str):
        raise _unreadable(raw)
    return text, choice.get("finish_reason") or "stop"


def _whole(response: httpx2.Response) -> str:
    """The body as text. Raises EndpointFailed for one without end."""
    parts: list[bytes] = []
    size = 0
    for part in response.iter_bytes():
        parts.append(part)
        size += len(part)
        if size > 4 * LONGEST_REPLY:
            raise _unreadable("…")
    return b"".join(parts).decode("utf-8", "replace")


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _unreadable(text) from error


def _first_choice(answer: Any) -> dict[str, Any]:
    choices = answer.get("choices") if isinstance(answer, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else {}
    return first if isinstance(first, dict) else {}


def _raise_told(answer: Any) -> None:
    """An error that is told amid a good answer."""
    if isinstance(answer, dict) and answer.get("error"):
        raise EndpointFailed(
            "The model's server failed: {detail} Nothing was stored; it can be continued.",
            detail=_reason_in(json.dumps(answer, ensure_ascii=False)),
            again=True,
        )


def _unreadable(text: str) -> EndpointFailed:
    return EndpointFailed(
        "The server's answer can't be read; it begins with: {beginning}. Nothing was stored.",
        beginning=_beginning(text) or "–",
        again=True,
    )


def _reason_in(body: str) -> str:
    """What a refusal says of itself, on one line, as a sentence: another one may follow."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        said: object = body
    else:
        error = told.get("error", told) if isinstance(told, dict) else told
        said = error.get("message") if isinstance(error, dict) else error
    reason = _beginning(said if isinstance(said, str) else body) or "–"
    return reason if reason.endswith(_ENDS) else f"{reason}."


_ENDS = (".", "!", "?", "…", "。", "！", "？")


def _beginning(text: str) -> str:
    return cut(one_line(clean(text[: 10 * _QUOTED])), _QUOTED)[0]


def _retry_after(value: str) -> int | None:
    """Seconds to wait, from a number or a date; None where it says neither."""
    if value.strip().isascii() and value.strip().isdigit():
        return min(int(value.strip()[:9]), 86_400)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0, min(round((moment - datetime.now(UTC)).total_seconds()), 86_400))
