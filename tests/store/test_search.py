"""Search finds what a person means, in any script, and takes whatever is typed (spec 1.5)."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.core.authors import Actor
from memdesk.core.entry import CATEGORIES, RELEVANCES, Entry, Memory, Task, Work
from memdesk.core.query import Query, Sort
from memdesk.store import search
from memdesk.store.bank import Bank
from memdesk.store.search_index import LONGEST_START

PERSON = Actor()

SHELF: tuple[Entry, ...] = (
    Memory(id="godot", title="引擎的选择", content="我们用Godot引擎做游戏，每周五检查项目进度表。"),
    Memory(id="cafe", title="Café Ångström", content="Naïve résumé of coöperation", tags=("Füße",)),
    Memory(id="jwt", title="Auth", content="Authentication uses JWT (refresh tokens) AND cookies."),
    Memory(id="kana", title="メモ", content="これは日本語のﾃｽﾄです。データベース"),
    Memory(id="hangul", title="메모", content="이것은 한국어 데이터베이스입니다"),
    Memory(id="wide", title="Ｆｕｌｌ width", content="ＡＢＣ１２３ and ① and ﬁne"),
    Memory(id="code", title="C++ and C#", content="foo-bar_baz v2.10.3 user@example.org"),
    Memory(id="rare", title="rare", content="\U00030001\U00030002 and 𠮷野家 and 々々"),
    Memory(id="mixed", title="混合", content="部署到AWS的server上"),
    Task(id="task", title="Ship the release", notes="before Friday 发布"),
    Work(id="work", name="Forum game", summary="论坛游戏", tech=("GDScript", "Blender4")),
)  # fmt: skip


@pytest.fixture
def shelf(bank: Bank) -> Bank:
    with bank.transaction(PERSON, "shelf"):
        for entry in SHELF:
            bank.add(entry, PERSON)
    return bank


def found(bank: Bank, text: str) -> set[str]:
    """The ids that a text finds; by search, by table and by count alike."""
    query = Query(text=text)
    ids = {hit.entry.id for hit in bank.search(query)}
    assert {entry.id for entry in bank.entries(query)} == ids
    assert len(bank.keys(query)) == bank.count(query) == len(ids)
    return ids


FINDS = [
    # Chinese: one, two, three characters inside running text; across a pair; at its end
    ("度", {"godot"}),
    ("进度", {"godot"}),
    ("项目进", {"godot"}),
    ("进度表", {"godot"}),
    ("表", {"godot"}),
    ("引擎做游戏", {"godot"}),
    ("游戏", {"godot", "work"}),
    ("度进", set()),
    # mixed text, words in any order, several scripts
    ("Godot引擎", {"godot"}),
    ("用Godot", {"godot"}),
    ("引擎 godot", {"godot"}),
    ("AWS的", {"mixed"}),
    ("server 部署", {"mixed"}),
    ("server上", {"mixed"}),
    ("上", {"mixed"}),
    ("ser 到", {"mixed"}),
    # words, prefixes, order, case, diacritics, width
    ("authentication", {"jwt"}),
    ("AUTH", {"jwt"}),
    ("authentic", {"jwt"}),
    ("tokens refresh", {"jwt"}),
    ("j", {"jwt"}),
    ("tok coo", {"jwt"}),
    ("cafe", {"cafe"}),
    ("CAFÉ", {"cafe"}),
    ("resume naive", {"cafe"}),
    ("angstrom", {"cafe"}),
    ("fusse", set()),
    ("fuße", {"cafe"}),
    ("full ABC123", {"wide"}),
    ("ＡＢＣ", {"wide"}),
    ("fine", {"wide"}),
    # phrases
    ('"refresh tokens"', {"jwt"}),
    ('"tokens refresh"', set()),
    ('"refresh tok"', set()),
    ('"检查项目"', {"godot"}),
    ('"做游戏"', {"godot"}),
    # Japanese and Korean
    ("日本", {"kana"}),
    ("テスト", {"kana"}),
    ("データ", {"kana"}),
    ("語", {"kana"}),
    ("한국어", {"hangul"}),
    ("데이터", {"hangul"}),
    ("국", {"hangul"}),
    # characters that the tokenizer is too old to know
    ("\U00030001", {"rare"}),
    ("\U00030001\U00030002", {"rare"}),
    ("𠮷野", {"rare"}),
    ("野家", {"rare"}),
    ("々", {"rare"}),
    # other fields
    ("friday", {"task"}),
    ("发布", {"task"}),
    ("gdscript", {"work"}),
    ("blender", {"work"}),
    ("论坛", {"work"}),
    # what looks like syntax is text
    ("foo-bar", {"code"}),
    ("bar_baz", {"code"}),
    ("v2.10.3", {"code"}),
    ("user@example.org", {"code"}),
    ("C++", {"cafe", "code", "jwt"}),
    ("AND cookies", {"jwt"}),
    ("NOT jwt", set()),
    ("jwt*", {"jwt"}),
    ("(refresh", {"jwt"}),
    ('jwt "', {"jwt"}),
    ("title:auth", set()),
    ("auth OR godot", set()),
    ("NEAR(jwt cookies)", set()),
    ("***", set()),
    ("zebrafish", set()),
]


@pytest.mark.parametrize(("text", "ids"), FINDS)
def test_it_finds(shelf: Bank, text: str, ids: set[str]) -> None:
    assert found(shelf, text) == ids


@pytest.mark.parametrize("text", ["", " ", "\t\n", '"', '""', ' " " '])
def test_nothing_typed_yet_narrows_nothing(shelf: Bank, text: str) -> None:
    assert len(shelf.keys(Query(text=text))) == len(SHELF)


ANYTHING = st.text(max_size=40) | st.text(
    st.sampled_from("\"*()-+^:{}\\' AND OR NOT NEAR\x00进度表Godot引擎éß\U00030001"), max_size=30
)


@settings(max_examples=400)
@given(text=ANYTHING)
def test_no_text_raises(text: str) -> None:
    with shelf_once() as bank:
        hits = bank.search(Query(text=text, limit=5))
        assert len(bank.keys(Query(text=text, limit=5))) == len(hits)
        for hit in hits:
            assert "\n" not in hit.snippet
            for start, end in hit.marks:
                assert 0 <= start < end <= len(hit.snippet)


class shelf_once:  # noqa: N801 - it is used as a function
    """One shelf for all examples: none of them writes."""

    _bank: Bank | None = None
    _folder: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> Bank:
        cls = type(self)
        if cls._bank is None:
            cls._folder = tempfile.TemporaryDirectory()
            cls._bank = Bank(Path(cls._folder.name) / "bank.sqlite")
            for entry in SHELF:
                cls._bank.add(entry, PERSON)
        return cls._bank

    def __exit__(self, *_exception: object) -> None:
        pass


WORD = st.text(st.sampled_from("abcdeé进度表引擎語한국"), min_size=1, max_size=9)


@settings(max_examples=150)
@given(words=st.lists(WORD, min_size=1, max_size=8), data=st.data())
def test_every_part_of_a_word_is_found_where_it_may_be(
    words: list[str], data: st.DataObject
) -> None:
    """Any beginning of a Latin word, and any stretch of Chinese, finds the text it stands in."""
    text = " ".join(words)
    word = data.draw(st.sampled_from(words))
    runs = search_runs(word)
    run = data.draw(st.sampled_from(runs))
    if run[0] in "abcdeé":
        part = run[: data.draw(st.integers(1, len(run)))]
    else:
        start = data.draw(st.integers(0, len(run) - 1))
        part = run[start : data.draw(st.integers(start + 1, len(run)))]
    with tempfile.TemporaryDirectory() as folder:
        bank = Bank(Path(folder) / "bank.sqlite")
        stored = bank.add(Memory(title="t", content=text), PERSON)
        ids = found(bank, part)
        bank.close()
    assert ids == {stored.id}


def search_runs(word: str) -> list[str]:
    """A word split where Latin and other letters meet."""
    runs = [word[0]]
    for char in word[1:]:
        if (char in "abcdeé") == (runs[-1][-1] in "abcdeé"):
            runs[-1] += char
        else:
            runs.append(char)
    return runs


# --- order


def test_titles_come_before_tags_before_text(bank: Bank) -> None:
    filler = "some other words to make the text longer than a title is"
    bank.add(Memory(id="text", title="a", content=f"server {filler}"), PERSON)
    bank.add(Memory(id="tag", title="b", content=f"none {filler}", tags=("server",)), PERSON)
    bank.add(Memory(id="title", title="server", content=f"none {filler}"), PERSON)
    for number in range(20):
        bank.add(Memory(title=f"other {number}", content=filler), PERSON)
    for text in ("server", "serv", "se"):
        ids = [hit.entry.id for hit in bank.search(Query(text=text))]
        assert ids[:1] == ["title"], text
        assert set(ids) >= {"title", "tag", "text"}
    assert [hit.entry.id for hit in bank.search(Query(text="server"))] == ["title", "tag", "text"]


def test_then_relevance_then_recency(bank: Bank) -> None:
    for number, relevance in enumerate(("low", "high", "medium", "high")):
        bank.add(Memory(id=str(number), title="same", content="同", relevance=relevance), PERSON)  # type: ignore[arg-type]
    assert [hit.entry.id for hit in bank.search(Query(text="same"))] == ["3", "1", "2", "0"]
    assert [hit.entry.id for hit in bank.search(Query(text="同"))] == ["3", "1", "2", "0"]


def test_above_the_cap_titles_and_then_the_newest(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "RANKED", 10)
    with bank.transaction(PERSON, "many"):
        bank.add(Memory(id="titled", title="deployment", content="x"), PERSON)
        for number in range(40):
            bank.add(Memory(id=f"{number:02}", title="x", content="deployment 部署 de"), PERSON)
    for text in ("deployment", "deploym"):
        hits = bank.search(Query(text=text, limit=5))
        assert [hit.entry.id for hit in hits] == ["titled", "39", "38", "37", "36"], text
    for text in ("de", "deploy"):
        hits = bank.search(Query(text=text, limit=3))
        assert [hit.entry.id for hit in hits] == ["39", "38", "37"], text
    hits = bank.search(Query(text="部署", limit=3))
    assert [hit.entry.id for hit in hits] == ["39", "38", "37"]
    mixed = bank.search(Query(text="部署 de deployment", limit=3))
    assert [hit.entry.id for hit in mixed] == ["39", "38", "37"]


def test_above_the_cap_a_title_counts_for_what_stands_behind_a_word_too(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "RANKED", 10)
    with bank.transaction(PERSON, "many"):
        bank.add(Memory(id="titled", title="deployment-ready", content="x"), PERSON)
        for number in range(40):
            bank.add(Memory(id=f"{number:02}", title="x", content="deployment-ready"), PERSON)
    for text in ("deployment-ready", "deployment-rea", "deployment-re"):
        hits = bank.search(Query(text=text, limit=3))
        assert [hit.entry.id for hit in hits] == ["titled", "39", "38"], text


def test_a_word_behind_another_is_found_though_many_words_begin_so(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only the texts tell is read in the newest alone; whole words are found wherever."""
    monkeypatch.setattr(search, "RANKED", 2)
    monkeypatch.setattr(search, "_NEWEST_STARTS", 6)
    monkeypatch.setattr(search, "_READ", 5)
    with bank.transaction(PERSON, "many"):
        bank.add(Memory(id="old", title="x", content="of my-application"), PERSON)
        bank.add(Memory(id="whole", title="x", content="it is my-app, mine"), PERSON)
        for number in range(20):
            bank.add(Memory(title="x", content=f"apples that are my own {number}"), PERSON)
        bank.add(Memory(id="new", title="x", content="see my.apparatus"), PERSON)
        bank.add(Memory(id="apart", title="my", content="apparatus", tags=("my", "own")), PERSON)
    assert found(bank, "my-app") == {"whole", "new"}
    assert found(bank, "my-ap") == {"new"}
    assert found(bank, "my-applic") == {"old"}  # few words begin so
    assert found(bank, "my-app mine") == {"whole"}
    assert found(bank, "my-app see") == {"new"}
    assert found(bank, "my-apx") == set()


