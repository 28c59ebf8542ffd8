"""The conversations to consolidate, each with a box and what it would cost (spec 5.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from memdesk.consolidation.harvesting import Cost
from memdesk.core.errors import MemdeskError
from memdesk.exchange.transcripts.conversation import Conversation
from memdesk.gui import preview_words, words
from memdesk.gui.words import translate

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


@dataclass(slots=True, eq=False)
class Talk:
    """One conversation: whether it is ticked, what it would cost, what came of it."""

    conversation: Conversation
    ticked: bool = False
    cost: Cost | None = None
    """None until it was counted."""
    suggested: int | None = None
    """How many suggestions came of it; None until it was gone through."""
    problem: MemdeskError | None = None


class Talks(QAbstractListModel):
    """The list of them, the newest first."""

    ticked_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.all: list[Talk] = []

    @property
    def ticked(self) -> list[Talk]:
        return [one for one in self.all if one.ticked]

    def add(self, conversations: Iterable[Conversation], *, ticked: bool) -> None:
        """Add those that aren't there; one that is, is ticked where these are.

        One that has gone on since is one that nothing is known of.
        """
        there = {one.conversation.id: one for one in self.all}
        new = []
        for conversation in conversations:
            known = there.get(conversation.id)
            if known is None:
                talk = there[conversation.id] = Talk(conversation, ticked=ticked)
                new.append(talk)
                continue
            if known.conversation != conversation:
                known.conversation = conversation
                known.cost = known.suggested = known.problem = None
            known.ticked = known.ticked or ticked
            self.show_changed(known)
        if new:
            self.beginInsertRows(_NOWHERE, len(self.all), len(self.all) + len(new) - 1)
            self.all += new
            self.endInsertRows()
        self.ticked_changed.emit()

    def show_changed(self, talk: Talk) -> None:
        """Something about it is different now."""
        place = self.index(self.all.index(talk))
        self.dataChanged.emit(place, place)

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.all)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        talk = self.all[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return f"{talk.conversation.title or talk.conversation.id}\n{state_of(talk)}"
            case Qt.ItemDataRole.ToolTipRole:
                return str(talk.conversation.path)
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if talk.ticked else Qt.CheckState.Unchecked
        return None

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.CheckStateRole:
            return False
        self.all[index.row()].ticked = Qt.CheckState(value) == Qt.CheckState.Checked
        self.dataChanged.emit(index, index, [role])
        self.ticked_changed.emit()
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemNeverHasChildren


def state_of(talk: Talk) -> str:
    """When and in which program, and what it would cost or what came of it."""
    one, price = talk.conversation, talk.cost
    parts = [words.moment_short(one.updated_at), one.host or one.format]
    if talk.problem is not None:
        parts.append(translate("Consolidation", "Can't be read"))
    elif talk.suggested is not None:
        parts.append(Consolidation().suggestions(talk.suggested))
    elif price is not None and not price.calls:
        parts.append(translate("Consolidation", "Nothing new"))
    elif price is not None:
        parts += [Consolidation().messages(price.messages), preview_words.tokens(price.tokens)]
    elif talk.ticked:
        parts.append(translate("Consolidation", "Counting…"))
    return " · ".join(parts)


class Consolidation(words.Counting):
    """Sentences with a number."""

    def suggestions(self, count: int) -> str:
        return self.tr("%Ln suggestions", "", count)

    def messages(self, count: int) -> str:
        return self.tr("%Ln messages", "", count)
