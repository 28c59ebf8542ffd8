"""Random and mutated bytes for every door that takes bytes of others, by hand with a count:

`python tests/hostile/fuzzing.py --inputs 20000`. The suite runs some hundreds of each. What
hypothesis makes of the registry's own types is in tests/hosts, of files in tests/exchange.
"""

from __future__ import annotations

import argparse
import json
import random
import socket
import sys
import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from programs import Home, home_of_its_own, serving

PROMISED = {-32700, -32600, -32601, -32602, -32001, -32002, -32003, -32004}
REPLY_SECONDS = 60.0

WORDS = (b'{"jsonrpc":"2.0","id":1,"method":"', b"block", b"memory_write", b"hello", b"ping",
          b'","params":{', b'"title":"t","content":"c"', b"}}", b"\n", b"\r\n", b"\0", b"\xff\xfe",
          b'"limit":1e999', b'"id":"\\ud800"', b"[" * 300, b'{"a":' * 100, b"null", b"-0", b"1e400",
          b'"session":"s"', b"x" * 5_000, b'"layers":["system"]', b",", b":", b'"', b"\\u0000",
          b"9" * 5_000)  # fmt: skip
LINES = (
    b'{"jsonrpc":"2.0","id":1,"method":"memory_write","params":{"title":"t","content":"c"}}\n',
    b'{"jsonrpc":"2.0","id":"a","method":"block","params":{"host":"h","session":"s"}}\n',
    b'{"jsonrpc":"2.0","id":2,"method":"memory_recall","params":{"query":"a* OR (b"}}\n',
    b'{"jsonrpc":"2.0","id":3,"method":"memory_list","params":{"limit":5,"cursor":"x"}}\n',
    b'{"jsonrpc":"2.0","method":"subscribe","params":{"kinds":["memory"]}}\n',
    b'{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"recall",'
    b'"arguments":{"query":"x"}}}\n',
    b'{"jsonrpc":"2.0","id":5,"method":"resources/read","params":{"uri":"memdesk://block"}}\n',
    b'{"jsonrpc":"2.0","id":6,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}\n',
    b'[{"jsonrpc":"2.0","id":7,"method":"ping"}]\n',
)


