"""A workspace or a role that is guessed from what is chosen, until the person says otherwise."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtWidgets import QWidget

from memdesk.gui.fields import SuggestionField


class GuessedField(SuggestionField):
    """Shows its guess where there is one for all. What the person types stays."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._everything = ""
        self._own = False
        self.edited.connect(self._on_edited)

    def say_everything(self, word: str) -> None:
        """What an empty field means."""
        self._everything = word
        self.lineEdit().setPlaceholderText(word)

    @property
    def chosen(self) -> str | None:
        """What the person said; None while it is guessed."""
        return str(self.value()) if self._own else None

    def guess(self, guesses: Collection[str]) -> None:
        """Take these as guessed for what is chosen, each once."""
        if self._own:
            return
        together = next(iter(guesses)) if len(guesses) == 1 else ""
        self.set_value(together)
        self.lineEdit().setCursorPosition(0)
        self.lineEdit().setPlaceholderText(
            self.tr("As each conversation says") if len(guesses) > 1 else self._everything
        )

    def _on_edited(self) -> None:
        self._own = True
        self.lineEdit().setPlaceholderText(self._everything)
