"""`memdesk gui` and `memdesk quick-add`: the window. Qt is loaded nowhere else."""

from __future__ import annotations

import gc
import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk import paths
from memdesk.cli.commands import Command
from memdesk.translation import N_, _

if TYPE_CHECKING:
    from memdesk.hosts.window_socket import Handover


def has_display() -> bool:
    """Whether a window can be shown: on Linux and its kin that takes a display server."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def _gui_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--minimized", action="store_true", help=N_("start in the tray"))


def _gui_operands(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar=N_("FILE"), nargs="?", help=N_("a bank to open, or a file to import")
    )


def _gui(args: Namespace) -> int:
    bank = paths.bank_path(args.bank)
    request = None
    if file := getattr(args, "file", None):
        from memdesk.hosts.window_socket import opening

        request = opening(Path(file))
        if request.action == "open-bank":
            bank, request = Path(request.argument), None
    if not has_display():
        from memdesk.cli.serving import serve

        print(
            _("There is no display to open a window on; serving chat hosts without one."),
            file=sys.stderr,
        )
        serve(bank)
        return 0
    return _open(bank, minimized=args.minimized, request=request)


def _quick_add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "text", metavar=N_("TEXT"), nargs="?", default="", help=N_("what stands in it at first")
    )


def _quick_add(args: Namespace) -> int:
    from memdesk.hosts.window_socket import Handover, NoWindow, activation_token, hand_over

    bank = paths.bank_path(args.bank)
    request = Handover("quick-add", args.text, activation_token())
    try:
        hand_over(paths.window_socket_address(bank), request)
    except NoWindow:
        return _open(bank, minimized=True, request=request)
    return 0


def _open(bank: Path, *, minimized: bool, request: Handover | None = None) -> int:
    """Open the window, and run until it is closed. Where Qt can't be loaded, say why."""
    # Nothing of what a start makes is garbage, and to look for it takes a while. From then on the
    # window says when, see gui/garbage.py.
    gc.disable()
    try:
        from memdesk.gui.running import run
    except ImportError as error:
        if not (error.name or "").startswith(("PySide6", "shiboken6")):
            raise
        sentence = _("The window can't be opened, as a library is missing: {reason}")
        print("memdesk: " + sentence.format(reason=error), file=sys.stderr)
        return 1
    return run(bank, minimized=minimized, request=request)


GUI = Command(_gui_arguments, _gui, _gui_operands)
QUICK_ADD = Command(_quick_add_arguments, _quick_add)
