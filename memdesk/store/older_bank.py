"""A bank that was begun where another lay before, which is gone: its backups lie there still.

Whoever comes first begins a new one, a chat host too; the person is told, and can go back.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from memdesk.core.errors import BankUnavailable
from memdesk.store import backup, changes, upkept

_LEFT = "older bank left"


def newest_backup(connection: sqlite3.Connection, folder: Path, bank: Path) -> backup.Backup | None:
    """The newest backup of an older bank that can be used and holds an entry, in the directory of
    the backups; None where there is none, or the person has left that bank."""
    if upkept.noted(connection, _LEFT):
        return None
    _own, older = backup.apart(backup.listed(folder, bank), changes.began(connection))
    return next(filter(_is_of_use, older), None)


def leave(connection: sqlite3.Connection) -> None:
    """Note that the person wants the bank as it is, and knows of the older one."""
    upkept.note(connection, _LEFT, "yes")


def _is_of_use(one: backup.Backup) -> bool:
    try:
        return backup.look_inside(one.path).entries > 0
    except BankUnavailable:
        return False
