"""Markdown: a memory for each heading of the level that divides; our own comes back as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.exchange import markdown, markdown_reading, text_lines
from memdesk.exchange import source as sources
from memdesk.exchange.source import Source

Make = Callable[[object], Source]


def said(source: Source) -> list[tuple[str, str]]:
    found = markdown_reading.read(source)
    assert found.skipped == []
    entries = [one.entry for one in found.entries]
    return [(one.title, one.content) for one in entries if isinstance(one, Memory)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n\ntext\n", [("A", "text")]),
        ("# A\na\n# B\nb\n", [("A", "a"), ("B", "b")]),
        ("# Title\n\n## A\na\n\n## B\n\nb\n", [("A", "a"), ("B", "b")]),
        ("# Title\nabout\n## A\na\n## B\nb", [("Title", "about"), ("A", "a"), ("B", "b")]),
        ("## A\na\n### Deep\nd\n## B\nb", [("A", "a\n### Deep\nd"), ("B", "b")]),
        ("before\n\n## A\na\n## B\nb", [("before", "before"), ("A", "a"), ("B", "b")]),
        ("## Buy milk\n## Buy tea\n", [("Buy milk", "Buy milk"), ("Buy tea", "Buy tea")]),
        ("## A\n```\n## no heading\n```\n## B\nb", [("A", "```\n## no heading\n```"), ("B", "b")]),
        ("## A\n<!-- kept -->\n## B\nb", [("A", "<!-- kept -->"), ("B", "b")]),
        ("no heading\nat all", [("no heading", "no heading\nat all")]),
        ("# Only a title\n", []),
        ("## A\r\none\r\ntwo\r\n## B\r\nb", [("A", "one\ntwo"), ("B", "b")]),
    ],
)
def test_by_heading(source: Make, text: str, expected: list[tuple[str, str]]) -> None:
    assert said(source(text)) == expected


def test_tags_of_the_frontmatter_are_those_of_all(source: Make) -> None:
    found = markdown_reading.read(source("---\ntags: [a, b]\n---\n## A\na\n## B\nb"))
    assert [(one.entry.tags, one.where) for one in found.entries] == [
        (("a", "b"), "line 4"),
        (("a", "b"), "line 6"),
    ]


ENTRIES: list[Entry] = [
    Memory(
        id="m1",
        title="Tabs",
        content="Use\n\n    tabs\n\n## A heading\n\n<!-- and a comment -->\n- id: x\n# Tasks\n\nx",
        category="preference",
        constraint="yes",
        tags=("x", "y"),
        relevance="high",
        workspace="/home/me/app",
        role="coder",
        pinned=True,
        created_at="2026-07-04T10:30:00.000Z",
        updated_at="2026-07-05T10:30:00.000Z",
    ),
    Task(id="t1", title="Do it", status="doing", notes="next"),
    Task(id="t2", title="Nothing to say", status=""),
    Work(
        id="w1",
        name="Game",
        work_kind="game",
        tech=("Godot", "C#"),
        path="D:/x",
        status="done",
        summary="one\ntwo",
    ),
]


def test_our_own_comes_back_as_it_was(source: Make) -> None:
    profile = Profile(interests=("a", "b"), preferences=("c",), notes="n\n\nmore")
    found = markdown_reading.read(source(markdown.write(profile, ENTRIES).text))
    assert found.skipped == []
    assert [one.entry for one in found.entries] == ENTRIES
    assert found.profile == profile


def test_our_own_is_never_in_memory_as_a_whole(
    source: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = source(markdown.write(Profile(interests=("a",)), ENTRIES).text)
    monkeypatch.setattr(sources, "WHOLE", 100)
    monkeypatch.setattr(text_lines, "WHOLE", 100)
    monkeypatch.setattr(sources, "SMALL", 100)
    found = markdown_reading.read(made)
    for _twice in range(2):
        assert [one.entry for one in found.entries] == ENTRIES
        assert found.profile == Profile(interests=("a",))
    with pytest.raises(LimitExceeded):
        assert made.text


def test_what_is_no_text_says_where(source: Make, tmp_path: Path) -> None:
    broken = b"## A\na\n## B\n\xff\xfe\n"
    with pytest.raises(BadParameters, match="line 4 holds bytes that are no UTF-8"):
        markdown_reading.read(source(broken))
    (tmp_path / "both").mkdir()
    (tmp_path / "both" / "a.md").write_bytes(broken)
    (tmp_path / "both" / "b.md").write_bytes(b"## C\nc\n## D\nd\n")
    found = markdown_reading.read(Source(tmp_path / "both"))
    assert [one.where for one in found.entries] == ["b.md: line 1", "b.md: line 3"]
    assert [one.where for one in found.skipped] == ["a.md"]


def test_a_folder_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.md").write_text("# A\na", "utf-8")
    (tmp_path / "b.txt").write_text("# B\nb", "utf-8")
    source = Source(tmp_path)
    assert markdown_reading.claims(source)
    assert [one.where for one in markdown_reading.read(source).entries] == ["deep/a.md: line 1"]
