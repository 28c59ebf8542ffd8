"""Each setting takes effect at once, and the dialog changes its language while it is open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QTabWidget
from pytestqt.qtbot import QtBot

from memdesk import translation
from memdesk.config import Settings
from memdesk.gui.language import Speech, shown_language
from memdesk.gui.settings_dialog import SettingsDialog
from memdesk.gui.theme import Look

BANK = Path("/home/me/memdesk.sqlite")


@pytest.fixture
def dialog(qtbot: QtBot) -> SettingsDialog:
    made = SettingsDialog(Settings(), BANK, tray=True)
    qtbot.addWidget(made)
    return made


@pytest.fixture
def speech(qapp: QApplication) -> Iterator[Speech]:
    before = QLocale()
    made = Speech(qapp)
    yield made
    made.apply("en")
    made.deleteLater()
    QLocale.setDefault(before)
    translation.use_language(None)


@pytest.mark.parametrize(
    ("name", "value"), [("language", "zh"), ("language", "en"), ("theme", "dark")]
)
def test_a_choice(dialog: SettingsDialog, qtbot: QtBot, name: str, value: str) -> None:
    box = dialog.box(name)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData(value))
    with qtbot.waitSignal(dialog.settings_changed) as changed:
        box.activated.emit(box.currentIndex())
    assert changed.args == [Settings(**{name: value})]


@pytest.mark.parametrize(
    "name", ["serve", "http", "close_to_tray", "start_minimised", "notifications"]
)
def test_a_switch(dialog: SettingsDialog, qtbot: QtBot, name: str) -> None:
    box = dialog.box(name)
    assert isinstance(box, QCheckBox)
    before = getattr(Settings(), name)
    assert box.isChecked() == before
    with qtbot.waitSignal(dialog.settings_changed) as changed:
        box.click()
    assert changed.args == [Settings(**{name: not before})]


def test_without_a_tray_what_needs_one_is_disabled(qtbot: QtBot) -> None:
    dialog = SettingsDialog(Settings(), BANK, tray=False)
    qtbot.addWidget(dialog)
    assert not dialog.box("close_to_tray").isEnabled()
    assert not dialog.box("start_minimised").isEnabled()
    assert dialog.box("serve").isEnabled()
    assert not dialog._no_tray.isHidden()


def test_where_the_bank_lies(dialog: SettingsDialog) -> None:
    assert dialog.box("bank_path").text() == str(BANK)
    assert dialog.box("backups_path").text() == str(BANK.parent / "backups")


def test_it_speaks_the_new_language_while_open(dialog: SettingsDialog, speech: Speech) -> None:
    dialog.show()
    assert dialog.windowTitle() == "Settings"
    assert speech.apply("zh") == "zh"
    assert shown_language() == "zh"
    QApplication.processEvents()
    assert dialog.windowTitle() == "设置"
    assert speech.apply("en") == "en"
    QApplication.processEvents()
    assert dialog.windowTitle() == "Settings"


def test_qts_own_dialogs_speak_it_too(speech: Speech, qapp: QApplication) -> None:
    speech.apply("zh")
    assert qapp.translate("QPlatformTheme", "Cancel") == "取消"


@pytest.mark.parametrize(
    ("wanted", "language"),
    [(["zh-Hans-CN", "en"], "zh"), (["de-DE", "zh-CN"], "zh"), (["fr"], "en")],
)
def test_the_systems_language(
    monkeypatch: pytest.MonkeyPatch, wanted: list[str], language: str
) -> None:
    from memdesk.gui import language as module

    monkeypatch.setattr(QLocale, "uiLanguages", lambda _self: wanted)
    assert module.system_language() == language


def test_every_control_has_a_name(dialog: SettingsDialog) -> None:
    for name in ("language", "theme", "bank_path", "backups_path", "bank_open", "backups_open"):
        assert dialog.box(name).accessibleName(), name


def test_with_large_text_all_of_it_is_on_a_small_screen(qtbot: QtBot, qapp: QApplication) -> None:
    font, palette = qapp.font(), qapp.palette()
    look = Look(qapp)
    look.apply("light", 200)
    try:
        made = SettingsDialog(Settings(), BANK, tray=False)
        qtbot.addWidget(made)
        made.show()
        tabs = made.findChild(QTabWidget)
        for number in range(tabs.count()):
            tabs.setCurrentIndex(number)
            qtbot.waitUntil(lambda: tabs.currentWidget().isVisible())
            assert made.height() < 640
    finally:
        look.apply("system")
        look.deleteLater()
        qapp.setFont(font)
        qapp.setPalette(palette)
