"""Many entries at once: dragged, merged, tagged, listed (spec 1.1, 1.4)."""

from __future__ import annotations

import random

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task, Work
from memdesk.core.errors import BadParameters, NotFound
from memdesk.core.query import Query, Sort
from memdesk.core.scope import Viewer
from memdesk.store import bulk
from memdesk.store.bank import Bank

PERSON = Actor()


def order(bank: Bank) -> str:
    """The ids of the tasks as they stand."""
    return "".join(t.id for t in bank.entries(Query(kinds=("task",), sort="position")))


@pytest.fixture
def tasks(bank: Bank) -> Bank:
    for id in "abcdef":
        bank.add(Task(id=id, title=id), PERSON)
    return bank


DRAGS = [
    ("f", "a", "fabcde"),
    ("a", None, "bcdefa"),
    ("a", "c", "bacdef"),
    ("fb", "d", "acfbde"),
    ("abc", "b", "abcdef"),
    ("c", "c", "abcdef"),
    ("fedcba", None, "fedcba"),
]


@pytest.mark.parametrize(("ids", "before", "after"), DRAGS)
def test_dragging(tasks: Bank, ids: str, before: str | None, after: str) -> None:
    assert order(tasks) == "abcdef"
    tasks.reorder("task", list(ids), before, PERSON)
    assert order(tasks) == after
    tasks.add(Task(id="g", title="new ones come last"), PERSON)
    assert order(tasks) == after + "g"


def test_dragging_moves_one_entry_only(tasks: Bank) -> None:
    tasks.reorder("task", ["f"], "b", PERSON)
    (change,) = tasks.changes_since(tasks.generation() - 1)
    assert change.ids == ("f",)


def test_dragging_ever_again_finds_room(tasks: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "STEP", 4)
    dice = random.Random(3)
    wanted = order(tasks)
    for _ in range(200):
        moved = dice.choice(wanted)
        before = dice.choice([*wanted.replace(moved, ""), None])
        rest = wanted.replace(moved, "")
        place = len(rest) if before is None else rest.index(before)
        wanted = rest[:place] + moved + rest[place:]
        tasks.reorder("task", [moved], before, PERSON)
        assert order(tasks) == wanted


def test_dragging_what_is_not_there(tasks: Bank) -> None:
    with pytest.raises(NotFound):
        tasks.reorder("task", ["a"], "no", PERSON)
    with pytest.raises(NotFound):
        tasks.reorder("task", ["no"], "a", PERSON)
    with pytest.raises(BadParameters):
        tasks.reorder("memory", ["a"], None, PERSON)
    assert order(tasks) == "abcdef"


def test_merging_keeps_one_and_trashes_the_others(bank: Bank) -> None:
    for id in "abc":
        bank.add(Memory(id=id, title=id, content=id, source_sessions=(f"s{id}", "s")), PERSON)
    others = [("memory", "b"), ("memory", "c")]
    merged = bank.merge(("memory", "a"), others, {"content": "a b c"}, PERSON)  # type: ignore[arg-type]
    assert bank.entries() == [merged]
    assert isinstance(merged, Memory)
    assert merged.content == "a b c"
    assert merged.source_sessions == ("sa", "s", "sb", "sc")
    bank.undo(PERSON)
    assert {entry.id for entry in bank.entries()} == {"a", "b", "c"}
    with pytest.raises(BadParameters):
        bank.merge(("memory", "a"), [("memory", "a")], {}, PERSON)
    assert bank.get("a").label == "a"


def test_renaming_a_tag_joins_the_one_that_is_there(bank: Bank) -> None:
    bank.add(Memory(id="a", title="t", content="c", tags=("old", "x", "new")), PERSON)
    bank.add(Task(id="b", title="t", tags=("x", "old")), PERSON)
    bank.add(Task(id="c", title="t", tags=("Old",)), PERSON)
    assert bank.tags() == [("new", 1), ("Old", 1), ("old", 2), ("x", 2)]
    assert bank.rename_tag("old", "new", PERSON) == 2
    assert bank.get("a").tags == ("new", "x")
    assert bank.get("b").tags == ("x", "new")
    assert bank.tags() == [("new", 2), ("Old", 1), ("x", 2)]
    assert {entry.id for entry in bank.entries(Query(tags=("new", "x")))} == {"a", "b"}
    assert [hit.entry.id for hit in bank.search(Query(text="new", kinds=("task",)))] == ["b"]
    bank.undo(PERSON)
    assert bank.get("a").tags == ("old", "x", "new")
    assert bank.delete_tag("x", PERSON) == 2
    assert bank.get("a").tags == ("old", "new")
    assert bank.rename_tag("none", "other", PERSON) == 0
    with pytest.raises(BadParameters):
        bank.rename_tag("old", " ", PERSON)


