"""The live preview shows exactly what a host gets, and follows every keystroke (spec 7.2)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRunnable, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from memdesk import paths
from memdesk.core.authors import Actor
from memdesk.core.block.build import build_block
from memdesk.core.block.result import LAYERS, Block, BlockRequest
from memdesk.core.entry import Memory, Profile, Task, Work
from memdesk.core.preset import BUILT_IN
from memdesk.core.scope import Viewer
from memdesk.gui import preview, preview_source
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.preview import Preview
from memdesk.gui.preview_choices import PreviewChoices
from memdesk.gui.preview_making import Making
from memdesk.gui.preview_source import Sight
from memdesk.gui.preview_text import BlockText, Shown
from memdesk.hosts.socket_client import call
from memdesk.store.bank import Bank

USER = Actor()


@pytest.fixture
def filled(bank: Bank) -> Bank:
    fill(bank)
    return bank


def fill(bank: Bank) -> None:
    bank.set_profile({"interests": ("games",), "notes": "Call the user Master."}, USER)
    bank.add(Memory(id="rule", title="No tabs", content="Never use tabs.", tags=("must",)), USER)
    bank.add(Memory(id="jwt", title="Auth uses JWT", content="x", relevance="high"), USER)
    bank.add(Memory(id="low", title="Coffee", content="x", relevance="low"), USER)
    bank.add(Memory(id="mine", title="Reviewer's own", content="x", role="reviewer"), USER)
    bank.add(Task(id="game", title="Advance the game", status="doing", notes="n" * 300), USER)
    bank.add(Task(id="old", title="Old", status="done"), USER)
    bank.add(Work(id="w", name="Forum Game", work_kind="game"), USER)


@pytest.fixture
def dock(filled: Bank, worker: BankWorker, qtbot: QtBot) -> Iterator[Preview]:
    made = Preview(worker)
    qtbot.addWidget(made)
    made.resize(480, 700)
    made.show()
    qtbot.waitUntil(lambda: bool(made.block.system))
    yield made
    made.stop()


def text_of(dock: Preview) -> BlockText:
    return dock.findChild(BlockText)


def on_screen(dock: Preview) -> str:
    """What is on the screen, without what is struck."""
    return "\n".join(line.text for line in text_of(dock).lines)


def direct(bank: Bank, sight: Sight) -> dict[str, str]:
    """The layers as the store and the core give them to a host."""
    preset = BUILT_IN[sight.preset or "default"]
    viewer = Viewer(workspace=sight.workspace, role=sight.role)
    source = bank.block_source(preset, viewer, sight.host)
    request = BlockRequest(viewer=viewer, host=sight.host, language=sight.language)
    block = build_block(source.entries, source.profile, preset, request, source.beyond)
    return {layer: block.layer(layer) for layer in LAYERS}


SIGHTS = [
    Sight(),
    Sight(host="cursor", role="reviewer"),
    Sight(language="zh"),
    *(Sight(preset=name) for name in BUILT_IN),
]


@pytest.mark.parametrize("sight", SIGHTS, ids=lambda one: f"{one.preset}{one.role}{one.language}")
def test_it_shows_and_copies_what_a_host_gets(
    dock: Preview, filled: Bank, qtbot: QtBot, sight: Sight
) -> None:
    wanted = direct(filled, sight)
    dock.show_sight(sight)
    qtbot.waitUntil(lambda: dock.block.system == wanted["system"])
    tabs = dock._tabs
    for number, layer in enumerate(LAYERS):
        tabs.setCurrentIndex(number)
        assert on_screen(dock) == wanted[layer]
        dock.copy_layer()
        assert QGuiApplication.clipboard().text() == wanted[layer]
        assert dock._copy.isEnabled() == bool(wanted[layer])


def test_it_follows_a_draft_before_it_is_saved(dock: Preview, filled: Bank, qtbot: QtBot) -> None:
    stored = filled.get("jwt")
    for length in range(1, 8):
        dock.set_draft(replace(stored, title="Tokens!"[:length]))
    qtbot.waitUntil(lambda: "[jwt] Tokens! (" in on_screen(dock))
    assert "Auth uses JWT" not in on_screen(dock)
    dock.set_draft(replace(stored, relevance="low"))
    qtbot.waitUntil(lambda: "[jwt]" not in on_screen(dock))
    dock.set_draft(None)
    qtbot.waitUntil(lambda: "[jwt] Auth uses JWT" in on_screen(dock))


def test_once_stopped_it_reads_the_bank_no_more(dock: Preview, filled: Bank, qtbot: QtBot) -> None:
    entry, before = filled.get("jwt"), dock.block
    dock._built_at = monotonic() + 0.2  # the next build waits for its frame
    dock.set_draft(replace(entry, title="Typed at the last moment"))
    assert dock._next.isActive()
    dock.stop()
    filled.close()
    qtbot.waitUntil(lambda: not dock._next.isActive())
    dock._built_at = 0.0
    dock.set_draft(replace(entry, title="Asked for later"))
    assert dock.block is before
    assert filled._connections._connection is None


def test_a_new_entry_and_the_profile_are_drafts_too(dock: Preview, qtbot: QtBot) -> None:
    dock.set_draft(Memory(id="new", title="Not saved yet", relevance="high"))
    qtbot.waitUntil(lambda: "[new] Not saved yet" in on_screen(dock))
    dock.set_draft(Profile(interests=("chess",)))
    qtbot.waitUntil(lambda: "chess" in on_screen(dock))
    assert "Not saved yet" not in on_screen(dock)


def test_the_draft_is_shown_as_saving_it_would(filled: Bank, bank: Bank) -> None:
    """The text moves to where it will be: above the others of its relevance."""
    filled.add(Memory(id="other", title="Another", content="x", relevance="high"), USER)
    draft = replace(filled.get("jwt"), title="Auth uses sessions")
    block = preview_source.build(preview_source.load(filled, Sight()), draft, filled.get("jwt"))
    filled.update("jwt", {"title": "Auth uses sessions"}, USER)
    assert block.system == direct(filled, Sight())["system"]


def test_pinning_a_draft_moves_no_time(filled: Bank) -> None:
    stored = filled.get("jwt")
    assert preview_source.stamped(replace(stored, pinned=True), stored, "9") == replace(
        stored, pinned=True
    )
    assert preview_source.stamped(replace(stored, tags=("a",)), stored, "9").updated_at == "9"


def test_a_change_by_anyone_is_shown(dock: Preview, bank_path: Path, qtbot: QtBot) -> None:
    other = Bank(bank_path)
    other.add(
        Memory(id="theirs", title="From a host", content="x", relevance="high"),
        Actor(author="cursor"),
    )
    other.close()
    qtbot.waitUntil(lambda: "From a host" in on_screen(dock))


def test_what_was_cut_is_struck_and_not_copied(dock: Preview) -> None:
    text = text_of(dock)
    number = next(i for i, line in enumerate(text.lines) if line.lost)
    line = text.lines[number]
    block = text.document().findBlockByNumber(number)
    assert line.lost == "n" * 100
    assert block.text() == line.text[: line.lost_at] + line.lost + line.text[line.lost_at :]
    struck = ""
    iterator = block.begin()
    while not iterator.atEnd():
        if iterator.fragment().charFormat().fontStrikeOut():
            struck += iterator.fragment().text()
        iterator += 1
    assert struck == line.lost
    text.selectAll()
    text.copy()
    assert QGuiApplication.clipboard().text() == dock.block.system


def test_what_was_left_out_is_listed_with_the_reason(
    dock: Preview, filled: Bank, qtbot: QtBot
) -> None:
    omitted = dock.findChild(QListWidget)

    def rows() -> list[str]:
        return [omitted.item(row).text() for row in range(omitted.count())]

    assert rows() == ["Old — its status is hidden"]
    dock.set_draft(replace(filled.get("jwt"), relevance="low"))
    qtbot.waitUntil(lambda: "Auth uses JWT — below the preset's least relevance" in rows())
    row = rows().index("Auth uses JWT — below the preset's least relevance")
    with qtbot.waitSignal(dock.entry_selected) as chosen:
        omitted.itemActivated.emit(omitted.item(row))
    assert chosen.args == ["memory", "jwt"]


def test_a_click_on_a_line_selects_its_entry(dock: Preview, qtbot: QtBot) -> None:
    text = text_of(dock)
    number = next(i for i, line in enumerate(text.lines) if line.key == ("memory", "jwt"))
    cursor = QTextCursor(text.document().findBlockByNumber(number))
    text.setTextCursor(cursor)
    text.ensureCursorVisible()
    place = text.cursorRect(cursor).center() + QPoint(10, 0)
    with qtbot.waitSignal(dock.entry_selected) as clicked:
        qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert clicked.args == ["memory", "jwt"]
    with qtbot.waitSignal(dock.entry_selected) as entered:
        qtbot.keyClick(text, Qt.Key.Key_Return)
    assert entered.args == ["memory", "jwt"]
    text.setTextCursor(QTextCursor(text.document().findBlockByNumber(0)))
    with qtbot.assertNotEmitted(dock.entry_selected):
        qtbot.keyClick(text, Qt.Key.Key_Return)  # a fixed word has no entry


def test_the_meters_say_characters_and_tokens(dock: Preview, qtbot: QtBot) -> None:
    meters = dock._meters
    block = dock.block
    chars = block.section_chars["tasks"]
    qtbot.waitUntil(lambda: "≈" in meters.text("whole"))
    assert meters.text("tasks").startswith(f"Tasks {chars} characters ≈ ")
    total = sum(block.section_chars.values())
    assert f"{total} of 4" in meters.text("whole")
    dock.show_sight(Sight(preset="destinywind"))
    qtbot.waitUntil(lambda: meters.text("tasks") == "")


def test_the_status_bar_is_told(filled: Bank, worker: BankWorker, qtbot: QtBot) -> None:
    dock = Preview(worker)
    qtbot.addWidget(dock)
    told: list[preview_source.Measure] = []
    dock.measured.connect(told.append)
    qtbot.waitUntil(lambda: bool(told) and told[-1].tokens is not None)
    assert told[-1].chars == len(dock.block.system)
    assert dock.budget == 4000
    dock.stop()


def test_an_empty_bank_says_so(worker: BankWorker, qtbot: QtBot) -> None:
    dock = Preview(worker)
    qtbot.addWidget(dock)
    qtbot.waitUntil(lambda: "nothing to say" in text_of(dock).placeholderText())
    assert not dock._copy.isEnabled()
    dock.stop()


def test_host_and_role_share_a_line_only_where_both_can_be_read(qtbot: QtBot) -> None:
    choices = PreviewChoices()
    qtbot.addWidget(choices)
    host, role = choices.boxes["host"], choices.boxes["role"]
    host.addItem("Any host")
    choices.show()
    letter = choices.fontMetrics().averageCharWidth()
    for letters, together in ((80, True), (36, False), (80, True)):
        choices.resize(letters * letter, choices.sizeHint().height())
        qtbot.waitUntil(lambda together=together: (host.y() == role.y()) == together)
        assert host.shown_text() == "Any host"
        shown = choices.settings.toolButtonStyle()
        assert (shown == Qt.ToolButtonStyle.ToolButtonIconOnly) == (not together)


def test_every_control_has_a_name(dock: Preview) -> None:
    for box in dock.choices.boxes.values():
        assert box.accessibleName()
    for widget in (text_of(dock), dock.findChild(QListWidget), dock._tabs):
        assert widget.accessibleName()


def test_it_is_what_the_socket_gives(server: str, qtbot: QtBot) -> None:
    """The same bytes as a running server answers, for every preset, layer and language."""
    bank = Bank(paths.bank_path())
    fill(bank)
    working = BankWorker(bank)
    working.start()
    dock = Preview(working)
    qtbot.addWidget(dock)
    for sight in SIGHTS:
        asked = {"host": sight.host, "role": sight.role, "preset": sight.preset}
        asked["language"] = sight.language or ""
        given = call(server, "block", {name: value for name, value in asked.items() if value})
        dock.show_sight(sight)
        qtbot.waitUntil(
            lambda given=given: (
                {layer: dock.block.layer(layer) for layer in LAYERS} == given["layers"]
            )
        )
    dock.stop()
    working.stop()
    bank.close()


def test_what_takes_long_is_made_beside(
    dock: Preview, filled: Bank, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview, "SLOW_MS", -1)
    dock.reload()
    qtbot.waitUntil(lambda: dock._slow)
    stored = filled.get("jwt")
    for length in range(1, 8):
        dock.set_draft(replace(stored, title="Tokens!"[:length]))
    qtbot.waitUntil(lambda: "[jwt] Tokens! (" in on_screen(dock))


def test_what_was_typed_before_is_not_shown_after_what_was_typed_later(
    dock: Preview, filled: Bank, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine one build takes long and the next one doesn't."""
    stored, go_on = filled.get("jwt"), threading.Semaphore(0)
    here, real = threading.current_thread(), preview_source.build

    def build(*given: Any) -> Block:
        if threading.current_thread() is not here:
            assert go_on.acquire(timeout=90)
        return real(*given)

    def draft(title: str) -> None:
        dock._built_at = 0.0  # no frame is waited for
        dock.set_draft(replace(stored, title=title))

    monkeypatch.setattr(preview_source, "build", build)
    monkeypatch.setattr(preview, "SLOW_MS", 3_600_000)  # the next ones are quick
    dock._slow = True
    draft("First")
    draft("Second")
    go_on.release()
    qtbot.waitUntil(lambda: "[jwt] First (" in on_screen(dock))
    draft("Third")
    go_on.release(2)
    qtbot.waitUntil(lambda: not dock._making.busy)
    assert "[jwt] Third (" in on_screen(dock)
    dock.set_draft(None)
    qtbot.waitUntil(lambda: "[jwt] Auth uses JWT" in on_screen(dock))


