"""The look before an import, the import, and what leaves by export."""

from __future__ import annotations

import json
from array import array
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.query import Query
from memdesk.gui import modals
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.export_dialog import ExportDialog, export_file
from memdesk.gui.import_dialog import ImportDialog
from memdesk.store.bank import Bank

USER = Actor()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "memory.json"
    path.write_text(
        json.dumps(
            {
                "interests": ["anime"],
                "tasks": [
                    {"id": "forum-game", "title": "Forum game", "status": "doing"},
                    {"id": "bad", "status": "todo"},
                ],
                "works": [{"id": "w", "name": "Work"}],
            }
        )
    )
    return path


def test_what_is_in_it_is_shown_before_and_undone_as_one_step(
    qtbot: QtBot, bank: Bank, worker: BankWorker, file: Path
) -> None:
    dialog = ImportDialog(worker, [file])
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.can_import)
    assert "gameassist" in dialog.summary
    assert "Tasks: 1" in dialog.summary
    assert "Works: 1" in dialog.summary
    assert len(dialog.skipped) == 1
    assert "tasks[1]" in dialog.skipped[0]
    assert bank.count(Query()) == 0
    with qtbot.waitSignal(dialog.imported):
        dialog._on_agreed()
    assert bank.get("forum-game").author == "import:gameassist"
    assert bank.profile().interests == ("anime",)
    bank.undo(USER)
    assert bank.count(Query()) == 0
    assert bank.profile().interests == ()


def test_the_same_file_again_has_nothing_new(
    qtbot: QtBot, bank: Bank, worker: BankWorker, file: Path
) -> None:
    for again in (False, True):
        dialog = ImportDialog(worker, [file])
        qtbot.addWidget(dialog)
        qtbot.waitUntil(lambda dialog=dialog: "gameassist" in dialog.summary)
        assert dialog.can_import is not again
        if not again:
            with qtbot.waitSignal(dialog.imported):
                dialog._on_agreed()
    assert "nothing new" in dialog.summary


@pytest.mark.parametrize(
    ("content", "said"),
    [("", "empty"), ('{"tasks": [', "line 1"), ("[1, 2]", "no format"), (None, "no file")],
)
def test_a_broken_file_is_refused_with_the_reason_and_changes_nothing(
    qtbot: QtBot,
    bank: Bank,
    worker: BankWorker,
    tmp_path: Path,
    content: str | None,
    said: str,
) -> None:
    path = tmp_path / "memory.json"
    if content is not None:
        path.write_text(content)
    dialog = ImportDialog(worker, [path])
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: said in dialog.summary)
    assert not dialog.can_import
    assert not bank.exists()


def test_a_selection_is_exported_alone(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    wanted = bank.add(Task(title="Wanted", notes="No loss", relevance="high"), USER)
    bank.add(Memory(title="Not wanted", content="x"), USER)
    target = tmp_path / "out.json"
    said: list[str] = []

    def choose(dialog: ExportDialog) -> int:
        dialog.choose("gameassist", only_selected=True)
        return ExportDialog.DialogCode.Accepted

    parent = QWidget()
    qtbot.addWidget(parent)
    modals.next_answers.extend([choose, target, None])
    export_file(parent, worker, array("q", [wanted.key]), said.append, said.append)
    qtbot.waitUntil(lambda: said != [])
    written = json.loads(target.read_text("utf-8"))
    assert [task["title"] for task in written["tasks"]] == ["Wanted"]
    qtbot.waitUntil(lambda: not modals.next_answers)
    assert "relevance" in modals.shown[-1].detail


def test_a_folder_that_is_not_there_is_said(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    refused: list[object] = []
    parent = QWidget()
    qtbot.addWidget(parent)
    modals.next_answers.extend([1, tmp_path / "missing" / "out.json"])
    export_file(parent, worker, array("q"), refused.append, refused.append)
    qtbot.waitUntil(lambda: refused != [])
    assert "can't be written" in str(refused[0])
