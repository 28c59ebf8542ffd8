"""Transcripts of any size, of any bytes, in any folder: nothing is raised, little is held."""

from __future__ import annotations

import json
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transcripts import (  # type: ignore[import-not-found]
    claude_user,
    found_at,
    json_lines,
    only,
    said,
    written,
)

from memdesk.core.errors import BadParameters
from memdesk.exchange.transcripts import (
    chatgpt,
    claude_account,
    claude_code,
    codex,
    markdown_talk,
    opencode,
    plain_jsonl,
    sillytavern,
)
from memdesk.exchange.transcripts.conversation import Conversation, Machine, Tally
from memdesk.exchange.transcripts.finding import Finder, conversations_in, messages_of
from memdesk.exchange.transcripts.json_lines import MAX_LINE

MEGABYTE = 1024 * 1024
PLENTY = 100 * MEGABYTE


def peak(run: Callable[[], object]) -> int:
    """Bytes that it held at most."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def grown(path: Path, piece: bytes, between: bytes = b"") -> int:
    """A file of a hundred megabytes of the same; gives how many pieces."""
    count = PLENTY // len(piece) + 1
    with path.open("wb") as file:
        file.writelines(piece if number == 0 else between + piece for number in range(count))
    return count


def test_a_hundred_megabytes_are_streamed(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    result = {"type": "tool_result", "tool_use_id": "t", "content": "x" * 200_000}
    count = grown(path, json_lines(claude_user("Go on"), claude_user([result])).encode())
    heard = []

    def run() -> None:
        one = only(path)
        heard.append(sum(1 for _ in messages_of(one, Tally())))

    assert peak(run) < 8 * MEGABYTE
    assert heard == [count]


def test_a_hundred_megabytes_of_an_export_are_streamed(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    talk = [{"sender": "human", "text": "Hello " * 20_000}]
    count = grown(path, json.dumps({"uuid": "u", "chat_messages": talk}).encode(), b", ")
    path.write_bytes(b"[" + path.read_bytes() + b"]")
    found = []
    assert peak(lambda: found.extend(conversations_in(path, Tally()))) < 8 * MEGABYTE
    assert len(found) == count


def test_one_huge_line_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    with path.open("wb") as file:
        file.write(json_lines(claude_user("Before")).encode())
        for _ in range(100):
            file.write(b"x" * MEGABYTE)
        file.write(b"\n" + json_lines(claude_user("Behind")).encode())
    heard = []
    assert peak(lambda: heard.append(said(only(path)))) < 2.5 * MAX_LINE
    ((found, tally),) = heard
    assert found == [("user", "Before"), ("user", "Behind")]
    assert tally.broken == 1


def test_an_element_without_end_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    with path.open("wb") as file:
        file.write(b'[{"uuid": "a", "chat_messages": [{"sender": "human", "text": "Hi"}]}, "')
        for _ in range(80):
            file.write(b"x" * MEGABYTE)
    tally = Tally()
    assert [one.id for one in conversations_in(path, tally)] == ["a"]
    assert tally.broken == 1


# --- places


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = written(tmp_path / "outside" / "secret.jsonl", json_lines(claude_user("secret")))
    projects = tmp_path / ".claude" / "projects"
    kept = written(projects / "-a" / "kept.jsonl", json_lines(claude_user("Hello")))
    (projects / "-a" / "link.jsonl").symlink_to(outside)
    (projects / "-b").symlink_to(outside.parent)
    (projects / "-a" / "round").symlink_to(projects)
    (projects / "-a" / "self.jsonl").symlink_to("self.jsonl")
    folder = tmp_path / "named"
    folder.mkdir()
    (folder / "round").symlink_to(folder)
    (folder / "away").symlink_to(outside.parent)
    machine = Machine(home=tmp_path, folders=(folder,))
    assert [one.path for one in Finder().all(machine)] == [kept]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    project = tmp_path / ".claude" / "projects" / "-a"
    project.mkdir(parents=True)
    os.mkfifo(project / "pipe.jsonl")
    assert found_at(tmp_path) == []


def test_what_cannot_be_read_is_counted_and_the_rest_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    projects = tmp_path / ".claude" / "projects"
    shut = written(projects / "-a" / "shut.jsonl", json_lines(claude_user("Hello")))
    kept = written(projects / "-b" / "kept.jsonl", json_lines(claude_user("Hello")))
    open_any = Path.open

    def refuse(self: Path, *args: object, **more: object) -> object:
        if self == shut:  # whoever tests as root may read everything
            raise PermissionError(13, "Permission denied", str(self))
        return open_any(self, *args, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refuse)
    finder = Finder()
    assert [one.path for one in finder.all(Machine(home=tmp_path))] == [kept]
    assert finder.unreadable == 1
    assert "shut.jsonl" in caplog.text
    with pytest.raises(BadParameters, match="Permission denied"):
        conversations_in(shut, Tally())


def test_a_folder_that_cannot_be_read_keeps_none_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    projects = tmp_path / ".claude" / "projects"
    for name in ("-a", "-b", "-c"):
        written(projects / name / f"s{name}.jsonl", json_lines(claude_user("Hello")))
    scan = os.scandir

    def refuse(path: Path) -> object:
        if path.name == "-b":
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    finder = Finder()
    found = finder.all(Machine(home=tmp_path))
    assert sorted(one.id for one in found) == ["s-a", "s-c"]
    assert finder.unreadable == 1


def test_a_file_is_looked_into_anew_only_when_it_has_changed(tmp_path: Path) -> None:
    path = written(
        tmp_path / ".claude" / "projects" / "-a" / "s.jsonl", json_lines(claude_user("One"))
    )
    finder, machine = Finder(), Machine(home=tmp_path)
    (first,) = finder.all(machine)
    (again,) = finder.all(machine)
    assert again is first
    with path.open("a") as file:
        file.write(json_lines({"type": "ai-title", "aiTitle": "New", "sessionId": "s"}))
    (changed,) = finder.all(machine)
    assert (first.title, changed.title) == ("One", "New")
    path.unlink()
    assert finder.all(machine) == []


def test_one_is_found_again_without_a_search(tmp_path: Path) -> None:
    projects = tmp_path / ".claude" / "projects"
    path = written(projects / "-a" / "s.jsonl", json_lines(claude_user("One")))
    finder, machine = Finder(), Machine(home=tmp_path)
    first = finder.one(machine, "s")
    assert first is not None and first.title == "One"
    assert finder.one(machine, "none") is None
    assert finder.one(Machine(home=tmp_path / "elsewhere"), "s") is first
    moved = written(projects / "-b" / "s.jsonl", json_lines(claude_user("Two")))
    path.unlink()
    again = finder.one(machine, "s")
    assert again is not None and again.path == moved
    moved.rename(tmp_path / "away.jsonl")
    moved.symlink_to(tmp_path / "away.jsonl")
    assert finder.one(machine, "s") is None


def test_one_id_in_two_places_is_listed_once_as_the_newer(tmp_path: Path) -> None:
    projects = tmp_path / ".claude" / "projects"
    old = written(projects / "-a" / "s.jsonl", json_lines(claude_user("Old")))
    written(projects / "-b" / "s.jsonl", json_lines(claude_user("New")))
    os.utime(old, (1, 1))
    assert [one.title for one in found_at(tmp_path)] == ["New"]


# --- anything


FORMATS = {
    one.name: one
    for one in (
        claude_code.FORMAT,
        codex.FORMAT,
        opencode.FORMAT,
        sillytavern.FORMAT,
        chatgpt.FORMAT,
        claude_account.FORMAT,
        plain_jsonl.FORMAT,
        markdown_talk.FORMAT,
    )
}
SUFFIXES = {"chatgpt": ".json", "claude": ".json", "markdown": ".md", "opencode": ".json"}

KEYS = st.sampled_from(
    """
    type message content role text payload id timestamp cwd source isMeta sessionId summary mes
    is_user name send_date mapping current_node author parts content_type parent metadata uuid
    chat_messages sender created_at title time created projectID record_type user customTitle
    assistant session_meta response_item input_text msg human
    """.split()  # noqa: SIM905 (a row of quotation marks reads worse)
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | KEYS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)
LINES = st.lists(
    st.one_of(
        VALUES.map(lambda value: json.dumps(value).encode()),
        st.binary(max_size=30),
        st.sampled_from((b"## User", b"**Assistant:** x", b"```", b"{", b'{"a": "\\ud800"}')),
    ),
    max_size=8,
)


@pytest.mark.parametrize("name", FORMATS)
@given(lines=LINES, start=st.integers(0, 300))
def test_nothing_that_a_file_may_hold_is_raised(
    tmp_path_factory: pytest.TempPathFactory, name: str, lines: list[bytes], start: int
) -> None:
    one = FORMATS[name]
    path = tmp_path_factory.getbasetemp() / (name + SUFFIXES.get(name, ".jsonl"))
    data = b"[" + b",".join(lines) if name in ("chatgpt", "claude") else b"\n".join(lines)
    path.write_bytes(data)
    one.claims(path, data)
    found = list(one.look(path, Tally()))
    anyway = Conversation(id="x", format=name, path=path, updated_at="", size=0, part="0|")
    for conversation in (*found, anyway):
        for place in (0, start):
            for message in one.read(conversation, Tally(), place):
                assert message.text.strip()
                assert message.role
