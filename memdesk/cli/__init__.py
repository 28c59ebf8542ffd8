"""The command line (spec 3.5). Start-up hooks wait for it: each command loads only what it needs.

Exit codes: 0 done, 1 refused or not found (one sentence on stderr), 2 wrong usage.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from memdesk.core.errors import MemdeskError
from memdesk.core.reasons import reason_of

DONE = 0
REFUSED = 1
USAGE = 2
INTERRUPTED = 130
"""What a shell expects of a program that Ctrl+C ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code. `argv` is without the program's name."""
    _open_missing()
    _speak_utf8()
    try:
        code = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except MemdeskError as error:
        from memdesk.translation import say

        return _refuse(say(error))
    except BrokenPipeError:
        # Whoever read has had enough (`memdesk list | head`).
        _drop_what_is_left()
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        from memdesk.translation import translated

        place = f"{error.filename}: " if error.filename else ""
        return _refuse(place + translated(reason_of(error)))
    return code


def _run(argv: list[str]) -> int:
    from memdesk.cli.commands import command_of
    from memdesk.cli.usage import Parser, command_in

    parser = Parser.of_program(argv)
    try:
        args = parser.parse_args(argv)
    except SystemExit as end:  # help and wrong usage have said their word
        if end.code and command_in(argv) == "hook":
            from memdesk.cli.hook import answer_wrong_usage

            return answer_wrong_usage(argv)
        return int(end.code or 0)
    return command_of(args.command).run(args)


def _refuse(sentence: str) -> int:
    print("memdesk: " + sentence, file=sys.stderr)
    try:
        sys.stdout.flush()
    except OSError:  # the very thing that was refused, or one more
        _drop_what_is_left()
    return REFUSED


def _drop_what_is_left() -> None:
    """What stdout has still buffered must not be tried again when the interpreter ends: that would
    be another complaint, and another exit code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_missing() -> None:
    """Put nothing where a standard stream is missing: whoever started this may have closed it, and
    a program of Windows without a console has none at all."""
    for name, flags, mode in (
        ("stdin", os.O_RDONLY, "r"),
        ("stdout", os.O_WRONLY, "w"),
        ("stderr", os.O_WRONLY, "w"),
    ):
        if getattr(sys, name) is None:
            # In this order each takes the number that it had. It stays open, as a stream does.
            file = os.open(os.devnull, flags)
            setattr(sys, name, os.fdopen(file, mode, encoding="utf-8", closefd=False))


def _speak_utf8() -> None:
    """Write UTF-8 and bare newlines whatever the console's habits: hosts read what is printed."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # a test may have put something else there
            reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
