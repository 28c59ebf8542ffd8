"""Every command as a person runs it: a process of its own on a real bank (spec 3.5)."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, Protocol

import pytest

EXAMPLE = Path(__file__).parents[1] / "exchange" / "data" / "gameassist-example.json"


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, stdin: str | bytes = b"", env: dict[str, str] | None = None
    ) -> CompletedProcess[str]: ...


@pytest.fixture
def done(memdesk: CommandLine) -> Any:
    """Runs a command that must succeed, without a word on stderr, and gives its stdout."""

    def run(*args: str | Path, **kwargs: Any) -> str:
        result = memdesk(*args, **kwargs)
        assert result.stderr == ""
        assert result.returncode == 0
        return result.stdout

    return run


@pytest.fixture
def told(done: Any) -> Any:
    """Runs a command with --json and gives the value that it prints."""

    def run(*args: str | Path, **kwargs: Any) -> Any:
        return json.loads(done(*args, "--json", **kwargs))

    return run


# --- adding


def test_add_prints_the_id_and_show_gives_it_all(done: Any, told: Any) -> None:
    text = "Auth uses JWT.\n\n## With refresh tokens\n"
    id = done("add", text, "--tag", "auth", "--tag", "jwt", "--relevance", "high").strip()
    entry = told("show", id)
    assert entry["content"] == text
    assert entry["title"] == "Auth uses JWT."
    assert (entry["kind"], entry["category"], entry["author"]) == ("memory", "note", "cli")
    assert entry["tags"] == ["auth", "jwt"]
    assert entry["relevance"] == "high"
    shown = done("show", id)
    assert "Auth uses JWT." in shown and shown.endswith("\n\n" + text)


def test_add_reads_standard_input_byte_for_byte(done: Any, told: Any) -> None:
    text = "line\r\n像素 👩‍👩‍👧\n"
    id = done("add", "-", "--title", "T", stdin=text.encode()).strip()
    assert told("show", id)["content"] == text


def test_add_a_task_and_a_work(told: Any) -> None:
    task = told("add", "Buy a cable", "--kind", "task", "--notes", "HDMI", "--id", "cable")
    assert (task["id"], task["title"], task["status"], task["notes"]) == (
        "cable",
        "Buy a cable",
        "todo",
        "HDMI",
    )
    work = told("add", "Game", "--kind", "work", "--tech", "Godot， GDScript", "--path", "/g")
    assert (work["name"], work["tech"], work["path"]) == ("Game", ["Godot", "GDScript"], "/g")


def test_add_stores_the_scope(told: Any, tmp_path: Path) -> None:
    folder = tmp_path.resolve()
    both = told("add", "a", "--workspace", str(folder) + "/", "--role", "r")
    assert (both["workspace"], both["role"]) == (str(folder), "r")
    shared = told("add", "b", "--workspace", folder, "--role", "r", "--scope", "workspace")
    assert (shared["workspace"], shared["role"]) == (str(folder), "")


def test_a_look_alike_is_named(memdesk: CommandLine) -> None:
    first = memdesk("add", "Always answer in English, please, and in short sentences.").stdout
    second = memdesk("add", "Always answer in English, please, and in short sentences!")
    assert second.returncode == 0
    assert f"memdesk update {first.strip()}" in second.stderr
    assert second.stdout.strip() != first.strip()


# --- finding


def test_list_filters_sorts_and_limits(done: Any, told: Any) -> None:
    done("add", "one", "--tag", "x", "--category", "fact")
    done("add", "two", "--tag", "x", "--tag", "y")
    done("add", "three", "--kind", "task", "--status", "doing")
    assert [entry["title"] for entry in told("list")] == ["three", "two", "one"]
    assert [entry["title"] for entry in told("list", "--kind", "memory")] == ["two", "one"]
    assert [entry["title"] for entry in told("list", "--tag", "x", "--tag", "y")] == ["two"]
    assert [entry["title"] for entry in told("list", "--category", "fact")] == ["one"]
    assert [entry["title"] for entry in told("list", "--status", "doing")] == ["three"]
    assert [entry["title"] for entry in told("list", "--limit", "1")] == ["three"]
    assert [entry["title"] for entry in told("list", "--sort", "created")] != []
    assert told("list", "--author", "nobody") == []


def test_list_is_aligned_for_people(done: Any) -> None:
    done("add", "像素画", "--id", "a")
    done("add", "pixel art", "--id", "long-id", "--tag", "t")
    lines = done("list").splitlines()
    assert [line.split()[0] for line in lines] == ["long-id", "a"]
    # Chinese characters are two columns wide.
    assert lines[0].index("medium") == lines[1].index("medium") + len("像素画")


def test_an_empty_bank_lists_nothing_and_makes_no_file(
    done: Any, told: Any, memdesk_home: Path
) -> None:
    assert done("list") == ""
    assert told("list") == []
    assert told("search", "x") == []
    assert told("history") == []
    assert told("stats")["memories"] == 0
    assert not list(memdesk_home.rglob("*.sqlite"))


def test_a_long_list_comes_whole_and_in_order(
    told: Any, memdesk: CommandLine, tmp_path: Path
) -> None:
    root = {"tasks": [{"id": f"t{number}", "title": f"T{number}"} for number in range(1203)]}
    path = tmp_path / "many.json"
    path.write_text(json.dumps(root))
    assert told("import", path)["added"] == 1203
    ids = [entry["id"] for entry in told("list", "--sort", "position")]
    assert ids == [f"t{number}" for number in range(1203)]


@pytest.mark.parametrize(
    "query", ["进度", "度", "progress", "PROG", '"AND (', "*", "-x OR", "进度 demo"]
)
def test_search_finds_and_nothing_is_syntax(told: Any, done: Any, query: str) -> None:
    done("add", "本周的项目进度很好：demo progress", "--id", "m1")
    found = told("search", query)
    if any(letter.isalnum() for letter in query) and "x" not in query and "AND" not in query:
        assert [hit["id"] for hit in found] == ["m1"]
        assert found[0]["snippet"]
    else:
        assert found == [] or found[0]["id"] == "m1"


def test_search_joins_words(told: Any, done: Any) -> None:
    done("add", "green tea in the morning", "--id", "m1")
    assert [hit["id"] for hit in told("search", "tea", "green")] == ["m1"]
    assert "m1" in done("search", "tea")


def test_a_role_sees_its_own_and_the_shared(done: Any, told: Any) -> None:
    done("add", "shared", "--id", "s")
    done("add", "private to a", "--id", "a", "--role", "a")
    done("add", "private to b", "--id", "b", "--role", "b")
    assert {entry["id"] for entry in told("list")} == {"s", "a", "b"}
    assert {entry["id"] for entry in told("list", "--role", "a")} == {"s", "a"}
    assert {e["id"] for e in told("list", "--role", "a", "--scope", "role")} == {"a"}
    assert {e["id"] for e in told("list", "--scope", "workspace")} == {"s"}
    assert told("search", "private", "--role", "a")[0]["id"] == "a"


def test_what_another_role_keeps_does_not_exist(done: Any, memdesk: CommandLine) -> None:
    done("add", "private to b", "--id", "b", "--role", "b")
    for command in (("show", "b"), ("delete", "b")):
        refused = memdesk(*command, "--role", "a")
        assert refused.returncode == 1
        assert "There is no entry with the id b." in refused.stderr


# --- changing


def test_update_changes_what_is_given_and_keeps_the_rest(done: Any, told: Any) -> None:
    done("add", "Forum", "--kind", "task", "--id", "t1", "--notes", "n", "--tag", "a")
    entry = told("update", "t1", "--status", "done", "--add-tag", "b", "--remove-tag", "a", "--pin")
    assert (entry["status"], entry["notes"], entry["title"]) == ("done", "n", "Forum")
    assert (entry["tags"], entry["pinned"]) == (["b"], True)
    entry = told("update", "t1", "--notes", "", "--tag", "", "--unpin", "--role", "r")
    assert (entry["notes"], entry["tags"], entry["pinned"]) == ("", [], False)
    assert entry["role"] == "r"
    assert "t1" in done("update", "t1", "--title", "Forum game")


def test_undo_brings_back_what_was(done: Any, told: Any) -> None:
    done("add", "Forum", "--kind", "task", "--id", "t1")
    before = told("show", "t1")
    done("update", "t1", "--status", "done")
    done("undo")
    assert told("show", "t1") == before


def test_undo_of_a_change_by_its_number(done: Any, told: Any) -> None:
    done("add", "a", "--kind", "task", "--id", "t1")
    done("update", "t1", "--status", "done")
    done("update", "t1", "--notes", "n")
    number = told("history", "t1")[1]["change"]
    done("undo", str(number))
    entry = told("show", "t1")
    assert (entry["status"], entry["notes"]) == ("todo", "n")


def test_history_says_who_did_what(done: Any, told: Any) -> None:
    done("add", "a", "--kind", "task", "--id", "t1")
    done("add", "b")
    done("update", "t1", "--status", "done")
    newest, oldest = told("history", "t1")
    assert (newest["action"], oldest["action"]) == ("update", "create")
    assert (newest["before"]["status"], newest["after"]["status"]) == ("todo", "done")
    assert newest["author"] == "cli"
    assert len(told("history")) == 3
    assert len(told("history", "--limit", "2")) == 2
    assert "status" in done("history", "t1")


def test_delete_restore_and_delete_forever(done: Any, told: Any, memdesk: CommandLine) -> None:
    done("add", "a", "--id", "m1")
    done("add", "b", "--id", "m2")
    done("delete", "m1", "m2")
    assert told("list") == []
    assert {entry["id"] for entry in told("list", "--trash")} == {"m1", "m2"}
    done("restore", "m1")
    assert [entry["id"] for entry in told("list")] == ["m1"]
    done("delete", "m2", "--forever")
    assert told("list", "--trash") == []
    assert memdesk("restore", "m2").returncode == 1
    assert memdesk("history", "m2").returncode == 1


def test_delete_everywhere_leaves_no_trace_and_says_what_is_out_of_reach(
    done: Any, memdesk: CommandLine, memdesk_home: Path
) -> None:
    done("add", "the password is xyzzyplugh", "--id", "m1")
    memdesk("block", "--session", "s1")
    forgotten = memdesk("delete", "m1", "--everywhere")
    assert forgotten.returncode == 0
    assert "m1" in forgotten.stdout
    assert "out of reach" in forgotten.stderr
    for path in memdesk_home.rglob("*"):
        if path.is_file():
            assert b"xyzzyplugh" not in path.read_bytes(), path


def test_delete_everywhere_fails_where_something_is_still_to_be_reached(
    done: Any, memdesk: CommandLine, memdesk_home: Path
) -> None:
    done("add", "the password is xyzzyplugh", "--id", "m1")
    broken = memdesk_home / "data" / "backups" / "broken.sqlite"
    broken.parent.mkdir()
    broken.write_bytes(b"no database")
    forgotten = memdesk("delete", "m1", "--everywhere")
    assert forgotten.returncode == 1
    assert forgotten.stdout == "Deleted, but not yet forgotten everywhere: m1.\n"
    assert str(broken) in forgotten.stderr
    assert memdesk("show", "m1").returncode == 1
    looked = memdesk("doctor")
    assert f"{broken} may still hold what was to be forgotten everywhere." in looked.stdout


def test_a_bare_id_of_two_kinds_asks_which(done: Any, memdesk: CommandLine) -> None:
    done("add", "a", "--id", "x")
    done("add", "b", "--kind", "task", "--id", "x")
    refused = memdesk("show", "x")
    assert refused.returncode == 1
    assert "memory" in refused.stderr and "task" in refused.stderr
    assert '"b"' in done("show", "x", "--kind", "task", "--json")


def test_stats_count_what_is_kept(done: Any, told: Any) -> None:
    done("add", "a", "--category", "fact", "--tag", "t")
    done("add", "b", "--kind", "task")
    stats = told("stats")
    assert (stats["memories"], stats["tasks"], stats["works"]) == (1, 1, 0)
    assert stats["by_category"]["fact"] == 1
    assert "memories" in done("stats")


# --- files


def test_the_example_is_looked_at_imported_and_imported_again(
    told: Any, memdesk: CommandLine, memdesk_home: Path
) -> None:
    before = EXAMPLE.read_bytes()
    counts = {"format": "gameassist", "updated": 0, "skipped": []}
    assert told("import", EXAMPLE, "--dry-run") == counts | {"added": 2, "unchanged": 0}
    assert not list(memdesk_home.rglob("*.sqlite"))
    assert told("import", EXAMPLE) == counts | {"added": 2, "unchanged": 0}
    assert told("import", EXAMPLE) == counts | {"added": 0, "unchanged": 2}
    assert EXAMPLE.read_bytes() == before
    assert "2 unchanged" in memdesk("import", EXAMPLE).stdout


def test_what_is_skipped_is_said(memdesk: CommandLine) -> None:
    result = memdesk("import", EXAMPLE.parent / "gameassist-wrong-types.json")
    assert result.returncode == 0
    assert "3 added" in result.stdout
    assert "Skipped tasks[2]: Here is a text where an object belongs." in result.stderr


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("cut.json", b'{"interests": ["a"', "cut off: its JSON ends unfinished at line 1, column"),
        ("empty.json", b"", "is empty"),
        ("other.json", b'{"a": 1}', "it reads memdesk, gameassist"),
        ("list.json", b"[1, 2]", "it reads memdesk, gameassist"),
        ("text.txt", b"hello", "it reads memdesk, gameassist"),
        ("bytes.bin", b"\x89PNG\r\n\x1a\n", "it reads memdesk, gameassist"),
        (None, None, "There is no file"),
    ],
)
def test_a_bad_file_changes_nothing(
    memdesk: CommandLine, tmp_path: Path, name: str | None, content: bytes, words: str
) -> None:
    memdesk("add", "a", "--id", "m1")
    before = memdesk("export").stdout
    path = tmp_path / (name or "missing.json")
    if name:
        path.write_bytes(content)
    refused = memdesk("import", path)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert words in refused.stderr and path.name in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert memdesk("export").stdout == before


def test_export_to_a_file_and_to_stdout(done: Any, tmp_path: Path, memdesk: CommandLine) -> None:
    done("import", EXAMPLE)
    path = tmp_path / "out.json"
    assert done("export", "--output", path) == ""
    assert path.read_text("utf-8") == done("export", "--format", "json")
    assert json.loads(done("export", "--format", "gameassist"))["tasks"][0]["id"] == "forum-game"
    assert done("export", "--format", "markdown").startswith("# Profile\n")
    done("add", "a")
    left = memdesk("export", "--format", "gameassist")
    assert "memories (1)" in left.stderr
    refused = memdesk("export", "--format", "docx")
    assert refused.returncode == 1 and "writes memdesk, gameassist, rolebox" in refused.stderr
    refused = memdesk("export", "--output", tmp_path / "no" / "where")
    assert refused.returncode == 1 and "can't be written" in refused.stderr


def test_an_export_comes_back_the_same_elsewhere(done: Any, tmp_path: Path) -> None:
    done("import", EXAMPLE)
    done("add", "Never push on Friday", "--tag", "规则", "--pin")
    path = tmp_path / "out.json"
    done("export", "--output", path)
    other = tmp_path / "other.sqlite"
    done("import", path, "--bank", other)
    assert done("--bank", other, "export") == path.read_text("utf-8")


# --- places


def test_where_says_every_place(done: Any, told: Any, memdesk_home: Path) -> None:
    places = told("where")
    assert list(places) == ["bank", "socket", "config", "data", "log", "token", "http"]
    assert places["bank"] == str(memdesk_home / "data" / "memdesk.sqlite")
    for name in ("socket", "config", "data", "log"):
        assert done("where", f"--{name}") == places[name] + "\n"
    assert places["socket"] in done("where")


def test_a_bank_is_named_before_or_behind_the_command_or_by_the_environment(
    done: Any, told: Any, tmp_path: Path
) -> None:
    bank = tmp_path / "own" / "bank.sqlite"
    done("--bank", bank, "add", "a", "--id", "m1")
    assert bank.exists()
    assert told("list", "--bank", bank)[0]["id"] == "m1"
    assert told("list", env={"MEMDESK_BANK": str(bank)})[0]["id"] == "m1"
    assert told("list") == []
    assert told("where", "--bank", bank)["bank"] == str(bank)
    assert told("where", "--bank", bank)["socket"] != told("where")["socket"]
