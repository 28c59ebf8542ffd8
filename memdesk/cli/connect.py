"""`memdesk connect HOST`: shows or writes what makes a chat host use memdesk (spec 3.5, 4.4)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk import paths
from memdesk.cli.commands import Command
from memdesk.translation import N_, _

if TYPE_CHECKING:
    from memdesk.hosts.connect import Change, Program

_OVER_HTTP = ("open-webui", "sillytavern")
_ORIGINS = ("http://127.0.0.1:8000", "http://localhost:8000")
"""Where SillyTavern's page comes from, unless it was told otherwise."""


def _arguments(parser: ArgumentParser) -> None:
    from memdesk.hosts.host_places import HOSTS

    parser.add_argument("host", metavar="HOST", choices=HOSTS, help=", ".join(HOSTS))
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--write", action="store_true", help=N_("write it, after a backup beside each file")
    )
    what.add_argument("--remove", action="store_true", help=N_("take it back"))
    parser.add_argument(
        "--folder",
        metavar=N_("PATH"),
        type=Path,
        help=N_("the folder of one project to set up, or that of SillyTavern"),
    )


def _run(args: Namespace) -> int:
    from memdesk.hosts.connect import plan, this_machine, write

    changes = plan(args.host, this_machine(args.folder), program(args.bank), remove=args.remove)
    wanted = [change for change in changes if change.changes]
    for change in wanted:
        sys.stdout.write(difference(change))
    if args.write or args.remove:
        for backup in write(changes):
            _say(_("The file as it was: {path}").format(path=backup))
        _settings(args.host, remove=args.remove)
    if not wanted:
        _say(
            _("There is nothing of memdesk to take away.")
            if args.remove
            else _("{host} is set up already.").format(host=args.host)
        )
    elif not (args.write or args.remove):
        _say(_("Nothing was written. --write writes it."))
    if not args.remove:
        _hints(args.host)
    return 0


def program(bank: str | None) -> Program:
    """How a host starts this memdesk: by an absolute path, for hosts know no PATH of a shell."""
    from memdesk import config
    from memdesk.hosts.connect import Program

    path = paths.bank_path(bank)
    moved = path != _standard_bank()
    return Program(
        command=_command(),
        socket=paths.socket_address(path),
        http=f"http://127.0.0.1:{config.load().http_port}",
        bank=str(path) if moved else "",
    )


def _standard_bank() -> Path | None:
    """The bank that a memdesk opens which is told nothing; None where the environment says
    where things lie, for a host may not have that environment."""
    import os

    return None if os.environ.get("MEMDESK_HOME") else paths.data_dir() / paths.BANK_NAME


def _command() -> tuple[str, ...]:
    import os
    import shutil

    if image := os.environ.get("APPIMAGE"):
        return (image,)
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    beside = shutil.which("memdesk", path=str(Path(sys.executable).parent))
    return (beside,) if beside else (sys.executable, "-m", "memdesk")


def difference(change: Change) -> str:
    """A unified diff of one file; a last line without its end is marked as diff does."""
    from difflib import unified_diff

    name = str(change.path)
    lines = unified_diff(
        (change.before or "").splitlines(keepends=True),
        (change.after or "").splitlines(keepends=True),
        "/dev/null" if change.before is None else name,
        "/dev/null" if change.after is None else name,
    )
    return "".join(
        line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines
    )


def _settings(host: str, *, remove: bool) -> None:
    """Allow, or no longer allow, SillyTavern's page to call the HTTP door."""
    if host != "sillytavern":
        return
    from dataclasses import replace

    from memdesk import config

    settings = config.load()
    others = tuple(one for one in settings.http_origins if one not in _ORIGINS)
    origins = others if remove else (*settings.http_origins, *_missing(settings.http_origins))
    if origins != settings.http_origins:
        config.save(replace(settings, http_origins=origins))


def _missing(origins: Sequence[str]) -> list[str]:
    return [one for one in _ORIGINS if one not in origins]


def _hints(host: str) -> None:
    if host == "codex":
        _say(_("Codex asks once whether you trust the hook: /hooks shows it."))
    if host == "open-webui":
        _say(_("Paste this file as a new function: Admin Panel, Functions."))
    if host == "sillytavern":
        _say(
            _(
                "Pages of {origins} may then call memdesk; http_origins in {path} lists them."
            ).format(origins=", ".join(_ORIGINS), path=paths.config_dir() / "config.toml")
        )
    if host in _OVER_HTTP:
        _say(_("It needs `memdesk serve --http` and the token of `memdesk where --token`."))


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)


CONNECT = Command(_arguments, _run)
