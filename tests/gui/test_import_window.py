"""The import window: files, what each would do, what is left out, where it goes (spec 4)."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory
from memdesk.core.query import Query
from memdesk.exchange import formats
from memdesk.gui import modals
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.import_dialog import ImportDialog
from memdesk.gui.import_sources import ImportSource, Sources
from memdesk.gui.import_steps import EFFECT, TITLE, Steps
from memdesk.store.bank import Bank

USER = Actor()


def tasks(path: Path, *titles: str, **more: Any) -> Path:
    root = {"tasks": [{"id": title, "title": title, "status": "todo"} for title in titles]}
    path.write_text(json.dumps(root | more), "utf-8")
    return path


def memories(path: Path, *texts: str) -> Path:
    many = [{"id": text, "text": text, "tags": []} for text in texts]
    path.write_text(json.dumps({"memories": many}), "utf-8")
    return path


def opened(qtbot: QtBot, worker: BankWorker, *paths: Path) -> ImportDialog:
    dialog = ImportDialog(worker, paths)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: not dialog.looking)
    return dialog


def agree(qtbot: QtBot, dialog: ImportDialog) -> None:
    with qtbot.waitSignal(dialog.imported):
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)


def labels(bank: Bank) -> list[str]:
    return sorted(entry.label for entry in bank.entries(Query()))


def show(dialog: ImportDialog, row: int) -> None:
    dialog.list.setCurrentIndex(dialog.sources.index(row))


def test_several_files_are_imported_together_and_undone_in_one_step(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    dialog = opened(
        qtbot,
        worker,
        tasks(tmp_path / "a.json", "one", "two"),
        memories(tmp_path / "b.json", "three"),
        tmp_path / "missing.json",
    )
    assert dialog.import_button.text() == "&Import 3"
    assert [one.problem is None for one in dialog.sources.all] == [True, True, False]
    agree(qtbot, dialog)
    assert labels(bank) == ["one", "three", "two"]
    bank.undo(USER)
    assert bank.count(Query()) == 0


def test_one_that_is_closed_while_it_reads_hears_no_answer(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    going_on = threading.Event()
    worker.survey(lambda _bank: going_on.wait(60), None)
    dialog = ImportDialog(worker, [tasks(tmp_path / "a.json", "one")])
    dialog.show()
    dialog.reject()
    dialog.deleteLater()
    QApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete.value)
    assert not isValid(dialog)
    answers: list[object] = []
    worker.survey(lambda _bank: "the next", answers.append)
    going_on.set()
    qtbot.waitUntil(lambda: answers == ["the next"])


def mixed(folder: Path) -> Path:
    """A folder with two formats in it, and things that are in none."""
    (folder / "deep").mkdir(parents=True)
    tasks(folder / "deep" / "a.json", "one", "two")
    memories(folder / "b.json", "three")
    (folder / "picture.png").write_bytes(b"\x89PNG\0")
    (folder / "broken.json").write_text('{"tasks": [')
    return folder


@pytest.mark.parametrize("packed", [False, True])
def test_a_folder_or_a_zip_shows_each_thing_that_it_holds(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path, packed: bool
) -> None:
    chosen = mixed(tmp_path / "mixed")
    if packed:
        chosen = Path(shutil.make_archive(str(tmp_path / "mixed"), "zip", chosen))
    dialog = opened(qtbot, worker, chosen)
    assert [one.name for one in dialog.sources.all] == ["b.json", "deep/a.json", chosen.name]
    rows = [dialog.sources.index(row) for row in range(3)]
    assert [row.data().split("\n")[1] for row in rows] == [
        "destinywind · Memories: 1",
        "gameassist · Tasks: 2",
        "Can't be taken: 2",
    ]
    assert dialog.sources.at(dialog.list.currentIndex()) is dialog.sources.all[0]
    assert rows[0].data(Qt.ItemDataRole.ToolTipRole) == f"{chosen}/b.json"
    box = Qt.ItemFlag.ItemIsUserCheckable
    assert [bool(row.flags() & box) for row in rows] == [True, True, False]
    assert rows[2].data(Qt.ItemDataRole.CheckStateRole) is None
    show(dialog, 2)
    assert "nothing that memdesk can take" in dialog.summary
    assert [line.split(":")[0] for line in dialog.skipped] == ["broken.json", "picture.png"]
    assert "in no known format" in dialog.skipped[1]
    dialog.sources.setData(rows[0], Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert dialog.import_button.text() == "&Import 2"
    dialog._add([ImportSource(path=chosen)])  # again: what was unticked is ticked
    assert len(dialog.sources.all) == 3
    assert dialog.import_button.text() == "&Import 3"
    agree(qtbot, dialog)
    assert labels(bank) == ["one", "three", "two"]
    bank.undo(USER)
    assert bank.count(Query()) == 0


def test_a_piece_of_a_folder_is_read_as_another_format(
    qtbot: QtBot, worker: BankWorker, tmp_path: Path
) -> None:
    dialog = opened(qtbot, worker, mixed(tmp_path / "mixed"))
    dialog._on_format_chosen(dialog.sources.all[0], "gameassist")
    qtbot.waitUntil(lambda: not dialog.looking)
    assert dialog.sources.index(0).data() == "b.json\ngameassist · Nothing to take"
    dialog._on_format_chosen(dialog.sources.all[0], "")
    qtbot.waitUntil(lambda: not dialog.looking)
    assert dialog.sources.index(0).data() == "b.json\ndestinywind · Memories: 1"


def test_an_unticked_file_entry_and_kind_are_left_out(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    dialog = opened(
        qtbot,
        worker,
        tasks(tmp_path / "a.json", "one", "two", works=[{"id": "w", "name": "W"}]),
        memories(tmp_path / "b.json", "three"),
    )
    dialog.list.setFocus()
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Space)
    assert dialog.import_button.text() == "&Import 3"
    assert not dialog.kind_boxes["memory"].isVisible()
    show(dialog, 0)
    qtbot.keyClick(dialog.pane.table, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.pane.table, Qt.Key.Key_Space)
    assert dialog.import_button.text() == "&Import 2"
    dialog.kind_boxes["work"].click()
    assert dialog.import_button.text() == "&Import 1"
    agree(qtbot, dialog)
    assert labels(bank) == ["one"]


def test_all_and_none_are_ticked_at_once(qtbot: QtBot, worker: BankWorker, tmp_path: Path) -> None:
    dialog = opened(qtbot, worker, tasks(tmp_path / "a.json", "one", "two"))
    dialog.pane._none.click()
    assert dialog.import_button.text() == "&Import"
    assert not dialog.can_import
    dialog.pane._all.click()
    assert dialog.import_button.text() == "&Import 2"


def test_each_entry_says_what_becomes_of_it_and_shows_what_differs(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    path = tasks(tmp_path / "a.json", "same", "newer", "kept")
    agree(qtbot, opened(qtbot, worker, path))
    bank.update("kept", {"notes": "my words"}, USER)
    root = json.loads(path.read_text("utf-8"))
    for task in root["tasks"][1:]:
        task |= {"notes": "their words", "updatedAt": "2099-01-01T00:00:00.000Z"}
    root["tasks"].append({"id": "fresh", "title": "fresh", "status": "todo"})
    path.write_text(json.dumps(root), "utf-8")
    dialog = opened(qtbot, worker, path)
    steps = dialog.pane.steps
    effects = [steps.index(row, EFFECT).data() for row in range(steps.rowCount())]
    assert effects == [
        "Here already",
        "Newer: Notes",
        "It was edited here since; your edit is kept.",
        "New",
    ]
    box = Qt.ItemDataRole.CheckStateRole
    assert [steps.index(row, TITLE).data(box) is not None for row in range(4)] == [
        False, True, False, True,
    ]  # fmt: skip
    dialog.pane.table.setCurrentIndex(steps.index(1, TITLE))
    qtbot.waitUntil(lambda: "their words" in dialog.pane.diff.toPlainText())
    dialog.pane.table.setCurrentIndex(steps.index(0, TITLE))
    qtbot.waitUntil(lambda: "here already" in dialog.pane.diff.toPlainText())


def test_the_profiles_gains_are_listed_and_can_be_left_out(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    bank.set_profile({"interests": ("games",)}, USER)
    path = tasks(tmp_path / "a.json", "one", interests=["games", "cats"], profileNotes="Note")
    dialog = opened(qtbot, worker, path)
    assert dialog.pane.profile == ["Interests: cats", "Notes: Note"]
    dialog.profile_box.click()
    agree(qtbot, dialog)
    assert bank.profile().interests == ("games",)
    dialog = opened(qtbot, worker, path)
    assert dialog.can_import  # the profile alone
    agree(qtbot, dialog)
    assert bank.profile().interests == ("games", "cats")


def test_new_entries_go_to_the_chosen_workspace_and_role(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    bank.add(Memory(title="x", content="x", workspace="/srv/there", role="coder"), USER)
    dialog = opened(qtbot, worker, tasks(tmp_path / "a.json", "one"))
    qtbot.waitUntil(lambda: dialog.workspace_field.count() == 2)
    assert dialog.role_field.itemText(1) == "coder"
    qtbot.keyClicks(dialog.workspace_field.lineEdit(), "/srv/other/")
    dialog.role_field.lineEdit().insert("r" * 5_000)  # as if pasted
    assert not dialog.can_import
    assert "Role" in dialog.hint
    dialog.role_field.lineEdit().clear()
    qtbot.keyClicks(dialog.role_field.lineEdit(), "writer")
    assert "Ctrl+Z" in dialog.hint
    agree(qtbot, dialog)
    assert (bank.get("one").workspace, bank.get("one").role) == ("/srv/other", "writer")


def test_files_folders_and_drops_are_added(
    qtbot: QtBot, worker: BankWorker, tmp_path: Path
) -> None:
    dialog = opened(qtbot, worker)
    assert dialog.sources.all == []
    first = tasks(tmp_path / "a.json", "one")
    folder = tmp_path / "dropped"
    folder.mkdir()
    modals.next_answers.extend([[first, first], folder])
    dialog._files_button.click()
    dialog._folder_button.click()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tasks(tmp_path / "b.json", "two")))])
    keys = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    for event in (
        QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, data, *keys),
        QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, *keys),
    ):
        QApplication.sendEvent(dialog, event)
        assert event.isAccepted()
    qtbot.waitUntil(lambda: not dialog.looking)
    assert [one.path.name for one in dialog.sources.all] == ["a.json", "dropped", "b.json"]
    assert dialog.sources.all[1].problem is not None
    assert dialog.import_button.text() == "&Import 2"


def test_what_is_found_here_is_offered_and_not_ticked(
    qtbot: QtBot, worker: BankWorker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = [
        (formats.named("gameassist"), tasks(tmp_path / "a.json", "one")),
        (formats.named("gameassist"), tasks(tmp_path / "empty.json")),
        (formats.named("destinywind"), tmp_path / "gone.json"),
    ]
    monkeypatch.setattr(formats, "on_this_machine", lambda: iter(places))
    dialog = opened(qtbot, worker)
    assert [one.path.name for one in dialog.sources.all] == ["a.json"]
    assert dialog.sources.index(0).data() == "gameassist\nTasks: 1"
    assert str(tmp_path / "a.json") in dialog.summary
    assert not dialog.can_import
    qtbot.keyClick(dialog.list, Qt.Key.Key_Space)
    assert dialog.import_button.text() == "&Import 1"


def test_another_format_is_chosen_where_the_file_does_not_tell(
    qtbot: QtBot, worker: BankWorker, tmp_path: Path
) -> None:
    dialog = opened(qtbot, worker, memories(tmp_path / "a.json", "one"))
    box = dialog.pane._format
    for name, said in (("gameassist", "nothing new"), ("memdesk", "not in memdesk's format")):
        box.setCurrentIndex(box.findData(name))
        box.activated.emit(box.currentIndex())
        qtbot.waitUntil(lambda said=said: said in dialog.summary)
        assert not dialog.can_import
    box.setCurrentIndex(0)
    box.activated.emit(0)
    qtbot.waitUntil(lambda: dialog.can_import)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Holds an import at its second entry: it was reached, it may go on."""
    reached, go_on = threading.Event(), threading.Event()
    add = Bank.add

    def slow(self: Bank, entry: Entry, actor: Actor) -> Entry:
        if entry.label == "two":
            reached.set()
            go_on.wait(90)
        return add(self, entry, actor)

    monkeypatch.setattr(Bank, "add", slow)
    yield reached, go_on
    go_on.set()


