"""The known hosts, as the rows of a table (spec 7.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt

from memdesk.core.errors import MemdeskError
from memdesk.core.preset import DEFAULT
from memdesk.gui import hosts_words, words
from memdesk.gui.host_side import HostSide
from memdesk.gui.icons import icon
from memdesk.gui.row_table import AnyIndex, RowTable
from memdesk.store.bank import Bank, HostRecord

NAME, POLICY, PRESET, SEEN = range(4)


@dataclass(frozen=True, slots=True)
class KnownHost:
    """A host that has called, was set, or has memdesk in its configuration on this machine."""

    record: HostRecord
    set_up: bool

    @property
    def name(self) -> str:
        return self.record.name


@dataclass(frozen=True, slots=True)
class Known:
    """The hosts, and the presets that one can be given."""

    hosts: list[KnownHost]
    presets: tuple[str, ...]


def read_known(bank: Bank, host_side: HostSide) -> Known:
    """The hosts by name. Looks into their configurations: for the worker's thread."""
    with bank.snapshot():
        records = {record.name: record for record in bank.hosts()}
        presets = tuple(bank.presets())
    set_up = {host for host in host_side.connectable() if is_set_up(host, host_side)}
    for host in set_up - records.keys():
        records[host] = HostRecord(name=host)
    hosts = [KnownHost(records[name], name in set_up) for name in sorted(records)]
    return Known(hosts, presets)


def is_set_up(host: str, host_side: HostSide) -> bool:
    """Whether a host's own configuration holds something of memdesk, as far as it can be read.

    False for one whose files are in a folder that only the person knows.
    """
    if host in host_side.in_a_folder():
        return False
    try:
        return any(change.changes for change in host_side.plan(host, None, True))
    except MemdeskError:
        return False  # what is wrong with the file is said where it is to be changed


class HostsTable(RowTable[KnownHost]):
    """Name, policy, preset, when it was last seen."""

    def show(self, rows: list[KnownHost]) -> None:
        """Show these; what is where it was stays selected."""
        if [row.name for row in rows] == [row.name for row in self._rows]:
            self._rows = rows
            if rows:
                last = self.index(len(rows) - 1, SEEN)
                self.dataChanged.emit(self.index(0, 0), last)
            return
        super().show(rows)

    def row_of(self, name: str) -> int | None:
        return next((row for row, host in enumerate(self._rows) if host.name == name), None)

    def headings(self) -> tuple[str, ...]:
        return self.tr("Host"), self.tr("May"), self.tr("Preset"), self.tr("Last seen")

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        host = self.at(index.row()) if index.isValid() else None
        if host is None:
            return None
        record, column = host.record, index.column()
        if role == Qt.ItemDataRole.DecorationRole and column == NAME:
            return icon("check" if host.set_up else "host")
        if role == Qt.ItemDataRole.ToolTipRole:
            if column == NAME and host.set_up:
                return self.tr("{host} is set up on this machine").format(host=host.name)
            if column == SEEN:
                return words.moment(record.last_seen)
            return hosts_words.policy_sentence(record.policy) if column == POLICY else host.name
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        match column:
            case 0:
                return host.name
            case 1:
                return hosts_words.policy_words()[record.policy]
            case 2:
                return record.preset or DEFAULT.name
        return words.moment_short(record.last_seen) or self.tr("never")
