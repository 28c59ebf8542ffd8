"""`memdesk serve`: the servers without a window, and without a display (spec 3.2, 3.4)."""

from __future__ import annotations

import signal
import socket
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk import paths
from memdesk.cli.commands import Command
from memdesk.cli.missing import warn_of_missing
from memdesk.translation import N_

if TYPE_CHECKING:
    from memdesk.hosts.doors import Doors

_CONFIGURED = -1
"""`--http` without a port: the one of the settings."""
MAX_PORT = 65_535


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--http",
        nargs="?",
        type=port,
        const=_CONFIGURED,
        metavar="PORT",
        help=N_("serve HTTP on 127.0.0.1, too"),
    )


def port(text: str) -> int:
    """A TCP port. Raises ValueError, which argparse makes wrong usage of."""
    number = int(text)
    if not 0 <= number <= MAX_PORT:
        raise ValueError(text)
    return number


def _run(args: Namespace) -> int:
    serve(paths.bank_path(args.bank), args.http)
    return 0


def serve(bank: Path, http: int | None = None) -> None:
    """Serve a bank until SIGINT or SIGTERM. The first line on stdout is the address, once it
    takes connections; the second that of HTTP, where it is served: on the port `http` (0: a free
    one), or where the settings say so. Raises BankUnavailable where another server serves the
    bank already, or the port is taken.
    """
    from memdesk.cli.settings import load
    from memdesk.hosts import late_log
    from memdesk.hosts.doors import Doors

    late_log.to_stderr()
    settings = load()
    if http == _CONFIGURED or (http is None and settings.http):
        http = settings.http_port
    doors = Doors(bank, http_port=http, http_origins=settings.http_origins)
    warn_of_missing(bank)
    _bring_up_to_date(bank)
    with _asked_to_end() as wait:
        doors.start()
        try:
            _say(doors)
            wait()
        finally:
            doors.stop()


def _bring_up_to_date(path: Path) -> None:
    """Before anyone is served, so that no host waits for it."""
    from memdesk.cli.outdated import bring_up_to_date
    from memdesk.core.errors import BankUnavailable
    from memdesk.store.bank import Bank

    bank = Bank(path)
    try:
        bring_up_to_date(bank)
    except BankUnavailable as error:
        # It is served all the same: whoever asks is told, until it can be used.
        from memdesk.translation import say

        print("memdesk: " + say(error), file=sys.stderr)
    finally:
        bank.close()


def _say(doors: Doors) -> None:
    """Print where hosts are served. Raises BankUnavailable where HTTP should be, and isn't."""
    if doors.http_trouble is not None:
        raise doors.http_trouble
    print(doors.address, flush=True)
    if doors.http_address:
        print(doors.http_address, flush=True)


@contextmanager
def _asked_to_end() -> Iterator[Callable[[], object]]:
    """Gives a function that waits for SIGINT or SIGTERM, whenever it comes.

    Waiting for a lock would not do: a signal right before that is noted, and wakes nobody. The
    wake-up descriptor gets a byte at once, on Windows too.
    """
    reader, writer = socket.socketpair()
    with reader, writer:
        writer.setblocking(False)
        before = signal.set_wakeup_fd(writer.fileno())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda _number, _frame: None)
        try:
            yield lambda: reader.recv(1)
        finally:
            signal.set_wakeup_fd(before)


SERVE = Command(_arguments, _run)
