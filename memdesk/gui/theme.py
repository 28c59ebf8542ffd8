"""Light and dark: the palette, the few colours that mean something, and the measures.

Where the platform brings a style of its own, its palette stays. Under Qt's Fusion (a bare X or
Wayland session) the two palettes below are used. No meaning is ever carried by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontInfo,
    QGuiApplication,
    QPainter,
    QPalette,
)
from PySide6.QtWidgets import QApplication, QWidget

Theme = Literal["system", "light", "dark"]
THEMES: tuple[Theme, ...] = ("system", "light", "dark")

Tone = Literal["constraint", "high", "medium", "low", "dim", "error", "warning", "good", "accent"]

Ground = Literal["removed", "removed-word", "added", "added-word"]

# Distances in device-independent pixels, on a 4 px grid.
HAIR = 4
SMALL = 8
MEDIUM = 12
LARGE = 16
WIDE = 24

PICTURE = 16
"""The side of a picture beside text of the usual size."""
_INDICATOR = 14
"""The side of Fusion's boxes to tick, which knows nothing of the text beside them."""
_USUAL_TEXT = 12
"""Pixels of a font that pictures and boxes of those sides stand well beside."""
_LARGE_TEXT = 1.3
"""From so many times the usual size on, pictures and boxes grow with the text. Not from the 15
pixels that some desktops have anyway: the style sheet for it costs a start a tenth of its time."""

BOLD = QFont.Weight.Bold
"""No weight between: of most Chinese fonts there is none, and nothing would stand out."""

LEAST_CONTRAST = 4.5
"""WCAG AA for text: every tone on every ground it is drawn on reaches it."""

_TONES: dict[bool, dict[Tone, str]] = {
    False: {
        "constraint": "#9a4600",
        "high": "#1a6470",
        "medium": "#4d565e",
        "low": "#646a70",
        "dim": "#646a70",
        "error": "#b3261e",
        "warning": "#835400",
        "good": "#1c6f37",
        "accent": "#1a6470",
    },
    True: {
        "constraint": "#f0a65a",
        "high": "#7cc4cd",
        "medium": "#b6bcc1",
        "low": "#a3a9af",
        "dim": "#a3a9af",
        "error": "#ff9a91",
        "warning": "#e8b84f",
        "good": "#6fcf8a",
        "accent": "#7cc4cd",
    },
}

_CHANGED_GROUNDS: dict[bool, dict[Ground, str]] = {
    False: {
        "removed": "#fdeeec",
        "removed-word": "#f8cfca",
        "added": "#e8f5ec",
        "added-word": "#bfe5cb",
    },
    True: {
        "removed": "#3a2322",
        "removed-word": "#6b302c",
        "added": "#1d3325",
        "added-word": "#275c38",
    },
}
"""What was taken away and what was added stands on these, in the colour of all text."""

_Role = QPalette.ColorRole
_GROUNDS: dict[bool, dict[QPalette.ColorRole, str]] = {
    False: {
        _Role.Window: "#f4f4f1",
        _Role.WindowText: "#1f2428",
        _Role.Base: "#ffffff",
        _Role.AlternateBase: "#f6f6f3",
        _Role.Text: "#1f2428",
        _Role.PlaceholderText: "#656b71",
        _Role.Button: "#efefeb",
        _Role.ButtonText: "#1f2428",
        _Role.BrightText: "#b3261e",
        _Role.ToolTipBase: "#ffffff",
        _Role.ToolTipText: "#1f2428",
        _Role.Highlight: "#1f6f78",
        _Role.HighlightedText: "#ffffff",
        _Role.Accent: "#1f6f78",
        _Role.Link: "#1a6470",
        _Role.LinkVisited: "#5b4a86",
        _Role.Light: "#ffffff",
        _Role.Midlight: "#e9e9e4",
        _Role.Mid: "#c6c7c2",
        _Role.Dark: "#a3a5a1",
        _Role.Shadow: "#6f716e",
    },
    True: {
        _Role.Window: "#2b3035",
        _Role.WindowText: "#e4e6e7",
        _Role.Base: "#191c1f",
        _Role.AlternateBase: "#202428",
        _Role.Text: "#e4e6e7",
        _Role.PlaceholderText: "#a0a6ac",
        _Role.Button: "#383e44",
        _Role.ButtonText: "#e4e6e7",
        _Role.BrightText: "#ff9a91",
        _Role.ToolTipBase: "#383e44",
        _Role.ToolTipText: "#e4e6e7",
        _Role.Highlight: "#28747d",
        _Role.HighlightedText: "#ffffff",
        _Role.Accent: "#28747d",
        _Role.Link: "#7cc4cd",
        _Role.LinkVisited: "#b9a9e6",
        _Role.Light: "#4a5157",
        _Role.Midlight: "#40464c",
        _Role.Mid: "#535a61",
        _Role.Dark: "#1b1f22",
        _Role.Shadow: "#0c0e0f",
    },
}
_DARK_CHECK_BOX = {_Role.Base: "#70787f", _Role.Text: "#ffffff"}
"""Fusion draws the frame of a box darker than the window: in the dark its ground must be seen."""
_DARK_FOCUS = {_Role.Highlight: "#7cc4cd", _Role.HighlightedText: "#10161a"}
"""Fusion draws the ring around what has the keyboard a shade darker than the ground of a
selection: in the dark, one that white stands on is hardly seen beside the window."""
_FIELDS = ("QPushButton", "QToolButton", "QComboBox", "QLineEdit", "QAbstractSpinBox")
_BOXES = ("QCheckBox", "QRadioButton")
_MENU = {_Role.Base: "#434a51", _Role.Window: "#434a51"}
"""What opens over the window is lighter than all behind it: in the dark, Fusion's frame is not
seen. A menu is filled with a shade of its Base, the list of a combo box with its Window."""
_DISABLED: dict[bool, str] = {False: "#9da1a4", True: "#747b82"}


