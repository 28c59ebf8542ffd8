"""Asks for the file of another bank: one to open, or the name of a new one (spec 1)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from memdesk.gui import modals
from memdesk.gui.words import translate


def bank_to_open(parent: QWidget, folder: Path) -> Path | None:
    """The bank that the person chose, if any."""
    return modals.choose_file_to_open(
        parent,
        translate("BankFiles", "Open bank"),
        folder=folder,
        filters=translate("BankFiles", "Banks (*.sqlite *.db);;All files (*)"),
    )


def bank_to_make(parent: QWidget, folder: Path) -> Path | None:
    """The name of a new bank, if the person gave one that is free."""
    title = translate("BankFiles", "New bank")
    path = modals.choose_file_to_write(
        parent,
        title,
        suggested=folder / "new.sqlite",
        filters=translate("BankFiles", "Banks (*.sqlite)"),
    )
    if path is None:
        return None
    path = path if path.suffix else path.with_suffix(".sqlite")
    if path.exists():
        modals.inform(
            parent,
            title,
            translate(
                "BankFiles", "{file} is there already. Open it, or choose another name."
            ).format(file=path.name),
            weight="warning",
        )
        return None
    return path
