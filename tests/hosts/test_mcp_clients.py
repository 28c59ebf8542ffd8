"""`memdesk mcp` as others' programs see it: the official Python client, the official inspector."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.session import ClientSession
from mcp.client.stdio import stdio_client
from mcp.client.subscriptions import ResourcesListChanged, ResourceUpdated

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.query import Query
from memdesk.store.bank import Bank

USER = Actor()
HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODES = ("legacy", "auto", "2026-07-28")
SIX = {
    *("memory_read", "memory_update", "memory_write", "memory_recall", "memory_list"),
    "memory_forget",
}
PATIENCE = 60
"""Seconds after which a client that waits is stuck."""


def parameters(*flags: str, bank: Path) -> StdioServerParameters:
    """How a host starts the server on a bank."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-W", "error", "-m", "memdesk", "--bank", str(bank), "mcp", *flags],
        env=dict(os.environ),
    )


def run(task: Callable[[], Awaitable[None]]) -> None:
    """Run a client to its end, or fail."""

    async def bounded() -> None:
        with anyio.fail_after(PATIENCE):
            await task()

    anyio.run(bounded)


def text(result: types.CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text


@pytest.mark.parametrize("mode", MODES)
def test_the_official_client_finds_all_that_is_offered(
    mode: str, bank: Bank, bank_path: Path
) -> None:
    id = bank.add(Memory(title="Fridays", content="We deploy on Fridays"), USER).id

    async def use() -> None:
        async with Client(parameters(bank=bank_path), mode=mode) as client:
            if mode == "legacy":
                assert client.protocol_version == "2025-11-25"
            else:
                assert client.protocol_version == "2026-07-28"
            if mode != "2026-07-28":  # a pinned version asks nobody
                assert "Fridays" in (client.instructions or "")
            tools = (await client.list_tools()).tools
            assert {tool.name for tool in tools} == SIX
            listed = {one.uri for one in (await client.list_resources()).resources}
            assert listed == {
                *("memdesk://block", "memdesk://tasks", "memdesk://works", "memdesk://sessions"),
                f"memdesk://memory/{id}",
            }
            templates = (await client.list_resource_templates()).resource_templates
            assert "memdesk://memory/{id}" in {one.uri_template for one in templates}
            (content,) = (await client.read_resource("memdesk://block")).contents
            assert isinstance(content, types.TextResourceContents)
            assert "Fridays" in content.text
            prompts = {one.name for one in (await client.list_prompts()).prompts}
            assert prompts == {"memory", "block"}
            prompt = await client.get_prompt("memory", {"scope": "recent"})
            (message,) = prompt.messages
            assert isinstance(message.content, types.TextContent)
            assert "newest five" in message.content.text

            written = await client.call_tool("memory_write", {"title": "Shell", "content": "pwsh"})
            assert not written.is_error
            assert written.structured_content is not None
            recalled = await client.call_tool("memory_recall", {"query": "pwsh"})
            assert written.structured_content["id"] in text(recalled)
            refused = await client.call_tool("memory_write", {"title": "Shell"})
            assert refused.is_error
            assert "content" in text(refused)

    run(use)


@pytest.mark.parametrize("version", HANDSHAKE)
def test_every_version_is_shaken_hands_on(version: str, bank: Bank, bank_path: Path) -> None:
    """The official client offers its newest only: the older ones are asked for in its stead."""
    bank.add(Memory(title="Fridays", content="x"), USER)

    async def use() -> None:
        async with (
            stdio_client(parameters(bank=bank_path)) as (read, write),
            ClientSession(read, write) as session,
        ):
            asked = types.InitializeRequest(
                params=types.InitializeRequestParams(
                    protocol_version=version,
                    capabilities=types.ClientCapabilities(),
                    client_info=types.Implementation(name="tester", version="1"),
                )
            )
            result = await session.send_request(asked, types.InitializeResult)
            assert result.protocol_version == version
            assert "Fridays" in (result.instructions or "")

    run(use)


# The client says that the newest version has another way: here the older ones' is meant.
@pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")
def test_a_client_is_told_of_a_write_on_the_command_line(bank: Bank, bank_path: Path) -> None:
    async def use() -> None:
        told: list[str] = []
        heard = anyio.Event()

        async def note(message: object) -> None:
            if isinstance(message, types.ResourceUpdatedNotification):
                told.append(message.params.uri)
            if isinstance(message, types.ResourceListChangedNotification):
                told.append("list")
            if {"list", "memdesk://block"} <= set(told):
                heard.set()

        async with Client(
            parameters(bank=bank_path), mode="legacy", message_handler=note
        ) as client:
            await client.subscribe_resource("memdesk://block")
            await add(bank_path, "We deploy on Fridays")
            await heard.wait()
            (content,) = (await client.read_resource("memdesk://block")).contents
            assert isinstance(content, types.TextResourceContents)
            assert "Fridays" in content.text

    run(use)


def test_a_stateless_client_is_told_of_a_write_on_the_command_line(
    bank: Bank, bank_path: Path
) -> None:
    async def use() -> None:
        async with (
            Client(parameters(bank=bank_path)) as client,
            client.listen(
                resources_list_changed=True, resource_subscriptions=["memdesk://block"]
            ) as told,
        ):
            await add(bank_path, "We deploy on Fridays")
            events = {type(await anext(told)) for _ in range(2)}
            assert events == {ResourcesListChanged, ResourceUpdated}

    run(use)


async def add(bank_path: Path, said: str) -> None:
    """Write from another process."""
    done = await anyio.run_process(
        [sys.executable, "-m", "memdesk", "--bank", str(bank_path), "add", said]
    )
    assert done.returncode == 0


async def write_unawaited(bank_path: Path, name: str, count: int) -> None:
    """One session that asks for all its writes at once, and each must be acknowledged."""
    async with Client(parameters("--host", name, bank=bank_path)) as client:

        async def one(number: int) -> None:
            title = f"{name} writes number {number}"
            result = await client.call_tool("memory_write", {"title": title, "content": title})
            assert not result.is_error, text(result)

        async with anyio.create_task_group() as writes:
            for number in range(count):
                writes.start_soon(one, number)


def test_fifty_unawaited_writes_of_one_session_are_all_there(bank: Bank, bank_path: Path) -> None:
    run(lambda: write_unawaited(bank_path, "one", 50))
    assert {entry.title for entry in bank.entries(Query(limit=None))} == {
        f"one writes number {number}" for number in range(50)
    }


def test_four_processes_of_twenty_writes_lose_none(bank: Bank, bank_path: Path) -> None:
    names = ("a", "b", "c", "d")

    async def use() -> None:
        async with anyio.create_task_group() as sessions:
            for name in names:
                sessions.start_soon(write_unawaited, bank_path, name, 20)

    run(use)
    assert {entry.title for entry in bank.entries(Query(limit=None))} == {
        f"{name} writes number {number}" for name in names for number in range(20)
    }


# --- the process


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "clientInfo": {"name": "tester"}},
}
WRITE = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/call",
    "params": {"name": "memory_write", "arguments": {"title": "Last", "content": "word"}},
}