def palette(dark: bool) -> QPalette:
    """memdesk's own palette, used under Fusion."""
    made = QPalette()
    for role, name in _GROUNDS[dark].items():
        made.setColor(role, QColor(name))
    faded = QColor(_DISABLED[dark])
    for role in (_Role.Text, _Role.WindowText, _Role.ButtonText, _Role.PlaceholderText):
        made.setColor(QPalette.ColorGroup.Disabled, role, faded)
    grey = QColor(_GROUNDS[dark][_Role.Mid])
    made.setColor(QPalette.ColorGroup.Disabled, _Role.Highlight, grey)
    return made


def check_box_palette(dark: bool) -> QPalette:
    """The palette of check boxes under Fusion."""
    return _changed(field_palette(dark), _DARK_CHECK_BOX if dark else {})


def field_palette(dark: bool) -> QPalette:
    """The palette under Fusion of buttons and fields, which have a ring with the keyboard."""
    return _changed(palette(dark), _DARK_FOCUS if dark else {})


def menu_palette(dark: bool) -> QPalette:
    """The palette of menus under Fusion."""
    return _changed(palette(dark), _MENU if dark else {})


def _changed(made: QPalette, by: Mapping[QPalette.ColorRole, str]) -> QPalette:
    for role, name in by.items():
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
            made.setColor(group, role, QColor(name))
    return made


def is_own(current: QPalette) -> bool:
    """Whether this is one of memdesk's own palettes, and not the platform's."""
    own = _GROUNDS[is_dark(current)]
    return all(current.color(role).name() == own[role] for role in (_Role.Window, _Role.Base))


def is_dark(current: QPalette | None = None) -> bool:
    """Whether text is light on dark in this palette (None: the application's)."""
    current = current or QGuiApplication.palette()
    return current.color(_Role.Window).lightness() < current.color(_Role.WindowText).lightness()


def colour(tone: Tone, current: QPalette | None = None) -> QColor:
    """The colour of a tone on the grounds of this palette (None: the application's)."""
    return QColor(_TONES[is_dark(current)][tone])


def ground(of: Ground, current: QPalette | None = None) -> QColor:
    """The ground of changed text in this palette (None: the application's)."""
    return QColor(_CHANGED_GROUNDS[is_dark(current)][of])


def contrast(first: QColor, second: QColor) -> float:
    """WCAG's contrast ratio of two opaque colours, 1 to 21."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(of: QColor) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = linear(of.redF()), linear(of.greenF()), linear(of.blueF())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def font(base: QFont, *, scale: float = 1.0, bold: bool = False) -> QFont:
    """A font of the type scale: 0.9 for notes, 1 for text, 1.15 for headings, 1.5 for titles."""
    made = QFont(base)
    if made.pointSizeF() > 0:
        made.setPointSizeF(made.pointSizeF() * scale)
    else:
        made.setPixelSize(round(made.pixelSize() * scale))
    if bold:
        made.setWeight(BOLD)
    return made


def growth(base: QFont) -> float:
    """How many times larger than usual what stands beside text of this font is drawn, 1 or more."""
    times = QFontInfo(base).pixelSize() / _USUAL_TEXT
    return times if times >= _LARGE_TEXT else 1.0


def beside(text: QWidget, side: int = PICTURE) -> int:
    """The side, in pixels, of a picture beside a widget's text; `side` is that of usual text."""
    return round(side * growth(text.font()))


