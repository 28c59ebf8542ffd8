"""Whether it is a full disk that kept something from being written, however SQLite puts it."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankUnavailable
from memdesk.store import room
from memdesk.store.bank import Bank
from memdesk.translation import say, use_language

VAGUE = {
    sqlite3.SQLITE_IOERR_SHMSIZE: "disk I/O error",
    sqlite3.SQLITE_IOERR_WRITE: "disk I/O error",
    sqlite3.SQLITE_CANTOPEN: "unable to open database file",
}


def failure(code: int, text: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(room.os, "fsync", fail)


@pytest.mark.parametrize("code", VAGUE)
@pytest.mark.usefixtures("full")
def test_a_vague_failure_on_a_full_disk(tmp_path: Path, code: int) -> None:
    error = failure(code, VAGUE[code])
    assert room.is_lacking(error, tmp_path / "b.sqlite")
    assert room.reason(error, tmp_path / "b.sqlite") == "the disk is full"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("code", VAGUE)
def test_a_vague_failure_where_there_is_room(tmp_path: Path, code: int) -> None:
    error = failure(code, VAGUE[code])
    assert not room.is_lacking(error, tmp_path / "b.sqlite")
    assert room.reason(error, tmp_path / "b.sqlite") == VAGUE[code]
    assert list(tmp_path.iterdir()) == []


def test_what_is_clear_is_not_asked_again(tmp_path: Path) -> None:
    there, gone = tmp_path / "b.sqlite", tmp_path / "gone" / "b.sqlite"
    full = failure(sqlite3.SQLITE_FULL, "database or disk is full")
    assert room.is_lacking(full, there)
    assert room.is_lacking(OSError(errno.ENOSPC, "No space left on device"), there)
    assert not room.is_lacking(OSError(errno.EIO, "Input/output error"), there)
    assert not room.is_lacking(failure(sqlite3.SQLITE_BUSY, "database is locked"), there)
    assert not room.is_lacking(failure(sqlite3.SQLITE_CANTOPEN, "unable to open"), gone)
    assert not room.is_lacking(ValueError("something else"), there)
    refusal = BankUnavailable("so")
    assert room.reason(refusal, there) is refusal


@pytest.mark.usefixtures("full")
def test_a_bank_on_a_full_disk_says_so(bank: Bank) -> None:
    bank.add(Memory(title="t", content="c"), Actor())
    with pytest.raises(BankUnavailable, match="The disk is full") as refused, bank.snapshot():
        raise failure(sqlite3.SQLITE_IOERR_SHMSIZE, "disk I/O error")
    use_language("zh")
    try:
        assert "磁盘已满" in say(refused.value)
        inner = BankUnavailable(
            "The backup {path} can't be used: {reason}.",
            path="b",
            reason=refused.value,
        )
        assert say(inner) == f"备份 b 无法使用：{say(refused.value)}"
        plain = BankUnavailable(
            "The backup {path} can't be used: {reason}.",
            path="b",
            reason="the disk is full",
        )
        assert say(plain) == "备份 b 无法使用：磁盘已满。"
    finally:
        use_language(None)
    assert str(inner) == f"The backup b can't be used: {refused.value}"
