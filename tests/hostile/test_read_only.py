"""A disk that may only be read: each door says so, and what to look at (spec 6.2)."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from programs import Home

from memdesk.core.errors import BankUnavailable
from memdesk.hosts.window_socket import Handover, listen_or_hand_over
from memdesk.store.bank import Bank


@pytest.fixture
def read_only(small_disk: Path) -> Iterator[Home]:
    """A home with a bank, on a disk that was then made one to read."""
    home = Home(small_disk)
    assert home.run("add", "as it was", "--id", "m1").returncode == 0
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    yield home
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)


@pytest.mark.parametrize("command", [["list"], ["add", "x"], ["backup"], ["undo"], ["stats"]])
def test_each_command_says_why(read_only: Home, command: list[str]) -> None:
    done = read_only.run(*command)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == (
        f"memdesk: The bank {read_only.bank} can't be used: nothing can be written in its folder,"
        " which is needed even to read it.\n"
    )


def test_a_window_says_why_it_can_not_open(read_only: Home) -> None:
    address = str(read_only.folder / "run" / "memdesk-window.sock")
    with pytest.raises(BankUnavailable, match=r"No window can be opened, as .*Read-only file sys"):
        listen_or_hand_over(address, Handover("raise"), lambda _request: None)


def test_a_bank_is_as_before_when_the_disk_can_be_written_again(
    small_disk: Path,
) -> None:
    home = Home(small_disk)
    assert home.run("add", "as it was", "--id", "m1").returncode == 0
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    assert home.run("add", "refused", "--id", "m2").returncode == 1
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    assert home.run("add", "taken", "--id", "m3").returncode == 0
    bank = Bank(home.bank)
    assert {one.id for one in bank.entries()} == {"m1", "m3"}
    assert bank.check() == []
    bank.close()
