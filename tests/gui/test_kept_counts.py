"""What a block came to in tokens is known at the next start, without the tokenizer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.preset import DEFAULT
from memdesk.core.tokens import TokenCounter
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.kept_counts import KeptCounts
from memdesk.gui.preview import Preview
from memdesk.gui.preview_source import Measure, Sight
from memdesk.store.bank import Bank

USER = Actor()
BANK = Path("/banks/one.sqlite")
SIZES = {"system": 40, "memories": 12}
COUNTS = {"system": 11, "memories": 3}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "window.ini"


def settings_in(file: Path) -> QSettings:
    return QSettings(str(file), QSettings.Format.IniFormat)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The texts that are given to the tokenizer."""
    texts: list[str] = []
    count = TokenCounter.count

    def noting(counter: TokenCounter, text: str) -> int:
        texts.append(text)
        return count(counter, text)

    monkeypatch.setattr(TokenCounter, "count", noting)
    yield texts


class Started:
    """A preview as the start of a window makes it, with what it says of the block."""

    def __init__(self, worker: BankWorker, file: Path, qtbot: QtBot) -> None:
        self.settings = settings_in(file)
        self.preview = Preview(worker, None, KeptCounts(self.settings, worker.bank.path))
        self.told: list[Measure] = []
        self.preview.measured.connect(self.told.append)
        qtbot.addWidget(self.preview)
        self._qtbot = qtbot

    def tokens(self) -> int:
        """What the block is, once that is said."""
        self._qtbot.waitUntil(
            lambda: bool(self.told) and bool(self.told[-1].chars) and bool(self.told[-1].tokens),
            timeout=30_000,
        )
        assert self.told[-1].tokens is not None
        return self.told[-1].tokens

    def end(self) -> None:
        self.preview.stop()
        self.settings.sync()


def test_counts_are_found_again_for_the_same_texts_alone(file: Path) -> None:
    settings = settings_in(file)
    KeptCounts(settings, BANK).keep(7, SIZES, COUNTS)
    settings.sync()
    again = KeptCounts(settings_in(file), BANK)
    assert again.find(7, SIZES) == COUNTS
    assert again.find(8, SIZES) is None
    assert again.find(7, {**SIZES, "memories": 13}) is None
    assert again.find(7, {"system": 40}) is None
    assert KeptCounts(settings_in(file), BANK.with_name("two.sqlite")).find(7, SIZES) is None


@pytest.mark.parametrize(
    "written",
    ["", "{", "5", "[]", "[1, 2]", "[[], {}]", '[[], {"system": "11"}]', "[" * 100_000, b"\xff", 7],
)
def test_what_was_written_by_hand_is_nothing(file: Path, written: object) -> None:
    settings = settings_in(file)
    settings.setValue("preview/tokens", written)
    assert KeptCounts(settings, BANK).find(7, SIZES) is None


@pytest.mark.parametrize("slow_ms", [-1, 60_000])
def test_the_next_start_says_it_without_counting(
    bank: Bank,
    worker: BankWorker,
    file: Path,
    qtbot: QtBot,
    counted: list[str],
    monkeypatch: pytest.MonkeyPatch,
    slow_ms: int,
) -> None:
    """Also where a block is so slow that it is made in another thread."""
    monkeypatch.setattr("memdesk.gui.preview.SLOW_MS", slow_ms)
    bank.add(Memory(title="Never deploy on a Friday.", content="x"), USER)
    first = Started(worker, file, qtbot)
    said = first.tokens()
    first.end()
    assert counted
    counted.clear()
    second = Started(worker, file, qtbot)
    assert second.tokens() == said
    second.end()
    assert counted == []
    assert b"Friday" not in file.read_bytes()


def test_a_changed_bank_is_counted_anew(
    bank: Bank, worker: BankWorker, file: Path, qtbot: QtBot, counted: list[str]
) -> None:
    entry = bank.add(Memory(title="Never deploy on a Friday.", content="x"), USER)
    first = Started(worker, file, qtbot)
    said = first.tokens()
    first.end()
    # As many characters as before.
    bank.update(entry.id, {"title": "Xq;zk[]jvw}}k-o{ q=`zx&#y"}, USER, kind="memory")
    counted.clear()
    second = Started(worker, file, qtbot)
    assert second.tokens() > said
    second.end()
    assert any("Xq;zk" in text for text in counted)


def test_what_is_typed_and_what_is_tried_is_counted(
    bank: Bank, worker: BankWorker, file: Path, qtbot: QtBot, counted: list[str]
) -> None:
    entry = bank.add(Memory(title="Never deploy on a Friday.", content="x"), USER)
    first = Started(worker, file, qtbot)
    said = first.tokens()
    typed = "Xq;zk[]jvw}}k-o{ q=`zx&#y"
    first.told.clear()
    first.preview.set_draft(replace(entry, title=typed))
    assert first.tokens() > said
    first.end()
    counted.clear()
    # What was typed was never stored: the bank's own block is what is known.
    second = Started(worker, file, qtbot)
    assert second.tokens() == said
    second.told.clear()
    second.preview.set_draft(entry)
    assert second.tokens() == said
    assert counted == []
    second.preview.show_sight(Sight(preset=DEFAULT.name, role="reviewer"))
    qtbot.waitUntil(lambda: bool(counted), timeout=30_000)
    second.end()
