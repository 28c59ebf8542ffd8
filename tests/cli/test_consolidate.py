"""`memdesk consolidate`: nothing leaves unseen, and what comes waits for review (spec 5)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Protocol

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "consolidation"))

from model_server import ModelServer, facts, hanging, model_server, refused, streamed, text
from talks import talk

from memdesk import paths
from memdesk.store.bank import Bank


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, stdin: str = "", env: dict[str, str] | None = None
    ) -> CompletedProcess[str]: ...


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as desk:
        yield desk


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    return talk(tmp_path / "talk.jsonl", 12)


def suggested() -> list[str]:
    bank = Bank(paths.bank_path())
    try:
        return [str(one.parameters["title"]) for one in bank.suggestions()[::-1]]
    finally:
        bank.close()


def test_the_address_is_said_and_nothing_sent_without_a_yes(
    memdesk: CommandLine, server: ModelServer, transcript: Path
) -> None:
    result = memdesk("consolidate", transcript, "--endpoint", server.url, "--model", "tiny")
    assert (result.returncode, result.stdout) == (1, "")
    assert f"Goes to {server.url}/v1/chat/completions (this machine), model tiny" in result.stderr
    assert "s-1  Message number 0.  messages: 5" in result.stderr
    assert "Nothing was sent." in result.stderr
    assert server.asked == []


def test_what_is_found_waits_for_review(
    memdesk: CommandLine, server: ModelServer, transcript: Path
) -> None:
    server.says(facts("The door is red."))
    command = ("consolidate", transcript, "--endpoint", server.url, "--model", "tiny",
               "--no-summary", "--yes")  # fmt: skip
    result = memdesk(*command)
    assert result.returncode == 0, result.stderr
    assert result.stdout == (
        "s-1: 1 suggested, 0 known already.\n"
        "  new  The door is red.\n"
        "They wait in memdesk, under Review, for your yes or no.\n"
    )
    assert suggested() == ["The door is red."]
    again = memdesk(*command)
    assert (again.returncode, again.stdout) == (0, "Nothing was said since the last time.\n")


def test_json_is_one_value(memdesk: CommandLine, server: ModelServer, transcript: Path) -> None:
    server.says(facts("The door is red."))
    result = memdesk("consolidate", transcript, "--endpoint", server.url, "--model", "tiny",
                     "--no-summary", "--yes", "--json")  # fmt: skip
    told = json.loads(result.stdout)
    (session,) = told["sessions"]
    assert (session["id"], session["messages"], session["suggested"]) == ("s-1", 5, 1)
    assert session["proposed"][0]["relation"] == "new"


def test_a_failure_is_one_sentence(
    memdesk: CommandLine, server: ModelServer, transcript: Path
) -> None:
    server.says(refused(429, Retry_After="30"))
    result = memdesk("consolidate", transcript, "--endpoint", server.url, "--model", "tiny",
                     "--yes")  # fmt: skip
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1] == (
        f"memdesk: {server.url}/v1 is asked too often; it can be continued in 30 seconds."
    )
    assert suggested() == []


@pytest.mark.parametrize(
    ("reply", "english", "chinese"),
    [
        (text('{"facts": ["a"]}'), "is an object", "是一个对象"),
        (text('["half'), "cut off or broken", "被截断或有损坏"),
        (streamed('["half', end=None, done=False), "broke off in the middle", "中途断了"),
        (refused(401), "--save-key keeps a key", "--save-key"),
        (refused(500, "no memory"), "(500): no memory. Nothing was stored", "（500）：no memory."),
        (hanging, "did not answer within 1 seconds", "在 1 秒内没有回答"),
    ],
)
def test_what_goes_wrong_is_said_in_the_persons_language(
    memdesk: CommandLine,
    server: ModelServer,
    transcript: Path,
    reply: object,
    english: str,
    chinese: str,
) -> None:
    server.says(reply)  # type: ignore[arg-type]
    for language, said in (("C.UTF-8", english), ("zh_CN.UTF-8", chinese)):
        result = memdesk("consolidate", transcript, "--endpoint", server.url, "--model", "tiny",
                         "--yes", "--timeout", "1", env={"LC_ALL": language})  # fmt: skip
        assert result.returncode == 1
        assert said in result.stderr
    assert suggested() == []


def test_a_key_is_kept_and_sent(
    memdesk: CommandLine, server: ModelServer, transcript: Path
) -> None:
    kept = memdesk("consolidate", "--endpoint", server.url, "--save-key", stdin="k-1\n")
    assert kept.returncode == 0, kept.stderr
    assert "There is no system keyring" in kept.stdout
    memdesk("consolidate", transcript, "--endpoint", server.url, "--model", "tiny", "--yes")
    assert server.keys == ["Bearer k-1"] * len(server.keys)
    assert server.keys


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Name the address of a model with --endpoint"),
        (("--endpoint", "http://localhost:1"), "Name the model with --model."),
        (("--endpoint", "localhost", "--model", "m"), "is no address of a model"),
        (("--endpoint", "http://localhost:1", "--model", "m", "--summary-to", "t"),
         "names no task or work"),
        (("--endpoint", "http://localhost:1", "--model", "m", "no-such-file"),
         "There is no file no-such-file."),
    ],
)  # fmt: skip
def test_what_is_missing_is_said(
    memdesk: CommandLine, arguments: tuple[str, ...], said: str
) -> None:
    result = memdesk("consolidate", *arguments)
    assert result.returncode == 1
    assert said in result.stderr


def test_the_instruction_is_printed(memdesk: CommandLine) -> None:
    result = memdesk("consolidate", "--print-instructions", "--scope", "session:abc")
    assert result.returncode == 0
    assert "abc" in result.stdout
    assert "session_read" in result.stdout
