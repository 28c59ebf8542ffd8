"""What is typed before the window has read what it kept the last time is kept, too (spec 7.1)."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.gui import draft_keeper
from memdesk.gui.application import host_side
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.main_window import MainWindow
from memdesk.store import drafts
from memdesk.store.bank import Bank
from memdesk.store.drafts import KeptDraft


def test_what_was_typed_meanwhile_is_kept_beside_what_was_kept(
    qtbot: QtBot,
    bank: Bank,
    worker: BankWorker,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bank.add(Memory(id="m1", title="One", content="Text"), Actor())
    too_long = "x" * 201  # can't be stored: stays in its field
    drafts.keep(bank.path, [KeptDraft(kind="memory", base={"id": "m1"}, typed={"title": too_long})])
    monkeypatch.setattr(draft_keeper, "EVERY_MS", 3_600_000)  # what comes, comes at once
    go_on = threading.Event()
    worker.read(lambda _bank: go_on.wait(60), lambda _set: None)
    settings = QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat)
    window = MainWindow(worker, settings, host_side(bank.path))
    qtbot.addWidget(window)
    window.show()
    window.go("memories")
    window.page.new()
    qtbot.keyClicks(window.page.editor.field("content"), "No title yet")
    with qtbot.waitSignal(window.keeper.restored):
        go_on.set()
    qtbot.waitUntil(lambda: len(drafts.kept(bank.path)) == 2)
    old, new = drafts.kept(bank.path)
    assert (old.base["id"], old.typed) == ("m1", {"title": too_long})
    assert (new.new, new.typed) == (True, {"content": "No title yet"})
    window.preview.stop()


def test_what_is_forgotten_everywhere_is_forgotten_in_the_window(
    qtbot: QtBot, bank: Bank, worker: BankWorker, tmp_path: Path
) -> None:
    bank.add(Memory(id="stays", title="Stays", content="Text"), Actor())
    bank.add(Memory(id="gone", title="Gone", content="Text"), Actor())
    bank.add(Memory(id="shown", title="Shown", content="Text"), Actor())
    too_long = "x" * 201  # can't be stored: stays in its field
    settings = QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat)
    window = MainWindow(worker, settings, host_side(bank.path))
    qtbot.addWidget(window)
    with qtbot.waitSignal(window.keeper.restored):
        window.show()
    editor = window.pages["memories"].editor
    for id in ("stays", "gone", "shown"):
        window.show_entry("memory", id)
        qtbot.waitUntil(lambda id=id: editor.entry is not None and editor.entry.id == id)
        editor.field("title").setFocus()
        editor.field("title").selectAll()
        qtbot.keyClicks(editor.field("title"), id + too_long)
    qtbot.waitUntil(lambda: len(drafts.kept(bank.path)) == 3)
    # In another process, say: this window only hears that something was forgotten.
    other = Bank(bank.path)
    other.forget_everywhere([("memory", "gone"), ("memory", "shown")], Actor())
    other.close()
    qtbot.waitUntil(lambda: [draft.base.id for draft in editor.drafts] == ["stays"])
    qtbot.waitUntil(lambda: [one.id for one in drafts.kept(bank.path)] == ["stays"])
    qtbot.waitUntil(lambda: "shown" not in editor.field("title").text())
    assert b"gone" not in drafts.path_of(bank.path).read_bytes()
    window.preview.stop()
