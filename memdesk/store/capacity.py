"""Capacity: of what hosts wrote long ago, each scope keeps only so much (spec 1.6).

A burst of new writes is never evicted, whatever its size: only what hosts wrote more than 30 days
ago is counted, and only that can go. It goes to the trash.
"""

from __future__ import annotations

import sqlite3

from memdesk.store import reading, upkept
from memdesk.store.ageing import OF_HOSTS, days_ago
from memdesk.store.rows import parts
from memdesk.store.writing import Writing

CHECKED_EVERY = 10
"""Writes by hosts between two looks at the cap."""
NEW_DAYS = 30
"""What was written since is new."""
AT_ONCE = 500
"""Entries that go in one transaction: nobody who writes waits long for it."""

_WRITES = "host writes"


def count_write(connection: sqlite3.Connection) -> bool:
    """Count a write by a host. True when it is time to look at the cap."""
    return upkept.count(connection, _WRITES) % CHECKED_EVERY == 0


def evict(writing: Writing, cap: int) -> bool:
    """Move what is beyond the cap to the trash: the least relevant, of those the least recently
    accessed. At most AT_ONCE entries; gives whether more are left to go."""
    connection, before = writing.connection, days_ago(NEW_DAYS)
    left = AT_ONCE
    for workspace, role, count in connection.execute(
        f"SELECT workspace, role, count(*) FROM entry WHERE {OF_HOSTS} AND updated_at < ?"
        " GROUP BY workspace, role HAVING count(*) > ?",
        (before, cap),
    ).fetchall():
        if not left:
            return True
        keys = [
            key
            for (key,) in connection.execute(
                f"SELECT key FROM entry WHERE {OF_HOSTS} AND updated_at < ?"
                " AND workspace = ? AND role = ?"
                " ORDER BY relevance DESC, accessed_at NULLS FIRST, created_at, key LIMIT ?",
                (before, workspace, role, min(count - cap, left)),
            )
        ]
        for part in parts(keys):
            for entry in reading.rows(connection, part).values():
                writing.delete(entry)
        left -= len(keys)
        if count - cap > len(keys):
            return True
    return False
