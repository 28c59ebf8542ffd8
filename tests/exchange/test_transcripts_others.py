"""Chats and exports: plain JSONL, SillyTavern, ChatGPT, Claude, Markdown."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from transcripts import (  # type: ignore[import-not-found]
    all_messages,
    found_at,
    json_lines,
    only,
    said,
    written,
)

from memdesk.core.errors import BadParameters, NotFound
from memdesk.exchange.transcripts.conversation import Machine, Tally
from memdesk.exchange.transcripts.finding import Finder, conversations_in

HELLO = [("user", "Hello"), ("assistant", "Hi"), ("user", "Bye")]


def test_plain_jsonl(tmp_path: Path) -> None:
    text = json_lines(
        {"role": "system", "content": "Be nice"},
        {"role": "user", "content": "Hello", "at": "2026-01-01T00:00:00Z", "cwd": "/home/me/app"},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "ai", "content": [{"type": "text", "text": "Hi"}], "session": "s7"},
        {"role": "tool", "content": "42"},
        {"content": "no role"},
        {"event": "something"},
        {"role": "human", "content": "Bye"},
    )
    one = only(written(tmp_path / "talk.jsonl", "\ufeff" + text))
    assert (one.id, one.host, one.format) == ("s7", "", "jsonl")
    assert (one.workspace, one.title) == ("/home/me/app", "Hello")
    found, tally = said(one)
    assert found == HELLO
    assert (tally.broken, tally.unknown) == (2, 1)


def test_plain_jsonl_without_an_id_gets_the_same_one_every_time(tmp_path: Path) -> None:
    text = json_lines({"role": "user", "content": "Hello"})
    one = only(written(tmp_path / "a" / "my talk?.jsonl", text))
    other = only(written(tmp_path / "b" / "my talk?.jsonl", text))
    assert one.id.startswith("my-talk-")
    assert one.id != other.id
    assert only(one.path).id == one.id


def test_a_sillytavern_chat(tmp_path: Path) -> None:
    text = json_lines(
        {"user_name": "Me", "character_name": "Seraphina", "create_date": "x", "chat_metadata": {}},
        {"name": "Seraphina", "is_user": False, "send_date": "July 4, 2025 12:05am", "mes": "Hi"},
        {"name": "Me", "is_user": True, "send_date": "2025-7-4 @10h 30m 1s 7ms", "mes": "Hello"},
        {"name": "System", "is_user": False, "is_system": True, "mes": "hidden"},
        {"name": "Seraphina", "is_user": False, "send_date": 1751625002000, "mes": "Bye"},
        {"name": "Seraphina", "is_user": False, "mes": None},
    )
    chats = tmp_path / "SillyTavern" / "data" / "default-user" / "chats"
    path = written(chats / "Seraphina" / "2025-7-4@10h.jsonl", text)
    written(chats.parent / "settings.jsonl", text)
    (one,) = found_at(tmp_path)
    assert (one.host, one.title) == ("sillytavern", "Seraphina 2025-7-4@10h")
    assert one.started_at == "2025-07-04T00:05:00.000Z"
    found, tally = said(one)
    assert found == [
        ("assistant", "Seraphina: Hi"),
        ("user", "Me: Hello"),
        ("assistant", "Seraphina: Bye"),
    ]
    assert (tally.broken, tally.unknown) == (1, 0)
    assert [message.at for message in all_messages(one)] == [
        "2025-07-04T00:05:00.000Z",
        "2025-07-04T10:30:01.000Z",
        "2025-07-04T10:30:02.000Z",
    ]
    assert only(path) == one


def node(id: str, parent: str | None, role: str, text: str, **more: object) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [text]}
    message = {"id": id, "author": {"role": role}, "content": content, "create_time": None, **more}
    return {"id": id, "message": message, "parent": parent, "children": []}


def chatgpt(number: int = 1) -> dict[str, Any]:
    pictures = {"content_type": "multimodal_text", "parts": [{"asset_pointer": "x"}, "Bye"]}
    nodes = [
        {"id": "root", "message": None, "parent": None, "children": ["a"]},
        node("a", "root", "system", "secret rules"),
        node("b", "a", "user", "Hello", create_time=1751625002.5),
        node("wrong", "b", "assistant", "the answer that was thrown away"),
        node("c", "b", "assistant", "Hi", recipient="all"),
        node("d", "c", "assistant", "search()", recipient="web"),
        node("e", "d", "tool", "found"),
        node("f", "e", "user", "", content=pictures),
        node("g", "f", "user", "x", metadata={"is_visually_hidden_from_conversation": True}),
    ]
    return {
        "title": "A greeting",
        "create_time": 1751625000.0,
        "update_time": 1751625009.25,
        "mapping": {one["id"]: one for one in nodes},
        "current_node": "g",
        "conversation_id": f"6f2c-{number}",
    }


def claude(number: int = 1) -> dict[str, Any]:
    def message(sender: str, text: str) -> dict[str, Any]:
        blocks = [{"type": "tool_use", "name": "x"}, {"type": "text", "text": text}]
        return {"uuid": "m", "sender": sender, "text": "all of it", "content": blocks}

    talk = [message("human", "Hello"), message("assistant", "Hi"), None]
    talk += [{"sender": "human", "text": "Bye", "created_at": "2026-01-01T00:00:00.5+00:00"}]
    return {
        "uuid": f"c-{number}",
        "name": "A greeting",
        "created_at": "2025-07-04T10:30:00.000000Z",
        "updated_at": "2025-07-04T10:30:09.250000Z",
        "chat_messages": talk,
    }


EXPORTS = [("chatgpt", chatgpt, "6f2c-1", 0), ("claude", claude, "c-1", 1)]


@pytest.mark.parametrize(("name", "make", "id", "broken"), EXPORTS)
@pytest.mark.parametrize("zipped", [False, True])
def test_an_account_export(
    tmp_path: Path, name: str, make: Any, id: str, broken: int, zipped: bool
) -> None:
    path = tmp_path / ("export.zip" if zipped else "conversations.json")
    text = json.dumps([make(1), {"nothing": 1}, 7, make(2)], indent=1)
    if zipped:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a/conversations.json", text)
            archive.writestr("a/users.json", "[]")
            archive.writestr("a/conversations-001.json", json.dumps([make(3)]))
    else:
        path.write_text(text)
    tally = Tally()
    found = conversations_in(path, tally)
    assert tally.broken == 2
    ids = [id, id[:-1] + "2"] + [id[:-1] + "3"] * zipped
    assert sorted(one.id for one in found) == ids
    (one,) = (one for one in found if one.id == id)
    assert (one.host, one.title, one.messages) == (name, "A greeting", 3)
    assert one.started_at == "2025-07-04T10:30:00.000Z"
    assert one.updated_at == "2025-07-04T10:30:09.250Z"
    talk, tally = said(one)
    assert talk == HELLO
    assert tally.broken == broken
    assert said(one, all_messages(one)[1].after)[0] == HELLO[2:]


def test_an_export_that_is_cut_off_gives_what_is_whole(tmp_path: Path) -> None:
    text = json.dumps([chatgpt(1), chatgpt(2)])
    path = written(tmp_path / "conversations.json", text[:-40])
    tally = Tally()
    assert [one.id for one in conversations_in(path, tally)] == ["6f2c-1"]
    assert tally.broken == 1


def test_a_tree_that_bites_its_tail(tmp_path: Path) -> None:
    value = chatgpt()
    value["mapping"]["a"]["parent"] = "g"
    value["current_node"] = "gone"
    one = only(written(tmp_path / "conversations.json", json.dumps([value])))
    assert said(one)[0] == HELLO


def test_a_locked_or_damaged_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", json.dumps([chatgpt(n) for n in range(200)]))
    data = bytearray(path.read_bytes())
    data[60:400] = bytes(340)
    path.write_bytes(data)
    with pytest.raises(BadParameters):
        conversations_in(path, Tally())


MARKDOWNS = {
    "headings": "# A talk\n\n## User\n\nHello\n\n## Assistant\nHi\n## User:\nBye\n",
    "bold": "**User:** Hello\n\n**Assistant:** Hi\n\n**You**:\nBye\n",
    "models": "### 🧑 You (2026-01-01 10:00)\nHello\n### 🤖 Claude - Opus\nHi\n### You\nBye",
    "specstory": "_**User (2026-01-01T10:00:00Z)**_\nHello\n\n---\n_**AI**_\nHi\n_**User**_\nBye",
    "chinese": "## 用户\nHello\n## 助手：\nHi\n## 用户\nBye",
}


@pytest.mark.parametrize("text", MARKDOWNS.values(), ids=MARKDOWNS)
def test_markdown_with_speaker_headings(tmp_path: Path, text: str) -> None:
    one = only(written(tmp_path / "talk.md", text))
    found, _tally = said(one)
    assert [(role, said.removesuffix("---").strip()) for role, said in found] == HELLO
    messages = all_messages(one)
    assert said(one, messages[0].after)[0] == found[1:]
    assert said(one, messages[2].after)[0] == []


def test_markdown_keeps_code_and_headings_of_the_text(tmp_path: Path) -> None:
    answer = "## Users of it\n**Assistant** directors\n```md\n## User\nno speaker\n```\nDone"
    one = only(written(tmp_path / "talk.md", f"# On\n## User\nWrite\n\n## AI\n{answer}\n"))
    assert one.title == "On"
    assert said(one)[0] == [("user", "Write"), ("assistant", answer)]


def test_what_is_no_transcript_is_refused(tmp_path: Path) -> None:
    for name, text in (
        ("notes.md", "# Notes\n## User interface\nx"),
        ("data.jsonl", json_lines({"a": 1})),
        ("data.json", "[]"),
        ("empty.jsonl", ""),
        ("picture.png", b"\x89PNG\0\0"),
        ("talk.txt", "User: hello"),
    ):
        with pytest.raises(BadParameters):
            conversations_in(written(tmp_path / name, text), Tally())
    with pytest.raises(NotFound):
        conversations_in(tmp_path / "none.jsonl", Tally())
    with pytest.raises(NotFound):
        conversations_in(tmp_path, Tally())


def test_a_folder_that_the_person_named_is_searched_by_content(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    written(folder / "a" / "plain.jsonl", json_lines({"role": "user", "content": "Hello"}))
    written(folder / "b" / "conversations.json", json.dumps([chatgpt(1), chatgpt(2)]))
    written(folder / "talk.md", MARKDOWNS["bold"])
    written(folder / "list.txt", "nothing")
    written(folder / "list.json", "{}")
    found = Finder().all(Machine(home=tmp_path / "home", folders=(folder, tmp_path / "gone")))
    assert sorted(one.format for one in found) == ["chatgpt", "chatgpt", "jsonl", "markdown"]
    moments = [one.updated_at for one in found]
    assert moments == sorted(moments, reverse=True)
