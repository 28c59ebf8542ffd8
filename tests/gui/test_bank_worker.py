"""Answers that nobody waits for any more are not waited for either."""

from __future__ import annotations

import threading
from array import array
from functools import partial
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from memdesk.core import tokens
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankUnavailable
from memdesk.core.query import Query
from memdesk.gui import bank_worker
from memdesk.gui.bank_worker import BankWorker
from memdesk.store.bank import Bank
from memdesk.store.opened import Abandoned

USER = Actor()
BY_TITLE = Query(sort="title")


def _count(bank: Bank) -> int:
    return bank.count(Query())


@pytest.fixture
def many(bank: Bank) -> Bank:
    with bank.transaction(USER, "many"):
        for number in range(2_000):
            bank.add(Memory(title=f"Number {number}", content="text"), USER)
    return bank


def test_what_was_given_up_ends_and_the_bank_goes_on(many: Bank) -> None:
    with pytest.raises(Abandoned), many.abandonable(lambda: True):
        many.keys(BY_TITLE)
    assert len(many.keys(BY_TITLE)) == 2_000
    with many.abandonable(lambda: False):
        assert len(many.keys(BY_TITLE)) == 2_000


class Asked:
    """Two questions in a row: the first is at work when the second comes."""

    def __init__(self, worker: BankWorker, first: str, second: str) -> None:
        self.answers: list[str] = []
        begun, go_on = threading.Event(), threading.Event()

        def slow(bank: Bank) -> array[int]:
            begun.set()
            assert go_on.wait(90)
            return bank.keys(BY_TITLE)

        self._ask(worker, first, slow)
        assert begun.wait(90)
        self._ask(worker, second, lambda bank: bank.keys(BY_TITLE))
        go_on.set()

    def _ask(self, worker: BankWorker, question: str, work: Any) -> None:
        worker.read(
            work,
            lambda _keys: self.answers.append(question),
            replaces="here",
            question=question,
        )


def test_another_question_ends_the_one_before(many: Bank, worker: BankWorker, qtbot: QtBot) -> None:
    asked = Asked(worker, "by title", "by author")
    qtbot.waitUntil(lambda: "by author" in asked.answers)
    assert asked.answers == ["by author"]


def test_the_same_question_again_lets_it_end(many: Bank, worker: BankWorker, qtbot: QtBot) -> None:
    asked = Asked(worker, "by title", "by title")
    qtbot.waitUntil(lambda: len(asked.answers) == 2)


def test_memory_is_given_back_after_the_tokenizer_was_let_go(
    bank: Bank, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That frees it in this process only; and other threads free theirs whenever they end."""
    done: list[str] = []
    monkeypatch.setattr(bank_worker, "CALM_SECONDS", 3_600.0)
    monkeypatch.setattr(bank_worker, "UNUSED_SECONDS", 0.01)
    monkeypatch.setattr(bank_worker, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(tokens, "let_go", lambda _unused: done.append("let go"))
    monkeypatch.setattr(bank_worker, "give_back", lambda: done.append("given back"))
    working = BankWorker(bank)
    working.start()
    qtbot.waitUntil(lambda: len(done) >= 4)
    working.stop()
    assert done[:4] == ["let go", "given back"] * 2


def test_a_write_is_not_refused_in_silence_though_who_wanted_it_is_gone(
    worker: BankWorker, qtbot: QtBot
) -> None:
    class Asking(QLabel):
        def ask(self) -> None:
            worker.submit(refuse, None, lambda error: self.setText(str(error)))

    def refuse(_bank: Bank) -> None:
        raise BankUnavailable("There is no room.")

    goes = Asking()
    with qtbot.waitSignal(worker.job_failed) as failed:
        goes.ask()
        delete(goes)
    assert str(failed.args[0]) == "There is no room."
    assert not worker.writing


def test_who_is_gone_is_told_nothing(worker: BankWorker, qtbot: QtBot) -> None:
    told: list[object] = []

    class Asking(QLabel):
        def ask(self) -> None:
            worker.read(_count, self._on_counted)
            worker.read(_count, partial(self._on_counted))
            worker.read(_count, lambda number: self._on_counted(str(number)))

        def _on_counted(self, number: object) -> None:
            self.setText(str(number))
            told.append(number)

    stays, goes = Asking(), Asking()
    qtbot.addWidget(stays)
    goes.ask()
    delete(goes)
    stays.ask()
    qtbot.waitUntil(lambda: len(told) == 3)
    assert stays.text() == "0"
