"""Garbage is looked for when nobody is at work: never in the middle of a large job."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from memdesk.gui import garbage
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.garbage import Garbage
from memdesk.store.bank import Bank

ENOUGH = 2 * garbage.YOUNG
"""To be looked through, whatever else is let go of meanwhile, which counts against it."""


class Knot:
    """An object that only a search for garbage sets free."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def looked() -> Iterator[list[tuple[int, str]]]:
    """Generation and thread of each search for garbage."""
    seen: list[tuple[int, str]] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            seen.append((info["generation"], threading.current_thread().name))

    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)


def test_no_other_thread_takes_the_window_s_objects_apart(
    worker: BankWorker, qtbot: QtBot, looked: list[tuple[int, str]]
) -> None:
    """With Python's own thresholds, a large job looks through everything several times."""
    made: list[int] = []
    worker.survey(lambda _bank: [[number] for number in range(300_000)], made.extend)
    qtbot.waitUntil(lambda: len(made) == 300_000)
    assert {thread for _generation, thread in looked} <= {threading.main_thread().name}


def test_what_became_garbage_is_freed_in_the_interface_thread(
    looked: list[tuple[int, str]], qtbot: QtBot
) -> None:
    knot = weakref.ref(Knot())
    old = [[number] for number in range(garbage.YOUNG)]
    collecting = Garbage(lambda: False)
    collecting.start()
    try:
        qtbot.waitUntil(lambda: knot() is None)
    finally:
        collecting.stop()
    assert len(old) == garbage.YOUNG
    assert looked == [(1, threading.main_thread().name)]


class Person:
    """Whether a thread works and a person is at the window; makes what is looked through."""

    def __init__(self) -> None:
        self.busy = False
        self.there = True
        self.kept: list[list[int]] = []
        self.garbage = Garbage(lambda: self.busy, None, lambda: self.there)

    def make(self, count: int) -> None:
        self.kept += [[number] for number in range(count)]

    def look(self, times: int) -> None:
        for _ in range(times):
            self.make(ENOUGH)
            self.garbage.collect()


@pytest.fixture
def person() -> Iterator[Person]:
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    someone = Person()
    yield someone
    someone.garbage.stop()
    if was_on:
        gc.enable()


def generations(looked: list[tuple[int, str]]) -> list[int]:
    return [generation for generation, _thread in looked]


def test_everything_is_looked_through_only_when_nobody_is_there(
    person: Person, looked: list[tuple[int, str]]
) -> None:
    person.look(3 * garbage.TIMES)
    assert generations(looked) == [1] * 3 * garbage.TIMES
    person.there, person.busy = False, True
    person.look(1)
    assert generations(looked[-1:]) == [1]
    person.busy = False
    person.look(1)
    assert generations(looked[-2:]) == [1, 2]
    person.look(garbage.TIMES - 1)
    assert generations(looked).count(2) == 1
    person.look(1)
    assert generations(looked).count(2) == 2


def test_a_person_who_never_leaves_waits_for_it_once_an_hour(
    person: Person, looked: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = garbage.monotonic()
    person.look(garbage.TIMES)
    monkeypatch.setattr(garbage, "monotonic", lambda: now + garbage.MOST_SECONDS + 60)
    person.look(1)
    assert generations(looked).count(2) == 1
    person.look(2 * garbage.TIMES)
    assert generations(looked).count(2) == 1


def test_what_a_job_has_brought_is_set_aside_until_everything_is_looked_through(
    person: Person, looked: list[tuple[int, str]]
) -> None:
    immortal = gc.get_freeze_count()  # Python 3.12 sets such objects aside whenever it looks
    knot = Knot()
    seen = weakref.ref(knot)
    person.busy = True
    person.make(garbage.MOST_YOUNG + 1)
    person.garbage.collect()
    assert gc.get_freeze_count() == immortal  # a thread may be making a million
    person.busy = False
    person.garbage.collect()
    assert gc.get_freeze_count() > garbage.MOST_YOUNG
    del knot
    person.look(garbage.TIMES)
    assert seen() is not None
    assert 2 not in generations(looked)
    person.there = False
    person.look(1)
    assert seen() is None
    assert gc.get_freeze_count() == immortal


def test_what_was_set_aside_is_not_when_the_window_is_gone(person: Person) -> None:
    person.make(garbage.MOST_YOUNG + 1)
    person.garbage.collect()
    assert gc.get_freeze_count() > 0
    person.garbage.stop()
    assert gc.get_freeze_count() == 0


def test_nobody_is_at_a_hidden_window(
    worker: BankWorker, qtbot: QtBot, looked: list[tuple[int, str]]
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    collecting = Garbage(lambda: False)
    kept = []

    def look(times: int) -> None:
        for _ in range(times):
            kept.extend([number] for number in range(ENOUGH))
            collecting.collect()

    look(garbage.TIMES)
    assert 2 not in generations(looked)
    for shown in QGuiApplication.topLevelWindows():
        shown.hide()
    look(1)
    assert generations(looked).count(2) == 1


def test_python_looks_again_where_it_did_before(bank: Bank, qtbot: QtBot) -> None:
    was_on = gc.isenabled()
    gc.enable()
    try:
        working = BankWorker(bank)
        working.start()
        assert not gc.isenabled()
        working.stop()
        assert gc.isenabled()
    finally:
        if not was_on:
            gc.disable()


def test_it_is_busy_until_the_last_answer(worker: BankWorker, qtbot: QtBot) -> None:
    go_on = threading.Event()
    done: list[bool] = []
    worker.survey(lambda _bank: go_on.wait(90), done.append)
    assert worker.busy
    go_on.set()
    qtbot.waitUntil(lambda: not worker.busy)
    qtbot.waitUntil(lambda: done == [True])
