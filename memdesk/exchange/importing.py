"""Taking what a file holds into a bank: looked at first, then in one transaction (spec 4).

The same file again changes nothing, and neither does what memdesk wrote itself. What is newer
updates, but never an entry that the person edited since it came in, nor one in the trash. Lists of
the profile are united, its notes taken only where there are none.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from memdesk.core.authors import CLI, IMPORT_PREFIX, USER, Actor, importer
from memdesk.core.entry import KINDS, Entry, Kind, Memory, Profile
from memdesk.core.errors import BadParameters, MemdeskError, NotAllowed
from memdesk.core.lists import with_items
from memdesk.core.merging import letters
from memdesk.core.updating import unredacted
from memdesk.core.validation import check_profile
from memdesk.exchange.mirror_note import note_taken
from memdesk.exchange.reading import MOST_SKIPPED, Found, FoundEntry, Said, Skipped
from memdesk.store.bank import Bank

Progress = Callable[[int, int], None]
"""Called with how many entries are done, and of how many, 0 where that isn't known yet. What it
raises ends the import."""

SHOWN = 1_000
"""Things found that a plan keeps for a person to look at."""
SEVERAL = "several"
"""Stands for the format where files of several were imported as one change."""
_log = logging.getLogger(__name__)
_UNDO = "undo"
"""What the bank calls a change that took another one back."""
_ID_BEHIND = re.compile(r"(?P<title>.+) \([^\s()]+\)")
_BATCH = 500
"""Entries that are looked up in the bank at once."""
_BATCH_BY_TITLE = 20_000
"""So many where that goes over the whole bank each time (`Bank.titled`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What of a file is taken, and where to.

    `workspace` and `role` are given to new entries that bring none of either.
    """

    kinds: frozenset[Kind] = frozenset(KINDS)
    left_out: frozenset[tuple[Kind, str]] = frozenset()
    profile: bool = True
    workspace: str = ""
    role: str = ""

    @property
    def is_everything(self) -> bool:
        return self.profile and not self.left_out and self.kinds >= frozenset(KINDS)

    def takes(self, entry: Entry) -> bool:
        return entry.kind in self.kinds and (entry.kind, entry.id) not in self.left_out

    def placed(self, entry: Entry) -> Entry:
        """A new entry in the chosen scope, unless it has one."""
        if entry.workspace or entry.role or not (self.workspace or self.role):
            return entry
        return replace(entry, workspace=self.workspace, role=self.role)


EVERYTHING = Choice()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What becomes of one entry of the file.

    `there` is the entry of the bank that it meets, None for a new one; `fields` what the file has
    newer. `kept` says why the bank's stays although it differs.
    """

    found: FoundEntry
    there: Entry | None = None
    fields: Mapping[str, object] = field(default_factory=dict)
    kept: MemdeskError | None = None

    @property
    def is_new(self) -> bool:
        return self.there is None

    @property
    def is_newer(self) -> bool:
        return bool(self.fields) and self.kept is None


@dataclass(slots=True, kw_only=True)
class ImportPlan:
    """What an import would do to a bank, or has done to it."""

    format: str
    new: Counter[Kind] = field(default_factory=Counter)
    newer: Counter[Kind] = field(default_factory=Counter)
    unchanged: int = 0
    held: Counter[Kind] = field(default_factory=Counter)
    """What the file holds, taken or not."""
    profile: dict[str, object] = field(default_factory=dict)
    """New values of fields of the profile."""
    gains: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What of those values isn't there yet, an item each."""
    steps: list[Step] = field(default_factory=list)
    """The first SHOWN of them, in the file's order."""
    skipped: list[Skipped] = field(default_factory=list)
    more_skipped: int = 0

    @property
    def added(self) -> int:
        return self.new.total()

    @property
    def updated(self) -> int:
        return self.newer.total()

    @property
    def changes_anything(self) -> bool:
        return bool(self.added or self.updated or self.profile)

    @property
    def is_whole(self) -> bool:
        """Whether all of the file is in the bank once it is carried out."""
        return not (self.skipped or self.more_skipped)

    def counts(self) -> dict[str, object]:
        """The plan as an object: what the command line prints as JSON (spec 3.5)."""
        return {
            "format": self.format,
            "added": self.added,
            "updated": self.updated,
            "unchanged": self.unchanged,
            "skipped": [one.shape() for one in self.skipped],
        }

    def _note(self, step: Step) -> None:
        kind = step.found.entry.kind
        if len(self.steps) < SHOWN:
            self.steps.append(step)
        if step.is_new:
            self.new[kind] += 1
        elif step.is_newer:
            self.newer[kind] += 1
        else:
            self.unchanged += 1
        if step.kept is not None:
            self._skip(Skipped(where=step.found.where, problem=step.kept))

    def _skip(self, one: Skipped) -> None:
        if len(self.skipped) < MOST_SKIPPED:
            self.skipped.append(one)
        else:
            self.more_skipped += 1

    def _end(self, bank: Bank, found: Found, choice: Choice) -> None:
        """Note what is known once the file has been read to its end."""
        ours = self.skipped
        self.skipped = found.skipped[:]
        self.more_skipped += found.more_skipped
        for one in ours:
            self._skip(one)
        if choice.profile:
            _plan_profile(bank.profile(), found.profile, self)


def look_before(
    bank: Bank, found: Found, progress: Progress | None = None, choice: Choice = EVERYTHING
) -> ImportPlan:
    """What importing would do. Writes nothing."""
    plan = ImportPlan(format=found.format)
    for step in _steps(bank, found, plan, choice, progress):
        plan._note(step)
    plan._end(bank, found, choice)
    return plan


def import_found(
    bank: Bank, found: Found, progress: Progress | None = None, choice: Choice = EVERYTHING
) -> ImportPlan:
    """Import it: one transaction, one step to undo. Gives back what was done.

    What the bank refuses ends the import with nothing changed.
    """
    return import_several(bank, [(found, choice)], progress)[0]


def import_several(
    bank: Bank, parts: Sequence[tuple[Found, Choice]], progress: Progress | None = None
) -> list[ImportPlan]:
    """Import what several files hold, as `import_found`: still one transaction and one step."""
    if not bank.exists():  # and nothing to write is no reason to make one (spec 1.8)
        plans = [look_before(bank, found, choice=choice) for found, choice in parts]
        if not any(plan.changes_anything for plan in plans):
            return plans
    names = {found.format for found, _choice in parts}
    whole = Actor(author=importer(names.pop() if len(names) == 1 else SEVERAL))
    told = _Told(progress, parts)
    bank.back_up_before_import()
    with bank.transaction(whole, "import"):
        plans = [_import(bank, found, choice, told) for found, choice in parts]
    for (found, choice), plan in zip(parts, plans, strict=True):
        if found.mirror is not None and plan.is_whole and choice.is_everything:
            try:
                note_taken(bank.path, *found.mirror)
            except MemdeskError as error:  # the import is done; the mirror asks the person
                _log.warning("a mirror can't be noted as taken: %s", error)
    return plans


class _Told:
    """Tells of all parts as of one work."""

    def __init__(self, progress: Progress | None, parts: Sequence[tuple[Found, Choice]]) -> None:
        lists = [found.entries for found, _choice in parts]
        known = all(isinstance(entries, list) for entries in lists)
        self._total = sum(len(one) for one in lists if isinstance(one, list)) if known else 0
        self._done = 0
        self._progress = progress

    def __call__(self, _done: int, _total: int) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)


