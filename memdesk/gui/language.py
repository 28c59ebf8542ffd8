"""The window's language: Qt's translations and memdesk's own, changed while it runs."""

from __future__ import annotations

import logging
from typing import Literal

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QTranslator
from PySide6.QtWidgets import QApplication

from memdesk import translation
from memdesk.paths import resources

Choice = Literal["system", "en", "zh"]
Language = Literal["en", "zh"]

LANGUAGE_NAMES: dict[Language, str] = {"en": "English", "zh": "中文"}
"""Each in its own words, so that a person finds theirs whatever is shown."""

_LOCALES: dict[Language, QLocale.Language] = {
    "en": QLocale.Language.English,
    "zh": QLocale.Language.Chinese,
}
_CATALOGUES: dict[Language, tuple[str, ...]] = {
    "en": ("memdesk_en",),
    "zh": ("qtbase_zh_CN", "memdesk_zh_CN"),
}
"""Qt's own first, so that memdesk's words win where both have one. English stands in the source:
its catalogue holds what is said otherwise of one than of several, and nothing else."""

_log = logging.getLogger(__name__)


def system_language() -> Language:
    """The first language of the system's list that memdesk speaks; English when none is."""
    for name in QLocale.system().uiLanguages():
        for language in _LOCALES:
            if name.lower().split("-")[0] == language:
                return language
    return "en"


def shown_language() -> Language:
    """The language that the window speaks now."""
    spoken = QLocale().language()
    return next((one for one, locale in _LOCALES.items() if locale == spoken), "en")


class Speech(QObject):
    """Lets the application speak the chosen language. Qt tells every widget of the change."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._installed: list[QTranslator] = []

    def apply(self, choice: Choice) -> Language:
        """Speak this language from now on; returns which one it came to be."""
        language = system_language() if choice == "system" else choice
        for translator in self._installed:
            self._app.removeTranslator(translator)
            translator.deleteLater()
        self._installed = []
        QLocale.setDefault(_locale(language))
        translation.use_language(language)
        for catalogue in _CATALOGUES[language]:
            self._install(catalogue)
        return language

    def _install(self, name: str) -> None:
        own = name.startswith("memdesk")
        qt = QLibraryInfo.LibraryPath.TranslationsPath
        folder = str(resources() / "translations") if own else QLibraryInfo.path(qt)
        translator = QTranslator(self)
        if translator.load(name, folder):
            self._app.installTranslator(translator)
            self._installed.append(translator)
        else:
            _log.warning("there is no translation %s in %s", name, folder)


def _locale(language: Language) -> QLocale:
    """Dates and numbers as the system writes them, where it speaks that language."""
    system = QLocale.system()
    if system.language() == _LOCALES[language]:
        return system
    return QLocale(_LOCALES[language])
