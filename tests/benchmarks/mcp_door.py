"""How soon an MCP client is greeted, and what its calls take (spec 6.1)."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from banks import copied_bank
from cold_start import seconds
from measuring import Figure, environment, memdesk_command, percentile

PEER_WRITE, PEER_RECALL = 0.187, 0.086
"""Seconds that the reference server took at 10,000 entries, as spec 6.1 gives them."""

OPENING = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench"}}


class Host:
    """A client that starts the server, and asks one thing after the other."""

    def __init__(self, bank: Path, env: dict[str, str], *flags: str) -> None:
        start = time.perf_counter()
        self._process = subprocess.Popen(
            [*memdesk_command(), "--bank", str(bank), "mcp", *flags],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.ask("initialize", OPENING)
        self.greeted = time.perf_counter() - start

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        stdin.write(json.dumps(request).encode() + b"\n")
        stdin.flush()
        return json.loads(stdout.readline())["result"]

    def tool(self, name: str, **arguments: object) -> float:
        """Seconds that a call takes, which must be a success."""
        start = time.perf_counter()
        result = self.ask("tools/call", {"name": name, "arguments": arguments})
        taken = time.perf_counter() - start
        if result["isError"]:
            raise RuntimeError(str(result))
        return taken

    def end(self) -> None:
        self._process.communicate()


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    home = folder / "mcp"
    home.mkdir()
    bank = home / "memdesk.sqlite"
    copied_bank(bank, 1_000 if quick else 10_000)
    env = environment(home)
    rounds = 10 if quick else 40
    floors, block, line, changed = [], [], [], []
    for number in range(rounds + 2):  # the first starts make the host known
        floors.append(seconds([sys.executable, "-c", "pass"], env))
        block.append(greeted(bank, env))
        line.append(greeted(bank, env, "--no-block"))
        said = f"The bank has changed, {number}"
        subprocess.run(
            [*memdesk_command(), "--bank", str(bank), "add", said],
            env=env,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        changed.append(greeted(bank, env))
    floor, kept, one_line, made = (
        percentile(values[2:], 0.5) for values in (floors, block, line, changed)
    )
    host = Host(bank, env)
    host.tool("memory_list")
    writes, recalls = [], []
    for number in range(20 if quick else 200):
        text = f"Measured fact number {number}: " + "it is long enough to be one. " * 10
        writes.append(host.tool("memory_write", title=f"Fact {number}", content=text))
        recalls.append(host.tool("memory_recall", query=f"measured {number}"))
    host.end()
    return [
        Figure("memdesk mcp, spawn to greeting, bank unchanged", kept, floor, most=8),
        Figure("memdesk mcp --no-block, spawn to greeting", one_line, floor, most=8),
        Figure("memdesk mcp, spawn to greeting, bank changed since", made, floor, most=8),
        Figure("memory_write over MCP, p50", percentile(writes, 0.5), most=PEER_WRITE / 20),
        Figure("memory_recall over MCP, p50", percentile(recalls, 0.5), most=PEER_RECALL / 10),
    ]


def greeted(bank: Path, env: dict[str, str], *flags: str) -> float:
    """Seconds from spawn to the reply that greets."""
    host = Host(bank, env, *flags)
    host.end()
    return host.greeted
