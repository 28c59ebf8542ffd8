"""What memdesk and its peers are asked to do besides being quick: keep what they said they keep,
notice damage, find Chinese, know a twin (spec 6.2)."""

from __future__ import annotations

import random
import re
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import anyio
from mcp.shared.exceptions import MCPError
from peers_programs import Passage, Program, named, noted, passages, topic
from peers_session import NAMED, Refused, Session
from twins import TWINS

GRACE = 10
"""Seconds in which a server that was just started may still find what it keeps."""
TOLD = re.compile(r"corrupt|malformed|damaged|not a database|disk image|integrity", re.IGNORECASE)
DAMAGE = 16 * 1024
RUNNING_TEXT = "本周三我们讨论了服务器的进度安排和下个月的会议"
WORD = "进度"


@dataclass(frozen=True)
class Answer:
    """A cell of the table: a count or a word. `good` is what is hoped for; None: not measured."""

    said: str
    good: bool | None


@dataclass(frozen=True)
class Extent:
    """How much of it is done."""

    together: int = 50
    each: int = 200
    rounds: int = 20
    bank: int = 1_000
    pairs: int = 100
    limit: float = 300
    """Seconds that one row of one program may take."""


QUICK = Extent(together=10, each=10, rounds=2, bank=300, pairs=20)

Task = Callable[[Program, Path, Extent], Awaitable[Answer]]


async def written(server: Session, program: Program, texts: Iterable[Passage]) -> set[str]:
    """Write one after the other; the names of those that the program said it has."""
    acknowledged = set()
    for passage in texts:
        try:
            await server.ask(program.write(passage))
        except Refused:
            continue
        acknowledged.add(passage.name)
    return acknowledged


async def still_there(server: Session, program: Program, wanted: set[str]) -> set[str]:
    """Those of the wanted ones that the program has, asked until its time is up."""
    end = time.monotonic() + GRACE
    while True:
        found = await program.kept(server) & wanted
        if found == wanted or time.monotonic() > end:
            return found


async def un_awaited(program: Program, home: Path, extent: Extent) -> Answer:
    """Many writes in one session, none of which waits for the one before."""
    acknowledged: set[str] = set()

    async def one(server: Session, passage: Passage) -> None:
        acknowledged.update(await written(server, program, [passage]))

    async with program.serve(home) as server, anyio.create_task_group() as together:
        for passage in passages(0, extent.together):
            together.start_soon(one, server, passage)
    return await after_restart(program, home, acknowledged, extent.together)


async def after_restart(program: Program, home: Path, acknowledged: set[str], of: int) -> Answer:
    async with program.serve(home) as server:
        kept = len(await still_there(server, program, acknowledged))
    said = f"{kept} of {of}"
    if len(acknowledged) < of:
        said += f" ({of - len(acknowledged)} refused)"
    if kept < len(acknowledged):
        said += f" ({len(acknowledged) - kept} acknowledged are lost)"
    return Answer(said, kept == of)


async def two_processes(program: Program, home: Path, extent: Extent) -> Answer:
    """Two servers on one store, which two hosts start."""
    acknowledged: set[str] = set()

    async def host(first: int) -> None:
        async with program.serve(home) as server:
            mine = passages(first, first + extent.each)
            acknowledged.update(await written(server, program, mine))

    async with program.serve(home) as server:  # makes the store, where it has to be made first
        await program.kept(server)
    async with anyio.create_task_group() as both:
        both.start_soon(host, 0)
        both.start_soon(host, 100_000)
    return await after_restart(program, home, acknowledged, 2 * extent.each)


async def killed(program: Program, home: Path, extent: Extent) -> Answer:
    """Killed amid its writes again and again: what it had acknowledged must be there."""
    dice = random.Random(20_240_229)
    acknowledged: set[str] = set()
    lost: set[str] = set()
    broken = 0
    begun, number, rounds = time.monotonic(), 0, 0
    while rounds < extent.rounds and time.monotonic() < begun + extent.limit / 2:
        rounds += 1
        try:
            async with program.serve(home) as server:
                found = await still_there(server, program, acknowledged - lost)
                lost |= acknowledged - found
                killer = None
                while True:
                    (passage,) = passages(number, number + 1)
                    number += 1
                    acknowledged |= await written(server, program, [passage])
                    if killer is None:
                        killer = threading.Timer(dice.uniform(0.05, 0.5), server.kill)
                        killer.start()
        except* MCPError:
            pass  # the server is gone, which was meant
    async with program.serve(home) as server:
        try:
            lost |= acknowledged - lost - await still_there(server, program, acknowledged - lost)
        except Refused:
            broken, lost = 1, acknowledged
    said = f"{len(lost)} of {len(acknowledged):,} in {rounds} rounds"
    return Answer(said + (" (the store is broken)" if broken else ""), not lost)


