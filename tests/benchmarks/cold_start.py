"""How long a start-up hook holds up its host (spec 6.1): a cold process from spawn to exit."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from banks import copied_bank
from measuring import Figure, environment, memdesk_command, percentile, serving

HOOKED = json.dumps({"hook_event_name": "SessionStart", "source": "startup"}).encode()


def seconds(command: list[str], env: dict[str, str]) -> float:
    """From spawn to exit, which must be a success. A hook is told what a host would tell it."""
    start = time.perf_counter()
    subprocess.run(command, env=env, input=HOOKED, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def medians(commands: list[list[str]], env: dict[str, str], rounds: int) -> list[float]:
    """The median of each; they take turns, so that a noisy second hits all."""
    taken: list[list[float]] = [[] for _ in commands]
    for _ in range(rounds + 1):
        for values, command in zip(taken, commands, strict=True):
            values.append(seconds(command, env))
    return [percentile(values[1:], 0.5) for values in taken]  # the first one filled the caches


def measure(folder: Path, counts: tuple[int, ...], *, quick: bool) -> list[Figure]:
    figures = []
    for count in counts:
        home = folder / f"cold-{count}"
        home.mkdir()
        bank = copied_bank(home / "memdesk.sqlite", count)
        figures += one_bank(home, bank, count, 10 if quick else 40)
        bank.unlink()
    return figures


def one_bank(home: Path, bank: Path, count: int, rounds: int) -> list[Figure]:
    env = environment(home)
    nothing = [sys.executable, "-c", "pass"]
    block = [*memdesk_command(), "block", "--bank", str(bank)]
    hook = [*memdesk_command(), "--bank", str(bank), "hook", "claude-code"]
    where = [*memdesk_command(), "where", "--bank", str(bank)]
    floor, places, block_alone, hook_alone = medians([nothing, where, block, hook], env, rounds)
    with serving(home, bank):
        served_floor, block_served, hook_served = medians([nothing, block, hook], env, rounds)

    def figure(what: str, measured: float, floor: float, most: float) -> Figure:
        return Figure(what, measured, floor, most, entries=count)

    return [
        figure("memdesk where, cold", places, floor, 12),
        figure("memdesk block, cold, no server", block_alone, floor, 12),
        figure("memdesk hook claude-code, cold, no server", hook_alone, floor, 12),
        figure("memdesk block, cold, running server", block_served, served_floor, 6),
        figure("memdesk hook claude-code, cold, running server", hook_served, served_floor, 6),
    ]
