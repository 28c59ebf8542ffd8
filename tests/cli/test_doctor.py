"""`memdesk doctor`: what it finds, what it says to do, and that it leaves all as it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, Protocol

import pytest

from memdesk import paths
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.hosts import checkup, checkup_bank
from memdesk.hosts.checkup import look
from memdesk.hosts.finding import Finding
from memdesk.store import network_drive
from memdesk.store.bank import Bank

PERSON = Actor()
SECRET = "zanzibarquux"
posix = pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, env: dict[str, str] | None = None
    ) -> CompletedProcess[str]: ...


@pytest.fixture
def healthy(memdesk_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A standard bank with a backup; no display."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    bank = Bank(paths.bank_path())
    bank.add(Memory(title=f"about {SECRET}", content=SECRET, tags=(SECRET,)), PERSON)
    bank.backup()
    bank.close()
    return bank.path


def found(name: str) -> list[Finding]:
    return [one for one in look(paths.bank_path()) if one.name == name]


def wrong() -> list[tuple[str, str, str]]:
    return [
        (one.name, str(one.what), str(one.advice))
        for one in look(paths.bank_path())
        if one.state == "wrong"
    ]


def everything(folder: Path) -> list[tuple[str, int, int]]:
    """Every file with what a look must not change."""
    return sorted(
        (str(path), path.lstat().st_mode, path.lstat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    )


def test_all_is_well(memdesk: CommandLine, healthy: Path, memdesk_home: Path) -> None:
    before = everything(memdesk_home)
    result = memdesk("doctor")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Nothing is wrong." in result.stdout
    assert "Entries: 1, bytes: " in result.stdout
    told = json.loads(memdesk("doctor", "--json").stdout)
    assert told["ok"] is True
    assert {one["name"] for one in told["findings"]} == {
        "versions", "settings", "places", "permissions", "bank", "disk", "backups", "server",
        "hosts", "display",
    }  # fmt: skip
    for one in told["findings"]:
        assert one["state"] in ("ok", "note")
        assert (one["advice"] is None) == (one["state"] == "ok")
    assert everything(memdesk_home) == before


def test_where_there_is_nothing_nothing_is_made(memdesk: CommandLine, memdesk_home: Path) -> None:
    result = memdesk("doctor")
    assert (result.returncode, result.stderr) == (0, "")
    assert not memdesk_home.exists()


def test_nothing_that_is_remembered_is_told(memdesk: CommandLine, healthy: Path) -> None:
    assert SECRET not in memdesk("doctor", "--json").stdout


@posix
def test_what_others_may_open(memdesk: CommandLine, healthy: Path) -> None:
    healthy.chmod(0o644)
    healthy.parent.chmod(0o755)
    result = memdesk("doctor")
    assert result.returncode == 1
    assert f"chmod 600 {healthy}" in result.stdout
    assert f"chmod 700 {healthy.parent}" in result.stdout
    assert "Wrong: 2." in result.stdout


def test_a_damaged_bank(healthy: Path) -> None:
    with healthy.open("rb+") as file:
        file.seek(100)
        file.write(b"\xff" * 4096)
    ((name, what, _advice),) = wrong()
    assert name == "bank"
    assert str(healthy) in what


def test_no_bank_at_all(healthy: Path) -> None:
    healthy.write_bytes(b"")
    assert [name for name, _what, _advice in wrong()] == ["bank"]
    (finding,) = found("backups")
    assert ": 1, the newest of" in str(finding.what), "what lay there can be put back"


def test_a_disk_without_room(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup_bank, "LEAST_ROOM", 1 << 60)
    ((name, what, advice),) = wrong()
    assert name == "disk"
    assert "MB free" in what and "Make room" in advice


def test_backups_that_are_missing_or_old(healthy: Path) -> None:
    (saved,) = (healthy.parent / "backups").glob("*.sqlite")
    three_days = 3 * 24 * 3600
    written = healthy.stat().st_mtime
    os.utime(healthy, (written + three_days, written + three_days))
    ((name, what, advice),) = wrong()
    assert name == "backups" and ": 1, the newest of" in what and "memdesk backup" in advice
    saved.unlink()
    (finding,) = found("backups")
    assert (finding.state, str(finding.what)) == ("note", "No backup yet.")
    os.utime(healthy, (written - three_days, written - three_days))
    (finding,) = found("backups")
    assert finding.state == "wrong"


def test_settings_that_can_not_be_read(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths.config_dir().mkdir(mode=0o700)
    config = paths.config_dir() / "config.toml"
    config.touch(0o600)
    config.write_text("language = [", "utf-8")
    monkeypatch.setenv("MEMDESK_MAX_ENTRIES", "plenty")
    assert [(name, str(config) in what) for name, what, _advice in wrong()] == [
        ("settings", True),
        ("settings", False),
    ]


def test_a_wrong_setting_is_told_once_and_in_the_language_of_the_others(
    memdesk: CommandLine, healthy: Path
) -> None:
    paths.config_dir().mkdir(mode=0o700)
    config = paths.config_dir() / "config.toml"
    config.touch(0o600)
    config.write_text('http_port = "x"\nlanguage = "zh"\n', "utf-8")
    looked = memdesk("doctor")
    assert (looked.returncode, looked.stderr) == (1, "")
    assert looked.stdout.count("http_port") == 1
    told = memdesk("consolidate").stderr
    assert told.count("http_port") == 1
    assert "默认值" in told and "default" not in told
    assert memdesk("list").stderr == ""


def test_a_setting_that_can_not_be_what_it_is(healthy: Path) -> None:
    paths.config_dir().mkdir(mode=0o700)
    config = paths.config_dir() / "config.toml"
    config.touch(0o600)
    config.write_text('http_port = "x"\nlanguage = "zh"\nof_a_newer_memdesk = 1\n', "utf-8")
    ((name, what, _advice),) = wrong()
    assert name == "settings" and "http_port" in what and "default" in what
    config.write_text('transcripts = ["/talks"]\nhttp_port = 8000\n', "utf-8")
    assert wrong() == []


def test_places_where_nothing_can_be_kept(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths.log_dir().touch(0o600)
    ((name, what, advice),) = wrong()
    assert (name, what) == ("places", f"log: {paths.log_dir()} is no directory.")
    assert "Move it away" in advice
    paths.log_dir().unlink()
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != paths.data_dir())
    ((name, what, advice),) = wrong()
    assert (name, what) == ("places", f"data: {paths.data_dir()} can't be written to.")
    assert "MEMDESK_HOME" in advice


@posix
def test_a_link_that_leads_nowhere(healthy: Path) -> None:
    data = paths.data_dir()
    data.rename(data.with_name("elsewhere"))
    data.symlink_to("/nowhere")
    assert {(name, str(data) in what, "link" in advice) for name, what, advice in wrong()} == {
        ("places", True, True)
    }


def test_a_bank_that_is_none(healthy: Path) -> None:
    healthy.unlink()
    healthy.mkdir(mode=0o700)
    ((name, what, advice),) = wrong()
    assert name == "bank" and "no file" in what and "MEMDESK_BANK" in advice


def test_a_newest_backup_that_is_damaged(healthy: Path) -> None:
    (saved,) = (healthy.parent / "backups").glob("*.sqlite")
    with saved.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * 3000)
    ((name, what, advice),) = wrong()
    assert name == "backups" and str(saved) in what and "memdesk backup" in advice


@posix
def test_a_socket_whose_path_is_too_long(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMDESK_SOCKET", f"/tmp/{'a' * 120}.sock")
    ((name, what, advice),) = wrong()
    assert name == "server" and "too long" in what and "MEMDESK_SOCKET" in advice


def test_a_running_server(healthy: Path, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (finding,) = found("server")
    assert (finding.state, str(finding.what)) == ("ok", f"Served at {server}")
    monkeypatch.setattr(checkup, "__version__", "99.0")
    (finding,) = found("server")
    assert finding.state == "wrong"
    assert "Start it again" in str(finding.advice)


@posix
def test_a_socket_directory_of_someone_else(
    healthy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    monkeypatch.setenv("MEMDESK_SOCKET", str(tmp_path / "link" / "s.sock"))
    assert "is not yours" in wrong()[0][1]


def test_hosts_that_are_set_up(memdesk: CommandLine, healthy: Path) -> None:
    assert found("hosts")[0].state == "note"
    assert memdesk("connect", "cursor", "--write").returncode == 0
    told = json.loads(memdesk("doctor", "--json").stdout)
    assert [one["what"] for one in told["findings"] if one["name"] == "hosts"] == [
        "cursor is set up."
    ]
    settings = Path.home() / ".cursor" / "mcp.json"
    text = settings.read_text("utf-8")
    settings.write_text(text.replace(json.dumps(sys.executable)[1:-1], "/gone/memdesk"), "utf-8")
    if settings.read_text("utf-8") == text:  # it names the script beside the interpreter
        settings.write_text(text.replace('"mcp"', '"other"'), "utf-8")
    (stale,) = (one for one in json.loads(memdesk("doctor", "--json").stdout)["findings"]
                if one["name"] == "hosts")  # fmt: skip
    assert stale["state"] == "wrong"
    assert "memdesk connect cursor --write" in stale["advice"]
    settings.write_text("{ no json", "utf-8")
    assert memdesk("doctor").returncode == 1


@pytest.mark.skipif(sys.platform != "linux", reason="displays of Linux")
def test_a_display_that_does_not_answer(memdesk: CommandLine, healthy: Path) -> None:
    env = {"DISPLAY": ":4711", "QT_QPA_PLATFORM": "xcb"}
    result = memdesk("doctor", env=env)
    assert result.returncode == 1
    assert "No window can open" in result.stdout
    env["QT_QPA_PLATFORM"] = "offscreen"
    result = memdesk("doctor", env=env)
    assert result.returncode == 0
    assert "the desktop has no tray" in result.stdout


def test_what_can_not_be_looked_at_is_a_finding(
    healthy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_bank: Path) -> Any:
        raise PermissionError(13, "Permission denied", "/somewhere")
        yield

    monkeypatch.setattr(checkup_bank, "disk", fails)
    assert wrong() == [
        (
            "system",
            "/somewhere can't be looked at: Permission denied.",
            "See to it that you may read it, and that its disk answers.",
        )
    ]


def test_it_speaks_chinese(memdesk: CommandLine, healthy: Path) -> None:
    result = memdesk("doctor", env={"LC_ALL": "zh_CN.UTF-8"})
    assert "没有发现问题。" in result.stdout


def test_it_loads_no_qt_without_a_display(healthy: Path) -> None:
    code = (
        "import sys; from memdesk.cli import main; main(['doctor']);"
        " assert 'PySide6' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=os.environ)


@pytest.mark.parametrize(
    ("mounts", "kind"),
    [
        ("/dev/sda1 / ext4 rw 0 0\n", ""),
        ("/dev/sda1 / ext4 rw 0 0\nnas:/x {at} nfs4 rw 0 0\n", "nfs4"),
        ("nas:/x / nfs rw 0 0\n/dev/sda1 {at} ext4 rw 0 0\n", ""),
    ],
)
def test_network_drives(tmp_path: Path, mounts: str, kind: str) -> None:
    bank = tmp_path / "bank.sqlite"
    assert network_drive.kind_of(bank, mounts.format(at=tmp_path)) == kind
