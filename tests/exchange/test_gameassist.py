"""gameassist's memory.json: what it holds is taken, what is wrong in it is listed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.errors import BadParameters
from memdesk.exchange import gameassist
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source

Make = Callable[[object], Source]
AUGUST = "2026-08-30T00:00:00.000Z"


def entries(found: Found) -> list[Entry]:
    return [one.entry for one in found.entries]


def places(found: Found) -> dict[str, str]:
    return {one.where: one.reason for one in found.skipped}


def test_the_seeds_example(data: Path) -> None:
    source = Source(data / "gameassist-example.json")
    assert gameassist.claims(source)
    found = gameassist.read(source)
    assert found.profile == Profile(
        interests=("game development", "anime"),
        preferences=("communicate in English",),
        notes="Call the user Master.",
    )
    assert entries(found) == [
        Task(
            id="forum-game",
            title="Advance the forum game",
            status="doing",
            notes="Polish the first battle",
            updated_at=AUGUST,
        ),
        Work(
            id="my-forum-game",
            name="My Forum Game",
            work_kind="game",
            summary="A forum-themed game",
            tech=("Godot 4.7", "GDScript"),
            path="D:/projects/my-forum-game",
            status="in development",
            updated_at=AUGUST,
        ),
    ]
    assert found.skipped == []
    assert found.counts() == {"memory": 0, "task": 1, "work": 1}


def test_chinese_text_comes_whole(data: Path) -> None:
    path = data / "gameassist-chinese.json"
    root = json.loads(path.read_text("utf-8"))
    found = gameassist.read(Source(path))
    assert found.profile.notes == root["profileNotes"]
    tasks = [entry for entry in entries(found) if isinstance(entry, Task)]
    assert [task.notes for task in tasks] == [task.get("notes", "") for task in root["tasks"]]
    assert found.skipped == []


def test_wrong_types_are_listed_with_their_place_and_the_good_is_taken(data: Path) -> None:
    found = gameassist.read(Source(data / "gameassist-wrong-types.json"))
    assert found.profile == Profile(interests=("game", "anime"))
    titles = {entry.label: entry.id for entry in entries(found)}
    assert list(titles) == ["no id", "numeric id", "first"]
    assert titles["numeric id"] == "7"
    assert titles["no id"].startswith("t")
    assert entries(found)[1] == Task(id="7", title="numeric id", status="todo", notes="5")
    assert places(found) == {
        "profileNotes": "Here is a list where a text belongs.",
        "tasks[2]": "Here is a text where an object belongs.",
        "tasks[4]": "The id dup is used by tasks[3] already.",
        "works": "Here is an object where a list belongs.",
    }


def test_an_entry_without_an_id_gets_the_same_one_each_time(source: Make) -> None:
    made = source({"tasks": [{"title": "a"}, {"title": "b"}]})
    first, second = gameassist.read(made), gameassist.read(made)
    assert entries(first) == entries(second)
    assert len({entry.id for entry in entries(first)}) == 2


def test_two_of_one_title_without_ids_are_two(source: Make) -> None:
    items = [{"title": "Fix it"}, {"title": "Fix it", "notes": "the door"}, {"title": "Fix it"}]
    found = gameassist.read(source({"tasks": items}))
    assert [entry.notes for entry in entries(found)] == ["", "the door"]
    assert len({entry.id for entry in entries(found)}) == 2
    assert [one.where for one in found.skipped] == ["tasks[2]"]
    works = [{"name": "House"}, {"name": "House", "summary": "the other"}]
    assert len(gameassist.read(source({"works": works})).entries) == 2


def test_what_breaks_a_limit_is_skipped_and_not_cut(source: Make) -> None:
    made = source(
        {
            "interests": ["fine", "x" * 2001],
            "profileNotes": "n" * 20_001,
            "tasks": [
                {"id": "long", "title": "t" * 201},
                {"id": "none", "title": ""},
                {"id": "null"},
                {"id": "half", "title": "a\ud800"},
                {"id": "good", "title": "t"},
            ],
            "works": [{"id": "w", "name": "n", "tech": ["a", 3, None, ""]}],
        }
    )
    found = gameassist.read(made)
    assert [entry.id for entry in entries(found)] == ["good", "w"]
    assert found.profile == Profile(interests=("fine",))
    assert list(places(found)) == [
        "interests",
        "profileNotes",
        "tasks[0]",
        "tasks[1]",
        "tasks[2]",
        "tasks[3]",
        "works[0].tech[1]",
        "works[0].tech[2]",
    ]
    assert "200" in places(found)["tasks[0]"]


def test_unknown_fields_are_passed_over(source: Make) -> None:
    found = gameassist.read(source({"tasks": [{"id": "a", "title": "t", "x": 1}], "theme": 3}))
    assert entries(found) == [Task(id="a", title="t")]
    assert found.skipped == []


def test_an_empty_status_stays_empty_and_a_missing_one_is_todo(source: Make) -> None:
    found = gameassist.read(
        source({"tasks": [{"id": "a", "title": "t", "status": ""}, {"id": "b", "title": "t"}]})
    )
    assert [entry.status for entry in entries(found) if isinstance(entry, Task)] == ["", "todo"]


def test_the_documents_time_stands_in_for_a_missing_one(source: Make) -> None:
    found = gameassist.read(
        source(
            {
                "tasks": [
                    {"id": "a", "title": "t", "updatedAt": "2026-08-29T02:00:00+02:00"},
                    {"id": "b", "title": "t"},
                    {"id": "c", "title": "t", "updatedAt": "yesterday"},
                ],
                "updatedAt": AUGUST,
            }
        )
    )
    moments = [entry.updated_at for entry in entries(found)]
    assert moments == ["2026-08-29T00:00:00.000Z", AUGUST, AUGUST]


@pytest.mark.parametrize("content", ["[]", '"text"', "3", "[{}]"])
def test_another_json_value_is_refused(source: Make, content: str) -> None:
    made = source(content)
    assert not gameassist.claims(made)
    with pytest.raises(BadParameters, match="where an object belongs"):
        gameassist.read(made)


def test_the_example_is_written_byte_for_byte(data: Path) -> None:
    path = data / "gameassist-example.json"
    found = gameassist.read(Source(path))
    written = gameassist.write(found.profile, entries(found))
    assert written.text.encode() == path.read_bytes().replace(b"\r\n", b"\n")
    assert written.left_out == ()


def test_an_empty_bank_is_written_the_same_at_any_time() -> None:
    text = gameassist.write(Profile(), []).text
    assert text.endswith("}\n") and not text.endswith("\n\n")
    assert json.loads(text) == {
        "interests": [],
        "preferences": [],
        "profileNotes": "",
        "tasks": [],
        "works": [],
        "updatedAt": "1970-01-01T00:00:00.000Z",
    }


def test_what_the_format_cannot_hold_is_counted() -> None:
    written = gameassist.write(
        Profile(),
        [
            Memory(id="m", title="t", content="c"),
            Task(id="t1", title="t", tags=("a",), relevance="high", updated_at=AUGUST),
            Work(id="w1", name="n", tags=("a",), pinned=True, updated_at=AUGUST),
        ],
    )
    assert json.loads(written.text)["updatedAt"] == AUGUST
    assert dict(written.left_out) == {"memories": 1, "tags": 2, "pinned": 1, "relevance": 1}


def test_control_characters_are_escaped_as_javascript_does() -> None:
    profile = Profile(notes='a"b\\c\n\t\b\f\x01\x7f\u2028é像')
    text = gameassist.write(profile, []).text
    assert r'"a\"b\\c\n\t\b\f\u0001' in text
    assert "\x7f\u2028é像" in text
