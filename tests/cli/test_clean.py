"""`memdesk clean`: a look first, then one step that undo takes back (spec 1.6, 3.5)."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess
from typing import Protocol

import pytest
from ages import written

from memdesk import paths
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.store.bank import Bank

HOST = Actor(author="cursor")


class CommandLine(Protocol):
    def __call__(self, *args: str | Path) -> CompletedProcess[str]: ...


@pytest.fixture
def aged(memdesk_home: Path) -> Bank:
    """The standard bank with two entries to go, one to fall, one to stay."""
    bank = Bank(paths.bank_path())
    bank.add(Memory(id="m-goes", title="Long gone", content="c"), HOST)
    bank.add(Memory(id="m-falls", title="Not asked for", content="c", relevance="high"), HOST)
    bank.add(Memory(id="m-stays", title="Mine", content="c"), Actor())
    bank.add(Memory(id="m-seen", title="Only injected", content="c"), HOST)
    written(bank, "m-goes", 300)
    written(bank, "m-seen", 200, 190)
    written(bank, "m-falls", 100, 45)
    written(bank, "m-stays", 900)
    bank.close()
    return bank


def test_a_look_changes_nothing(memdesk: CommandLine, aged: Bank) -> None:
    result = memdesk("clean")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "Would go to the trash (2):",
        "m-goes  Long gone      medium  never asked for; days since it was made: 300",
        "m-seen  Only injected  medium  never recalled; days since it was made: 200,"
        " since the last access: 190",
        "Would become less relevant (1):",
        "m-falls  Not asked for  high → medium  days since the last access: 45",
        "Nothing was changed. With --yes it is done.",
    ]
    assert aged.get("m-goes").deleted_at is None
    aged.close()


def test_yes_does_it_and_undo_takes_it_back(memdesk: CommandLine, aged: Bank) -> None:
    assert memdesk("clean", "--yes").stdout == (
        "Moved to the trash: 2. Made less relevant: 1. `memdesk undo` takes it back.\n"
    )
    assert memdesk("clean").stdout == "There is nothing to clean up.\n"
    assert aged.get("m-falls").relevance == "medium"
    assert memdesk("undo").returncode == 0
    assert aged.get("m-falls").relevance == "high"
    assert aged.get("m-goes").deleted_at is None
    aged.close()


@pytest.mark.parametrize("yes", [(), ("--yes",)])
def test_json_tells_the_same_before_and_after(
    memdesk: CommandLine, aged: Bank, yes: tuple[str, ...]
) -> None:
    told = json.loads(memdesk("clean", "--json", *yes).stdout)
    assert told["done"] is bool(yes)
    (goes, _seen), (falls,) = told["trash"], told["downgrade"]
    assert (goes["id"], goes["kind"], goes["title"]) == ("m-goes", "memory", "Long gone")
    assert (falls["id"], falls["relevance"], falls["to"]) == ("m-falls", "high", "medium")


def test_the_bounds_can_be_moved(memdesk: CommandLine, aged: Bank) -> None:
    def trash(*args: str) -> list[str]:
        told = json.loads(memdesk("clean", "--json", *args).stdout)
        return [entry["id"] for entry in told["trash"]]

    assert trash("--max-age-days", "301") == []
    assert trash("--max-age-days", "40") == ["m-goes", "m-seen", "m-falls"]
    assert trash("--max-age-days", "40", "--min-relevance", "high") == ["m-goes", "m-seen"]
    assert trash("--min-relevance", "medium") == []


@pytest.mark.parametrize("number", ["-1", "36501", "ten", "1.5"])
def test_wrong_bounds_are_wrong_usage(memdesk: CommandLine, number: str) -> None:
    result = memdesk("clean", f"--max-age-days={number}")
    assert result.returncode == 2
    assert "max-age-days" in result.stderr
    assert memdesk("clean", "--min-relevance", "highest").returncode == 2


def test_where_there_is_no_bank_none_is_made(memdesk: CommandLine) -> None:
    assert memdesk("clean", "--yes").stdout == "There is nothing to clean up.\n"
    assert not paths.bank_path().exists()
