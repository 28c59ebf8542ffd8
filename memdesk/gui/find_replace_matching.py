"""What find and replace looks for: a text or a regular expression, as Qt's engine takes it.

Python's own engine can't be stopped: one bad expression would hold the whole program. Qt's gives
up by itself after so many steps.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRegularExpression, QRegularExpressionMatch

from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.core.replacing import Found

_ESCAPE = re.compile(r"\\(\d|n|t|\\)")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_OF_A_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is looked for, how, and what is to stand there instead.

    `expression`: `text` is a regular expression, and `\\1` in `new` stands for what its first
    group found, `\\n` for a line's end. `whole` counts only where no letter or digit touches.
    """

    text: str
    new: str = ""
    case: bool = False
    whole: bool = False
    expression: bool = False


class Matcher:
    """Finds the places in one text after another. Raises BadParameters for a bad expression."""

    def __init__(self, wanted: Wanted) -> None:
        if not wanted.text:
            raise BadParameters("Say what is to be found.")
        self._wanted = wanted
        pattern = wanted.text if wanted.expression else QRegularExpression.escape(wanted.text)
        if wanted.whole:
            pattern = _as_a_word(pattern, wanted)
        options = (
            QRegularExpression.PatternOption.UseUnicodePropertiesOption
            | QRegularExpression.PatternOption.MultilineOption
        )
        if not wanted.case:
            options |= QRegularExpression.PatternOption.CaseInsensitiveOption
        self._expression = QRegularExpression(pattern, options)
        if not self._expression.isValid():
            raise BadParameters(
                "This is no regular expression: {why}, at character {place}.",
                why=self._expression.errorString(),
                place=self._expression.patternErrorOffset() + 1,
            )

    def __call__(self, text: str) -> Sequence[Found]:
        """The places in a text. Raises LimitExceeded when the expression takes too long."""
        if not text:
            return ()
        code_point = _code_points(text)
        made = []
        place = 0
        units = len(text) + len(_ASTRAL.findall(text))
        while place <= units:
            match = self._expression.match(text, place)
            if not match.isValid():
                raise LimitExceeded(
                    "This regular expression takes too long. Make it simpler.", limit=units
                )
            if not match.hasMatch():
                break
            start, end = match.capturedStart(), match.capturedEnd()
            if end == start:  # an expression that is content with nothing
                place = end + 1
                continue
            made.append(Found(code_point(start), code_point(end), self._new(match)))
            place = end
        return made

    def _new(self, match: QRegularExpressionMatch) -> str:
        if not self._wanted.expression:
            return self._wanted.new

        def meant(escape: re.Match[str]) -> str:
            sign = escape[1]
            if sign.isdigit():
                return match.captured(int(sign))
            return {"n": "\n", "t": "\t", "\\": "\\"}[sign]

        return _ESCAPE.sub(meant, self._wanted.new)


def _as_a_word(pattern: str, wanted: Wanted) -> str:
    """No letter may touch an end that is a letter itself; `C++` has none at its end."""
    if wanted.expression:
        return rf"(?<!\w)(?:{pattern})(?!\w)"
    before = r"(?<!\w)" if _OF_A_WORD.match(wanted.text[0]) else ""
    after = r"(?!\w)" if _OF_A_WORD.match(wanted.text[-1]) else ""
    return before + pattern + after


def _code_points(text: str) -> Callable[[int], int]:
    """From Qt's places (of UTF-16 units) to Python's (of code points)."""
    wide = [found.start() for found in _ASTRAL.finditer(text)]
    if not wide:
        return int
    units = [place + number for number, place in enumerate(wide)]

    def code_point(place: int) -> int:
        return place - bisect_left(units, place)

    return code_point
