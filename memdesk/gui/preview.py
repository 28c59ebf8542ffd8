"""The live preview: what a host would get, following every keystroke (spec 7.2)."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.block.result import LAYERS, Block, Layer
from memdesk.core.entry import Entry, Profile
from memdesk.core.errors import MemdeskError
from memdesk.core.preset import Preset
from memdesk.gui import preview_source, preview_words, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.flow import FlowRow
from memdesk.gui.icons import icon
from memdesk.gui.kept_counts import KeptCounts
from memdesk.gui.preset_panel import PresetPanel
from memdesk.gui.preview_choices import PreviewChoices
from memdesk.gui.preview_counting import Counting
from memdesk.gui.preview_making import Making
from memdesk.gui.preview_meters import SectionMeters
from memdesk.gui.preview_omitted import OmittedList
from memdesk.gui.preview_session import SessionComparison
from memdesk.gui.preview_source import Draft, Loaded, Measure, Sight
from memdesk.gui.preview_text import BlockText, Shown
from memdesk.gui.tabs import TabBar
from memdesk.store.bank import Change

FRAME_MS = 16
"""The least time between two builds: no screen shows more."""
SLOW_MS = 8
"""A build that takes longer goes into a thread of its own: a preset without any limits makes
megabytes of a big bank."""
SIDE_BY_SIDE = 760
"""From this width on the preset's settings stand beside the block."""
LEAST_LINES = 6
"""So much of the block is seen however large the text is; below it, the rest is scrolled to."""


