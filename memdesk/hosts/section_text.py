"""A section of a Markdown file between memdesk's markers; the rest of the file is not touched."""

from __future__ import annotations

BEGIN = "<!-- memdesk:begin -->"
END = "<!-- memdesk:end -->"


def put_section(text: str, section: str) -> str:
    """The text with this section: in place of the one there, else at the end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    said = f"{BEGIN}\n{section.strip()}\n{END}".replace("\n", newline)
    if (there := _span(text)) is not None:
        return text[: there[0]] + said + text[there[1] :]
    if not text:
        return said + newline
    if not text.endswith("\n"):
        return text + newline * 2 + said  # it stays without a last newline
    return text + newline + said + newline


def take_section(text: str) -> str:
    """The text without the section and the blank line that sets it apart."""
    if (there := _span(text)) is None:
        return text
    before, after = text[: there[0]], text[there[1] :]
    newline = "\r\n" if "\r\n" in text else "\n"
    if not after:
        return before.removesuffix(newline * 2)
    after = after.removeprefix(newline)
    if before.endswith(newline * 2):
        before = before.removesuffix(newline)
    return before + after


def _span(text: str) -> tuple[int, int] | None:
    start = text.find(BEGIN)
    end = text.find(END, start)
    return None if start < 0 or end < 0 else (start, end + len(END))
