"""Where things lie, on each of the three systems, and that a socket's path is never too long."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from memdesk import paths
from memdesk.core.errors import NotAllowed
from memdesk.paths import MAX_SOCKET_PATH, address_on, below, runtime_on


@pytest.mark.skipif(sys.platform != "linux", reason="the rules of this system")
def test_linux_follows_its_standard(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("XDG_", "MEMDESK_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", "/home/a")
    found = paths.directories()
    assert found[:4] == (
        "/home/a/.local/share/memdesk",
        "/home/a/.config/memdesk",
        "/home/a/.local/state/memdesk/log",
        "/home/a/.cache/memdesk",
    )
    monkeypatch.setenv("XDG_DATA_HOME", "/d")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/r/")
    assert paths.data_dir() == Path("/d/memdesk")
    assert paths.runtime_dir() == Path("/r/memdesk")


def test_a_stripped_environment_finds_the_same_socket() -> None:
    """Hosts start their servers with little more than HOME and PATH."""
    full = runtime_on("linux", "/run/user/1000", "/home/a/.cache/memdesk", 1000, True)
    assert full == "/run/user/1000/memdesk"
    assert runtime_on("linux", "", "/home/a/.cache/memdesk", 1000, True) == full
    assert runtime_on("linux", "relative", "/home/a/.cache/memdesk", 1000, True) == full
    assert runtime_on("linux", "", "/c", 1000, False) == "/tmp/memdesk-1000"


def test_macos_and_windows_keep_it_below_what_is_the_persons_own() -> None:
    cache = "/Users/a/Library/Caches/memdesk"
    assert runtime_on("darwin", "/d", cache, 501, False) == cache + "/run"
    cache = "E:\\Local\\memdesk\\Cache"
    assert runtime_on("win32", "", cache, 0, False) == cache + "\\Run"


def test_one_variable_moves_everything() -> None:
    assert below("/m/", "/") == ("/m/data", "/m/config", "/m/log", "/m/cache", "/m/run")
    assert below("E:\\m", "\\").config == "E:\\m\\config"


def test_which_bank(memdesk_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert paths.bank_path() == memdesk_home / "data" / "memdesk.sqlite"
    monkeypatch.setenv("MEMDESK_BANK", "/b/named.sqlite")
    assert paths.bank_path() == Path("/b/named.sqlite")
    assert paths.bank_path("/x/y.sqlite") == Path("/x/y.sqlite")
    assert paths.bank_path("y.sqlite") == Path.cwd() / "y.sqlite"


def test_a_banks_address(memdesk_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = memdesk_home / "run"
    default = paths.bank_path()
    assert paths.socket_address(default) == f"{run}/memdesk.sock"
    assert paths.window_socket_address(default) == f"{run}/memdesk-window.sock"
    other = paths.socket_address(Path("/x/y.sqlite"))
    assert other.startswith(f"{run}/memdesk-") and other.endswith(".sock")
    assert other != paths.socket_address(Path("/x/z.sqlite"))
    monkeypatch.setenv("MEMDESK_SOCKET", "/s/own.sock")
    assert paths.socket_address(default) == "/s/own.sock"
    assert paths.window_socket_address(default) == "/s/own-window.sock"
    monkeypatch.setenv("MEMDESK_SOCKET", "/s.d/own")
    assert paths.window_socket_address(default) == "/s.d/own-window"


def test_one_bank_by_two_names_has_one_address(memdesk_home: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    direct = paths.socket_address(tmp_path / "b.sqlite")
    assert paths.socket_address(tmp_path / "link" / "b.sqlite") == direct


@pytest.mark.parametrize("suffix", ["", "-window"])
@pytest.mark.parametrize("over", [0, 1])
def test_a_path_too_long_gives_way_to_a_short_one(over: int, suffix: str) -> None:
    name = f"/memdesk{suffix}.sock"
    runtime = "/" + "é" + "r" * (MAX_SOCKET_PATH - len(name) - 3 + over)
    address = address_on("linux", "", runtime, "/b", "/b", 1000, suffix)
    assert len(address.encode()) <= MAX_SOCKET_PATH
    assert address.startswith("/tmp/memdesk-1000-") == bool(over)
    assert address.endswith(name)


def test_windows_has_pipes() -> None:
    bank, other = "c:\\b.sqlite", "c:\\o.sqlite"
    address = address_on("win32", "", "C:\\run", bank, bank)
    assert address.startswith("\\\\.\\pipe\\memdesk-")
    assert address != address_on("win32", "", "C:\\run", other, bank)
    assert address_on("win32", "", "C:\\run", bank, bank, suffix="-window") == address + "-window"


def test_a_private_directory_is_made_and_checked(short_dir: Path) -> None:
    directory = short_dir / "a" / "memdesk-1"
    paths.make_private(directory)
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    directory.chmod(0o755)
    paths.prepare_socket_directory(str(directory / "s.sock"))
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    (short_dir / "link").symlink_to(directory)
    with pytest.raises(NotAllowed):
        paths.make_private(short_dir / "link")


def test_a_directory_that_is_not_memdesks_is_left_as_it_is(short_dir: Path) -> None:
    directory = short_dir / "shared"
    directory.mkdir()
    directory.chmod(0o755)
    paths.prepare_socket_directory(str(directory / "s.sock"))
    assert stat.S_IMODE(directory.stat().st_mode) == 0o755


def test_workspaces_are_compared_in_one_form(tmp_path: Path) -> None:
    real = tmp_path / "project"
    real.mkdir()
    (tmp_path / "link").symlink_to(real)
    assert paths.normalise_workspace(f"{tmp_path}/link/") == str(real.resolve())
    assert paths.normalise_workspace("") == ""
    assert paths.normalise_workspace("/") == "/"


def test_a_command_line_names_a_workspace_from_where_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert paths.workspace_from_here("app/") == str(tmp_path.resolve() / "app")
    assert paths.workspace_from_here(".") == str(tmp_path.resolve())
    assert paths.workspace_from_here("") == ""
    for elsewhere in ("D:/app", "D:\\app", "\\\\host\\app"):
        assert paths.workspace_from_here(elsewhere) == elsewhere


def test_resources_are_there() -> None:
    assert (paths.resources() / "tokens").is_dir()
