"""The insights' words: figures, ages, days, and kinds of secrets as a person reads them."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from memdesk.core import secrets
from memdesk.core.entry import Kind
from memdesk.gui import preview_words, words
from memdesk.gui.insights_source import AGE_DAYS
from memdesk.gui.preview_source import Measure

translate = QCoreApplication.translate
number = preview_words.number


def percent(part: int, whole: int) -> str:
    """A share as the locale writes it; a small one that is not nothing is "< 1 %"."""
    share = 100 * part / whole if whole else 0.0
    if 0 < share < 1:
        return translate("Insights", "< 1%")
    return translate("Insights", "{number}%").format(number=QLocale().toString(round(share)))


def of(part: int, whole: int) -> str:
    return translate("Insights", "{part} of {whole}").format(part=number(part), whole=number(whole))


def age_words() -> list[str]:
    """The ages' headings, the youngest first."""
    return Insights().ages()


class Insights(words.Counting):
    """Sentences with a number."""

    def ages(self) -> list[str]:
        named = [self.tr("≤ %Ln days", "", days) for days in AGE_DAYS]
        return [*named, self.tr("> %Ln days", "", AGE_DAYS[-1])]


def day_word(day: date) -> str:
    return QLocale().toString(QDate(day.year, day.month, day.day), QLocale.FormatType.ShortFormat)


def group_word(kind: Kind, category: str) -> str:
    """A category of memories, or the kind of other entries."""
    return words.category_words()[category] if category else words.kind_words(kind)


def size(measure: Measure) -> str:
    """Tokens and characters of a section."""
    chars = preview_words.characters(measure.chars)
    counted = preview_words.tokens(measure.tokens)
    return f"{counted} · {chars}" if counted else chars


def short_size(measure: Measure) -> str:
    """Tokens of a section; characters where tokens can't be counted."""
    return preview_words.tokens(measure.tokens) or preview_words.characters(measure.chars)


def host_word(host: str) -> str:
    """A host by its name; one that gave none has a word all the same."""
    return host or translate("Insights", "Unnamed")


def secret_word(kind: str) -> str:
    """A kind of secret. Names of products stay what they are."""
    return {
        secrets.PRIVATE_KEY: translate("Insights", "Private key"),
        secrets.PASSWORD: translate("Insights", "Password"),
        "token": translate("Insights", "Token"),
        "key": translate("Insights", "Key"),
        "API key": translate("Insights", "API key"),
    }.get(kind, kind)
