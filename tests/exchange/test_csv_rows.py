"""Tables: columns by their names, rows of any kind, broken rows listed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.core.entry import Entry, Memory, Task, Work
from memdesk.core.errors import BadParameters
from memdesk.exchange import csv_rows, formats
from memdesk.exchange.importing import import_found
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

Make = Callable[[object], Source]


def entries(source: Source) -> list[Entry]:
    found = csv_rows.read(source)
    assert found.skipped == []
    return [one.entry for one in found.entries]


def test_rows_of_every_kind(source: Make, tmp_path: Path) -> None:
    made = source(
        "Kind,ID,Title,Content,Notes,Summary,Category,Tags,Relevance,Status,Tech,Path,Work kind,"
        "Workspace,Role,Pinned,Constraint,Created,Updated\n"
        f'memory,m1,Tabs,"Use tabs,\n""always""",,,preference,"a, b",high,,,,,{tmp_path}/,r,yes,'
        "YES,2026-07-04T10:30:00Z,2026-07-05\n"
        "task,t1,Build,,next step,,,,,doing,,,,,,,,,\n"
        'work,w1,Game,,,a game,,,low,done,"Godot, C#",/src,game,,,,,,\n'
    )
    assert formats.detected(made).name == "csv"
    assert entries(made) == [
        Memory(
            id="m1",
            title="Tabs",
            content='Use tabs,\n"always"',
            category="preference",
            tags=("a", "b"),
            relevance="high",
            workspace=str(tmp_path.resolve()),
            role="r",
            pinned=True,
            constraint="yes",
            created_at="2026-07-04T10:30:00.000Z",
            updated_at="2026-07-05T00:00:00.000Z",
        ),
        Task(id="t1", title="Build", notes="next step", status="doing"),
        Work(
            id="w1",
            name="Game",
            summary="a game",
            relevance="low",
            status="done",
            tech=("Godot", "C#"),
            path="/src",
            work_kind="game",
        ),
    ]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_separators_and_encodings(source: Make, separator: str, encoding: str) -> None:
    text = f"title{separator}note\r\n标题{separator}像素 😀\r\n"
    made = source(text.encode(encoding))
    assert formats.detected(made).name == "csv"
    (memory,) = entries(made)
    assert isinstance(memory, Memory)
    assert (memory.title, memory.content) == ("标题", "像素 😀")


def test_without_a_title_it_is_the_beginning_of_the_text(source: Make) -> None:
    (memory,) = entries(source("content,tags\nUse tabs. Never spaces.,style\n"))
    assert memory.label == "Use tabs. Never spaces."


def test_several_columns_of_text_lose_nothing(source: Make) -> None:
    (memory,) = entries(source("title,content,description\na,b,c\n"))
    assert isinstance(memory, Memory) and memory.content == "b\n\nc"


def test_only_what_has_a_column_is_updated(source: Make, bank: Bank) -> None:
    import_found(bank, csv_rows.read(source("id,title,content,tags\nm1,a,b,kept\n")))
    plan = import_found(bank, csv_rows.read(source("id,title,content\nm1,a,changed\n")))
    assert (plan.added, plan.updated) == (0, 1)
    (memory,) = bank.entries()
    assert isinstance(memory, Memory)
    assert (memory.content, memory.tags) == ("changed", ("kept",))


def test_broken_rows_cost_only_themselves(source: Make) -> None:
    found = csv_rows.read(
        source(
            b'id,title,content\na,good,x\nb,"broken "quotation",x\nc,bytes,\xff\n\nd,good,y\n'
            b'e,open,"to the\nend,of,it\n'
        )
    )
    assert [one.entry.id for one in found.entries] == ["a", "d"]
    assert [one.where for one in found.skipped] == ["line 3", "line 4", "line 7"]
    assert found.skipped[1].reason == "The row holds bytes that are no UTF-8."


def test_a_long_quotation_is_one_cell(source: Make) -> None:
    lines = "\n".join(["memory,x,looks like a row,y"] * 10_000)
    found = csv_rows.read(source(f'kind,id,title,content\nmemory,a,long,"{lines}"\nmemory,b,c,d\n'))
    assert [one.entry.id for one in found.entries] == ["b"]
    (skipped,) = found.skipped
    assert skipped.where == "line 2" and "100000" in skipped.reason


@pytest.mark.parametrize(
    "text",
    ["a,b\n1,2\n", "title\nonly one column\n", "A title, and a text\n\nmore", '{"title": 1}'],
)
def test_what_is_no_table(source: Make, text: str) -> None:
    assert not csv_rows.claims(source(text))


def test_one_column_is_enough_when_the_format_is_named(source: Make) -> None:
    assert [one.label for one in entries(source("memory\none\ntwo\n"))] == ["one", "two"]
    with pytest.raises(BadParameters, match="no header row"):
        csv_rows.read(source("a,b\n1,2\n"))


def test_every_spelling_means_one_thing() -> None:
    spellings = [one for several in csv_rows.COLUMNS.values() for one in several]
    assert len(spellings) == len(set(spellings))