def test_only_the_newest_wish_is_made(qtbot: QtBot) -> None:
    making = Making()
    go_on = threading.Event()
    made: list[str] = []
    began: list[str] = []
    making.made.connect(lambda came, _seconds: made.append(came[0].system))

    def wish(name: str) -> Callable[[], tuple[Block, None]]:
        def make() -> tuple[Block, None]:
            began.append(name)
            assert go_on.wait(90)
            return Block(system=name), None

        return make

    for name in ("first", "second", "third"):
        making.want(wish(name))
    go_on.set()
    qtbot.waitUntil(lambda: made == ["first", "third"])
    assert began == ["first", "third"]
    making.stop()


def test_what_is_wanted_after_the_end_is_not_made() -> None:
    making = Making()
    making.stop()
    began: list[int] = []

    def make() -> tuple[Block, None]:
        began.append(1)
        return Block(), None

    making.want(make)
    making.stop()
    assert began == []


def test_nothing_that_the_pool_deletes_is_left_to_python(qtbot: QtBot) -> None:
    making = Making()
    for _each in range(3):
        with qtbot.waitSignal(making.made):
            making.want(lambda: (Block(), None))
    left = Shiboken.getAllValidWrappers()
    assert making in left
    assert not [one for one in left if isinstance(one, QRunnable)]
    making.stop()


