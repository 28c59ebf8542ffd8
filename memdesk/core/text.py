"""Text made safe for one line of a block: cleaned, on one line, cut, escaped (spec 2.2, 2.5).

The order matters and is that of `core.block.fields`: clean, redact, one line, cut, escape. So an
invisible character can't hide a secret, a secret is never half shown, and an escape is never cut.
"""

from __future__ import annotations

import re

ELLIPSIS = "…"

# Every way to end a line that some program knows: they all become \n, so that the text keeps
# its lines but none of the controls.
_LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")

_INVISIBLE_CHARS = (
    "\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f"  # controls, apart from white space
    "\xad\u034f\u180e"  # soft hyphen, grapheme joiner, Mongolian vowel separator
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional marks and overrides
    "\u200b\u2060-\u2065\u206a-\u206f\ufeff"  # zero-width space, joiners, byte order mark
    "\u3164\uffa0"  # Hangul fillers: letters that show nothing
    "\ufdd0-\ufdef\ufff0-\ufffb\ufffe\uffff"  # no characters, annotation marks
    "\ud800-\udfff"  # lone surrogates
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # shorthand and music format controls
    "\U000e0000-\U000e00ff"  # tags: invisible ASCII that models read
)
_INVISIBLE = re.compile(f"[{_INVISIBLE_CHARS}]+")

# What emoji and some scripts need, and what else can only smuggle (a letter with a selector or a
# joiner behind it carries what models read and people don't see). A selector stays behind what has
# other looks: emoji, symbols, digits of keycaps, rare Chinese characters. A joiner stays behind
# emoji, and behind letters of scripts that join (Arabic, Indic, …).
_SELECTORS = re.compile(
    "(?<![0-9#*\xa9\xae\u1000-\u109f\u203c-\u303d\u3200-\u32ff\u3400-\u9fff\ua840-\ua87f"
    "\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003fffd])[\ufe00-\ufe0f]"
    "|(?<=[0-9#*])(?:[\ufe00-\ufe0e]|\ufe0f(?!\u20e3))"
    "|(?<![\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003fffd])[\U000e0100-\U000e01ef]"
)
_JOINERS = re.compile(
    "(?<![\u0600-\u1cff\u203c-\u2fff\ua800-\uabff\ufb50-\ufdff\ufe0f\ufe70-\ufefc"
    "\U00010a00-\U00011fff\U0001e900-\U0001faff])[\u200c\u200d]"
)

_HIDING = (_INVISIBLE, _SELECTORS, _JOINERS)
"""In this order: behind what one of them leaves, the next one looks."""

# A `<` that can begin a tag, a closing tag, a comment or an instruction, or that would when the
# block's own words follow; and both ways to end a comment.
_OPENERS = re.compile(r"<(?=[^\W\d]|[/!?]|$)")
_COMMENT_ENDS = re.compile(r"--(!?)>")
_COMMENT_STARTS = re.compile(r"<(?=!--)")


def clean(text: str) -> str:
    """The text without what can't be seen: controls, direction overrides, invisible formats.

    Line ends become `\\n`. Joiners and variation selectors stay where one alone can mean
    something (spec 2.5).
    """
    if text.isascii() and text.isprintable():
        return text
    text = _INVISIBLE.sub("", _LINE_ENDS.sub("\n", text))
    return _JOINERS.sub("", _SELECTORS.sub("", text))


def visible_positions(text: str) -> list[int]:
    """Where in the text the code points stand that `clean` would leave."""
    positions = list(range(len(text)))
    for hiding in _HIDING:
        hidden: set[int] = set()
        for match in hiding.finditer(text):
            hidden.update(range(match.start(), match.end()))
        if hidden:
            positions = [at for number, at in enumerate(positions) if number not in hidden]
            text = hiding.sub("", text)
    return positions


def hides_something(text: str) -> bool:
    """Whether the text holds invisible characters that `clean` would remove."""
    return not text.isascii() and any(hiding.search(text) for hiding in _HIDING)


def one_line(text: str) -> str:
    """The text on one line: every run of white space is one space, none at the ends (spec 2.2)."""
    return " ".join(text.split())


def cut(text: str, maximum: int | None) -> tuple[str, str]:
    """The text cut to at most `maximum` code points and `…`, and what that took away (spec 2.2).

    The cut moves back so that no grapheme cluster is split. None means no limit. A text that is
    short enough comes back as it is, with nothing taken away.
    """
    if maximum is None or len(text) <= maximum:
        return text, ""
    end = _cluster_start(text, maximum)
    return text[:end] + ELLIPSIS, text[end:]


def _cluster_start(text: str, end: int) -> int:
    """The last position up to `end` where a grapheme cluster begins."""
    if end <= 0:
        return 0
    if _stands_alone(text[end - 1]) and _stands_alone(text[end]):
        return end
    # Imported here: it costs as much as the rest of a cold `memdesk block`, and most cuts fall
    # between two plain characters.
    import regex  # type: ignore[import-untyped]

    # Whether a cluster begins at `end` depends on nothing behind the character there.
    start = 0
    for match in regex.finditer(r"\X", text[: end + 1]):
        start = match.start()
    return start


def _stands_alone(char: str) -> bool:
    """Whether a character joins with none beside it, as far as its range alone tells."""
    return "\x20" <= char < "\x7f" or "\u4e00" <= char <= "\u9fff" or char in "，。、；：！？"


def escape_markdown(text: str) -> str:
    """Content that can't open or close a tag or a comment in a markdown block (spec 2.5)."""
    return _COMMENT_ENDS.sub(r"--\1&gt;", _OPENERS.sub("&lt;", text))


def escape_comments(text: str) -> str:
    """The person's own words before and after a markdown block: all theirs but the markers."""
    return _COMMENT_ENDS.sub(r"--\1&gt;", _COMMENT_STARTS.sub("&lt;", text))


def escape_xml(text: str) -> str:
    """Content as the text of an XML element (spec 2.5)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