class Preview(QScrollArea):
    """Shows one host's block, live, with what the cut and the budget took from it."""

    entry_selected = Signal(str, str)
    """Kind and id of the entry whose line was clicked; kind `profile` has a field's name as id."""
    said = Signal(str)
    """A sentence for the status line."""
    measured = Signal(object)
    """The Measure of the system layer on the screen, whenever it changes."""

    def __init__(
        self, worker: BankWorker, parent: QWidget | None = None, kept: KeptCounts | None = None
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._sight = Sight()
        self._loaded: Loaded | None = None
        self._draft: Draft = None
        self._block = Block()
        self._trials: dict[str, Preset] = {}
        self._panel: PresetPanel | None = None
        self._counts: dict[str, int] = {}
        self._built_at = 0.0
        self._slow = self._stopped = False
        self._making = Making(self)
        self._making.made.connect(self._on_made)
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._build)
        self._generation: int | None = None
        """How far the bank was written that the block is of, where it is of nothing else."""
        self._counting = Counting(self, kept)
        self._counting.counted.connect(self._on_counted)
        self._lay_out()
        worker.bank_changed.connect(self._on_bank_changed)
        self.reload()

    # --- what others use

    @property
    def block(self) -> Block:
        """The block on the screen."""
        return self._block

    @property
    def layer(self) -> Layer:
        """The layer on the screen; while a session is compared, the system layer."""
        return LAYERS[self._tabs.currentIndex()] if not self.comparing else "system"

    @property
    def comparing(self) -> bool:
        """Whether the difference to a session's frozen block is on the screen."""
        return self._tabs.currentIndex() == len(LAYERS)

    @property
    def panel(self) -> PresetPanel | None:
        """The settings of the preset, once they have been shown."""
        return self._panel

    @property
    def choices(self) -> PreviewChoices:
        """Whose block it is, to be chosen."""
        return self._choices

    @property
    def omitted(self) -> OmittedList:
        """What was left out, and what is too long."""
        return self._omitted

    def show_layer(self, name: Layer | Literal["session"]) -> None:
        """Show one layer, or the difference to a session's frozen block."""
        self._tabs.setCurrentIndex((*LAYERS, "session").index(name))

    @property
    def session(self) -> SessionComparison:
        """The difference to a session's frozen block."""
        return self._session

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
        sight, trials = self._sight, dict(self._trials)
        self._worker.read(
            lambda bank: preview_source.load(bank, sight, trials),
            self._on_loaded,
            self._on_failed,
            replaces=(id(self), "preview"),
        )

    def stop(self) -> None:
        """End what runs beside and read the bank no more; call before that is closed."""
        self._stopped = True
        self._making.stop()
        self._counting.stop()

    # --- laying out

    def _lay_out(self) -> None:
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(theme.SMALL, theme.SMALL, theme.SMALL, theme.SMALL)
        column.setSpacing(theme.SMALL)
        self._choices = PreviewChoices(body)
        self._choices.chosen.connect(self.show_sight)
        self._choices.settings_toggled.connect(self.show_settings)
        column.addWidget(self._choices)

        self._text = BlockText(body)
        self._text.setAccessibleName(self.tr("Block"))
        self._text.line_activated.connect(self.entry_selected)
        line = self._text.fontMetrics().lineSpacing()
        self._text.setMinimumHeight(LEAST_LINES * line + 2 * theme.SMALL)
        self._omitted = OmittedList(body)
        self._omitted.entry_selected.connect(self.entry_selected)
        self._block_part = QSplitter(Qt.Orientation.Vertical, body)
        self._block_part.addWidget(self._text)
        self._block_part.addWidget(self._omitted)
        self._block_part.setStretchFactor(0, 4)
        self._block_part.setStretchFactor(1, 1)
        self._block_part.setCollapsible(0, False)
        self._block_part.setSizes([420, 84])
        self._session = SessionComparison(self._worker, body)
        self._session.sight_wanted.connect(self.show_sight)
        self._meters = SectionMeters(body)

        self._shown_part = QStackedWidget(body)
        self._shown_part.addWidget(self._block_part)
        self._shown_part.addWidget(self._session)
        result = QWidget(body)
        below = QVBoxLayout(result)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(theme.SMALL)
        below.addWidget(self._head(result))
        below.addWidget(self._shown_part, 1)
        below.addWidget(self._meters)
        self._parts = QSplitter(Qt.Orientation.Vertical, body)
        self._parts.addWidget(result)
        self._parts.setCollapsible(0, False)
        column.addWidget(self._parts, 1)
        # However large the text is: the dock never makes the window higher than the screen.
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(body)

    def show_settings(self, shown: bool = True) -> None:
        """Show or hide the settings of the preset, made when they are first asked for."""
        if shown and self._panel is None:
            self._panel = PresetPanel(self._worker, self._parts)
            self._panel.tried.connect(self._on_tried)
            self._panel.saved.connect(self._on_preset_saved)
            self._panel.said.connect(self.said)
            self._parts.insertWidget(0, self._panel)
            self._parts.setCollapsible(0, False)
            self._parts.setSizes([240, 360])
            if self._loaded is not None:
                self._panel.show_loaded(self._loaded)
        if self._panel is not None:
            self._panel.setVisible(shown)
        self._choices.settings.setChecked(shown)
        self._turn_parts()
        self._keep_wide_enough()

    def _turn_parts(self) -> None:
        """Where there is room, the settings stand beside the block instead of above it."""
        wide = self.width() >= SIDE_BY_SIDE
        wanted = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if self._parts.orientation() != wanted:
            self._parts.setOrientation(wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_wide_enough()
        self._turn_parts()

    def _keep_wide_enough(self) -> None:
        """Nothing in it is cut at the side: it scrolls up and down only."""
        room = self.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(self.widget().minimumSizeHint().width() + room)

    def _head(self, body: QWidget) -> QWidget:
        head = FlowRow(body, first_fills=True)
        self._tabs = TabBar(body)
        self._tabs.setUsesScrollButtons(False)
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("Layer"))
        for number, layer in enumerate(LAYERS):
            self._tabs.addTab(preview_words.layer_word(layer))
            self._tabs.setTabToolTip(number, preview_words.layer_sentence(layer))
        self._tabs.addTab(self.tr("Session"))
        self._tabs.setTabToolTip(
            len(LAYERS), self.tr("What a new session would get otherwise than one of before")
        )
        self._tabs.currentChanged.connect(self._on_layer_changed)
        self._copy = QToolButton(body)
        self._copy.setText(self.tr("Copy"))
        self._copy.setIcon(icon("copy"))
        self._copy.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._copy.setAccessibleName(self.tr("Copy layer"))
        self._copy.setToolTip(self.tr("Copy exactly what the host gets of this layer"))
        self._copy.clicked.connect(self.copy_layer)
        head.add(self._tabs)
        head.add(self._copy)
        return head

    # --- reading and building

    def _on_bank_changed(self, _changes: list[Change]) -> None:
        self.reload()

    def _on_loaded(self, loaded: Loaded) -> None:
        tried = self._trials.get(loaded.stored.name, loaded.stored)
        if loaded.sight != self._sight or loaded.preset != tried:
            return  # another was chosen meanwhile, its answer is on its way
        self._loaded = loaded
        self._choices.show_loaded(loaded)
        self._session.show_sessions(loaded.sessions)
        if self._panel is not None:
            self._panel.show_loaded(loaded)
        self._build()

    def _on_failed(self, error: MemdeskError) -> None:
        self._loaded = None
        self._block = Block()
        self._text.show_lines(())
        self._text.setPlaceholderText(words.error_sentence(error))
        self._show_omitted()
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
        if loaded is None or self._stopped:
            return
        draft, stored = self._draft, None
        if isinstance(draft, Entry) and draft.key:
            try:
                stored = self._worker.bank.rows([draft.key]).get(draft.key)
            except MemdeskError:
                return  # the worker says what is wrong with the bank; the last block stays

        def make() -> Block:
            return preview_source.build(loaded, draft, stored)

        as_stored = draft is None or draft in (stored, loaded.profile)
        plain = loaded.sight == Sight() and loaded.preset == loaded.stored
        generation = loaded.generation if as_stored and plain else None
        self._built_at = monotonic()
        # Made here, while one is made beside, it would be overtaken by what was typed before it.
        if self._slow or self._making.busy:
            self._making.want(lambda: (make(), generation))
            return
        self._block, self._generation = make(), generation
        self._slow = (monotonic() - self._built_at) * 1000 > SLOW_MS
        self._show_block()

    def _on_made(self, made: tuple[Block, int | None], seconds: float) -> None:
        if self._loaded is not None:
            self._slow = seconds * 1000 > SLOW_MS
            self._block, self._generation = made
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
        self._show_omitted()
        self._session.show_now(block.system)
        self._counts = {}
        self._counting.want(lambda: preview_source.texts(block), self._generation)
        self._show_sizes()

    def _empty_sentence(self, layer: Layer) -> str:
        if self._loaded is not None and layer not in self._loaded.preset.layers:
            return self.tr("The preset “{preset}” does not give this layer.").format(
                preset=self._loaded.preset.name
            )
        if layer == "system":
            return self.tr("The bank has nothing to say here yet. A host gets an empty text.")
        return self.tr("No constraint is visible here, so a host gets an empty text.")

    def _show_omitted(self) -> None:
        most = self._loaded.preset.max_constraint_chars if self._loaded else None
        self._omitted.show_block(self._block, most)
        self._omitted.setVisible(self._omitted.has_any and self.layer == "system")

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
        self._keep_wide_enough()
        self.measured.emit(
            Measure(
                chars=len(self._block.system),
                tokens=self._counts.get("system"),
                counted=sum(measure.chars for measure in sections.values()),
            )
        )

    # --- what the person does

    def copy_layer(self) -> None:
        """Put exactly what the host gets of the layer on the screen into the clipboard."""
        QGuiApplication.clipboard().setText(self._block.layer(self.layer))

    def _on_layer_changed(self) -> None:
        self._shown_part.setCurrentIndex(int(self.comparing))
        if self.comparing:
            self._session.begin()
        self._show_block()

    def _on_tried(self, name: str, preset: Preset | None) -> None:
        if preset is None:
            self._trials.pop(name, None)
        else:
            self._trials[name] = preset
        self.reload()

    def _on_preset_saved(self, before: str, name: str) -> None:
        """A trial was stored under a name, or (no name) a preset was deleted."""
        self._trials.pop(before, None)
        if self._sight.preset == before or (name and name != before):
            self.show_sight(replace(self._sight, preset=name))
        else:
            self.reload()
