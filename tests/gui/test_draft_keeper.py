"""What is typed before the window has read what it kept the last time is kept, too (spec 7.1)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankUnavailable
from memdesk.gui import draft_keeper
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.main_window import MainWindow
from memdesk.store import drafts
from memdesk.store.bank import Bank
from memdesk.store.drafts import KeptDraft


def test_what_was_typed_meanwhile_is_kept_beside_what_was_kept(
    qtbot: QtBot,
    bank: Bank,
    worker: BankWorker,
    make_window: Callable[..., MainWindow],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bank.add(Memory(id="m1", title="One", content="Text"), Actor())
    too_long = "x" * 201  # can't be stored: stays in its field
    drafts.keep(bank.path, [KeptDraft(kind="memory", base={"id": "m1"}, typed={"title": too_long})])
    monkeypatch.setattr(draft_keeper, "EVERY_MS", 3_600_000)  # what comes, comes at once
    go_on = threading.Event()
    worker.read(lambda _bank: go_on.wait(60), lambda _set: None)
    window = make_window()
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


def test_what_is_forgotten_everywhere_is_forgotten_in_the_window(
    qtbot: QtBot, bank: Bank, make_window: Callable[..., MainWindow]
) -> None:
    bank.add(Memory(id="stays", title="Stays", content="Text"), Actor())
    bank.add(Memory(id="gone", title="Gone", content="Text"), Actor())
    bank.add(Memory(id="shown", title="Shown", content="Text"), Actor())
    too_long = "x" * 201  # can't be stored: stays in its field
    window = make_window()
    with qtbot.waitSignal(window.keeper.restored):
        window.show()
    editor = window.pages["memories"].editor
    for id in ("stays", "gone", "shown"):
        window.showing.entry("memory", id)
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


def test_no_draft_is_kept_of_what_another_program_has_just_forgotten(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = ("stays", "gone", "going", "deleted")
    for id in ids:
        bank.add(Memory(id=id, title=id, content="Text"), Actor())
    bank.destroy([("memory", "deleted")], Actor())  # what was typed into it may be wanted yet
    heard = bank.generation()
    made = [
        KeptDraft(kind="memory", base={"id": id}, typed={"title": "x" * 201}, new=id == "new")
        for id in (*ids, "new")
    ]
    draft_keeper.keep_unforgotten(bank, made, heard)
    assert drafts.kept(bank.path) == made

    def kept() -> list[str]:
        return [one.id for one in drafts.kept(bank.path)]

    bank.forget_everywhere([("memory", "gone")], Actor())
    draft_keeper.keep_unforgotten(bank, made, heard)
    assert kept() == ["stays", "going", "new"]

    keep = drafts.keep

    def forget_first(path: Path, several: list[KeptDraft]) -> None:
        monkeypatch.setattr(drafts, "keep", keep)
        bank.forget_everywhere([("memory", "going")], Actor())
        keep(path, several)

    monkeypatch.setattr(drafts, "keep", forget_first)
    draft_keeper.keep_unforgotten(bank, made, heard)
    assert kept() == ["stays", "new"]


def test_what_was_said_of_drafts_is_taken_back_once_they_are_kept_again(
    qtbot: QtBot,
    bank: Bank,
    make_window: Callable[..., MainWindow],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise BankUnavailable("There is no room.")

    bank.add(Memory(id="m1", title="One", content="Text"), Actor())
    window = make_window()
    with qtbot.waitSignal(window.keeper.restored):
        window.show()
    window.showing.entry("memory", "m1")
    editor = window.pages["memories"].editor
    qtbot.waitUntil(lambda: editor.entry is not None)
    title = editor.field("title")
    with monkeypatch.context() as full:
        full.setattr(drafts, "keep", refuse)
        qtbot.keyClicks(title, "x" * 201)
        qtbot.waitUntil(lambda: window.notice.text == "There is no room.")
    qtbot.keyClicks(title, "x")
    qtbot.waitUntil(lambda: not window.notice.text)
    assert drafts.kept(bank.path)
