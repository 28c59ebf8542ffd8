"""The look before an import of one file, and the import."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.query import Query
from memdesk.gui.bank_worker import BankWorker
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
    dialog.show()
    qtbot.waitUntil(lambda: said in dialog.summary)
    assert not dialog.pane.table.isVisible()  # nor any other part of what has no tab
    assert not dialog.can_import
    assert not bank.exists()
