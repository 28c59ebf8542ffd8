"""The program's own icons: one SVG set, drawn in the colours of the palette it stands in.

Each is a file in resources/icons on a 24 px grid whose strokes are `currentColor`. An icon asks
for the palette when it is painted, so a change of theme needs no new icons.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QIcon,
    QIconEngine,
    QPainter,
    QPalette,
    QPixmap,
    QPixmapCache,
)
from PySide6.QtSvg import QSvgRenderer

from memdesk.gui.theme import Tone, colour
from memdesk.paths import resources

_TONES: dict[str, Tone] = {
    "relevance-high": "high",
    "relevance-medium": "medium",
    "relevance-low": "low",
    "constraint": "constraint",
    "warning": "warning",
}
"""Icons that have a colour of their own. Their shape says the same without it."""


def icon(name: str, tone: Tone | None = None) -> QIcon:
    """The icon of that name in resources/icons, in the palette's text colour or in a tone.

    Raises FileNotFoundError at once for a name that has no file.
    """
    return QIcon(_Engine(name, tone or _TONES.get(name)))


def program_icon() -> QIcon:
    """memdesk's own icon, in its own colours, for windows."""
    return _coloured("memdesk")


def tray_icon(paused: bool) -> QIcon:
    """memdesk's icon for the tray; grey with a pause sign while serving is paused."""
    return _coloured("memdesk-paused" if paused else "memdesk")


@cache
def _folder() -> Path:
    return resources() / "icons"


@cache
def _names() -> frozenset[str]:
    # One look at the folder: to read seventy files before the window is painted takes a while.
    return frozenset(file.stem for file in _folder().glob("*.svg"))


@cache
def _source(name: str) -> str:
    return (_folder() / f"{name}.svg").read_text("utf-8")


def _renderer(name: str, colour_name: str) -> QSvgRenderer:
    svg = _source(name).replace("currentColor", colour_name)
    return QSvgRenderer(QByteArray(svg.encode()))


def _coloured(name: str) -> QIcon:
    # Pixmaps, not an engine: a tray takes an icon out of the process, size by size.
    made = QIcon()
    renderer = _renderer(name, "#000000")
    for size in (16, 22, 24, 32, 48, 64, 128, 256):
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        made.addPixmap(pixmap)
    return made


class _Engine(QIconEngine):
    """Draws one SVG in the colour that the palette has at that moment."""

    def __init__(self, name: str, tone: Tone | None) -> None:
        super().__init__()
        if name not in _names():  # a wrong one fails where it is written, not when it is painted
            raise FileNotFoundError(f"there is no icon {name}.svg")
        self._name = name
        self._tone = tone

    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._tone)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        # Not the device's own ratio: to tell Python what kind of device it is, PySide would first
        # make every kind of widget ready.
        ratio = abs(painter.deviceTransform().m11()) or 1.0
        side = min(rect.width(), rect.height())
        drawn = self._drawn(round(side * ratio), mode)
        target = QRect(0, 0, side, side)
        target.moveCenter(rect.center())
        painter.drawPixmap(target, drawn)

    def pixmap(self, size: QSize, mode: QIcon.Mode, _state: QIcon.State) -> QPixmap:
        if size.width() == size.height():
            return self._drawn(size.width(), mode)
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, _state)
        painter.end()
        return pixmap

    def _drawn(self, side: int, mode: QIcon.Mode) -> QPixmap:
        shade = self._colour(mode)
        key = f"memdesk/{self._name}/{side}/{shade.name(QColor.NameFormat.HexArgb)}"
        pixmap = QPixmap()
        if QPixmapCache.find(key, pixmap):
            return pixmap
        pixmap = QPixmap(side, side)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setOpacity(shade.alphaF())
        _renderer(self._name, shade.name()).render(painter, QRectF(0, 0, side, side))
        painter.end()
        QPixmapCache.insert(key, pixmap)
        return pixmap

    def _colour(self, mode: QIcon.Mode) -> QColor:
        palette = QGuiApplication.palette()
        if mode == QIcon.Mode.Disabled:
            return palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
        if mode == QIcon.Mode.Selected:
            return palette.color(QPalette.ColorRole.HighlightedText)
        if self._tone is not None:
            return colour(self._tone, palette)
        return palette.color(QPalette.ColorRole.WindowText)
