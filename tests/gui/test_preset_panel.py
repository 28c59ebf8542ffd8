"""The preset beside the preview: the block follows before anything is saved (spec 2.2, 7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.errors import Conflict
from memdesk.core.preset import BUILT_IN, DEFAULT, Preset
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.preset_panel import PresetPanel, store
from memdesk.gui.preview import Preview
from memdesk.gui.preview_source import Sight
from memdesk.store.bank import Bank
from memdesk.store.frozen import FrozenKey

USER = Actor()


@pytest.fixture
def dock(bank: Bank, worker: BankWorker, qtbot: QtBot) -> Iterator[Preview]:
    bank.add(Memory(id="jwt", title="Auth uses JWT", content="x" * 100, relevance="high"), USER)
    bank.add(Memory(id="low", title="Coffee", content="y", relevance="low"), USER)
    bank.add(Memory(id="rule", title="Long rule", content="Never. " * 200, tags=("must",)), USER)
    bank.add(Task(id="old", title="Old task", status="done"), USER)
    bank.set_host("claude-code", USER, policy="write")
    made = Preview(worker)
    qtbot.addWidget(made)
    made.resize(480, 900)
    made.show()
    qtbot.waitUntil(lambda: bool(made.block.system))
    yield made
    made.stop()


@pytest.fixture
def panel(dock: Preview, qtbot: QtBot) -> PresetPanel:
    qtbot.mouseClick(dock.choices.settings, Qt.MouseButton.LeftButton)
    made = dock.panel
    assert made is not None
    assert made.isVisible()
    return made


def saved(qtbot: QtBot, panel: PresetPanel) -> None:
    with qtbot.waitSignal(panel.saved):
        qtbot.mouseClick(panel.buttons["save"], Qt.MouseButton.LeftButton)


def test_every_setting_has_a_field(panel: PresetPanel) -> None:
    hidden = {"name", "shape", "order", "intro", "outro"}  # the shape goes with the copy
    for setting in fields(Preset):
        if setting.name not in hidden:
            assert panel.form.field(setting.name).value() == getattr(DEFAULT, setting.name)
    for name in ("intro-en", "intro-zh", "outro-en", "outro-zh"):
        assert panel.form.field(name).value() is None


@pytest.mark.parametrize("name", BUILT_IN)
def test_showing_a_preset_changes_nothing_of_it(panel: PresetPanel, name: str) -> None:
    panel.form.show_preset(BUILT_IN[name])
    for setting in fields(Preset):
        if setting.name not in {"name", "shape", "order", "intro", "outro"}:
            wanted = getattr(BUILT_IN[name], setting.name)
            assert panel.form.field(setting.name).value() == wanted
    assert panel.form.preset == BUILT_IN[name]


def test_the_block_follows_before_anything_is_saved(
    dock: Preview, panel: PresetPanel, bank: Bank, qtbot: QtBot
) -> None:
    assert "Coffee" not in dock.block.system
    box = panel.form.field("min_relevance")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_End)  # the least of all
    qtbot.waitUntil(lambda: "Coffee" in dock.block.system)
    assert panel.name.text() == "default (my own)"
    assert "copy" in panel.message
    assert set(bank.presets()) == set(BUILT_IN)

    qtbot.mouseClick(panel.buttons["revert"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Coffee" not in dock.block.system)
    assert panel.name.text() == "default"
    assert not panel.buttons["save"].isEnabled()


def test_numbers_no_limit_and_nothing(dock: Preview, panel: PresetPanel, qtbot: QtBot) -> None:
    most = panel.form.field("max_inject")
    most.spin.setFocus()
    most.spin.selectAll()
    qtbot.keyClicks(most.spin, "0")
    qtbot.keyClick(most.spin, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Auth uses JWT" not in dock.block.system)
    qtbot.mouseClick(most.free, Qt.MouseButton.LeftButton, pos=QPoint(8, most.free.height() // 2))
    qtbot.waitUntil(lambda: "Auth uses JWT" in dock.block.system)
    assert panel.form.preset.max_inject is None
    assert not most.spin.isEnabled()


def test_sections_are_reordered_and_hidden_by_keys(
    dock: Preview, panel: PresetPanel, qtbot: QtBot
) -> None:
    order = panel.form.field("sections")
    order.setFocus()
    order.setCurrentRow(4)
    for _ in range(4):
        qtbot.keyClick(order, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(
        lambda: 0 < dock.block.system.find("JWT") < dock.block.system.find("## Must follow")
    )
    assert panel.form.preset.sections[0] == "memories"
    qtbot.keyClick(order, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "JWT" not in dock.block.system)
    assert "memories" not in panel.form.preset.sections


def test_own_words_and_none(dock: Preview, panel: PresetPanel, qtbot: QtBot) -> None:
    intro = panel.form.field("intro-en")
    intro.mode.setFocus()
    qtbot.keyClick(intro.mode, Qt.Key.Key_Down)
    qtbot.keyClicks(intro.text, "These are my rules.")
    qtbot.waitUntil(lambda: "These are my rules." in dock.block.system)
    assert panel.form.preset.intro == {"en": "These are my rules."}
    intro.mode.setFocus()
    qtbot.keyClick(intro.mode, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: "These are my rules." not in dock.block.system)
    assert panel.form.preset.intro == {"en": ""}


def test_statuses_that_are_hidden(dock: Preview, panel: PresetPanel, qtbot: QtBot) -> None:
    assert "Old task" not in dock.block.system
    line = panel.form.field("hide_statuses")
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "cancelled")
    qtbot.waitUntil(lambda: "Old task" in dock.block.system)


def test_a_copy_is_named_saved_used_renamed_and_deleted_and_all_can_be_undone(
    dock: Preview, panel: PresetPanel, bank: Bank, qtbot: QtBot
) -> None:
    box = panel.form.field("detail")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_End)
    qtbot.waitUntil(panel.buttons["save"].isEnabled)
    panel.name.selectAll()
    qtbot.keyClicks(panel.name, "mine")
    qtbot.waitUntil(lambda: panel.form.preset.name == "mine")
    saved(qtbot, panel)
    assert bank.presets()["mine"].detail == "full"
    qtbot.waitUntil(lambda: dock.sight.preset == "mine" and not panel.buttons["save"].isEnabled())

    use = {action.text(): action for action in panel.use_menu.actions()}
    use["claude-code"].trigger()
    qtbot.waitUntil(lambda: bank.preset_for("claude-code", "") == "mine")
    qtbot.waitUntil(lambda: "claude-code" in panel.message)

    panel.name.selectAll()
    qtbot.keyClicks(panel.name, "yours")
    qtbot.waitUntil(lambda: panel.form.preset.name == "yours")
    saved(qtbot, panel)
    assert "mine" not in bank.presets()
    assert bank.preset_for("claude-code", "") == "yours"
    bank.undo(USER)
    assert bank.preset_for("claude-code", "") == "mine"
    assert "yours" not in bank.presets()

    dock.show_sight(Sight(preset="mine"))
    qtbot.waitUntil(lambda: panel.name.text() == "mine")
    with qtbot.waitSignal(panel.saved):
        qtbot.mouseClick(panel.buttons["delete"], Qt.MouseButton.LeftButton)
    assert "mine" not in bank.presets()
    qtbot.waitUntil(lambda: panel.name.text() == "default")
    assert not panel.buttons["delete"].isEnabled()
    bank.undo(USER)
    assert bank.presets()["mine"].detail == "full"


def test_a_name_that_is_taken_or_none_is_refused_beside_it(
    dock: Preview, panel: PresetPanel, bank: Bank, qtbot: QtBot
) -> None:
    bank.save_preset(replace(DEFAULT, name="mine", mode="live"), USER)
    with pytest.raises(Conflict):
        store(bank, "default", replace(DEFAULT, name="mine"))
    for name in ("mine", " "):
        panel.name.selectAll()
        qtbot.keyClicks(panel.name, name)
        qtbot.waitUntil(lambda name=name: panel.form.preset.name == name.strip())
        before = panel.message
        qtbot.keyClick(panel.name, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda before=before: panel.message != before)
        assert "name" in panel.message
    assert bank.presets()["mine"].mode == "live"


def test_a_trial_waits_while_another_preset_is_looked_at(
    dock: Preview, panel: PresetPanel, qtbot: QtBot
) -> None:
    most = panel.form.field("max_chars")
    qtbot.mouseClick(most.free, Qt.MouseButton.LeftButton, pos=QPoint(8, most.free.height() // 2))
    qtbot.waitUntil(panel.buttons["save"].isEnabled)
    dock.show_sight(Sight(preset="gotong"))
    qtbot.waitUntil(lambda: panel.name.text() == "gotong")
    dock.show_sight(Sight())
    qtbot.waitUntil(lambda: panel.name.text() == "default (my own)")
    assert panel.form.preset.max_chars is None


def test_constraints_that_are_too_long_are_warned_of(dock: Preview, qtbot: QtBot) -> None:
    rows = dock.omitted.list
    assert "Never. Never." in rows.item(0).text()
    assert "1000" in rows.item(0).text().replace(",", "")
    with qtbot.waitSignal(dock.entry_selected) as chosen:
        where = rows.visualItemRect(rows.item(0)).center()
        qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert chosen.args == ["memory", "rule"]


def test_beside_the_block_where_there_is_room(
    dock: Preview, panel: PresetPanel, qtbot: QtBot
) -> None:
    block = dock.omitted.parentWidget()
    assert panel.geometry().bottom() < block.mapTo(dock, QPoint()).y()
    dock.resize(1000, 700)
    qtbot.waitUntil(lambda: panel.mapTo(dock, QPoint()).x() < block.mapTo(dock, QPoint()).x())
    assert abs(panel.mapTo(dock, QPoint()).y() - block.mapTo(dock, QPoint()).y()) < 60


def test_the_wheel_scrolls_and_changes_nothing(
    dock: Preview, panel: PresetPanel, qtbot: QtBot
) -> None:
    box = panel.form.field("min_relevance")
    box.mapTo(dock, box.rect().center())
    QTest.mouseMove(box)
    before = panel.form.verticalScrollBar().value()
    _wheel(qtbot, box, -120)
    assert panel.form.verticalScrollBar().value() > before
    assert panel.form.preset == DEFAULT


def _wheel(_qtbot: QtBot, widget: object, delta: int) -> None:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QApplication, QWidget

    assert isinstance(widget, QWidget)
    centre = QPointF(widget.rect().center())
    event = QWheelEvent(
        centre,
        QPointF(widget.mapToGlobal(widget.rect().center())),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
    # What a widget ignores goes to the one that it stands in, as Qt does for a real wheel.
    parent = widget.parentWidget()
    while not event.isAccepted() and parent is not None:
        QApplication.sendEvent(parent, event)
        parent = parent.parentWidget()


def test_a_sessions_frozen_block_is_compared(dock: Preview, bank: Bank, qtbot: QtBot) -> None:
    old = dock.block.system.replace("Auth uses JWT", "Auth uses cookies")
    key = FrozenKey(host="claude-code", session="s1")
    bank.freeze(key, None, old, {})
    dock.show_sight(Sight(host="claude-code"))
    qtbot.waitUntil(lambda: dock.session.box.count() == 1)
    dock.show_layer("session")
    qtbot.waitUntil(lambda: "JWT" in dock.session.diff.toPlainText())
    text = dock.session.diff.toPlainText()
    assert "cookies" in text
    assert dock.sight.language == "en"
    bank.update("jwt", {"title": "Auth uses passkeys"}, USER)
    qtbot.waitUntil(lambda: "passkeys" in dock.session.diff.toPlainText())


def test_without_a_session_it_says_what_would_be_there(dock: Preview, qtbot: QtBot) -> None:
    dock.show_layer("session")
    assert "Choose a host" in dock.session.diff.placeholderText()
    assert dock.session.diff.toPlainText() == ""
    assert not dock.session.box.isEnabled()


def test_every_control_has_a_name(panel: PresetPanel) -> None:
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QSpinBox

    for kind in (QComboBox, QSpinBox, QPlainTextEdit, QAbstractButton):
        for widget in panel.findChildren(kind):
            if not widget.objectName().startswith("qt_"):
                assert widget.accessibleName() or getattr(widget, "text", str)(), widget
    assert panel.findChild(QLineEdit).accessibleName()
