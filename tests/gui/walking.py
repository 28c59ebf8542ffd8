"""Walks over all that a window shows, as those do who can't see it, or can't use a mouse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDockWidget,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QSizeGrip,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from memdesk.gui.charts.parts import Part

LINKS = 30
"""No text has so many links."""
MOST_STEPS = 200
"""Tab is pressed so often before a walk counts as endless."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: with which widget, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def called(widget: QWidget) -> str:
    """A widget as one finds it in the source."""
    has_text = isinstance(widget, QLabel | QAbstractButton | QLineEdit)
    words = widget.accessibleName() or (widget.text() if has_text else "")
    parents: list[str] = []
    parent = widget.parentWidget()
    while parent is not None and not parent.isWindow():
        if type(parent).__module__.startswith("memdesk"):
            parents.append(type(parent).__name__)
        parent = parent.parentWidget()
    return f"{'/'.join(reversed(parents))}/{type(widget).__name__}({words[:40]!r})"


def shown_in(window: QWidget) -> Iterator[QWidget]:
    """Every widget that is shown in a window, and in no other one that belongs to it."""
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.window() is window:
            yield widget


def is_inside_of_a_control(widget: QWidget) -> bool:
    """Whether it is a part that Qt makes for itself: a viewport, a scroll bar, a box's line."""
    if widget.objectName().startswith("qt_") or isinstance(widget, QScrollBar | QSizeGrip):
        return True
    parent = widget.parentWidget()
    if isinstance(parent, QComboBox | QAbstractSpinBox | QLineEdit):
        return True
    if isinstance(parent, QAbstractScrollArea) and parent.viewport() is widget:
        return True
    return isinstance(parent, QTabBar) or isinstance(widget, QHeaderView)


def is_control(widget: QWidget) -> bool:
    """Whether a person can do something with it."""
    if is_inside_of_a_control(widget):
        return False
    kinds = (
        QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QTabBar,
        QTextEdit, QPlainTextEdit,
    )  # fmt: skip
    return isinstance(widget, kinds) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus != 0


# --- names


def nameless(window: QWidget) -> Iterator[Finding]:
    """Controls that a screen reader has no words for."""
    for widget in shown_in(window):
        if not is_control(widget) or isinstance(widget, QScrollArea):
            continue
        seen = QAccessible.queryAccessibleInterface(widget)
        if seen is None or seen.role() == QAccessible.Role.NoRole:
            yield Finding(called(widget), "has no role")
        elif (not seen.text(QAccessible.Text.Name).strip() and not isinstance(widget, QTabBar)) or (
            isinstance(widget, QTabBar) and not widget.accessibleName()
        ):
            yield Finding(called(widget), "has no name")


def unexplained(window: QWidget) -> Iterator[Finding]:
    """Buttons of a picture alone that don't say what they do when they are pointed at."""
    for widget in shown_in(window):
        if not isinstance(widget, QAbstractButton) or not is_control(widget) or widget.text():
            continue
        if not widget.icon().isNull() and not widget.toolTip():
            yield Finding(called(widget), "has neither words nor a tip")


# --- the keyboard


def reached_by_tab(window: QWidget, qtbot: QtBot, *, back: bool = False) -> list[QWidget]:
    """What has the keyboard, one after the other, until the first one has it again."""
    key = Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab
    reached: list[QWidget] = []
    stayed = 0
    for _ in range(MOST_STEPS):
        focus = QApplication.focusWidget()
        assert focus is not None, f"nothing has the keyboard after {[called(w) for w in reached]}"
        if focus in reached[:-1]:
            return reached[reached.index(focus) :]
        # The same again: it went from link to link in a text, or there is nothing else.
        stayed = stayed + 1 if focus in reached else 0
        if focus not in reached:
            reached.append(focus)
        elif stayed == LINKS and len(reached) == 1:
            return reached
        qtbot.keyClick(focus, key)
    raise AssertionError(f"Tab leads nowhere: {[called(one) for one in reached[-4:]]}")


def wants_tab(widget: QWidget) -> bool:
    """Whether Tab must lead to a widget."""
    if not is_control(widget) or not widget.isEnabled() or isinstance(widget, QDockWidget):
        return False
    if isinstance(widget, QAbstractButton) and _is_one_of_a_group(widget):
        return widget.isChecked()  # the arrows lead to the others
    return widget.focusPolicy() & Qt.FocusPolicy.TabFocus != 0


