"""What a folder or a zip of several formats holds: each thing once, and the rest told (spec 4)."""

from __future__ import annotations

import json
import os
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from example import Example  # type: ignore[import-not-found]
from examples import EXAMPLES, ORDINARY  # type: ignore[import-not-found]

from memdesk.core.authors import Actor
from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.core.query import Query
from memdesk.exchange import formats, gathering
from memdesk.exchange.gathering import Gathered, gather
from memdesk.exchange.importing import EVERYTHING, import_several
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

TASKS = json.dumps({"tasks": [{"id": "t1", "title": "One", "status": "todo"}]})
NOTE = "---\ntitle: {0}\ntype: note\npermalink: {0}\n---\nAbout {0}.\n"


def written(folder: Path, files: dict[str, str]) -> Path:
    for place, text in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, "utf-8")
    return folder


def packed(folder: Path) -> Path:
    return Path(shutil.make_archive(str(folder), "zip", folder))


def both(folder: Path) -> list[Path]:
    """The folder, and a zip of it."""
    return [folder, packed(folder)]


def held(gathered: Gathered) -> list[tuple[str, str, int]]:
    """Place, format and number of entries of each piece."""
    return [
        (piece.place, piece.format, sum(found.counts().values()))
        for piece, found in gathered.each_read()
    ]


