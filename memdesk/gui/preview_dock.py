"""Where the live preview stands. It is filled after the window has been painted, or when it is
first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, Signal
from PySide6.QtWidgets import QAbstractButton, QDockWidget, QWidget

from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.icons import icon

if TYPE_CHECKING:
    from memdesk.gui.preview import Preview


class PreviewDock(QDockWidget):
    """Holds the preview, once that is wanted."""

    filled = Signal(object)
    """The Preview, new and empty."""

    def __init__(
        self, worker: BankWorker, settings: QSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self.setObjectName("preview")
        self.setWindowTitle(self.tr("Live preview"))
        self._worker = worker
        self._preview: Preview | None = None
        self.topLevelChanged.connect(self._dress_buttons)

    @property
    def preview(self) -> Preview:
        """The preview; who asks first has it made."""
        if self._preview is None:
            from memdesk.gui.kept_counts import KeptCounts
            from memdesk.gui.preview import Preview

            kept = KeptCounts(self._settings, self._worker.bank.path)
            self._preview = made = Preview(self._worker, self, kept)
            self.setWidget(made)
            self.filled.emit(made)
        return self._preview

    @property
    def is_filled(self) -> bool:
        """Whether the preview is there: before, there is nothing to be told or stopped."""
        return self._preview is not None

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
