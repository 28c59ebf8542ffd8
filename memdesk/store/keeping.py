"""What a bank does so that it stays small, private and whole: ageing, capacity, upkeep, forgetting,
copies (spec 1.6 to 1.8). `Bank` stands on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk.core.authors import UPKEEP, Actor
from memdesk.core.errors import BankUnavailable, MemdeskError, NotAllowed
from memdesk.store.connection import in_words
from memdesk.store.later import (
    ageing,
    backup,
    capacity,
    counts,
    forgetting,
    older_bank,
    search_index,
    thinning,
    upkept,
)
from memdesk.store.opened import OpenedBank

if TYPE_CHECKING:
    from memdesk.core.entry import Kind
    from memdesk.store.ageing import Ages, Cleaning
    from memdesk.store.backup import Backup
    from memdesk.store.bulk import Progress
    from memdesk.store.forgetting import Traced, Unreached

    Named = Sequence[tuple[Kind, str]]

_UPKEEP_DONE = "upkeep done"


class KeptBank(OpenedBank):
    """A bank as it is kept. Its methods raise BankUnavailable as `Bank` says."""

    # --- ageing and capacity (spec 1.6)

    def to_clean(self, ages: Ages | None = None) -> Cleaning:
        """What cleaning would do now: the keys of what goes and of what is downgraded."""
        with self._reading() as connection:
            return ageing.to_clean(connection, ages or ageing.Ages())

    def clean(
        self,
        actor: Actor,
        ages: Ages | None = None,
        *,
        among: Collection[int] | None = None,
        progress: Progress | None = None,
    ) -> Cleaning:
        """Clean, as one step of undo: all that is to clean, or only these keys of it."""
        if not self.exists():  # and none must come to be for it (spec 1.8)
            return ageing.Cleaning()
        with self._writing(actor, "clean") as writing:
            return ageing.clean(writing, ages or ageing.Ages(), among, progress)

    def count_host_write(self) -> bool:
        """Count a write by a host; gives whether it is time to `evict`."""
        with self._quietly() as connection:
            return capacity.count_write(connection)

    def evict(self, cap: int) -> bool:
        """Move some of what hosts wrote long ago beyond the cap of its scope to the trash.

        Gives whether more is left to go.
        """
        with self._writing(Actor(author=UPKEEP), "evict") as writing:
            return capacity.evict(writing, cap)

    # --- upkeep

    def upkeep_due(self) -> bool:
        """Whether the last upkeep was done, by whatever process, more than a day ago, or one that
        forgot something everywhere could not do all of it."""
        if not self.exists():
            return False
        with self._reading() as connection:
            if forgetting.unfinished(connection, self.path):
                return True
            done = upkept.noted(connection, _UPKEEP_DONE)
        return not ageing.days_ago(1) < done <= ageing.days_ago(0)

    def keep_up(self, cap: int | None, stopped: Callable[[], bool] = lambda: False) -> None:
        """Empty the trash of what is old, thin what is old, keep to the cap (None: there is none).

        In small transactions, between which others write. `stopped` ends it early; what is left
        is done the next time.
        """
        # Noted first: of several processes one does it.
        self._note_upkeep(ageing.days_ago(0))
        finished = False
        try:
            finished = self._keep_up(cap, stopped)
        finally:
            if not finished:
                with suppress(MemdeskError):  # the reason is being raised already
                    self._note_upkeep("")

    def _keep_up(self, cap: int | None, stopped: Callable[[], bool]) -> bool:
        upkeep = Actor(author=UPKEEP)
        self._forget_what_is_owed()
        with self._reading() as connection:
            to_sweep = upkept.noted(connection, forgetting.SWEEP_DUE)
        if to_sweep:
            self._sweep()
        for work in (thinning.drop_old, thinning.thin_revisions, thinning.empty_trash):
            more = True
            while more:
                if stopped():
                    return False
                with self._writing(upkeep, "upkeep") as writing:
                    more = work(writing)
        while cap is not None and self.evict(cap):
            if stopped():
                return False
        return True

    def merge_index(self) -> bool:
        """Merge some of the pieces that writes leave of the search index, in a short transaction.

        Gives whether more is left to do.
        """
        if not self.exists():
            return False
        with self._quietly() as connection:
            more: bool = search_index.SearchIndex(connection).merge()
            return more

    def _note_upkeep(self, at: str) -> None:
        with self._quietly() as connection:
            upkept.note(connection, _UPKEEP_DONE, at)

    # --- forgetting

    def forget_everywhere(
        self,
        ids: Named,
        actor: Actor,
        progress: Callable[[str], None] | None = None,
        *,
        quoting: Sequence[Path] = (),
        said_in: Sequence[Path] = (),
        mirrors: Callable[[Callable[[str], bool]], list[MemdeskError]] | None = None,
    ) -> list[MemdeskError]:
        """Delete entries forever, and their text from all that memdesk keeps (spec 1.6).

        Gives what it could not reach, each to be said as an error is. `progress` is called with
        the step that begins: backups, bank, file. `quoting` are directories of text files that may
        quote them, a line each (see `paths.quoting_dirs`), `said_in` those of conversations, which
        are the person's own and stay as they are. `mirrors` is asked at the end what
        files that are kept equal to the bank still say it; it is given what tells whether a text
        does.

        The copies come first: who is killed meanwhile still has the entries, and can say again
        that they are to be forgotten. What is then left to do is noted, and done by the upkeep.
        """
        say = progress or (lambda step: None)
        with self._reading() as connection:
            gone = forgetting.told_by(connection, ids, actor)
        say("backups")
        known = set(self.backups.glob("*.sqlite"))
        left = forgetting.forget_in_backups(self.backups, self.path, actor, gone)
        left += self._forget_in_files(gone, quoting)
        left += forgetting.forget_beside(self.path, actor, gone)
        say("bank")
        with self._writing(actor, "forget") as writing:
            gone = forgetting.forget(writing, ids) or gone
            forgetting.owe(writing.connection, gone, left)
            upkept.note(writing.connection, forgetting.SWEEP_DUE, "yes")
        say("file")
        swept = self._sweep()
        # What was begun meanwhile, of the bank as it was.
        late = forgetting.forget_in_backups(self.backups, self.path, actor, gone, but=known)
        late += self._forget_in_files(gone, quoting)
        said = [one.error for one in left] + swept + [one.error for one in late]
        if {one.path for one in late} - {one.path for one in left} - {None}:
            try:
                with self._quietly() as connection:
                    forgetting.owe(connection, gone, late)
            except BankUnavailable as error:  # what was done is done, and is to be told
                said.append(error)
        if mirrors is not None:
            said += mirrors(lambda text: any(traces.may_be_in(text) for traces in gone))
        said += [
            NotAllowed("The conversations in {folder} stay as they are; it may be said there.",
                       folder=folder)
            for folder in said_in
            if folder.is_dir() and any(folder.iterdir())
        ]  # fmt: skip
        return [
            *{str(one): one for one in said}.values(),
            NotAllowed("What was exported, and what other programs have read, is out of reach."),
        ]

    def _forget_in_files(self, gone: Traced, folders: Sequence[Path]) -> list[Unreached]:
        left = forgetting.forget_in_drafts(self.path, gone)
        for folder in folders:
            left += forgetting.forget_in_texts(folder, gone)
        return left

    def _forget_what_is_owed(self) -> None:
        """Reach what could not be reached when something was forgotten everywhere."""
        with self._reading() as connection:
            owed = forgetting.owed(connection)
        reached = forgetting.reached(owed, self.path, self.backups, Actor(author=UPKEEP))
        if reached:
            with self._quietly() as connection:
                forgetting.no_longer_owe(connection, reached)
                upkept.note(
                    connection, forgetting.SWEEP_DUE, "yes"
                )  # what was noted names the entries

    def _sweep(self) -> list[MemdeskError]:
        with in_words(self.path):
            left = forgetting.sweep(self._connections.writing(), self.path)
        if not left:
            with self._quietly() as connection:
                upkept.note(connection, forgetting.SWEEP_DUE, "")
        return left

    # --- the file

    def backup(self, to: Path | None = None) -> Path:
        """Copy the bank as it is now, checked, to a file or into the backups directory."""
        with in_words(self.path):
            return backup.backup(self.path, to or backup.free_name(self.backups, self.path))

    def backup_of_older_bank(self) -> Backup | None:
        """The newest backup of a bank that lay here before, if this one was begun in its place
        and the person has not left that one."""
        with self._reading() as connection:
            found: Backup | None = older_bank.newest_backup(connection, self.backups, self.path)
        return found

    def leave_older_bank(self) -> None:
        """Note that the person wants this bank, and knows of the backups of the older one."""
        with self._quietly() as connection:
            older_bank.leave(connection)

    def back_up_before_import(self) -> None:
        """Have a backup of the bank as it is, should what comes in be regretted (spec 1.8)."""
        with in_words(self.path):
            backup.back_up_before(self.path, self.backups, "import")

    def check(self) -> list[str]:
        """Everything that is wrong with the file, in sentences; reads all of it."""
        if not self.exists():
            return []
        with self._writing(Actor(), "") as writing:
            index = search_index.SearchIndex(writing.connection)
            found: list[str] = backup.faults(writing.connection) + index.faults()
            return found + counts.faults(writing.connection)
