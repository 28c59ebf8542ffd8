"""memdesk and its peers: how each is started, written to, searched and listed.

Settings are those that each one's own documentation gives for a client that starts it; what
differs, because nothing here downloads the weights of a model, is said in `settings`.
"""

from __future__ import annotations

import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import anyio
import peers_install as install
from banks import chinese, english
from measuring import environment, memdesk_command
from peers_session import NAMED, Call, Refused, Session, session

from memdesk import __version__
from memdesk.core.authors import Actor, importer
from memdesk.core.entry import Memory
from memdesk.store.bank import Bank

TOGETHER = 10
"""Passages of one topic: what a search finds."""


@dataclass(frozen=True)
class Passage:
    """Something to remember; its name is in its text."""

    name: str
    title: str
    content: str


def named(number: int) -> str:
    return f"w{number:06}"


def topic(number: int) -> str:
    """A word that stands in the passage and in nine others."""
    return f"topic{number // TOGETHER}q"


def passages(first: int, end: int) -> Iterator[Passage]:
    """The same passages in every run: about 300 characters, a fifth of them Chinese."""
    for number in range(first, end):
        dice = random.Random(number)
        body = chinese(dice) if number % 5 == 0 else english(dice)
        name = named(number)
        yield Passage(name, f"{name} {body[:30].strip()}", f"{name} {topic(number)} {body}")


def noted(number: int, content: str) -> Passage:
    """A text of somebody else's under a name of its own."""
    return Passage(named(number), f"{named(number)} {content[:30].strip()}", content)


class Program(ABC):
    """A memory server. Its homes are folders of its own; `store` is the file that it keeps."""

    name: str
    version: str
    settings: str
    """What was set, and what its documentation would have besides."""
    bare: Sequence[str]
    """The interpreter of the program, doing nothing: the floor of its start."""
    guards = True
    """Whether it has a guard against near-duplicates that works here."""

    @abstractmethod
    def command(self, home: Path) -> list[str]: ...

    @abstractmethod
    def env(self, home: Path) -> dict[str, str]: ...

    @abstractmethod
    def store(self, home: Path) -> Path: ...

    @abstractmethod
    def write(self, passage: Passage) -> Call: ...

    @abstractmethod
    def recall(self, word: str) -> Call: ...

    @abstractmethod
    async def fill(self, home: Path, more: Sequence[Passage]) -> None:
        """Add passages in the quickest way that the program offers, to a stopped server."""

    @abstractmethod
    async def kept(self, server: Session) -> set[str]:
        """The names of all passages that the program itself says it has."""

    def other_searches(self, word: str) -> dict[str, Call]:
        """Searches that must be asked for by name."""
        return {}

    def alike(self, told: str) -> bool:
        """Whether the reply to a write says that there is something like it."""
        return False

    def serve(self, home: Path) -> AbstractAsyncContextManager[Session]:
        return session(self.command(home), self.env(home), home)


def _env(home: Path) -> dict[str, str]:
    """A home of its own, and nothing else of this machine's settings."""
    kept = environment(home)
    return {"PATH": kept["PATH"], "LC_ALL": kept["LC_ALL"], "HOME": str(home)}


class Memdesk(Program):
    """This program. It is filled by its own store, as an import would."""

    name, version, settings = "memdesk", __version__, "as installed"
    bare = (sys.executable, "-c", "pass")

    def command(self, home: Path) -> list[str]:
        return [*memdesk_command(), "--bank", str(self.store(home)), "mcp"]

    def env(self, home: Path) -> dict[str, str]:
        return _env(home) | {"MEMDESK_HOME": str(home)}

    def store(self, home: Path) -> Path:
        return home / "memdesk.sqlite"

    def write(self, passage: Passage) -> Call:
        return Call("memory_write", {"title": passage.title, "content": passage.content})

    def recall(self, word: str) -> Call:
        return Call("memory_recall", {"query": word})

    async def fill(self, home: Path, more: Sequence[Passage]) -> None:
        actor = Actor(author=importer("memdesk"))
        with closing(Bank(self.store(home))) as bank, bank.transaction(actor, "benchmark"):
            for passage in more:
                bank.add(Memory(title=passage.title, content=passage.content), actor)

    async def kept(self, server: Session) -> set[str]:
        found: set[str] = set()
        asked: dict[str, object] = {"limit": 100}
        while True:
            listed = (await server.result(Call("memory_list", asked))).structured_content or {}
            found |= {one["title"].split()[0] for one in listed["entries"]}
            if not listed["next"]:
                return found
            asked["cursor"] = listed["next"]

    def alike(self, told: str) -> bool:
        return "resembles" in told


