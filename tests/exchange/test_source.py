"""A source: streamed when it is big, whole when it is small."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.exchange import formats
from memdesk.exchange import source as sources
from memdesk.exchange.source import Source

Make = Callable[[object], Source]


@pytest.fixture
def everything_is_big(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "SMALL", 0)


def test_lines_are_numbered_and_blank_ones_are_passed_over(source: Make) -> None:
    made = source(b"\xef\xbb\xbfone\r\n\r\ntwo\n\xff\xfe\nlast")
    lines = list(made.lines())
    assert [number for number, _line in lines] == [1, 3, 4, 5]
    assert [line for _number, line in lines[:2]] == ["one", "two"]
    assert isinstance(lines[2][1], BadParameters)
    assert lines[3][1] == "last"


def test_lines_of_utf16(source: Make) -> None:
    made = source("像素\nnext".encode("utf-16"))
    assert list(made.lines()) == [(1, "像素"), (2, "next")]


def test_a_line_without_end_is_passed_over(source: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "LONGEST_LINE", 10)
    lines = list(source(b"x" * 35 + b"\nshort\n").lines())
    assert isinstance(lines[0][1], BadParameters)
    assert lines[1] == (2, "short")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.usefixtures("everything_is_big")
def test_a_big_array_is_streamed(source: Make, encoding: str) -> None:
    items = [{"title": f"像素 {number}", "at": 1.5} for number in range(5000)]
    made = source(
        json.dumps({"kind": "x", "list": items, "n": None}, ensure_ascii=False).encode(encoding)
    )
    assert list(made.items("list")) == items
    assert list(made.items("kind")) == []
    assert list(made.items("nothing")) == []
    assert made.top["kind"] == "x"
    assert made.value("kind") == "x"
    assert "json" not in vars(made)


@pytest.mark.usefixtures("everything_is_big")
def test_the_array_that_a_big_file_is(source: Make) -> None:
    assert list(source([1, [2], {"a": "b"}]).items()) == [1, [2], {"a": "b"}]


@pytest.mark.parametrize("small", [True, False])
def test_the_pairs_of_an_object(source: Make, small: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "SMALL", 1_000_000 if small else 0)
    made = source({"a": {"x": 1, "y": {"z": [2]}}, "b": [3], "c": None})
    assert list(made.pairs("a")) == [("x", 1), ("y", {"z": [2]})]
    assert [list(made.pairs(key)) for key in ("b", "c", "d")] == [[], [], []]


@pytest.mark.parametrize("small", [True, False])
@pytest.mark.parametrize(
    ("content", "first"),
    [([{"a": 1}, 2], {"a": 1}), ([], None), ({"a": [1]}, None), ("[[1], 2]", [1]), ("text", None)],
)
def test_the_first_item_of_an_array(
    source: Make, content: object, first: object, small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "SMALL", 1_000_000 if small else 0)
    assert source(content).first_item == first


@pytest.mark.usefixtures("everything_is_big")
def test_a_big_file_that_breaks_off(source: Make) -> None:
    made = source('{"list": [{"a": 1}, {"a": ')
    with pytest.raises(BadParameters, match="is not JSON"):
        list(made.items("list"))


def test_what_is_too_big_to_be_read_whole(source: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "WHOLE", 10)
    assert source(b"x" * 10).data
    with pytest.raises(LimitExceeded, match="too big"):
        assert source(b"x" * 11).data


def test_what_a_gzip_holds(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"a": 1}\n{"a": 2}\n'))
    made = Source(path)
    assert made.is_gzip and not made.may_be_text
    assert [line for _number, line in made.inflated().lines()] == ['{"a": 1}', '{"a": 2}']
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(BadParameters, match="can't be read"):
        list(made.inflated().lines())


def test_a_database_is_read_with_what_is_in_its_log(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as owner:
        owner.execute("PRAGMA journal_mode = wal")
        owner.execute("CREATE TABLE t (x TEXT)")
        owner.execute("INSERT INTO t VALUES ('here'), (CAST(x'ff41' AS TEXT))")
        before = {one.name for one in tmp_path.iterdir()}
        with Source(path).database() as connection:
            rows = [row["x"] for row in connection.execute("SELECT x FROM t")]
        assert rows == ["here", "\ufffdA"]
        assert {one.name for one in tmp_path.iterdir()} == before


def test_a_damaged_database_is_said_to_be_one(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    made = Source(path)
    assert made.is_sqlite
    with pytest.raises(BadParameters, match="damaged database"), made.database() as connection:
        connection.execute("SELECT * FROM sqlite_master").fetchall()


@pytest.mark.skipif(os.name == "nt", reason="pipes are no files there")
@pytest.mark.parametrize(
    "tables",
    [
        "CREATE VIEW memories AS WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r)"
        " SELECT x AS id, x AS content FROM r",
        "CREATE TABLE memories (id, content AS (hex(zeroblob(400000000))));"
        " INSERT INTO memories (id) VALUES (1)",
    ],
)
def test_a_database_that_has_no_end_is_refused(tmp_path: Path, tables: str) -> None:
    path = tmp_path / "endless.sqlite"
    with closing(sqlite3.connect(path)) as owner:
        owner.executescript(tables)
    with (
        pytest.raises(BadParameters, match="is a damaged database, or one of another kind"),
        Source(path).database() as connection,
    ):
        connection.execute("SELECT * FROM memories ORDER BY rowid").fetchone()


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/null")):
        with pytest.raises(BadParameters, match="is no ordinary file"):
            formats.read(Source(path))
