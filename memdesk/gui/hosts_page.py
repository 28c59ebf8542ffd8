"""Hosts: what each may do, what it did, what it was given, and setting one up (spec 7.1)."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, QSettings, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.authors import Actor
from memdesk.gui import hosts_words, modals, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.disconnecting import disconnect_all
from memdesk.gui.elided_box import ElidedBox
from memdesk.gui.empty_state import EmptyState
from memdesk.gui.fields import ChoiceField
from memdesk.gui.flow import FlowLayout
from memdesk.gui.host_blocks import HostBlocks
from memdesk.gui.host_connect import ConnectDialog
from memdesk.gui.host_log import HostLog
from memdesk.gui.host_roles import HostRoles
from memdesk.gui.host_side import HostSide
from memdesk.gui.hosts_table import (
    NAME,
    POLICY,
    PRESET,
    SEEN,
    HostsTable,
    Known,
    KnownHost,
    read_known,
)
from memdesk.gui.icons import icon
from memdesk.gui.list_view import fill_with, show_as_list
from memdesk.gui.remembered import remembered
from memdesk.gui.row_selection import select_row
from memdesk.gui.scrolled import scrolled
from memdesk.gui.sentence import Sentence
from memdesk.gui.tabs import TabBar
from memdesk.store.bank import Bank, Change
from memdesk.store.hosts import POLICIES

USER = Actor()

LATER_MS = 300
"""Changes in a row are one look."""

_LOG, _GIVEN, _NEXT, _ROLES = range(4)


class HostsPage(QWidget):
    """The hosts above, the chosen one below."""

    selection_changed = Signal()
    menu_wanted = Signal(QPoint)
    said = Signal(str)
    refused = Signal(object)
    entry_wanted = Signal(str, str)
    """Kind and id of an entry to go to."""

    def __init__(
        self, worker: BankWorker, host_side: HostSide, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._host_side = host_side
        self._presets: tuple[str, ...] = ()
        self._to_select = ""
        self._stale = False
        """Whether something has changed that was not looked at: nobody sees the page."""
        self.table = HostsTable(self)
        self.list = QTableView(self)
        self.list.setModel(self.table)
        self._set_up_list()
        self._build()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LATER_MS)
        self._later.timeout.connect(self.refresh)
        self.list.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        self._show_current()

    # --- laying out

    def _set_up_list(self) -> None:
        view = self.list
        show_as_list(view, self.tr("Hosts"), least_height=80)
        header = view.horizontalHeader()
        header.setSectionsClickable(False)
        digit = view.fontMetrics().horizontalAdvance("0")
        for place, width in ((POLICY, 17), (PRESET, 13), (SEEN, 12)):
            view.setColumnWidth(place, digit * width)
        fill_with(view, NAME)

    def _build(self) -> None:
        self.log = HostLog(self._worker, self)
        self.blocks = HostBlocks(self._worker, self)
        self.roles = HostRoles(self)
        self.tabs = TabBar(self)
        self.tabs.setAccessibleName(self.tr("About the host"))
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        for word in (
            self.tr("What it did"),
            self.tr("Its block"),
            self.tr("Next session"),
            self.tr("Roles"),
        ):
            self.tabs.addTab(word)
        self.tabs.setTabToolTip(_LOG, self.tr("What it fetched and wrote, and when"))
        self.tabs.setTabToolTip(_GIVEN, self.tr("The block it was last given, to the letter"))
        self.tabs.setTabToolTip(_NEXT, self.tr("What changes in its next session"))
        self._faces = QStackedWidget(self)
        for face in (self.log, self.blocks, self.roles):
            self._faces.addWidget(face)
        below = QWidget(self)
        column = QVBoxLayout(below)
        column.setContentsMargins(0, theme.HAIR, 0, 0)
        column.setSpacing(theme.HAIR)
        column.addLayout(self._choices())
        column.addWidget(self.tabs)
        column.addWidget(self._faces, 1)
        self._split = QSplitter(Qt.Orientation.Vertical, self)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.list)
        self._split.addWidget(scrolled(below, self))
        self._split.setSizes([120, 440])
        self._split.setStretchFactor(1, 1)
        self._empty = EmptyState(self)
        self._empty.say(
            "host",
            self.tr("No host knows memdesk yet"),
            self.tr(
                "Connect a chat program: it gets the block at the start of each conversation, "
                "and tools to remember and recall."
            ),
            (self.tr("Connect a host…"), self.connect_host),
        )
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._split)
        self._stack.addWidget(self._empty)
        self._stack.setCurrentWidget(self._empty)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(8, 8, 8, 8)
        outer.setSpacing(6)
        outer.addWidget(self._buttons())
        outer.addWidget(self._stack, 1)
        self.tabs.currentChanged.connect(self._on_tab_changed)
        self.log.entry_wanted.connect(self.entry_wanted)
        self.roles.preset_chosen.connect(self._on_role_preset_chosen)
        self.roles.refused.connect(self.refused)

    def _buttons(self) -> QWidget:
        row = QWidget(self)
        flow = FlowLayout(row)
        flow.setContentsMargins(0, 0, 0, 0)
        self.connect_button = QPushButton(icon("add"), self.tr("Connect a host…"), row)
        self.disconnect_button = QPushButton(icon("remove"), self.tr("Disconnect…"), row)
        self.disconnect_all_button = QPushButton(icon("close"), self.tr("Disconnect all…"), row)
        for button, act in (
            (self.connect_button, self.connect_host),
            (self.disconnect_button, self.disconnect_host),
            (self.disconnect_all_button, self.disconnect_all),
        ):
            button.clicked.connect(lambda _checked=False, act=act: act())
            flow.addWidget(button)
        return row

    def _choices(self) -> QGridLayout:
        self.policy = ChoiceField(self)
        for value in ("write", "review", "read", "blocked"):
            assert value in POLICIES
            self.policy.add_choice(value, hosts_words.policy_words()[value])
        self.policy.setAccessibleName(self.tr("What the host may do"))
        self.policy.edited.connect(self._on_policy_chosen)
        self.preset = ElidedBox(self)
        self.preset.setAccessibleName(self.tr("Preset of the host"))
        for box in (self.policy, self.preset):
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            box.setMinimumWidth(80)
        self.preset.activated.connect(self._on_preset_chosen)
        may = QLabel(self.tr("&May"), self)
        may.setBuddy(self.policy)
        gets = QLabel(self.tr("&Gets the preset"), self)
        gets.setBuddy(self.preset)
        self._means = Sentence(self)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.SMALL)
        grid.setVerticalSpacing(theme.HAIR)
        grid.addWidget(may, 0, 0)
        grid.addWidget(self.policy, 0, 1)
        grid.addWidget(gets, 1, 0)
        grid.addWidget(self.preset, 1, 1)
        grid.addWidget(self._means, 2, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        return grid

    # --- as every page

    @property
    def title(self) -> str:
        return self.tr("Hosts")

    def refresh(self) -> None:
        self._stale = False
        host_side = self._host_side
        self._worker.survey(
            lambda bank: read_known(bank, host_side), self._on_known, self.refused.emit,
            replaces=(id(self), "known"),
        )  # fmt: skip
        self._worker.survey(
            lambda bank: (bank.roles(), tuple(bank.presets())), self._on_roles,
            self.refused.emit, replaces=(id(self), "roles"),
        )  # fmt: skip

    def take_changes(self, changes: list[Change]) -> None:
        del changes  # each can change what the next session gets
        if self.isVisible():
            self._later.start()
        else:
            self._stale = True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def focus(self) -> None:
        if self._stack.currentWidget() is self._empty:
            self.connect_button.setFocus()
        else:
            self.list.setFocus()

    def selected_count(self) -> int:
        return 1 if self.current is not None else 0

    def save_look(self, settings: QSettings) -> None:
        settings.setValue("split", self._split.saveState())

    def restore_look(self, settings: QSettings) -> None:
        self._split.restoreState(remembered(settings, "split"))

    # --- the chosen host

    @property
    def current(self) -> KnownHost | None:
        """The host that is chosen."""
        return self.table.at(self.list.currentIndex().row())

    def choose(self, name: str) -> None:
        """Choose a host by its name, as soon as it is here."""
        row = self.table.row_of(name)
        if row is None:
            self._to_select = name
        else:
            select_row(self.list, row)

    def _on_known(self, known: Known) -> None:
        before = self.current.name if self.current is not None else ""
        self.table.show(known.hosts)
        self._presets = known.presets
        waited = self._stack.currentWidget() is self._empty and self.isAncestorOf(
            QApplication.focusWidget()
        )
        self._stack.setCurrentWidget(self._split if known.hosts else self._empty)
        if waited and known.hosts:
            self.list.setFocus()
        row = self.table.row_of(self._to_select or before)
        if row is not None:
            self._to_select = ""
        if known.hosts:
            select_row(self.list, row or 0)
        self._show_current()

    def _on_roles(self, answer: tuple[dict[str, str | None], tuple[str, ...]]) -> None:
        self.roles.show_roles(*answer)

    def _on_current_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self._show_current()

    def _show_current(self) -> None:
        host = self.current
        for widget in (self.policy, self.preset):
            widget.setEnabled(host is not None)
        self.disconnect_button.setEnabled(host is not None and self._can_disconnect(host))
        name = None if host is None else host.name
        self.log.show_host(name)
        self.blocks.show_host(None if name is None else self._host_side.caller_name(name))
        if host is None:
            self._means.say("")
        else:
            self.policy.set_value(host.record.policy)
            self._means.say(self._meaning(host))
            self._show_presets(host.record.preset)
        self.selection_changed.emit()

    def _meaning(self, host: KnownHost) -> str:
        """What its policy means, and whether it is connected."""
        sentences = [hosts_words.policy_sentence(host.record.policy)]
        if host.set_up:
            sentences.append(self.tr("It is set up on this machine."))
        elif host.name in self._host_side.connectable() and self._knows_place(host):
            sentences.append(self.tr("It is not set up on this machine."))
        return words.sentences(*sentences)

    def _knows_place(self, host: KnownHost) -> bool:
        return host.name not in self._host_side.in_a_folder()

    def _show_presets(self, chosen: str | None) -> None:
        with QSignalBlocker(self.preset):
            self.preset.clear()
            for name in (None, *self._presets):
                self.preset.addItem(hosts_words.preset_word(name), name)
            self.preset.setCurrentIndex(max(self.preset.findData(chosen), 0))

    def _can_disconnect(self, host: KnownHost) -> bool:
        return host.set_up or not self._knows_place(host)

    def _on_tab_changed(self, tab: int) -> None:
        self._faces.setCurrentWidget({_LOG: self.log, _ROLES: self.roles}.get(tab, self.blocks))
        self.blocks.show_face(next_session=tab == _NEXT)

    # --- what can be chosen and done

    def _on_policy_chosen(self) -> None:
        host, policy = self.current, self.policy.value()
        if host is not None and policy != host.record.policy:
            self._set(host.name, policy=policy)

    def _on_preset_chosen(self) -> None:
        host, preset = self.current, self.preset.currentData()
        if host is not None and preset != host.record.preset:
            self._set(host.name, preset=preset)

    def _set(self, name: str, **choices: str | None) -> None:
        def work(bank: Bank) -> None:
            bank.set_host(name, USER, **choices)  # type: ignore[arg-type]

        said = self.tr("{host} has new settings. Ctrl+Z takes it back.").format(host=name)
        self._worker.submit(work, lambda _done: self.said.emit(said), self.refused.emit)

    def _on_role_preset_chosen(self, role: str, preset: str | None) -> None:
        said = self.tr("The role {role} has new settings. Ctrl+Z takes it back.")
        self._worker.submit(
            lambda bank: bank.set_role_preset(role, preset, USER),
            lambda _done: self.said.emit(said.format(role=role)),
            self.refused.emit,
        )

    def connect_host(self) -> None:
        """Set up a host to use memdesk."""
        host = self.current
        name = host.name if host is not None and not host.set_up else ""
        self._run(ConnectDialog(self._worker, self._host_side, name, parent=self))

    def disconnect_host(self) -> None:
        """Take memdesk out of the configuration of the chosen host."""
        host = self.current
        if host is not None and self._can_disconnect(host):
            self._run(
                ConnectDialog(self._worker, self._host_side, host.name, remove=True, parent=self)
            )

    def disconnect_all(self) -> None:
        """Take memdesk out of the configuration of every host."""
        disconnect_all(self, self._worker, self._host_side, self.refresh)

    def _run(self, dialog: ConnectDialog) -> None:
        remove = dialog.removes
        if modals.run(dialog):
            host = dialog.host
            template = (
                self.tr("{host} no longer uses memdesk once it is started anew.")
                if remove
                else self.tr("{host} uses memdesk from its next start on.")
            )
            self.said.emit(template.format(host=host))
            self._to_select = host
            self.refresh()
        dialog.deleteLater()