async def chinese_word(program: Program, home: Path, extent: Extent) -> Answer:
    """A word of two characters in the midst of a text without spaces."""
    wanted = named(0)
    async with program.serve(home) as server:
        await written(server, program, [noted(0, f"{wanted} {RUNNING_TEXT}")])
        await written(server, program, passages(1, 60))
        if finds_alone(await server.ask(program.recall(WORD)), wanted):
            return Answer("found", True)
        for mode, call in program.other_searches(WORD).items():
            if finds_alone(await server.ask(call), wanted):
                return Answer(f"only by its search `{mode}`", False)
    return Answer("not found", False)


def finds_alone(told: str, wanted: str) -> bool:
    """Whether a search found it; one that gives everything there is found nothing."""
    return wanted in told and len(set(NAMED.findall(told))) < 10


async def damaged(program: Program, home: Path, extent: Extent) -> Answer:
    """Random bytes in the middle of the file."""

    def spoil(store: Path) -> None:
        middle = store.stat().st_size // 2
        with store.open("r+b") as file:
            file.seek(middle - DAMAGE // 2)
            file.write(random.Random(20_240_229).randbytes(DAMAGE))

    return await after_harm(program, home, extent, spoil, made_anew=False)


async def emptied(program: Program, home: Path, extent: Extent) -> Answer:
    """A file of no bytes, as a full disk or a sync tool leaves it."""

    def spoil(store: Path) -> None:
        store.write_bytes(b"")

    return await after_harm(program, home, extent, spoil, made_anew=True)


async def after_harm(
    program: Program,
    home: Path,
    extent: Extent,
    spoil: Callable[[Path], None],
    *,
    made_anew: bool,
) -> Answer:
    """Whether a program says so, or (`made_anew`) has all of it from elsewhere."""
    await program.fill(home, list(passages(0, extent.bank)))
    wanted = {named(number) for number in range(extent.bank)}
    async with program.serve(home) as server:
        await still_there(server, program, wanted)
    store = program.store(home)
    settle(store)
    spoil(store)
    log = home / "stderr"
    quiet = log.stat().st_size
    told: list[str] = []
    kept = None
    try:
        async with program.serve(home) as server:
            told.append(server.instructions)
            asked = (program.recall(topic(0)), program.write(noted(500_000, "after the harm")))
            for call in asked:
                try:
                    reply = await server.ask(call)
                    told += [f"Refused: {reply}"] if reply.startswith("Error") else [reply]
                except Refused as refusal:
                    told.append(f"Refused: {refusal}")
            try:
                kept = len(await still_there(server, program, wanted))
            except Refused as refusal:
                told.append(f"Refused: {refusal}")
    except* MCPError as gone:
        told.append(f"Refused: {gone.exceptions[0]}")
    has = "gives nothing more" if kept is None else f"has {kept:,} of {extent.bank:,}"
    if any(one.startswith("Refused") or TOLD.search(one) for one in told):
        return Answer(f"noticed; {has}", True)
    if made_anew and kept == extent.bank:
        return Answer(f"makes it anew; {has}", True)
    if TOLD.search(log.read_bytes()[quiet:].decode("utf-8", "replace")):
        return Answer(f"a word in its log only; {has}", False)
    return Answer(f"goes on without a word; {has}", False)


def settle(store: Path) -> None:
    """Bring all that SQLite has written elsewhere into the file itself."""
    with store.open("rb") as file:
        if file.read(6) != b"SQLite":
            return
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def guard(program: Program, home: Path, extent: Extent) -> Answer:
    """Distinct passages should be left in peace, and each's twin in other words be named."""
    if not program.guards:
        return Answer("needs its model", None)
    flagged, refused = [0, 0], [0, 0]
    async with program.serve(home) as server:
        for half in (0, 1):
            for number, pair in enumerate(TWINS[: extent.pairs]):
                try:
                    call = program.write(noted(1_000 * half + number, pair[half]))
                    flagged[half] += program.alike(await server.ask(call))
                except Refused:
                    refused[half] += 1
    of = len(TWINS[: extent.pairs])
    said = f"{flagged[0]} of {of} distinct, {flagged[1]} of {of} twins flagged"
    if any(refused):
        said += f"; {refused[0]} and {refused[1]} refused"
    return Answer(said, flagged[0] <= 0.02 * of and flagged[1] >= 0.8 * of and not any(refused))


TASKS: dict[str, tuple[str, Task]] = {
    "unawaited": ("un-awaited writes in one session, kept", un_awaited),
    "processes": ("writes of two processes, kept", two_processes),
    "kill": ("kill -9 amid writes: acknowledged and lost", killed),
    "chinese": ("a two-character Chinese word in running text", chinese_word),
    "damage": ("16 KiB of random bytes in the middle of the store", damaged),
    "empty": ("a store of no bytes", emptied),
    "twins": ("near-duplicates", guard),
}
"""Rows by their short names."""