def _is_one_of_a_group(button: QAbstractButton) -> bool:
    group = button.group()
    return button.autoExclusive() or (group is not None and group.exclusive())


def unreached(window: QWidget, reached: list[QWidget]) -> Iterator[Finding]:
    """Controls that Tab doesn't lead to."""
    for widget in shown_in(window):
        if wants_tab(widget) and not _is_among(widget, reached):
            yield Finding(called(widget), "can't be reached by Tab")
        elif (
            isinstance(widget, QAbstractButton)
            and is_control(widget)
            and widget.isEnabled()
            and widget.focusPolicy() & Qt.FocusPolicy.TabFocus == 0
            and not _has_other_way(widget)
        ):
            yield Finding(called(widget), "takes no keyboard")


def _is_among(widget: QWidget, reached: list[QWidget]) -> bool:
    if widget in reached or widget.focusProxy() in reached:
        return True
    return any(one.focusProxy() is widget for one in reached)


def _has_other_way(button: QAbstractButton) -> bool:
    """Whether what it does can be done otherwise: by a key, or in a field's own way."""
    parent = button.parentWidget()
    if isinstance(parent, QDockWidget | QLineEdit):
        return True  # View, Live preview; emptying a line
    if isinstance(button, Part) or (_is_one_of_a_group(button) and not button.isChecked()):
        return True  # the arrows lead to it
    action = getattr(button, "defaultAction", lambda: None)()
    return action is not None or not button.shortcut().isEmpty()


# --- room


def cut_off(window: QWidget) -> Iterator[Finding]:
    """What has less room than its words need, lies over its neighbour, or outside of all room."""
    for widget in shown_in(window):
        if is_inside_of_a_control(widget) or widget.width() <= 1:
            continue
        yield from _too_narrow(widget)
        yield from _outside(widget)
        yield from _over_neighbours(widget)


def _too_narrow(widget: QWidget) -> Iterator[Finding]:
    if isinstance(widget, QLabel) and widget.text() and widget.pixmap().isNull():
        if widget.wordWrap():
            needed = widget.heightForWidth(widget.width())
            if needed > widget.height() + 1:
                yield Finding(called(widget), f"{widget.height()} of {needed} high")
            longest = widget.minimumSizeHint().width()
            if longest > widget.width() + 1:
                yield Finding(called(widget), f"{widget.width()} of {longest} wide")
        elif widget.sizeHint().width() > widget.width() + 1:
            yield Finding(called(widget), f"{widget.width()} of {widget.sizeHint().width()} wide")
        elif widget.sizeHint().height() > widget.height() + 1:
            yield Finding(called(widget), f"{widget.height()} of {widget.sizeHint().height()} high")
    elif isinstance(widget, QPushButton | QToolButton | QCheckBox | QRadioButton):
        needed = widget.sizeHint()
        words = widget.text() and not getattr(widget, "elides", False)
        if words and needed.width() > widget.width() + 1:
            yield Finding(called(widget), f"{widget.width()} of {needed.width()} wide")
        if needed.height() > widget.height() + 2 and not widget.hasHeightForWidth():
            yield Finding(called(widget), f"{widget.height()} of {needed.height()} high")
    elif isinstance(widget, QTabBar):
        right = max((widget.tabRect(n).right() for n in range(widget.count())), default=0)
        if right > widget.width() and not widget.usesScrollButtons():
            yield Finding(called(widget), f"tabs reach to {right} of {widget.width()}")
    elif isinstance(widget, QComboBox | QLineEdit | QAbstractSpinBox):
        needed = widget.minimumSizeHint().height()
        if widget.height() + 1 < needed:
            yield Finding(called(widget), f"{widget.height()} of {needed} high")
    if isinstance(widget, QListWidget) and widget.horizontalScrollBar().maximum():
        yield Finding(called(widget), "scrolls sideways")
    if isinstance(widget, QScrollArea) and widget.widget() is not None:
        needed = widget.widget().minimumSizeHint().width()
        if needed > widget.viewport().width() + 1:
            yield Finding(called(widget), f"what it holds is {needed}, it is "
                                          f"{widget.viewport().width()} wide")  # fmt: skip


