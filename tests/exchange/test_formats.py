"""Which format a file is in is found by its content (spec 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Profile, Task, Work
from memdesk.core.errors import BadParameters
from memdesk.exchange import formats, markdown, memdesk_json
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

Make = Callable[[object], Source]


def test_content_decides_and_not_the_name(data: Path, source: Make) -> None:
    assert formats.detected(Source(data / "gameassist-example.json")).name == "gameassist"
    assert formats.detected(source(memdesk_json.write(Profile(), []).text)).name == "memdesk"


@pytest.mark.parametrize(
    "content", ["No heading, no table,\nno list.", '{"a": 1}', "[1]", "3", b"\x89PNG\r\n\x1a\n\0\0"]
)
def test_an_unknown_one_says_which_are_known(source: Make, content: object) -> None:
    with pytest.raises(BadParameters, match="it reads memdesk, gameassist"):
        formats.detected(source(content))


@pytest.mark.parametrize("content", [{}, [], " [] \n"])
def test_json_of_nothing_is_said_to_be_empty(source: Make, content: object) -> None:
    with pytest.raises(BadParameters, match="is empty"):
        formats.detected(source(content))


def test_a_broken_database_is_said_to_be_broken_and_not_unknown(source: Make) -> None:
    with pytest.raises(BadParameters, match="a damaged database"):
        formats.detected(source(b"SQLite format 3\0\x10\xff"))


def test_a_bank_is_said_to_be_one(bank: Bank) -> None:
    bank.add(Memory(title="T", content="C"), Actor())
    with pytest.raises(BadParameters, match="is a bank of memdesk: open it"):
        formats.detected(Source(bank.path))


def test_broken_json_is_said_to_be_broken_and_not_unknown(data: Path) -> None:
    with pytest.raises(BadParameters, match="cut off"):
        formats.read(Source(data / "gameassist-cut-off.json"))


def test_a_named_format_overrides(source: Make) -> None:
    made = source({"unknown": 1})
    assert formats.read(made, "gameassist").entries == []
    with pytest.raises(BadParameters, match="not in memdesk's format"):
        formats.read(made, "json")
    with pytest.raises(BadParameters, match="knows no format obsidian; it reads"):
        formats.read(made, "obsidian")


def test_a_format_that_is_only_written(source: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    written = replace(formats.named("markdown"), name="leaflet", read=None, claims=None)
    monkeypatch.setattr(formats, "FORMATS", (*formats.FORMATS, written))
    with pytest.raises(BadParameters, match="writes leaflet but does not read it"):
        formats.read(source("# A"), "leaflet")


def test_json_is_memdesks_own() -> None:
    assert formats.named("json") is formats.named("memdesk")


def test_markdown_is_a_section_an_entry() -> None:
    written = markdown.write(
        Profile(interests=("a", "b"), notes="n"),
        [
            Memory(id="m1", title="Tabs", content="Use\n\n    tabs\n", tags=("x", "y")),
            Task(id="t1", title="Do\nit", status="doing", notes="next"),
            Work(id="w1", name="W", tech=("p", "q")),
        ],
    )
    assert written.text == (
        "# Profile\n\n## Interests\n\n- a\n- b\n\n## Notes\n\nn\n\n"
        "# Memories\n\n## Tabs\n\n- id: m1\n- category: note\n- relevance: medium\n"
        "- tags: x, y\n- author: user\n\nUse\n\n    tabs\n\n"
        "# Tasks\n\n## Do it\n\n- id: t1\n- status: doing\n- relevance: medium\n"
        "- author: user\n\nnext\n\n"
        "# Works\n\n## W\n\n- id: w1\n- tech: p, q\n- relevance: medium\n- author: user\n"
    )


def test_an_empty_bank_is_an_empty_text() -> None:
    assert markdown.write(Profile(), []).text == ""
