"""A file that can't be read is refused with place and reason (spec 4)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.core.errors import BadParameters, NotFound
from memdesk.exchange import formats
from memdesk.exchange.reading import derived_id
from memdesk.exchange.source import Source

Make = Callable[[object], Source]
TEXT = '{"interests": ["像素画", "naïve art"],\r\n "tasks": []}'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_is_read_in_every_usual_encoding(source: Make, encoding: str) -> None:
    made = source(TEXT.encode(encoding))
    assert made.text == TEXT
    assert made.looks_like_json
    assert made.json == {"interests": ["像素画", "naïve art"], "tasks": []}


def test_utf16_in_either_byte_order(source: Make) -> None:
    assert source(b"\xfe\xff" + TEXT.encode("utf-16-be")).text == TEXT


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"There is no file .*nothing\.json"):
        assert Source(tmp_path / "nothing.json").data


def test_a_folder(tmp_path: Path) -> None:
    with pytest.raises(BadParameters, match="is a folder"):
        assert Source(tmp_path).data


@pytest.mark.parametrize(
    "content", [b"", b"\n\n  \t\r\n", b"\0\0\0\0", b"\xef\xbb\xbf", b"\xff\xfe"]
)
def test_an_empty_file(source: Make, content: bytes) -> None:
    with pytest.raises(BadParameters, match="is empty"):
        assert source(content).data


def test_a_file_cut_off_names_the_place(data: Path) -> None:
    with pytest.raises(BadParameters, match=r"is cut off: .* line \d+, column \d+") as caught:
        assert Source(data / "gameassist-cut-off.json").json
    lines = (data / "gameassist-cut-off.json").read_text("utf-8").splitlines()
    assert caught.value.values["line"] == len(lines)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [('{"a": 1,\n "b": oops}', 2, 7), ('{"a": 1}\n{"b": 2}', 2, 1), ('{"a": "x\ty"}', 1, 9)],
)
def test_broken_json_names_the_place(source: Make, text: str, line: int, column: int) -> None:
    with pytest.raises(BadParameters, match=f"line {line}, column {column}"):
        assert source(text).json


def test_bytes_that_are_no_text_name_the_line(source: Make) -> None:
    with pytest.raises(BadParameters, match="line 2 holds bytes that are no UTF-8"):
        assert source(b'{"a":\n"\xff\xfe"}').text


def test_json_nested_without_end(source: Make) -> None:
    with pytest.raises(BadParameters, match="nested too deeply"):
        assert source("[" * 100_000 + "]" * 100_000).json


def test_a_number_without_end(source: Make) -> None:
    with pytest.raises(BadParameters, match="a number in it has too many digits"):
        assert source('{"a": ' + "9" * 5_000 + "}").json


def test_a_derived_id_is_stable_and_tells_texts_apart() -> None:
    assert derived_id("memory", ["a", "b"]) == derived_id("memory", ["a", "b"])
    assert derived_id("memory", ["a", "b"]) != derived_id("memory", ["ab", ""])
    assert derived_id("task", ["a"])[0] == "t"
    assert derived_id("task", ["a\ud800"])


@pytest.mark.parametrize(
    ("name", "content", "needed"),
    [
        ("mem0", [{"id": "a", "content": "", "state": "active", "categories": []}], "content"),
        ("mem0", [{"id": "a", "memory": None, "user_id": "me"}], "memory"),
        ("open-webui", [{"id": "a", "user_id": "me", "content": " ", "created_at": 1}], "content"),
        ("destinywind", {"memories": [{"id": "a", "text": None}]}, "text"),
        ("engram", {"sessions": [], "observations": [{"id": 1}], "prompts": []}, "content"),
        ("claude-mem", {"observations": [{"type": "decision"}]}, "narrative"),
        ("claude-mem", {"summaries": [{"project": "a"}]}, "request"),
        ("csv", "Subject,Body,tags\n,,a\n", "Subject / Body"),
        ("gameassist", {"tasks": [{"status": "todo"}]}, "title"),
        ("gameassist", {"works": [{"status": "todo"}]}, "name"),
    ],
)
def test_what_is_missing_is_called_as_its_own_program_does(
    source: Make, name: str, content: object, needed: str
) -> None:
    found = formats.read(source(content), name)
    assert list(found.entries) == []
    assert [one.reason for one in found.skipped] == [f"{needed} may not be empty."]
