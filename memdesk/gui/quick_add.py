"""The quick-add popup: one line, understood as you type (spec 7.3). Built once, shown at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QClipboard,
    QCloseEvent,
    QCursor,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core import constraint, secrets
from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory
from memdesk.core.errors import MemdeskError
from memdesk.core.quick_add import Begun, QuickAdd, begun, completed, parse
from memdesk.core.validation import check_entry
from memdesk.gui import theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.chips import Chip, ChipRow
from memdesk.gui.icons import icon, program_icon
from memdesk.gui.quick_add_likes import Likes
from memdesk.gui.quick_add_offers import Offers, fitting
from memdesk.paths import normalise_workspace
from memdesk.store.bank import Bank, Change

WIDTH = 620
RADIUS = 10

USER = Actor()


def add(bank: Bank, entry: Entry) -> tuple[Entry, int]:
    """Store an entry; returns it and the number of the change, for undo. Raises MemdeskError."""
    stored = bank.add(entry, USER)
    return stored, bank.history(stored.id, kind=stored.kind, limit=1)[0].change


class QuickAddPopup(QWidget):
    """A small frameless window over everything else. Needs no focus to be given by force."""

    saved = Signal(object, int)
    """The stored Entry, and the number of the change that undo takes back."""
    undo_wanted = Signal(int)
    """The number of the change to take back."""
    entry_chosen = Signal(str, str)
    """Kind and id of a look-alike that the person wants to see instead."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        flags = (
            Qt.WindowType.Window
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
        )
        super().__init__(parent, flags)
        self.setWindowIcon(program_icon())
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self._worker = worker
        self._workspaces: tuple[str, ...] = ()
        self._tags: tuple[str, ...] = ()
        self._begun: Begun | None = None
        self._inserted = ""
        self._understood = QuickAdd()
        self._last_change: int | None = None
        self._lay_out()
        worker.bank_changed.connect(self._on_bank_changed)
        self._read_words()
        self._on_edited("")
        self.ensurePolished()
        self.winId()  # the native window too is made now, so that showing it is all that is left

    @property
    def line(self) -> QLineEdit:
        """Where the person types."""
        return self._line

    @property
    def chips(self) -> tuple[Chip, ...]:
        """What was understood, as shown."""
        return self._chips.chips

    @property
    def message(self) -> str:
        """The sentence below the line."""
        return self._message.text().replace("\u200b", "")

    @property
    def offers(self) -> Offers:
        """The tags or workspaces that fit what is being typed."""
        return self._offers

    @property
    def look_alikes(self) -> list[QToolButton]:
        """The buttons of the entries that look like the line, those shown."""
        return self._likes.shown

    def open(self, text: str = "") -> None:
        """Show it, with a starting text if there is one. What was typed before is still there."""
        if text:
            # Inserted, not set: Ctrl+Z brings back what was typed before.
            self._line.selectAll()
            self._line.insert(" ".join(text.split()))
        over = QApplication.activeModalWidget()
        if over is not None and over is not self:
            self.hide()  # behind a question it could not be typed into
        if not self.isVisible():
            modal, free = Qt.WindowModality.ApplicationModal, Qt.WindowModality.NonModal
            self.setWindowModality(free if over is None else modal)
            self._say("")
            if not text:
                self._line.selectAll()
            self._place()
            self.show()
        self.raise_()
        self.activateWindow()
        self._line.setFocus(Qt.FocusReason.ActiveWindowFocusReason)

    def open_with_clipboard(self) -> None:
        """Show it with what was copied last or, where systems have that, is selected now."""
        clipboard = QGuiApplication.clipboard()
        text = clipboard.text()
        if not text and clipboard.supportsSelection():
            text = clipboard.text(QClipboard.Mode.Selection)
        self._inserted = text
        self.open(text)

    def open_with_news(self) -> None:
        """As `open_with_clipboard`, for what was not taken from there already."""
        text = QGuiApplication.clipboard().text()
        if text and text != self._inserted and not self._line.text():
            self.open_with_clipboard()
        else:
            self.open()

    # --- laying out

    def _lay_out(self) -> None:
        self.setFixedWidth(WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.LARGE, theme.MEDIUM, theme.LARGE, theme.MEDIUM)
        column.setSpacing(theme.SMALL)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)

        self._line = QLineEdit(self)
        self._line.setFont(theme.font(self.font(), scale=1.3))
        self._line.setFrame(False)
        clear = QPalette()  # only this role: the others follow the theme
        clear.setColor(QPalette.ColorRole.Base, Qt.GlobalColor.transparent)
        self._line.setPalette(clear)
        self._line.textChanged.connect(self._on_edited)
        self._line.setMinimumWidth(WIDTH - 2 * theme.LARGE)
        column.addWidget(self._line)

        self._line.installEventFilter(self)
        self._line.cursorPositionChanged.connect(self._offer)
        self._offers = Offers(self)
        self._offers.setFont(theme.font(self.font()))
        self._offers.chosen.connect(self._take)
        column.addWidget(self._offers)
        self._chips = ChipRow(self)
        column.addWidget(self._chips)

        self._likes = Likes(self._worker, WIDTH - 2 * theme.LARGE, self)
        self._likes.chosen.connect(self._on_like_chosen)
        column.addWidget(self._likes)

        foot = QHBoxLayout()
        foot.setSpacing(theme.SMALL)
        self._message = QLabel(self)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setWordWrap(True)
        self._message.setFont(theme.font(self.font(), scale=0.92))
        self._undo = QToolButton(self)
        self._undo.setIcon(icon("undo"))
        self._undo.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._undo.setAutoRaise(True)
        self._undo.clicked.connect(self._on_undo)
        self._hint = QLabel(self)
        self._hint.setFont(theme.font(self.font(), scale=0.85))
        theme.tint(self._hint, "dim")
        foot.addWidget(self._message, 1)
        foot.addWidget(self._undo)
        foot.addWidget(self._hint, 0, Qt.AlignmentFlag.AlignRight)
        column.addLayout(foot)

        self._say("")
        self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Quick add"))
        self._line.setPlaceholderText(self.tr("Remember…   #tag  !high  @workspace  task:  must:"))
        self._line.setAccessibleName(self.tr("What to remember"))
        self._likes.retranslate()
        self._undo.setText(self.tr("Undo"))
        self._hint.setText(self.tr("Enter saves · Ctrl+Enter saves and stays · Esc closes"))

    def _place(self) -> None:
        """In the upper third of the screen where the mouse is. Wayland places it by itself."""
        screen = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        size = self.sizeHint()
        left = room.left() + (room.width() - size.width()) // 2
        self.setGeometry(QRect(QPoint(left, room.top() + room.height() // 4), size))

    # --- typing

    def _on_edited(self, text: str) -> None:
        self._understood = parse(text, self._workspaces, normalise_workspace)
        entry = self._understood.entry()
        self._chips.show_chips(self._chips_of(self._understood, entry))
        self._say(self._problem(entry))
        self._likes.look_for(entry if self._understood.text else None)

    def _offer(self) -> None:
        """Offer what fits the tag or workspace at the cursor."""
        line = self._line.text()
        self._begun = begun(line, self._line.cursorPosition())
        if self._begun is None:
            self._offers.offer("", [])
        elif self._begun.mark == "tag":
            values = fitting(self._tags, self._begun.typed)
            self._offers.offer("tag", [(value, value) for value in values])
        else:
            places = fitting(self._workspaces, self._begun.typed)
            if self._understood.workspace in places[:1]:
                places = []  # it is typed out
            shown = [f"{words.workspace_word(place)} — {place}" for place in places]
            self._offers.offer("open", list(zip(places, shown, strict=True)))

    def _take(self, value: str) -> None:
        """Write out the tag or workspace that was chosen."""
        if self._begun is None:
            return
        line, cursor = completed(self._line.text(), self._begun, value, self._workspaces)
        self._line.selectAll()
        self._line.insert(line)  # inserted, not set: Ctrl+Z takes it back
        self._line.setCursorPosition(cursor)
        self._line.setFocus()

    def _take_key(self, event: QKeyEvent) -> bool:
        """What a key means while something is offered; whether it meant anything."""
        if self._offers.isHidden():
            return False
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._offers.step(1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_Tab:
            self._take(self._offers.value or self._offers.values[0])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._offers.value:
            self._take(self._offers.value)
        elif key == Qt.Key.Key_Escape:
            self._offers.offer("", [])
        else:
            return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self._line
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
        ):
            if self._take_key(event) or self._likes.open_by_number(event):
                return True
            if event.matches(QKeySequence.StandardKey.Undo) and self._offers_undo():
                self._on_undo()  # and the line brings its text back
        return super().eventFilter(watched, event)

    def _offers_undo(self) -> bool:
        return not self._line.text() and self._last_change is not None and self.undo_is_offered

    @property
    def undo_is_offered(self) -> bool:
        """Whether the button stands there that takes back what was saved last."""
        return not self._undo.isHidden()

    def _chips_of(self, found: QuickAdd, entry: Entry) -> list[Chip]:
        chips = []
        if isinstance(entry, Memory) and constraint.verdict(entry).is_constraint:
            tip = words.verdict_sentence(constraint.verdict(entry))
            chips.append(Chip("constraint", self.tr("Must follow"), "constraint", tip))
        else:
            chips.append(Chip(found.kind, words.kind_word(found.kind)))
        if found.relevance != "medium":
            word = words.relevance_words()[found.relevance]
            chips.append(Chip(f"relevance-{found.relevance}", word, found.relevance))
        if found.workspace:
            place = words.workspace_word(found.workspace)
            chips.append(Chip("open", place, None, found.workspace))
        chips += (Chip("tag", tag) for tag in found.tags)
        return chips

    def _problem(self, entry: Entry) -> str:
        """Why it can't be saved, or what should be known about it; "" for nothing."""
        if not self._understood.text:
            return ""
        try:
            check_entry(entry)
        except MemdeskError as error:
            return words.error_sentence(error)
        if secrets.find(self._understood.text):
            return self.tr("This looks like a secret: hosts will get it blacked out.")
        return ""

    # --- saving

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._save(stay=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _save(self, *, stay: bool) -> None:
        text, entry = self._line.text(), self._understood.entry()
        if not self._understood.text:
            self._say(self.tr("There is nothing to save yet.") if text else "")
            return
        try:
            check_entry(entry)
        except MemdeskError as error:
            self._say(words.error_sentence(error), "error")
            return
        self._line.clear()
        if not stay:
            self.close()
        self._worker.submit(
            lambda bank: add(bank, entry),
            lambda result: self._on_saved(*result),
            lambda error: self._on_not_saved(text, error),
        )

    def _on_saved(self, entry: Entry, change: int) -> None:
        self._last_change = change
        if self.isVisible():
            self._say(
                self.tr("Saved: {title}").format(title=words.shortened(entry.label)),
                "good",
                undo=True,
            )
        self.saved.emit(entry, change)

    def _on_not_saved(self, text: str, error: MemdeskError) -> None:
        """Nothing typed is lost: it comes back with the reason."""
        typed = self._line.text()
        self.open()
        self._line.setText(f"{text} {typed}".strip())
        self._say(words.error_sentence(error), "error")

    def _on_undo(self) -> None:
        if self._last_change is not None:
            self.undo_wanted.emit(self._last_change)
            self._last_change = None
            self._say(self.tr("Taken back."))
        self._line.setFocus()

    def _on_like_chosen(self, kind: str, entry_id: str) -> None:
        self.close()
        self.entry_chosen.emit(kind, entry_id)

    def _say(self, sentence: str, tone: theme.Tone = "warning", *, undo: bool = False) -> None:
        self._message.setText(words.breakable(sentence))
        self._message.setVisible(bool(sentence))
        theme.tint(self._message, tone)
        self._undo.setVisible(undo)
        self._hint.setVisible(not sentence)

    # --- the bank

    def _on_bank_changed(self, changes: Sequence[Change]) -> None:
        if any(change.ids is None or set(change.kinds) & _WORDED for change in changes):
            self._read_words()

    def _read_words(self) -> None:
        self._worker.survey(
            _words_in_use,
            self._on_words_read,
            lambda _error: None,  # there are none to choose from then
            replaces="quick-add words",
        )

    def _on_words_read(self, found: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        if found != (self._tags, self._workspaces):
            self._tags, self._workspaces = found
            if self._line.text():
                self._on_edited(self._line.text())

    # --- what Qt calls

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if QGuiApplication.platformName() == "xcb":
            # Without a compositor X shows what is translucent in black: cut the corners off.
            outline = QPainterPath()
            outline.addRoundedRect(QRectF(self.rect()), RADIUS, RADIUS)
            self.setMask(QRegion(outline.toFillPolygon().toPolygon()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid)))
            painter.setBrush(self.palette().color(QPalette.ColorRole.Window))
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS
            )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
        elif event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
            self._on_edited(self._line.text())

    def closeEvent(self, event: QCloseEvent) -> None:
        self._likes.stop()
        super().closeEvent(event)


_WORDED = {"memory", "task", "work", "tag"}


def _words_in_use(bank: Bank) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tags and workspaces, the most used first."""
    tags = sorted(bank.tags(), key=lambda tag: -tag[1])
    return tuple(name for name, _count in tags), tuple(filter(None, bank.distinct("workspace")))
