"""Rounds in which memdesk is killed (SIGKILL) amid something, and what must hold afterwards.

What was acknowledged is there, the bank and its search index are sound, nothing is half done, and
what a killed program leaves behind does not pile up (spec 1.8, 6.2).
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from programs import ROOT, Home, McpClient, end, home_of_its_own, out, serving

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankUnavailable, NotFound
from memdesk.core.query import Query
from memdesk.hosts.socket_client import Client
from memdesk.store import backup, damage, restoring
from memdesk.store.bank import Bank

USER = Actor()
TELLTALE = "the launch code of the kettle is seven"
IMPORTED = 3_000


@dataclass(slots=True)
class Tally:
    """What the rounds of one scenario came to."""

    rounds: int = 0
    killed: int = 0
    """Rounds in which the program had not ended by itself before."""
    acknowledged: int = 0
    lost: int = 0
    faults: list[str] = field(default_factory=list)


class Rounds:
    """One scenario. A subclass prepares a home, and runs a round in it."""

    def __init__(self, home: Home, seed: int) -> None:
        self.home = home
        self.dice = random.Random(seed)
        self.tally = Tally()
        self.prepare()

    def prepare(self) -> None:
        """Make ready what all rounds share."""

    def run(self) -> None:
        """One round. Raises AssertionError when something does not hold."""
        raise NotImplementedError

    def settle(self) -> None:
        """Look again at the end at what all rounds acknowledged."""

    def kill(self, process: subprocess.Popen[bytes], after: float) -> bool:
        """Kill a process after so many seconds; whether it was still running."""
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            self.tally.killed += 1
            return True
        return False

    def bank(self) -> Bank:
        """The bank after a kill, sound."""
        bank = Bank(self.home.bank)
        assert bank.check() == []
        return bank

    def fill(self, count: int) -> None:
        bank = Bank(self.home.bank)
        with bank.transaction(USER, "fill"):
            for number in range(count):
                bank.add(Memory(id=f"m{number}", title=f"t{number}", content="进度 " * 60), USER)
        bank.close()

    def no_litter(self, folder: Path, *named: str) -> None:
        """Nothing lies there but what is named, and drafts that are removed a day later."""
        for draft in folder.glob(".*"):
            os.utime(draft, (0, 0))  # left long ago
        backup.prune(self.home.backups, self.home.bank)
        left = {one.name for one in folder.iterdir()} - set(named)
        assert not left, f"left behind: {sorted(left)}"


BANK_FILES = ("memdesk.sqlite", "memdesk.sqlite-wal", "memdesk.sqlite-shm", "memdesk.sqlite-mark",
              "backups")  # fmt: skip


class _Writes(Rounds):
    """Memories that were acknowledged, and the texts that each may have by now."""

    def prepare(self) -> None:
        self.may: dict[str, set[str]] = {}
        self.awaited = 0
        self.enough = threading.Event()
        self.fresh: dict[str, set[str]] = {}

    def acknowledge(self, id: str, content: str) -> None:
        self.fresh.setdefault(id, set()).add(content)
        self.tally.acknowledged += 1
        self.awaited -= 1
        if self.awaited < 0:
            self.enough.set()

    def kill_after_some(self, process: subprocess.Popen[bytes]) -> None:
        """Kill it at a moment after so many acknowledgements: in seconds, a busy machine may
        have come to none."""
        self.awaited = self.dice.randrange(60)
        self.enough.clear()
        assert self.enough.wait(60)
        self.kill(process, self.dice.uniform(0, 0.02))

    def look(self, expected: dict[str, set[str]]) -> None:
        if not expected:
            return
        bank = self.bank()
        for id, texts in expected.items():
            try:
                entry = bank.get(id)
            except NotFound:
                self.tally.lost += 1
                raise AssertionError(f"{id} was acknowledged and is not there") from None
            assert isinstance(entry, Memory)
            if entry.content not in texts:
                self.tally.lost += 1
                raise AssertionError(f"{id} is not as it was acknowledged")
        bank.close()
        self.no_litter(self.home.bank.parent, *BANK_FILES)

    def end_round(self) -> None:
        self.look(self.fresh)
        self.may |= self.fresh
        self.fresh = {}

    def settle(self) -> None:
        self.look(self.may)


class SocketWrites(_Writes):
    """Three clients write and edit through a server that is killed."""

    def run(self) -> None:
        with serving(self.home) as (address, _http, server):
            clients = [
                threading.Thread(target=self._write, args=(address, number)) for number in range(3)
            ]
            for client in clients:
                client.start()
            self.kill_after_some(server)
            for client in clients:
                client.join()
        self.end_round()

    def _write(self, address: str, number: int) -> None:
        count = 0
        try:
            with Client(address) as client:
                while True:
                    count += 1
                    text = f"{self.tally.rounds} {number} {count} 进度"
                    id = client.call("memory_write", {"title": text, "content": text})["id"]
                    self.acknowledge(id, text)
                    # Both are right from now on, until the edit is acknowledged.
                    self.fresh[id].add(text + " edited")
                    client.call("memory_update", {"id": id, "content": text + " edited"})
                    self.fresh[id] = set()
                    self.acknowledge(id, text + " edited")
        except (OSError, ValueError):
            return  # the server is gone, in the middle of a line maybe


class McpWrites(_Writes):
    """A client that waits for no reply, on an MCP server that is killed."""

    def run(self) -> None:
        client = McpClient(self.home, "--host", "t")
        asked: dict[int, str] = {}

        def ask() -> None:
            try:
                for number in range(400):
                    text = f"{self.tally.rounds} {number} 进度"
                    arguments = {"title": text, "content": text}
                    params = {"name": "memory_write", "arguments": arguments}
                    asked[client._id + 1] = text
                    client.ask("tools/call", params)
            except OSError:
                return  # it is gone

        def read() -> None:
            try:
                while True:
                    reply = client.next_reply()
                    result = reply["result"]
                    assert not result["isError"], result
                    self.acknowledge(result["structuredContent"]["id"], asked[reply["id"]])
            except EOFError:
                return

        threads = [threading.Thread(target=one) for one in (ask, read)]
        for thread in threads:
            thread.start()
        self.kill_after_some(client.process)
        for thread in threads:
            thread.join()
        assert client.process.stdin is not None
        with suppress(BrokenPipeError):  # what it had not read goes down with it
            client.process.stdin.close()
        out(client.process).close()
        self.end_round()


class CommandWrites(_Writes):
    """Three `memdesk add` at once, each killed or not."""

    def run(self) -> None:
        texts = [f"{self.tally.rounds} {number} 进度" for number in range(3)]
        added = [
            self.home.start("add", "--json", text, stderr=subprocess.DEVNULL) for text in texts
        ]
        for process in added:
            self.kill(process, self.dice.uniform(0.02, 0.5))
        for process, text in zip(added, texts, strict=True):
            said, _ = process.communicate()
            if process.returncode == 0:
                self.acknowledge(_id_in(said), text)
        self.end_round()


class ForAWhile(Rounds):
    """A command that is killed at some moment of the time that it takes by itself."""

    BEGINS = 0.12
    """Seconds in which Python starts and nothing happens yet."""

    def timed(self, *args: str | Path) -> float:
        started = monotonic()
        done = self.home.run(*args)
        assert done.returncode == 0, done.stderr.decode()
        return monotonic() - started

    def killed(self, takes: float, *args: str | Path) -> bool:
        """Run it; whether it came to its end, and said so."""
        process = self.home.start(*args, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.kill(process, self.dice.uniform(self.BEGINS, takes * 1.2))
        end(process)
        return process.returncode == 0

    def keep(self) -> None:
        """Remember the home as it is, to begin each round from there."""
        self.kept = self.home.folder.with_name(self.home.folder.name + "-kept")
        shutil.copytree(self.home.folder, self.kept)

    def afresh(self) -> None:
        for one in self.home.folder.iterdir():
            shutil.rmtree(one) if one.is_dir() else one.unlink()
        shutil.copytree(self.kept, self.home.folder, dirs_exist_ok=True)

    def settle(self) -> None:
        shutil.rmtree(self.kept)


class Imports(ForAWhile):
    """An import is there whole or not at all."""

    def prepare(self) -> None:
        self.fill(40)
        self.file = self.home.folder / "many.csv"
        rows = (f"title {number},content {number} 进度 {'x' * 200}" for number in range(IMPORTED))
        self.file.write_text("title,content\n" + "\n".join(rows), "utf-8")
        self.keep()
        self.takes = self.timed("import", self.file)
        assert self.count() == 40 + IMPORTED

    def count(self) -> int:
        bank = self.bank()
        found = bank.count(Query())
        bank.close()
        return found

    def run(self) -> None:
        self.afresh()
        done = self.killed(self.takes, "import", self.file)
        count = self.count()
        assert count in (40, 40 + IMPORTED), f"half an import: {count}"
        if done:
            self.tally.acknowledged += 1
            assert count == 40 + IMPORTED
        self.no_litter(self.home.bank.parent, *BANK_FILES)
        if self.tally.rounds % 10 == 0:
            assert self.home.run("import", self.file).returncode == 0
            assert self.count() == 40 + IMPORTED


class Migrations(ForAWhile):
    """A bank of an old schema is brought up to date, or still is what it was."""

    BEGINS = 0.04

    def prepare(self) -> None:
        sys.path.insert(0, str(ROOT / "tests"))
        import old_banks

        self.old_banks = old_banks
        self.schemas = sorted(
            int(one.name.removeprefix("schema-").removesuffix(".sqlite.gz"))
            for one in old_banks.FOLDER.glob("schema-*.sqlite.gz")
        )
        self.held: dict[int, set[str]] = {}
        for schema in self.schemas:
            self.put(schema)
            self.held[schema] = self.labels()
        self.put(self.schemas[0])
        self.keep()
        self.takes = self.timed("list")

    def put(self, schema: int) -> None:
        shutil.rmtree(self.home.bank.parent, ignore_errors=True)
        self.old_banks.unpack(schema, self.home.bank)

    def labels(self) -> set[str]:
        bank = self.bank()
        found = {entry.label for entry in bank.entries()}
        bank.close()
        return found

    def run(self) -> None:
        schema = self.dice.choice(self.schemas)
        self.put(schema)
        if self.killed(self.takes, "list"):
            self.tally.acknowledged += 1
        assert self.labels() == self.held[schema]
        assert len(backup.listed(self.home.backups, self.home.bank)) <= 2


class Backups(ForAWhile):
    """A file that has the name of a backup is a whole one."""

    def prepare(self) -> None:
        self.fill(1_500)
        self.keep()
        self.takes = self.timed("backup")

    def run(self) -> None:
        if self.tally.rounds % 20 == 1:
            self.afresh()
        before = len(backup.listed(self.home.backups, self.home.bank))
        if self.killed(self.takes, "backup"):
            self.tally.acknowledged += 1
            assert len(backup.listed(self.home.backups, self.home.bank)) > before
        for one in backup.listed(self.home.backups, self.home.bank):
            assert backup.look_inside(one.path).entries == 1_500
        self.no_litter(self.home.bank.parent, *BANK_FILES)
        if not self.home.backups.exists():
            return
        self.no_litter(self.home.backups, *(one.name for one in self.home.backups.glob("[!.]*")))


class Exports(ForAWhile):
    """An exported file is the old or the new one, whole."""

    def prepare(self) -> None:
        self.fill(1_500)
        self.folder = self.home.folder / "out"
        self.folder.mkdir()
        self.file = self.folder / "bank.json"
        self.keep()
        self.takes = self.timed("export", "--output", self.file)

    def run(self) -> None:
        old = b"what the person had there before"
        self.file.write_bytes(old)
        done = self.killed(self.takes, "export", "--output", self.file)
        found = self.file.read_bytes()
        if found != old:
            assert len(json.loads(found)["memories"]) == 1_500
        if done:
            self.tally.acknowledged += 1
            assert found != old
        self.no_litter(self.folder, *(one.name for one in self.folder.glob(".bank.json.*")),
                       "bank.json")  # fmt: skip
        if self.tally.rounds % 10 == 0:  # all of it is old by now
            assert self.home.run("export", "--output", self.file).returncode == 0
            self.no_litter(self.folder, "bank.json")


class Forgetting(ForAWhile):
    """Forgotten everywhere once that was said; and else the same command goes on with it."""

    def prepare(self) -> None:
        self.fill(300)
        bank = Bank(self.home.bank)
        bank.add(Memory(id="secret", title="Kettle", content=TELLTALE), USER)
        bank.update("m1", {"content": "something else"}, USER)
        bank.backup()
        bank.update("m2", {"content": "something else"}, USER)
        bank.backup()
        bank.delete([("memory", "secret")], USER)
        bank.close()
        self.keep()
        self.takes = self.timed("delete", "secret", "--everywhere")

    def traces(self) -> list[Path]:
        files = [one for one in self.home.folder.rglob("*") if one.is_file()]
        return [one for one in files if TELLTALE.encode() in one.read_bytes()]

    def run(self) -> None:
        self.afresh()
        assert self.traces()
        done = self.killed(self.takes, "delete", "secret", "--everywhere")
        bank = self.bank()
        assert bank.count(Query()) == 300
        bank.close()
        for one in backup.listed(self.home.backups, self.home.bank):
            backup.look_inside(one.path)
        if done:
            self.tally.acknowledged += 1
            assert not self.traces(), self.traces()
            return
        bank = Bank(self.home.bank)
        try:
            bank.get("secret", trashed=True)
        except NotFound:
            # It is gone, and what may be left of it is known to be.
            if bank.upkeep_due():
                bank.keep_up(None)
            bank.close()
        else:
            bank.close()
            again = self.home.run("delete", "secret", "--everywhere")
            assert again.returncode == 0, again.stderr
        assert not self.traces(), self.traces()


class Restoring(ForAWhile):
    """A backup is put back, or the bank is as it was."""

    def prepare(self) -> None:
        self.fill(1_000)
        bank = Bank(self.home.bank)
        self.chosen = bank.backup()
        bank.add(Memory(title="after", content="c"), USER)
        bank.close()
        self.keep()
        self.takes = self.timed("restore-backup", "--yes", self.chosen)

    def run(self) -> None:
        self.afresh()
        damaged = self.dice.random() < 0.3
        if damaged:
            for ending in ("-wal", "-shm"):
                damage.beside(self.home.bank, ending).unlink(missing_ok=True)
            self.home.bank.write_bytes(b"")
        done = self.killed(self.takes, "restore-backup", "--yes", self.chosen)
        try:
            bank = self.bank()
        except BankUnavailable:
            assert damaged and not done
            restoring.restore(self.home.bank, self.chosen, self.home.backups)
            bank = self.bank()
        count = bank.count(Query())
        bank.close()
        assert count == 1_000 if damaged or done else count in (1_000, 1_001), count
        if done:
            self.tally.acknowledged += 1
        assert backup.look_inside(self.chosen).entries == 1_000


SCENARIOS: dict[str, type[Rounds]] = {
    "writes over the socket": SocketWrites,
    "writes over MCP": McpWrites,
    "writes by commands": CommandWrites,
    "imports": Imports,
    "migrations": Migrations,
    "backups": Backups,
    "exports": Exports,
    "forgetting everywhere": Forgetting,
    "restoring a backup": Restoring,
}


def _id_in(said: bytes) -> str:
    found = json.loads(said)
    return str(found["id"])


def killed(
    name: str, rounds: int, seed: int, tell: Callable[[Tally], object] | None = None
) -> Tally:
    """Run so many rounds of a scenario. A fault ends its round and not the others."""
    with home_of_its_own() as home:
        scenario = SCENARIOS[name](home, seed)
        tally = scenario.tally
        for _ in range(rounds):
            tally.rounds += 1
            try:
                scenario.run()
            except (AssertionError, BankUnavailable, OSError) as fault:
                tally.faults.append(f"round {tally.rounds}: {type(fault).__name__}: {fault}"[:400])
            if tell is not None:
                tell(tally)
        scenario.settle()
    return tally
