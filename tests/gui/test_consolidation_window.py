"""From a transcript to the block, in the window, against a server on this machine (spec 5.2)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from pytestqt.qtbot import QtBot

sys.path.insert(0, str(Path(__file__).parent.parent / "consolidation"))

from model_server import ModelServer, facts, hanging, model_server, refused, streamed, text
from talks import go_on, talk

from memdesk import config
from memdesk.core.query import Query
from memdesk.gui import modals
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.consolidation_window import ConsolidationWindow
from memdesk.gui.main_window import MainWindow
from memdesk.store.bank import Bank


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as desk:
        yield desk


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    return talk(tmp_path / "talk.jsonl", 12)


@pytest.fixture
def opened(window: MainWindow, qtbot: QtBot) -> ConsolidationWindow:
    window.actions_by_name["consolidate"].trigger()
    made = window.whole_bank.consolidation
    assert made is not None
    qtbot.waitUntil(lambda: "No conversations" in made.searching.text())
    return made


def ready(
    qtbot: QtBot, opened: ConsolidationWindow, server: ModelServer, transcript: Path
) -> ConsolidationWindow:
    """The window with a transcript ticked and counted, and a model chosen."""
    opened.pane.summary_box.setChecked(False)
    qtbot.keyClicks(opened.pane.address_field, server.url)
    qtbot.mouseClick(opened.pane.test_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: opened.pane.model == "big")
    opened.pane.model_field.setEditText("tiny")
    modals.next_answers.append([transcript])
    qtbot.keyClick(opened._files_button, Qt.Key.Key_Space)
    qtbot.waitUntil(opened.send_button.isEnabled)
    return opened


def test_the_whole_way_to_the_block(
    window: MainWindow,
    opened: ConsolidationWindow,
    server: ModelServer,
    bank: Bank,
    worker: BankWorker,
    transcript: Path,
    qtbot: QtBot,
) -> None:
    dialog = ready(qtbot, opened, server, transcript)
    assert f"go to {server.url}/v1/chat/completions (this machine)" in dialog.where
    assert server.asked == []
    server.says(
        facts(
            "The tower of the forum game is red.",
            "Anna decided to write in Rust.",
            "Mails are answered on Mondays.",
            "The build needs Node 22 and pnpm.",
            "Nothing of worth.",
        )
    )
    qtbot.mouseClick(dialog.send_button, Qt.MouseButton.LeftButton)
    review = window.pages["review"]
    qtbot.waitUntil(lambda: review.table.rowCount() == 5)
    assert not dialog.isVisible()
    assert window.navigation.chosen == "review"
    assert len(bank.entries(Query(kinds=("memory",)))) == 2  # nothing is stored yet

    def answer(act: str, left: int) -> None:
        qtbot.waitUntil(review.buttons[act].isEnabled)
        qtbot.mouseClick(review.buttons[act], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: review.table.rowCount() == left)

    for left in (4, 3, 2):
        answer("accept", left)
    # Only once nothing is on its way does what is chosen to compare with stay chosen.
    qtbot.waitUntil(
        lambda: (
            [one.title for _score, one in review.seen.similar] == ["Node version"]
            and not worker.busy
        )
    )
    review.seen.beside.setCurrentIndex(1)
    assert review.seen.chosen_similar is not None
    assert "is brought up to date" in review.seen.beside.currentText()
    modals.next_answers.append(lambda editor: 1)
    answer("merge", 1)
    answer("reject", 0)
    qtbot.waitUntil(lambda: len(bank.entries(Query(kinds=("memory",)))) == 5)
    id = next(one.id for one in bank.entries() if one.label == "Node version")
    qtbot.waitUntil(lambda: bank.get(id).source_sessions == ("s-1",))
    qtbot.waitUntil(lambda: bank.waiting_suggestions() == 0)
    qtbot.waitUntil(lambda: "Anna decided to write in Rust." in window.preview.block.system)
    assert "Nothing of worth" not in window.preview.block.system
    assert config.load().consolidate_endpoint == server.url

    # What was read is not sent again; what is said since then is.
    window.actions_by_name["consolidate"].trigger()
    dialog.add_files([transcript])
    qtbot.waitUntil(lambda: "Nothing was said" in dialog.where)
    dialog.close()
    go_on(transcript, "One thing more.")
    window.actions_by_name["consolidate"].trigger()
    qtbot.waitUntil(dialog.send_button.isEnabled)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (refused(401), "wants a key (401)"),
        (refused(429, Retry_After="7"), "continued in 7 seconds"),
        (refused(500, "no memory"), "failed (500): no memory"),
        (text('{"facts": []}'), "is an object"),
        (text('["half'), "cut off or broken"),
        (streamed('["half', end=None, done=False), "broke off in the middle"),
        (hanging, "did not answer within 1 seconds"),
    ],
)
def test_a_failure_is_said_and_can_be_gone_on_from(
    opened: ConsolidationWindow,
    server: ModelServer,
    bank: Bank,
    transcript: Path,
    qtbot: QtBot,
    reply: object,
    said: str,
) -> None:
    dialog = ready(qtbot, opened, server, transcript)
    if reply is hanging:
        dialog.pane.silence_field.setValue(1)
    server.says(reply)  # type: ignore[arg-type]
    dialog.send()
    qtbot.waitUntil(lambda: said in dialog.notice.text)
    qtbot.waitUntil(dialog.send_button.isEnabled)
    assert dialog.send_button.text() == "&Continue"
    assert dialog.pane.key_field.hasFocus() == ("wants a key" in said)
    assert bank.suggestions(waiting=False) == []
    server.says(facts("The door is red."))
    dialog.send()
    qtbot.waitUntil(lambda: len(bank.suggestions()) == 1)


@pytest.mark.parametrize(
    "reply",
    [
        text('```json\n["The door is red."]\n```'),
        text('Sure! Here they are:\n["The door is red."]\nAnything else?'),
        streamed('["The door', ' is red."]'),
    ],
)
def test_a_list_in_whatever_wrapping_comes_to_the_review(
    window: MainWindow,
    opened: ConsolidationWindow,
    server: ModelServer,
    transcript: Path,
    qtbot: QtBot,
    reply: object,
) -> None:
    dialog = ready(qtbot, opened, server, transcript)
    server.says(reply)  # type: ignore[arg-type]
    dialog.send()
    qtbot.waitUntil(lambda: window.pages["review"].table.rowCount() == 1)


def test_an_empty_list_is_said_to_be_nothing(
    opened: ConsolidationWindow, server: ModelServer, bank: Bank, transcript: Path, qtbot: QtBot
) -> None:
    dialog = ready(qtbot, opened, server, transcript)
    server.says(text("[]"))
    dialog.send()
    qtbot.waitUntil(lambda: "Nothing was found" in dialog.notice.text)
    assert bank.suggestions(waiting=False) == []
    assert dialog.where == "Tick the conversations to go through."


def test_a_hanging_model_can_be_stopped(
    opened: ConsolidationWindow, server: ModelServer, bank: Bank, transcript: Path, qtbot: QtBot
) -> None:
    dialog = ready(qtbot, opened, server, transcript)
    server.says(hanging)
    dialog.send()
    assert server.waiting.wait(90)
    assert dialog.busy
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not dialog.busy)
    assert dialog.isVisible()
    assert "Stopped" in dialog.notice.text
    assert bank.suggestions(waiting=False) == []


def test_over_the_network_it_is_asked_first(
    opened: ConsolidationWindow, server: ModelServer, transcript: Path, qtbot: QtBot
) -> None:
    dialog = ready(qtbot, opened, server, transcript)
    dialog.pane.address_field.setText("http://192.0.2.7:8000")
    qtbot.waitUntil(dialog.send_button.isEnabled)
    assert "NOT ENCRYPTED" in dialog.where
    modals.next_answers.append("leave")
    dialog.send()
    assert not dialog.busy
    (asked,) = [one for one in modals.shown if "Send these" in one.text]
    assert "http://192.0.2.7:8000/v1/chat/completions" in asked.text


def held_in(path: Path, workspace: Path, session: str) -> Path:
    line = {"role": "user", "content": "Hello.", "session": session, "cwd": str(workspace)}
    path.write_text(json.dumps(line) + "\n", "utf-8")
    return path


def test_the_scope_is_guessed_and_can_be_changed(
    window: MainWindow,
    opened: ConsolidationWindow,
    server: ModelServer,
    bank: Bank,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    here = tmp_path.resolve()
    dialog = ready(qtbot, opened, server, held_in(tmp_path / "a.jsonl", here, "s-a"))
    workspace, role = dialog.pane.workspace_field, dialog.pane.role_field
    assert workspace.currentText() == str(here)
    assert (dialog.pane.workspace, dialog.pane.role) == (None, None)
    assert dialog.pane.guessed.isVisible()
    # Of several there is no one guess: each keeps its own.
    dialog.add_files([held_in(tmp_path / "b.jsonl", here / "b", "s-b")])
    qtbot.waitUntil(lambda: len(dialog.talks.ticked) == 2)
    assert (workspace.currentText(), workspace.lineEdit().placeholderText()) == (
        "", "As each conversation says",
    )  # fmt: skip
    # What is typed is what counts, once it is a path.
    workspace.lineEdit().clear()
    qtbot.keyClicks(workspace.lineEdit(), "app")
    assert dialog.where == "workspace must be an absolute path."
    assert not dialog.send_button.isEnabled()
    workspace.lineEdit().clear()
    qtbot.keyClicks(workspace.lineEdit(), "/srv/app/")
    qtbot.keyClicks(role.lineEdit(), "smith")
    assert not dialog.pane.guessed.isVisible()
    qtbot.waitUntil(dialog.send_button.isEnabled)
    server.says(facts("The door is red."), facts("The user prefers tea."))
    dialog.send()
    qtbot.waitUntil(lambda: len(bank.suggestions()) == 2)
    assert {
        (one.parameters["workspace"], one.parameters["role"]) for one in bank.suggestions()
    } == {("/srv/app", "smith")}


def test_how_long_it_waits_and_what_the_summary_is_made_of_are_kept(
    opened: ConsolidationWindow, server: ModelServer, bank: Bank, transcript: Path, qtbot: QtBot
) -> None:
    dialog = ready(qtbot, opened, server, transcript)
    pane = dialog.pane
    pane.summary_box.setChecked(True)
    pane.silence_field.setValue(45)
    pane.summary_last_field.setValue(3)
    pane.headings_field.setText("Decisions，Next steps, ")
    qtbot.waitUntil(dialog.send_button.isEnabled)
    server.says(facts(), text("## Decisions\nNone."))
    dialog.send()
    qtbot.waitUntil(lambda: len(bank.suggestions()) == 1)
    kept = config.load()
    assert (kept.consolidate_silence, kept.consolidate_summary_from) == (45, 3)
    assert kept.consolidate_headings == ("Decisions", "Next steps")
    asked = server.asked[1]["messages"]
    assert "- Decisions\n- Next steps\n" in asked[0]["content"]
    assert "number 9." in asked[1]["content"]
    assert "number 8." not in asked[1]["content"]


def test_headings_are_in_the_language_of_the_window(
    bank: Bank, worker: BankWorker, qtbot: QtBot
) -> None:
    QLocale.setDefault(QLocale("zh_CN"))
    dialog = ConsolidationWindow(worker)
    qtbot.addWidget(dialog)
    assert dialog.pane.headings_field.placeholderText().startswith("核心身份, 性格与特点")
    consolidator = dialog._consolidator()
    assert consolidator._choices.headings[-1] == "偏好"


def test_no_thread_outlives_its_window(worker: BankWorker, qtbot: QtBot) -> None:
    dialog = ConsolidationWindow(worker)
    threads = (dialog._thread, dialog._counting)
    done: list[object] = []
    for thread in threads:
        thread.do(lambda _stop: None, done.append, done.append)
    qtbot.waitUntil(lambda: len(done) == 2)
    running = [thread._thread for thread in threads]
    with qtbot.waitSignal(dialog.destroyed):
        dialog.deleteLater()
    assert not any(one is not None and one.is_alive() for one in running)
