"""The access log, written beside the replies' way: what waits for the bank is kept (spec 3.1)."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Kind, Memory
from memdesk.core.errors import BankLocked, BankUnavailable
from memdesk.hosts import access_batch
from memdesk.hosts.access_batch import Access, AccessBatch
from memdesk.hosts.caller import Call, Caller, Identity
from memdesk.hosts.late_log import LateLog, Trouble
from memdesk.store import connection
from memdesk.store.bank import Bank


class Watched(AccessBatch):
    """Tells of every try to write what waits."""

    def __init__(self, bank: Bank) -> None:
        super().__init__(bank)
        self.refused: list[BankUnavailable] = []
        self.tried = threading.Semaphore(0)

    def flush(self) -> None:
        try:
            super().flush()
        except BankUnavailable as error:
            self.refused.append(error)
            raise
        finally:
            self.tried.release()


@pytest.fixture
def batch(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    bank.add(Memory(id="m1", title="One", content="c"), Actor())
    monkeypatch.setattr(access_batch, "INTERVAL", 0.01)
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.05)
    made = Watched(bank)
    yield made
    made.stop()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with closing(connection.raw_connection(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def asked(batch: AccessBatch, *ids: str) -> None:
    call = Call("block", {}, Identity("cursor", "", ""), Caller(host="cursor"))
    ids = ids or ("m1",)
    touched: tuple[tuple[Kind, str], ...] = tuple(("memory", id) for id in ids)
    batch.add(Access(time.time(), call, 10, 0.001, ids, touched, recalled=False))


def test_what_waits_for_a_locked_bank_is_written_later_and_no_trouble(
    bank: Bank, batch: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    batch.start()
    with locked(bank.path):
        asked(batch)
        while len(batch.refused) < 3:
            assert batch.tried.acquire(timeout=60)
    batch.stop()
    assert all(isinstance(error, BankLocked) for error in batch.refused)
    assert [(row.operation, row.ids) for row in bank.access_log()] == [("block", ("m1",))]
    assert caplog.records == []


def test_the_log_names_nothing_that_was_forgotten_while_it_waited(
    bank: Bank, batch: Watched
) -> None:
    kept = bank.add(Memory(title="Kept", content="c"), Actor())
    ids = ("m1", "my-own-name-for-it", kept.id)
    bank.add(Memory(id=ids[1], title="Secret", content="c"), Actor())
    asked(batch, *ids)
    bank.forget_everywhere([("memory", ids[1])], Actor())
    batch.flush()
    assert [row.ids for row in bank.access_log()] == [("m1", kept.id)]


def test_what_could_not_be_written_in_the_end_is_counted(
    bank: Bank, batch: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    asked(batch)
    asked(batch)
    with locked(bank.path):
        batch.start()
        batch.stop()
    (record,) = caplog.records
    assert record.getMessage().startswith("2 calls are missing in the access log: ")
    batch.flush()


def test_lasting_trouble_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    trouble = Trouble(LateLog("memdesk.test"), "it can't be done: %s")
    for error in ("full", "full", "shut", "full"):
        trouble.met(BankUnavailable(error))
    trouble.over()
    trouble.met(BankUnavailable("full"))
    said = [record.getMessage().removeprefix("it can't be done: ") for record in caplog.records]
    assert said == ["full", "shut", "full", "full"]
