"""Which sessions a consolidation has been through: those that entries name (spec 5.1)."""

from __future__ import annotations

import sqlite3

from memdesk.core.scope import Viewer, is_kept_from
from memdesk.store.query_sql import visible
from memdesk.store.rows import from_json


def reviewed_sessions(
    connection: sqlite3.Connection, viewer: Viewer, host: str | None = None
) -> dict[str, str]:
    """The sessions in the `source_sessions` of visible entries, and when the newest of those
    entries was made. For a host, what is kept from it does not count."""
    seen = visible(viewer)
    found: dict[str, str] = {}
    for sessions, created_at, never in connection.execute(
        "SELECT source_sessions, created_at, never_send_to FROM entry INDEXED BY entry_derived"
        f" WHERE source_sessions <> '[]' AND deleted_at IS NULL{seen.sql}",
        seen.parameters,
    ):
        if host is not None and is_kept_from(host, from_json(never)):
            continue
        for session in from_json(sessions):
            if created_at > found.get(session, ""):
                found[session] = created_at
    return found
