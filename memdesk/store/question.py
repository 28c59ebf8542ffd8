"""What a person types into a search, as a question to the search index (spec 1.5)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memdesk.store.search_index import (
    LONGEST_START,
    RUN,
    RUNS,
    bare,
    folded,
    pairs,
    start_token,
    token,
)

_PIECES = re.compile(r'"([^"]*)"|([^\s"]+)')
_WORDS = re.compile(rf"(?:{RUN})+|(?:(?!{RUN})[^\W_])+")


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that must be there.

    `words` asks `entry_words` for it. `start` asks `entry_starts`, where that holds it: a short
    beginning of a word, or one Chinese character. `exact` is the word itself, where `words`
    also takes longer words that begin with it.

    Of several words one behind the other, `lead` asks `entry_words` for all but the last, of which
    `start` is the beginning; `follows` finds all of them in a text that is `bare`.
    """

    words: str
    start: str | None = None
    exact: str | None = None
    lead: str | None = None
    follows: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """All that must be there. `needles` are the bare words, as a person sees them.

    `impossible`: something was typed, but nothing that could be found.
    """

    pieces: tuple[Piece, ...] = ()
    needles: tuple[str, ...] = ()
    impossible: bool = False

    @property
    def empty(self) -> bool:
        return not self.pieces and not self.impossible


def ask(text: str) -> Question:
    """The question in a text. Takes anything; nothing in it is syntax but a pair of quotes."""
    pieces: list[Piece] = []
    needles: list[str] = []
    for phrase, loose in _PIECES.findall(folded(text)):
        found = _WORDS.findall(phrase or loose)
        if found:
            needles += map(bare, found)
            pieces.append(_piece(found, whole=bool(phrase)))
    typed = bool(text.strip(' "\t\r\n'))
    return Question(
        tuple(dict.fromkeys(pieces)), tuple(dict.fromkeys(needles)), typed and not pieces
    )


def begins_with_all(text: str, needles: tuple[str, ...]) -> bool:
    """Whether a text holds every needle, words at the beginning of one of its words."""
    text = bare(folded(text))
    words = _WORDS.findall(text)
    return all(
        needle in text if RUNS.match(needle) else any(word.startswith(needle) for word in words)
        for needle in needles
    )


def _piece(found: list[str], *, whole: bool) -> Piece:
    """Words that stand one behind the other. Unless `whole`, the last may be a beginning."""
    tokens: list[str] = []
    for place, word in enumerate(found):
        if not RUNS.match(word):
            tokens.append(word)
            continue
        tokens += pairs(word)
        if len(word) > 1 and place < len(found) - 1:
            tokens.append(token(word[-1]))  # the run ends here in the entry too
    exact = '"' + " ".join(tokens) + '"'
    last = found[-1]
    run = RUNS.match(last) is not None
    # A character stands in the index with the next one; a pair is whole as it is.
    if (run and len(last) > 1) or (whole and not run):
        return Piece(exact)
    words, exactly, start = exact + " *", None if run else exact, bare(last)
    if len(found) > 1:
        lead = '"' + " ".join(tokens[:-1]) + '"'
        return Piece(words, start_token(start[:LONGEST_START]), exactly, lead, _following(found))
    if len(last) <= (1 if run else LONGEST_START):
        return Piece(words, start_token(start), exactly)
    return Piece(words, exact=exactly)


def _following(found: list[str]) -> re.Pattern[str]:
    """The words one behind the other, the last of them at least begun."""
    runs = [RUNS.match(word) is not None for word in found]
    pattern = "" if runs[0] else rf"(?:(?<![^\W_])|(?<={RUN}))"
    for place, word in enumerate(map(bare, found)):
        if place:  # a run ends where a word begins, with nothing between them
            pattern += r"[\W_]*" if runs[place] != runs[place - 1] else r"[\W_]+"
        pattern += re.escape(word)
    return re.compile(pattern)
