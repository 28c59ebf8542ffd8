"""Garbage is looked for when nobody is at work: never in the middle of a large job."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from memdesk.gui import garbage
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.garbage import Garbage
from memdesk.store.bank import Bank


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


def test_a_large_job_is_not_stopped_to_look_through_everything(
    worker: BankWorker, qtbot: QtBot, looked: list[tuple[int, str]]
) -> None:
    """With Python's own thresholds all is looked through several times here."""
    made: list[int] = []
    worker.survey(lambda _bank: [[number] for number in range(300_000)], made.extend)
    qtbot.waitUntil(lambda: len(made) == 300_000)
    generations = {generation for generation, thread in looked if thread == "memdesk-surveying"}
    assert generations == {0, 1}


def test_what_became_garbage_is_freed_once_nobody_is_at_work(looked: list[tuple[int, str]]) -> None:
    busy = True
    collecting = Garbage(lambda: busy)
    collecting.start()
    try:
        old = Knot()
        knot = weakref.ref(old)
        while gc.get_count()[2] < garbage.ENOUGH:
            gc.collect(1)
        gc.collect(1)  # now it is among what only a search of everything looks at
        del old
        collecting.collect()
        assert knot() is not None
        busy = False
        collecting.collect()
        assert knot() is None
    finally:
        collecting.stop()
    assert [generation for generation, _thread in looked if generation == 2] == [2]


def test_python_gets_its_thresholds_back(bank: Bank, qtbot: QtBot) -> None:
    before = gc.get_threshold()
    working = BankWorker(bank)
    working.start()
    assert gc.get_threshold() != before
    working.stop()
    assert gc.get_threshold() == before


def test_it_is_busy_until_the_last_answer(worker: BankWorker, qtbot: QtBot) -> None:
    go_on = threading.Event()
    done: list[bool] = []
    worker.survey(lambda _bank: go_on.wait(90), done.append)
    assert worker.busy
    go_on.set()
    qtbot.waitUntil(lambda: not worker.busy)
    qtbot.waitUntil(lambda: done == [True])
