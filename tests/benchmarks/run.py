"""Measure, and print the figures as a Markdown table: `python tests/benchmarks/run.py [--quick]`.

Every ratio is taken against a floor in the same run on the same machine. No part of the tests:
figures are for looking at, and the exit code says only whether everything ran.
"""

from __future__ import annotations

import argparse
import platform
import sqlite3
import sys
import tempfile
from pathlib import Path

import bank_speed
import block_over_socket
import cold_start
import mcp_door
from measuring import table


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure memdesk against its floors.")
    parser.add_argument("--quick", action="store_true", help="small banks, few rounds")
    quick = parser.parse_args().quick
    if sys.platform == "win32":
        sys.exit("The floors are measured over Unix sockets, which Python has not on Windows.")
    # A short path: the address of a Unix socket has about 100 bytes.
    with tempfile.TemporaryDirectory(prefix="md-", dir="/tmp") as name:
        folder = Path(name)
        figures = [
            *cold_start.measure(folder, quick=quick),
            *mcp_door.measure(folder, quick=quick),
            *block_over_socket.measure(folder, quick=quick),
            *bank_speed.measure(folder, quick=quick),
        ]
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}\n")
    print(table(figures))


if __name__ == "__main__":
    main()