def test_a_tag_is_on_an_entry_once(bank: Bank) -> None:
    bank.add(Memory(id="m1", title="t", content="c", tags=("a", "b", "a")), PERSON)
    bank.add(Memory(id="m2", title="t", content="c"), PERSON)
    bank.update("m2", {"tags": ["b", "b", "c"]}, PERSON)
    assert bank.get("m1").tags == ("a", "b")
    assert bank.tags() == [("a", 1), ("b", 2), ("c", 1)]
    for tags in (None, "abba", [["a"]], [1, 1]):
        with pytest.raises(BadParameters):
            bank.update("m2", {"tags": tags}, PERSON)


def test_trashed_entries_carry_no_tags_that_count(bank: Bank) -> None:
    bank.add(Task(id="a", title="t", tags=("x",)), PERSON)
    bank.add(Task(id="b", title="t", tags=("x", "y")), PERSON)
    bank.delete([("task", "b")], PERSON)
    assert bank.tags() == [("x", 1)]
    assert bank.stats()["tags"] == {"x": 1}
    assert bank.tags(Viewer()) == [("x", 1)]


def test_counts(bank: Bank) -> None:
    bank.add(Memory(title="t", content="c", relevance="high", workspace="/w"), PERSON)
    bank.add(Memory(title="t", content="c", category="fact", role="r"), PERSON)
    bank.add(Task(title="t", relevance="low"), PERSON)
    bank.add(Work(name="n"), PERSON)
    bank.add(Work(id="gone", name="n"), PERSON)
    bank.delete([("work", "gone")], PERSON)
    assert bank.stats() == {
        "memories": 2,
        "tasks": 1,
        "works": 1,
        "by_scope": [
            {"workspace": "", "role": "", "count": 2},
            {"workspace": "", "role": "r", "count": 1},
            {"workspace": "/w", "role": "", "count": 1},
        ],
        "by_category": {"fact": 1, "note": 1},
        "by_relevance": {"high": 1, "medium": 2, "low": 1},
        "tags": {},
    }
    assert bank.stats(Viewer())["memories"] == 0


SORTS: list[Sort] = [
    "recent", "relevance", "accessed", "created", "title", "status", "category", "author",
    "position", "workspace", "role", "tags", "deleted", "id", "work_kind", "access_count",
    "pinned", "constraint",
]  # fmt: skip


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("trashed", [False, True])
def test_every_order_is_total_and_can_be_turned(bank: Bank, sort: Sort, trashed: bool) -> None:
    dice = random.Random(4)
    with bank.transaction(PERSON, "fill"):
        for number in range(30):
            tags = tuple(dice.sample("abc", dice.randrange(3)))
            pinned, relevance = dice.random() < 0.5, dice.choice(["high", "medium", "low"])
            bank.add(
                Memory(title=dice.choice("aBcD"), content="c", tags=tags, pinned=pinned,
                       relevance=relevance, constraint=dice.choice(["yes", "no"])), PERSON,
            )  # fmt: skip
            bank.add(Task(id=str(number), title="t", status=dice.choice("ab")), PERSON)
        if trashed:
            bank.delete([(entry.kind, entry.id) for entry in bank.entries()], PERSON)
    up = bank.keys(Query(sort=sort, descending=False, trashed=trashed))
    down = bank.keys(Query(sort=sort, descending=True, trashed=trashed))
    assert sorted(up) == sorted(down)
    assert len(set(up)) == 60
    natural = bank.keys(Query(sort=sort, trashed=trashed))
    assert natural in (up, down)
    pages = [
        key
        for offset in range(0, 60, 7)
        for key in bank.keys(Query(sort=sort, trashed=trashed, limit=7, offset=offset))
    ]
    assert pages == list(natural)
    rows = bank.rows(natural)
    assert [entry.key for entry in bank.entries(Query(sort=sort, trashed=trashed))] == list(natural)
    field = {"title": "label", "id": "id", "pinned": "pinned", "access_count": "access_count"}
    if sort in field:
        values = [getattr(rows[key], field[sort]) for key in up]
        values = [v.casefold() if sort == "title" else v for v in values]
        assert values == sorted(values)
    if sort == "relevance":
        ranks = [("high", "medium", "low").index(rows[key].relevance) for key in natural]
        assert ranks == sorted(ranks)


def test_values_in_use(bank: Bank) -> None:
    for status in ("b", "a", "a"):
        bank.add(Task(title="t", status=status), PERSON)
    bank.add(Work(name="n", status="w", tech=("x", "y"), work_kind="game"), PERSON)
    bank.add(Work(name="n", tech=("y",)), PERSON)
    assert bank.distinct("status") == ["a", "b", "w"]
    assert bank.distinct("status", "work") == ["w"]
    assert bank.distinct("tech") == ["y", "x"]
    assert bank.distinct("work_kind") == ["game"]
    assert bank.distinct("author") == ["user"]
    assert bank.distinct("role") == []