PARTS = st.lists(
    st.sampled_from(["a", "ab", "abc", "é", "1", "进", "进度", "表"]), min_size=1, max_size=4
)
BETWEEN = st.sampled_from(["-", ".", "_", "", " "])


@settings(max_examples=150)
@given(texts=st.lists(st.tuples(PARTS, BETWEEN), min_size=1, max_size=6), asked=PARTS)
def test_a_text_is_read_as_the_index_has_it(
    texts: list[tuple[list[str], str]], asked: list[str]
) -> None:
    """Where many words begin so, the same is found as where few do."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        bank = Bank(Path(folder) / "bank.sqlite")
        with bank.transaction(PERSON, "some"):
            for parts, between in texts:
                text = between.join(parts)
                bank.add(Memory(title=text, content="-".join(asked[1:] + parts)), PERSON)
        for between in "-+":
            few = found(bank, between.join(asked))
            patch.setattr(search, "_NEWEST_STARTS", 0)
            assert found(bank, between.join(asked)) == few
            patch.undo()
        bank.close()


def test_a_table_lists_the_newest_of_too_many(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "LISTED", 10)
    with bank.transaction(PERSON, "many"):
        made = [bank.add(Task(title=f"common {n}"), PERSON) for n in range(30)]
    keys = bank.keys(Query(text="common", sort="title", kinds=("task",)))
    assert set(keys) == {task.key for task in made[-10:]}
    assert bank.count(Query(text="common")) == 10


@pytest.mark.parametrize("sort", get_args(Sort))
@pytest.mark.parametrize("text", ["keyboard", "key", "keyboard 键"])
def test_what_is_found_stands_in_the_order_asked_for(bank: Bank, text: str, sort: Sort) -> None:
    with bank.transaction(PERSON, "fill"):
        for number, title in enumerate(("b", "A", "c", "a", "B", "c")):
            bank.add(
                Memory(
                    id=f"m{5 - number}",
                    title=title,
                    content="键 keyboard" if number != 3 else "mouse",
                    category=CATEGORIES[number % 3],
                    tags=(title.lower(),) if number % 2 else (),
                    relevance=RELEVANCES[-number % 3],
                    pinned=number == 2,
                    constraint="yes" if number == 4 else "no",
                    workspace=f"/{title}" if number else "",
                ),
                PERSON,
            )
        for number in (2, 0, 1):
            bank.add(Task(title=f"t{number}", notes="keyboard 键", status=f"{number % 2}"), PERSON)
            bank.add(Work(name="w", summary="键 keyboard", work_kind=f"k{number}"), PERSON)
    mouse = set(bank.keys(Query(text="mouse")))
    assert len(mouse) == 1
    for descending in (None, False, True):
        everything = bank.keys(Query(sort=sort, descending=descending))
        wanted = [key for key in everything if key not in mouse]
        asked = Query(text=text, sort=sort, descending=descending)
        assert list(bank.keys(asked)) == wanted
        assert list(bank.keys(replace(asked, offset=2, limit=3))) == wanted[2:5]


def test_the_rest_of_the_query_narrows_a_search(shelf: Bank) -> None:
    shelf.delete([("memory", "jwt")], PERSON)
    assert found(shelf, "jwt") == set()
    trashed = shelf.search(Query(text="jwt", trashed=True))
    assert [hit.entry.id for hit in trashed] == ["jwt"]
    assert [h.entry.id for h in shelf.search(Query(text="游戏", kinds=("work",)))] == ["work"]
    assert [h.entry.id for h in shelf.search(Query(text="游戏", kinds=("task",)))] == []
    page = (
        shelf.search(Query(text="游戏", limit=1)),
        shelf.search(Query(text="游戏", limit=1, offset=1)),
    )
    assert {hit.entry.id for hits in page for hit in hits} == {"godot", "work"}


# --- snippets


def test_a_snippet_shows_the_first_match(bank: Bank) -> None:
    before, after = "before " * 60, " after" * 60
    bank.add(Memory(title="t", content=f"{before}\n\nThe NEEDLE Naïve{after}"), PERSON)
    (hit,) = bank.search(Query(text="needle naive"))
    assert [hit.snippet[a:b] for a, b in hit.marks] == ["NEEDLE", "Naïve"]
    assert hit.snippet.startswith("…")
    assert hit.snippet.endswith("…")
    assert len(hit.snippet) <= 170


@pytest.mark.parametrize(
    ("content", "text", "marked"),
    [
        ("我们用Godot引擎", "godot引擎", ["Godot", "引擎"]),
        ("一二进度三进度", "进度", ["进度", "进度"]),
        ("ＡＢＣ ﬁne", "abc fi", ["ＡＢＣ", "ﬁ"]),
        ("unneeded need needs", "need", ["need", "need"]),
        ("İstanbul straße", "straße", ["straße"]),
    ],
)
def test_marks_fit_the_text_as_it_was_written(
    bank: Bank, content: str, text: str, marked: list[str]
) -> None:
    bank.add(Memory(title="t", content=content), PERSON)
    (hit,) = bank.search(Query(text=text))
    assert [hit.snippet[start:end] for start, end in hit.marks] == marked


def test_short_and_long_beginnings_meet(bank: Bank) -> None:
    word = "abcdefghijkl"
    bank.add(Memory(title="t", content=word), PERSON)
    for length in range(1, len(word) + 1):
        assert found(bank, word[:length]), length
        assert not found(bank, word[:length] + "x"), length
    assert len(word) > LONGEST_START
