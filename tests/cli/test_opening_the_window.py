"""`gui` and `quick-add`, as far as they go without a window of their own."""

from __future__ import annotations

import queue
from pathlib import Path
from subprocess import CompletedProcess
from typing import Protocol

from memdesk import paths
from memdesk.hosts.window_socket import Handover, WindowSocket


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, stdin: str | bytes = b"", env: dict[str, str] | None = None
    ) -> CompletedProcess[str]: ...


def broken_qt(folder: Path) -> dict[str, str]:
    """An environment in which Qt can't be loaded, as where a system library is missing."""
    package = folder / "PySide6"
    package.mkdir()
    (package / "__init__.py").write_text(
        'raise ImportError("libEGL.so.1: no such file", name="PySide6.QtGui")\n'
    )
    return {"PYTHONPATH": str(folder)}


def test_quick_add_is_handed_to_the_running_window(memdesk: CommandLine, tmp_path: Path) -> None:
    asked: queue.Queue[Handover] = queue.Queue()
    window = WindowSocket(paths.window_socket_address(paths.bank_path()), asked.put)
    assert window.start()
    try:
        done = memdesk("quick-add", "task: tea #home", env=broken_qt(tmp_path))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        request = asked.get(timeout=60)
    finally:
        window.stop()
    assert (request.action, request.argument) == ("quick-add", "task: tea #home")


def test_a_missing_library_is_said_in_one_sentence(memdesk: CommandLine, tmp_path: Path) -> None:
    env = broken_qt(tmp_path) | {"QT_QPA_PLATFORM": "offscreen"}
    for command in ((), ("gui", "--minimized"), ("quick-add",)):
        refused = memdesk(*command, env=env)
        assert refused.returncode == 1
        assert "a library is missing: libEGL.so.1" in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_a_file_to_import_is_handed_to_the_running_window(
    memdesk: CommandLine, tmp_path: Path
) -> None:
    export = tmp_path / "kept.memdesk.json"
    export.write_text('{"format": "memdesk"}', "utf-8")
    asked: queue.Queue[Handover] = queue.Queue()
    window = WindowSocket(paths.window_socket_address(paths.bank_path()), asked.put)
    assert window.start()
    try:
        done = memdesk("gui", export, env={"QT_QPA_PLATFORM": "offscreen"})
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        request = asked.get(timeout=60)
    finally:
        window.stop()
    assert (request.action, request.argument) == ("import", str(export))


def test_a_bank_is_handed_to_its_own_window(memdesk: CommandLine, tmp_path: Path) -> None:
    bank = tmp_path / "other.memdesk"
    assert memdesk("--bank", bank, "add", "Kept").returncode == 0
    asked: queue.Queue[Handover] = queue.Queue()
    window = WindowSocket(paths.window_socket_address(bank), asked.put)
    assert window.start()
    try:
        done = memdesk("gui", bank, env={"QT_QPA_PLATFORM": "offscreen"})
        assert (done.returncode, done.stderr) == (0, "")
        request = asked.get(timeout=60)
    finally:
        window.stop()
    assert request.action == "raise"


def test_a_file_that_is_not_there_is_said(memdesk: CommandLine, tmp_path: Path) -> None:
    refused = memdesk("gui", tmp_path / "gone.memdesk", env={"QT_QPA_PLATFORM": "offscreen"})
    assert refused.returncode == 1
    assert refused.stderr == f"memdesk: There is no file {tmp_path / 'gone.memdesk'}.\n"
