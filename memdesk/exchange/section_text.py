"""A section of a Markdown file between memdesk's markers; the rest of the file is not touched."""

from __future__ import annotations

import re

BEGIN = "<!-- memdesk:begin -->"
END = "<!-- memdesk:end -->"


def put_section(text: str, section: str) -> str:
    """The text with this section: in place of the one there, else at the end."""
    there = _span(text)
    looked_at = text if there is None else text[slice(*there)]
    newline = "\r\n" if "\r\n" in looked_at else "\n"
    said = f"{BEGIN}\n{section.strip()}\n{END}".replace("\n", newline)
    if there is not None:
        return text[: there[0]] + said + text[there[1] :]
    if not text:
        return said + newline
    if not text.endswith("\n"):
        return text + newline * 2 + said  # it stays without a last newline
    return text + newline + said + newline


def section_of(text: str) -> str | None:
    """What stands between the markers, with plain line ends; None where there is no section."""
    if (there := _span(text)) is None:
        return None
    return text[slice(*there)].removeprefix(BEGIN).removesuffix(END).replace("\r\n", "\n").strip()


def take_section(text: str) -> str:
    """The text without the section and the blank line that sets it apart."""
    if (there := _span(text)) is None:
        return text
    before, after = text[: there[0]], text[there[1] :]
    if not after:
        return _TWO_ENDS.sub("", before)
    if _TWO_ENDS.search(before):
        before = _END.sub("", before)
    return before + _START.sub("", after)


_START = re.compile(r"\A\r?\n")
_END = re.compile(r"\r?\n\Z")
_TWO_ENDS = re.compile(r"\r?\n\r?\n\Z")
# Files with both kinds of line ends are common: whichever stands there is taken.


def _span(text: str) -> tuple[int, int] | None:
    """From a begin to the end that follows it, without another begin between them: a marker of
    which the other one is missing may not take what the person wrote along."""
    end = -1
    while (end := text.find(END, end + 1)) >= 0:
        start = text.rfind(BEGIN, 0, end)
        if start >= 0 and text.find(END, start) == end:
            return start, end + len(END)
    return None
