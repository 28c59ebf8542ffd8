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


def test_everything_is_looked_through_once_nobody_is_at_work(
    looked: list[tuple[int, str]],
) -> None:
    busy = True
    collecting = Garbage(lambda: busy)
    was_on = gc.isenabled()
    gc.disable()
    try:
        kept = []
        for _ in range(garbage.TIMES + 1):
            kept += [[number] for number in range(garbage.YOUNG)]
            collecting.collect()
        assert {generation for generation, _thread in looked} == {1}
        kept += [[number] for number in range(garbage.MOST_YOUNG + 1)]
        before = len(looked)
        collecting.collect()
        assert len(looked) == before  # a thread may be making a million
        busy = False
        collecting.collect()
        assert looked[-1][0] == 1
        for _ in range(garbage.TIMES + 1):
            kept += [[number] for number in range(garbage.YOUNG)]
            collecting.collect()
        assert looked[-1][0] == 2
    finally:
        collecting.stop()
        if was_on:
            gc.enable()


def test_what_a_start_has_made_is_set_apart_and_not_looked_through() -> None:
    knot = Knot()
    seen = weakref.ref(knot)
    collecting = Garbage(lambda: False)
    was_on = gc.isenabled()
    gc.disable()
    kept = []

    def look(times: int) -> None:
        for _ in range(times):
            kept.extend([number] for number in range(garbage.YOUNG))
            collecting.collect()

    try:
        look(garbage.TIMES + 1)
        assert gc.get_freeze_count() > garbage.TIMES * garbage.YOUNG
        del knot
        look(garbage.TIMES + 1)
        assert seen() is not None
        collecting.stop()
        assert gc.get_freeze_count() == 0
        gc.collect()
        assert seen() is None
    finally:
        collecting.stop()
        if was_on:
            gc.enable()


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