def fixed_font(base: QFont) -> QFont:
    """Letters of one width, as large as others are: the system's own stay small beside large
    text."""
    made = QFont(base)
    made.setFamilies([QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()])
    made.setFixedPitch(True)
    return made


def draw_panel(widget: QWidget, ground: QPalette.ColorRole, edge: QColor, radius: float) -> None:
    """Fill a widget within a line of its edge's colour, as its `paintEvent`. A style sheet of its
    own would keep the palette that it was given first."""
    with QPainter(widget) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(edge)
        painter.setBrush(widget.palette().color(ground))
        inner = QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(inner, radius, radius)


def tint(widget: QWidget, tone: Tone) -> None:
    """Draw a label's text in a tone, now and after a change of theme."""
    widget.setProperty("tone", tone)
    _tint(widget)
    if widget.findChild(_Tinter, options=Qt.FindChildOption.FindDirectChildrenOnly) is None:
        widget.installEventFilter(_Tinter(widget))


def _tint(widget: QWidget) -> None:
    shade = colour(widget.property("tone"))
    if widget.palette().color(_Role.WindowText) == shade:
        return
    # Only this role: all others keep following the application's palette.
    own = QPalette()
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
        own.setColor(group, _Role.WindowText, shade)
    widget.setPalette(own)


class _Tinter(QObject):
    """Tints its parent anew when the application's palette has changed."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.PaletteChange and isinstance(watched, QWidget):
            _tint(watched)
        return False


class Look(QObject):
    """Applies the chosen theme to the application and follows the system where asked to."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._theme: Theme = "system"
        self._own_font = QFont(app.font())
        self._own_palette = app.style().name().lower() == "fusion"
        app.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    def apply(self, theme: Theme, text_size: int = 100) -> None:
        """Show this theme in every window, at once. A text size, in percent of the system's,
        holds for the windows that are built from then on."""
        size = min(max(text_size, 100), 200)
        self._shrink()
        self._app.setFont(font(self._own_font, scale=size / 100))
        hints = self._app.styleHints()
        if theme == "system":
            hints.unsetColorScheme()
        else:
            schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
            hints.setColorScheme(schemes[theme])
        self._theme = theme
        self._take_palette()

    def _grow(self) -> None:
        """Have boxes to tick and the pictures on buttons, in lists and tabs as large as text is."""
        # A style of its own would be asked in Python for every cell that is painted. And only
        # large text needs this: every widget of a start takes longer with a style sheet.
        times = growth(self._app.font()) if self._own_palette else 1.0
        sheet = ""
        if times > 1:
            sheet = _GROWN.format(box=round(_INDICATOR * times), picture=round(PICTURE * times))
        if sheet:
            # Before it is there, each widget takes font and colours.
            for change in (QEvent.Type.ApplicationFontChange, QEvent.Type.ApplicationPaletteChange):
                QCoreApplication.sendPostedEvents(None, change)
            self._app.setStyleSheet(sheet)

    def _shrink(self) -> None:
        """Take the style sheet away: with one, what is on the screen keeps font and colours."""
        if self._app.styleSheet():
            self._app.setStyleSheet("")

    def _on_scheme_changed(self) -> None:
        self._take_palette()

    def _take_palette(self) -> None:
        if not self._own_palette:
            return
        wanted = {"light": False, "dark": True}.get(self._theme)
        if wanted is None:
            wanted = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        self._shrink()
        self._app.setPalette(palette(wanted))
        for name in _FIELDS:
            self._app.setPalette(field_palette(wanted), name)
        for name in _BOXES:
            self._app.setPalette(check_box_palette(wanted), name)
        self._app.setPalette(menu_palette(wanted), "QMenu")
        self._grow()


_GROWN = """
QCheckBox::indicator, QRadioButton::indicator, QAbstractItemView::indicator {{
    width: {box}px; height: {box}px;
}}
QCheckBox, QRadioButton {{ padding: 2px 0; spacing: 6px; }}
QAbstractButton, QAbstractItemView, QComboBox, QTabBar {{ icon-size: {picture}px; }}
"""
"""Sizes alone: with them, Fusion goes on drawing all of it. What it asks for beside a box is said
too, for with a box of another size it is left out."""
