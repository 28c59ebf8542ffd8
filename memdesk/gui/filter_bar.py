"""The filter of a table: a line to type in, and chips for what it is narrowed to (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.entry import CATEGORIES, RELEVANCES, Kind
from memdesk.core.query import Query
from memdesk.gui import theme, words
from memdesk.gui.filter_completion import FilterCompleter, Offer
from memdesk.gui.flow import FlowLayout
from memdesk.gui.icons import icon
from memdesk.gui.tags_field import RemovableChip
from memdesk.gui.vocabulary import Vocabulary

Narrowing = tuple[str, str]
"""A field and the value it must have."""


class Behind(NamedTuple):
    """Rows that something else leads to: the chip's words, and what the query must have."""

    label: str
    fields: Mapping[str, object]
    """Of Query, by name: `among`, `never_recalled`, `created_from`, …."""


MOST_IN_MENU = 30
"""Values of a field that a menu lists; a bank can have thousands of tags."""


class FilterBar(QWidget):
    """What the person filters by. Narrowings are all combined; tags can be several."""

    filter_changed = Signal()

    def __init__(self, kind: Kind, vocabulary: Vocabulary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._vocabulary = vocabulary
        self._narrowings: list[Narrowing] = []
        self._behind: Behind | None = None
        self._chips: list[RemovableChip] = []

        self._line = QLineEdit(self)
        self._line.setClearButtonEnabled(True)
        self._line.setPlaceholderText(self.tr("Filter"))
        self._line.setAccessibleName(self.tr("Filter"))
        self._line.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self._button = QToolButton(self)
        self._button.setIcon(icon("filter"))
        self._button.setText(self.tr("Narrow"))
        self._button.setToolTip(self.tr("Show only a category, a tag, a status, …"))
        self._button.setAccessibleName(self.tr("Narrow the filter"))
        self._button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self._button)
        menu.aboutToShow.connect(self._on_menu_about_to_show)
        self._button.setMenu(menu)

        self._completer = FilterCompleter(self._line, self._offers)
        self._completer.chosen.connect(self.narrow)
        vocabulary.updated.connect(self._completer.expect_others)

        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        line.addWidget(self._line, 1)
        line.addWidget(self._button)
        self._chip_row = QWidget(self)
        self._flow = FlowLayout(self._chip_row)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self._clear_all = QToolButton(self._chip_row)
        self._clear_all.setText(self.tr("Show everything"))
        self._clear_all.setAutoRaise(True)
        self._clear_all.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._clear_all.clicked.connect(self.clear)
        self._flow.addWidget(self._clear_all)
        self._chip_row.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addLayout(line)
        self._column.addWidget(self._chip_row)
        self._only: QLabel | None = None

        # Keys that come at once, from a paste say, are one question to the bank. Longer waiting
        # would save nothing: a question that is not begun yet is replaced by the next one.
        self._typed = QTimer(self)
        self._typed.setSingleShot(True)
        self._typed.setInterval(2)
        self._typed.timeout.connect(self.filter_changed)
        self._line.textChanged.connect(self._typed.start)

    @property
    def text(self) -> str:
        return self._line.text().strip()

    @property
    def narrowings(self) -> tuple[Narrowing, ...]:
        return tuple(self._narrowings)

    @property
    def active(self) -> bool:
        """Whether anything is filtered away."""
        return bool(self.text or self._narrowings or self._behind)

    @property
    def remark(self) -> str:
        """What is said of the rows; empty for nothing."""
        return "" if self._only is None or self._only.isHidden() else self._only.text()

    def say_only_newest(self, count: int | None) -> None:
        """Say that of all that fits the newest so many are listed; None for all of it."""
        if self._only is None:
            if count is None:
                return
            self._only = QLabel(self)
            self._only.setWordWrap(True)
            theme.tint(self._only, "dim")
            self._column.addWidget(self._only)
        if count is not None:
            self._only.setText(
                self.tr("Only the newest {count} that fit are listed.").format(
                    count=QLocale().toString(count)
                )
            )
        self._only.setVisible(count is not None)

    @property
    def behind(self) -> Behind | None:
        """Rows that something else led to, while the chip of it stands."""
        return self._behind

    def set_text(self, text: str) -> None:
        self._line.setText(text)

    def focus(self) -> None:
        """Put the keyboard into the filter's line."""
        self._line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._line.selectAll()

    def take_over(self, other: FilterBar) -> None:
        """Filter by what another one filters by."""
        self._narrowings = list(other._narrowings)
        self._behind = other._behind
        self._line.setText(other._line.text())
        self._show_chips()
        if self.active:
            self.filter_changed.emit()

    def clear(self) -> None:
        """Show everything again."""
        self._line.clear()
        self._narrowings = []
        self.show_behind(None)

    def show_behind(self, behind: Behind | None) -> None:
        """Show only these rows, on top of what is narrowed; None: not only these."""
        self._behind = behind
        self._show_chips()
        self.filter_changed.emit()

    def narrow(self, field: str, value: str) -> None:
        """Show only entries whose field has that value."""
        if field != "tag":
            self._narrowings = [kept for kept in self._narrowings if kept[0] != field]
        if (field, value) not in self._narrowings:
            self._narrowings.append((field, value))
        self._show_chips()
        self.filter_changed.emit()

    def widen(self, field: str, value: str) -> None:
        """Take a narrowing away."""
        self._narrowings = [kept for kept in self._narrowings if kept != (field, value)]
        self._show_chips()
        self.filter_changed.emit()

    def applied_to(self, query: Query) -> Query:
        """The query with this filter in it."""
        given = {field: value for field, value in self._narrowings if field != "tag"}
        constraint = given.pop("constraint", None)
        if self._behind is not None:
            query = replace(query, **self._behind.fields)
        return replace(
            query,
            text=self.text,
            tags=tuple(value for field, value in self._narrowings if field == "tag"),
            category=given.get("category"),
            relevance=given.get("relevance"),
            status=given.get("status"),
            workspace=given.get("workspace"),
            role=given.get("role"),
            author=given.get("author"),
            constraint=None if constraint is None else constraint == "yes",
        )

    # --- the menu and the chips

    def _choices(self) -> list[tuple[str, str, list[tuple[str, str]]]]:
        """What can be narrowed: field, its word, and each value with its word."""
        named_relevance = words.relevance_words()
        named_category = words.category_words()
        vocabulary = self._vocabulary
        choices: list[tuple[str, str, list[tuple[str, str]]]] = []
        if self._kind == "memory":
            choices += [
                ("category", words.field_word("category"),
                 [(value, named_category[value]) for value in CATEGORIES]),
                ("constraint", words.field_word("constraint"), _yes_no()),
            ]  # fmt: skip
        else:
            values = [(value, value) for value in vocabulary.statuses.values]
            choices.append(("status", words.field_word("status"), values))
        choices += [
            ("relevance", words.field_word("relevance"),
             [(value, named_relevance[value]) for value in RELEVANCES]),
            ("tag", words.field_word("tags"), [(tag, tag) for tag in vocabulary.tags.values]),
            ("workspace", words.field_word("workspace"),
             [(path, words.workspace_word(path)) for path in vocabulary.workspaces]),
            ("role", words.field_word("role"), [(role, role) for role in vocabulary.roles]),
            ("author", words.field_word("author"),
             [(author, words.author_word(author)) for author in vocabulary.authors]),
        ]  # fmt: skip
        return choices

    def _offers(self) -> Iterator[Offer]:
        """What a word in the line may become a chip of."""
        for field, word, values in self._choices():
            for value, shown in values:
                yield field, value, f"{word}: {shown}"

    def _on_menu_about_to_show(self) -> None:
        menu = self._button.menu()
        menu.clear()
        for field, word, values in self._choices():
            if not values:
                continue
            sub = menu.addMenu(word)
            sub.setToolTipsVisible(True)
            for value, shown in values[:MOST_IN_MENU]:
                action = QAction(shown.replace("&", "&&"), sub)
                action.setCheckable(True)
                action.setChecked((field, value) in self._narrowings)
                action.setToolTip(value if field == "workspace" else "")
                action.toggled.connect(
                    lambda on, field=field, value=value: (
                        self.narrow(field, value) if on else self.widen(field, value)
                    )
                )
                sub.addAction(action)
            if len(values) > MOST_IN_MENU:
                more = sub.addAction(self.tr("… more: type a part of it into the filter"))
                more.setEnabled(False)
        if self.active:
            menu.addSeparator()
            menu.addAction(self.tr("Show everything"), self.clear)

    def _show_chips(self) -> None:
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = []
        for field, value in self._narrowings:
            self._add_chip(
                _words_of(field, value), lambda field=field, value=value: self.widen(field, value)
            )
        if self._behind is not None:
            self._add_chip(self._behind.label, lambda: self.show_behind(None))
        self._chip_row.setVisible(bool(self._chips))

    def _add_chip(self, text: str, remove: Callable[[], None]) -> None:
        chip = RemovableChip(
            text, self.tr("Stop narrowing to {what}").format(what=text), self._chip_row
        )
        chip.removed.connect(lambda _text: remove())
        self._flow.insert_widget(len(self._chips), chip)
        chip.show()
        self._chips.append(chip)


def _words_of(field: str, value: str) -> str:
    """A narrowing as its chip says it."""
    named = {
        "category": words.category_words,
        "relevance": words.relevance_words,
        "constraint": lambda: dict(_yes_no()),
        "workspace": lambda: {value: words.workspace_word(value)},
        "author": lambda: {value: words.author_word(value)},
    }.get(field)
    word = words.field_word("tags" if field == "tag" else field)
    return f"{word}: {named().get(value, value) if named else value}"


def _yes_no() -> list[tuple[str, str]]:
    return [
        ("yes", words.translate("FilterBar", "Constraints only")),
        ("no", words.translate("FilterBar", "No constraints")),
    ]
