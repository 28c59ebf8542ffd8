"""ChatGPT's export: the newest list of memories, what was written down since, the profile."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from examples_hosts import context, conversation, node  # type: ignore[import-not-found]

from memdesk.core.entry import Entry, Memory, Profile
from memdesk.core.errors import BadParameters
from memdesk.exchange import chatgpt, formats
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source

Make = Callable[[object], Source]


def told(found: Found) -> list[str]:
    return [one.entry.content for one in found.entries if isinstance(one.entry, Memory)]


def entries(found: Found) -> list[Entry]:
    return [one.entry for one in found.entries]


def reasons(found: Found) -> list[str]:
    return [one.reason for one in found.skipped]


def bio(id: str, text: str, at: float | None = None) -> dict[str, Any]:
    content = {"content_type": "code", "language": "unknown", "text": text}
    return node(id, content, recipient="bio", create_time=at)


def instructions(profile: str, answers: str, **message: object) -> dict[str, Any]:
    content = {
        "content_type": "user_editable_context",
        "user_profile": profile,
        "user_instructions": answers,
    }
    return node("instructions", content, **message)


def test_a_list_with_dates(source: Make) -> None:
    memories = (
        "# Model Set Context\n\n1. [2024-05-12]. Likes tea.\n\n2. [2024-06-01]. Plans a trip:\n"
        "1. pack\n2. go\n\n10. [2024-06-02] Has a cat."
    )
    found = chatgpt.read(source([conversation(node("m", context(memories)))]))
    assert told(found) == ["Likes tea.", "Plans a trip:\n1. pack\n2. go", "Has a cat."]
    first = entries(found)[0]
    assert isinstance(first, Memory)
    assert (first.title, first.created_at) == ("Likes tea.", "2024-05-12T00:00:00.000Z")
    assert [one.where for one in found.entries] == ["file.json[0].mapping.m"] * 3
    assert found.skipped == []


def test_a_list_without_dates_and_a_text_that_is_no_list(source: Make) -> None:
    found = chatgpt.read(source([conversation(node("m", context("1. One\n   more\n2. Two")))]))
    assert told(found) == ["One\n   more", "Two"]
    found = chatgpt.read(source([conversation(node("m", context("Likes tea.\nHas a cat.")))]))
    assert told(found) == ["Likes tea.\nHas a cat."]


def test_the_newest_list_counts_wherever_it_stands(source: Make) -> None:
    old = conversation(node("m", context("1. old")), create_time=1.0)
    new = conversation(node("m", context("1. new")), create_time=3.0)
    empty = conversation(node("m", context("")), create_time=9.0)
    timeless = conversation(node("m", context("1. timeless")), create_time=None)
    for several in ([old, new, empty, timeless], [timeless, empty, new, old]):
        assert told(chatgpt.read(source(several))) == ["new"]
    # Without any time the first one: an export begins with the newest.
    other = conversation(node("m", context("1. other")), create_time=None)
    assert told(chatgpt.read(source([timeless, other]))) == ["timeless"]


def test_what_was_written_down_since_is_added(source: Make) -> None:
    found = chatgpt.read(
        source(
            [
                conversation(
                    bio("before", "Likes tea", 1.0),
                    node("m", context("1. [2024-05-12]. Likes coffee"), create_time=2.0),
                    bio("later", "Has two cats", 5.0),
                    bio("after", "Has a cat", 4.0),
                    bio("forget", "Forget that they have a dog.", 6.0),
                    bio("nothing", "", 7.0),
                    bio("again", "Has a cat", 8.0),
                    node("tool", {"content_type": "text", "parts": ["Model set context updated."]}),
                    conversation_id="c-1",
                )
            ]
        )
    )
    assert told(found) == ["Likes coffee", "Has a cat", "Has two cats"]
    sessions = [one.session_id for one in entries(found)]
    assert sessions == [None, "c-1", "c-1"]
    assert reasons(found) == ["It asks to forget something."]


def test_without_any_list_what_was_written_down_is_all(source: Make) -> None:
    parts = {"content_type": "text", "parts": ["Likes tea", {"no": "text"}]}
    found = chatgpt.read(source([conversation(node("a", parts, recipient="bio"))]))
    assert told(found) == ["Likes tea"]


def test_custom_instructions_are_the_profile(source: Make) -> None:
    wrapped = instructions(
        "The user said of themself:\n```Lives in Lisbon.\nUses `vim`.```",
        "How to answer:\n```- Be brief\n\n* 用中文回答\nBe brief```",
    )
    found = chatgpt.read(source([conversation(wrapped)]))
    assert found.profile == Profile(
        notes="Lives in Lisbon.\nUses `vim`.", preferences=("Be brief", "用中文回答")
    )
    assert told(found) == [] and found.skipped == []


def test_what_the_person_typed_is_taken_before_what_was_made_of_it(source: Make) -> None:
    about = {"about_user_message": "Lives in Lisbon.", "about_model_message": "Be brief"}
    one = instructions("wrapped", "wrapped", metadata={"user_context_message_data": about})
    old = conversation(instructions("old", "old"), create_time=1.0)
    found = chatgpt.read(source([old, conversation(one, create_time=2.0)]))
    assert found.profile == Profile(notes="Lives in Lisbon.", preferences=("Be brief",))


def test_instructions_that_are_too_long_are_listed(source: Make) -> None:
    found = chatgpt.read(source([conversation(instructions("x" * 20_001, "y" * 2_001))]))
    assert found.profile == Profile()
    assert len(reasons(found)) == 2 and "20000" in reasons(found)[1]


def test_an_export_without_memories_says_so(source: Make) -> None:
    found = chatgpt.read(source([conversation(node("a", {"content_type": "text", "parts": []}))]))
    assert told(found) == []
    assert reasons(found) == [
        "It holds conversations but no memories; to draw memories out of them, consolidate."
    ]


def test_the_zip_as_it_is_downloaded_and_the_folder_that_was_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "export"
    folder.mkdir()
    talks = json.dumps([conversation(node("m", context("1. Likes tea")))])
    files = {"conversations.json": talks, "message_feedback.json": "[]", "user.json": "{}"}
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        for name, text in files.items():
            archive.writestr(f"data/{name}", text)
            (folder / name).write_text(text)
    for path in (folder, tmp_path / "export.zip"):
        assert formats.detected(Source(path)).name == "chatgpt"
        assert told(formats.read(Source(path))) == ["Likes tea"]


@pytest.mark.parametrize("content", ["[]", "[7]", '[{"chat_messages": []}]', '{"mapping": {}}'])
def test_what_is_none_of_its_files(source: Make, content: str) -> None:
    assert not chatgpt.claims(source(content))


def test_a_damaged_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", "[]")
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(BadParameters, match="can't be read"):
        chatgpt.claims(Source(path))
