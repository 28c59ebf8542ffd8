"""Files that a person drops onto a window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QDragEnterEvent, QDropEvent


def dropped_files(event: QDragEnterEvent | QDropEvent) -> list[Path]:
    """The files and folders of a drag."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
