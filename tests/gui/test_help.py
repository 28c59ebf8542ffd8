"""The help: every page in both languages, nothing in it that the program does not have."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from memdesk.cli import commands
from memdesk.gui import help_key, help_pages
from memdesk.gui.help_key import HelpKey
from memdesk.gui.help_pages import PAGES
from memdesk.gui.help_window import HelpView, HelpWindow
from memdesk.gui.language import Language, Speech
from memdesk.gui.main_window import MainWindow
from memdesk.hosts.host_places import HOSTS
from memdesk.paths import resources

LANGUAGES: tuple[Language, ...] = get_args(Language)


def opened(window: MainWindow) -> HelpWindow:
    made = window.findChild(HelpWindow)
    assert made is not None
    return made


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_and_listed(language: Language) -> None:
    files = {path.stem for path in (resources() / "help" / language).glob("*.md")}
    assert files == set(PAGES)
    titles = {help_pages.title(help_pages.source(page, language)) for page in PAGES}
    assert len(titles) == len(PAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_page_and_every_action_is_in_the_menus(
    window: MainWindow, page: str, language: Language
) -> None:
    text = help_pages.source(page, language)
    assert set(help_pages.links(text)) <= set(PAGES)
    named = {**window.actions_by_name.all(), "preview": window.preview_dock.toggleViewAction()}
    assert set(help_pages.marks(text)) <= set(help_pages.ways(window.menuBar(), named))
    filled = help_pages.filled(text, help_pages.ways(window.menuBar(), named), ("a", "b"))
    assert "{" not in filled


@pytest.mark.parametrize("page", PAGES)
def test_both_languages_say_the_same_of_the_program(page: str) -> None:
    english, chinese = (help_pages.source(page, language) for language in ("en", "zh"))
    assert sorted(help_pages.marks(english)) == sorted(help_pages.marks(chinese))
    assert sorted(help_pages.links(english)) == sorted(help_pages.links(chinese))
    assert named_commands(english) == named_commands(chinese)


def named_commands(text: str) -> list[str]:
    """The command lines of memdesk that a page names."""
    return re.findall(r"`memdesk ([^`]+)`", text)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_exists(page: str) -> None:
    for line in named_commands(help_pages.source(page, "en")):
        words = [HOSTS[0] if word == "HOST" else word for word in line.split()]
        parser = ArgumentParser()
        commands.command_of(words[0]).arguments(parser)
        parser.parse_args(words[1:])  # ends the test with usage where it is none


def test_every_host_is_told_of() -> None:
    lines = named_commands(help_pages.source("hosts", "en"))
    told = {line.split()[1] for line in lines if line.startswith("connect ")}
    assert set(HOSTS) <= told


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_mark_of_markdown_is_left_on_the_screen(
    window: MainWindow, qapp: QApplication, language: Language
) -> None:
    speech = Speech(qapp)
    try:
        speech.apply(language)
        named = {**window.actions_by_name.all(), "preview": window.preview_dock.toggleViewAction()}
        made = HelpWindow(window.menuBar(), named, window)
        for page in PAGES:
            made.show_page(page)
            shown = made.view.toPlainText()
            assert "**" not in shown
            assert "~~" not in shown
            assert "](" not in shown
            assert not re.search(r"(?<!\w)\*\w", shown)
    finally:
        speech.apply("en")


def test_f1_opens_the_page_of_where_the_person_is(window: MainWindow, qtbot: QtBot) -> None:
    for place, page in (("tasks", "entries"), ("tags", "entries")):
        window.go(place)
        qtbot.keyClick(window, Qt.Key.Key_F1)
        assert opened(window).isVisible()
        assert opened(window).page == page
    window.activateWindow()
    window.preview.choices.boxes["host"].setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F1)
    assert opened(window).page == "block"


@pytest.mark.parametrize("modal", [False, True])
def test_f1_in_a_dialog_opens_its_page(window: MainWindow, qtbot: QtBot, modal: bool) -> None:
    """A modal one lets nothing else be used: the help is a window of its own then."""
    dialog = QDialog(window)
    qtbot.addWidget(dialog)
    dialog.setModal(modal)
    HelpKey(dialog, "files")
    dialog.show()
    owner = dialog if modal else window
    for _ in range(2):
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        qtbot.keyClick(dialog, Qt.Key.Key_F1)
        (made,) = owner.findChildren(HelpWindow, options=Qt.FindChildOption.FindDirectChildrenOnly)
        assert made.isVisible()
        assert made.page == "files"
    dialog.hide()


def test_every_dialog_has_a_page() -> None:
    """Only the first start has no window yet whose menus the help could tell of."""
    without = []
    for path in Path(help_key.__file__).parent.glob("*.py"):
        text = path.read_text("utf-8")
        for name in re.findall(r"^class (\w+)\((?:QDialog)\)", text, re.MULTILINE):
            if not re.search(r'^        HelpKey\(self, "(\w+)"\)$', text, re.MULTILINE):
                without.append(name)
        for page in re.findall(r'HelpKey\(self, "(\w+)"\)', text):
            assert page in PAGES, path
    assert without == ["FirstStart"]


def test_every_place_has_a_page(window: MainWindow) -> None:
    for place in window.pages:
        assert help_pages.page_of_place(place) in PAGES
        assert place in help_pages._PAGE_OF_PLACE


def test_the_keys_are_those_of_the_actions(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_by_name["shortcuts"].trigger()
    shown = opened(window).view.toPlainText()
    assert opened(window).page == "shortcuts"
    for action in window.actions_by_name.all().values():
        if not action.shortcut().isEmpty():
            assert action.shortcut().toString() in shown, action.text()


def test_searching(window: MainWindow, qtbot: QtBot) -> None:
    window.helping.show("start")
    made = opened(window)
    qtbot.keyClicks(made.search, "seven kept")
    assert made.page == "start"
    there = [row for row in range(made.list.count()) if not made.list.item(row).isHidden()]
    assert 0 < len(there) < len(PAGES)
    marked = {mark.cursor.selectedText().lower() for mark in made.view.extraSelections()}
    assert marked == {"seven", "kept"}

    made.search.setText("tokenizers")
    assert made.page == "block"
    first = made.view.textCursor().position()
    assert first > 0
    made.search.setText("block")
    places = [mark.cursor.selectionStart() for mark in made.view.extraSelections()]
    before = made.view.textCursor().position()
    qtbot.keyClick(made.search, Qt.Key.Key_Return)
    assert made.view.textCursor().position() in places
    assert made.view.textCursor().position() > before

    made.search.setText("xyzzy")
    assert all(made.list.item(row).isHidden() for row in range(made.list.count()))
    qtbot.keyClick(made, Qt.Key.Key_Escape)
    assert made.search.text() == ""
    assert made.isVisible()
    qtbot.keyClick(made, Qt.Key.Key_Escape)
    assert not made.isVisible()


def test_links_lead_on_and_back_and_addresses_do_not_open(window: MainWindow, qtbot: QtBot) -> None:
    window.helping.show("start")
    made = opened(window)
    made.view.anchorClicked.emit(QUrl("hosts.md"))
    assert made.page == "hosts"
    made.back()
    assert made.page == "start"
    made.view.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert made.page == "start"
    assert isinstance(made.view, HelpView)
    assert not made.view.openLinks()


def test_the_pages_are_chosen_by_keys(window: MainWindow, qtbot: QtBot) -> None:
    window.helping.show("start")
    made = opened(window)
    made.list.setFocus()
    qtbot.keyClick(made.list, Qt.Key.Key_Down)
    assert made.page == PAGES[1]
    assert made.view.toPlainText().startswith("Memories, tasks and works")
