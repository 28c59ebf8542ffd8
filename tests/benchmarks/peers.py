"""memdesk beside its peers: `python tests/benchmarks/peers.py [--quick] [--only NAME …]`.

Installs them, pinned, below `build/peers`; drives each and memdesk through the official client,
with the same passages, on the same machine; prints a table in Markdown, with how many times
longer than memdesk each takes. `--json FILE` writes it for programs, too.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

# What a measurement shares with the tests beside it.
sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import anyio
import peers_speed as speed
from mcp.shared.exceptions import MCPError
from peers_install import NotHere
from peers_programs import PROGRAMS, Program
from peers_session import Refused
from peers_tasks import QUICK, TASKS, Answer, Extent

SIZES, QUICK_SIZES = (100, 1_000, 10_000), (50, 100)
OURS, REFERENCE = "memdesk", "server-memory"
SPEED = ("start", "speed")
AIMS = {"write": 20, "recall": 10}
"""Times that the reference server must take of memdesk's, at 10,000 entries (spec 6.1)."""


@dataclass
class Row:
    """One thing that all were asked to do."""

    what: str
    cells: dict[str, Answer | float] = field(default_factory=dict)
    """By program: an answer, or seconds."""
    reached: bool | None = None
    """Whether memdesk did what the specification asks of it here; None where it asks nothing."""


def said(row: Row, name: str) -> str:
    """A cell of the table."""
    cell = row.cells.get(name)
    if isinstance(cell, float):
        ours = row.cells.get(OURS)
        shown = f"{cell * 1e3:.1f} ms" if cell < 1 else f"{cell:.1f} s"
        if name == OURS or not isinstance(ours, float):
            return shown
        return f"{shown} ({cell / ours:.1f} ×)"
    return cell.said if cell else ""


def table(rows: Sequence[Row], names: Sequence[str]) -> str:
    lines = [f"| | {' | '.join(names)} | |", f"|---|{'---|' * len(names)}---|"]
    for row in rows:
        cells = " | ".join(said(row, name) for name in names)
        verdict = {None: "", True: "reached", False: "**missed**"}[row.reached]
        lines.append(f"| {row.what} | {cells} | {verdict} |")
    return "\n".join(lines)


def as_json(rows: Sequence[Row], machine: dict[str, str], programs: Sequence[Program]) -> str:
    """The same for programs: seconds, or what was said and whether it is what one hopes for."""
    told = [
        {
            "what": row.what,
            "reached": row.reached,
            "cells": {
                name: cell if isinstance(cell, float) else {"said": cell.said, "good": cell.good}
                for name, cell in row.cells.items()
            },
        }
        for row in rows
    ]
    versions = {one.name: {"version": one.version, "settings": one.settings} for one in programs}
    return json.dumps({"machine": machine, "programs": versions, "rows": told}, indent=1)


def timed(what: str, times: speed.Times) -> Row:
    return Row(
        what,
        {
            name: value if isinstance(value, float) else Answer(value, None)
            for name, value in times.items()
        },
    )


async def quickness(
    programs: Sequence[Program], folder: Path, only: Sequence[str], *, quick: bool, limit: float
) -> list[Row]:
    rows = []
    if "start" in only:
        (folder / "start").mkdir()
        times, floors = await speed.starts(programs, folder / "start", 2 if quick else 7)
        row = timed("spawn to the reply to initialize", times)
        greeted = {name: value for name, value in times.items() if isinstance(value, float)}
        if OURS in greeted and len(greeted) > 1:
            row.reached = min(greeted, key=greeted.__getitem__) == OURS
        rows += [row, timed("its bare interpreter, from spawn to exit", dict(floors))]
    if "speed" in only:
        (folder / "speed").mkdir()
        sizes = QUICK_SIZES if quick else SIZES
        found = await speed.writes_and_recalls(
            programs, folder / "speed", sizes, 5 if quick else 30, limit
        )
        for what, aim in AIMS.items():
            for size, how in product(sizes, ("", speed.IN_A_ROW)):
                row = timed(f"{what}, p50 at {size:,}{how}", found[what + how, size])
                ours, reference = row.cells.get(OURS), row.cells.get(REFERENCE)
                if size == SIZES[-1] and isinstance(ours, float) and isinstance(reference, float):
                    row.reached = ours * aim <= reference
                rows.append(row)
    return rows


