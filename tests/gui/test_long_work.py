"""Work whose bar is gone has ended: a dialog can be left while something is looked through."""

from __future__ import annotations

import threading

import pytest
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from memdesk.gui.long_work import Stopped, WorkBar


def test_work_is_stopped_when_its_bar_is_gone(qtbot: QtBot) -> None:
    bar = WorkBar()
    tell = bar.begin("Looking…")
    tell(0, 0)
    delete(bar)
    ended: list[Exception] = []

    def work() -> None:
        with pytest.raises(Stopped) as stopped:
            tell(50, 100)
        ended.append(stopped.value)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(ended) == 1
