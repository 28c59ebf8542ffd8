"""Cline's memory bank: sections, each with its file as a tag, for the project they lie in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters
from memdesk.exchange import cline, formats
from memdesk.exchange.importing import import_found
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank


def memories(found: Found) -> list[Memory]:
    return [one.entry for one in found.entries if isinstance(one.entry, Memory)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "app" / "memory-bank"
    (folder / "features").mkdir(parents=True)
    (folder / "progress.md").write_text(
        "# Progress\n\nIntro.\n\n## Works\n\n- login. Fast.\n\n### Detail\n\n- more\n\n## Empty\n\n"
        "## Works\nagain\n"
    )
    (folder / "features" / "chat.md").write_text("Just text.")
    (folder / "notes.txt").write_text("no Markdown")
    (folder / ".hidden.md").write_text("hidden")
    return folder


def test_a_memory_for_each_section(folder: Path) -> None:
    for source in (Source(folder), Source(folder.parent)):
        assert formats.detected(source).name == "cline"
        found = cline.read(source)
        assert [(one.title, one.content, one.tags) for one in memories(found)] == [
            ("Just text.", "Just text.", ("chat",)),
            ("Progress: Intro.", "Intro.", ("progress",)),
            ("Works: login.", "- login. Fast.\n\n### Detail\n\n- more", ("progress",)),
            ("Works: again", "again", ("progress",)),
        ]
        places = [one.where for one in found.entries]
        assert places == ["features/chat.md:1", "progress.md:1", "progress.md:5", "progress.md:15"]
        assert {one.workspace for one in memories(found)} == {os.path.realpath(folder.parent)}


def test_a_file_alone_gives_the_same_as_in_its_folder(folder: Path, bank: Bank) -> None:
    import_found(bank, cline.read(Source(folder)))
    for name in ("progress.md", "features/chat.md"):
        assert formats.detected(Source(folder / name)).name == "cline"
        assert not import_found(bank, cline.read(Source(folder / name))).changes_anything


def test_a_section_that_changed_updates(folder: Path, bank: Bank) -> None:
    import_found(bank, cline.read(Source(folder)))
    path = folder / "progress.md"
    path.write_text(path.read_text().replace("again", "once more"))
    later = path.stat().st_mtime + 10
    os.utime(path, (later, later))
    plan = import_found(bank, cline.read(Source(folder)))
    assert (plan.added, plan.updated, plan.unchanged) == (0, 1, 3)


def test_what_is_none(folder: Path, tmp_path: Path) -> None:
    assert not cline.claims(Source(folder / "notes.txt"))
    assert not cline.claims(Source(tmp_path))
    (tmp_path / "progress.md").write_text("# Progress")
    assert not cline.claims(Source(tmp_path / "progress.md"))
    (folder / "bytes.md").write_bytes(b"\0\xff")
    assert not cline.claims(Source(folder / "bytes.md"))
    with pytest.raises(BadParameters, match="is not text"):
        cline.read(Source(folder / "bytes.md"))


def test_where_to_look(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "app" / "src").mkdir(parents=True)
    monkeypatch.chdir(home / "app" / "src")
    found = list(cline.places())
    assert found[:2] == [home / "app/src/memory-bank", home / "app/memory-bank"]
    assert home / "memory-bank" not in found
