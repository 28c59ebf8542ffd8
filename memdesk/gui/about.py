"""What memdesk is, and which version."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from memdesk import __version__
from memdesk.gui import modals

translate = QCoreApplication.translate


def show_about(parent: QWidget) -> None:
    """Name, version, what it is for."""
    modals.inform(
        parent,
        translate("About", "About memdesk"),
        f"memdesk {__version__}",
        detail=translate(
            "About",
            "The desk for what your AI assistants remember: one local bank, seen and edited in a "
            "window, previewed exactly as it will be injected, and served to every chat host.",
        ),
    )
