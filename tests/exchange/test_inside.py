"""What lies in a folder or a zip: no link followed, nothing hidden, hostile zips refused."""

from __future__ import annotations

import os
import sqlite3
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.exchange import formats, inside
from memdesk.exchange.inside import common_folder, each, several
from memdesk.exchange.source import Source
from memdesk.exchange.transcripts import finding
from memdesk.exchange.transcripts.conversation import Tally


def test_a_folder_gives_its_files_but_follows_no_link(tmp_path: Path) -> None:
    deep, outside = tmp_path / "in" / "deep", tmp_path / "out"
    deep.mkdir(parents=True)
    outside.mkdir()
    (deep / "a.md").write_text("a")
    (tmp_path / "in" / "b.txt").write_text("b")
    (outside / "secret.md").write_text("s")
    (deep / "link.md").symlink_to(outside / "secret.md")
    (deep / "loop").symlink_to(tmp_path / "in")
    made = several(Source(tmp_path / "in"))
    assert made.places == ("b.txt", "deep/a.md")
    assert [place for place, _problem in made.problems] == ["deep/link.md"]
    assert made.beginning == b"" and not made.is_zip


def test_a_folder_with_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "MOST_FILES", 2)
    for number in range(3):
        (tmp_path / f"{number}.md").touch()
    with pytest.raises(LimitExceeded, match="more than 2 files"):
        several(Source(tmp_path))


def test_members_of_a_zip(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("folder/", "")
        archive.writestr("../../outside.json", '{"a": [1, 2]}')
    made = several(Source(path))
    assert made.places == ("../../outside.json",)
    member = made.file("../../outside.json")
    assert member.name == "outside.json"
    assert member.json == {"a": [1, 2]}
    assert list(member.items("a")) == [1, 2]
    assert not (tmp_path.parent.parent / "outside.json").exists()


def test_a_zip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "SMALL", 1024)
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("big.json", b"[" + b"0" * 10_000_000)
    with pytest.raises(LimitExceeded, match="too tightly"):
        assert several(Source(path)).file("big.json").data


def test_a_zip_that_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.json", "[]" * 1000)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(BadParameters, match="can't be read"):
        several(Source(path))


@pytest.mark.parametrize(("written", "found"), [("q", b"\x00"), ("é", b"\xff\xfe")])
def test_a_zip_whose_names_are_none(tmp_path: Path, written: str, found: bytes) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(written, "text")
    path.write_bytes(path.read_bytes().replace(written.encode(), found))
    with pytest.raises(BadParameters):
        formats.read(Source(path))
    with pytest.raises(BadParameters):
        finding.conversations_in(path, Tally())


@pytest.mark.parametrize(
    ("places", "folder"),
    [(["a.md"], ""), (["x/a.md", "x/y/b.md"], "x"), (["x/a", "y/b"], ""), (["/x/a"], "/x")],
)
def test_the_folder_that_several_files_lie_in(places: list[str], folder: str) -> None:
    assert common_folder(places) == folder


def test_what_is_hidden_is_passed_over_but_where_memories_are_kept(tmp_path: Path) -> None:
    for place in (".git/a.md", "node_modules/a.md", ".rolebox/memory.db", ".dsh/b.md", "x/.c", "d"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).touch()
    path = tmp_path / "packed.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for place in (".git/a.md", "__MACOSX/a.md", ".dsh/b.md", "d"):
            archive.writestr(place, "")
    assert several(Source(path)).places == (".dsh/b.md", "d")
    path.unlink()
    assert several(Source(tmp_path)).places == (".dsh/b.md", ".rolebox/memory.db", "d")
    assert [place for place, _file in each(Source(tmp_path), ".md")] == []


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may read all")
def test_a_folder_that_may_not_be_read_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "a.md").touch()
    shut = tmp_path / "shut"
    shut.mkdir(mode=0)
    try:
        made = several(Source(tmp_path))
    finally:
        shut.chmod(0o700)  # so that it can be cleared away
    assert made.places == ("a.md",)
    assert [place for place, _problem in made.problems] == ["shut"]


def test_a_zip_with_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "MOST_FILES", 2)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for number in range(3):
            archive.writestr(f"{number}.md", "")
    with pytest.raises(LimitExceeded, match="more than 2 files"):
        several(Source(tmp_path / "a.zip"))


def test_a_database_in_a_zip_is_read_and_nothing_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, packed, room = tmp_path / "a.db", tmp_path / "a.zip", tmp_path / "room"
    with closing(sqlite3.connect(database, isolation_level=None)) as owner:
        owner.execute("CREATE TABLE t (x TEXT)")
        owner.execute("INSERT INTO t VALUES ('here')")
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(database, "deep/a.db")
    room.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))
    member = several(Source(packed)).file("deep/a.db")
    assert member.tables == {"t": {"x"}}
    with member.database() as connection:
        assert [row["x"] for row in connection.execute("SELECT x FROM t")] == ["here"]
    assert list(room.iterdir()) == []


@pytest.mark.parametrize(
    ("written", "said"),
    [((2024, 5, 6, 7, 8, 10), "2024-05-06"), ((2024, 0, 0, 0, 0, 0), "2026-01-02")],
)
def test_when_a_member_was_written(
    tmp_path: Path, written: tuple[int, int, int, int, int, int], said: str
) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(zipfile.ZipInfo("a.md", written), "text")
    os.utime(path, (1767355200, 1767355200))  # noon of the second of January 2026
    assert several(Source(path)).file("a.md").changed_at.startswith(said)


def _open_files() -> set[Path]:
    return {one.readlink() for one in Path("/proc/self/fd").iterdir() if one.is_symlink()}


def test_only_the_last_zip_stays_open_and_what_is_being_read_goes_on(tmp_path: Path) -> None:
    made = []
    for name in ("a.zip", "b.zip"):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr("one.txt", f"{name} one " * 20_000)
            archive.writestr("two.txt", f"{name} two")
        made.append(several(Source(tmp_path / name)))
    one, other = made
    with one.file("one.txt").open() as reading:
        begun = reading.read(10)
        assert other.file("two.txt").data == b"b.zip two"
        assert begun + reading.read() == b"a.zip one " * 20_000
    assert one.file("two.txt").data == b"a.zip two"
    if sys.platform == "linux":
        assert tmp_path / "a.zip" in _open_files()
        assert tmp_path / "b.zip" not in _open_files()
        del one, other, made
        assert tmp_path / "a.zip" not in _open_files()
