"""How long a host waits for its block over the local socket (spec 6.1, first two rows)."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from banks import copied_bank
from measuring import Figure, Server, environment, memdesk_command, percentile, serving

PARAMS = {"host": "benchmark", "preset": "default"}
ROUNDS = 10
"""Server and floor take turns, so that a noisy second hits both."""
PAUSE = 0.003
"""Seconds between two requests to a window: they come at any moment of its painting."""


class Client:
    """One connection, one request at a time."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(address)
        self._received = b""

    def ask(self, line: bytes) -> bytes:
        """Send a line, wait for the reply's line."""
        self._socket.sendall(line)
        while b"\n" not in self._received:
            received = self._socket.recv(1 << 20)
            if not received:
                raise ConnectionError("the server closed the connection")
            self._received += received
        reply, self._received = self._received.split(b"\n", 1)
        return reply + b"\n"

    def close(self) -> None:
        self._socket.close()


def request(method: str, params: dict[str, object]) -> bytes:
    call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return json.dumps(call).encode() + b"\n"


@contextmanager
def echoing(folder: Path, reply: bytes) -> Iterator[Server]:
    """Run the floor on those bytes."""
    address, file = folder / "echo.sock", folder / "reply"
    file.write_bytes(reply)
    program = Path(__file__).with_name("echo_server.py")
    server = subprocess.Popen(
        [sys.executable, str(program), str(address), str(file)], stdout=subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        ready, _, _ = select.select([server.stdout], [], [], 30)
        if not (ready and server.stdout.readline()):
            raise RuntimeError("the echo server did not start")
        yield Server(str(address), server.pid)
    finally:
        server.terminate()
        server.wait(30)
        if server.stdout is not None:
            server.stdout.close()
        address.unlink(missing_ok=True)


def times(client: Client, line: bytes, count: int) -> list[float]:
    """Seconds of each of so many requests, one after the other."""
    taken = []
    for _ in range(count):
        start = time.perf_counter()
        client.ask(line)
        taken.append(time.perf_counter() - start)
    return taken


def measure(folder: Path, counts: tuple[int, ...], *, quick: bool) -> list[Figure]:
    """Unchanged banks of growing size against the floor; then a block after each change; then
    from a window that paints meanwhile."""
    figures = []
    for count in counts:
        home = folder / f"home-{count}"
        home.mkdir()
        bank = copied_bank(home / "memdesk.sqlite", count)
        with serving(home, bank) as server:
            client = Client(server.address)
            figures += unchanged(server, client, folder, count, 200 if quick else 2_000)
            figures.append(changed(client, count, 50 if quick else 300))
            client.close()
        with painting(home, bank) as address:
            client = Client(address)
            figures += beside_painting(client, count, 200 if quick else 2_000)
            client.close()
        bank.unlink()
    return figures


@contextmanager
def apart(*servers: int) -> Iterator[None]:
    """Keep this process on one processor and servers on the others, where that can be said.

    Else the system puts them on the same one or not, as it happens: the floor alone takes 17 µs
    one time and 49 another.
    """
    if not hasattr(os, "sched_setaffinity") or (os.cpu_count() or 1) < 2:
        yield
        return
    before = os.sched_getaffinity(0)
    mine, *others = sorted(before)
    for server in servers:
        for thread in Path(f"/proc/{server}/task").iterdir():
            os.sched_setaffinity(int(thread.name), others)
    os.sched_setaffinity(0, [mine])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def painting(home: Path, bank: Path) -> Iterator[str]:
    """Run a window that paints 60 times a second and serves; gives the address of its socket."""
    env = environment(home)
    where = [*memdesk_command(), "where", "--socket", "--bank", str(bank)]
    address = subprocess.check_output(where, env=env, text=True).strip()
    program = Path(__file__).with_name("painting_window.py")
    window = subprocess.Popen(
        [sys.executable, str(program), str(bank)],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert window.stdout is not None
    try:
        ready, _, _ = select.select([window.stdout], [], [], 120)
        if not (ready and window.stdout.readline()):
            raise RuntimeError("the window did not paint")
        yield address
        told, _ = window.communicate(b"\n", timeout=60)
        painted = json.loads(told)["a second"]
        print(f"the window painted {painted:.0f} times a second", file=sys.stderr)
    finally:
        window.kill()
        window.wait(30)
        window.stdout.close()


def beside_painting(client: Client, count: int, requests: int) -> list[Figure]:
    """As a host asks: not the next at once, but some time after the last."""
    line = request("block", PARAMS)
    taken = []
    for _ in range(requests):
        taken += times(client, line, 1)
        select.select([], [], [], PAUSE)
    name = "block, unchanged, from a window that paints at 60 Hz"
    return [
        Figure(f"{name}, p50", percentile(taken, 0.5), entries=count),
        Figure(f"{name}, p99", percentile(taken, 0.99), most=0.005, entries=count),
    ]


def unchanged(
    server: Server, client: Client, folder: Path, count: int, requests: int
) -> list[Figure]:
    line = request("block", PARAMS)
    reply = client.ask(line)
    if b'"error"' in reply:
        raise RuntimeError(reply.decode())
    ours: list[float] = []
    floor: list[float] = []
    with echoing(folder, reply) as plain, apart(server.pid, plain.pid):
        echo = Client(plain.address)
        times(client, line, 50)
        times(echo, line, 50)
        for _ in range(ROUNDS):
            ours += times(client, line, requests // ROUNDS)
            floor += times(echo, line, requests // ROUNDS)
        echo.close()
    name = "block, unchanged"
    middle, beside = percentile(ours, 0.5), percentile(floor, 0.5)
    return [
        Figure(f"{name}, p50", middle, beside, most=2, entries=count),
        Figure(f"{name}, p99", percentile(ours, 0.99), most=0.005, entries=count),
    ]


def changed(client: Client, count: int, rounds: int) -> Figure:
    """The first block after a write."""
    line = request("block", PARAMS)
    taken = []
    for number in range(rounds):
        write = request("memory_write", {"title": f"Change {number}", "content": "A new thing"})
        reply = client.ask(write)
        if b'"error"' in reply:
            raise RuntimeError(reply.decode())
        taken += times(client, line, 1)
    most = 0.005 if count <= 10_000 else None
    what = "block after a change, p50"
    return Figure(what, percentile(taken, 0.5), most=most, entries=count)
