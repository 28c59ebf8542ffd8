"""How a bank came to look as it does: ordered steps, each in one transaction (spec 1.8).

`PRAGMA user_version` counts the steps a bank has had. A step is plain SQL and is never changed
once released: a later step mends it. What the steps add up to is mirrored in `schema`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

APPLICATION_ID = 0x6D656D64  # "memd"

_FIRST = """
CREATE TABLE entry (
    key INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('memory', 'task', 'work')),
    id TEXT NOT NULL,
    category TEXT NOT NULL,
    constraint_mode TEXT NOT NULL,
    is_constraint INTEGER NOT NULL,
    status TEXT NOT NULL,
    work_kind TEXT NOT NULL,
    tech TEXT NOT NULL,
    path TEXT NOT NULL,
    relevance INTEGER NOT NULL CHECK (relevance IN (0, 1, 2)),
    workspace TEXT NOT NULL,
    role TEXT NOT NULL,
    pinned INTEGER NOT NULL,
    position INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    accessed_at TEXT,
    access_count INTEGER NOT NULL,
    author TEXT NOT NULL,
    session_id TEXT,
    source_sessions TEXT NOT NULL,
    by_person INTEGER NOT NULL,
    not_secret INTEGER NOT NULL,
    never_send_to TEXT NOT NULL,
    downgraded_at TEXT,
    deleted_at TEXT,
    -- Last: SQLite reads a row from its beginning, and a long text would be in the way.
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (id, kind)
) STRICT;

-- `deleted_at` stands in the indexes themselves instead of making them partial: only so can
-- SQLite answer "the keys of a list, in order" from the index alone.
CREATE INDEX entry_updated ON entry (deleted_at, updated_at, key, kind);
CREATE INDEX entry_important ON entry (pinned DESC, relevance, updated_at DESC, id)
    WHERE deleted_at IS NULL AND kind = 'memory' AND is_constraint = 0;
CREATE INDEX entry_eligible ON entry
    (deleted_at, kind, is_constraint, relevance, category, workspace, role, never_send_to);
CREATE INDEX entry_constraint ON entry (relevance, pinned DESC, updated_at DESC, id)
    WHERE deleted_at IS NULL AND kind = 'memory' AND is_constraint = 1;
CREATE INDEX entry_position ON entry (kind, position, created_at, id) WHERE kind <> 'memory';
CREATE INDEX entry_status ON entry
    (kind, status, deleted_at, workspace, role, never_send_to) WHERE kind <> 'memory';

