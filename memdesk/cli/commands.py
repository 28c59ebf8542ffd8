"""Every command: its name, what it does in a few words, and where it lives.

A command's module is imported when that command is asked for, and no other.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import NamedTuple

from memdesk.translation import N_


class Command(NamedTuple):
    """What runs a command: `arguments` adds its own to a parser, `run` gives the exit code.

    `operands` adds those without a dash that a command, left out itself, can't be told.
    """

    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
    operands: Callable[[ArgumentParser], None] | None = None


SUMMARIES: dict[str, str] = {
    "gui": N_("open the window"),
    "quick-add": N_("open the window's quick-add popup"),
    "serve": N_("serve chat hosts without a window"),
    "mcp": N_("serve the MCP client that starts it"),
    "where": N_("print where the bank, the socket and the files lie"),
    "add": N_("add a memory, a task or a work"),
    "list": N_("list what is kept"),
    "show": N_("show one entry whole"),
    "search": N_("find entries by their words"),
    "update": N_("change fields of an entry"),
    "delete": N_("move an entry to the trash, or destroy it"),
    "restore": N_("take an entry out of the trash"),
    "undo": N_("take back your last change"),
    "history": N_("list what was changed, by whom and when"),
    "block": N_("print the block that a host injects into its prompt"),
    "hook": N_("answer a hook of a chat host"),
    "connect": N_("make a chat host use memdesk"),
    "import": N_("take in a file of another program"),
    "export": N_("write the bank as a file"),
    "consolidate": N_("make memories out of conversations"),
    "clean": N_("downgrade or move to the trash what nobody asks for"),
    "stats": N_("count what is kept"),
    "doctor": N_("look at what could go wrong here, and say what to do about it"),
    "backup": N_("copy the bank, or list its backups"),
    "restore-backup": N_("put a backup in the bank's place"),
}
"""What each command does, in the order in which they are listed."""


def command_of(name: str) -> Command:
    """The command of that name, which is one of SUMMARIES."""
    return _WHERE[name]()


def _gui() -> Command:
    from memdesk.cli.window import GUI

    return GUI


def _quick_add() -> Command:
    from memdesk.cli.window import QUICK_ADD

    return QUICK_ADD


def _serve() -> Command:
    from memdesk.cli.serving import SERVE

    return SERVE


def _mcp() -> Command:
    from memdesk.cli.mcp import MCP

    return MCP


def _where() -> Command:
    from memdesk.cli.places import WHERE

    return WHERE


def _add() -> Command:
    from memdesk.cli.adding import ADD

    return ADD


def _list() -> Command:
    from memdesk.cli.listing import LIST

    return LIST


def _show() -> Command:
    from memdesk.cli.showing import SHOW

    return SHOW


def _search() -> Command:
    from memdesk.cli.listing import SEARCH

    return SEARCH


def _update() -> Command:
    from memdesk.cli.changing import UPDATE

    return UPDATE


def _delete() -> Command:
    from memdesk.cli.removing import DELETE

    return DELETE


def _restore() -> Command:
    from memdesk.cli.removing import RESTORE

    return RESTORE


def _undo() -> Command:
    from memdesk.cli.revisions import UNDO

    return UNDO


def _history() -> Command:
    from memdesk.cli.revisions import HISTORY

    return HISTORY


def _block() -> Command:
    from memdesk.cli.block import BLOCK

    return BLOCK


def _hook() -> Command:
    from memdesk.cli.hook import HOOK

    return HOOK


def _connect() -> Command:
    from memdesk.cli.connect import CONNECT

    return CONNECT


def _import() -> Command:
    from memdesk.cli.files import IMPORT

    return IMPORT


def _export() -> Command:
    from memdesk.cli.files import EXPORT

    return EXPORT


def _consolidate() -> Command:
    from memdesk.cli.consolidating import CONSOLIDATE

    return CONSOLIDATE


def _clean() -> Command:
    from memdesk.cli.cleaning import CLEAN

    return CLEAN


def _doctor() -> Command:
    from memdesk.cli.doctor import DOCTOR

    return DOCTOR


def _stats() -> Command:
    from memdesk.cli.showing import STATS

    return STATS


def _backup() -> Command:
    from memdesk.cli.backups import BACKUP

    return BACKUP


def _restore_backup() -> Command:
    from memdesk.cli.backups import RESTORE_BACKUP

    return RESTORE_BACKUP


_WHERE: dict[str, Callable[[], Command]] = {
    "gui": _gui,
    "quick-add": _quick_add,
    "serve": _serve,
    "mcp": _mcp,
    "where": _where,
    "add": _add,
    "list": _list,
    "show": _show,
    "search": _search,
    "update": _update,
    "delete": _delete,
    "restore": _restore,
    "undo": _undo,
    "history": _history,
    "block": _block,
    "hook": _hook,
    "connect": _connect,
    "import": _import,
    "export": _export,
    "consolidate": _consolidate,
    "clean": _clean,
    "stats": _stats,
    "doctor": _doctor,
    "backup": _backup,
    "restore-backup": _restore_backup,
}
