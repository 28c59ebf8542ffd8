"""How the window stood comes back, whatever of it is written down (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.history_window import HistoryWindow
from memdesk.gui.main_window import MainWindow
from memdesk.gui.remembered import remembered


def settings(path: Path) -> QSettings:
    return QSettings(str(path), QSettings.Format.IniFormat)


@pytest.mark.parametrize(
    "damaged",
    ["nonsense", "1", "a, b", "@Invalid()", "@ByteArray(nonsense)", "@Rect(1 2 3 4)", '"'],
)
def test_a_damaged_file_is_as_none_at_all(
    filled: object,
    worker: BankWorker,
    make_window: Callable[..., MainWindow],
    tmp_path: Path,
    damaged: str,
) -> None:
    window = {"geometry": damaged, "state": damaged, "place": damaged}
    groups = {"window": window, "history": {"geometry": damaged}, "tray": {"absence-told": damaged}}
    places = ("memories", "tasks", "works", "tags", "review", "trash", "hosts", "insights")
    for place in places:
        groups[f"page-{place}"] = dict.fromkeys(("columns", "splitter", "split", "kind"), damaged)
    text = "".join(
        f"[{group}]\n" + "".join(f"{name}={value}\n" for name, value in values.items())
        for group, values in groups.items()
    )
    (tmp_path / "damaged.ini").write_text(text, "utf-8")
    found = settings(tmp_path / "damaged.ini")
    made = make_window("damaged.ini")
    made.show()
    assert made.navigation.chosen == "memories"
    for place in made.pages:
        made.go(place)
        assert made.page is made.pages[place]
    HistoryWindow(worker, found, made)
    made.save_look()
    assert not remembered(found, "window/state").isEmpty()


@pytest.mark.parametrize("width", [760, 900, 1180])
def test_table_and_editor_keep_their_shares(
    qtbot: QtBot, filled: object, make_window: Callable[..., MainWindow], width: int
) -> None:
    """The editor comes after the table: its coming moves nothing."""

    def opened() -> MainWindow:
        made = make_window()
        made.preview_dock.hide()
        made.resize(width, 700)
        made.show()
        qtbot.waitUntil(lambda: made.page.has_editor and made.page.editor.entry is not None)
        return made

    first = opened().page
    first.splitter.moveSplitter(first.splitter.handleWidth() + 280, 1)
    shares, way = first.splitter.sizes(), first.splitter.orientation()
    first.window().save_look()
    again = opened().page
    assert again.splitter.orientation() == way
    assert again.splitter.sizes() == shares