def mutated(dice: random.Random, seeds: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    """Some of the seeds, with bytes changed, taken out, doubled, and words put in."""
    data = bytearray(b"".join(dice.choices(seeds, k=dice.randint(1, 3))))
    for _ in range(dice.choice((0, 1, 1, 2, 5, 20))):
        place = dice.randrange(len(data) + 1)
        match dice.randrange(5):
            case 0:
                data[place:place] = dice.choice(words)
            case 1:
                del data[place : place + dice.randint(1, 30)]
            case 2:
                data[place : place + 1] = dice.randbytes(1)
            case 3:
                data[place:place] = data[place : place + dice.randint(1, 200)]
            case _:
                data[place:place] = dice.randbytes(dice.randint(1, 40))
    return bytes(data)


def faults_in(lines: bytes) -> list[str]:
    """What of the answers to garbage is not as promised."""
    found = []
    for line in lines.splitlines():
        try:
            reply = json.loads(line)
        except ValueError:
            found.append(f"no JSON: {line[:200]!r}")
            continue
        for one in reply if isinstance(reply, list) else [reply]:
            code = one.get("error", {}).get("code", -32700)
            said = json.dumps(one.get("result", ""))
            if (code not in PROMISED and not -32100 < code <= -32000) or "inside memdesk" in said:
                found.append(f"{one}"[:300])
    return found


def _read_all(stream: socket.socket) -> bytes:
    stream.settimeout(REPLY_SECONDS)
    received = bytearray()
    try:
        while data := stream.recv(1 << 16):
            received += data
    except ConnectionResetError:
        pass  # it closed on what it had not read
    return bytes(received)


class Target:
    """A door to be fuzzed: `put` gives what was wrong with one input's answers."""

    def __init__(self, home: Home) -> None:
        self.home = home

    def put(self, dice: random.Random) -> list[str]:
        raise NotImplementedError

    def close(self) -> list[str]:
        """What is wrong at the end."""
        return []


class _Served(Target):
    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self._serving = serving(home, "--http", "0")
        self.address, http, self.server = self._serving.__enter__()
        self.port = int(http.rsplit(":", 1)[1])
        self.token = home.run("where", "--token").stdout.split()[-1]

    def close(self) -> list[str]:
        alive = self.server.poll() is None
        self._serving.__exit__(None, None, None)
        said = (self.home.folder / "server.err").read_text("utf-8", "replace")
        found = [] if alive else ["the server died"]
        if "Traceback" in said:
            found.append(said[-3_000:])
        return found


class Socket(_Served):
    """The local socket: framing and requests, in pieces."""

    def put(self, dice: random.Random) -> list[str]:
        data = mutated(dice, LINES, WORDS)
        with socket.socket(socket.AF_UNIX) as stream:
            stream.settimeout(REPLY_SECONDS)
            stream.connect(self.address)
            try:
                while data:
                    size = dice.choice((len(data), dice.randint(1, 400)))
                    stream.sendall(data[:size])
                    data = data[size:]
                if dice.random() < 0.2:
                    return []  # gone without waiting for an answer
                stream.shutdown(socket.SHUT_WR)
            except (BrokenPipeError, ConnectionResetError):
                pass  # it has closed on us, as it may
            except OSError as error:
                return [repr(error)]
            try:
                return faults_in(_read_all(stream))
            except TimeoutError:
                return ["no answer and no end"]


class Http(_Served):
    """Raw bytes at the HTTP door: what is no HTTP, two lengths, chunks, heads without end."""

    HEADS = (
        b"GET /block HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %T\r\n\r\n",
        b"POST /rpc HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %T\r\n"
        b"Content-Length: 41\r\n\r\n"
        b'{"jsonrpc":"2.0","id":1,"method":"stats"}',
        b"POST /memories HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %T\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nc\r\n"
        b'{"text":"a"}\r\n0\r\n\r\n',
        b"DELETE /memories/a HTTP/1.1\r\nHost: [::1]\r\nAuthorization: Bearer %T\r\n\r\n",
        b"OPTIONS /block HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n\r\n",
        b"HEAD /memories?limit=a HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n",
    )
    WORDS = (b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Transfer-Encoding: chunked\r\n",
             b"Content-Length: " + b"9" * 5_000 + b"\r\n", b"Expect: 100-continue\r\n", b"\r\n",
             b"ffffffffffffffff\r\n", b"0\r\n\r\n", b"Host: evil\r\n", b"X: " + b"y" * 40_000,
             b"\0", b"\xff", b"%00", b"//", b"http://[", b"?limit=1&refresh=maybe",
             b"/memories/%ff", b"Connection: close\r\n", b"Upgrade: h2c\r\n",
             b"PRI * HTTP/2.0\r\n\r\n", b" ", b"Authorization: Bearer \xff\xe9\r\n")  # fmt: skip

    def put(self, dice: random.Random) -> list[str]:
        data = mutated(dice, self.HEADS, self.WORDS).replace(b"%T", self.token)
        with socket.create_connection(("127.0.0.1", self.port), REPLY_SECONDS) as stream:
            try:
                stream.sendall(data)
                stream.shutdown(socket.SHUT_WR)
                answer = _read_all(stream)
            except (BrokenPipeError, ConnectionResetError):
                return []
            except OSError as error:
                return [f"{error!r} for {data[:300]!r}"]
        if answer and not answer.startswith(b"HTTP/1.1 "):
            return [f"no HTTP: {answer[:200]!r}"]
        if b"HTTP/1.1 500" in answer or b"-32603" in answer:
            return [f"{answer[:300]!r} for {data[:300]!r}"]
        return []


class Mcp(Target):
    """The stdin of an MCP server; a new one for each input, and a long conversation in each."""

    def put(self, dice: random.Random) -> list[str]:
        data = b"\n".join(mutated(dice, LINES, WORDS) for _ in range(20))
        process = self.home.start("mcp")
        said, complaints = process.communicate(data, timeout=60)
        found = faults_in(said)
        if process.returncode or b"Traceback" in complaints:
            found.append(f"{process.returncode}: {complaints[-2_000:].decode()}")
        return found


class Hook(Target):
    """What a host gives a hook: garbage is answered, with a clean end."""

    SEEDS = (
        b'{"session_id":"s","cwd":"/tmp","hook_event_name":"SessionStart","source":"startup"}',
        b'{"hook_event_name":"UserPromptSubmit","prompt":"x","workspace_roots":["/tmp"]}',
        b'{"conversation_id":"c","generation_id":"g","cwd":"' + b"/a" * 3_000 + b'"}',
    )
    HOSTS = ("claude-code", "codex", "gemini-cli", "cursor", "generic")

    def put(self, dice: random.Random) -> list[str]:
        data = mutated(dice, self.SEEDS, WORDS)
        done = self.home.run("hook", dice.choice(self.HOSTS), said=data)
        if b"Traceback" in done.stderr or done.returncode not in (0, 2):
            return [f"{done.returncode} {done.stderr[-500:]!r} for {data[:200]!r}"]
        return []


class Settings(Target):
    """Garbage in memdesk's own settings: said, never a fault, and nothing is lost."""

    SEEDS = (b'language = "zh"\nhttp = true\nhttp_port = 7411\nhttp_origins = ["https://a.b"]\n',
             b'[presets]\nname = "x"\n', b"http_port = 99999999999999999999\n")  # fmt: skip

    def put(self, dice: random.Random) -> list[str]:
        path = self.home.folder / "config" / "config.toml"
        path.parent.mkdir(exist_ok=True)
        data = mutated(dice, self.SEEDS, WORDS)
        path.write_bytes(data)
        done = self.home.run("block")
        if b"Traceback" in done.stderr:
            return [f"{done.stderr[-500:]!r} for {data[:200]!r}"]
        return []


class Connecting(Target):
    """Garbage in the configuration of other programs: kept to the byte unless it is well formed."""

    SEEDS = (b'{"mcpServers": {"x": {"command": "y"}}, "hooks": {}}\n',
             b'// of mine\n{"mcp": {"a": [1, 2,]},}\n', b'[mcp_servers.x]\ncommand = "y"\n',
             b"# mine\n")  # fmt: skip
    FILES: ClassVar = {
        "cursor": ".cursor/mcp.json",
        "codex": ".codex/config.toml",
        "claude-code": ".claude.json",
        "opencode": ".config/opencode/opencode.json",
        "gemini-cli": ".gemini/settings.json",
    }

    def put(self, dice: random.Random) -> list[str]:
        host = dice.choice(list(self.FILES))
        path = self.home.folder / self.FILES[host]
        path.parent.mkdir(parents=True, exist_ok=True)
        data = mutated(dice, self.SEEDS, WORDS)
        path.write_bytes(data)
        done = self.home.run("connect", host, "--write")
        if b"Traceback" in done.stderr:
            return [f"{host}: {done.stderr[-700:].decode()} for {data[:200]!r}"]
        if done.returncode and path.read_bytes() != data:
            return [f"{host} was refused, and {path.name} is not as it was"]
        if not done.returncode:
            undone = self.home.run("connect", host, "--remove")
            if b"Traceback" in undone.stderr:
                return [f"{host}: {undone.stderr[-700:].decode()} for {data[:200]!r}"]
        return []


TARGETS: dict[str, tuple[type[Target], int]] = {
    "socket": (Socket, 1),
    "HTTP": (Http, 1),
    "MCP": (Mcp, 20),
    "hook": (Hook, 20),
    "settings": (Settings, 20),
    "connect": (Connecting, 40),
}
"""Each with how many times rarer it is put to: a process for each input takes its time."""


def fuzzed(
    name: str, inputs: int, seed: int, until: Callable[[], bool] = lambda: False
) -> tuple[int, list[str]]:
    """Put so many inputs to a target; gives how many were, and what was wrong."""
    found: list[str] = []
    dice = random.Random(seed)
    count = 0
    with home_of_its_own() as home:
        home.run("add", "Never push on Friday")
        target = TARGETS[name][0](home)
        try:
            while count < inputs and not until():
                count += 1
                found += target.put(dice)
        finally:
            found += target.close()
    return count, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    args = parser.parse_args()
    wrong = 0
    for name, (_target, rarer) in TARGETS.items():
        if args.only not in name:
            continue
        count, found = fuzzed(name, max(args.inputs // rarer, 1), args.seed)
        print(f"{name:10} {count:7} inputs {len(found):4} faults (seed {args.seed})", flush=True)
        for one in found[:5]:
            print("   ", one)
        wrong += len(found)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
