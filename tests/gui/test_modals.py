"""Questions can be answered by tests; unanswered ones are really asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QFileInfo, QLocale, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QFileIconProvider,
    QLabel,
    QMessageBox,
)
from pytestqt.qtbot import QtBot

from memdesk import translation
from memdesk.gui import modals
from memdesk.gui.language import Speech
from memdesk.gui.modals import Choice, Shown

CHOICES = (Choice("delete", "Delete", "destroy"), Choice("keep", "Keep", "reject"))


def test_an_answer_is_given_and_the_question_kept(qtbot: QtBot) -> None:
    modals.next_answers.extend(["delete", None])
    assert modals.ask(None, "Title", "Delete it?", CHOICES, detail="For good.") == "delete"
    modals.inform(None, "Title", "Done.")
    assert modals.shown == [Shown("Title", "Delete it?", "For good."), Shown("Title", "Done.")]


def test_an_answer_without_button_is_a_fault_of_the_test(qtbot: QtBot) -> None:
    modals.next_answers.append("explode")
    with pytest.raises(AssertionError, match="explode"):
        modals.ask(None, "Title", "Delete it?", CHOICES)


@pytest.mark.parametrize(("button", "key"), [("Delete", "delete"), ("Keep", "keep")])
def test_unanswered_it_is_asked(qtbot: QtBot, button: str, key: str) -> None:
    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        next(one for one in box.buttons() if one.text() == button).click()

    QTimer.singleShot(0, press)
    assert modals.ask(None, "Title", "Delete it?", CHOICES) == key


def test_escape_is_the_rejecting_button(qtbot: QtBot) -> None:
    QTimer.singleShot(0, lambda: QApplication.activeModalWidget().reject())
    assert modals.ask(None, "Title", "Delete it?", CHOICES) == "keep"


def test_text_is_never_taken_for_markup(qtbot: QtBot) -> None:
    def look() -> None:
        box = QApplication.activeModalWidget()
        assert box.text() == "<b>x</b>"
        assert box.textFormat().name == "PlainText"
        box.accept()

    QTimer.singleShot(0, look)
    modals.inform(None, "Title", "<b>x</b>")


def test_files_and_texts(qtbot: QtBot, tmp_path: Path) -> None:
    modals.next_answers.extend([tmp_path, None, "typed", None])
    assert modals.choose_file_to_open(None, "Open") == tmp_path
    assert modals.choose_file_to_write(None, "Write") is None
    assert modals.ask_text(None, "Name", "New name") == "typed"
    assert modals.ask_text(None, "Name", "New name") is None


def test_a_dialog_of_our_own_can_be_operated(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)

    def operate(shown: QDialog) -> None:
        assert shown.isVisible()
        shown.accept()

    modals.next_answers.append(operate)
    assert modals.run(dialog) == QDialog.DialogCode.Accepted


def test_qts_own_file_dialog_speaks_chinese(qapp: QApplication, qtbot: QtBot) -> None:
    before, speech = QLocale(), Speech(qapp)
    speech.apply("zh")
    try:
        dialog = QFileDialog()
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        qtbot.addWidget(dialog)
        said = [label.text() for label in dialog.findChildren(QLabel) if label.text()]
        assert said
        assert [text for text in said if re.search("[a-z]{2}", text)] == []
        kind = QFileIconProvider().type(QFileInfo(str(Path.home().parent)))
        assert kind == "文件夹"
    finally:
        speech.apply("en")
        speech.deleteLater()
        QLocale.setDefault(before)
        translation.use_language(None)
