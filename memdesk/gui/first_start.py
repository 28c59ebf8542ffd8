"""The first start: a language, and what the bank begins with (spec 7.4)."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.entry import Kind
from memdesk.core.errors import MemdeskError
from memdesk.exchange import formats
from memdesk.exchange.source import Source
from memdesk.gui import modals, theme, words
from memdesk.gui.backups_table import age
from memdesk.gui.choice_button import ChoiceButton
from memdesk.gui.icons import program_icon
from memdesk.gui.import_sources import file_filters
from memdesk.gui.language import LANGUAGE_NAMES, Language, shown_language
from memdesk.paths import resources
from memdesk.store.backup import Backup

WIDTH = 560
CHARACTERS = 76
"""So many fit on a line, however large they are."""

_log = logging.getLogger(__name__)

Beginning = Literal["backup", "import", "sample", "empty"]


@dataclass(frozen=True, slots=True)
class Offer:
    """A file on this machine that can be imported, with how much of each kind it holds.

    The kinds are those of entries, and `profile`.
    """

    path: Path
    format: str
    counts: tuple[tuple[str, int], ...]

    def in_words(self) -> str:
        """What it holds, as a person reads it."""
        return words.listed(words.counted(_kind_words(kind), count) for kind, count in self.counts)


def _kind_words(kind: str) -> str:
    if kind == "profile":
        return words.translate("FirstStart", "Profile")
    return words.kind_words(cast("Kind", kind))


def offer(format_name: str, path: Path) -> Offer | None:
    """What a file holds; None for nothing, or when it can't be read: importing by hand says why."""
    try:
        found = formats.read(Source(path), format_name)
    except MemdeskError as error:
        _log.info("%s is not offered: %s", path, error)
        return None
    counts: list[tuple[str, int]] = [(kind, n) for kind, n in found.counts().items() if n]
    items = len(found.profile.interests) + len(found.profile.preferences)
    if items or found.profile.notes:
        counts.append(("profile", items + bool(found.profile.notes)))
    return Offer(path, found.format, tuple(counts)) if counts else None


