"""basic-memory: a note is a memory, its text untouched, its observations' tags its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk.core.entry import Memory
from memdesk.exchange import basic_memory, formats
from memdesk.exchange.importing import import_found
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

NOTE = """---
title: Coffee Brewing
type: note
tags: [coffee, brewing]
permalink: drinks/coffee-brewing
created: 2026-07-04
modified: 2026-07-05T10:30:00+02:00
---

# Coffee Brewing

- [method] Pour over is clearer #clear (personal experience)
- [x] buy beans #todo
- [00:12] said on a recording #spoken
- [text](https://example.org) #link
- relates_to [[Coffee Beans]]

```
- [fact] this is code #code
```
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="")
    return path


def memories(path: Path) -> list[Memory]:
    found = basic_memory.read(Source(path))
    assert found.skipped == []
    return [one.entry for one in found.entries if isinstance(one.entry, Memory)]


def test_a_note(tmp_path: Path) -> None:
    path = written(tmp_path, "coffee.md", NOTE)
    assert formats.detected(Source(path)).name == "basic-memory"
    (memory,) = memories(path)
    assert memory.title == "Coffee Brewing"
    assert memory.content == NOTE.split("---\n", 2)[2].strip("\n")
    assert memory.tags == ("coffee", "brewing", "clear")
    assert memory.category == "note"
    assert memory.created_at == "2026-07-04T00:00:00.000Z"
    assert memory.updated_at == "2026-07-05T08:30:00.000Z"


@pytest.mark.parametrize(
    ("kind", "body", "category", "tags"),
    [
        ("decision", "text", "decision", ()),
        ("person", "text", "note", ("person",)),
        ("note", "- [preference] a\n- [preference] b", "preference", ()),
        ("note", "- [preference] a\n- [fact] b", "note", ()),
        ("note", "- [preference] a\n- [colour] b", "note", ()),
        ("note", "- [fact] a #one\n* [fact] b #two #one", "fact", ("one", "two")),
    ],
)
def test_what_it_is(
    tmp_path: Path, kind: str, body: str, category: str, tags: tuple[str, ...]
) -> None:
    path = written(tmp_path, "a.md", f"---\ntype: {kind}\npermalink: a\n---\n{body}\n")
    (memory,) = memories(path)
    assert (memory.title, memory.category, memory.tags) == ("a", category, tags)


def test_a_note_that_moves_stays_the_same_memory(tmp_path: Path, bank: Bank) -> None:
    written(tmp_path, "notes/deep/coffee.md", NOTE)
    import_found(bank, basic_memory.read(Source(tmp_path)))
    (tmp_path / "notes" / "deep" / "coffee.md").unlink()
    later = NOTE.replace("is clearer", "is best").replace("2026-07-05", "2026-07-06")
    written(tmp_path, "coffee.md", later)
    plan = import_found(bank, basic_memory.read(Source(tmp_path)))
    assert (plan.added, plan.updated) == (0, 1)


def test_hidden_folders_are_passed_over(tmp_path: Path) -> None:
    written(tmp_path, "notes/coffee.md", NOTE)
    written(tmp_path, ".obsidian/plugin.md", NOTE)
    written(tmp_path, "notes/.trash/old.md", NOTE)
    assert formats.detected(Source(tmp_path)).name == "basic-memory"
    assert len(memories(tmp_path)) == 1


def test_markdown_without_a_permalink_is_anybodys(tmp_path: Path) -> None:
    path = written(tmp_path, "a.md", "---\ntitle: A\ntype: note\n---\n# A\n")
    assert not basic_memory.claims(Source(path))
    assert not basic_memory.claims(Source(tmp_path))
