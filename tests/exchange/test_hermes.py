"""Hermes Agent's memories: entries between lines of one sign."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters
from memdesk.exchange import hermes
from memdesk.exchange.source import Source


def test_entries_of_both_files(tmp_path: Path) -> None:
    folder = tmp_path / "memories"
    folder.mkdir()
    (folder / "MEMORY.md").write_text("First § with the sign\nand a line\n§\n\n- second\n  §\n§\n")
    (folder / "USER.md").write_text("Likes tea", "utf-8")
    (folder / "MEMORY.md.lock").touch()
    for path in (folder, tmp_path):
        assert hermes.claims(Source(path))
        found = hermes.read(Source(path))
        memories = [one.entry for one in found.entries if isinstance(one.entry, Memory)]
        assert [(one.content, one.tags) for one in memories] == [
            ("First § with the sign\nand a line", ()),
            ("- second", ()),
            ("Likes tea", ("user",)),
        ]
        assert [one.where for one in found.entries] == ["MEMORY.md:1", "MEMORY.md:5", "USER.md:1"]
        assert all(one.created_at == one.updated_at != "" for one in memories)


def test_a_file_shows_itself_by_its_sign_or_its_folder(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("# Index\n\n- [a](a.md)\n")
    (tmp_path / "notes.md").write_text("a\n§\nb")
    assert not hermes.claims(Source(tmp_path / "MEMORY.md"))
    assert not hermes.claims(Source(tmp_path / "notes.md"))
    assert not hermes.claims(Source(tmp_path))
    (tmp_path / "MEMORY.md").write_text("a\r\n§\r\nb")
    assert hermes.claims(Source(tmp_path / "MEMORY.md"))
    (tmp_path / "MEMORY.md").write_bytes(b"a\n\0")
    assert not hermes.claims(Source(tmp_path / "MEMORY.md"))


def test_of_a_folder_the_good_file_is_taken(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("good\n§\n")
    (tmp_path / "USER.md").write_bytes(b"\xff\n")
    found = hermes.read(Source(tmp_path))
    assert len(list(found.entries)) == 1
    assert [one.where for one in found.skipped] == ["USER.md"]
    with pytest.raises(BadParameters, match="is not text"):
        hermes.read(Source(tmp_path / "USER.md"))


@pytest.mark.parametrize(
    ("platform", "env", "expected"),
    [
        ("linux", {}, ".hermes"),
        ("darwin", {}, ".hermes"),
        ("win32", {}, "AppData/Local/hermes"),
        ("win32", {"LOCALAPPDATA": "HOME/local"}, "local/hermes"),
        ("linux", {"HERMES_HOME": "~/elsewhere"}, "elsewhere"),
    ],
)
def test_where_its_memories_lie(
    platform: str, env: dict[str, str], expected: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in env.items():
        monkeypatch.setenv(name, value.replace("HOME", str(home)))
    profile = home / expected / "profiles" / "work" / "memories"
    profile.mkdir(parents=True)
    assert list(hermes.places()) == [home / expected / "memories", profile]