class ServerMemory(Program):
    """The reference server: a graph in one file of JSON lines, written anew with each change."""

    name, version = "server-memory", install.SERVER_MEMORY
    settings = "MEMORY_FILE_PATH"
    bare = ("node", "-e", "0")

    def __init__(self) -> None:
        self._program = install.server_memory()

    def command(self, home: Path) -> list[str]:
        return ["node", str(self._program)]

    def env(self, home: Path) -> dict[str, str]:
        return _env(home) | {"MEMORY_FILE_PATH": str(self.store(home))}

    def store(self, home: Path) -> Path:
        return home / "memory.jsonl"

    def write(self, passage: Passage) -> Call:
        return Call("create_entities", {"entities": [self._entity(passage)]})

    def recall(self, word: str) -> Call:
        return Call("search_nodes", {"query": word})

    async def fill(self, home: Path, more: Sequence[Passage]) -> None:
        async with self.serve(home) as server:
            call = Call("create_entities", {"entities": [self._entity(one) for one in more]})
            await server.ask(call)

    async def kept(self, server: Session) -> set[str]:
        return set(NAMED.findall(await server.ask(Call("read_graph", {}))))

    def _entity(self, passage: Passage) -> dict[str, object]:
        named = {"name": passage.title, "entityType": "note"}
        return {**named, "observations": [passage.content]}


class McpMemoryService(Program):
    """Passages and their vectors in SQLite."""

    name, version = "mcp-memory-service", install.MCP_MEMORY_SERVICE
    settings = (
        "MCP_MEMORY_ALLOW_HASH_EMBEDDINGS=1, MCP_MEMORY_OFFLINE=1: hashes instead of vectors of "
        "meaning, for which it downloads a model; faster than with one, and no guard"
    )
    guards = False

    def __init__(self) -> None:
        self._commands = install.mcp_memory_service()
        self.bare = (str(self._commands / "python"), "-c", "pass")

    def command(self, home: Path) -> list[str]:
        return [str(self._commands / "memory"), "server"]

    def env(self, home: Path) -> dict[str, str]:
        return _env(home) | {
            "MCP_MEMORY_ALLOW_HASH_EMBEDDINGS": "1",
            "MCP_MEMORY_OFFLINE": "1",
            "MCP_MEMORY_SQLITE_PATH": str(self.store(home)),
        }

    def store(self, home: Path) -> Path:
        return home / "memory.db"

    def write(self, passage: Passage) -> Call:
        return Call("memory_store", {"content": f"{passage.title}\n{passage.content}"})

    def recall(self, word: str) -> Call:
        return Call("memory_search", {"query": word})

    def other_searches(self, word: str) -> dict[str, Call]:
        return {
            mode: Call("memory_search", {"query": word, "mode": mode, "limit": 3})
            for mode in ("hybrid", "exact")
        }

    async def fill(self, home: Path, more: Sequence[Passage]) -> None:
        async with self.serve(home) as server:
            for passage in more:
                await server.ask(self.write(passage))

    async def kept(self, server: Session) -> set[str]:
        found: set[str] = set()
        for page in count(1):
            asked = Call("memory_list", {"page": page, "page_size": 100})
            told = await server.ask(asked)
            if told.startswith("Error"):
                raise Refused(told)
            names = set(NAMED.findall(told))
            if not names:
                break
            found |= names
        return found


class BasicMemory(Program):
    """Markdown files, and an index of them in SQLite."""

    name, version = "basic-memory", install.BASIC_MEMORY
    settings = (
        "BASIC_MEMORY_SEMANTIC_SEARCH_ENABLED=false, BASIC_MEMORY_AUTO_UPDATE=false: its search "
        "of words, without the one by meaning, for which it downloads a model"
    )

    def __init__(self) -> None:
        self._commands = install.basic_memory()
        self.bare = (str(self._commands / "python"), "-c", "pass")

    def command(self, home: Path) -> list[str]:
        return [str(self._commands / "basic-memory"), "mcp"]

    def env(self, home: Path) -> dict[str, str]:
        return _env(home) | {
            "BASIC_MEMORY_SEMANTIC_SEARCH_ENABLED": "false",
            "BASIC_MEMORY_AUTO_UPDATE": "false",
        }

    def store(self, home: Path) -> Path:
        return home / ".basic-memory" / "memory.db"

    def write(self, passage: Passage) -> Call:
        asked = {"title": passage.name, "content": passage.content, "directory": "notes"}
        return Call("write_note", asked)

    def recall(self, word: str) -> Call:
        return Call("search_notes", {"query": word})

    async def fill(self, home: Path, more: Sequence[Passage]) -> None:
        """Files as a person would put them there, then its command that indexes them."""
        notes = home / "basic-memory" / "notes"
        notes.mkdir(parents=True, exist_ok=True)
        for passage in more:
            text = f"---\ntitle: {passage.name}\ntype: note\n---\n\n{passage.content}\n"
            (notes / f"{passage.name}.md").write_text(text, "utf-8")
        with (home / "stderr").open("a") as log:
            await anyio.run_process(
                [str(self._commands / "basic-memory"), "reindex", "--search"],
                env=self.env(home),
                cwd=home,
                stderr=log,
            )

    async def kept(self, server: Session) -> set[str]:
        found: set[str] = set()
        for page in count(1):
            asked = {"dir_name": "notes", "page": page, "page_size": 200}
            names = set(NAMED.findall(await server.ask(Call("list_directory", asked))))
            if not names:
                break
            found |= names
        return found


PROGRAMS: dict[str, Callable[[], Program]] = {
    "memdesk": Memdesk,
    "server-memory": ServerMemory,
    "mcp-memory-service": McpMemoryService,
    "basic-memory": BasicMemory,
}
"""Each raises NotHere when it cannot be had on this machine."""
