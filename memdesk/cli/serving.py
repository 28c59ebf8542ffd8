"""`memdesk serve`: the local socket server without a window, and without a display (spec 3.2)."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from pathlib import Path

from memdesk import paths
from memdesk.cli.commands import Command


def _arguments(parser: ArgumentParser) -> None:
    """Nothing of its own."""


def _run(args: Namespace) -> int:
    serve(paths.bank_path(args.bank))
    return 0


def serve(bank: Path) -> None:
    """Serve a bank until SIGINT or SIGTERM. The first line on stdout is the address, once it
    takes connections. Raises Conflict where another server serves the bank already.
    """
    from memdesk.hosts.socket_server import SocketServer

    logging.basicConfig(level=logging.WARNING, format="memdesk: %(levelname)s: %(message)s")
    end = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: end.set())
    address = paths.socket_address(bank)
    server = SocketServer(bank, address)
    server.start()
    try:
        print(address, flush=True)
        # Windows wakes no waiting thread for a signal: look every second there.
        while not end.wait(1.0 if sys.platform == "win32" else None):
            pass
    finally:
        server.stop()


SERVE = Command(_arguments, _run)
