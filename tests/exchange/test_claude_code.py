"""Claude Code's memory, and the instructions of coding agents: bullets, topics, workspaces."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from textwrap import dedent

import pytest

from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters
from memdesk.exchange import claude_code, formats
from memdesk.exchange.agent_folders import workspace_of
from memdesk.exchange.gathering import gather
from memdesk.exchange.importing import import_found
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

INSTRUCTIONS = """
    # Project guide

    This file says how we work.

    ## Testing

    Commands:

    - `make test` runs all
    - `make fast` runs
      the quick ones

    @docs/other.md

    ## Style
    - Use **tabs**
      - not spaces

    <!-- for people only -->
    <!-- memdesk:begin -->
    # Long-term memory
    - something of memdesk's
    <!-- memdesk:end -->
    - Write tests
    """


def memories(found: Found) -> list[Memory]:
    return [one.entry for one in found.entries if isinstance(one.entry, Memory)]


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(text).lstrip("\n"), "utf-8")
    return path


# --- instructions


def test_instructions_by_heading_and_bullet(tmp_path: Path) -> None:
    path = written(tmp_path / "app" / "AGENTS.md", INSTRUCTIONS)
    assert formats.detected(Source(path)).name == "claude-code"
    found = claude_code.read(Source(path))
    assert [(one.title, one.content) for one in memories(found)] == [
        ("This file says how we work.", "This file says how we work."),
        ("Testing: Commands: `make test` runs all", "`make test` runs all"),
        ("Testing: Commands: `make fast` runs", "`make fast` runs\nthe quick ones"),
        ("Style: Use tabs", "Use **tabs**\n- not spaces"),
        ("Style: Write tests", "Write tests"),
    ]
    assert [one.where for one in found.entries] == [
        "AGENTS.md:3", "AGENTS.md:9", "AGENTS.md:10", "AGENTS.md:16", "AGENTS.md:24",
    ]  # fmt: skip
    assert {one.workspace for one in memories(found)} == {os.path.realpath(tmp_path / "app")}
    assert all(one.created_at == one.updated_at != "" for one in memories(found))
    assert [(one.where, one.reason) for one in found.skipped] == [
        ("AGENTS.md", "The section between its marks is memdesk's own."),
        ("AGENTS.md:13", "It names another file; import that by itself."),
    ]


def test_the_instructions_of_a_project_each_file_once(tmp_path: Path) -> None:
    written(tmp_path / "AGENTS.md", "- one")
    (tmp_path / "CLAUDE.md").symlink_to(tmp_path / "AGENTS.md")
    written(tmp_path / ".claude" / "CLAUDE.md", "- two")
    (tmp_path / "CLAUDE.local.md").write_bytes(b"- \xff")
    found = claude_code.read(Source(tmp_path))
    assert [(one.where, one.entry.label) for one in found.entries] == [
        (".claude/CLAUDE.md:1", "two"),
        ("AGENTS.md:1", "one"),
    ]
    assert {one.workspace for one in memories(found)} == {os.path.realpath(tmp_path)}
    assert [one.where for one in found.skipped] == ["CLAUDE.local.md"]
    with pytest.raises(BadParameters, match="is not text"):
        claude_code.read(Source(tmp_path / "CLAUDE.local.md"))


def test_one_bullet_in_two_projects_is_two_memories(tmp_path: Path, bank: Bank) -> None:
    for name in ("a", "b"):
        path = written(tmp_path / name / "CLAUDE.md", "- Use tabs")
        assert import_found(bank, claude_code.read(Source(path))).added == 1


# --- its own memory


def test_a_folder_of_memories(tmp_path: Path) -> None:
    folder = tmp_path / "app" / "memory"
    written(
        folder / "MEMORY.md",
        """
        # Memory index

        - [How to test](how%20to.md) — the commands
        - **[Style](style.md)**: tabs
        - `plain.md`: more
        - [Gone](gone.md) — its file was deleted
        - Prefers short answers
        """,
    )
    written(
        folder / "how to.md",
        """
        ---
        name: how-to-test
        description: Tests: run make fast
        metadata:
          node_type: memory
          type: feedback
          originSessionId: 3bf0438c
          modified: 2026-09-08T19:29:56.864Z
        ---

        **Why:** slow.
        """,
    )
    written(folder / "style.md", "---\nname: style\ntype: user\n---\n# Tabs\n\nalways")
    written(folder / "plain.md", "Nothing but text.")
    found = claude_code.read(Source(folder))
    by_place = {one.where: one.entry for one in found.entries}
    assert list(by_place) == [
        "MEMORY.md:6", "MEMORY.md:7", "how to.md", "plain.md", "style.md",
    ]  # fmt: skip
    test = by_place["how to.md"]
    assert isinstance(test, Memory)
    assert (test.title, test.content) == ("Tests: run make fast", "**Why:** slow.")
    assert (test.category, test.tags) == ("preference", ("feedback",))
    assert (test.session_id, test.updated_at) == ("3bf0438c", "2026-09-08T19:29:56.864Z")
    style, plain = by_place["style.md"], by_place["plain.md"]
    assert isinstance(style, Memory) and isinstance(plain, Memory)
    assert (style.title, style.content, style.category) == ("Style", "# Tabs\n\nalways", "fact")
    assert (plain.title, plain.content, plain.tags) == ("plain", "Nothing but text.", ())
    assert {one.workspace for one in memories(found)} == {os.path.realpath(tmp_path / "app")}
    # The index alone stands for the folder.
    assert [one.where for one in claude_code.read(Source(folder / "MEMORY.md")).entries] == list(
        by_place
    )


def test_a_topic_that_changed_updates(tmp_path: Path, bank: Bank) -> None:
    folder = tmp_path / "memory"
    index = written(folder / "MEMORY.md", "- [A](a.md)")
    said = "---\nname: a\nmetadata:\n  type: project\n  modified: 2026-0{}-01T00:00:00Z\n---\n{}\n"
    written(folder / "a.md", said.format(1, "one"))
    assert import_found(bank, claude_code.read(Source(index))).added == 1
    written(folder / "a.md", said.format(2, "two"))
    plan = import_found(bank, claude_code.read(Source(index)))
    assert (plan.added, plan.updated) == (0, 1)
    (memory,) = bank.entries()
    assert isinstance(memory, Memory) and memory.content == "two"


TOPIC = "---\nname: a\nmetadata:\n  type: user\n{}  modified: 2026-0{}-01T00:00:00Z\n---\n{}\n"
SESSION = "  originSessionId: 3bf0438c\n"


@pytest.mark.parametrize(
    ("session", "packed"), [("", "whole"), (SESSION, "whole"), (SESSION, "memory"), ("", "none")]
)
def test_a_topic_is_one_thing_wherever_it_is_read(
    tmp_path: Path, bank: Bank, session: str, packed: str
) -> None:
    """From the folder of its project, from a copy of that, from a zip of either: the newest stays.

    What says neither its session nor its project is known by its place alone.
    """
    home = tmp_path / "one"
    folder = home / ".claude" / "projects" / "-srv-app" / "memory"
    index = written(folder / "MEMORY.md", "- [A](a.md)\n- Prefers short answers")
    written(folder / "a.md", TOPIC.format(session, 1, "first"))
    assert added(bank, index) == (2, 0)
    if packed == "none":
        shutil.copytree(folder, tmp_path / "bare")
        assert added(bank, tmp_path / "bare" / "MEMORY.md") == (2, 0)
        return
    top = home if packed == "whole" else folder.parent
    copy = Path(shutil.make_archive(str(tmp_path / "copy"), "zip", top, "."))
    assert added(bank, copy) == (0 if packed == "whole" else 1, 0)
    written(folder / "a.md", TOPIC.format(session, 2, "second"))
    assert added(bank, Path(shutil.make_archive(str(copy.with_suffix("")), "zip", top, "."))) == (
        0,
        1,
    )
    written(folder / "a.md", TOPIC.format(SESSION, 3, "third"))  # with a session where none was
    assert added(bank, index) == (0, 1)
    topics = [one for one in bank.entries() if isinstance(one, Memory) and one.tags == ("user",)]
    assert [one.content for one in topics] == ["third"]


def added(bank: Bank, path: Path) -> tuple[int, int]:
    """What importing it adds and updates."""
    (piece,) = gather(Source(path)).pieces
    plan = import_found(bank, piece.read())
    return plan.added, plan.updated


def test_topics_of_one_name_in_two_projects_are_two(tmp_path: Path, bank: Bank) -> None:
    for project in ("-srv-a", "-srv-b"):
        folder = tmp_path / "projects" / project / "memory"
        written(folder / "MEMORY.md", "- [A](a.md)")
        written(folder / "a.md", TOPIC.format("", 1, project))
        assert added(bank, folder) == (1, 0)
    copy = Path(shutil.make_archive(str(tmp_path / "copy"), "zip", tmp_path, "projects"))
    plans = [import_found(bank, piece.read()) for piece in gather(Source(copy)).pieces]
    assert [(one.added, one.updated, one.unchanged) for one in plans] == [(0, 0, 1)] * 2


def test_other_files_beside_an_index_are_no_topics(tmp_path: Path) -> None:
    written(tmp_path / "MEMORY.md", "- one\n- [A](a.md)")
    written(tmp_path / "a.md", "linked")
    written(tmp_path / "README.md", "of the project")
    written(tmp_path / "b.md", "---\nname: b\ntype: user\n---\nits own words")
    found = claude_code.read(Source(tmp_path))
    assert [one.where for one in found.entries] == ["MEMORY.md:1", "a.md", "b.md"]


def test_a_topic_by_itself(tmp_path: Path) -> None:
    path = written(tmp_path / "t.md", "---\nname: t\nmetadata:\n  node_type: memory\n---\ntext")
    assert formats.detected(Source(path)).name == "claude-code"
    assert [one.title for one in memories(claude_code.read(Source(path)))] == ["t"]


@pytest.mark.parametrize("text", ["# Notes", "---\ntitle: a\ntype: note\n---\n", "a\n§\nb"])
def test_other_markdown_is_not_claimed(tmp_path: Path, text: str) -> None:
    for name in ("notes.md", "MEMORY.md") if "§" in text else ("notes.md",):
        assert not claude_code.claims(Source(written(tmp_path / name, text)))


# --- workspaces


def test_the_project_of_a_folder(home: Path) -> None:
    app = home / "my.app"
    for folder in (app, app / "memory", app / ".claude", app / ".claude" / "memory"):
        folder.mkdir(parents=True)
        assert workspace_of(folder) == os.path.realpath(app)
    for name in (".claude", ".codex", ".config/opencode", ".claude/memory", "."):
        assert workspace_of(home / name) == ""


def test_homes_may_be_moved(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "c"))
    monkeypatch.setenv("CODEX_HOME", "~/x")
    assert workspace_of(home / "c") == workspace_of(home / "x") == ""
    assert workspace_of(home / ".codex") != ""


def folded(path: Path) -> str:
    return "".join(sign if sign.isalnum() and sign.isascii() else "-" for sign in str(path))


def test_its_sessions_say_which_project_a_memory_is_of(home: Path) -> None:
    gone = home / "gone" / "my-app"
    project = home / ".claude" / "projects" / folded(gone)
    (project / "memory").mkdir(parents=True)
    other = json.dumps({"type": "user", "cwd": str(home)})
    (project / "a.jsonl").write_text(f'{other}\nno json\n{{"cwd": 7}}\n')
    assert workspace_of(project / "memory") == ""
    (project / "b.jsonl").write_text(other + "\n" + json.dumps({"cwd": str(gone)}))
    assert workspace_of(project / "memory") == os.path.realpath(gone)


def test_without_sessions_the_project_is_looked_for(home: Path) -> None:
    home = home.resolve()
    (home / "my").mkdir()
    for name in ("my-app", "my.app_2", "我的/应用"):
        (home / name).mkdir(parents=True)
        folder = home / ".claude" / "projects" / folded(home / name) / "memory"
        folder.mkdir(parents=True)
        assert workspace_of(folder) == str(home / name)
    nowhere = home / ".claude" / "projects" / "C--Users-me-app" / "memory"
    nowhere.mkdir(parents=True)
    assert workspace_of(nowhere) == ""


def test_where_to_look(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = written(home / ".claude" / "projects" / "-app" / "memory" / "MEMORY.md", "- a")
    (home / ".claude" / "projects" / "-other" / "memory").mkdir(parents=True)
    below = home / "app" / "src"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    found = list(claude_code.places())
    assert found[0] == index.parent
    assert (home / ".claude" / "CLAUDE.md") in found
    assert (home / ".codex" / "AGENTS.md") in found
    assert (home / "app" / "src" / "AGENTS.md") in found
    assert (home / "app" / ".claude" / "CLAUDE.md") in found
    assert len(found) == len(set(found))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "c"))
    assert (home / "c" / "CLAUDE.md") in claude_code.places()