def test_escape_stops_an_import_and_nothing_stays(
    qtbot: QtBot,
    bank: Bank,
    worker: BankWorker,
    tmp_path: Path,
    held: tuple[threading.Event, threading.Event],
) -> None:
    bank.add(Memory(title="mine", content="x"), USER)
    dialog = opened(qtbot, worker, tasks(tmp_path / "a.json", "one", "two", "three"))
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert held[0].wait(90)
    assert not dialog.can_import
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()  # until what was begun is taken back
    held[1].set()
    qtbot.waitUntil(lambda: "Nothing was changed" in dialog.hint)
    assert labels(bank) == ["mine"]
    assert dialog.can_import
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_more_entries_than_are_listed_are_taken(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    path = tasks(tmp_path / "a.json", *(f"task {number}" for number in range(1_200)))
    dialog = opened(qtbot, worker, path)
    assert dialog.pane.steps.rowCount() == 1_000
    said = dialog.pane._more.text().replace(",", "")
    assert said == "The first 1000 are shown; the others are taken too."
    agree(qtbot, dialog)
    assert bank.count(Query()) == 1_200


def test_the_models_keep_the_rules_of_models(
    qtbot: QtBot, qtmodeltester: Any, worker: BankWorker, tmp_path: Path
) -> None:
    dialog = opened(qtbot, worker, tasks(tmp_path / "a.json", "one", "two"))
    qtmodeltester.check(dialog.sources)
    qtmodeltester.check(dialog.pane.steps)
    sources, steps = Sources(), Steps()
    qtmodeltester.check(sources)
    qtmodeltester.check(steps)
    source = ImportSource(path=tmp_path)
    assert sources.add([source]) == [source]
    sources.remove(source)
    assert sources.rowCount() == 0


def test_it_fits_a_small_screen_and_everything_has_a_name(
    qtbot: QtBot, worker: BankWorker, tmp_path: Path
) -> None:
    dialog = opened(qtbot, worker, tasks(tmp_path / "a.json", "one", profileNotes="x"))
    hint = dialog.minimumSizeHint()
    assert hint.width() <= 1024 and hint.height() <= 600
    for widget in (
        dialog.list,
        dialog.pane.table,
        dialog.pane.diff,
        dialog.pane._format,
        dialog.workspace_field,
        dialog.role_field,
    ):
        assert widget.accessibleName()
