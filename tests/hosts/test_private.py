"""Folders and files for the person alone, written whole or not at all (spec 6.3)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk import config, private

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes and links as POSIX has them")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@posix
def test_every_folder_that_was_missing_is_the_persons_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    private.make_folders(tmp_path / "a" / "b")
    private.make_folders(tmp_path / "a" / "b")
    assert (mode(tmp_path / "a"), mode(tmp_path / "a" / "b")) == (0o700, 0o700)
    assert mode(tmp_path) == 0o755


@posix
@pytest.mark.parametrize(("keep", "then"), [(False, 0o600), (True, 0o644)])
def test_who_may_read_a_file_that_was_there(tmp_path: Path, keep: bool, then: int) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o644)
    private.write_whole(path, ["ne", "w"], keep_mode=keep)
    assert (path.read_text(), mode(path)) == ("new", then)


@posix
def test_settings_that_lie_elsewhere_stay_there(tmp_path: Path) -> None:
    """As who keeps their settings under version control has them."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    path = tmp_path / "home" / "config.toml"
    path.parent.mkdir()
    path.symlink_to(elsewhere / "config.toml")
    config.save(config.Settings(text_size=120), path)
    assert path.is_symlink()
    assert config.load(path).text_size == 120
    assert (elsewhere / "config.toml").read_text() == "text_size = 120\n"
    assert [one.name for one in elsewhere.iterdir()] == ["config.toml"]


def test_pieces_that_can_not_be_made_leave_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def pieces() -> Iterator[str]:
        yield "new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        private.write_whole(path, pieces())
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_what_a_killed_program_left_is_removed_and_what_is_written_now_is_not(
    tmp_path: Path,
) -> None:
    left, fresh = tmp_path / ".file.old~", tmp_path / ".file.new~"
    others = tmp_path / ".file2.old~", tmp_path / ".file.txt"
    for path in (left, fresh, *others):
        path.touch()
        if path is not fresh:
            os.utime(path, (1, 1))
    private.write_whole(tmp_path / "file", ["text"])
    assert sorted(tmp_path.iterdir()) == sorted((tmp_path / "file", fresh, *others))


def test_a_file_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "file"
    private.make_file(path)
    assert path.read_bytes() == b""
    with pytest.raises(FileExistsError):
        private.make_file(path)
