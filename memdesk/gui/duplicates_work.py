"""Merging exact twins in the bank, and comparing two entries for a person (spec 1.4)."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.core.authors import Actor
from memdesk.core.duplicates import Group
from memdesk.core.entry import Entry
from memdesk.core.merging import best_to_keep, compared_fields, letters, merged_fields
from memdesk.gui import words
from memdesk.gui.diff_view import Compared, compare
from memdesk.store.bank import Bank

USER = Actor()


def merge_twins(bank: Bank, groups: Sequence[Group]) -> list[int]:
    """Merge each of these groups whose entries are still the same; gives the keys that went."""
    gone: list[int] = []
    with bank.transaction(USER, "merge"):
        for group in groups:
            rows = bank.rows(group.keys).values()
            living = [entry for entry in rows if entry.deleted_at is None]
            if len(living) < 2 or len({letters(entry) for entry in living}) > 1:
                continue  # someone has changed one of them since
            kept = best_to_keep(living)
            others = [entry for entry in living if entry is not kept]
            fields = merged_fields(kept, others)
            named = [(entry.kind, entry.id) for entry in others]
            bank.merge((kept.kind, kept.id), named, fields, USER)
            gone += [entry.key for entry in others]
    return gone


def compared(kept: Entry, other: Entry) -> list[Compared]:
    """What differs between two entries, field by field."""
    old, new = compared_fields(kept), compared_fields(other)
    return compare((words.field_word(name), old[name], new[name]) for name in old)


def scope_of(entry: Entry) -> tuple[str, str]:
    """Where it is seen (spec 1.2)."""
    return entry.workspace, entry.role


def where_seen(entry: Entry) -> str:
    """Its scope in words."""
    parts = [words.workspace_word(entry.workspace), entry.role]
    return " · ".join(part for part in parts if part) or words.translate(
        "DuplicatesWindow", "Everywhere"
    )
