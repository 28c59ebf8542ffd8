"""The arguments of the program, and those that several commands share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

from memdesk import __version__
from memdesk.cli.commands import SUMMARIES, command_of
from memdesk.translation import N_, _, translated

_DEFAULT_COMMAND = "gui"
_TAKES_VALUE = ("--bank",)


class Parser(argparse.ArgumentParser):
    """argparse, with texts translated only when they are shown."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_Unprinted, **kwargs)

    @classmethod
    def of_program(cls, argv: Sequence[str]) -> Parser:
        """The parser for these arguments: only the command that they name gets its own.

        Without a command the program opens the window.
        """
        _take_argparse_texts_from_ours()
        parser = cls(
            prog="memdesk",
            description=N_("The desk for what your AI assistants remember."),
            epilog=N_("Without a command, memdesk opens the window."),
        )
        parser.add_argument("--version", action="version", version=f"memdesk {__version__}")
        _add_bank(parser)
        name = command_in(argv)
        if name is None:
            command_of(_DEFAULT_COMMAND).arguments(parser)
        commands = parser.add_subparsers(
            prog=parser.prog,  # else argparse formats the usage to find it
            dest="command",
            metavar=N_("COMMAND"),
            title=N_("commands"),
            parser_class=Parser,
        )
        # After the subparsers, whose own default, None, would win otherwise.
        parser.set_defaults(command=_DEFAULT_COMMAND)
        for one, summary in SUMMARIES.items():
            if name in SUMMARIES and one != name:
                continue  # each costs a hook's start something, and none is asked for
            sub = commands.add_parser(one, help=summary, description=summary)
            if one == name:
                # Before or behind the command; behind, it must not undo what stood before.
                _add_bank(sub, default=argparse.SUPPRESS)
                command = command_of(one)
                command.arguments(sub)
                if command.operands is not None:
                    command.operands(sub)
        return parser

    def format_help(self) -> str:
        self._translate()
        return super().format_help()

    def format_usage(self) -> str:
        self._translate()
        return super().format_usage()

    def _translate(self) -> None:
        """Put every text of this parser into the person's language."""
        self.formatter_class = _Roomy
        self.description = _said(self.description)
        self.epilog = _said(self.epilog)
        for group in self._action_groups:
            group.title = _said(group.title)
        for action in self._actions:
            action.help = _said(action.help)
            if isinstance(action.metavar, str):
                action.metavar = _said(action.metavar)
            for choice in getattr(action, "_choices_actions", ()):
                choice.help = _said(choice.help)


def add_kind(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """`--kind`: which of the kinds is meant."""
    from memdesk.core.entry import KINDS

    parser.add_argument(
        "--kind",
        choices=KINDS,
        action="append" if several else "store",
        help=N_("memory, task or work"),
    )


def add_scope(parser: argparse.ArgumentParser) -> None:
    """`--workspace`, `--role`, `--scope` (spec 1.2)."""
    from memdesk.core.scope import SCOPES

    parser.add_argument("--workspace", metavar=N_("PATH"), help=N_("the folder of a project"))
    parser.add_argument("--role", metavar=N_("NAME"), help=N_("a role of an assistant"))
    parser.add_argument(
        "--scope",
        choices=SCOPES,
        help=N_("shared entries of the workspace, those of the role alone, or both"),
    )


def add_limit(parser: argparse.ArgumentParser, default: int | None) -> None:
    """`--limit`: how many at most."""
    parser.add_argument(
        "--limit", type=count, metavar="N", default=default, help=N_("at most this many")
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`: one JSON value and nothing else on stdout."""
    parser.add_argument("--json", action="store_true", help=N_("print JSON, for programs"))


def add_ids(parser: argparse.ArgumentParser) -> None:
    """One or more ids."""
    parser.add_argument("ids", metavar="ID", nargs="+", help=N_("ids of entries"))


def count(text: str) -> int:
    """A number of things, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(_("{text} is less than 1").format(text=text))
    return number


count.__name__ = "number"  # argparse names the type in its message


def _add_bank(parser: argparse.ArgumentParser, **kwargs: Any) -> None:
    parser.add_argument("--bank", metavar=N_("PATH"), help=N_("the bank to work on"), **kwargs)


def command_in(argv: Sequence[str]) -> str | None:
    """The first word that can be a command; None where there is none."""
    words = iter(argv)
    for word in words:
        if word in _TAKES_VALUE:
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None


class _Roomy(argparse.HelpFormatter):
    """Has room for the longest name of a command on the line of what it does."""

    def format_help(self) -> str:
        # argparse measures the commands as if they stood no deeper than their group.
        self._action_max_length += self._indent_increment
        return super().format_help()


class _Unprinted(argparse.HelpFormatter):
    """What argparse checks arguments with. Only what is printed need ask for the terminal's
    width, and from Python 3.14 on for its colours, by modules that a start would wait for."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=80)

    def _set_color(self, *_args: object, **_kwargs: object) -> None:
        """Nothing is coloured here."""


def _said(text: str | None) -> str | None:
    return translated(text) if text and text != argparse.SUPPRESS else text


def _take_argparse_texts_from_ours() -> None:
    """argparse asks gettext for its own texts, at every start: let it find them in ours."""
    if any(os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")):
        import gettext

        from memdesk import paths
        from memdesk.translation import DOMAIN

        gettext.bindtextdomain(DOMAIN, str(paths.resources() / "locale"))
        gettext.textdomain(DOMAIN)
