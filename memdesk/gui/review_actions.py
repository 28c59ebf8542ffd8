"""What can be answered to a suggestion, by menu and key (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut

from memdesk.gui.actions import Actions

if TYPE_CHECKING:
    from memdesk.gui.review_page import ReviewPage

_NAMES = (
    "accept",
    "accept-edited",
    "accept-into",
    "reject",
    "accept-all",
    "reject-all",
    "next-suggestion",
    "previous-suggestion",
)


class ReviewActions(QObject):
    """Binds the window's actions to the Review page, once it is there. Single letters count on
    that page alone."""

    def __init__(self, actions: Actions, is_shown: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._page: ReviewPage | None = None
        self._actions = actions
        self._is_shown = is_shown
        for name in _NAMES:
            actions[name].setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.update()

    def take_page(self, page: ReviewPage) -> None:
        """The Review page is there."""
        self._page = page
        acts: tuple[Callable[[], object], ...] = (
            page.answers.accept,
            page.answers.edit_and_accept,
            page.answers.merge_into,
            page.answers.reject,
            page.answers.accept_all,
            page.answers.reject_all,
            lambda: page.move(1),
            lambda: page.move(-1),
        )
        for name, act in zip(_NAMES, acts, strict=True):
            page.addAction(self._actions[name])
            self._actions.bind(name, act)
        # In the list alone: elsewhere on the page Enter opens a link or presses a button.
        for keys, act in (
            ("Return", page.answers.accept),
            ("Enter", page.answers.accept),
            ("Del", page.answers.reject),
        ):
            shortcut = QShortcut(QKeySequence(keys), page.list, act)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        page.selection_changed.connect(self.update)
        self.update()

    def update(self) -> None:
        """Which of them can be used now."""
        page = self._page
        if page is None or not self._is_shown():
            can = dict.fromkeys(_NAMES, False)
        else:
            can = dict.fromkeys(_NAMES, page.current is not None)
            can["accept"] = page.buttons["accept"].isEnabled()
            can["accept-edited"] = page.buttons["edit"].isEnabled()
            can["accept-into"] = page.buttons["merge"].isEnabled()
        for name in _NAMES:
            self._actions[name].setEnabled(can[name])
