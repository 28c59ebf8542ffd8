"""The first start: a language, and what the bank begins with (spec 7.4)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QCommandLinkButton,
    QDialog,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.errors import MemdeskError
from memdesk.exchange import formats
from memdesk.exchange.source import Source
from memdesk.gui import modals, theme, words
from memdesk.gui.icons import icon, program_icon
from memdesk.gui.language import LANGUAGE_NAMES, Language, shown_language
from memdesk.paths import resources

WIDTH = 560

Beginning = Literal["import", "sample", "empty"]


@dataclass(frozen=True, slots=True)
class Offer:
    """A file on this machine that can be imported, with what it holds in words."""

    path: Path
    format: str
    holds: str


def gameassist_file() -> Path:
    """Where gameassist keeps its memory (spec 4.1)."""
    home = os.environ.get("DSH_HOME")
    base = Path(home).expanduser() if home else Path.home() / ".dsh"
    return base / "gameassist" / "memory.json"


def find_offers() -> list[Offer]:
    """What is found on this machine and can be read. What can't be read is not offered."""
    offers = []
    for path in (gameassist_file(),):
        try:
            found = formats.read(Source(path))
        except MemdeskError:
            continue  # not there, or broken: importing it by hand says why
        counts = {words.kind_words(kind): count for kind, count in found.counts().items() if count}
        items = len(found.profile.interests) + len(found.profile.preferences)
        if items or found.profile.notes:
            counts[words.translate("FirstStart", "Profile")] = items + bool(found.profile.notes)
        if counts:
            holds = ", ".join(f"{word}: {count}" for word, count in counts.items())
            offers.append(Offer(path, found.format, holds))
    return offers


def sample_file(language: Language) -> Path:
    """The sample bank in a language, in memdesk's own JSON."""
    return resources() / "sample" / f"sample-{language}.json"


class FirstStart(QDialog):
    """Asks with what to begin. Accepted when something was chosen, else nothing was."""

    language_changed = Signal(str)
    """`system`, `en` or `zh`: applied at once, and this dialog shows itself in it."""

    def __init__(self, language: str = "system", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowIcon(program_icon())
        self.beginning: Beginning = "empty"
        self.path: Path | None = None
        """The file to import; the import shows what is in it before anything is written."""
        self._offers = find_offers()
        self._lay_out(language)
        self._retranslate()

    def buttons(self) -> dict[str, QCommandLinkButton]:
        """The choices by name: `found-0`…, `file`, `sample`, `empty`."""
        return dict(self._buttons)

    @property
    def language(self) -> QComboBox:
        """The choice of the language."""
        return self._language

    def _lay_out(self, language: str) -> None:
        self.setMinimumWidth(WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.WIDE, theme.WIDE, theme.WIDE, theme.LARGE)
        column.setSpacing(theme.SMALL)
        head = QHBoxLayout()
        head.setSpacing(theme.LARGE)
        picture = QLabel(self)
        picture.setPixmap(program_icon().pixmap(QSize(56, 56)))
        self._title = QLabel(self)
        self._title.setFont(theme.font(self.font(), scale=1.5, bold=True))
        self._intro = QLabel(self)
        self._intro.setWordWrap(True)
        titles = QVBoxLayout()
        titles.setSpacing(theme.HAIR)
        titles.addWidget(self._title)
        titles.addWidget(self._intro)
        head.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(titles, 1)
        column.addLayout(head)
        column.addSpacing(theme.SMALL)

        row = QHBoxLayout()
        self._language_label = QLabel(self)
        self._language = QComboBox(self)
        for value in ("system", *LANGUAGE_NAMES):
            self._language.addItem(LANGUAGE_NAMES.get(value, ""), value)
        self._language.setCurrentIndex(self._language.findData(language))
        self._language.activated.connect(self._on_language_chosen)
        self._language_label.setBuddy(self._language)
        row.addWidget(self._language_label)
        row.addWidget(self._language)
        row.addStretch(1)
        column.addLayout(row)
        column.addSpacing(theme.SMALL)

        self._buttons: dict[str, QCommandLinkButton] = {}
        for number, offer in enumerate(self._offers):
            self._button(column, f"found-{number}", "import", "import", offer.path)
        self._button(column, "file", "open", "import", None)
        self._button(column, "sample", "memory", "sample", None)
        self._button(column, "empty", "edit", "empty", None)
        next(iter(self._buttons.values())).setDefault(True)
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._note.setFont(theme.font(self.font(), scale=0.92))
        theme.tint(self._note, "dim")
        column.addSpacing(theme.SMALL)
        column.addStretch(1)
        column.addWidget(self._note)

    def _button(
        self, column: QVBoxLayout, name: str, picture: str, beginning: Beginning, path: Path | None
    ) -> None:
        button = QCommandLinkButton(self)
        button.setIcon(icon(picture, "accent"))
        button.setIconSize(QSize(24, 24))
        button.clicked.connect(lambda: self._on_chosen(beginning, path))
        column.addWidget(button)
        self._buttons[name] = button

    def _on_chosen(self, beginning: Beginning, path: Path | None) -> None:
        if beginning == "import" and path is None:
            path = modals.choose_file_to_open(
                self,
                self.tr("Import"),
                filters=self.tr("Memories (*.json *.md);;All files (*)"),
            )
            if path is None:
                return
        if beginning == "sample":
            path = sample_file(shown_language())
        self.beginning, self.path = beginning, path
        self.accept()

    def _on_language_chosen(self) -> None:
        self.language_changed.emit(self._language.currentData())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._offers = find_offers()  # their counts are words too
            self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle("memdesk")
        self._title.setText(self.tr("Welcome to memdesk"))
        self._intro.setText(
            self.tr(
                "One place for what your AI assistants remember about you and your work: you see "
                "it, you edit it, and every assistant gets the same."
            )
        )
        self._language_label.setText(self.tr("&Language"))
        self._language.setItemText(0, self.tr("As the system"))
        self._language.setAccessibleName(self.tr("Language"))
        texts = {
            "file": (
                self.tr("Import a file…"),
                self.tr("Memories that another program wrote, or memdesk on another machine"),
            ),
            "sample": (
                self.tr("Look around with a sample bank"),
                self.tr("Memories, tasks and works made up to try things; Undo takes them away"),
            ),
            "empty": (
                self.tr("Start empty"),
                self.tr("Write the first memory yourself, or let an assistant do it"),
            ),
        }
        for number, offer in enumerate(self._offers):
            texts[f"found-{number}"] = (
                self.tr("Import from {format}…").format(format=offer.format),
                self.tr("{holds} — found in {path}").format(holds=offer.holds, path=offer.path),
            )
        for name, (text, description) in texts.items():
            if name in self._buttons:
                self._buttons[name].setText(text)
                self._buttons[name].setDescription(description)
                self._buttons[name].setAccessibleName(text)
                self._buttons[name].setAccessibleDescription(description)
        self._note.setText(
            self.tr(
                "Everything stays on this machine, in one file of yours. You see what an import "
                "would bring before anything is written, and the imported file is never changed."
            )
        )
        # As high as the texts are at this width: by itself a dialog asks for more.
        self.resize(WIDTH, self.layout().totalHeightForWidth(WIDTH))