async def conduct(
    programs: Sequence[Program], folder: Path, only: Sequence[str], extent: Extent
) -> list[Row]:
    """The rows of what is kept, noticed and found."""
    rows = []
    for short, (what, task) in TASKS.items():
        if short not in only:
            continue
        row = Row(what)
        for program in programs:
            print(f"trying: {program.name}, {short}", file=sys.stderr, flush=True)
            home = folder / f"{short}-{program.name}"
            home.mkdir()
            with anyio.move_on_after(extent.limit) as time_given:
                try:
                    row.cells[program.name] = await task(program, home, extent)
                except* (Refused, MCPError) as failure:
                    said = str(first_of(failure)).strip().splitlines()[0]
                    row.cells[program.name] = Answer(f"fails: {said[:80]}", False)
            if time_given.cancelled_caught:
                row.cells[program.name] = Answer(f"over {extent.limit:.0f} s", None)
        ours = row.cells.get(OURS)
        row.reached = ours.good if isinstance(ours, Answer) else None
        rows.append(row)
    return rows


def first_of(failure: BaseException) -> BaseException:
    """The first that went wrong, out of all the groups that it came in."""
    while isinstance(failure, BaseExceptionGroup):
        failure = failure.exceptions[0]
    return failure


async def measure(
    programs: Sequence[Program], only: Sequence[str], *, quick: bool, limit: float
) -> list[Row]:
    extent = QUICK if quick else Extent(limit=limit)
    with tempfile.TemporaryDirectory(prefix="md-", dir="/tmp") as name:
        folder = Path(name)
        rows = await quickness(programs, folder, only, quick=quick, limit=limit)
        return rows + await conduct(programs, folder, only, extent)


def main() -> None:
    rows = [*SPEED, *TASKS]
    parser = argparse.ArgumentParser(description="Measure memdesk beside its peers.")
    parser.add_argument("--quick", action="store_true", help="small stores, few rounds")
    parser.add_argument(
        "--only", nargs="*", choices=[*PROGRAMS, *rows], default=[], help="some of it"
    )
    parser.add_argument(
        "--limit", type=float, default=Extent.limit, help="seconds for a row of one program"
    )
    parser.add_argument("--markdown", type=Path, help="a file for the table")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    if sys.platform == "win32":
        sys.exit("Processes are started and killed as a Unix system does it.")
    programs, absent = [], []
    for name, have in PROGRAMS.items():
        if not set(asked.only) & set(PROGRAMS) or name in asked.only:
            try:
                programs.append(have())
            except NotHere as reason:
                absent.append(f"- {name}: not here, it {reason}")
    only = [row for row in rows if row in asked.only] or rows
    began = time.monotonic()
    found = anyio.run(lambda: measure(programs, only, quick=asked.quick, limit=asked.limit))
    machine = {
        "date": datetime.now(UTC).date().isoformat(),
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        "processors": str(os.cpu_count()),
        "others at work": f"{os.getloadavg()[0]:.1f}",
        "minutes": f"{(time.monotonic() - began) / 60:.0f}",
    }
    told = "\n".join(
        [
            ", ".join(f"{name} {value}" for name, value in machine.items()),
            "",
            table(found, [program.name for program in programs]),
            "",
            *(f"- {one.name} {one.version}: {one.settings}" for one in programs),
            *absent,
        ]
    )
    print(told)
    if asked.markdown:
        asked.markdown.write_text(told + "\n", "utf-8")
    if asked.json:
        asked.json.write_text(as_json(found, machine, programs), "utf-8")


if __name__ == "__main__":
    main()
