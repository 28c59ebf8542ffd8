"""Commands on an outdated bank say what keeps them (spec 1.8, 3.5)."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import old_banks
import pytest

from memdesk import paths
from memdesk.cli import outdated
from memdesk.store.bank import Bank
from memdesk.store.outdated import Stage, Watch

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def old(memdesk_home: Path) -> Bank:
    path = paths.bank_path()
    old_banks.unpack(1, path)
    return Bank(path)


def test_a_small_bank_is_brought_up_to_date_without_a_word(old: Bank, memdesk: Run) -> None:
    done = memdesk("list")
    assert (done.returncode, done.stderr) == (0, "")
    assert "terminal" in done.stdout
    assert not old.is_outdated()


@pytest.mark.parametrize("command", ["list", "block"])
def test_who_waits_for_another_is_told_so(old: Bank, command: str) -> None:
    with closing(sqlite3.connect(old.path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = wal")
        other.execute("BEGIN IMMEDIATE")
        with subprocess.Popen(
            [sys.executable, "-m", "memdesk", command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "LANGUAGE": "en"},
        ) as waiting:
            assert waiting.stderr is not None
            assert waiting.stderr.readline() == (
                f"memdesk: Waiting for another memdesk, which brings the bank {old.path} up to"
                " date.\n"
            )
            other.execute("ROLLBACK")
            said, _more = waiting.communicate(timeout=90)
    assert waiting.returncode == 0
    assert "terminal" in said.lower()
    assert not old.is_outdated()


def test_a_server_begins_once_it_is_done(old: Bank) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "memdesk", "serve"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline().strip() == paths.socket_address(old.path)
        assert not old.is_outdated()
        server.terminate()


def test_each_stage_is_said_once_it_is_late(
    old: Bank, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outdated, "SECONDS", 0)
    bring = Bank.bring_up_to_date

    def late(bank: Bank, watch: Watch) -> None:
        def tell(stage: Stage) -> None:
            said = watch.told.__self__  # type: ignore[attr-defined]
            said.timer.join()  # SECONDS have passed
            watch.told(stage)

        bring(bank, Watch(tell))

    monkeypatch.setattr(Bank, "bring_up_to_date", late)
    outdated.bring_up_to_date(old)
    old.close()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert "A backup is being made first" in lines[0]
    assert "some minutes" in lines[1]
