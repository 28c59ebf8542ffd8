"""Bits of work of the interface thread: one after the other, whatever one of them does."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

from memdesk.gui.steps import Steps


def test_a_step_that_lets_the_event_loop_turn_is_finished_first(qtbot: QtBot) -> None:
    owner = QObject()
    steps, done = Steps(owner), []

    def turning() -> None:
        for _ in range(5):
            QCoreApplication.processEvents()
        done.append("turned")

    def bit_by_bit() -> Iterator[None]:
        for number in range(2):
            QCoreApplication.processEvents()
            done.append(str(number))
            yield

    steps.then(turning, bit_by_bit(), turning)
    qtbot.waitUntil(lambda: len(done) == 4)
    assert done == ["turned", "0", "1", "turned"]
    qtbot.waitUntil(lambda: steps.done)


def test_a_step_may_ask_for_more_or_stop_them(qtbot: QtBot) -> None:
    owner = QObject()
    steps, done = Steps(owner), []
    steps.then(lambda: steps.then(lambda: done.append("more")))
    qtbot.waitUntil(lambda: done == ["more"])
    steps.then(steps.stop, lambda: done.append("never"))
    qtbot.waitUntil(lambda: steps.done)
    steps.then(lambda: done.append("never"))
    for _ in range(5):
        QCoreApplication.processEvents()
    assert done == ["more"]


def test_a_step_that_stops_them_is_not_gone_on_with(qtbot: QtBot) -> None:
    owner = QObject()
    steps, done = Steps(owner), []

    def bit_by_bit() -> Iterator[None]:
        done.append("bit")
        steps.stop()
        yield
        done.append("never")

    steps.then(bit_by_bit())
    qtbot.waitUntil(lambda: steps.done)
    for _ in range(5):
        QCoreApplication.processEvents()
    assert done == ["bit"]


def test_what_waits_can_be_finished_at_once(qtbot: QtBot) -> None:
    owner = QObject()
    steps, done = Steps(owner), []

    def bit_by_bit() -> Iterator[None]:
        done.append("bit")
        yield
        steps.then(lambda: done.append("more"))

    steps.then(bit_by_bit(), lambda: done.append("last"))
    steps.finish()
    assert done == ["bit", "last", "more"]
    assert steps.done
    steps.then(lambda: done.append("later"))
    qtbot.waitUntil(lambda: done[-1] == "later")


def test_a_turn_that_comes_after_the_stop_does_nothing(qtbot: QtBot) -> None:
    owner = QObject()
    steps, done = Steps(owner), []
    steps.then(lambda: done.append("never"))
    steps.stop()
    steps._timer.timeout.emit()
    assert done == []
