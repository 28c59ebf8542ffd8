"""Every page, window and dialog, walked widget by widget: names, keys, room, words (spec 7).

In both languages, at 100, 150 and 200 % of the system's text, in a window of 1024 by 640.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QKeySequence, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QTabWidget, QWidget
from pytestqt.qtbot import QtBot
from walking import (
    called,
    cut_off,
    menus_of,
    mnemonic,
    nameless,
    reached_by_tab,
    underlined_twice,
    unexplained,
    unreached,
    words_of,
)

from memdesk import translation
from memdesk.config import Settings
from memdesk.core.authors import Actor
from memdesk.core.query import Query
from memdesk.exchange import formats
from memdesk.exchange.importing import import_found
from memdesk.exchange.source import Source
from memdesk.gui import theme
from memdesk.gui.application import host_side
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.bulk import TagsDialog
from memdesk.gui.export_dialog import ExportDialog
from memdesk.gui.first_start import FirstStart
from memdesk.gui.host_connect import ConnectDialog
from memdesk.gui.import_dialog import ImportDialog
from memdesk.gui.language import Language, Speech
from memdesk.gui.main_window import MainWindow
from memdesk.gui.mirrors_dialog import MirrorsDialog
from memdesk.gui.move_dialog import MoveDialog
from memdesk.gui.preview_text import marked_ground
from memdesk.gui.quick_add import QuickAddPopup
from memdesk.gui.settings_dialog import SettingsDialog
from memdesk.gui.theme import Look
from memdesk.hosts import connect, mirrors
from memdesk.paths import resources
from memdesk.store.bank import Bank

USER = Actor()
SIZE = (1024, 640)
SETTLING = 5
"""Rounds of events until a layout stands that made another one necessary."""
PAGES = (
    "memories", "tasks", "works", "profile", "tags", "review", "trash", "hosts", "insights",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Desk:
    """The window on the sample bank, as one language and one size of text show it."""

    window: MainWindow
    worker: BankWorker
    bank: Bank
    qtbot: QtBot
    tmp_path: Path


@pytest.fixture(params=["en", "zh"])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Language]:
    before = QLocale()
    speech = Speech(qapp)
    speech.apply(request.param)
    yield request.param
    speech.apply("en")
    speech.deleteLater()
    QLocale.setDefault(before)
    translation.use_language(None)


@pytest.fixture(params=[100, 150, 200])
def text_size(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[int]:
    before, palette = qapp.font(), qapp.palette()
    look = Look(qapp)
    look.apply("light", request.param)
    yield request.param
    look.apply("system")
    look.deleteLater()
    qapp.setFont(before)
    qapp.setPalette(palette)


@pytest.fixture
def desk(
    bank: Bank,
    worker: BankWorker,
    language: Language,
    make_window: Callable[..., MainWindow],
    qtbot: QtBot,
    tmp_path: Path,
) -> Desk:
    sample = resources() / "sample" / f"sample-{language}.json"
    import_found(bank, formats.read(Source(sample)))
    memory = bank.entries(Query(kinds=("memory",)))[0]
    bank.set_host("cursor", USER, policy="review")
    bank.note_host("cursor")
    bank.add_suggestion("cursor", "s9", "memory_forget", {"id": memory.id})
    window = make_window()
    window.resize(*SIZE)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: window.preview.block.system != "")
    return Desk(window, worker, bank, qtbot, tmp_path)


# --- what there is to walk over


def page(name: str) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        window = desk.window
        window.go(name)
        shown = window.pages[name]
        view = getattr(shown, "view", None) or getattr(shown, "list", None)
        if view is not None and name != "trash":
            desk.qtbot.waitUntil(lambda: view.model().rowCount() > 0)
        if name == "insights":
            desk.qtbot.waitUntil(lambda: bool(shown.age_card.grid.parts))
        QApplication.processEvents()
        return window

    return show


def preset_panel(desk: Desk) -> QWidget:
    desk.window.preview.show_settings()
    QApplication.processEvents()
    return desk.window


def hosts_tab(number: int) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        window = page("hosts")(desk)
        desk.window.pages["hosts"].tabs.setCurrentIndex(number)
        QApplication.processEvents()
        return window

    return show


def preview_tab(number: int) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        desk.window.preview.show_layer(("system", "runtime", "tail", "session")[number])
        QApplication.processEvents()
        return desk.window

    return show


def settings_tab(number: int) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        dialog = shown(desk, SettingsDialog(Settings(), desk.bank.path, tray=True))
        dialog.findChild(QTabWidget).setCurrentIndex(number)
        QApplication.processEvents()
        return dialog

    return show


def shown(desk: Desk, widget: QWidget) -> QWidget:
    desk.qtbot.addWidget(widget)
    widget.show()
    widget.activateWindow()
    QApplication.processEvents()
    return widget


def tags_dialog(desk: Desk) -> QWidget:
    return shown(desk, TagsDialog(desk.window.vocabulary, adding=True, parent=None))


def export_dialog(desk: Desk) -> QWidget:
    return shown(desk, ExportDialog(desk.worker, selected=array("q", (1, 2, 3))))


def import_dialog(desk: Desk) -> QWidget:
    path = desk.tmp_path / "bring.json"
    path.write_text('{"tasks": [{"id": "a", "title": "一", "status": "todo"}]}', "utf-8")
    dialog = ImportDialog(desk.worker, [path])
    shown(desk, dialog)
    desk.qtbot.waitUntil(lambda: not dialog.looking)
    QApplication.processEvents()
    return dialog


def move_dialog(desk: Desk) -> QWidget:
    keys = [entry.key for entry in desk.bank.entries(Query(kinds=("task",)))]
    return shown(desk, MoveDialog(desk.worker, keys, move=False))


def connect_dialog(desk: Desk) -> QWidget:
    return shown(desk, ConnectDialog(desk.worker, host_side(desk.bank.path), "cursor"))


def mirrors_dialog(desk: Desk) -> QWidget:
    return shown(desk, MirrorsDialog(desk.worker, mirrors))


def first_start(desk: Desk) -> QWidget:
    dialog = FirstStart()
    shown(desk, dialog)
    desk.qtbot.waitUntil(lambda: not dialog.looking)
    return dialog


def quick_add(desk: Desk) -> QWidget:
    popup = QuickAddPopup(desk.worker)
    desk.qtbot.addWidget(popup)
    popup.open("必须 !high")
    QApplication.processEvents()
    return popup


def by_action(action: str, owner: Callable[[MainWindow], QWidget]) -> Callable[[Desk], QWidget]:
    def show(desk: Desk) -> QWidget:
        desk.window.actions_by_name[action].trigger()
        QApplication.processEvents()
        return owner(desk.window)

    return show


def named_window(kind: str) -> Callable[[MainWindow], QWidget]:
    def find(_window: MainWindow) -> QWidget:
        return next(
            widget
            for widget in QApplication.topLevelWidgets()
            if type(widget).__name__ == kind and widget.isVisible()
        )

    return find


VIEWS: dict[str, Callable[[Desk], QWidget]] = {
    **{name: page(name) for name in PAGES},
    "preset panel": preset_panel,
    **{f"preview {number}": preview_tab(number) for number in (1, 2, 3)},
    **{f"host {number}": hosts_tab(number) for number in (1, 2, 3)},
    **{f"settings {number}": settings_tab(number) for number in range(4)},
    "tags dialog": tags_dialog,
    "export": export_dialog,
    "import": import_dialog,
    "move": move_dialog,
    "connect": connect_dialog,
    "mirrors": mirrors_dialog,
    "first start": first_start,
    "quick-add": quick_add,
    "history": by_action("history", named_window("HistoryWindow")),
    "help": by_action("help", named_window("HelpWindow")),
    "duplicates": by_action("duplicates", named_window("DuplicatesWindow")),
    "find and replace": by_action("find-replace", named_window("FindReplaceWindow")),
    "clean up": by_action("clean", named_window("CleanWindow")),
    "consolidate": by_action("consolidate", named_window("ConsolidationWindow")),
}

one_language = pytest.mark.parametrize("language", ["en"], indirect=True)


def check_all(desk: Desk, look: Callable[[QWidget], Iterable[object]]) -> None:
    """Nothing is found wrong in any view."""
    lines = []
    for name, show in VIEWS.items():
        window = show(desk)
        # A count that just came, say, has its place only after the next round of events.
        for _ in range(SETTLING):
            QApplication.processEvents()
            found = list(look(window))
            if not found:
                break
        lines += [f"{name}: {one}" for one in found]
        if window is not desk.window:
            window.close()
        desk.window.preview.show_layer("system")
        desk.window.preview.show_settings(False)
        desk.window.activateWindow()
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


@one_language
def test_every_control_has_a_name_and_a_role(desk: Desk) -> None:
    check_all(desk, nameless)


@one_language
def test_every_button_of_a_picture_alone_says_what_it_does(desk: Desk) -> None:
    check_all(desk, unexplained)


@one_language
def test_tab_leads_everywhere_and_back(desk: Desk) -> None:
    def walk(window: QWidget) -> Iterator[object]:
        reached_by_tab(window, desk.qtbot)  # what it comes by may be of use only from then on
        forth = reached_by_tab(window, desk.qtbot)
        yield from unreached(window, forth)
        back = reached_by_tab(window, desk.qtbot, back=True)
        yield from (f"{called(one)}: only one way" for one in set(back) ^ set(forth))

    check_all(desk, walk)


def test_nothing_is_cut_off(text_size: int, desk: Desk) -> None:
    check_all(desk, cut_off)


ENGLISH = re.compile(r"[A-Za-z][A-Za-z-]+")
NO_ENGLISH = re.compile(r"https?://\S+|[~/][\w./-]*|\{\w+\}|<[^>]+>|\w+\.\w+|\\\w")
SAME_IN_CHINESE = frozenset(
    # names of things, keys, and what is typed as it is
    ENGLISH.findall(
        "memdesk Markdown JSON JSONL CSV HTTP SQLite MCP API ID English XML AI token Cursor "
        "Ctrl Shift Alt Return Esc Del Enter Home End Tab Up Down todo doing blocked done must "
        "task work high low"
    )
)
NAMES = frozenset(
    word for name in (*formats.readable(), *formats.writable(), *connect.HOSTS)
    for word in ENGLISH.findall(name)
)  # fmt: skip


@pytest.mark.parametrize("language", ["zh"], indirect=True)
def test_no_english_is_left_in_chinese(desk: Desk) -> None:
    named = (*desk.bank.entries(Query()), *desk.bank.presets(), *desk.bank.roles())
    content = {word for one in named for word in ENGLISH.findall(repr(one))}

    def look(window: QWidget) -> Iterator[str]:
        for where, text in words_of(window):
            words = ENGLISH.findall(NO_ENGLISH.sub(" ", text))
            if any(word not in SAME_IN_CHINESE | NAMES | content for word in words):
                yield f"{where}: {text}"

    check_all(desk, look)


def test_no_letter_is_underlined_twice_in_a_window(desk: Desk) -> None:
    check_all(desk, underlined_twice)


def test_no_letter_is_underlined_twice_in_a_menu(desk: Desk) -> None:
    for name, actions in menus_of(desk.window.menuBar()):
        letters = [mnemonic(action.text()) for action in actions]
        twice = [one for one, times in Counter(filter(None, letters)).items() if times > 1]
        assert twice == [], name


def test_every_entry_of_a_menu_has_a_letter(desk: Desk) -> None:
    bare = [
        f"{name}: {action.text()}"
        for name, actions in menus_of(desk.window.menuBar())
        for action in actions
        if not mnemonic(action.text())
    ]
    assert bare == []


@one_language
def test_every_action_stands_in_a_menu(desk: Desk) -> None:
    listed = {action for _name, actions in menus_of(desk.window.menuBar()) for action in actions}
    hidden = {"restore", "rename", "merge"}  # shown on the pages that have a use for them
    missing = {
        name
        for name, action in desk.window.actions_by_name.all().items()
        if action not in listed and name not in hidden
    }
    assert missing == set()


@one_language
def test_no_key_does_two_things(desk: Desk) -> None:
    keys: Counter[str] = Counter()
    for action in {*desk.window.actions_by_name.all().values(), *desk.window.actions()}:
        for key in action.shortcuts():
            if not _is_one_letter(key):
                keys[key.toString()] += 1
    assert [key for key, times in keys.items() if times > 1] == []


def _is_one_letter(key: QKeySequence) -> bool:
    return key.count() == 1 and key[0].keyboardModifiers() == Qt.KeyboardModifier.NoModifier


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("tone", [None, "dim", "constraint", "warning"])
def test_what_is_written_on_the_line_being_edited_is_readable(
    qapp: QApplication, dark: bool, tone: theme.Tone | None
) -> None:
    palette = theme.palette(dark)
    text = theme.colour(tone, palette) if tone else palette.color(QPalette.ColorRole.Text)
    assert theme.contrast(text, marked_ground(palette)) >= theme.LEAST_CONTRAST


@one_language
def test_what_was_just_done_is_said_in_full_where_the_window_is_narrow(
    text_size: int, desk: Desk
) -> None:
    line = desk.window.status_line
    line.say("Moved to the trash: 500. Ctrl+Z brings it back.")
    QApplication.processEvents()
    shown = [label for label in line.findChildren(QLabel) if label.isVisible()]
    left = min(label.mapTo(line, label.rect().topLeft()).x() for label in shown)
    assert line.fontMetrics().horizontalAdvance(line.currentMessage()) < left
    line.clearMessage()
    assert line.findChild(QLabel).text()
