"""`memdesk serve`: the servers without a window, and without a display (spec 3.2, 3.4)."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk import paths
from memdesk.cli.commands import Command
from memdesk.translation import N_

if TYPE_CHECKING:
    from memdesk.hosts.http import HttpServer
    from memdesk.hosts.service import Service

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
    from memdesk.hosts.http_token import note_address
    from memdesk.hosts.socket_server import SocketServer

    logging.basicConfig(level=logging.WARNING, format="memdesk: %(levelname)s: %(message)s")
    end = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: end.set())
    address = paths.socket_address(bank)
    server = SocketServer(bank, address)
    server.start()
    door: HttpServer | None = None
    try:
        print(address, flush=True)
        door = _open_http(server.service, http)
        if door is not None:
            note_address(address, door.address)
            print(door.address, flush=True)
        # Windows wakes no waiting thread for a signal: look every second there.
        while not end.wait(1.0 if sys.platform == "win32" else None):
            pass
    finally:
        if door is not None:
            note_address(address, "")
            door.stop()
        server.stop()


def _open_http(service: Service, port: int | None) -> HttpServer | None:
    """Open the HTTP door where it is wanted."""
    from memdesk import config

    settings = config.load()
    if port is None and not settings.http:
        return None
    from memdesk.hosts.http import HttpServer
    from memdesk.hosts.http_token import token

    number = settings.http_port if port in (None, _CONFIGURED) else port
    door = HttpServer(service, number, token(), settings.http_origins)
    door.start()
    return door


SERVE = Command(_arguments, _run)