def test_a_fault_in_the_making_is_not_swallowed(qtbot: QtBot) -> None:
    making = Making()

    def fault() -> Block:
        raise ZeroDivisionError

    with qtbot.captureExceptions() as caught:
        making.want(fault)
        qtbot.waitUntil(lambda: bool(caught))
    assert caught[0][0] is ZeroDivisionError
    with qtbot.waitSignal(making.made):
        making.want(lambda: (Block(), None))
    making.stop()


# --- laying out only what changed


def shown(text: BlockText) -> str:
    return text.toPlainText()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "a"),
        ("a", ""),
        ("abc", "abc"),
        ("abc", "axc"),
        ("abc", "ac"),
        ("abc", "bc"),
        ("abc", "ab"),
        ("ac", "abc"),
        ("bc", "abc"),
        ("ab", "abc"),
        ("abc", "xyz"),
        ("abcd", "axyd"),
        ("abcd", "ad"),
        ("ad", "abcd"),
        ("aaa", "aa"),
        ("aa", "aaa"),
        ("a", "b"),
    ],
)
def test_lines_are_replaced_one_by_one(qtbot: QtBot, before: str, after: str) -> None:
    text = BlockText()
    qtbot.addWidget(text)
    for letters in (before, after):
        text.show_lines([Shown(letter * 3) for letter in letters])
        assert shown(text) == "\n".join(letter * 3 for letter in letters)
        assert [line.text for line in text.lines] == [letter * 3 for letter in letters]


