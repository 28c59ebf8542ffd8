"""Mirrors in the window: a new one, one that others wrote into, one that is given up (spec 4.3)."""

from __future__ import annotations

import json
from pathlib import Path

from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Task
from memdesk.exchange import formats
from memdesk.exchange.source import Source
from memdesk.gui import modals
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.mirrors_dialog import MirrorsDialog
from memdesk.hosts import mirrors
from memdesk.store.bank import Bank

USER = Actor()


def opened(qtbot: QtBot, worker: BankWorker) -> MirrorsDialog:
    dialog = MirrorsDialog(worker, mirrors)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_a_mirror_is_made_edited_by_others_overwritten_and_given_up(
    qtbot: QtBot, bank: Bank, worker: BankWorker, memdesk_home: Path, tmp_path: Path
) -> None:
    bank.add(Task(id="t1", title="One"), USER)
    dialog = opened(qtbot, worker)
    assert not dialog.remove_button.isEnabled()
    path = tmp_path / "memory.json"
    modals.next_answers.append(path)
    dialog.add_button.click()
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    assert "Equal to the bank" in dialog.list.item(0).text()
    assert json.loads(path.read_text("utf-8"))["tasks"][0]["title"] == "One"
    assert not dialog.overwrite_button.isEnabled()
    path.write_text('{"tasks": []}')
    qtbot.waitUntil(dialog.overwrite_button.isEnabled)
    assert "Others have written" in dialog.list.item(0).text()
    with qtbot.waitSignal(dialog.import_wanted) as wanted:
        dialog.import_button.click()
    assert wanted.args == [(path,), "gameassist"]
    dialog.overwrite_button.click()
    qtbot.waitUntil(lambda: not dialog.overwrite_button.isEnabled())
    assert "One" in path.read_text("utf-8")
    dialog.remove_button.click()
    qtbot.waitUntil(lambda: dialog.list.count() == 0)
    assert path.exists()


def test_what_others_wrote_into_a_section_is_offered_for_import(
    qtbot: QtBot, bank: Bank, worker: BankWorker, memdesk_home: Path, tmp_path: Path
) -> None:
    bank.add(Task(id="t1", title="One"), USER)
    path = tmp_path / "AGENTS.md"
    mirrors.add(bank, str(path), "section", "", "", "")
    dialog = opened(qtbot, worker)
    path.write_text(path.read_text("utf-8").replace("## Tasks\n", "## Tasks\n- Theirs\n"), "utf-8")
    qtbot.waitUntil(dialog.import_button.isEnabled)
    with qtbot.waitSignal(dialog.import_wanted) as wanted:
        dialog.import_button.click()
    paths, format_name = wanted.args
    found = formats.read(Source(paths[0]), format_name)
    assert [(one.entry.kind, one.entry.label) for one in found.entries] == [("task", "Theirs")]


def test_what_cannot_be_is_said(
    qtbot: QtBot, bank: Bank, worker: BankWorker, memdesk_home: Path, tmp_path: Path
) -> None:
    dialog = opened(qtbot, worker)
    path = tmp_path / "no" / "AGENTS.md"
    dialog.shape_box.setCurrentIndex(1)
    for _again in range(2):
        modals.next_answers.append(path)
        dialog.add_button.click()
        qtbot.waitUntil(lambda: dialog.list.count() == 1)
    assert "can't be written" in dialog.list.item(0).text()
    qtbot.waitUntil(lambda: "a mirror already" in dialog.hint)
    assert dialog.minimumSizeHint().height() <= 600


def test_without_a_mirror_it_says_how_to_get_one(
    qtbot: QtBot, bank: Bank, worker: BankWorker, memdesk_home: Path, tmp_path: Path
) -> None:
    bank.add(Task(id="t1", title="One"), USER)
    dialog = opened(qtbot, worker)
    assert not dialog.list.isVisible() and not dialog.remove_button.isVisible()
    assert dialog.host_field.lineEdit().placeholderText() == "Any host"
    modals.next_answers.append(tmp_path / "memory.json")
    dialog.add_button.click()
    qtbot.waitUntil(dialog.list.isVisible)
    assert dialog.remove_button.isVisible()
    dialog.remove_button.click()
    qtbot.waitUntil(lambda: not dialog.list.isVisible())
