"""`memdesk connect HOST`: shows or writes what makes a chat host use memdesk (spec 3.5, 4.4)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk import paths
from memdesk.cli.commands import Command
from memdesk.translation import N_, _

if TYPE_CHECKING:
    from memdesk.hosts.connect import Change, Machine

_OVER_HTTP = ("open-webui", "sillytavern")


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
    from memdesk.hosts.this_program import this_program

    program = this_program(paths.bank_path(args.bank))
    machine = this_machine(args.folder)
    changes = plan(args.host, machine, program, remove=args.remove)
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
    _hint_of_claude_s_hooks(args.host, machine)
    return 0


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
    from dataclasses import replace

    from memdesk import config
    from memdesk.cli.settings import load
    from memdesk.hosts.this_program import allowed_origins

    settings = load()
    origins = allowed_origins(host, settings.http_origins, remove=remove)
    if origins != settings.http_origins:
        config.save(replace(settings, http_origins=origins))


def _hint_of_claude_s_hooks(host: str, machine: Machine) -> None:
    """VS Code runs them, too: then its MCP server must not give the block once more."""
    from memdesk.hosts.connect import claude_injects

    if host == "claude-code":
        _say(
            _(
                "VS Code runs these hooks, too. Where it is connected, run `memdesk connect vscode "
                "--write` again, so that it gets the block once."
            )
        )
    elif host == "vscode" and claude_injects(machine):
        _say(_("VS Code runs Claude Code's hooks, and they give it the block."))


def _hints(host: str) -> None:
    if host == "codex":
        _say(_("Codex asks once whether you trust the hook: /hooks shows it."))
    if host == "open-webui":
        _say(_("Paste this file as a new function: Admin Panel, Functions."))
    if host == "sillytavern":
        from memdesk.hosts.this_program import ORIGINS

        _say(
            _(
                "Pages of {origins} may then call memdesk; http_origins in {path} lists them."
            ).format(origins=", ".join(ORIGINS), path=paths.config_dir() / "config.toml")
        )
    if host in _OVER_HTTP:
        _say(_("It needs `memdesk serve --http` and the token of `memdesk where --token`."))


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr)


CONNECT = Command(_arguments, _run)
