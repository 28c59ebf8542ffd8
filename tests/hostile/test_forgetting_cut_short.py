"""Forgetting everywhere that ends in the middle is said again, or finished by the upkeep."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import NotFound
from memdesk.store.bank import Bank

USER = Actor()
TOLD = "the launch code of the kettle"
NAMED = (("memory", "kettle"),)


class Killed(BaseException):
    """Stands for the end of the process."""


def traces(folder: Path) -> list[Path]:
    files = [one for one in folder.rglob("*") if one.is_file()]
    return [one for one in files if TOLD.encode() in one.read_bytes()]


@pytest.fixture
def told(bank: Bank) -> Bank:
    bank.add(Memory(id="kettle", title="Kettle", content=TOLD), USER)
    bank.backup()
    bank.keep_up(None)
    assert not bank.upkeep_due()
    return bank


def cut_short(bank: Bank, at: str) -> None:
    def begin(step: str) -> None:
        if step == at:
            raise Killed

    with pytest.raises(Killed):
        bank.forget_everywhere(NAMED, USER, begin)


def test_before_the_bank_it_can_be_said_again(told: Bank) -> None:
    cut_short(told, "bank")
    assert told.get("kettle").label == "Kettle"
    assert not any("backups" in one.parts for one in traces(told.path.parent))
    told.forget_everywhere(NAMED, USER)
    assert traces(told.path.parent) == []


def test_after_it_the_upkeep_finishes_it(told: Bank) -> None:
    cut_short(told, "file")
    with pytest.raises(NotFound):
        told.get("kettle", trashed=True)
    assert traces(told.path.parent), "the log still holds it"
    assert told.upkeep_due()
    told.keep_up(None)
    assert traces(told.path.parent) == []
    assert not told.upkeep_due()
