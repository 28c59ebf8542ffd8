"""What is piped in is read once, kept privately while it is imported, and then gone."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path

import pytest

from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.exchange import piped
from memdesk.exchange.gathering import gather
from memdesk.exchange.piped import STDIN, source_of

TASKS = b'{"tasks": [{"id": "t1", "title": "One", "status": "todo"}]}'


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files lie."""
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))
    return room


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_standard_input_is_kept_while_it_is_read(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, TASKS)
    with source_of(STDIN) as source:
        assert source.called == "-"
        ((_piece, found),) = gather(source).each_read()
        assert found.counts()["task"] == 1
        (folder,) = room.iterdir()
        if os.name == "posix":
            assert folder.stat().st_mode & 0o077 == 0
    assert list(room.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="pipes are no files there")
def test_a_pipe_that_is_named(tmp_path: Path, room: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(TASKS,))
    writer.start()
    with source_of(pipe) as source:
        writer.join()
        assert gather(source).pieces[0].format == "gameassist"
    assert list(room.iterdir()) == []


def test_what_is_wrong_with_it_is_said_of_the_pipe(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for data, said in ((b"", "^- is empty"), (TASKS[:-9], "^- is cut off"), (b"\1", "^- is in no")):
        give(monkeypatch, data)
        with source_of(STDIN) as source, pytest.raises(BadParameters, match=said):
            gather(source)


def test_too_much_is_refused_and_nothing_stays(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piped, "MOST", len(TASKS))
    give(monkeypatch, TASKS)
    with source_of(STDIN) as source:
        assert source.size == len(TASKS)
    give(monkeypatch, TASKS + b"\n")
    with pytest.raises(LimitExceeded, match="save it as a file"), source_of(STDIN):
        pass
    assert list(room.iterdir()) == []


def test_a_file_is_itself(tmp_path: Path) -> None:
    with source_of(tmp_path / "a.json") as source:
        assert source.path == tmp_path / "a.json"
