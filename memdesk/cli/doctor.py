"""`memdesk doctor`: looks at what could go wrong here, and says what to do about it (spec 3.5)."""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memdesk import paths
from memdesk.cli.commands import Command
from memdesk.cli.output import print_json
from memdesk.cli.usage import add_json
from memdesk.core.errors import Remark
from memdesk.translation import _, say

if TYPE_CHECKING:
    from memdesk.hosts.finding import Finding


def _arguments(parser: ArgumentParser) -> None:
    add_json(parser)


def _run(args: Namespace) -> int:
    from memdesk.hosts import checkup

    findings: list[Finding] = []
    for finding in (*checkup.look(paths.bank_path(args.bank)), *_display()):
        findings.append(finding)
        if not args.json:
            _print(finding)
    wrong = sum(finding.state == "wrong" for finding in findings)
    if args.json:
        print_json(
            {
                "ok": not wrong,
                "findings": [
                    {
                        "name": one.name,
                        "state": one.state,
                        "what": say(one.what),
                        "advice": None if one.advice is None else say(one.advice),
                    }
                    for one in findings
                ],
            }
        )
    elif wrong:
        print(_("Wrong: {count}.").format(count=wrong))
    else:
        print(_("Nothing is wrong."))
    return 1 if wrong else 0


def _print(finding: Finding) -> None:
    mark = {"ok": "  ", "note": "- ", "wrong": "! "}[finding.state]
    print(f"{mark}{finding.name:<12}{say(finding.what)}", flush=True)
    if finding.advice is not None:
        print(f"{'':<14}→ {say(finding.advice)}", flush=True)


# --- the display: where none answers, Qt ends the process that asks for it


def _display() -> Iterator[Finding]:
    from memdesk.hosts.finding import Finding

    no_window = Remark("memdesk serve, hooks and the command line need no display.")
    if sys.platform != "linux":
        yield Finding("display", "ok", Remark("The system's own display and tray."))
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        yield Finding("display", "note", Remark("No display: no window can open here."), no_window)
        return
    code, said = _in_a_child()
    if code == 0:
        yield Finding("display", "ok", Remark("A window can open, and there is a tray."))
    elif code == 3:
        yield Finding(
            "display",
            "note",
            Remark("A window can open; the desktop has no tray."),
            Remark("Closing the window ends memdesk then. GNOME has an extension for a tray."),
        )
    else:
        reason = said or _("exit code {code}").format(code=code)
        yield Finding(
            "display",
            "wrong",
            Remark("No window can open: {reason}", reason=reason),
            Remark("Install what is named there (libxcb-cursor0, often), or see that DISPLAY is"
                   " right."),
        )  # fmt: skip


def _in_a_child() -> tuple[int, str]:
    """Ask Qt in a child of this process; gives its exit code and the last line that it said."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                os.dup2(said.fileno(), sys.stderr.fileno())
                from memdesk.gui.display_check import tray_code

                code = tray_code()
            except ImportError as error:
                print(error, file=sys.stderr, flush=True)
            finally:
                os._exit(code)
        _child, status = os.waitpid(child, 0)
        said.seek(0)
        lines = said.read().decode("utf-8", "replace").strip().splitlines()
    return os.waitstatus_to_exitcode(status), next((one for one in lines if one.strip()), "")


DOCTOR = Command(_arguments, _run)
