"""`memdesk hook HOST`: what a chat host runs as its hook (spec 4.4). It never fails the host."""

from __future__ import annotations

import os
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from memdesk import paths
from memdesk.cli.commands import Command
from memdesk.translation import N_

SECONDS = 5.0
"""After these the host gets an empty answer, whatever keeps memdesk."""


def _arguments(parser: ArgumentParser) -> None:
    from memdesk.hosts.hook import HOSTS

    # No choices: a host of a newer memdesk is one more thing that a hook answers empty.
    parser.add_argument("host", metavar="HOST", help=", ".join(HOSTS))
    parser.add_argument("--role", metavar=N_("NAME"), default="", help=N_("a role of an assistant"))


def answer_wrong_usage(argv: Sequence[str]) -> int:
    """A host is answered even then: settings may be of another memdesk than the one they run,
    and by an exit code of 2 some hosts throw the user's prompt away. Gives the exit code."""
    from memdesk.hosts import hook

    _note("?", ValueError("wrong usage: " + " ".join(argv)))
    _print(hook.EMPTY)
    return 0


def _run(args: Namespace) -> int:
    from memdesk.hosts import hook

    answers: list[str] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            # The descriptor, not sys.stdin: a host may have closed it, and a reader that is
            # still waiting when the process ends would hold the lock of a buffer.
            said = hook.read_request(0)
            ask = hook.ask_memdesk(paths.bank_path(args.bank))
            answers.append(hook.answer(args.host, said, ask, role=args.role))
        except Exception as error:  # noqa: BLE001 - a hook may not fail its host, whatever it is
            errors.append(error)

    worker = threading.Thread(target=work, name="memdesk hook", daemon=True)
    worker.start()
    worker.join(SECONDS)
    late = worker.is_alive()
    if not answers:
        _note(args.host, errors[0] if errors else TimeoutError(f"no answer in {SECONDS:g} s"))
    _print(answers[0] if answers else hook.EMPTY)
    if late:
        os._exit(0)  # it waits for something that may never come
    return 0


def _print(answer: str) -> None:
    try:
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()
    except (OSError, ValueError, AttributeError):
        os._exit(0)  # the host has closed its end: there is nobody to tell


def _note(host: str, error: BaseException) -> None:
    from memdesk.hosts import hook

    try:
        hook.log(host, error)
    except OSError as failed:
        # Hosts show a hook's stderr to nobody, or to whoever looks for it.
        if sys.stderr is not None:
            print(f"memdesk: {error} ({failed})", file=sys.stderr)


HOOK = Command(_arguments, _run)
