"""Light and dark: readable, applied at once, and icons that follow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QListWidget,
    QStyle,
    QToolButton,
    QTreeWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from memdesk.gui import icons, theme
from memdesk.gui.boxes import CheckBox, RadioButton
from memdesk.gui.completion import Suggestions
from memdesk.gui.icon_label import IconLabel
from memdesk.gui.notice_bar import NoticeBar
from memdesk.gui.tabs import LINE, TabBar, Tabs
from memdesk.gui.tags_field import RemovableChip, TagsField
from memdesk.gui.theme import Look, Theme, Tone, contrast
from memdesk.paths import resources

Role = QPalette.ColorRole
GROUNDS = (Role.Window, Role.Base, Role.AlternateBase)
Metric = QStyle.PixelMetric
LEAST_OF_A_MARK = 3
"""WCAG AA for what is no text: rings, frames, marks."""
SVG = "{http://www.w3.org/2000/svg}"
ICONS = sorted((resources() / "icons").glob("*.svg"))


@pytest.fixture
def look(qapp: QApplication) -> Iterator[Look]:
    before, font = qapp.palette(), qapp.font()
    made = Look(qapp)
    yield made
    made.apply("system")
    made.deleteLater()
    qapp.setFont(font)
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


@pytest.mark.parametrize("dark", [False, True])
def test_what_has_the_keyboard_is_seen(dark: bool) -> None:
    fields = theme.field_palette(dark)
    # Fusion's ring is a shade darker than the ground of a selection.
    ring = fields.color(Role.Highlight).darker(125)
    for ground in (Role.Window, Role.Base):
        assert contrast(ring, theme.palette(dark).color(ground)) >= LEAST_OF_A_MARK
    chosen = contrast(fields.color(Role.HighlightedText), fields.color(Role.Highlight))
    assert chosen >= theme.LEAST_CONTRAST


@pytest.mark.parametrize("dark", [False, True])
def test_what_opens_over_the_window_is_readable(dark: bool) -> None:
    menu = theme.menu_palette(dark)
    menus, lists = menu.color(Role.Base).lighter(108), menu.color(Role.Window)  # as Fusion fills
    for ground in (menus, lists):
        assert contrast(menu.color(Role.Text), ground) >= theme.LEAST_CONTRAST
        assert contrast(menu.color(Role.WindowText), ground) >= theme.LEAST_CONTRAST


def test_in_the_dark_it_stands_off_from_what_is_behind() -> None:
    menu, behind = theme.menu_palette(True), theme.palette(True)
    for ground in (menu.color(Role.Base), menu.color(Role.Window)):
        for other in (behind.color(Role.Window), behind.color(Role.Base)):
            assert contrast(ground, other) >= 1.4


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_list_of_a_combo_box_is_readable(look: Look, qtbot: QtBot, name: Theme) -> None:
    look.apply(name)
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItems(["one", "two", "three"])
    box.show()
    box.showPopup()
    rows = box.view()
    qtbot.waitUntil(rows.isVisible)
    second = rows.visualRect(box.model().index(1, 0)).center().y()  # the first is the chosen one
    drawn = rows.viewport().grab().toImage()
    ground = drawn.pixelColor(drawn.width() - 3, second)
    box.hidePopup()
    text = theme.menu_palette(name == "dark").color(Role.Text)
    assert contrast(text, ground) >= theme.LEAST_CONTRAST


@pytest.mark.parametrize("dark", [False, True])
def test_the_chosen_tab_has_a_line(look: Look, qtbot: QtBot, dark: bool) -> None:
    look.apply("dark" if dark else "light")
    tabs = TabBar()
    qtbot.addWidget(tabs)
    tabs.addTab("first")
    tabs.addTab("second")
    tabs.setCurrentIndex(1)
    tabs.resize(tabs.sizeHint())
    drawn = tabs.grab().toImage()
    lines = [_line_of(drawn, tabs.tabRect(number).center().x()) for number in range(2)]
    assert lines == [0, LINE]
    chosen = tabs.tabRect(1)
    ground = drawn.pixelColor(chosen.left() + 4, chosen.center().y())
    assert contrast(theme.colour("accent"), ground) >= LEAST_OF_A_MARK


def _line_of(drawn: QImage, x: int) -> int:
    """How many pixels of a column are the accent's."""
    accent = theme.colour("accent").name()
    return sum(drawn.pixelColor(x, y).name() == accent for y in range(drawn.height()))


