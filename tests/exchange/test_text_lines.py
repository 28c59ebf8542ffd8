"""A text file line by line is what it is as a whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.exchange import text_lines as module
from memdesk.exchange.source import Source
from memdesk.exchange.text_lines import text_lines

Make = Callable[[object], Source]

TEXTS = [
    "a",
    "a\n",
    "a\r\nb\r\n",
    "a\r\r\n\n\n b\x0b\x0c\x85\u2028c\rd\r",
    "\n\n像素\n",
    "## é\n\n  \n\tx",
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("text", TEXTS)
def test_every_line_as_it_stands(source: Make, text: str, encoding: str) -> None:
    made = source(text.encode(encoding))
    assert list(text_lines(made)) == made.text.replace("\r\n", "\n").split("\n")


@pytest.mark.parametrize("nothing", [b"", b" \n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_refused(source: Make, nothing: bytes) -> None:
    with pytest.raises(BadParameters, match="is empty"):
        list(text_lines(source(nothing)))


def test_what_is_no_text_is_named_by_its_line(source: Make) -> None:
    lines = text_lines(source(b"\xef\xbb\xbfone\n\xe5\x83\x8f\n\xff\n"))
    assert [next(lines), next(lines)] == ["one", "像"]
    with pytest.raises(BadParameters, match="line 3 holds bytes that are no UTF-8"):
        next(lines)


def test_a_big_file_needs_headings(source: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WHOLE", 50)
    monkeypatch.setattr(module, "LONGEST", 20)
    below = "# 4\n" + "6789\n" * 3  # 19 bytes
    assert len(list(text_lines(source(below * 3)))) == 13
    for above in ("0" + below[1:], below + "\n", "x" * 20):
        with pytest.raises(LimitExceeded, match="more than 20 bytes"):
            list(text_lines(source(below * 2 + above + below)))
    assert len(list(text_lines(source("x" * 50)))) == 1  # not big
