"""A copy that a killed program left in the making is forgotten too (spec 1.6)."""

from __future__ import annotations

import os
import time

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.store.bank import Bank

PERSON = Actor()


def test_forgetting_takes_left_drafts_along_but_none_in_the_making(bank: Bank) -> None:
    bank.add(Memory(id="m1", title="t", content="c"), PERSON)
    bank.backups.mkdir(exist_ok=True)
    left = bank.backups / ".bank-20260101-000000.sqlite.0a1b2c3d"
    log = bank.backups / ".bank-20260101-000000.sqlite.0a1b2c3d-journal"
    fresh = bank.backups / ".bank-20260101-000000.sqlite.4e5f6a7b"
    for path in (left, log, fresh):
        path.write_text("the secret")
    long_ago = time.time() - 3600
    for path in (left, log):
        os.utime(path, (long_ago, long_ago))
    bank.forget_everywhere([("memory", "m1")], PERSON)
    assert [path for path in (left, log, fresh) if path.exists()] == [fresh]
