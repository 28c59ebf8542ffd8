"""What the system says of a failure is said in words that have a translation."""

from __future__ import annotations

import errno
import os
import socket
import sqlite3
import ssl
import sys
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.core import reasons
from memdesk.core.reasons import reason_of


@pytest.mark.skipif(sys.platform != "linux", reason="other systems use other words")
def test_they_are_the_systems_own_words() -> None:
    said = {name: os.strerror(getattr(errno, name)) for name in reasons._OF_ERRNO}
    full = dict.fromkeys(("ENOSPC", "EDQUOT"), "the disk is full")
    assert said | full == reasons._OF_ERRNO
    assert set(said.values()) - {said["ENOSPC"], said["EDQUOT"]} < reasons.SAID


def test_the_number_decides_whatever_the_system_calls_it() -> None:
    assert reason_of(PermissionError(errno.EACCES, "拒绝访问。")) == "Permission denied"
    assert reason_of(OSError(errno.ENOSPC, "")) == "the disk is full"
    assert reason_of(OSError(errno.ENOTSUP, "")) == "Operation not supported"


def test_what_has_no_words_of_its_own_is_said_as_it_is() -> None:
    assert reason_of(OSError(errno.ENOTTY, "No typewriter.")) == "No typewriter."
    assert reason_of(OSError("of a library")) == "of a library"
    assert reason_of(ValueError("not JSON")) == "not JSON"
    assert reason_of(EOFError()) == "EOFError"
    assert reason_of(TimeoutError()) == "TimeoutError"


def test_on_windows_a_file_in_use_is_told_from_one_without_permission() -> None:
    class OfWindows(OSError):
        winerror = 5

    error = OfWindows(errno.EACCES, "Access is denied")
    assert reason_of(error) == "Permission denied"
    error.winerror = 32
    assert reason_of(error) == "another program is using it"


def test_a_socket_of_windows_has_names_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(errno.errorcode, 10061, "WSAECONNREFUSED")
    assert reason_of(ConnectionRefusedError(10061, "")) == "Connection refused"


def test_names_and_certificates_have_numbers_of_their_own() -> None:
    said = "certificate verify failed: self-signed certificate"
    assert reason_of(ssl.SSLCertVerificationError(errno.EPERM, said)) == said
    assert reason_of(ssl.SSLError(errno.EIO, said)) == said
    assert reason_of(socket.gaierror(errno.ENOENT, "not now")) == "not now"


def read_tables(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("SELECT * FROM sqlite_master")


def test_what_libraries_say_without_a_number(tmp_path: Path) -> None:
    one, other = socket.socketpair()
    with one, other:
        one.settimeout(0.001)
        with pytest.raises(TimeoutError) as late:
            one.recv(1)
    assert reason_of(late.value) in reasons.SAID
    (tmp_path / "text").write_bytes(b"no database " * 100)
    for file in ("text", "no folder/file"):
        with pytest.raises(sqlite3.Error) as refused:
            read_tables(tmp_path / file)
        assert reason_of(refused.value) in reasons.SAID