def _import(bank: Bank, found: Found, choice: Choice, progress: Progress) -> ImportPlan:
    """One file, inside the transaction."""
    actor = Actor(author=importer(found.format))
    plan = ImportPlan(format=found.format)
    for step in _steps(bank, found, plan, choice, progress):
        entry = step.found.entry
        if step.is_new:
            author = entry.author if found.keeps_authors else actor.author
            new = replace(choice.placed(entry), by_person=True, author=author)
            bank.add(new, actor)
        elif step.is_newer:
            assert step.there is not None
            bank.update(step.there.id, step.fields, actor, kind=entry.kind)
        plan._note(step)
    plan._end(bank, found, choice)
    if plan.profile:
        # One that comes whole is as old as it was.
        whole = not _holds_anything(bank.profile())
        at = found.profile.updated_at if whole else ""
        bank.set_profile(plan.profile, actor, updated_at=at)
    return plan


def _steps(
    bank: Bank,
    found: Found,
    plan: ImportPlan,
    choice: Choice,
    progress: Progress | None,
) -> Iterator[Step]:
    total = len(found.entries) if isinstance(found.entries, list) else 0
    done = 0
    at_once = _BATCH if found.comes_back is None else _BATCH_BY_TITLE
    for batch in _batches(found.entries, at_once):
        plan.held.update(one.entry.kind for one in batch)
        chosen = [one for one in batch if choice.takes(one.entry)]
        there = bank.stored(
            [(one.entry.kind, id) for one in chosen for id in (one.entry.id, *one.also)]
        )
        met: list[tuple[FoundEntry, Entry | None]] = []
        for one in chosen:
            ids = (one.entry.id, *one.also)
            known = (there[one.entry.kind, id] for id in ids if (one.entry.kind, id) in there)
            met.append((one, next(known, None)))
        unknown = [one for one, entry in met if entry is None]
        ours = _ours(bank, found, unknown)
        elsewhere = _elsewhere(bank, unknown)
        for one, entry in met:
            id = one.entry.id
            if entry is None and id in ours:
                yield _same(bank, one, ours[id])
            else:
                yield _step(bank, found, one, entry or elsewhere.get(id))
            done += 1
            if progress is not None:
                progress(done, total)


