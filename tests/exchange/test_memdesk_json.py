"""memdesk's own JSON: nothing lost, the same bytes again, and the published schema."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.errors import BadParameters
from memdesk.exchange import memdesk_json
from memdesk.exchange.exporting import Wish, export
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

Make = Callable[[object], Source]
EARLY, LATE = "2026-07-01T00:00:00.000Z", "2026-07-02T00:00:00.000Z"
SCHEMA = Path(__file__).parents[2] / "resources" / "schema" / "memdesk.schema.json"

MEMORY = Memory(
    id="m1",
    title="Tabs",
    content="## Use *tabs*\n```\n<!-- x -->\n```\n",
    category="preference",
    constraint="yes",
    tags=("style", "样式"),
    relevance="high",
    workspace="/home/x/y",
    role="coder",
    pinned=True,
    created_at=EARLY,
    updated_at=LATE,
    accessed_at=LATE,
    access_count=3,
    author="claude-code",
    session_id="s1",
    source_sessions=("s0", "s1"),
    not_secret=True,
    never_send_to=("*",),
)
TASK = Task(id="t1", title="T", notes="n", created_at=EARLY, updated_at=EARLY, position=2)
WORK = Work(id="w1", name="W", tech=("a",), created_at=EARLY, updated_at=EARLY)
PROFILE = Profile(interests=("a",), preferences=("b",), notes="c", updated_at=EARLY)


def test_everything_comes_back(source: Make) -> None:
    written = memdesk_json.write(PROFILE, [MEMORY, TASK, WORK])
    made = source(written.text)
    assert memdesk_json.claims(made)
    found = memdesk_json.read(made)
    assert found.profile == PROFILE
    assert [one.entry for one in found.entries] == [MEMORY, replace(TASK, position=0), WORK]
    assert found.keeps_authors
    assert found.skipped == []


def test_no_order_of_arrival_moves_a_byte(tmp_path: Path) -> None:
    others: list[Entry] = [replace(MEMORY, id=f"m{number}") for number in range(5)]
    others += [replace(TASK, id=f"t{number}") for number in range(3)]
    texts = []
    for name, several in (("a", others), ("b", [*others[4::-1], *others[5:]])):
        bank = Bank(tmp_path / name / "bank.sqlite")
        for entry in several:
            bank.add(entry, Actor(author="import:memdesk"))
        texts.append(export(bank, Wish()).text)
        bank.close()
    assert texts[0] == texts[1]
    assert [one["id"] for one in json.loads(texts[0])["memories"]] == [f"m{n}" for n in range(5)]


def test_a_writer_is_never_given_kinds_in_disorder() -> None:
    with pytest.raises(AssertionError, match="out of its order"):
        assert memdesk_json.write(PROFILE, [WORK, MEMORY]).text


def test_the_bad_is_listed_and_the_good_is_taken(source: Make) -> None:
    root: dict[str, Any] = json.loads(memdesk_json.write(PROFILE, [MEMORY, TASK]).text)
    root["profile"]["notes"] = 3
    root["memories"] += [
        {"title": "no id", "content": "c"},
        {"id": "m1", "title": "again", "content": "c"},
        {"id": "m3", "title": "no content"},
        "text",
        {"id": "m5", "title": "t", "content": "c", "created_at": "yesterday"},
    ]
    root["works"] = {"id": "w"}
    found = memdesk_json.read(source(root))
    assert [one.where for one in found.entries] == ["memories[0]", "memories[1]", "tasks[0]"]
    assert [one.where for one in found.skipped] == [
        "profile",
        "memories[2]",
        "memories[3]",
        "memories[4]",
        "memories[5]",
        "works",
    ]
    assert found.profile == Profile()


@pytest.mark.parametrize(
    ("root", "words"),
    [
        ([], "where an object belongs"),
        ({"format": "memdesk"}, "not in memdesk's format"),
        ({"format": "memdesk", "version": True}, "not in memdesk's format"),
        ({"format": "other", "version": 1}, "not in memdesk's format"),
        ({"format": "memdesk", "version": 2}, "newer memdesk"),
    ],
)
def test_another_file_is_refused(source: Make, root: object, words: str) -> None:
    with pytest.raises(BadParameters, match=words):
        memdesk_json.read(source(root))


def test_the_schema_describes_exactly_what_is_written() -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    root = json.loads(memdesk_json.write(PROFILE, [MEMORY, TASK, WORK]).text)
    assert set(root) | {"history"} == set(schema["properties"])
    assert set(root["profile"]) == set(schema["properties"]["profile"]["properties"])
    for kind, name in memdesk_json.LISTS.items():
        assert set(root[name][0]) == set(schema["$defs"][kind]["properties"])
        assert root[name][0]["kind"] == schema["$defs"][kind]["properties"]["kind"]["const"]
    assert schema["properties"]["version"]["const"] == memdesk_json.VERSION


def test_a_real_export_is_valid_and_a_wrong_one_is_not(bank: Bank) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    validator = Draft202012Validator(schema)
    validator.check_schema(schema)
    bank.set_profile({"interests": PROFILE.interests, "notes": PROFILE.notes}, Actor())
    for entry in (MEMORY, TASK, WORK):
        bank.add(entry, Actor(author="import:memdesk"))
    bank.update("t1", {"status": "doing"}, Actor())
    root = json.loads(export(bank, Wish(history=True)).text)
    assert [error.message for error in validator.iter_errors(root)] == []
    revisions = schema["$defs"]["revision"]["properties"]
    assert {key for one in root["history"] for key in one} == set(revisions)
    root["tasks"][0]["title"] = ""
    root["history"][0]["action"] = "rename"
    assert len(list(validator.iter_errors(root))) == 2
