"""What can be answered to a suggestion, by menu and key (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut

from memdesk.gui.actions import Actions
from memdesk.gui.review_page import ReviewPage


class ReviewActions(QObject):
    """Binds the window's actions to the Review page. Single letters count on that page alone."""

    def __init__(self, page: ReviewPage, actions: Actions, is_shown: Callable[[], bool]) -> None:
        super().__init__(page)
        self._page = page
        self._actions = actions
        self._is_shown = is_shown
        for name, act in (
            ("accept", page.accept),
            ("accept-edited", page.edit_and_accept),
            ("accept-into", page.merge_into),
            ("reject", page.reject),
            ("accept-all", page.accept_all),
            ("reject-all", page.reject_all),
            ("next-suggestion", lambda: page.move(1)),
            ("previous-suggestion", lambda: page.move(-1)),
        ):
            action = actions[name]
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            page.addAction(action)
            actions.bind(name, act)
        # In the list alone: elsewhere on the page Enter opens a link or presses a button.
        for keys, act in (
            ("Return", page.accept),
            ("Enter", page.accept),
            ("Del", page.reject),
        ):
            shortcut = QShortcut(QKeySequence(keys), page.list, act)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        page.selection_changed.connect(self.update)
        self.update()

    def update(self) -> None:
        """Which of them can be used now."""
        shown = self._is_shown()
        buttons = self._page.buttons
        some = self._page.current is not None
        for name, can in (
            ("accept", buttons["accept"].isEnabled()),
            ("accept-edited", buttons["edit"].isEnabled()),
            ("accept-into", buttons["merge"].isEnabled()),
            *((name, some) for name in ("reject", "accept-all", "reject-all")),
            *((name, some) for name in ("next-suggestion", "previous-suggestion")),
        ):
            self._actions[name].setEnabled(shown and can)
