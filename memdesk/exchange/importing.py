"""Taking what a file holds into a bank: looked at first, then in one transaction (spec 4).

The same file again changes nothing. What is newer updates, but never an entry that the person
edited since it came in, nor one in the trash. Lists of the profile are united, its notes taken
only where there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from memdesk.core.authors import CLI, IMPORT_PREFIX, USER, Actor, importer
from memdesk.core.entry import Entry, Profile
from memdesk.core.errors import MemdeskError, NotAllowed, NotFound
from memdesk.core.lists import with_items
from memdesk.core.validation import check_profile
from memdesk.exchange.reading import Found, FoundEntry, Skipped
from memdesk.store.bank import Bank

Progress = Callable[[int, int], None]
"""Called with how many entries are done, and of how many. What it raises ends the import."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """An entry that is there already, and what the file has newer."""

    entry: Entry
    fields: Mapping[str, object]


@dataclass(slots=True, kw_only=True)
class ImportPlan:
    """What an import would do to a bank, or has done to it."""

    format: str
    added: list[Entry] = field(default_factory=list)
    updated: list[Change] = field(default_factory=list)
    unchanged: int = 0
    profile: dict[str, object] = field(default_factory=dict)
    """New values of fields of the profile."""
    skipped: list[Skipped] = field(default_factory=list)
    keeps_authors: bool = False

    @property
    def changes_anything(self) -> bool:
        return bool(self.added or self.updated or self.profile)

    def counts(self) -> dict[str, object]:
        """The plan as an object: what the command line prints as JSON (spec 3.5)."""
        return {
            "format": self.format,
            "added": len(self.added),
            "updated": len(self.updated),
            "unchanged": self.unchanged,
            "skipped": [{"where": one.where, "reason": one.reason} for one in self.skipped],
        }


def look_before(bank: Bank, found: Found, progress: Progress | None = None) -> ImportPlan:
    """What importing would do. Writes nothing."""
    plan = ImportPlan(
        format=found.format, skipped=list(found.skipped), keeps_authors=found.keeps_authors
    )
    for number, one in enumerate(found.entries):
        _plan_entry(bank, found, one, plan)
        if progress is not None:
            progress(number + 1, len(found.entries))
    _plan_profile(bank.profile(), found.profile, plan)
    return plan


def import_found(bank: Bank, found: Found, progress: Progress | None = None) -> ImportPlan:
    """Import it: one transaction, one step to undo. Gives back what was done.

    What the bank refuses ends the import with nothing changed.
    """
    actor = Actor(author=importer(found.format))
    if not bank.exists():  # and nothing to write is no reason to make one (spec 1.8)
        plan = look_before(bank, found)
        if not plan.changes_anything:
            return plan
    with bank.transaction(actor, "import"):
        plan = look_before(bank, found)
        total = len(plan.added) + len(plan.updated)
        done = 0
        for entry in plan.added:
            bank.add(entry, actor)
            done += 1
            if progress is not None:
                progress(done, total)
        for change in plan.updated:
            bank.update(change.entry.id, change.fields, actor, kind=change.entry.kind)
            done += 1
            if progress is not None:
                progress(done, total)
        if plan.profile:
            bank.set_profile(plan.profile, actor)
    return plan


def _plan_entry(bank: Bank, found: Found, one: FoundEntry, plan: ImportPlan) -> None:
    entry = one.entry
    try:
        there = bank.get(entry.id, kind=entry.kind, trashed=True)
    except NotFound:
        author = entry.author if found.keeps_authors else importer(found.format)
        plan.added.append(replace(entry, by_person=True, author=author))
        return
    fields = {
        name: getattr(entry, name)
        for name in found.brings[entry.kind]
        if getattr(entry, name) != getattr(there, name)
    }
    if there.deleted_at is not None:
        # Even where nothing differs: "unchanged" alone would leave the person looking for it.
        _keep(plan, one, NotAllowed("It lies in the trash here; restore it to import it again."))
    elif not fields or (entry.updated_at and entry.updated_at <= there.updated_at):
        plan.unchanged += 1
    elif _edited_since(bank, there, frozenset(fields)):
        _keep(plan, one, NotAllowed("It was edited here since; your edit is kept."))
    else:
        if entry.updated_at:
            fields["updated_at"] = entry.updated_at
        plan.updated.append(Change(entry=there, fields=fields))


def _keep(plan: ImportPlan, one: FoundEntry, reason: MemdeskError) -> None:
    plan.unchanged += 1
    plan.skipped.append(Skipped(where=one.where, problem=reason))


def _edited_since(bank: Bank, entry: Entry, fields: frozenset[str]) -> bool:
    """Whether the person changed one of these fields after the entry came in by an import.

    What the person wrote here and no import ever touched is theirs whole.
    """
    before: int | None = None
    while revisions := bank.history(entry.id, kind=entry.kind, limit=100, before=before):
        for revision in revisions:
            if revision.author.startswith(IMPORT_PREFIX):
                return False
            touched = frozenset(revision.before or ()) | frozenset(revision.after or ())
            if revision.author in (USER, CLI) and (not touched or touched & fields):
                return True
        before = revisions[-1].number
    return entry.author in (USER, CLI)


def _plan_profile(there: Profile, found: Profile, plan: ImportPlan) -> None:
    united = replace(
        there,
        interests=with_items(there.interests, found.interests),
        preferences=with_items(there.preferences, found.preferences),
        notes=there.notes or found.notes,
    )
    try:
        check_profile(united)
    except MemdeskError as error:
        plan.skipped.append(Skipped(where="profile", problem=error))
        return
    plan.profile = {
        name: getattr(united, name)
        for name in ("interests", "preferences", "notes")
        if getattr(united, name) != getattr(there, name)
    }
