"""How soon memdesk and its peers greet a client, and what a write and a search take (spec 6.1).

The programs take turns, so that a noisy second hits all of them: at every single call, as hosts
call now and then, with whatever else a machine does between; and at ten calls in a row.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import anyio
from peers_programs import TOGETHER, Program, passages, topic
from peers_session import Call, Session

Times = dict[str, float | str]
"""Seconds at the median by the name of a program, or why there are none."""
IN_A_ROW, TEN = " in a row", 10
MEASURED = 1_000_000
"""Passages from this number on are written while it is measured."""


async def starts(
    programs: Sequence[Program], folder: Path, rounds: int
) -> tuple[Times, dict[str, float]]:
    """From spawn to the reply to initialize, and the whole run of each bare interpreter.

    Every store holds a few passages, and the first start, which fills the caches, doesn't count.
    """
    greeted: dict[str, list[float]] = {program.name: [] for program in programs}
    floors: dict[str, list[float]] = {program.name: [] for program in programs}
    for program in programs:
        await program.fill(home_of(program, folder), list(passages(0, TOGETHER)))
    for _ in range(rounds + 1):
        for program in programs:
            home = home_of(program, folder)
            begun = time.perf_counter()
            subprocess.run(program.bare, env=program.env(home), check=True)
            floors[program.name].append(time.perf_counter() - begun)
            async with program.serve(home) as server:
                greeted[program.name].append(server.greeted)
    times: Times = {name: statistics.median(values[1:]) for name, values in greeted.items()}
    return times, {name: statistics.median(values[1:]) for name, values in floors.items()}


async def writes_and_recalls(
    programs: Sequence[Program], folder: Path, sizes: Sequence[int], rounds: int, limit: float
) -> dict[tuple[str, int], Times]:
    """Times of "write" and of "recall" at each size of a store; "… in a row" for ten together.

    A program that takes longer than `limit` seconds to be filled is left out from there on.
    """
    found: dict[tuple[str, int], Times] = {}
    over: Times = {}
    there, filled = list(programs), 0
    for size in sizes:
        for program in list(there):
            print(f"filling: {program.name}, {size:,}", file=sys.stderr, flush=True)
            with anyio.move_on_after(limit) as time_given:
                await program.fill(home_of(program, folder), list(passages(filled, size)))
            if time_given.cancelled_caught:
                over[program.name] = f"over {limit:.0f} s to fill"
                there.remove(program)
        async with AsyncExitStack() as stack:
            servers = [
                await stack.enter_async_context(program.serve(home_of(program, folder)))
                for program in there
            ]
            begun = 0
            for what, call in (("write", writing(size)), ("recall", recalling(size))):
                for how, together in (("", 1), (IN_A_ROW, TEN)):
                    took = await by_turns(there, servers, call, rounds, together, begun, limit)
                    names = (one.name for one in there)
                    found[what + how, size] = over | dict(zip(names, took, strict=True))
                    begun += rounds + together
        filled = size
    return found


def writing(size: int) -> Callable[[Program, int], Call]:
    """New passages, one a call."""

    def call(program: Program, number: int) -> Call:
        (passage,) = passages(MEASURED + size + number, MEASURED + size + number + 1)
        return program.write(passage)

    return call


def recalling(size: int) -> Callable[[Program, int], Call]:
    """A word that stands in ten passages, another at each call."""
    return lambda program, number: program.recall(topic(number * 7 * TOGETHER % size))


async def by_turns(
    programs: Sequence[Program],
    servers: Sequence[Session],
    call: Callable[[Program, int], Call],
    rounds: int,
    together: int,
    begun: int,
    limit: float,
) -> list[float | str]:
    """The median of each one's calls, of which so many as come in a row at first don't count.

    `begun` is the number of the first call: no two are the same.
    """
    took: list[list[float]] = [[] for _ in servers]
    for first in range(begun, begun + rounds + together, together):
        for program, server, values in zip(programs, servers, took, strict=True):
            for number in range(first, first + together):
                if sum(values) < limit:
                    values.append(await server.seconds(call(program, number)))
    return [
        statistics.median(values[together:])
        if len(values) > together + 2
        else f"over {limit:.0f} s"
        for values in took
    ]


def home_of(program: Program, folder: Path) -> Path:
    home = folder / program.name
    home.mkdir(exist_ok=True)
    return home
