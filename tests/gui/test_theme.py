"""Light and dark: readable, applied at once, and icons that follow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from memdesk.gui import icons, theme
from memdesk.gui.theme import Look, Tone, contrast
from memdesk.paths import resources

Role = QPalette.ColorRole
GROUNDS = (Role.Window, Role.Base, Role.AlternateBase)
SVG = "{http://www.w3.org/2000/svg}"
ICONS = sorted((resources() / "icons").glob("*.svg"))


@pytest.fixture
def look(qapp: QApplication) -> Iterator[Look]:
    before = qapp.palette()
    made = Look(qapp)
    yield made
    made.apply("system")
    made.deleteLater()
    qapp.setPalette(before)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("tone", get_args(Tone))
def test_every_tone_is_readable(qapp: QApplication, dark: bool, tone: Tone) -> None:
    palette = theme.palette(dark)
    for ground in GROUNDS:
        assert contrast(theme.colour(tone, palette), palette.color(ground)) >= theme.LEAST_CONTRAST


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        (Role.WindowText, Role.Window),
        (Role.Text, Role.Base),
        (Role.Text, Role.AlternateBase),
        (Role.PlaceholderText, Role.Base),
        (Role.PlaceholderText, Role.Window),
        (Role.ButtonText, Role.Button),
        (Role.HighlightedText, Role.Highlight),
        (Role.ToolTipText, Role.ToolTipBase),
        (Role.Link, Role.Base),
        (Role.LinkVisited, Role.Base),
    ],
)
def test_every_text_is_readable(
    qapp: QApplication, dark: bool, text: QPalette.ColorRole, ground: QPalette.ColorRole
) -> None:
    palette = theme.palette(dark)
    assert contrast(palette.color(text), palette.color(ground)) >= theme.LEAST_CONTRAST


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast(QColor("#000000"), QColor("#ffffff")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("#ffffff")) == pytest.approx(4.48, abs=0.01)
    assert contrast(QColor("#ff0000"), QColor("#ff0000")) == 1


def test_a_theme_is_applied_at_once(look: Look, qapp: QApplication, qtbot: QtBot) -> None:
    label = QLabel("text")
    qtbot.addWidget(label)
    theme.tint(label, "error")
    colours = []
    for name in ("light", "dark"):
        look.apply(name)
        qapp.processEvents()
        assert theme.is_dark() == (name == "dark")
        colours.append(label.palette().color(Role.WindowText).name())
    assert colours == [
        theme.colour("error", theme.palette(False)).name(),
        theme.colour("error", theme.palette(True)).name(),
    ]


@pytest.mark.parametrize("path", ICONS, ids=lambda path: path.stem)
def test_an_icon_is_one_of_the_set(path: Path) -> None:
    root = ElementTree.fromstring(path.read_text("utf-8"))
    assert root.tag == f"{SVG}svg"
    if path.stem.startswith("memdesk"):
        return
    assert root.get("viewBox") == "0 0 24 24"
    assert (root.get("stroke"), root.get("stroke-width")) == ("currentColor", "1.75")
    colours = {one.get(name) for one in root.iter() for name in ("stroke", "fill")}
    assert colours <= {None, "none", "currentColor"}


@pytest.mark.parametrize("path", ICONS, ids=lambda path: path.stem)
def test_an_icon_draws_something(qapp: QApplication, path: Path) -> None:
    if not path.stem.startswith("memdesk"):
        assert inked(icons.icon(path.stem))


def test_the_programs_icons(qapp: QApplication) -> None:
    for icon in (icons.program_icon(), icons.tray_icon(False), icons.tray_icon(True)):
        assert inked(icon)


def test_icons_follow_the_theme(look: Look, qapp: QApplication) -> None:
    icon = icons.icon("memory")
    look.apply("light")
    light = inked(icon)
    look.apply("dark")
    dark = inked(icon)
    assert average(light) < 100
    assert average(dark) > 150


def test_a_wrong_name_fails_where_it_is_written(qapp: QApplication) -> None:
    with pytest.raises(FileNotFoundError):
        icons.icon("no-such-icon")


def inked(icon: QIcon) -> list[QColor]:
    """The opaque pixels of an icon."""
    image = icon.pixmap(QSize(48, 48)).toImage()
    colours = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return [colour for colour in colours if colour.alpha() == 255]


def average(colours: list[QColor]) -> float:
    return sum(colour.lightness() for colour in colours) / len(colours)


def test_an_unchecked_box_is_seen_in_the_dark() -> None:
    boxes = theme.check_box_palette(True)
    ground = boxes.color(QPalette.ColorRole.Base)
    # Fusion's mark is a shade darker than the text.
    mark = boxes.color(QPalette.ColorRole.Text).darker(120)
    assert theme.contrast(ground, theme.palette(True).color(QPalette.ColorRole.Window)) >= 2.8
    assert theme.contrast(mark, ground) >= 3
