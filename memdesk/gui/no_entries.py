"""What a page says while its table has no rows, and what to do next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from memdesk.core.entry import Kind
from memdesk.gui.empty_state import EmptyState


class NoEntries(EmptyState):
    """Stands where the table of a kind has no rows."""

    def __init__(
        self,
        kind: Kind,
        new: Callable[[], None],
        import_: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kind = kind
        self._new = new
        self._import = import_

    def say_filtered(self, show_everything: Callable[[], None]) -> None:
        """There are entries, but the filter hides them all."""
        self.say(
            "search",
            self.tr("Nothing matches"),
            self.tr("No entry fits the filter."),
            (self.tr("Show everything"), show_everything),
        )

    def say_empty(self) -> None:
        """There are none yet."""
        heading, sentence, new = {
            "memory": (
                self.tr("No memories yet"),
                self.tr("What your assistants should remember: decisions, preferences, facts."),
                self.tr("New memory"),
            ),
            "task": (
                self.tr("No tasks yet"),
                self.tr("What you are working on, so that an assistant knows where you are."),
                self.tr("New task"),
            ),
            "work": (
                self.tr("No works yet"),
                self.tr("Your past and running projects, a line each."),
                self.tr("New work"),
            ),
        }[self._kind]
        self.say(
            self._kind, heading, sentence, (new, self._new), (self.tr("Import…"), self._import)
        )
