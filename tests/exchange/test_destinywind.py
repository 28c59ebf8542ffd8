"""destinywind's three generations: a database, JSON, and two habits of writing Markdown."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.core.constraint import verdict
from memdesk.core.entry import Memory
from memdesk.exchange import destinywind, formats
from memdesk.exchange.importing import import_found
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

Make = Callable[[object], Source]


def memories(path: Path) -> list[Memory]:
    found = destinywind.read(Source(path))
    assert found.skipped == []
    return [one.entry for one in found.entries if isinstance(one.entry, Memory)]


def test_the_database(data: Path) -> None:
    assert formats.detected(Source(data / "destinywind.sqlite")).name == "destinywind"
    shell, untitled, monitor = memories(data / "destinywind.sqlite")
    assert shell == Memory(
        id="destinywind-1",
        title="Shell",
        content="Never use PowerShell 5.1; use pwsh 7",
        tags=("terminal", "约束"),
        created_at="2026-07-01T00:00:00.000Z",
        updated_at="2026-07-01T00:00:00.000Z",
    )
    assert untitled.content == "## a line that looks like a heading\n<!-- tags: not tags -->\nbody"
    assert (monitor.title, monitor.tags) == ("Monitor", ())


def test_titles_tags_and_times_of_its_markdown(data: Path) -> None:
    terminal, screen = memories(data / "destinywind-v1.md")
    assert terminal.title == "终端"
    assert terminal.content == "禁止使用 powershell 5.1，必须使用 pwsh 7"
    assert terminal.tags == ("约束", "终端")
    assert screen.created_at == "2026-01-01T00:00:00.000Z"
    assert screen.content == "这台机器的显示器是 4K 分辨率\n### 三级标题不是分隔\n- 列表项"


def test_without_titles_bullets_and_paragraphs_are_memories(data: Path) -> None:
    texts = [one.content for one in memories(data / "destinywind-loose.md")]
    assert texts == ["默认用中文", "提交信息写英文", "这是一段普通段落，\n占两行。"]


def test_its_markdown_is_known_by_where_it_lies(tmp_path: Path, data: Path) -> None:
    folder = tmp_path / "hindsight-memory"
    folder.mkdir()
    shutil.copyfile(data / "destinywind-v1.md", folder / "memory.md")
    assert formats.detected(Source(folder / "memory.md")).name == "destinywind"
    loose = folder / "loose.md"
    shutil.copyfile(data / "destinywind-loose.md", loose)
    assert not destinywind.claims(Source(loose))
    aside = loose.rename(folder / "memory.md.v1.bak")
    assert formats.detected(Source(aside)).name == "destinywind"
    assert formats.detected(Source(data / "destinywind-loose.md")).name == "destinywind"


def test_its_wording_makes_constraints(data: Path, bank: Bank) -> None:
    """Only of this program's memories (spec 1.3): there, wording is how they are made."""
    import_found(bank, destinywind.read(Source(data / "destinywind-loose.md")))
    import_found(bank, destinywind.read(Source(data / "destinywind-v1.md")))
    stored = {one.title: one for one in bank.entries() if isinstance(one, Memory)}
    assert verdict(stored["终端"]).is_constraint
    assert not verdict(stored["显示器"]).is_constraint
    assert {one.author for one in stored.values()} == {"import:destinywind"}


@pytest.mark.parametrize("root", [{"memories": []}, {"memories": [{"content": "x"}]}, {"a": 1}])
def test_other_json_is_none_of_its_own(tmp_path: Path, root: object) -> None:
    path = tmp_path / "memory.json"
    path.write_text(json.dumps(root), "utf-8")
    assert not destinywind.claims(Source(path))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_its_markdown_is_known_by_its_comments_wherever_it_lies(source: Make, end: str) -> None:
    text = "intro\n\n## 显示器\n<!-- created: 2026-01-01 -->\n<!-- tags: a, 约束 -->\n\n4K\n"
    (found,) = formats.read(source(text.replace("\n", end))).entries
    assert isinstance(found.entry, Memory)
    assert found.entry.tags == ("a", "约束")
    assert found.entry.created_at == "2026-01-01T00:00:00.000Z"
    assert formats.detected(source("## A\n\n<!-- a comment -->\n\ntext\n")).name == "markdown"