def _outside(widget: QWidget) -> Iterator[Finding]:
    parent = widget.parentWidget()
    if parent is None or isinstance(parent, QStackedWidget):
        return
    grand = parent.parentWidget()
    scrolls = isinstance(grand, QAbstractScrollArea) and grand.viewport() is parent
    if scrolls:
        return
    place = widget.geometry()
    if not parent.rect().adjusted(-1, -1, 1, 1).contains(place):
        yield Finding(called(widget), f"{place} outside of {parent.rect()}")


def _over_neighbours(widget: QWidget) -> Iterator[Finding]:
    parent = widget.parentWidget()
    if parent is None or (not is_control(widget) and not isinstance(widget, QLabel)):
        return
    for other in parent.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if other is widget or not other.isVisible() or other.isWindow():
            continue
        if is_inside_of_a_control(other) or not (is_control(other) or isinstance(other, QLabel)):
            continue
        common = widget.geometry().intersected(other.geometry())
        if common.width() > 1 and common.height() > 1 and id(widget) < id(other):
            yield Finding(called(widget), f"lies over {called(other)}")


# --- words


def words_of(window: QWidget) -> Iterator[tuple[str, str]]:
    """Every text that a person can come to read or hear, with where it stands."""
    if window.windowTitle():
        yield "title", window.windowTitle()
    for widget in (window, *shown_in(window)):
        where = called(widget)
        for read in (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(),
                     widget.statusTip(), widget.whatsThis()):  # fmt: skip
            if read:
                yield where, read
        if isinstance(widget, QLabel | QAbstractButton):
            yield where, widget.text()
        elif isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit):
            yield where, widget.placeholderText()
        elif isinstance(widget, QTabBar):
            for number in range(widget.count()):
                yield where, widget.tabText(number)
                yield where, widget.tabToolTip(number)
        elif isinstance(widget, QComboBox):
            for number in range(widget.count()):
                yield where, widget.itemText(number)
        elif isinstance(widget, QHeaderView) and widget.model() is not None:
            model, way = widget.model(), widget.orientation()
            if way == Qt.Orientation.Horizontal:
                for number in range(widget.count()):
                    yield where, str(model.headerData(number, way) or "")
        for action in widget.actions():
            yield where, action.text()
            yield where, action.toolTip()


# --- menus


def menus_of(bar: QMenuBar | QMenu) -> Iterator[tuple[str, list[QAction]]]:
    """Each menu with its actions, those that are shown."""
    yield (
        bar.accessibleName() or "bar",
        [action for action in bar.actions() if action.isVisible() and not action.isSeparator()],
    )
    for action in bar.actions():
        if action.menu() is not None:
            for name, actions in menus_of(action.menu()):
                yield f"{action.text()}/{name}", actions


def mnemonic(text: str) -> str:
    """The letter that is underlined; empty when there is none."""
    text = text.replace("&&", "")
    place = text.find("&")
    return text[place + 1].lower() if 0 <= place < len(text) - 1 else ""


def underlined_twice(window: QWidget) -> Iterator[str]:
    """Letters that lead to two things at once: Alt and one of them would only go from one to the
    other. A menu bar's are the whole window's."""
    of: dict[str, list[str]] = {}
    for widget in shown_in(window):
        if isinstance(widget, QMenuBar):
            texts = [action.text() for action in widget.actions() if action.isVisible()]
        elif isinstance(widget, QTabBar):
            texts = [widget.tabText(place) for place in range(widget.count())]
        elif isinstance(widget, QAbstractButton) or (
            isinstance(widget, QLabel) and widget.buddy() is not None
        ):
            texts = [widget.text()]
        else:
            continue
        for text in texts:
            if letter := mnemonic(text):
                of.setdefault(letter, []).append(text)
    yield from (f"{letter}: {', '.join(texts)}" for letter, texts in of.items() if len(texts) > 1)


def screen_place(widget: QWidget) -> QRect:
    """Where a widget is on the screen."""
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


def without_splitters(widgets: list[QWidget]) -> list[QWidget]:
    return [widget for widget in widgets if not isinstance(widget, QSplitter)]
