"""What the measurements share: figures beside their floors, a running server, percentiles."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, NamedTuple

ROOT = Path(__file__).resolve().parents[2]


def resident(pid: int) -> float:
    """Bytes of memory that a process holds. Linux."""
    status = Path(f"/proc/{pid}/status").read_text()
    return float(status.split("VmRSS:")[1].split()[0]) * 1024


@dataclass(frozen=True)
class Figure:
    """One measurement, in seconds or bytes; `floor` is what it is held against in the same run."""

    what: str
    measured: float
    floor: float | None = None
    most: float | None = None
    """The highest ratio to the floor or, without a floor, the highest value."""
    unit: Literal["seconds", "bytes"] = "seconds"
    entries: int | None = None
    """The size of the bank, where the work is measured on several."""

    @property
    def name(self) -> str:
        return self.what if self.entries is None else f"{self.what}, {self.entries:,} entries"

    def said(self, value: float) -> str:
        """A value with its unit."""
        if self.unit == "bytes":
            return f"{value / 1e6:.1f} MB"
        return f"{value * 1e6:.0f} µs" if value < 0.001 else f"{value * 1e3:.1f} ms"

    @property
    def reached(self) -> bool | None:
        if self.most is None:
            return None
        return (self.measured / self.floor if self.floor else self.measured) <= self.most


def table(figures: Sequence[Figure]) -> str:
    """The figures as a Markdown table."""
    rows = [
        "| what | measured | floor | ratio | must reach | |",
        "|---|---:|---:|---:|---:|---|",
    ]
    for figure in figures:
        ratio = f"{figure.measured / figure.floor:.2f}" if figure.floor else ""
        limit = ""
        if figure.most is not None:
            limit = f"≤ {figure.most:g} x" if figure.floor else f"≤ {figure.said(figure.most)}"
        verdict = {None: "", True: "reached", False: "**missed**"}[figure.reached]
        floor = figure.said(figure.floor) if figure.floor else ""
        rows.append(
            f"| {figure.name} | {figure.said(figure.measured)} | {floor} | {ratio} "
            f"| {limit} | {verdict} |"
        )
    return "\n".join(rows)


def growth(figures: Sequence[Figure]) -> str:
    """Every work that was measured on several sizes of a bank, from size to size."""
    sizes = sorted({figure.entries for figure in figures if figure.entries is not None})
    works: dict[str, dict[int, Figure]] = {}
    for figure in figures:
        if figure.entries is not None:
            works.setdefault(figure.what, {})[figure.entries] = figure
    rows = [
        f"| what | {' | '.join(f'{size:,}' for size in sizes)} |",
        f"|---|{'---:|' * len(sizes)}",
    ]
    for what, found in works.items():
        if len(found) > 1:
            cells = (
                found[size].said(found[size].measured) if size in found else "" for size in sizes
            )
            rows.append(f"| {what} | {' | '.join(cells)} |")
    return "\n".join(rows)


def as_json(figures: Sequence[Figure], machine: dict[str, str]) -> str:
    """The same for programs: seconds and bytes."""
    told = [
        {**asdict(figure), "ratio": figure.measured / figure.floor if figure.floor else None}
        | {"reached": figure.reached}
        for figure in figures
    ]
    return json.dumps({"machine": machine, "figures": told}, indent=1)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def environment(home: Path) -> dict[str, str]:
    """The environment of every process measured: a home of its own, and bytecode kept from one
    start to the next, as on anyone's machine."""
    dropped = ("MEMDESK_", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    return kept | {"MEMDESK_HOME": str(home), "LC_ALL": "C.UTF-8"}


def memdesk_command() -> list[str]:
    """The installed command, as a host's hook would start it."""
    script = Path(sys.executable).parent / "memdesk"
    return [str(script)] if script.exists() else [sys.executable, "-m", "memdesk"]


class Server(NamedTuple):
    """A running server: the address of its socket, and its process."""

    address: str
    pid: int


@contextmanager
def serving(home: Path, bank: Path) -> Iterator[Server]:
    """Run `memdesk serve` on that bank."""
    env = environment(home)
    where = [*memdesk_command(), "where", "--socket", "--bank", str(bank)]
    address = subprocess.check_output(where, env=env, text=True).strip()
    server = subprocess.Popen(
        [*memdesk_command(), "serve", "--bank", str(bank)], env=env, stdout=subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        # Its first line is the address, printed once it takes connections.
        ready, _, _ = select.select([server.stdout], [], [], 30)
        if not (ready and server.stdout.readline()):
            raise RuntimeError("memdesk serve did not start")
        yield Server(address, server.pid)
    finally:
        server.terminate()
        server.wait(30)
        if server.stdout is not None:
            server.stdout.close()
