"""The live preview: what a host would get, following every keystroke (spec 7.2)."""

from __future__ import annotations

from time import monotonic
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QDockWidget,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QSplitter,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.block.result import LAYERS, Block, Layer
from memdesk.core.entry import Entry, Profile
from memdesk.core.errors import MemdeskError
from memdesk.gui import preview_source, preview_words, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.elided_box import ElidedBox
from memdesk.gui.icons import icon
from memdesk.gui.preview_counting import Counting
from memdesk.gui.preview_making import Making
from memdesk.gui.preview_meters import SectionMeters
from memdesk.gui.preview_source import Draft, Loaded, Measure, Sight
from memdesk.gui.preview_text import BlockText, Shown
from memdesk.store.bank import Change

FRAME_MS = 16
"""The least time between two builds: no screen shows more."""
SLOW_MS = 8
"""A build that takes longer goes into a thread of its own: a preset without any limits makes
megabytes of a big bank."""
MOST_OMITTED = 100
"""Rows of the list of what was left out; the rest is counted."""


class PreviewDock(QDockWidget):
    """Shows one host's block, live, with what the cut and the budget took from it."""

    entry_selected = Signal(str, str)
    """Kind and id of the entry whose line was clicked; kind `profile` has a field's name as id."""
    measured = Signal(object)
    """The Measure of the system layer on the screen, whenever it changes."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preview")
        self.setWindowTitle(self.tr("Live preview"))
        self._worker = worker
        self._sight = Sight()
        self._loaded: Loaded | None = None
        self._draft: Draft = None
        self._block = Block()
        self._omitted_shown: tuple[object, int] = ((), -1)
        self._counts: dict[str, int] = {}
        self._built_at = 0.0
        self._slow = False
        self._making = Making(self)
        self._making.made.connect(self._on_made)
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._build)
        self._counting = Counting(self)
        self._counting.counted.connect(self._on_counted)
        self._lay_out()
        self.topLevelChanged.connect(self._dress_buttons)
        worker.bank_changed.connect(self._on_bank_changed)
        self.reload()

    # --- what others use

    @property
    def block(self) -> Block:
        """The block on the screen."""
        return self._block

    @property
    def layer(self) -> Layer:
        """The layer on the screen."""
        return LAYERS[self._tabs.currentIndex()]

    @property
    def sight(self) -> Sight:
        """Whose block it is."""
        return self._sight

    @property
    def budget(self) -> int | None:
        """The preset's soft budget in characters of entry lines; None: none."""
        return self._loaded.preset.max_chars if self._loaded else None

    def set_draft(self, draft: Entry | Profile | None) -> None:
        """What is being edited, as it stands on the screen; None: nothing."""
        self._draft = draft
        key = (draft.kind, draft.id) if isinstance(draft, Entry) else None
        self._text.mark(key)
        self._build_soon()

    def show_sight(self, sight: Sight) -> None:
        """Show another host's block."""
        self._sight = sight
        self.reload()

    def reload(self) -> None:
        """Read the bank again."""
        sight = self._sight
        self._worker.read(
            lambda bank: preview_source.load(bank, sight),
            self._on_loaded,
            self._on_failed,
            replaces=self.objectName(),
        )

    def stop(self) -> None:
        """End what runs beside; call before the program ends."""
        self._making.stop()
        self._counting.stop()

    # --- laying out

    def _lay_out(self) -> None:
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(theme.SMALL, theme.SMALL, theme.SMALL, theme.SMALL)
        column.setSpacing(theme.SMALL)
        column.addLayout(self._choices(body))
        column.addLayout(self._head(body))

        self._text = BlockText(body)
        self._text.setAccessibleName(self.tr("Block"))
        self._text.line_activated.connect(self.entry_selected)
        self._omitted = QListWidget(body)
        self._omitted.setAccessibleName(self.tr("Left out"))
        self._omitted.setUniformItemSizes(True)
        self._omitted.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._omitted.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._omitted.setMouseTracking(True)
        self._omitted.itemEntered.connect(lambda item: item.setToolTip(item.text()))
        self._omitted.itemActivated.connect(self._on_omitted_chosen)
        self._omitted.itemClicked.connect(self._on_omitted_chosen)
        self._omitted_title = QLabel(body)
        self._omitted_title.setFont(theme.font(self.font(), bold=True))
        self._omitted_title.setBuddy(self._omitted)
        self._omitted_part = QWidget(body)
        below = QVBoxLayout(self._omitted_part)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(theme.HAIR)
        below.addWidget(self._omitted_title)
        below.addWidget(self._omitted)
        splitter = QSplitter(Qt.Orientation.Vertical, body)
        splitter.addWidget(self._text)
        splitter.addWidget(self._omitted_part)
        splitter.setStretchFactor(0, 4)
        splitter.setStretchFactor(1, 1)
        splitter.setCollapsible(0, False)
        splitter.setSizes([420, 84])
        column.addWidget(splitter, 1)

        self._meters = SectionMeters(body)
        column.addWidget(self._meters)
        self.setWidget(body)

    def _dress_buttons(self) -> None:
        """Fusion's own pictures of the title bar are dark, and can't be seen in the dark."""
        for name, picture in (("close", "close"), ("float", "float")):
            button = self.findChild(QAbstractButton, f"qt_dockwidget_{name}button")
            if button is not None:
                button.setIcon(icon(picture))

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        # Qt sets its pictures again with each of these.
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.Show):
            self._dress_buttons()
        return done

    def _choices(self, body: QWidget) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.SMALL)
        grid.setVerticalSpacing(theme.HAIR)
        self._boxes: dict[str, ElidedBox] = {}
        for number, (name, word) in enumerate(
            (
                ("host", self.tr("&Host")),
                ("role", self.tr("&Role")),
                ("workspace", self.tr("Wor&kspace")),
                ("preset", self.tr("&Preset")),
                ("language", self.tr("&Language")),
            )
        ):
            box = ElidedBox(body)
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            box.setMinimumWidth(80)
            box.setAccessibleName(words.without_mnemonic(word))
            box.activated.connect(self._on_chosen)
            label = QLabel(word, body)
            label.setBuddy(box)
            # Host and role are short; what says two things at once has the line for itself.
            row, column = divmod(number, 2) if number < 2 else (number - 1, 0)
            grid.addWidget(label, row, 2 * column)
            grid.addWidget(box, row, 2 * column + 1, 1, 1 if number < 2 else 3)
            self._boxes[name] = box
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        return grid

    def _head(self, body: QWidget) -> QHBoxLayout:
        row = QHBoxLayout()
        self._tabs = QTabBar(body)
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("Layer"))
        for number, layer in enumerate(LAYERS):
            self._tabs.addTab(preview_words.layer_word(layer))
            self._tabs.setTabToolTip(number, preview_words.layer_sentence(layer))
        self._tabs.currentChanged.connect(self._on_layer_changed)
        self._copy = QToolButton(body)
        self._copy.setText(self.tr("Copy layer"))
        self._copy.setIcon(icon("copy"))
        self._copy.setIconSize(QSize(16, 16))
        self._copy.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._copy.setToolTip(self.tr("Copy exactly what the host gets of this layer"))
        self._copy.clicked.connect(self.copy_layer)
        row.addWidget(self._tabs)
        row.addStretch(1)
        row.addWidget(self._copy)
        return row

    # --- reading and building

    def _on_bank_changed(self, _changes: list[Change]) -> None:
        self.reload()

    def _on_loaded(self, loaded: Loaded) -> None:
        if loaded.sight != self._sight:
            return  # another was chosen meanwhile, its answer is on its way
        self._loaded = loaded
        self._fill_choices(loaded)
        self._build()

    def _on_failed(self, error: MemdeskError) -> None:
        self._loaded = None
        self._block = Block()
        self._text.show_lines(())
        self._text.setPlaceholderText(words.error_sentence(error))
        self._show_omitted(self._block)
        self._show_sizes()

    def _build_soon(self) -> None:
        """At once if the last build is a frame ago; else when it is."""
        if self._next.isActive():
            return
        waited = (monotonic() - self._built_at) * 1000
        if waited >= FRAME_MS:
            self._build()
        else:
            self._next.start(round(FRAME_MS - waited) + 1)

    def _build(self) -> None:
        self._next.stop()
        loaded = self._loaded
        if loaded is None:
            return
        draft, stored = self._draft, None
        if isinstance(draft, Entry) and draft.key:
            stored = self._worker.bank.rows([draft.key]).get(draft.key)

        def make() -> Block:
            return preview_source.build(loaded, draft, stored)

        self._built_at = monotonic()
        if self._slow:
            self._making.want(make)
            return
        self._block = make()
        self._slow = (monotonic() - self._built_at) * 1000 > SLOW_MS
        self._show_block()

    def _on_made(self, block: Block, seconds: float) -> None:
        if self._loaded is not None:
            self._slow = seconds * 1000 > SLOW_MS
            self._block = block
            self._show_block()

    def _on_counted(self, counts: dict[str, int]) -> None:
        self._counts = counts
        self._show_sizes()

    # --- showing

    def _show_block(self) -> None:
        block, layer = self._block, self.layer
        if layer == "system":
            self._text.show_lines([Shown.of(line) for line in block.lines])
        else:
            text = block.layer(layer)
            lines = text.split("\n") if text else []
            self._text.show_lines([Shown(line, heading=line.startswith("#")) for line in lines])
        self._text.setPlaceholderText(self._empty_sentence(layer))
        self._copy.setEnabled(bool(block.layer(layer)))
        self._show_omitted(block)
        self._counts = {}
        self._counting.want(lambda: preview_source.texts(block))
        self._show_sizes()

    def _empty_sentence(self, layer: Layer) -> str:
        if self._loaded is not None and layer not in self._loaded.preset.layers:
            return self.tr("The preset “{preset}” does not give this layer.").format(
                preset=self._loaded.preset.name
            )
        if layer == "system":
            return self.tr("The bank has nothing to say here yet. A host gets an empty text.")
        return self.tr("No constraint is visible here, so a host gets an empty text.")

    def _show_omitted(self, block: Block) -> None:
        count = len(block.omitted) + block.omitted_beyond
        self._omitted_part.setVisible(bool(count) and self.layer == "system")
        if (block.omitted, count) == self._omitted_shown:
            return
        self._omitted_shown = (block.omitted, count)
        self._omitted_title.setText(
            self.tr("Left out: {count}").format(count=preview_words.number(count))
        )
        self._omitted.clear()
        reasons = preview_words.reason_sentences()
        for omission in block.omitted[:MOST_OMITTED]:
            label = words.field_word(omission.id) if omission.kind == "profile" else omission.label
            item = QListWidgetItem(f"{label} — {reasons[omission.reason]}", self._omitted)
            item.setData(Qt.ItemDataRole.UserRole, (omission.kind, omission.id))
        rest = count - min(len(block.omitted), MOST_OMITTED)
        if rest:
            item = QListWidgetItem(
                self.tr("… and {count} more of lower rank").format(
                    count=preview_words.number(rest)
                ),
                self._omitted,
            )
            item.setFlags(Qt.ItemFlag.NoItemFlags)

    def _show_sizes(self) -> None:
        sections = {
            section: Measure(chars=chars, tokens=self._counts.get(section))
            for section, chars in self._block.section_chars.items()
            if chars
        }
        layer = self.layer
        if layer == "system":
            self._meters.show_sections(sections, self.budget)
        else:
            self._meters.hide_sections()
        chars = len(self._block.layer(layer))
        size = Measure(chars=chars, tokens=self._counts.get(layer) if chars else 0)
        self._meters.show_layer(preview_words.layer_word(layer), size)
        self.measured.emit(
            Measure(
                chars=len(self._block.system),
                tokens=self._counts.get("system"),
                counted=sum(measure.chars for measure in sections.values()),
            )
        )

    def _fill_choices(self, loaded: Loaded) -> None:
        languages = {"en": "English", "zh": "中文"}
        sight = loaded.sight
        self._fill("host", [(self.tr("Any host"), ""), *pairs(loaded.hosts)], sight.host)
        self._fill("role", [(self.tr("No role"), ""), *pairs(loaded.roles)], sight.role)
        places = [(words.workspace_word(path), path) for path in loaded.workspaces]
        self._fill("workspace", [(self.tr("No workspace"), ""), *places], sight.workspace)
        for index, (_, path) in enumerate(places, start=1):
            self._boxes["workspace"].setItemData(index, path, Qt.ItemDataRole.ToolTipRole)
        own = self.tr("As host ({preset})").format(preset=loaded.chosen_for_host)
        self._fill("preset", [(own, ""), *pairs(loaded.presets)], sight.preset)
        own = self.tr("As preset ({language})").format(language=languages[loaded.preset.language])
        choices = [(own, None), *((word, name) for name, word in languages.items())]
        self._fill("language", choices, sight.language)

    def _fill(self, name: str, choices: list[tuple[str, Any]], current: Any) -> None:
        box = self._boxes[name]
        shown = [(box.itemText(index), box.itemData(index)) for index in range(box.count())]
        if current not in [value for _, value in choices]:
            choices = [*choices, (str(current), current)]  # a host that is gone meanwhile
        if shown != choices:
            box.clear()
            for word, value in choices:
                box.addItem(word, value)
        box.setCurrentIndex([value for _, value in choices].index(current))
        box.setToolTip(box.currentText())  # a narrow dock cuts it

    # --- what the person does

    def copy_layer(self) -> None:
        """Put exactly what the host gets of the layer on the screen into the clipboard."""
        QGuiApplication.clipboard().setText(self._block.layer(self.layer))

    def _on_chosen(self) -> None:
        self.show_sight(Sight(**{name: box.currentData() for name, box in self._boxes.items()}))

    def _on_layer_changed(self) -> None:
        self._show_block()

    def _on_omitted_chosen(self, item: QListWidgetItem) -> None:
        key = item.data(Qt.ItemDataRole.UserRole)
        if key is not None:
            self.entry_selected.emit(*key)


def pairs(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Names as choices that are shown as they are."""
    return [(name, name) for name in names]
