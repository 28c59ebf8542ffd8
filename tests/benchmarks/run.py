"""Measure, and print the figures as Markdown tables: `python tests/benchmarks/run.py [--quick]`.

Every ratio is taken against a floor in the same run on the same machine. `--json FILE` writes
them for programs, too. The banks are made once and kept in `build/banks`; the largest takes some
minutes. No part of the tests: figures are for looking at, and the exit code says only whether
everything ran.
"""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import bank_speed
import block_over_socket
import cold_start
import endurance
import mcp_door
import window_speed
from measuring import Figure, as_json, growth, table

SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
QUICK = (1_000, 5_000)
COLD = (10_000, 1_000_000)
"""A cold start differs by what it reads, if at all."""

Measure = Callable[[Path], list[Figure]]


def works(most: int, *, quick: bool) -> dict[str, Measure]:
    """What can be measured, by name."""
    sizes = QUICK if quick else tuple(size for size in SIZES if size <= most)
    cold = QUICK[:1] if quick else tuple(size for size in COLD if size <= most)
    windows = QUICK[1:] if quick else tuple(size for size in SIZES if 10_000 <= size <= most)
    return {
        "cold": partial(cold_start.measure, counts=cold, quick=quick),
        "mcp": partial(mcp_door.measure, quick=quick),
        "socket": partial(block_over_socket.measure, counts=sizes, quick=quick),
        "bank": partial(bank_speed.measure, counts=sizes, quick=quick),
        "window": partial(window_speed.measure, counts=windows, quick=quick),
        "endurance": partial(endurance.measure, quick=quick),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure memdesk against its floors.")
    parser.add_argument("--quick", action="store_true", help="small banks, few rounds")
    parser.add_argument("--most", type=int, default=SIZES[-1], help="entries of the largest bank")
    parser.add_argument("--only", nargs="*", choices=works(0, quick=True), help="some of it")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    if sys.platform == "win32":
        sys.exit("The floors are measured over Unix sockets, which Python has not on Windows.")
    figures: list[Figure] = []
    for name, measure in works(asked.most, quick=asked.quick).items():
        if asked.only and name not in asked.only:
            continue
        print(f"measuring: {name}", file=sys.stderr, flush=True)
        # A short path: the address of a Unix socket has about 100 bytes.
        with tempfile.TemporaryDirectory(prefix="md-", dir="/tmp") as folder:
            figures += measure(Path(folder))
    machine = {
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        "processors": str(os.cpu_count()),
        "others at work": f"{os.getloadavg()[0]:.1f}",
    }
    print(", ".join(f"{name} {value}" for name, value in machine.items()), end="\n\n")
    print(table(figures), growth(figures), sep="\n\n")
    if asked.json:
        asked.json.write_text(as_json(figures, machine))


if __name__ == "__main__":
    main()
