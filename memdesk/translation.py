"""The person's language for texts that no window shows: the command line, and refusals.

Texts are English in the source. `_()` gives them in the person's language, `say()` does so for
an error: its template is translated before the values go in. The catalogues are loaded at the
first text that is asked for; a command that says nothing never loads them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Literal

from memdesk import paths
from memdesk.core.errors import MemdeskError
from memdesk.core.reasons import N_ as N_
from memdesk.core.reasons import SAID

if TYPE_CHECKING:
    from gettext import NullTranslations

Language = Literal["en", "zh"]
DOMAIN = "memdesk"
CATALOGUES: dict[Language, str] = {"zh": "zh_CN"}
"""Which catalogue speaks a language; English needs none."""

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_chosen: Language | None = None


_WORDS = SAID | frozenset(
    (
        # Values that go into the places of error templates, besides names and numbers.
        N_("memory"),
        N_("task"),
        N_("work"),
        N_("profile"),
        N_("preset"),
        N_("host"),
        N_("role"),
        N_("title"),
        N_("name"),
        N_("text"),
        N_("content"),
        N_("category"),
        N_("constraint"),
        N_("relevance"),
        N_("tags"),
        N_("status"),
        N_("notes"),
        N_("summary"),
        N_("work_kind"),
        N_("tech"),
        N_("workspace"),
        N_("interests"),
        N_("preferences"),
        N_("scope"),
        N_("null"),
        N_("true or false"),
        N_("a number"),
        N_("a text"),
        N_("a list"),
        N_("an object"),
        N_("half a surrogate pair"),
        N_("nested too deeply"),
    )
)

_PLACES_OF_WORDS = ("kind", "first", "second", "field", "found", "expected", "character", "reason")
"""Places of templates that such words go into. An id that reads like one stays as it is."""


def translated(text: str) -> str:
    """A text that `N_` or an error's class marked, in the person's language.

    English where the catalogue has no other. Literal texts go through `_`, for extraction.
    """
    look_up = _catalogue(language()).gettext
    return look_up(text)


_ = translated


def say(error: MemdeskError) -> str:
    """What an error says, in the person's language."""
    values = {
        name: translated(value)
        for name in _PLACES_OF_WORDS
        if isinstance(value := error.values.get(name), str) and value in _WORDS
    }
    return translated(error.template).format(**error.values | error.said_inside(say) | values)


def language() -> Language:
    """The language in use: a chosen one, else the setting's, else the system's."""
    return _chosen or _configured()


def use_language(chosen: Language | None) -> None:
    """Speak this language from now on; None goes back to the setting's or the system's."""
    global _chosen
    _chosen = chosen


def language_of(platform: str, env: Mapping[str, str]) -> Language:
    """The language that an environment asks for. Pure, but for Windows without any variable."""
    named = next((env[name] for name in _VARIABLES if env.get(name)), "")
    if not named and platform == "win32":
        named = _windows_language()
    return next((one for one in CATALOGUES if named.lower().startswith(one)), "en")


@cache
def _configured() -> Language:
    # Reading the settings costs more than all else that a small command does.
    if (paths.config_dir() / "config.toml").exists():
        from memdesk import config

        setting = config.load().language
        if setting != "system":
            return setting
    return language_of(sys.platform, os.environ)


@cache
def _catalogue(language: Language) -> NullTranslations:
    from gettext import NullTranslations, translation

    name = CATALOGUES.get(language)
    if name is None:
        return NullTranslations()
    return translation(DOMAIN, str(paths.resources() / "locale"), [name])


def _windows_language() -> str:
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
