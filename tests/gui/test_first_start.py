"""What a bank can begin with (spec 7.4)."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memdesk.core import constraint
from memdesk.core.entry import Memory
from memdesk.core.query import Query
from memdesk.exchange import formats
from memdesk.exchange.importing import import_found
from memdesk.exchange.source import Source
from memdesk.gui import modals
from memdesk.gui.first_start import FirstStart, offer, sample_file
from memdesk.gui.language import Language
from memdesk.store.backup import Backup
from memdesk.store.bank import Bank

GAMEASSIST = {
    "interests": ["games"],
    "preferences": [],
    "profileNotes": "",
    "tasks": [{"id": "a", "title": "A", "status": "todo"}],
    "works": [{"id": "w", "name": "W"}, {"id": "x", "name": "X"}],
}


def write_gameassist(folder: Path, text: str) -> Path:
    path = folder / "gameassist" / "memory.json"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    return path


def press(dialog: FirstStart, name: str) -> None:
    dialog.buttons()[name].click()


def start(qtbot: QtBot, newest: Backup | None = None) -> FirstStart:
    dialog = FirstStart(newest=newest)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: not dialog.looking)
    return dialog


def test_nothing_found_nothing_offered(qtbot: QtBot) -> None:
    assert list(start(qtbot).buttons()) == ["file", "sample", "empty"]


@pytest.mark.parametrize("moved", [True, False])
def test_gameassists_file_is_found(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moved: bool
) -> None:
    if moved:
        monkeypatch.setenv("DSH_HOME", str(tmp_path))
    path = write_gameassist(tmp_path if moved else Path.home() / ".dsh", json.dumps(GAMEASSIST))
    dialog = start(qtbot)
    button = dialog.buttons()["found-0"]
    assert button.sentence == f"Tasks: 1, Works: 2, Profile: 1 — found in {path}"
    press(dialog, "found-0")
    assert (dialog.beginning, dialog.paths, dialog.format) == ("import", (path,), "gameassist")
    assert dialog.result() == FirstStart.DialogCode.Accepted


@pytest.mark.parametrize("text", ["", "{", "[]", '{"tasks": []}'])
def test_what_holds_nothing_is_not_offered(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("DSH_HOME", str(tmp_path))
    path = write_gameassist(tmp_path, text)
    assert offer("gameassist", path) is None
    assert "found-0" not in start(qtbot).buttons()


def test_what_was_found_has_the_keyboard_and_the_others_follow(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DSH_HOME", str(tmp_path))
    write_gameassist(tmp_path, json.dumps(GAMEASSIST))
    dialog = start(qtbot)
    buttons = dialog.buttons()
    assert dialog.focusWidget() is buttons["found-0"]
    reached = []
    for _ in range(4):
        reached.append(dialog.focusWidget())
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert reached == [buttons[name] for name in ("found-0", "file", "sample", "empty")]
    assert dialog.focusWidget() is dialog.language
    buttons["found-0"].setFocus()
    qtbot.keyClick(buttons["found-0"], Qt.Key.Key_Return)
    assert dialog.beginning == "import"


def test_the_backups_of_a_bank_that_is_gone_come_first(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DSH_HOME", str(tmp_path))
    write_gameassist(tmp_path, json.dumps(GAMEASSIST))
    two_days_ago = datetime.now(UTC) - timedelta(days=2)
    newest = Backup(path=tmp_path / "b.sqlite", at=two_days_ago, reason="daily", size=1)
    dialog = start(qtbot, newest)
    buttons = dialog.buttons()
    assert buttons["backup"].sentence == (
        "The bank that was here is gone, its backups are still there (the newest: 2 days ago)"
    )
    assert dialog.focusWidget() is buttons["backup"]
    reached = []
    for _ in range(5):
        reached.append(dialog.focusWidget())
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert reached == [buttons[name] for name in ("backup", "found-0", "file", "sample", "empty")]
    assert buttons["backup"].y() < buttons["found-0"].y() < buttons["file"].y()
    press(dialog, "backup")
    assert (dialog.beginning, dialog.paths) == ("backup", ())
    assert dialog.result() == FirstStart.DialogCode.Accepted


def test_every_program_that_leaves_files_is_looked_for(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = []
    for number in range(9):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(GAMEASSIST), "utf-8")
        places.append((formats.named("gameassist"), path))
    monkeypatch.setattr(formats, "on_this_machine", lambda: iter(places))
    dialog = start(qtbot)
    offered = [name for name in dialog.buttons() if name.startswith("found-")]
    assert len(offered) == 9
    QApplication.processEvents()
    assert dialog.height() <= dialog.screen().availableGeometry().height()
    press(dialog, "found-8")
    assert dialog.paths == (tmp_path / "8.json",)


def test_choosing_does_not_wait_for_the_search(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slow() -> Iterator[tuple[formats.Format, Path]]:
        go_on.wait(90)
        yield from ()

    monkeypatch.setattr(formats, "on_this_machine", slow)
    dialog = FirstStart()
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.looking
    press(dialog, "empty")
    assert dialog.result() == FirstStart.DialogCode.Accepted
    go_on.set()


def test_files_are_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = start(qtbot)
    modals.next_answers.append(None)
    press(dialog, "file")
    assert dialog.isVisible()  # the person came back from the choice of a file
    files = (tmp_path / "x.json", tmp_path / "y.zip")
    modals.next_answers.append(files)
    press(dialog, "file")
    assert (dialog.beginning, dialog.paths, dialog.format) == ("import", files, "")
    assert not dialog.isVisible()


def test_starting_empty_and_with_the_sample(qtbot: QtBot) -> None:
    dialog = start(qtbot)
    press(dialog, "empty")
    assert (dialog.beginning, dialog.paths) == ("empty", ())
    dialog = start(qtbot)
    press(dialog, "sample")
    assert (dialog.beginning, dialog.paths) == ("sample", (sample_file("en"),))


def test_leaving_chooses_nothing(qtbot: QtBot) -> None:
    dialog = start(qtbot)
    dialog.reject()
    assert dialog.result() == FirstStart.DialogCode.Rejected


def test_the_language_is_said_at_once(qtbot: QtBot) -> None:
    dialog = start(qtbot)
    box = dialog.language
    box.setCurrentIndex(box.findData("zh"))
    with qtbot.waitSignal(dialog.language_changed) as changed:
        box.activated.emit(box.currentIndex())
    assert changed.args == ["zh"]


def test_it_fits_a_small_screen(qtbot: QtBot) -> None:
    dialog = start(qtbot)
    QApplication.processEvents()
    assert dialog.height() <= 640


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_sample_bank(bank: Bank, language: Language) -> None:
    found = formats.read(Source(sample_file(language)))
    assert found.skipped == []
    plan = import_found(bank, found)
    assert plan.skipped == []
    assert len(bank.entries(Query())) == len(found.entries) >= 20
    assert bank.profile().interests
    kinds = {entry.kind for entry in bank.entries(Query())}
    assert kinds == {"memory", "task", "work"}
    rules = [
        entry.id
        for entry in bank.entries(Query(kinds=("memory",)))
        if isinstance(entry, Memory) and constraint.verdict(entry).is_constraint
    ]
    assert len(rules) == 3