def _ours(bank: Bank, found: Found, unknown: Sequence[FoundEntry]) -> dict[str, Entry]:
    """What memdesk wrote of an entry here, by the id that it has got in the file.

    What stands for the profile meets itself.
    """
    if found.comes_back is None or not unknown:
        return {}
    said: dict[Said, Entry | None] = dict.fromkeys(found.comes_back(bank.profile()))
    for there in bank.titled({title for one in unknown for title in _titles(one.called)}):
        said |= dict.fromkeys(found.comes_back(there), there)
    return {
        one.id: said[own] or one
        for one in (found.entry for found in unknown)
        if isinstance(one, Memory) and (own := (one.title, one.content)) in said
    }


def _titles(called: str) -> tuple[str, ...]:
    """What an entry's title may be that is called so in a file: its id may stand behind it."""
    match = _ID_BEHIND.fullmatch(called)
    return (called,) if match is None else (called, match["title"])


def _same(bank: Bank, one: FoundEntry, there: Entry) -> Step:
    if there.deleted_at is None:
        return Step(found=one, there=there)
    return Step(found=one) if _was_taken_back(bank, there) else _trashed(one, there, {})


def _elsewhere(bank: Bank, unknown: Sequence[FoundEntry]) -> dict[str, Entry]:
    """What came in from the folder of its project already, by the id that it has got in a zip.

    Projects of one name are others: what has their id and another text is not the same.
    """
    out_of_zips = [(one, one.elsewhere) for one in unknown if one.elsewhere is not None]
    if not out_of_zips:
        return {}
    workspaces = [(_last_folder(one), one) for one in bank.distinct("workspace")]
    by_id = {
        (one.entry.kind, elsewhere.id_in(workspace)): (one.entry, elsewhere.by_text)
        for one, elsewhere in out_of_zips
        for folder, workspace in workspaces
        if folder in map(str.casefold, elsewhere.names)
    }
    known = {}
    for place, there in bank.stored(list(by_id)).items():
        entry, by_text = by_id[place]
        if by_text or letters(there) == letters(replace(entry, workspace=there.workspace)):
            known[entry.id] = there
    return known