class Search(QObject):
    """Looks through what other programs keep on this machine, in a thread of its own."""

    found = Signal(object)
    """An Offer."""
    ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._stopped = False
        # It may be deep in a file of gigabytes when the person has long chosen: not waited for.
        self._thread = threading.Thread(target=self._run, name="memdesk-looking", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Say nothing more."""
        self._stopped = True

    def _run(self) -> None:
        for one, path in formats.on_this_machine():
            if self._stopped:
                return
            made = offer(one.name, path)
            if made is not None and not self._stopped:
                self.found.emit(made)
        if not self._stopped:
            self.ended.emit()


def sample_file(language: Language) -> Path:
    """The sample bank in a language, in memdesk's own JSON."""
    return resources() / "sample" / f"sample-{language}.json"


class FirstStart(QDialog):
    """Asks with what to begin. Accepted when something was chosen, else nothing was."""

    language_changed = Signal(str)
    """`system`, `en` or `zh`: applied at once, and this dialog shows itself in it."""

    def __init__(
        self,
        language: str = "system",
        newest: Backup | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`newest` is the newest backup of a bank that was here before, and is gone."""
        super().__init__(parent)
        self.setWindowIcon(program_icon())
        self._newest = newest
        self.beginning: Beginning = "empty"
        self.paths: tuple[Path, ...] = ()
        """What to import; the import shows what is in it before anything is written."""
        self.format = ""
        """The format of what was found here; "" where the content will tell."""
        self._offers: list[Offer] = []
        self._looking = True
        self._lay_out(language)
        self._retranslate()
        self._search = Search()
        self._search.found.connect(self._on_found)
        self._search.ended.connect(self._on_search_ended)
        self._search.start()

    def buttons(self) -> dict[str, ChoiceButton]:
        """The choices by name: `backup`, `found-0`…, `file`, `sample`, `empty`."""
        return dict(self._buttons)

    @property
    def looking(self) -> bool:
        """Whether memories of other programs are still being looked for."""
        return self._looking

    @property
    def language(self) -> QComboBox:
        """The choice of the language."""
        return self._language

    def _lay_out(self, language: str) -> None:
        room = self.screen().availableGeometry().width() - 2 * theme.WIDE
        wanted = self.fontMetrics().averageCharWidth() * CHARACTERS
        self._width = max(WIDTH, min(wanted, room))
        self.setMinimumWidth(self._width)
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

        self._status = QLabel(self)
        theme.tint(self._status, "dim")
        column.addWidget(self._status)
        inner = QWidget(self)
        self._choices = QVBoxLayout(inner)
        self._choices.setContentsMargins(0, 0, 0, 0)
        self._choices.setSpacing(theme.HAIR)
        self._area = QScrollArea(self)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(inner)
        column.addWidget(self._area, 1)
        self._buttons: dict[str, ChoiceButton] = {}
        if self._newest is not None:
            self._button("backup", "restore", "backup")
        self._button("file", "open", "import")
        self._button("sample", "memory", "sample")
        self._button("empty", "edit", "empty")
        self._choices.addStretch(1)
        likeliest = self._buttons["sample" if self._newest is None else "backup"]
        likeliest.setDefault(True)
        likeliest.setFocus()
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._note.setFont(theme.font(self.font(), scale=0.92))
        theme.tint(self._note, "dim")
        column.addSpacing(theme.SMALL)
        column.addWidget(self._note)

    def _button(
        self,
        name: str,
        picture: str,
        beginning: Beginning,
        made: Offer | None = None,
        place: int = -1,
    ) -> None:
        button = ChoiceButton(picture, self)
        button.clicked.connect(lambda: self._on_chosen(beginning, made))
        self._choices.insertWidget(place, button)
        button.show()  # what is not shown yet can't be given the keyboard
        self._buttons[name] = button

    def _on_found(self, made: Offer) -> None:
        number = len(self._offers)
        untouched = self.focusWidget() is self._buttons["sample"] and not number
        self._offers.append(made)
        place = number + ("backup" in self._buttons)
        self._button(f"found-{number}", "import", "import", made, place)
        before = self._buttons["file"] if not number else self._buttons[f"found-{number - 1}"]
        button = self._buttons[f"found-{number}"]
        if number:
            self.setTabOrder(before, button)
            self.setTabOrder(button, self._buttons["file"])
        else:
            self.setTabOrder(self._buttons.get("backup", self._language), button)
            self.setTabOrder(button, before)
        self._retranslate()
        if untouched:  # what is there already is the likeliest beginning
            button.setDefault(True)
            button.setFocus()

    def _on_search_ended(self) -> None:
        self._looking = False
        self._retranslate()

    def done(self, result: int) -> None:
        self._search.stop()
        super().done(result)

    def _on_chosen(self, beginning: Beginning, made: Offer | None) -> None:
        if made is not None:
            self.paths, self.format = (made.path,), made.format
        elif beginning == "sample":
            self.paths = (sample_file(shown_language()),)
        elif beginning == "import":
            self.paths = tuple(
                modals.choose_files_to_open(self, self.tr("Import"), filters=file_filters())
            )
            if not self.paths:
                return
        self.beginning = beginning
        self.accept()

    def _on_language_chosen(self) -> None:
        self.language_changed.emit(self._language.currentData())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
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
                self.tr("Import files…"),
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
        if self._newest is not None:
            texts["backup"] = (
                self.tr("Restore a backup…"),
                self.tr(
                    "The bank that was here is gone, its backups are still there (the newest: "
                    "{age})"
                ).format(age=age(self._newest.at)),
            )
        for number, made in enumerate(self._offers):
            texts[f"found-{number}"] = (
                self.tr("Import from {format}…").format(format=made.format),
                self.tr("{holds} — found in {path}").format(holds=made.in_words(), path=made.path),
            )
        self._status.setText(self.tr("Looking for memories of other programs here…"))
        self._status.setVisible(self._looking)
        for name, (text, description) in texts.items():
            if name in self._buttons:
                self._buttons[name].say(text, description)
        self._note.setText(
            self.tr(
                "Everything stays on this machine, in one file of yours. You see what an import "
                "would bring before anything is written, and the imported file is never changed."
            )
        )
        self._fit()

    def _fit(self) -> None:
        """As high as the texts are at this width, and no higher than the screen."""
        inner = 0
        for button in self._buttons.values():
            height = button.heightForWidth(self._width - 2 * theme.WIDE)
            button.setMinimumHeight(height)
            inner += height + self._choices.spacing()
        room = self.screen().availableGeometry().height() - 2 * theme.WIDE
        self._area.setMinimumHeight(0)
        others = self.layout().totalHeightForWidth(self._width) - self._area.sizeHint().height()
        self._area.setMinimumHeight(max(min(inner, room - others), 0))
        self.resize(self._width, min(self.layout().totalHeightForWidth(self._width), room))
