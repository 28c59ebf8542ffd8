"""`memdesk serve`: the servers without a window, and without a display (spec 3.2, 3.4)."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from pathlib import Path

from memdesk import paths
from memdesk.cli.commands import Command
from memdesk.translation import N_

_CONFIGURED = -1
"""`--http` without a port: the one of the settings."""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--http",
        nargs="?",
        type=int,
        const=_CONFIGURED,
        metavar="PORT",
        help=N_("serve HTTP on 127.0.0.1, too"),
    )


def _run(args: Namespace) -> int:
    serve(paths.bank_path(args.bank), args.http)
    return 0


def serve(bank: Path, http: int | None = None) -> None:
    """Serve a bank until SIGINT or SIGTERM. The first line on stdout is the address, once it
    takes connections; the second that of HTTP, where it is served: on the port `http` (0: a free
    one), or where the settings say so. Raises BankUnavailable where another server serves the
    bank already, or the port is taken.
    """
    from memdesk import config
    from memdesk.hosts.doors import Doors

    logging.basicConfig(level=logging.WARNING, format="memdesk: %(levelname)s: %(message)s")
    end = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: end.set())
    settings = config.load()
    if http == _CONFIGURED or (http is None and settings.http):
        http = settings.http_port
    doors = Doors(bank, http_port=http, http_origins=settings.http_origins)
    doors.start()
    try:
        if doors.http_trouble is not None:
            raise doors.http_trouble
        print(doors.address, flush=True)
        if doors.http_address:
            print(doors.http_address, flush=True)
        # Windows wakes no waiting thread for a signal: look every second there.
        while not end.wait(1.0 if sys.platform == "win32" else None):
            pass
    finally:
        doors.stop()


SERVE = Command(_arguments, _run)
