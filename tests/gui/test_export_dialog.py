"""The export: what leaves, what the format can't hold, and what becomes of secrets (spec 4.2)."""

from __future__ import annotations

import json
import threading
from array import array
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.exchange import formats
from memdesk.gui import modals
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.export_dialog import ExportDialog, export_file
from memdesk.store.bank import Bank

USER = Actor()
NONE = array("q")
KEY = "ghp_" + "a1" * 20


def opened(qtbot: QtBot, worker: BankWorker, selected: array[int] = NONE) -> ExportDialog:
    dialog = ExportDialog(worker, selected=selected)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog._outlook is not None)
    return dialog


def write(qtbot: QtBot, dialog: ExportDialog, target: Path) -> str:
    qtbot.waitUntil(lambda: dialog.ready)
    modals.next_answers.append(target)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.written is not None)
    assert not dialog.isVisible()
    return dialog.written.read_text("utf-8")


def test_a_selection_or_what_a_filter_shows_is_exported_alone(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    wanted = bank.add(Task(title="Wanted", notes="No loss", relevance="high"), USER)
    shown = bank.add(Memory(title="Shown", content="x"), USER)
    bank.add(Memory(title="Not wanted", content="x"), USER)
    said: list[str] = []

    def operate(dialog: ExportDialog) -> None:
        dialog.choose("gameassist", 2)
        qtbot.waitUntil(lambda: "left out" in dialog.lacks)
        assert dialog.lacks.endswith("Relevance: 1")
        write(qtbot, dialog, tmp_path / "out")

    parent = QWidget()
    qtbot.addWidget(parent)
    modals.next_answers.append(operate)
    export_file(parent, worker, array("q", [wanted.key]), array("q", [shown.key]), said.append)
    written = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert [task["title"] for task in written["tasks"]] == ["Wanted"]
    assert said == ["Exported to out.json."]

    def filtered(dialog: ExportDialog) -> None:
        dialog.choose("memdesk", 1)
        assert not dialog._history.isVisible()
        write(qtbot, dialog, tmp_path / "shown.json")

    modals.next_answers.append(filtered)
    export_file(parent, worker, array("q", [wanted.key]), array("q", [shown.key]), said.append)
    root = json.loads((tmp_path / "shown.json").read_text("utf-8"))
    assert [one["title"] for one in root["memories"]] == ["Shown"]
    assert root["tasks"] == []


def test_secrets_are_asked_about_before_they_leave(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    bank.add(Memory(title="A key", content=f"It is {KEY}"), USER)
    bank.add(Memory(title="Called none", content=f"It is {KEY}", not_secret=True), USER)
    bank.add(Memory(title="Nothing", content="x"), USER)
    dialog = opened(qtbot, worker)
    assert dialog.secrets == ["A key"]
    assert not dialog.ready
    dialog.choose("gameassist")  # it holds no memories
    qtbot.waitUntil(lambda: dialog.ready)
    dialog.choose("memdesk")
    qtbot.waitUntil(lambda: dialog._outlook is not None)
    assert not dialog.ready
    dialog._redact.click()
    memories = json.loads(write(qtbot, dialog, tmp_path / "a.json"))["memories"]
    assert {one["title"]: one["content"] for one in memories} == {
        "A key": "It is [redacted: GitHub token]",
        "Called none": f"It is {KEY}",
        "Nothing": "x",
    }
    dialog = opened(qtbot, worker)
    dialog._keep.click()
    memories = json.loads(write(qtbot, dialog, tmp_path / "b.json"))["memories"]
    assert [one["content"] for one in memories if one["title"] == "A key"] == [f"It is {KEY}"]


def test_without_secrets_nothing_is_asked_and_the_history_goes_along_when_wanted(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    bank.add(Memory(title="A", content="x"), USER)
    dialog = opened(qtbot, worker)
    assert not dialog._secret_box.isVisible()
    assert dialog.lacks == "Entries: 1. The format holds everything."
    dialog._history.click()
    qtbot.waitUntil(lambda: dialog._outlook is not None)
    root = json.loads(write(qtbot, dialog, tmp_path / "a.json"))
    assert [one["action"] for one in root["history"]] == ["create"]


@pytest.mark.parametrize("name", formats.writable())
def test_every_format_can_be_chosen(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path, name: str
) -> None:
    bank.add(Memory(title="A title", content="x", tags=("t",)), USER)
    bank.add(Task(title="A task"), USER)
    dialog = opened(qtbot, worker)
    dialog.choose(name)
    assert dialog._format.currentText() != name  # it has words of its own
    qtbot.waitUntil(lambda: dialog._outlook is not None)
    assert "A t" in write(qtbot, dialog, tmp_path / f"out{formats.named(name).suffix}")


def test_a_folder_that_is_not_there_is_said(
    qtbot: QtBot, worker: BankWorker, tmp_path: Path
) -> None:
    dialog = opened(qtbot, worker)
    modals.next_answers.append(tmp_path / "missing" / "out.json")
    dialog.choose_button.click()
    qtbot.waitUntil(lambda: "can't be written" in dialog.hint)
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: dialog.ready)


def test_escape_stops_the_writing_and_leaves_the_old_file(
    qtbot: QtBot,
    bank: Bank,
    worker: BankWorker,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(3):
        bank.add(Memory(title=f"M{number}", content="x"), USER)
    dialog = opened(qtbot, worker)
    reached, go_on = threading.Event(), threading.Event()
    rows = Bank.rows

    def slow(self: Bank, keys: object) -> object:
        if threading.current_thread().name == "memdesk-surveying":
            reached.set()
            go_on.wait(90)
        return rows(self, keys)  # type: ignore[arg-type]

    monkeypatch.setattr(Bank, "rows", slow)
    target = tmp_path / "out.json"
    target.write_text("old")
    modals.next_answers.append(target)
    dialog.choose_button.click()
    assert reached.wait(90)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    go_on.set()
    qtbot.waitUntil(lambda: "Stopped" in dialog.hint)
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".json"] == ["out.json"]
    assert target.read_text() == "old"
