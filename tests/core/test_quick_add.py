"""What a line of quick-add is understood as (spec 7.3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core import limits
from memdesk.core.entry import Memory, Task, Work
from memdesk.core.quick_add import QuickAdd, derived_title, parse

WORKSPACES = ("/home/me/flat", "/srv/alpha/web", "/srv/beta/web")


def understood(line: str) -> QuickAdd:
    return parse(line, WORKSPACES)


def test_a_line_with_every_mark() -> None:
    line = "task: Buy a new cable #home !high @flat"
    found = understood(line)
    assert found.entry() == Task(
        title="Buy a new cable", tags=("home",), relevance="high", workspace="/home/me/flat"
    )
    assert [(line[one.start : one.end], one.mark) for one in found.pieces] == [
        ("task:", "kind"),
        ("#home", "tag"),
        ("!high", "relevance"),
        ("@flat", "workspace"),
    ]


@pytest.mark.parametrize(
    ("line", "kind", "must", "text"),
    [
        ("task: a", "task", False, "a"),
        ("TASK:a", "task", False, "a"),
        ("  work : a", "work", False, "a"),
        ("must: a", "memory", True, "a"),
        ("任务：买牛奶", "task", False, "买牛奶"),
        ("作品:论坛游戏", "work", False, "论坛游戏"),
        ("必须：用中文回答", "memory", True, "用中文回答"),
        (r"\task: a", "memory", False, "task: a"),
        ("tasks: a", "memory", False, "tasks: a"),
        ("the task: a", "memory", False, "the task: a"),
        ("work://host/x", "memory", False, "work://host/x"),
        (r"work:\share", "memory", False, r"work:\share"),
        ("task:", "task", False, ""),
        ("", "memory", False, ""),
    ],
)
def test_leading_words(line: str, kind: str, must: bool, text: str) -> None:
    found = understood(line)
    assert (found.kind, found.must, found.text) == (kind, must, text)


@pytest.mark.parametrize(
    "line",
    [
        "C# is nice",
        "C#, F# and more",
        "#1 issue",
        "see #42.",
        "# heading",
        "## heading",
        "me@example.org",
        "write to me@example.org now",
        "@bob said hi",
        "@",
        "#",
        "!",
        "hi!high",
        "!higher",
        "!high!",
        "http://example.org/#part",
        "say (#foo)",
        "#foo#bar",
        '#foo"bar',
        "\\n stays",
    ],
)
def test_what_is_no_mark_stays_text(line: str) -> None:
    assert understood(line) == QuickAdd(text=line)


@pytest.mark.parametrize(
    ("line", "tags", "text"),
    [
        ("a #x b", ("x",), "a b"),
        ("see this, #home.", ("home",), "see this,."),
        ("#a #A #b text", ("a", "b"), "text"),
        ("use #c++ and #ui/ux", ("c++", "ui/ux"), "use and"),
        ('#"two words" text', ("two words",), "text"),
        ("买牛奶#家里", ("家里",), "买牛奶"),
        ("买牛奶 ＃家里", ("家里",), "买牛奶"),
        (r"\#kept #taken", ("taken",), "#kept"),
        ("#2024-plan x", ("2024-plan",), "x"),
    ],
)
def test_tags(line: str, tags: tuple[str, ...], text: str) -> None:
    found = understood(line)
    assert (found.tags, found.text) == (tags, text)


@pytest.mark.parametrize(
    ("line", "relevance"),
    [
        ("a !high", "high"),
        ("!LOW a", "low"),
        ("a !low !high", "high"),
        ("做完 !高", "high"),
        ("做完 ！低", "low"),
        (r"a \!high", "medium"),
    ],
)
def test_relevance(line: str, relevance: str) -> None:
    assert understood(line).relevance == relevance


@pytest.mark.parametrize(
    ("line", "workspace"),
    [
        ("a @flat", "/home/me/flat"),
        ("a @FLAT.", "/home/me/flat"),
        ("a @beta/web", "/srv/beta/web"),
        ("a @web", "/srv/alpha/web"),
        ("a @/tmp/x b", "/tmp/x"),
        ("a @D:/x", "D:/x"),
        ('a @"D:/My Projects" b', "D:/My Projects"),
        (r"a \@flat", ""),
    ],
)
def test_workspaces(line: str, workspace: str) -> None:
    assert understood(line).workspace == workspace


def test_a_path_is_normalised_by_the_caller() -> None:
    assert parse("a @~/x", normalise=lambda path: path.replace("~", "/home/me")).workspace == (
        "/home/me/x"
    )


def test_what_is_added() -> None:
    assert understood("must: never use tabs").entry() == Memory(
        title="never use tabs", content="never use tabs", constraint="yes"
    )
    assert understood("work: Forum Game").entry() == Work(name="Forum Game")
    long = "First this sentence, which says what it is about. " + "Then more. " * 20
    task = understood("task: " + long).entry()
    assert isinstance(task, Task)
    assert task.title == "First this sentence, which says what it is about."
    assert task.notes == long.strip()


@given(st.text(max_size=600))
def test_a_derived_title_fits(text: str) -> None:
    assert len(derived_title(text)) <= limits.MAX_TITLE


FRAGMENTS = st.sampled_from(
    ["task:", "必须：", "#", "＃", "!high", "！高", "@", "@flat", '"', "\\", " ", "\t", "a", "词",
     "#tag", '#"', "://", ":", "\n", "1", "😀", "\u0301", "."]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(FRAGMENTS, max_size=40).map("".join)))
def test_nothing_typed_makes_it_fail(line: str) -> None:
    found = understood(line)
    found.entry()
    last = 0
    for piece in found.pieces:
        assert last <= piece.start < piece.end <= len(line)
        last = piece.end
    # Nothing but marks, backslashes and white space is taken from the text.
    kept = "".join(found.text.split())
    letters = iter(kept)
    rest = list(line)
    for piece in found.pieces:
        rest[piece.start : piece.end] = [""] * (piece.end - piece.start)
    remaining = [one for one in "".join(rest) if not one.isspace()]
    wanted = next(letters, None)
    for one in remaining:
        if one == wanted:
            wanted = next(letters, None)
        else:
            assert one == "\\"
    assert wanted is None


def test_a_long_line_is_quick() -> None:
    assert understood("#a" * 20_000).tags == ()
    assert understood('#"' * 20_000).tags == ()
    assert understood("@x " * 20_000).workspace == ""
