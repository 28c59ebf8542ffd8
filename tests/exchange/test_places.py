"""Where other programs keep their memories: as they themselves decide it, on each system."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from memdesk.exchange import formats

VARIABLES = (
    "BASIC_MEMORY_HOME",
    "CLAUDE_MEM_DATA_DIR",
    "DSH_HOME",
    "ENGRAM_DATA_DIR",
    "LOCALAPPDATA",
    "MCP_MEMORY_BASE_DIR",
    "MCP_MEMORY_SQLITEVEC_PATH",
    "MCP_MEMORY_SQLITE_PATH",
    "MEMORY_FILE_PATH",
    "NPM_CONFIG_CACHE",
    "npm_config_cache",
)

NAMED = [
    ("gameassist", "DSH_HOME", "{there}", "{there}/gameassist/memory.json"),
    ("destinywind", "DSH_HOME", "{there}", "{there}/destinywind-memory/memory.sqlite"),
    ("server-memory", "MEMORY_FILE_PATH", "{there}/graph.jsonl", "{there}/graph.jsonl"),
    ("mcp-memory-service", "MCP_MEMORY_BASE_DIR", "{there}", "{there}/sqlite_vec.db"),
    ("mcp-memory-service", "MCP_MEMORY_SQLITE_PATH", "{there}/m.db", "{there}/m.db"),
    ("engram", "ENGRAM_DATA_DIR", "{there}", "{there}/engram.db"),
    ("claude-mem", "CLAUDE_MEM_DATA_DIR", "{there}", "{there}/claude-mem.db"),
    ("basic-memory", "BASIC_MEMORY_HOME", "{there}", "{there}"),
]

STANDARD = [
    ("gameassist", "linux", "{home}/.dsh/gameassist/memory.json"),
    ("gameassist", "win32", "{home}/.dsh/gameassist/memory.json"),
    ("destinywind", "darwin", "{home}/.dsh/hindsight-memory/memory.md"),
    ("mcp-memory-service", "linux", "{home}/.local/share/mcp-memory/sqlite_vec.db"),
    ("mcp-memory-service", "darwin", "{home}/Library/Application Support/mcp-memory/sqlite_vec.db"),
    ("mcp-memory-service", "win32", "{home}/AppData/Local/mcp-memory/sqlite_vec.db"),
    ("engram", "linux", "{home}/.engram/engram.db"),
    ("engram", "win32", "{home}/.engram/engram.db"),
    ("claude-mem", "darwin", "{home}/.claude-mem/claude-mem.db"),
    ("basic-memory", "linux", "{home}/basic-memory"),
]


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A person's home, with nothing said about where programs keep their files."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    return home


def places(name: str) -> list[Path]:
    one = formats.named(name)
    assert one.places is not None
    return list(one.places())


@pytest.mark.parametrize(("name", "variable", "value", "expected"), NAMED)
def test_what_the_environment_names(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    variable: str,
    value: str,
    expected: str,
) -> None:
    there = tmp_path / "there"
    monkeypatch.setenv(variable, value.format(there=there))
    assert Path(expected.format(there=there)) == places(name)[0]


@pytest.mark.parametrize(("name", "system", "expected"), STANDARD)
def test_what_is_usual_on_a_system(
    home: Path, monkeypatch: pytest.MonkeyPatch, name: str, system: str, expected: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert Path(expected.format(home=home)) in places(name)


@pytest.mark.parametrize(
    ("system", "cache"),
    [("linux", ".npm"), ("darwin", ".npm"), ("win32", "AppData/Local/npm-cache")],
)
def test_the_graph_that_npx_keeps(
    home: Path, monkeypatch: pytest.MonkeyPatch, system: str, cache: str
) -> None:
    package = home / cache / "_npx/15b07/node_modules/@modelcontextprotocol/server-memory/dist"
    package.mkdir(parents=True)
    (package / "memory.jsonl").touch()
    monkeypatch.setattr(sys, "platform", system)
    assert places("server-memory") == [package / "memory.jsonl"]


def test_a_relative_graph_is_nowhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server takes it as one beside its own code."""
    monkeypatch.setenv("MEMORY_FILE_PATH", "memory.jsonl")
    assert places("server-memory") == []


def test_a_project_or_one_above_it_may_have_a_bank(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = home / "project" / "deep"
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    found = places("rolebox")
    assert found.index(deep / ".rolebox/memory.db") < found.index(
        home / "project/.rolebox/memory.db"
    )


def test_an_empty_home_holds_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    assert list(formats.on_this_machine()) == []
