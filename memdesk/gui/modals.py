"""Every question that stops the person goes through here, so that tests can answer it.

A test puts answers into `next_answers` before the act that asks, and reads in `shown` what was
asked. With no answer waiting, the real dialog is executed. The dialogs are built either way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QT_TRANSLATE_NOOP, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMessageBox, QWidget

from memdesk.gui.dialog_buttons import without_pictures

UNTRANSLATED_BY_QT = (
    QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Folder"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Drive"),
)
"""What Qt's own file dialog says in English in Chinese too: memdesk's catalogue has it."""

Weight = Literal["info", "question", "warning", "error"]
Part = Literal["accept", "destroy", "reject", "other"]

_ICONS = {
    "info": QMessageBox.Icon.Information,
    "question": QMessageBox.Icon.Question,
    "warning": QMessageBox.Icon.Warning,
    "error": QMessageBox.Icon.Critical,
}
_PARTS = {
    "accept": QMessageBox.ButtonRole.AcceptRole,
    "destroy": QMessageBox.ButtonRole.DestructiveRole,
    "reject": QMessageBox.ButtonRole.RejectRole,
    "other": QMessageBox.ButtonRole.ActionRole,
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what `ask` returns for it, what stands on it, and its part in the dialog."""

    key: str
    text: str
    part: Part = "accept"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a person was asked or told."""

    title: str
    text: str
    detail: str = ""


next_answers: deque[Any] = deque()
"""For tests, first in first out: a choice's key for `ask`; None or anything for `inform`; a path
or None for files and folders; a text or None for `ask_text`; for `run` a result or a callable that
is given the shown dialog, operates it and may return a result."""

shown: list[Shown] = []
"""What was asked and told while answers were waiting, oldest first."""


def ask(
    parent: QWidget | None,
    title: str,
    text: str,
    choices: Sequence[Choice],
    *,
    detail: str = "",
    weight: Weight = "question",
    default: str = "",
) -> str:
    """Ask, and return the key of the chosen button.

    Escape and the window's cross give the key of the choice whose part is `reject`, or "" where
    there is none. `default` is the key of the button that Enter presses; it should never be a
    destroying one. `detail` is a smaller second paragraph.
    """
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setText(text)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(detail)
    box.setIcon(_ICONS[weight])
    buttons = {choice.key: box.addButton(choice.text, _PARTS[choice.part]) for choice in choices}
    without_pictures(box)
    leaving = next((choice.key for choice in choices if choice.part == "reject"), "")
    if leaving:
        box.setEscapeButton(buttons[leaving])
    if default:
        box.setDefaultButton(buttons[default])
    if next_answers:
        shown.append(Shown(title, text, detail))
        answer = str(next_answers.popleft())
        if answer and answer not in buttons:
            raise AssertionError(f"no button {answer!r} among {sorted(buttons)}")
        box.deleteLater()
        return answer or leaving
    box.exec()
    clicked = box.clickedButton()
    box.deleteLater()
    return next((key for key, button in buttons.items() if button is clicked), leaving)


def inform(
    parent: QWidget | None, title: str, text: str, *, detail: str = "", weight: Weight = "info"
) -> None:
    """Tell something that has to be read, and wait until it is."""
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setText(text)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(detail)
    box.setIcon(_ICONS[weight])
    box.setStandardButtons(QMessageBox.StandardButton.Ok)
    without_pictures(box)
    if next_answers:
        shown.append(Shown(title, text, detail))
        next_answers.popleft()
    else:
        box.exec()
    box.deleteLater()


def choose_file_to_open(
    parent: QWidget | None, title: str, *, folder: Path | None = None, filters: str = ""
) -> Path | None:
    """A file that exists, or None. `filters` as QFileDialog takes them."""
    if next_answers:
        return _answered_path(title)
    name, _ = QFileDialog.getOpenFileName(parent, title, str(folder or ""), filters)
    return Path(name) if name else None


def choose_files_to_open(parent: QWidget | None, title: str, *, filters: str = "") -> list[Path]:
    """Files that exist; none when the person leaves."""
    if next_answers:
        shown.append(Shown(title, ""))
        return [Path(one) for one in next_answers.popleft() or ()]
    names, _ = QFileDialog.getOpenFileNames(parent, title, "", filters)
    return [Path(name) for name in names]


def choose_file_to_write(
    parent: QWidget | None, title: str, *, suggested: Path | None = None, filters: str = ""
) -> Path | None:
    """A file to be written (the dialog asks before an existing one is taken), or None."""
    if next_answers:
        return _answered_path(title)
    name, _ = QFileDialog.getSaveFileName(parent, title, str(suggested or ""), filters)
    return Path(name) if name else None


def choose_folder(parent: QWidget | None, title: str) -> Path | None:
    """A folder that exists, or None."""
    if next_answers:
        return _answered_path(title)
    name = QFileDialog.getExistingDirectory(parent, title)
    return Path(name) if name else None


def ask_text(parent: QWidget | None, title: str, label: str, text: str = "") -> str | None:
    """One line of text, or None when the person leaves."""
    if next_answers:
        shown.append(Shown(title, label))
        answer = next_answers.popleft()
        return None if answer is None else str(answer)
    given, accepted = QInputDialog.getText(parent, title, label, text=text)
    return given if accepted else None


def run(dialog: QDialog) -> int:
    """Execute a dialog of memdesk's own and return QDialog's result code."""
    if next_answers:
        shown.append(Shown(dialog.windowTitle(), ""))
        answer = next_answers.popleft()
        if not isinstance(answer, Callable):
            return int(answer)
        dialog.show()
        given = answer(dialog)
        dialog.hide()
        return dialog.result() if given is None else int(given)
    return dialog.exec()


def _answered_path(title: str) -> Path | None:
    shown.append(Shown(title, ""))
    answer = next_answers.popleft()
    return None if answer is None else Path(answer)