def _last_folder(workspace: str) -> str:
    return re.split(r"[\\/]", workspace)[-1].casefold()


def _batches(entries: Iterable[FoundEntry], at_once: int) -> Iterator[list[FoundEntry]]:
    several = iter(entries)
    while batch := list(islice(several, at_once)):
        yield batch


def _step(bank: Bank, found: Found, one: FoundEntry, there: Entry | None) -> Step:
    entry = one.entry
    if there is None or _was_taken_back(bank, there):
        return Step(found=one)
    try:
        # What memdesk wrote for others has marks in place of secrets: a mirror, say.
        brought = {
            name: unredacted(getattr(entry, name), getattr(there, name), name)
            for name in found.brings[entry.kind]
        }
    except BadParameters as error:
        return Step(found=one, there=there, kept=error)
    fields = {name: value for name, value in brought.items() if value != getattr(there, name)}
    if there.deleted_at is not None:
        return _trashed(one, there, fields)
    if not fields or (entry.updated_at and entry.updated_at <= there.updated_at):
        return Step(found=one, there=there)
    held = found.equal_at and there.updated_at <= found.equal_at
    if not held and _edited_since(bank, there, frozenset(fields)):
        reason = NotAllowed("It was edited here since; your edit is kept.")
        return Step(found=one, there=there, fields=fields, kept=reason)
    if entry.updated_at:
        fields["updated_at"] = entry.updated_at
    return Step(found=one, there=there, fields=fields)


def _trashed(one: FoundEntry, there: Entry, fields: Mapping[str, object]) -> Step:
    # Even where nothing differs: "unchanged" alone would leave the person looking for it.
    reason = NotAllowed("It lies in the trash here; restore it to import it again.")
    return Step(found=one, there=there, fields=fields, kept=reason)


def _was_taken_back(bank: Bank, entry: Entry) -> bool:
    """Whether it lies in the trash only because the import that brought it was undone."""
    if entry.deleted_at is None:
        return False
    match bank.history(entry.id, kind=entry.kind, limit=2):
        case [last, before]:
            return last.label == _UNDO and before.author.startswith(IMPORT_PREFIX)
    return False


def _edited_since(bank: Bank, entry: Entry, fields: frozenset[str]) -> bool:
    """Whether the person changed one of these fields after the entry came in by an import.

    What the person wrote here and no import ever touched is theirs whole.
    """
    before: int | None = None
    while revisions := bank.history(entry.id, kind=entry.kind, limit=100, before=before):
        for revision in revisions:
            if revision.label == _UNDO:
                continue  # what it took back follows
            if revision.author.startswith(IMPORT_PREFIX):
                return False
            touched = frozenset(revision.before or ()) | frozenset(revision.after or ())
            if revision.author in (USER, CLI) and (not touched or touched & fields):
                return True
        before = revisions[-1].number
    return entry.author in (USER, CLI)


def _plan_profile(there: Profile, found: Profile, plan: ImportPlan) -> None:
    try:
        united = replace(
            there,
            interests=_united(there.interests, found.interests, "interests"),
            preferences=_united(there.preferences, found.preferences, "preferences"),
            notes=there.notes or found.notes,
        )
        check_profile(united)
    except MemdeskError as error:
        plan._skip(Skipped(where="profile", problem=error))
        return
    plan.profile = {
        name: getattr(united, name)
        for name in ("interests", "preferences", "notes")
        if getattr(united, name) != getattr(there, name)
    }
    for name, value in plan.profile.items():
        before = getattr(there, name)
        plan.gains[name] = (
            tuple(item for item in value if item not in before)
            if isinstance(value, tuple)
            else (str(value),)
        )


def _holds_anything(profile: Profile) -> bool:
    return bool(profile.interests or profile.preferences or profile.notes)


def _united(there: tuple[str, ...], found: tuple[str, ...], name: str) -> tuple[str, ...]:
    brought = unredacted(found, there, name)
    return with_items(there, brought if isinstance(brought, tuple) else found)