CREATE TABLE entry_tag (
    entry_key INTEGER NOT NULL REFERENCES entry (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (entry_key, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_tag_tag ON entry_tag (tag);

-- Contentless: the text stays in `entry` alone. Kept in step by search_index.
CREATE VIRTUAL TABLE entry_words USING fts5 (
    title, tags, body, content = '', tokenize = "unicode61 remove_diacritics 2"
);
CREATE VIRTUAL TABLE entry_starts USING fts5 (
    starts, content = '', detail = none,
    tokenize = "unicode61 remove_diacritics 2"
);

CREATE TABLE profile (
    key INTEGER PRIMARY KEY CHECK (key = 1),
    interests TEXT NOT NULL,
    preferences TEXT NOT NULL,
    notes TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE change (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    author TEXT NOT NULL,
    label TEXT NOT NULL,
    step TEXT NOT NULL CHECK (step IN ('change', 'undo', 'redo')),
    kinds TEXT NOT NULL,
    ids TEXT,
    destroys INTEGER NOT NULL,
    undoes INTEGER,
    undone_by INTEGER
) STRICT;

CREATE TABLE revision (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    change_number INTEGER NOT NULL REFERENCES change (number) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('create', 'update', 'delete', 'restore', 'destroy')),
    before TEXT,
    after TEXT
) STRICT;
CREATE INDEX revision_change ON revision (change_number);
CREATE INDEX revision_id ON revision (id, kind);

CREATE TABLE spent_id (id TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE preset (name TEXT PRIMARY KEY NOT NULL, settings TEXT NOT NULL)
    STRICT, WITHOUT ROWID;

CREATE TABLE host (
    name TEXT PRIMARY KEY NOT NULL,
    policy TEXT NOT NULL CHECK (policy IN ('read', 'write', 'review', 'blocked')),
    preset TEXT,
    first_seen TEXT,
    last_seen TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE role (name TEXT PRIMARY KEY NOT NULL, preset TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE frozen_block (
    key INTEGER PRIMARY KEY,
    host TEXT NOT NULL,
    session TEXT NOT NULL,
    workspace TEXT NOT NULL,
    role TEXT NOT NULL,
    preset TEXT NOT NULL,
    language TEXT NOT NULL,
    most INTEGER NOT NULL,
    text TEXT NOT NULL,
    details TEXT NOT NULL,
    frozen_at TEXT NOT NULL,
    UNIQUE (session, host, workspace, role, preset, language, most)
) STRICT;

CREATE INDEX frozen_block_frozen ON frozen_block (frozen_at);

CREATE TABLE suggestion (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    host TEXT NOT NULL,
    session_id TEXT,
    operation TEXT NOT NULL,
    parameters TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'refused'))
) STRICT;

CREATE TABLE access_log (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    host TEXT NOT NULL,
    operation TEXT NOT NULL,
    workspace TEXT NOT NULL,
    role TEXT NOT NULL,
    session TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    microseconds INTEGER NOT NULL,
    ids TEXT NOT NULL
) STRICT;
CREATE INDEX access_log_at ON access_log (at);
"""

# Which sessions have been reviewed is asked at every list of them (spec 5.1).
_SESSIONS = """
CREATE INDEX entry_derived ON entry (workspace, role, created_at, source_sessions, never_send_to)
    WHERE source_sessions <> '[]' AND deleted_at IS NULL;
"""

# Pairs that look like duplicates and that the person has called none (spec 1.4).
_APART = """
CREATE TABLE apart (
    one INTEGER NOT NULL REFERENCES entry (key) ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES entry (key) ON DELETE CASCADE,
    PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX apart_other ON apart (other);
"""

# Blocks frozen before it was kept where everything stands in them: they can't be cut down to a
# limit that comes later (spec 2.4). Their sessions get a new one.
_LAID_OUT = """
DELETE FROM frozen_block
    WHERE CASE WHEN json_valid(details) THEN json_type(details, '$.layout') END IS NOT 'object';
"""

# What hosts wrote and the person never touched: all that ageing and capacity may look at, the
# longest unwritten first. And what the bank notes of its own upkeep (spec 1.6).
_UPKEEP = """
CREATE INDEX entry_by_hosts ON entry (updated_at, workspace, role)
    WHERE by_person = 0 AND deleted_at IS NULL AND pinned = 0 AND is_constraint = 0;
CREATE TABLE upkeep (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""

# How many living entries there are of each scope, kind, … that a block chooses by: to count them
# anew takes longer the more there are (spec 6.1). Triggers keep it with every write, whoever
# makes it. A group with nothing in it goes, and with it the name of its role and workspace.
# OR FAIL as in `writing`. And an index of each order in which a block keeps entries, each group of
# them for itself.
_COUNTS = """
CREATE TABLE entry_count (
    workspace TEXT NOT NULL,
    role TEXT NOT NULL,
    kind TEXT NOT NULL,
    is_constraint INTEGER NOT NULL,
    pinned INTEGER NOT NULL,
    relevance INTEGER NOT NULL,
    category TEXT NOT NULL,
    status TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (workspace, role, kind, is_constraint, pinned, relevance, category, status)
) STRICT, WITHOUT ROWID;
INSERT INTO entry_count
    SELECT workspace, role, kind, is_constraint, pinned, relevance, category, status, count(*)
    FROM entry WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;

CREATE TRIGGER entry_made AFTER INSERT ON entry WHEN new.deleted_at IS NULL BEGIN
    INSERT INTO entry_count VALUES (new.workspace, new.role, new.kind, new.is_constraint,
        new.pinned, new.relevance, new.category, new.status, 0) ON CONFLICT DO NOTHING;
    UPDATE OR FAIL entry_count SET number = number + 1
        WHERE workspace = new.workspace AND role = new.role AND kind = new.kind
        AND is_constraint = new.is_constraint AND pinned = new.pinned
        AND relevance = new.relevance AND category = new.category AND status = new.status;
END;
CREATE TRIGGER entry_gone AFTER DELETE ON entry WHEN old.deleted_at IS NULL BEGIN
    UPDATE OR FAIL entry_count SET number = number - 1
        WHERE workspace = old.workspace AND role = old.role AND kind = old.kind
        AND is_constraint = old.is_constraint AND pinned = old.pinned
        AND relevance = old.relevance AND category = old.category AND status = old.status;
    DELETE FROM entry_count
        WHERE workspace = old.workspace AND role = old.role AND kind = old.kind
        AND is_constraint = old.is_constraint AND pinned = old.pinned
        AND relevance = old.relevance AND category = old.category AND status = old.status
        AND number < 1;
END;
CREATE TRIGGER entry_moved_out AFTER UPDATE OF workspace, role, kind, is_constraint, pinned,
        relevance, category, status, deleted_at ON entry WHEN old.deleted_at IS NULL BEGIN
    UPDATE OR FAIL entry_count SET number = number - 1
        WHERE workspace = old.workspace AND role = old.role AND kind = old.kind
        AND is_constraint = old.is_constraint AND pinned = old.pinned
        AND relevance = old.relevance AND category = old.category AND status = old.status;
    DELETE FROM entry_count
        WHERE workspace = old.workspace AND role = old.role AND kind = old.kind
        AND is_constraint = old.is_constraint AND pinned = old.pinned
        AND relevance = old.relevance AND category = old.category AND status = old.status
        AND number < 1;
END;
CREATE TRIGGER entry_moved_in AFTER UPDATE OF workspace, role, kind, is_constraint, pinned,
        relevance, category, status, deleted_at ON entry WHEN new.deleted_at IS NULL BEGIN
    INSERT INTO entry_count VALUES (new.workspace, new.role, new.kind, new.is_constraint,
        new.pinned, new.relevance, new.category, new.status, 0) ON CONFLICT DO NOTHING;
    UPDATE OR FAIL entry_count SET number = number + 1
        WHERE workspace = new.workspace AND role = new.role AND kind = new.kind
        AND is_constraint = new.is_constraint AND pinned = new.pinned
        AND relevance = new.relevance AND category = new.category AND status = new.status;
END;

CREATE INDEX entry_ranked ON entry
    (workspace, role, is_constraint, pinned, relevance, category, updated_at DESC, id)
    WHERE deleted_at IS NULL AND kind = 'memory';
CREATE INDEX entry_placed ON entry (kind, workspace, role, status, position, created_at, id)
    WHERE deleted_at IS NULL AND kind <> 'memory';
CREATE INDEX entry_withheld ON entry
    (kind, is_constraint, relevance, category, status, workspace, role, never_send_to)
    WHERE deleted_at IS NULL AND never_send_to <> '[]';
DROP INDEX entry_important;
DROP INDEX entry_constraint;
DROP INDEX entry_eligible;
DROP INDEX entry_status;
"""

STEPS: tuple[str, ...] = (_FIRST, _SESSIONS, _APART, _LAID_OUT, _UPKEEP, _COUNTS)
NEWEST = len(STEPS)


def version(connection: sqlite3.Connection) -> int:
    """How many steps the bank has had."""
    number: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return number


def migrate(connection: sqlite3.Connection, begin: Callable[[], bool] | None = None) -> None:
    """Take the steps that are still to take, each in one transaction.

    Safe when several processes do it at once: a step looks again once it holds the lock. `begin`
    takes that lock in another way than by asking once; False: there is no step left to take.
    """
    while version(connection) < NEWEST:
        try:
            if begin is None:
                connection.execute("BEGIN IMMEDIATE")
            elif not begin():
                return
            done = version(connection)
            if done < NEWEST:
                for statement in statements(STEPS[done]):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {done + 1}")
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # SQLite itself rolls back on a full disk
                connection.execute("ROLLBACK")
            raise


def statements(script: str) -> list[str]:
    """The single statements of a step (`executescript` would commit behind our back)."""
    found = []
    begun = ""
    for line in script.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            found.append(begun.strip())
            begun = ""
    if begun.strip():
        raise ValueError("an unfinished statement: " + begun)
    return found
