"""How big each section of the block is, against the preset's budget."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from memdesk.core.block.result import SECTIONS, Section
from memdesk.gui import preview_words, theme
from memdesk.gui.preview_source import Measure


class Bar(QWidget):
    """A thin bar: a part of a whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._part = 0.0
        self._over = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(60, 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, 8)

    @property
    def part(self) -> float:
        """From 0 to 1."""
        return self._part

    def show_part(self, value: int, whole: int) -> None:
        part = min(value / whole, 1.0) if whole else 0.0
        over = value > whole
        if (part, over) != (self._part, self._over):
            self._part, self._over = part, over
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            box = QRectF(0, (self.height() - 6) / 2, self.width(), 6)
            painter.setBrush(self.palette().color(QPalette.ColorRole.Mid))
            painter.setOpacity(0.5)
            painter.drawRoundedRect(box, 3, 3)
            if self._part:
                painter.setOpacity(1)
                painter.setBrush(
                    theme.colour("warning" if self._over else "accent", self.palette())
                )
                box.setWidth(max(box.width() * self._part, 6))
                painter.drawRoundedRect(box, 3, 3)


class SectionMeters(QWidget):
    """A row for each section that has something, one for all of them against the budget, and one
    for the layer with its fixed words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.SMALL)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        self._rows: dict[str, tuple[QLabel, Bar, QLabel, QLabel]] = {}
        small = theme.font(self.font(), scale=0.92)
        for row, name in enumerate((*SECTIONS, "whole", "layer")):
            label, bar = QLabel(self), Bar(self)
            chars, tokens = QLabel(self), QLabel(self)
            for one in (label, chars, tokens):
                one.setFont(small)
                one.setTextFormat(Qt.TextFormat.PlainText)
            for one in (chars, tokens):
                one.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            theme.tint(tokens, "dim")
            for column, one in enumerate((label, bar, chars, tokens)):
                grid.addWidget(one, row, column)
            self._rows[name] = (label, bar, chars, tokens)
        self._rows["layer"][0].setFont(theme.font(small, bold=True))
        self._rows["layer"][1].setEnabled(False)
        self._figures: dict[str, tuple[str, str]] = {}
        """What stands in the row of a name for characters: with the word, and the number alone."""
        self._short = False
        self.show_sections({}, None)
        self.show_layer("", Measure(chars=0))

    def text(self, name: Section | str) -> str:
        """What a row says, for tests; "" when it isn't shown."""
        label, _, chars, tokens = self._rows[name]
        return "" if label.isHidden() else f"{label.text()} {chars.text()} {tokens.text()}".strip()

    def show_sections(self, sections: Mapping[Section, Measure], budget: int | None) -> None:
        """Show the entry lines of each section. Without a budget the bars compare sections."""
        total = sum(measure.chars for measure in sections.values())
        counts = [measure.tokens for measure in sections.values()]
        known = [count for count in counts if count is not None]
        whole = budget or total
        for section in SECTIONS:
            self._show(section, sections.get(section), preview_words.section_word(section), whole)
        of = self.tr("{part} of {whole}").format(
            part=preview_words.number(total), whole=preview_words.number(budget or 0)
        )
        tokens = sum(known) if len(known) == len(counts) and counts else None
        self._show("whole", Measure(chars=total, tokens=tokens), self.tr("Entries"), whole)
        if budget is not None:
            self._figures["whole"] = (of, preview_words.number(total))
        self._fit()

    def hide_sections(self) -> None:
        """Only the layer: it has no sections."""
        for name in (*SECTIONS, "whole"):
            self._show(name, None, "", 0)
        self._fit()

    def show_layer(self, word: str, measure: Measure) -> None:
        """Show what the host gets of a layer, all of it."""
        self._show("layer", measure, word, 0)
        self._rows["layer"][1].hide()  # it has no budget to be a part of
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._needed(short=True), super().minimumSizeHint().height())

    def _fit(self) -> None:
        """Where there is no room for it all, leave out the bars and the word behind a number."""
        self._short = self._needed(short=False) > self.width()
        for name, (long, short) in self._figures.items():
            _, bar, chars, _ = self._rows[name]
            chars.setText(short if self._short else long)
            chars.setToolTip(long if self._short else "")
            bar.setVisible(not self._short and not chars.isHidden() and name != "layer")

    def _needed(self, *, short: bool) -> int:
        rows = [row for row in self._rows.values() if not row[0].isHidden()]
        figures = [self._figures[name][short] for name in self._figures]
        if not rows:
            return 0
        words, tokens = (max(row[place].sizeHint().width() for row in rows) for place in (0, 3))
        small = rows[0][2].fontMetrics()
        chars = max((small.horizontalAdvance(text) + 2 for text in figures), default=0)
        bar = 0 if short else rows[0][1].minimumSizeHint().width() + theme.SMALL
        return words + chars + tokens + bar + 3 * theme.SMALL

    def _show(self, name: str, measure: Measure | None, word: str, whole: int) -> None:
        label, bar, chars, tokens = self._rows[name]
        for one in (label, bar, chars, tokens):
            one.setVisible(measure is not None)
        if measure is None:
            self._figures.pop(name, None)
            return
        label.setText(word)
        bar.show_part(measure.chars, whole)
        number = preview_words.number(measure.chars)
        self._figures[name] = (preview_words.characters(measure.chars), number)
        tokens.setText(preview_words.tokens(measure.tokens))
