"""A hook answers empty and exits 0, whatever is wrong around it (spec 4.4)."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memdesk import paths
from memdesk.cli.hook import SECONDS
from memdesk.hosts.connect import HOOK_SECONDS
from memdesk.hosts.hook import HOSTS

SAID = json.dumps({"session_id": "s", "cwd": "/src/p", "prompt": "hi"}).encode()


def run(
    host: str = "claude-code", said: bytes = SAID, *, before: str = "", **env: str | None
) -> subprocess.CompletedProcess[bytes]:
    """The hook as a host runs it: by a shell, which may close or change things first."""
    command = [sys.executable, "-W", "error", "-m", "memdesk", "hook", host]
    environment = {name: value for name, value in os.environ.items() if name not in env}
    environment |= {name: value for name, value in env.items() if value is not None}
    return subprocess.run(
        ["sh", "-c", f'{before}\nexec "$@"', "sh", *command],
        input=said,
        capture_output=True,
        env=environment,
        check=False,
        timeout=60,
    )


def empty(done: subprocess.CompletedProcess[bytes]) -> bool:
    assert done.returncode == 0, done
    assert json.loads(done.stdout) == {}
    return True


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("said", [b"", b"\x00\xff", b"[[[[", b'"text"', b"{}garbage", b"null"])
def test_garbage_is_answered(host: str, said: bytes) -> None:
    assert empty(run(host, said))


@pytest.mark.parametrize("words", [[], ["claude-code", "--of-a-newer-one"], ["a", "b"], ["--role"]])
def test_wrong_usage_is_answered(words: list[str]) -> None:
    """Settings may have been written by another memdesk than the one that they run."""
    command = [sys.executable, "-W", "error", "-m", "memdesk", "hook", *words]
    done = subprocess.run(command, input=SAID, capture_output=True, check=False, timeout=60)
    assert empty(done)
    assert b"usage: memdesk" in done.stderr
    said = (paths.log_dir() / "hook.log").read_text("utf-8")
    assert "wrong usage: " + " ".join(["hook", *words]) in said


def test_without_a_home_it_answers(memdesk_home: Path) -> None:
    nowhere = {"HOME": None, "USERPROFILE": None, "MEMDESK_HOME": None, "XDG_DATA_HOME": None}
    done = run(**nowhere, MEMDESK_BANK=str(memdesk_home / "none.sqlite"))
    assert empty(done)
    for home in ("", "/nowhere/at/all", "relative"):
        assert empty(run(HOME=home, MEMDESK_BANK=str(memdesk_home / "none.sqlite")))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_that_can_t_be_written_is_answered(memdesk_home: Path) -> None:
    memdesk_home.mkdir()
    memdesk_home.chmod(0o500)
    try:
        assert empty(run())
        assert empty(run(said=b"garbage"))  # and so not even the log can be
    finally:
        memdesk_home.chmod(0o700)


def test_a_file_where_the_directory_should_be_is_answered(memdesk_home: Path) -> None:
    # What a read-only disk is to a hook, and root is stopped by it as well.
    memdesk_home.write_text("no directory")
    assert empty(run())
    done = run(said=b"garbage")
    assert empty(done)
    assert b"memdesk: " in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.parametrize("bank", [b"", b"x" * 5_000, b"SQLite format 3\0" + b"\xff" * 9_000])
def test_a_damaged_bank_is_answered_and_left_as_it_is(memdesk_home: Path, bank: bytes) -> None:
    path = memdesk_home / "data" / "memdesk.sqlite"
    path.parent.mkdir(parents=True)
    path.write_bytes(bank)
    assert empty(run())
    assert path.read_bytes() == bank
    assert (memdesk_home / "log" / "hook.log").read_text("utf-8").strip()


def test_a_full_pipe_s_end_and_a_closed_one_are_answered() -> None:
    for before in ("exec >&-", "exec >/dev/full", "exec 2>&-", "exec <&-", "exec <&- >&- 2>&-"):
        assert run(before=before).returncode == 0, before


@pytest.fixture
def address(short_dir: Path) -> str:
    address = paths.socket_address(paths.bank_path(None))
    paths.prepare_socket_directory(address)
    return address


@pytest.fixture
def hanging(address: str) -> Iterator[Callable[[bytes], None]]:
    """A server that takes connections and then says some bytes, or nothing, and never more."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    taken: list[socket.socket] = []

    def serve(says: bytes) -> None:
        def take() -> None:
            while True:
                try:
                    taken.append(listener.accept()[0])
                    taken[-1].sendall(says)
                except OSError:
                    return  # closed at the end of the test

        threading.Thread(target=take, daemon=True).start()

    yield serve
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    for one in taken:
        one.close()


@pytest.mark.parametrize("says", [b"", b"{", b"x" * 100_000])
def test_a_server_that_hangs_is_given_up_in_time(
    hanging: Callable[[bytes], None], says: bytes
) -> None:
    hanging(says)
    started = time.monotonic()
    assert empty(run())
    # The hook's own limit is what ends it; the rest is how slowly a busy machine starts Python.
    assert time.monotonic() - started < SECONDS + 30
    assert SECONDS < HOOK_SECONDS  # well before the host gives up (spec 4.4)


@pytest.mark.parametrize("says", [b"garbage\n", b"[]\n" * 50, b'{"id":1,"result":{}}\n', b"\xff\n"])
def test_a_server_that_says_nonsense_is_no_trouble(
    hanging: Callable[[bytes], None], says: bytes
) -> None:
    hanging(says)
    assert empty(run())


def test_a_server_that_only_refuses_connections_is_none(address: str, memdesk_home: Path) -> None:
    # A killed server leaves its file behind: then the hook opens the bank itself.
    stale = socket.socket(socket.AF_UNIX)
    stale.bind(address)
    stale.close()
    from memdesk.core.authors import Actor
    from memdesk.core.entry import Memory
    from memdesk.store.bank import Bank

    path = paths.bank_path(None)
    path.parent.mkdir(parents=True)
    bank = Bank(path)
    bank.add(Memory(title="t", content="Never push"), Actor())
    bank.close()
    assert b"Never push" in run().stdout
