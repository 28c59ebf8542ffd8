"""What a person is told of a server that answers badly or not at all (spec 5.2)."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from model_server import ModelServer, facts, hanging, raw, refused, streamed, text
from talks import FACTS_ONLY, consolidator, endpoint, only, ran

from memdesk.consolidation.address import address_of
from memdesk.consolidation.stopping import Cancelled, Stop
from memdesk.core.errors import BadParameters, EndpointFailed
from memdesk.core.query import Query
from memdesk.store.bank import Bank

ASKED = [{"role": "user", "content": "?"}]


def answer(server: ModelServer, stop: Stop | None = None) -> str:
    return endpoint(server.url).complete(ASKED, max_tokens=10, temperature=0.3, stop=stop or Stop())


@pytest.mark.parametrize("reply", [text("Hello."), streamed("Hel", "lo.", done=False)])
def test_an_answer_is_taken_streamed_or_whole(server: ModelServer, reply: object) -> None:
    server.says(reply)  # type: ignore[arg-type]
    assert answer(server) == "Hello."
    (asked,) = server.asked
    assert (asked["path"], asked["model"]) == ("/v1/chat/completions", "tiny")
    assert server.keys == [None]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (refused(401), r"wants a key \(401\)"),
        (refused(404, "no model tiny"), r"no such model.*no model tiny"),
        (refused(429, Retry_After="7"), "continued in 7 seconds"),
        (refused(429, "out of credit"), "out of credit"),
        (refused(500, "out of memory"), r"failed \(500\): out of memory"),
        (refused(400, "too long"), r"refused it \(400\): too long"),
        (refused(307, Location="http://elsewhere.example/"), "http://elsewhere.example/"),
        (streamed('["a", ', end=None, done=False), "broke off in the middle"),
        (streamed("half", end="length"), "cut off at"),
        (text("half", end="length"), "cut off at"),
        (raw("<html>hello"), "can't be read; it begins with: <html>hello"),
        (raw('{"error": "model is loading"}'), "model is loading"),
        (raw('{"choices": []}'), "can't be read"),
        (text(""), "reply is empty"),
        (text('["a", "b'), "cut off or broken"),
        (text('{"facts": ["a"]}'), "is an object"),
    ],
)
def test_a_bad_answer_is_said_and_changes_nothing(
    bank: Bank, transcript: Path, server: ModelServer, reply: object, said: str
) -> None:
    server.says(reply)  # type: ignore[arg-type]
    with pytest.raises(EndpointFailed, match=said):
        ran(bank, transcript, server.url)
    assert bank.count(Query()) == 0
    assert bank.suggestions(waiting=False) == []
    # And it can be continued: nothing of it was taken for done.
    server.says(facts("The door is red."))
    assert len(ran(bank, transcript, server.url).numbers) == 1


def test_retry_after_is_known_to_the_caller(server: ModelServer) -> None:
    server.says(refused(429, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"))
    with pytest.raises(EndpointFailed) as refusal:
        answer(server)
    assert (refusal.value.retry_after, refusal.value.again) == (0, True)


def test_a_key_is_sent_and_a_wrong_one_said(server: ModelServer) -> None:
    server.says(refused(401, "bad key"))
    with pytest.raises(EndpointFailed, match="did not accept the key") as refusal:
        endpoint(server.url, key="k-1").complete(ASKED, max_tokens=9, temperature=0, stop=Stop())
    assert server.keys == ["Bearer k-1"]
    assert refusal.value.key
    assert "k-1" not in str(refusal.value) + repr(endpoint(server.url, key="k-1"))


def test_a_hanging_server_is_given_up(server: ModelServer) -> None:
    server.says(hanging)
    with pytest.raises(EndpointFailed, match="did not answer within 0 seconds"):
        endpoint(server.url, silence=0.3).complete(ASKED, max_tokens=9, temperature=0, stop=Stop())


def test_a_person_needs_not_wait_for_it(server: ModelServer) -> None:
    server.says(hanging)
    stop = Stop()
    raised: list[BaseException] = []

    def ask() -> None:
        try:
            answer(server, stop)
        except Cancelled as error:
            raised.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    assert server.waiting.wait(90)
    stop.set()
    thread.join(20)
    assert not thread.is_alive()
    assert len(raised) == 1


def test_nobody_there_is_said(server: ModelServer) -> None:
    gone = endpoint("http://127.0.0.1:1")
    with pytest.raises(EndpointFailed, match="can't be reached"):
        gone.models(Stop())


def test_models_are_listed(server: ModelServer) -> None:
    assert endpoint(server.url).models(Stop()) == ["big", "tiny"]
    assert server.asked == []


@pytest.mark.parametrize(
    ("written", "base", "local", "open_"),
    [
        ("http://localhost:11434", "http://localhost:11434/v1", True, False),
        ("http://127.0.0.1:1234/v1/", "http://127.0.0.1:1234/v1", True, False),
        ("http://[::1]:80/v1/chat/completions", "http://[::1]:80/v1", True, False),
        ("https://API.example.org/openai/v1", "https://api.example.org/openai/v1", False, False),
        ("http://192.168.0.9:8000", "http://192.168.0.9:8000/v1", False, True),
        ("http://localhost.example.org", "http://localhost.example.org/v1", False, True),
    ],
)
def test_addresses_are_taken_as_written(written: str, base: str, local: bool, open_: bool) -> None:
    address = address_of(written)
    assert (address.base, address.is_local, address.is_open) == (base, local, open_)


@pytest.mark.parametrize(
    "written",
    ["", "localhost:11434", "ftp://x/", "http://", "http://a:b@c/", "http://c/?key=1",
     "http://c:99999/", "http://[::1"],
)  # fmt: skip
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(BadParameters):
        address_of(written)


def test_a_cost_is_known_without_asking_anyone(
    bank: Bank, transcript: Path, server: ModelServer
) -> None:
    price = consolidator(bank, FACTS_ONLY).cost(only(transcript), Stop())
    assert (price.messages, price.calls) == (5, 1)
    assert price.tokens > 20
    assert (server.asked, server.keys) == ([], [])
