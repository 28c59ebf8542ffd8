"""Erase everything that memdesk keeps on this machine (spec 7.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from memdesk import paths
from memdesk.gui import modals
from memdesk.gui.modals import Choice
from memdesk.store import damage, drafts

translate = QCoreApplication.translate

_BESIDE_A_BANK = ("", "-wal", "-shm", "-journal", *damage.BESIDE)


def keepers(bank: Path) -> list[Path]:
    """Everything that is there to erase, for the person to see: the bank with what belongs to it,
    and memdesk's own directories, in which other banks may lie, too.

    The directory of the sockets is none of them: it holds nothing that was written by anyone.
    """
    beside = [bank.with_name(bank.name + end) for end in _BESIDE_A_BANK]
    own = [paths.data_dir(), paths.config_dir(), paths.log_dir(), paths.cache_dir()]
    wanted = [*beside, drafts.path_of(bank), *backups_of(bank), *own]
    there = [path for path in wanted if path.exists() or path.is_symlink()]
    return [path for path in there if not any(other in path.parents for other in there)]


def backups_of(bank: Path) -> list[Path]:
    """The copies of a bank that memdesk made beside it."""
    return sorted((bank.parent / "backups").glob(f"{bank.stem}*.sqlite"))


def erase(places: Iterable[Path]) -> list[OSError]:
    """Remove these files, and these directories with all that is in them.

    Links are removed and never followed. Gives what could not be removed.
    """
    left: list[OSError] = []
    for place in places:
        _remove(place, left)
    return left


def _remove(place: Path, left: list[OSError]) -> None:
    try:
        if place.is_dir() and not place.is_symlink():
            for inner in list(place.iterdir()):
                _remove(inner, left)
            if not left:
                place.rmdir()
        else:
            place.unlink(missing_ok=True)
    except OSError as error:
        left.append(error)


def sure_to_erase(parent: QWidget, places: Sequence[Path]) -> bool:
    """Show what would be erased, and ask twice."""
    title = translate("Erasing", "Erase everything")
    leave = Choice("leave", translate("Erasing", "Cancel"), "reject")
    first = modals.ask(
        parent,
        title,
        translate("Erasing", "Erase all that memdesk keeps on this machine?"),
        [Choice("go", translate("Erasing", "Erase…"), "destroy"), leave],
        detail="\n".join(map(str, places))
        + "\n\n"
        + translate(
            "Erasing",
            "Files that you exported, copies that you made and what hosts have got already stay "
            "where they are. Hosts stay connected; disconnect them first.",
        ),
        weight="warning",
        default="leave",
    )
    if first != "go":
        return False
    second = modals.ask(
        parent,
        title,
        translate("Erasing", "Really erase everything? There is no undo and no backup left."),
        [Choice("go", translate("Erasing", "Erase everything"), "destroy"), leave],
        weight="warning",
        default="leave",
    )
    return second == "go"
