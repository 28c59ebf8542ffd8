"""Tags across the bank. Renaming one doesn't move `updated_at` (spec 1.1)."""

from __future__ import annotations

from dataclasses import replace

from memdesk.core.errors import BadParameters
from memdesk.core.lists import without_repeats
from memdesk.store import reading
from memdesk.store.bulk import Progress
from memdesk.store.rows import parts
from memdesk.store.writing import Writing

_AT_ONCE = 500


def rename(writing: Writing, old: str, new: str, progress: Progress | None = None) -> int:
    """Call a tag something else; entries that have both keep one."""
    new = new.strip()
    if not new:
        raise BadParameters("{field} may not be empty.", field="tag")
    if old == new:
        return 0
    return _replace(writing, old, (new,), progress)


def delete(writing: Writing, name: str, progress: Progress | None = None) -> int:
    """Take a tag off every entry."""
    return _replace(writing, name, (), progress)


def _replace(writing: Writing, old: str, new: tuple[str, ...], progress: Progress | None) -> int:
    keys = [
        row[0]
        for row in writing.connection.execute(
            "SELECT entry_key FROM entry_tag WHERE tag = ? ORDER BY entry_key", (old,)
        )
    ]
    done = 0
    for number, part in enumerate(parts(keys, _AT_ONCE)):
        if progress is not None:
            progress(number * _AT_ONCE, len(keys))
        for entry in reading.rows(writing.connection, part).values():
            if not writing.actor.viewer.sees(entry.workspace, entry.role):
                continue
            kept = without_repeats(
                item for tag in entry.tags for item in (new if tag == old else (tag,))
            )
            writing.change(entry, replace(entry, tags=kept), moves=False)
            done += 1
    if done:
        writing.journal.touch("tag")
    return done
