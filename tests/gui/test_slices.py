"""Long work in slices: watched, stopped, and in nobody's way."""

from __future__ import annotations

from collections.abc import Generator

from pytestqt.qtbot import QtBot

from memdesk.core.errors import NotAllowed
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.slices import Slices
from memdesk.store.bank import Bank

Steps = Generator[tuple[int, int], None, str]


def counting(_bank: Bank) -> Steps:
    """Short: several steps in one slice."""
    for number in range(3):
        yield number, 3
    return "done"


def endless(_bank: Bank) -> Steps:
    number = 0
    while True:
        number += 1
        yield number, number


def refusing(_bank: Bank) -> Steps:
    yield 0, 1
    raise NotAllowed("No.")


def test_the_result_arrives(qtbot: QtBot, worker: BankWorker) -> None:
    slices = Slices(worker)
    with qtbot.waitSignal(slices.finished) as ended:
        slices.start(counting)
        assert slices.running
    assert ended.args == ["done"]
    assert not slices.running
    assert slices.took > 0


def test_others_get_their_turn_between_two_slices(qtbot: QtBot, worker: BankWorker) -> None:
    slices = Slices(worker)
    with qtbot.waitSignal(slices.progressed):
        slices.start(endless)
    answers: list[int] = []
    worker.survey(lambda bank: bank.generation(), answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    assert slices.running
    slices.stop()


def test_what_was_stopped_reports_nothing_more(qtbot: QtBot, worker: BankWorker) -> None:
    slices = Slices(worker)
    with qtbot.waitSignal(slices.progressed):
        slices.start(endless)
    slices.stop()
    told: list[int] = []
    slices.progressed.connect(lambda done, _total: told.append(done))
    answers: list[int] = []
    for _ in range(2):
        worker.survey(lambda bank: bank.generation(), answers.append)
    qtbot.waitUntil(lambda: len(answers) == 2)
    assert told == []
    assert not slices.running


def test_a_new_work_ends_the_one_before(qtbot: QtBot, worker: BankWorker) -> None:
    slices = Slices(worker)
    with qtbot.waitSignal(slices.progressed):
        slices.start(endless)
    with qtbot.waitSignal(slices.finished) as ended:
        slices.start(counting)
    assert ended.args == ["done"]


def test_a_refusal_is_handed_over(qtbot: QtBot, worker: BankWorker) -> None:
    slices = Slices(worker)
    with qtbot.waitSignal(slices.failed) as ended:
        slices.start(refusing)
    assert isinstance(ended.args[0], NotAllowed)
    assert not slices.running
