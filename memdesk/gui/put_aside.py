"""Drafts that hold something unsaved and are not on the screen."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from memdesk.gui.draft import Draft


class PutAside(QObject):
    """Drafts by what tells them apart; whoever shows what is unsaved hears of each change."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._drafts: dict[str, Draft[Any]] = {}

    @property
    def drafts(self) -> list[Draft[Any]]:
        return list(self._drafts.values())

    def __contains__(self, identity: str) -> bool:
        return identity in self._drafts

    def get(self, identity: str) -> Draft[Any] | None:
        return self._drafts.get(identity)

    def put(self, identity: str, draft: Draft[Any]) -> None:
        """Keep a draft, instead of another of the same entry."""
        self._drafts[identity] = draft
        self.changed.emit()

    def take(self, identity: str) -> Draft[Any] | None:
        """Give a draft back, if there is one: it is on the screen again, or saved."""
        draft = self._drafts.pop(identity, None)
        if draft is not None:
            self.changed.emit()
        return draft
