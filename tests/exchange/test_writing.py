"""A file is written whole or not at all (spec 4.2)."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memdesk.core.errors import BadParameters
from memdesk.exchange.writing import write_file

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def test_text_arrives_byte_for_byte_and_nothing_stays_beside_it(tmp_path: Path) -> None:
    write_file(tmp_path / "new.json", "a\r\nb\n像")
    assert (tmp_path / "new.json").read_bytes() == "a\r\nb\n像".encode()
    assert names(tmp_path) == ["new.json"]


@posix
def test_a_new_file_is_the_persons_alone_and_an_old_one_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_file(path, "one")
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    write_file(path, "two")
    assert path.stat().st_mode & 0o777 == 0o644
    assert path.read_text() == "two"


@posix
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_file(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "link"  # /dev/stdout is one, to a name that leads nowhere
    link.symlink_to(pipe)
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(pipe.read_bytes)
        write_file(link, "进度\r\n")
        assert read.result() == "进度\r\n".encode()
    assert pipe.is_fifo() and sorted(names(tmp_path)) == ["link", "pipe"]


def test_where_nothing_can_be_written_the_reason_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadParameters, match=r"can't be written: .+"):
        write_file(tmp_path / "no" / "folder" / "file", "text")
    with pytest.raises(BadParameters, match="can't be written"):
        write_file(tmp_path, "text")
    assert names(tmp_path) == []


def test_a_failure_leaves_the_old_file_and_no_neighbour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadParameters, match="the disk is full"):
        write_file(path, "new")
    assert path.read_text() == "old"
    assert names(tmp_path) == ["file"]