def test_empty_lines_keep_their_place(qtbot: QtBot) -> None:
    text = BlockText()
    qtbot.addWidget(text)
    text.show_lines([Shown("a"), Shown(""), Shown("b")])
    text.show_lines([Shown("a"), Shown(""), Shown("c"), Shown("")])
    assert shown(text) == "a\n\nc\n"
    text.show_lines([Shown("")])
    assert shown(text) == ""


def test_the_edited_line_is_marked(qtbot: QtBot) -> None:
    text = BlockText()
    qtbot.addWidget(text)
    text.mark(("memory", "b"))
    text.show_lines([Shown("a", key=("memory", "a")), Shown("b", key=("memory", "b"))])
    assert [one.cursor.blockNumber() for one in text.extraSelections()] == [1]
    text.mark(None)
    assert text.extraSelections() == []


def test_part_of_a_struck_line_is_copied_without_what_is_struck(qtbot: QtBot) -> None:
    text = BlockText()
    qtbot.addWidget(text)
    text.show_lines([Shown("😀ab…cd", lost="XY", lost_at=4)])
    assert shown(text) == "😀ab…XYcd"
    cursor = text.textCursor()
    cursor.setPosition(3)  # in UTF-16 units: behind 😀a
    cursor.setPosition(8, QTextCursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)
    text.copy()
    assert QGuiApplication.clipboard().text() == "b…c"
