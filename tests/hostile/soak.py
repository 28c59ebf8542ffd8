"""A server under mixed load for a long time: `python tests/hostile/soak.py --minutes 60`.

Writes, reads, blocks, subscriptions, reconnects, HTTP and other programs' writes at once; the
server's memory, file handles, threads and write-ahead log are sampled and must stay flat. With
`--blocks 100000` so many blocks are asked for instead.
"""

from __future__ import annotations

import argparse
import random
import threading
import time
import urllib.request
from collections import Counter, deque
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from programs import Home, home_of_its_own, serving

from memdesk.core.errors import BankUnavailable, NotFound
from memdesk.hosts.socket_client import Client

SAMPLE_SECONDS = 5.0
WARM = 1 / 3
"""The part of the samples in which caches fill, memory is laid out, and nothing is judged."""
MOST_GROWTH_KIB = 6 * 1024
"""What a straight line through the memory's samples may gain over the time that is judged."""
MOST_LOG = 80 * 1024 * 1024
"""Bytes of the write-ahead log: its limit is 64 MiB, and a transaction may pass it for a while."""
KEPT = 400
"""Memories that a writer keeps: the bank stays as big as it is."""
BEFORE = 15_000
"""Entries that are there before: each connection's page cache fills up while nothing is judged."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What a process held at a moment."""

    second: float
    memory_kib: int
    files: int
    threads: int
    log_bytes: int


def look_at(process: int, bank: Path, started: float) -> Sample:
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines()
    )
    log = bank.with_name(bank.name + "-wal")
    return Sample(
        time.monotonic() - started,
        int(status["VmRSS"].split()[0]),
        sum(1 for _one in Path(f"/proc/{process}/fd").iterdir()),
        int(status["Threads"]),
        log.stat().st_size if log.exists() else 0,
    )


def slope(samples: list[Sample], of: Callable[[Sample], float]) -> float:
    """How much a value gains a second, by the straight line through all of it."""
    middle = sum(one.second for one in samples) / len(samples)
    mean = sum(map(of, samples)) / len(samples)
    above = sum((one.second - middle) * (of(one) - mean) for one in samples)
    below = sum((one.second - middle) ** 2 for one in samples)
    return above / below if below else 0.0


class Load:
    """All that uses the server at once."""

    def __init__(self, home: Home, address: str, http: str, token: str, pause: float) -> None:
        self._home = home
        self._address = address
        self._http = http
        self._token = token
        self._pause = pause
        self._ended = threading.Event()
        self.done: Counter[str] = Counter()
        self.failed: list[str] = []
        jobs = (self.write, self.write, self.read, self.blocks, self.subscribe,
                self.reconnect, self.over_http, self.command_line)  # fmt: skip
        self._threads = [
            threading.Thread(target=self._guarded, args=(job, number))
            for number, job in enumerate(jobs)
        ]
        for thread in self._threads:
            thread.start()

    def wait(self, seconds: float) -> None:
        """Wait so long, or until something failed."""
        self._ended.wait(seconds)

    def stop(self) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _guarded(self, job: Callable[[random.Random], None], number: int) -> None:
        try:
            job(random.Random(number))
        except Exception as error:  # noqa: BLE001 - said at the end, and fails the soak
            self.failed.append(f"{job.__name__}: {error!r}")
            self._ended.set()

    def _goes_on(self, what: str) -> bool:
        self.done[what] += 1
        return not self._ended.wait(self._pause)

    def write(self, dice: random.Random) -> None:
        ids: deque[str] = deque()
        with Client(self._address) as client:
            client.call("hello", {"host": "writer"})
            while self._goes_on("writes"):
                content = " ".join(dice.choices(("进度", "never", "build", "Friday", "规则"), k=60))
                try:
                    done = client.call("memory_write", {"title": content[:50], "content": content})
                    ids.append(done["id"])
                    client.call("memory_update", {"id": dice.choice(ids), "content": content[::-1]})
                    if len(ids) > KEPT:
                        client.call("memory_forget", {"id": ids[0]})
                        ids.popleft()
                except BankUnavailable as refusal:
                    if "Try again" not in str(refusal):
                        raise
                    self.done["refused as locked"] += 1

    def read(self, dice: random.Random) -> None:
        with Client(self._address) as client:
            while self._goes_on("reads"):
                client.call("memory_recall", {"query": dice.choice(["build", "规则", "nothing"])})
                listed = client.call("memory_list", {"limit": 50})
                if listed["entries"]:
                    try:
                        client.call("memory_read", {"id": listed["entries"][-1]["id"]})
                    except NotFound:
                        self.done["forgotten meanwhile"] += 1
                client.call("stats")

    def blocks(self, dice: random.Random) -> None:
        with Client(self._address) as client:
            while self._goes_on("blocks"):
                host = f"host {dice.randrange(20)}"
                client.call("block", {"host": host, "language": dice.choice(["en", "zh"])})
                # A new session each time: what is frozen for it must not stay in memory.
                session = f"s{self.done['blocks']}"
                client.call("block", {"host": host, "session": session})

    def subscribe(self, _dice: random.Random) -> None:
        while self._goes_on("subscriptions"):
            with Client(self._address) as client:
                client.call("subscribe")
                for _ in range(20):
                    try:
                        client.receive(timeout=20)
                    except TimeoutError:
                        if self._ended.is_set():  # nobody writes any more
                            return
                        raise
                    self.done["changes told"] += 1

    def reconnect(self, dice: random.Random) -> None:
        while self._goes_on("connections"):
            client = Client(self._address)
            if dice.random() < 0.5:
                client.call("ping")
            if dice.random() < 0.3:
                client._stream.send(b'{"jsonrpc":"2.0","method":"memory_l', 5)  # and half a line
            client.close()

    def over_http(self, _dice: random.Random) -> None:
        headers = {"Authorization": f"Bearer {self._token}"}
        while self._goes_on("requests over HTTP"):
            request = urllib.request.Request(f"{self._http}/block", headers=headers)
            with urllib.request.urlopen(request, timeout=30) as reply:
                reply.read()

    def command_line(self, _dice: random.Random) -> None:
        while not self._ended.wait(self._pause * 100):
            done = self._home.run("add", "From the command line: never push on Friday")
            if done.returncode:
                raise AssertionError(done.stderr.decode())
            self.done["commands"] += 1


