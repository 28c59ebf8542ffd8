"""Entries that look alike, found through the search index (spec 1.4)."""

from __future__ import annotations

import sqlite3

from memdesk.core.entry import Entry
from memdesk.core.scope import Viewer
from memdesk.core.similar import LookAlike


def look_alikes(
    connection: sqlite3.Connection, entry: Entry, viewer: Viewer, limit: int
) -> list[LookAlike]:
    return []