def test_what_was_asked_before_the_end_is_done_and_answered(bank: Bank, bank_path: Path) -> None:
    asked = "".join(json.dumps(one) + "\n" for one in (INITIALIZE, WRITE))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "memdesk", "--bank", str(bank_path), "mcp"],
        input=asked.rstrip("\n").encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in replies] == [1, 2]
    assert [entry.title for entry in bank.entries()] == ["Last"]


# Greets a client, then writes down every module that is loaded, before stdin is read again.
GREET = """
import os, sys
from pathlib import Path
from memdesk.cli import main

def read(file, size, first=os.read):
    if read.asked:
        Path(sys.argv[1]).write_text("\\n".join(sys.modules), "utf-8")
        return b""
    read.asked = True
    return first(file, size)

read.asked = False
os.read = read
sys.exit(main(sys.argv[2:]))
"""
NEVER = {"PySide6", "pydantic", "mcp", "asyncio", "kitoken"}


@pytest.mark.parametrize("flags", [(), ("--no-block",)], ids=["block", "no block"])
def test_a_host_is_greeted_before_anything_heavy_is_loaded(
    flags: tuple[str, ...], bank: Bank, bank_path: Path, tmp_path: Path
) -> None:
    bank.add(Memory(title="Fridays", content="x"), USER)
    loaded = tmp_path / "modules"
    for _ in range(3):  # the first starts make the host known, and keep its greeting
        done = subprocess.run(
            [sys.executable, "-c", GREET, loaded, "--bank", bank_path, "mcp", *flags],
            input=json.dumps(INITIALIZE).encode() + b"\n",
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
    assert ("Fridays" in done.stdout.decode()) == (not flags)
    modules = set(loaded.read_text("utf-8").splitlines())
    assert modules & NEVER == set()
    if flags:
        assert modules & {"sqlite3", "peewee"} == set()


# --- the inspector


@pytest.fixture(scope="session")
def inspector() -> Path:
    """The official inspector's command line, installed once into a folder of the machine's cache.

    npm takes the newest that this machine's Node can run.
    """
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("no npm on this machine")
    cache = Path(os.environ.get("MEMDESK_TEST_CACHE") or tempfile.gettempdir())
    folder = cache / f"memdesk-inspector-{os.getuid() if hasattr(os, 'getuid') else 0}"
    program = folder / "node_modules" / ".bin" / "mcp-inspector"
    if not program.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            installed = subprocess.run(
                [npm, "install", "--no-audit", "--no-fund", "@modelcontextprotocol/inspector"],
                cwd=folder,
                capture_output=True,
                timeout=120,
                check=False,
            )
        except subprocess.TimeoutExpired:
            pytest.skip("npm took longer than two minutes to fetch the inspector")
        if installed.returncode != 0 or not program.exists():
            pytest.skip(f"the inspector can't be had: {installed.stderr.decode()[-200:]}")
    return program


Inspect = Callable[..., Any]


@pytest.fixture(params=["legacy", "modern"])
def inspect(
    request: pytest.FixtureRequest, inspector: Path, bank_path: Path, tmp_path: Path
) -> Inspect:
    """Runs the inspector for one method, and gives the result that it prints."""
    package = inspector.parent.parent / "@modelcontextprotocol" / "inspector" / "package.json"
    version = json.loads(package.read_text("utf-8"))["version"]
    knows_eras = int(version.partition(".")[0]) >= 2
    if request.param == "modern" and not knows_eras:
        pytest.skip(f"the inspector {version}, the newest for this Node, shakes hands only")
    plain = ("--format", "json") if knows_eras else ()
    config = tmp_path / "servers.json"
    server = parameters(bank=bank_path)
    config.write_text(
        json.dumps(
            {
                "mcpServers": {
                    "memdesk": {
                        "command": server.command,
                        "args": server.args,
                        "env": server.env,
                        "protocolEra": request.param,
                    }
                }
            }
        ),
        "utf-8",
    )

    def call(method: str, *arguments: str) -> Any:
        done = subprocess.run(
            [
                *(inspector, "--cli", "--config", config, "--server", "memdesk"),
                *("--method", method, *plain, *arguments),
            ],
            capture_output=True,
            env=os.environ | {"MCP_INSPECTOR_SECRET_STORE": "memory"},
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        found = json.loads(done.stdout)
        return found["result"] if plain and "result" in found else found

    return call


def test_the_official_inspector_finds_all_that_is_offered(
    inspect: Inspect, bank: Bank, bank_path: Path
) -> None:
    assert {tool["name"] for tool in inspect("tools/list")["tools"]} == SIX
    call = ("tools/call", "--tool-name", "memory_write", "--tool-arg")
    id = inspect(*call, "title=Fridays", "--tool-arg", "content=We deploy then")[
        "structuredContent"
    ]["id"]
    assert bank.get(id).title == "Fridays"
    listed = {one["uri"] for one in inspect("resources/list")["resources"]}
    assert {"memdesk://block", f"memdesk://memory/{id}"} <= listed
    templates = inspect("resources/templates/list")["resourceTemplates"]
    assert "memdesk://memory/{id}" in {one["uriTemplate"] for one in templates}
    (content,) = inspect("resources/read", "--uri", f"memdesk://memory/{id}")["contents"]
    assert "We deploy then" in content["text"]
    assert {one["name"] for one in inspect("prompts/list")["prompts"]} == {"memory", "block"}
    prompt = inspect("prompts/get", "--prompt-name", "memory", "--prompt-args", "scope=session:s1")
    assert "`s1`" in prompt["messages"][0]["content"]["text"]