def judge(samples: list[Sample]) -> list[str]:
    """What of the samples is not flat."""
    judged = samples[int(len(samples) * WARM) :]
    seconds = judged[-1].second - judged[0].second
    found = []
    growth = slope(judged, lambda one: one.memory_kib) * seconds
    if growth > MOST_GROWTH_KIB:
        found.append(f"memory grew by {growth:.0f} KiB in {seconds:.0f} s")
    half = len(judged) // 2
    for name in ("files", "threads"):
        # The fewest: connections come and go, the more the busier the machine is, and a leak stays.
        values = [getattr(one, name) for one in judged]
        before, after = min(values[:half]), min(values[half:])
        if after > before + 2:
            found.append(f"{name} grew from {before} to {after}")
    if max(one.log_bytes for one in samples) > MOST_LOG:
        found.append("the write-ahead log passed its limit")
    return found


def fill(home: Home) -> None:
    rows = home.folder / "rows.csv"
    text = "进度 never push on Friday " * 30
    rows.write_text("title,content\n" + "".join(f"t{n},{n} {text}\n" for n in range(BEFORE)))
    done = home.run("import", rows)
    if done.returncode:
        raise AssertionError(done.stderr.decode())


def soak(seconds: float, pause: float, every: float = SAMPLE_SECONDS) -> list[str]:
    """Burden a server, print what it held, and give back what grew or failed."""
    with ExitStack() as stack:
        home = stack.enter_context(home_of_its_own())
        fill(home)
        address, http, server = stack.enter_context(serving(home, "--http", "0"))
        token = home.run("where", "--token").stdout.decode().strip().split("\n")[-1].split()[-1]
        started = time.monotonic()
        load = Load(home, address, http, token, pause)
        samples = []
        try:
            while time.monotonic() < started + seconds and not load.failed:
                samples.append(look_at(server.pid, home.bank, started))
                if len(samples) % 12 == 1:
                    print(samples[-1], dict(load.done), flush=True)
                load.wait(every)
        finally:
            load.stop()
        samples.append(look_at(server.pid, home.bank, started))
        print(samples[-1], dict(load.done), flush=True)
        found = load.failed or judge(samples)
        complaints = (home.folder / "server.err").read_text("utf-8")
    return [*found, complaints] if complaints else found


def many_blocks(count: int) -> list[str]:
    """Ask for many blocks of an unchanged bank and of a changing one."""
    with home_of_its_own() as home:
        for number in range(20):
            home.run("add", f"Rule {number}: never push on Friday")
        with serving(home) as (address, _http, server), Client(address) as client:
            samples = []
            started = time.monotonic()
            for number in range(count):
                client.call("block", {"host": f"host {number % 50}"})
                if number % 1_000 == 0:
                    client.call("memory_update", {"taskTitle": "t", "taskNotes": str(number)})
                if number % (count // 100 or 1) == 0:
                    samples.append(look_at(server.pid, home.bank, started))
            samples.append(look_at(server.pid, home.bank, started))
    print(f"{count} blocks: {samples[0]} … {samples[len(samples) // 3]} … {samples[-1]}")
    return judge(samples)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=0.05, help="seconds between two calls")
    parser.add_argument("--blocks", type=int, default=0)
    args = parser.parse_args()
    found = many_blocks(args.blocks) if args.blocks else soak(args.minutes * 60, args.pause)
    for one in found:
        print("NOT FLAT:", one)
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