@pytest.mark.parametrize("size", [100, 125, 150, 200])
def test_boxes_and_pictures_grow_with_the_text(look: Look, qtbot: QtBot, size: int) -> None:
    look.apply("light", size)
    times = size / 100 if size > 125 else 1  # what some desktops have anyway
    box, one_of, button = CheckBox("tick"), RadioButton("choose"), QToolButton()
    rows, tree = QListWidget(), QTreeWidget()
    for widget in (box, one_of, button, rows, tree):
        qtbot.addWidget(widget)
        widget.ensurePolished()
    for widget, metric in (
        (box, Metric.PM_IndicatorWidth),
        (box, Metric.PM_IndicatorHeight),
        (one_of, Metric.PM_ExclusiveIndicatorWidth),
        (rows, Metric.PM_IndicatorWidth),
        (tree, Metric.PM_IndicatorHeight),
    ):
        side = widget.style().pixelMetric(metric, None, widget)
        assert side == pytest.approx(14 * times, abs=1)
    assert button.iconSize().width() == pytest.approx(16 * times, abs=1)
    assert theme.beside(box) == pytest.approx(16 * times, abs=1)


@pytest.mark.parametrize(("before", "after"), [(100, 100), (100, 150), (150, 150), (200, 125)])
def test_what_is_on_the_screen_takes_another_theme_and_size(
    look: Look, qapp: QApplication, qtbot: QtBot, before: int, after: int
) -> None:
    look.apply("light", before)
    window = QWidget()
    qtbot.addWidget(window)
    tabs, page = Tabs(window), QWidget()
    tabs.addTab(page, "General")
    parts = QLabel("Theme", page), QListWidget(page), CheckBox("Notes", page), QComboBox(page)
    window.show()
    shown = (window, tabs, tabs.tabBar(), page, *parts)

    def has_taken(dark: bool) -> bool:
        size, wanted = qapp.font().pointSizeF(), theme.palette(dark)
        return all(
            part.font().pointSizeF() == size
            and part.palette().color(Role.Window) == wanted.color(Role.Window)
            and part.palette().color(Role.WindowText) == wanted.color(Role.WindowText)
            for part in shown
        )

    qtbot.waitUntil(lambda: has_taken(False))
    look.apply("light", after)
    qtbot.waitUntil(lambda: has_taken(False))
    look.apply("dark", after)
    qtbot.waitUntil(lambda: has_taken(True))


@pytest.mark.parametrize("made_in", ["light", "dark"])
def test_what_has_a_ground_of_its_own_follows_the_theme(
    look: Look, qtbot: QtBot, made_in: Theme
) -> None:
    look.apply(made_in)
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    tags, notice = TagsField(Suggestions(window), window), NoticeBar(window)
    chip = RemovableChip("build", "Remove", window)
    for part in (tags, notice, chip):
        column.addWidget(part)
    window.show()
    notice.say("Only the newest are listed.")

    def grounds() -> list[QColor]:
        return [part.grab().toImage().pixelColor(3, 3) for part in (tags, notice, chip)]

    for dark in (made_in == "dark", made_in != "dark"):
        look.apply("dark" if dark else "light")
        wanted = theme.palette(dark)
        base, other = wanted.color(Role.Base), wanted.color(Role.AlternateBase)
        qtbot.waitUntil(lambda base=base, other=other: grounds() == [base, other, other])


def test_an_icon_by_itself_follows_the_theme(look: Look, qtbot: QtBot) -> None:
    look.apply("light")
    shown = IconLabel()
    qtbot.addWidget(shown)
    shown.show_icon("check", 48)
    shown.show()
    look.apply("dark")
    qtbot.waitUntil(lambda: average(inked(QIcon(shown.pixmap()))) > 128)
    look.apply("light")
    qtbot.waitUntil(lambda: average(inked(QIcon(shown.pixmap()))) < 128)


def test_usual_text_needs_no_style_sheet(look: Look, qapp: QApplication) -> None:
    look.apply("dark", 150)
    assert qapp.styleSheet()
    look.apply("dark", 100)
    assert not qapp.styleSheet()


@pytest.mark.parametrize("kind", [CheckBox, RadioButton])
@pytest.mark.parametrize("size", [100, 125, 150, 200])
def test_a_box_has_room_for_its_words(
    look: Look, qtbot: QtBot, size: int, kind: type[CheckBox | RadioButton]
) -> None:
    look.apply("light", size)
    box = kind("T&exts and paths")
    qtbot.addWidget(box)
    needed = box.sizeHint()
    box.resize(needed.width() + 40, needed.height())
    wide = box.grab().toImage().copy(0, 0, needed.width(), needed.height())
    beyond = box.grab().toImage().copy(needed.width(), 0, 40, needed.height())
    box.resize(needed)
    assert box.grab().toImage() == wide
    assert len({beyond.pixel(x, y) for x in range(40) for y in range(needed.height())}) == 1


def test_every_box_is_one_with_room() -> None:
    folder = Path(theme.__file__).parent
    made = re.compile(r"\bQ(CheckBox|RadioButton)\(")
    bare = [file.name for file in folder.rglob("*.py") if made.search(file.read_text("utf-8"))]
    assert bare == []