def told(gathered: Gathered) -> dict[str, str]:
    return {one.where: one.reason for one in gathered.skipped}


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_every_format_is_found_beside_another(example: Example, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    (folder / "other").mkdir(parents=True)
    made = example.write(folder / "other", ORDINARY)
    if example.shape in ("gzip", "zip"):  # what was packed lies beside it
        for one in [one for one in (folder / "other").iterdir() if one != made]:
            shutil.rmtree(one) if one.is_dir() else one.unlink()
    written(folder, {"gameassist.json": TASKS, "unknown.bin": "\0\1"})
    for path in both(folder):
        gathered = gather(Source(path))
        pieces = held(gathered)
        assert ("gameassist.json", "gameassist", 1) in pieces
        others = [piece for piece in pieces if piece[0] != "gameassist.json"]
        assert told(gathered)["unknown.bin"] == "It is in no known format."
        if made.suffix == path.suffix == ".zip":
            assert others == []
            assert "A zip in a zip" in told(gathered)[f"other/{made.name}"]
        else:
            assert [piece[1:] for piece in others] == [(example.format, len(ORDINARY))]


def test_a_zip_with_nothing_but_a_zip_says_so(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "outer.zip", "w") as outer:
        outer.writestr("inner.zip", b"PK\x03\x04")
    gathered = gather(Source(tmp_path / "outer.zip"))
    assert gathered.pieces == []
    assert told(gathered) == {"inner.zip": "A zip in a zip is not opened; unpack it."}


def test_what_belongs_together_is_one_thing_and_taken_once(tmp_path: Path, bank: Bank) -> None:
    folder = written(
        tmp_path / "mixed",
        {
            ".claude/projects/-srv-app/memory/MEMORY.md": "- [Tea](tea.md)\n- A fact.",
            ".claude/projects/-srv-app/memory/tea.md": "Black.",
            ".dsh/gameassist/memory.json": TASKS,
            ".dsh/destinywind-memory/memory.md": "- One thing.\n- Another.",
            "app/CLAUDE.md": "- Use tabs.",
            "app/memory-bank/progress.md": "## Done\n\nThat.",
            "app/memory-bank/deep/more.md": "## More\n\nThis.",
            "hermes/memories/MEMORY.md": "One\n§\nTwo",
            "hermes/memories/USER.md": "Likes tea",
            "notes/a.md": "# A\n\nText.",
            "notes/deep/b.md": "Only text.",
            "table.csv": "title,content\nx,y\n",
            "vault/one.md": NOTE.format("one"),
            "vault/sub/plain.md": "# A plain note\n\nText.",
            "vault/two.md": NOTE.format("two"),
        },
    )
    expected = [
        (".claude/projects/-srv-app/memory", "claude-code", 2),
        (".dsh/destinywind-memory/memory.md", "destinywind", 2),
        (".dsh/gameassist/memory.json", "gameassist", 1),
        ("app/CLAUDE.md", "claude-code", 1),
        ("app/memory-bank", "cline", 2),
        ("hermes/memories", "hermes", 3),
        ("notes", "markdown", 2),
        ("table.csv", "csv", 1),
        ("vault", "basic-memory", 3),
    ]
    for path in both(folder):
        gathered = gather(Source(path))
        assert held(gathered) == expected
        assert gathered.skipped == []
    parts = [(found, EVERYTHING) for _piece, found in gather(Source(folder)).each_read()]
    assert sum(plan.added for plan in import_several(bank, parts)) == 17
    workspaces = {entry.label: entry.workspace for entry in bank.entries(Query())}
    assert workspaces["Done: That."] == workspaces["Use tabs."] == os.path.realpath(folder / "app")
    bank.undo(Actor())
    assert bank.count(Query()) == 0


def test_two_banks_and_one_that_a_folder_lies_in(tmp_path: Path) -> None:
    bank = {"memory-bank/x/a.md": "## A\n\nText.", "memory-bank/b.md": "## B\n\nText."}
    folder = written(tmp_path / "app", bank)
    written(tmp_path / "app" / "other", bank)
    assert held(gather(Source(folder))) == [
        ("memory-bank", "cline", 2),
        ("other/memory-bank", "cline", 2),
    ]
    assert held(gather(Source(folder / "memory-bank"))) == [("", "cline", 2)]
    assert held(gather(Source(folder / "memory-bank" / "x"))) == [("a.md", "cline", 1)]


def test_the_export_of_an_account_takes_what_belongs_to_it(tmp_path: Path) -> None:
    example = next(one for one in EXAMPLES if str(one) == "chatgpt")
    folder = tmp_path / "export"
    folder.mkdir()
    example.write(folder, ORDINARY)
    written(folder, {"user.json": "{}", "chat.html": "<html>", "mine.json": TASKS, "a.dat": "\0\1"})
    for path in both(folder):
        gathered = gather(Source(path))
        assert held(gathered) == [
            ("", "chatgpt", len(ORDINARY)),
            ("mine.json", "gameassist", 1),
        ]
        assert list(told(gathered)) == ["a.dat"]


def test_zips_in_a_folder_are_opened_and_documents_that_are_zips_are_not(tmp_path: Path) -> None:
    inner = written(tmp_path / "inner", {"a/memory.json": TASKS, "b.bin": "\0\1"})
    folder = tmp_path / "folder"
    folder.mkdir()
    packed(inner).rename(folder / "inner.zip")
    with zipfile.ZipFile(folder / "letter.docx", "w") as archive:
        archive.writestr("word/document.xml", "<w/>")
        archive.writestr("word/empty.xml", "")
    gathered = gather(Source(folder))
    assert held(gathered) == [("inner.zip/a/memory.json", "gameassist", 1)]
    assert list(told(gathered)) == ["inner.zip/b.bin", "letter.docx"]


def test_what_is_broken_says_why_and_the_good_is_taken(tmp_path: Path) -> None:
    folder = written(
        tmp_path / "mixed", {"good.json": TASKS, "cut.json": '{"tasks": [', "empty.json": ""}
    )
    # Only reading to its end shows that this one is broken.
    (folder / "late.csv").write_bytes(b"title,content\nx,y\n")
    (folder / "bytes.md").write_bytes(b"# A\n\n\xff")
    (folder / "damaged.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    for path in both(folder):
        gathered = gather(Source(path))
        pieces = held(gathered)
        assert ("good.json", "gameassist", 1) in pieces
        reasons = told(gathered)
        assert "cut off" in reasons["cut.json"]
        assert "is empty" in reasons["empty.json"]
        assert "damaged database" in reasons["damaged.db"]


def test_a_piece_that_breaks_only_when_it_is_read_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = written(tmp_path / "mixed", {"a.json": TASKS, "b.json": TASKS})
    gathered = gather(Source(folder))
    (folder / "b.json").unlink()  # someone else's doing
    assert held(gathered) == [("a.json", "gameassist", 1)]
    assert list(told(gathered)) == ["b.json"]
    assert [piece.place for piece in gathered.pieces] == ["a.json"]
    (folder / "a.json").unlink()
    with pytest.raises(MemdeskError):
        held(gather(Source(folder)))


def test_nothing_at_all_is_refused_and_one_file_is_as_before(tmp_path: Path) -> None:
    folder = written(tmp_path / "mixed", {"a.bin": "\0\1", "b.py": "# A heading?\n"})
    with pytest.raises(BadParameters, match="finds nothing to import"):
        gather(Source(folder))
    with pytest.raises(BadParameters, match="it reads memdesk"):
        gather(Source(packed(folder)))
    with pytest.raises(BadParameters, match="it reads memdesk"):
        gather(Source(folder / "a.bin"))
    file = written(tmp_path, {"one.json": TASKS}) / "one.json"
    assert held(gather(Source(file))) == [("", "gameassist", 1)]
    assert gather(Source(file)).holds_one
    with pytest.raises(BadParameters, match="knows no format"):
        held(gather(Source(file), "obsidian"))


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_names_that_are_no_text(tmp_path: Path) -> None:
    names = [os.fsdecode(name) for name in (b"\xfe.bin", b"\xff.json")]
    written(tmp_path / "mixed", dict(zip(names, ("x", TASKS), strict=True)))
    gathered = gather(Source(tmp_path / "mixed"))
    assert held(gathered) == [(names[1], "gameassist", 1)]
    assert list(told(gathered)) == names[:1]


def test_very_many_skipped_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "MOST_SKIPPED", 2)
    folder = written(tmp_path / "mixed", {f"{number}.bin": "\0\1" for number in range(5)})
    written(folder, {"a.json": TASKS})
    gathered = gather(Source(folder))
    assert list(told(gathered)) == ["0.bin", "1.bin"]
    assert gathered.more_skipped == 3


def test_looking_can_be_stopped(tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        gather(Source(written(tmp_path / "mixed", {"a.json": TASKS})), tell=stop)


def test_every_piece_of_a_folder_can_be_named_by_its_format() -> None:
    together = [one.name for one in formats.FORMATS if one.wholes is not None]
    assert [one.name for one in formats.FORMATS if one.is_last] == together[-1:] == ["markdown"]


def test_the_list_of_a_zip_is_read_once_however_much_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "many"
    for number in range(30):
        tasks = {"tasks": [{"id": f"t{number}", "title": "One", "status": "todo"}]}
        written(folder, {f"{number}/memory.json": json.dumps(tasks)})
        written(folder, {f"{number}/.dsh/note.md": NOTE.format(number)})
    archive = packed(folder)
    lists_read = []
    read_list = zipfile.ZipFile.__init__

    def count(self: zipfile.ZipFile, *args: Any, **kwargs: Any) -> None:
        lists_read.append(self)
        read_list(self, *args, **kwargs)

    monkeypatch.setattr(zipfile.ZipFile, "__init__", count)
    gathered = gather(Source(archive))
    found = [found for _piece, found in gathered.each_read()]
    assert len(found) >= 30
    for _ in range(2):  # looked through, then taken
        assert sum(1 for one in found for _entry in one.entries) >= 30
    assert len(lists_read) == 1
