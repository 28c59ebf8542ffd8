"""What a session was given stays what it was given: limits, locks, restarts (spec 2.4)."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from raw_client import Raw

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task, Work
from memdesk.core.errors import BankUnavailable
from memdesk.core.preset import BUILT_IN, Preset
from memdesk.hosts import block_details
from memdesk.hosts.socket_server import SocketServer
from memdesk.store import migrations
from memdesk.store.bank import Bank, FrozenKey

Connect = Callable[[], Raw]

USER = Actor()
FREEZING = [name for name, preset in BUILT_IN.items() if preset.mode == "frozen" and preset.layers]
WHO = {"host": "h", "workspace": "/w", "role": "r"}


def fill(bank: Bank) -> None:
    """Something in every section, more memories than are injected, and texts to cut."""
    for number in range(14):
        relevance = ("high", "medium")[number % 2]
        bank.add(
            Memory(
                title=f"Memory {number}", content=f"Background {number} " * 40, tags=("t",),
                relevance=relevance,
            ), USER,
        )  # fmt: skip
    for number in range(3):
        bank.add(Memory(title="Rule", content=f"Never do {number} " * 90, tags=("rule",)), USER)
        bank.add(Task(title=f"Task {number}", notes="n " * 150), USER)
        bank.add(Work(name=f"Work {number}", summary="s " * 90, tech=("Qt",)), USER)
    bank.set_profile({"interests": ("games",), "notes": "Call me Wind."}, USER)


def change(bank: Bank) -> None:
    """Move everything that a block shows."""
    for entry in bank.entries()[:5]:
        bank.delete([(entry.kind, entry.id)], USER)
    bank.add(Memory(title="New", content="New", relevance="high", pinned=True), USER)
    bank.add(Memory(title="New rule", content="Always new", tags=("rule",)), USER)
    bank.set_profile({"notes": "Call me Storm."}, USER)


def told(reply: dict[str, Any]) -> dict[str, Any]:
    """What a reply says of the system layer."""
    chars = reply["chars"]
    return {
        "system": reply["layers"]["system"],
        "etag": reply["etag"],
        "cut": reply["cut"],
        "omitted": reply["omitted"],
        "chars": (chars["system"], chars["sections"]),
        "tokens": (reply["tokens"]["system"], reply["tokens"]["sections"]),
    }


# --- older banks


@pytest.mark.parametrize("details", ["without a layout", "a layout of nothing", "no JSON"])
def test_a_block_that_an_older_memdesk_froze_is_frozen_anew(
    client: Raw, bank: Bank, details: str
) -> None:
    """The first ones were frozen without the layout that a later limit needs."""
    with closing(sqlite3.connect(bank.path, isolation_level=None)) as plain:
        for step in migrations.STEPS[:3]:
            for statement in migrations.statements(step):
                plain.execute(statement)
        plain.execute("PRAGMA user_version = 3")
        plain.execute(f"PRAGMA application_id = {migrations.APPLICATION_ID}")
        old = {"sections": {}, "cut": [], "omitted": {"count": 0, "sections": {}, "entries": []}}
        text = {
            "without a layout": json.dumps(old),
            "a layout of nothing": json.dumps({**old, "layout": None}),
            "no JSON": "{",
        }[details]
        plain.execute(
            "INSERT INTO frozen_block (session, host, workspace, role, preset, language, most,"
            " text, details, frozen_at) VALUES ('s', 'h', '/w', 'r', 'default', 'en', -1,"
            " 'an old block', ?, '2026-11-29T00:00:00.000Z')",
            (text,),
        )
    fill(bank)
    first = client.call("block", session="s", limit=900, **WHO)
    assert 0 < len(first["layers"]["system"]) <= 900
    assert "an old block" not in first["layers"]["system"]
    change(bank)
    assert told(client.call("block", session="s", limit=900, **WHO)) == told(first)


def test_what_is_frozen_today_is_kept_by_an_upgrade(client: Raw, bank: Bank) -> None:
    """The step that drops the old ones would keep every one that is made now."""
    fill(bank)
    for preset in FREEZING:
        client.call("block", session="s", preset=preset, **WHO)
    bank.close()
    with closing(sqlite3.connect(bank.path, isolation_level=None)) as plain:
        for statement in migrations.statements(migrations.STEPS[3]):
            plain.execute(statement)
        kept = {name for (name,) in plain.execute("SELECT preset FROM frozen_block")}
    assert kept == set(FREEZING)


# --- limits


@pytest.mark.parametrize("preset", FREEZING)
@pytest.mark.usefixtures("patient_freezing")
def test_a_later_limit_cuts_what_was_frozen_as_the_bank_was_then(
    client: Raw, bank: Bank, preset: str
) -> None:
    fill(bank)
    size = len(client.call("block", preset=preset, **WHO)["layers"]["system"])
    limits = [*range(0, size, max(size // 23, 1)), size - 1, size]
    then = [client.call("block", preset=preset, limit=limit, **WHO) for limit in limits]
    whole = client.call("block", preset=preset, session="s", **WHO)
    change(bank)
    for limit, before in zip(limits, then, strict=True):
        reply = client.call("block", preset=preset, session="s", limit=limit, **WHO)
        assert told(reply) == told(before)
        assert reply["frozen_at"] == whole["frozen_at"] is not None
        assert len(reply["layers"]["system"]) <= limit
    assert client.call("block", preset=preset, session="s", **WHO)["etag"] == whole["etag"]
    assert client.call("block", preset=preset, **WHO)["etag"] != whole["etag"]


def test_the_limit_may_come_first_and_the_whole_later(client: Raw, bank: Bank) -> None:
    fill(bank)
    whole = client.call("block", **WHO)
    short = client.call("block", session="s", limit=900, **WHO)
    change(bank)
    assert client.call("block", session="s", limit=900, **WHO) == {
        **short,
        "layers": {**short["layers"], "runtime": client.call("block", **WHO)["layers"]["runtime"]},
        "chars": {**short["chars"], "runtime": client.call("block", **WHO)["chars"]["runtime"]},
        "tokens": {**short["tokens"], "runtime": client.call("block", **WHO)["tokens"]["runtime"]},
    }
    assert told(client.call("block", session="s", **WHO)) == told(whole)


def test_constraints_go_last_and_the_closing_lines_count_what_went(client: Raw, bank: Bank) -> None:
    for number in range(9):
        bank.add(Memory(title=f"Memory {number}", content="x"), USER)
    for number in range(3):
        bank.add(Memory(title="Rule", content=f"Never do {number}", tags=("rule",)), USER)
    bank.add(Task(title="Task", notes="n"), USER)
    whole = client.call("block", session="s", **WHO)["layers"]["system"]
    change(bank)
    short = client.call("block", session="s", limit=len(whole) - 1, **WHO)
    # The closing line takes more room than one memory gives.
    gone = short["omitted"]["sections"]["memories"]
    assert gone > 1
    assert (
        f"({gone} more memories did not fit; memory_recall finds them)"
        in (short["layers"]["system"])
    )
    for limit in range(len(whole)):
        kept = client.call("block", session="s", limit=limit, **WHO)["layers"]["system"]
        if "Memory" in kept:
            assert "] Task" in kept
        if "] Task" in kept:
            assert kept.count("Never do") == 3
    assert client.call("block", session="s", limit=len(whole), **WHO)["layers"]["system"] == whole


def test_only_what_stands_in_the_shortened_block_counts_as_read(
    client: Raw, bank: Bank, served: SocketServer
) -> None:
    fill(bank)
    short = client.call("block", session="s", limit=2_500, **WHO)["layers"]["system"]
    served.service.access.flush()
    read = {entry.id for entry in bank.entries() if entry.accessed_at is not None}
    assert read == {entry.id for entry in bank.entries() if f"[{entry.id}]" in short}
    frozen = bank.frozen_block(FrozenKey(session="s", **WHO))
    assert frozen is not None and 0 < len(read) < len(bank.entries())
    stored = json.dumps(frozen.details)
    assert "Background" not in stored and "Never do" not in stored, "texts are stored once"


def test_more_left_out_than_a_reply_names_is_still_counted(
    client: Raw, bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(block_details, "MAX_TOLD", 10)
    with bank.transaction(USER, "many"):
        for number in range(160):
            bank.add(Task(title=f"Task {number:03}", notes="n " * 90), USER)
            bank.add(Memory(title=f"Memory {number:03}", content="x", relevance="high"), USER)
    then = client.call("block", limit=2_000, **WHO)
    client.call("block", session="s", **WHO)
    change(bank)
    short = client.call("block", session="s", limit=2_000, **WHO)
    assert told(short) == told(then)
    assert short["omitted"]["count"] > 300
    assert len(short["omitted"]["entries"]) == 10


@pytest.mark.usefixtures("patient_freezing")
def test_a_secret_is_in_nothing_that_is_stored_with_a_block(client: Raw, bank: Bank) -> None:
    secret = "password=hunter2hunter2"
    bank.add(Memory(title="T", content=f"Never print {secret} " + "x " * 900, tags=("rule",)), USER)
    bank.add(Memory(title=f"The {secret}", content="y"), USER)
    client.call("block", session="s", **WHO)
    short = client.call("block", session="s", limit=300, **WHO)
    frozen = bank.frozen_block(FrozenKey(session="s", **WHO))
    assert frozen is not None and "[redacted: " in frozen.text
    assert "hunter2" not in frozen.text + json.dumps(frozen.details) + json.dumps(short)


# --- a bank that can't be written


def eventually(client: Raw, **key: str) -> dict[str, Any]:
    """Ask until the session's block is stored; the server needs only a moment for that."""
    for _ in range(100_000):
        reply: dict[str, Any] = client.call("block", **key)
        if reply["frozen_at"] is not None:
            return reply
    raise AssertionError("never stored")


def test_bytes_given_under_a_lock_are_stored_as_soon_as_it_is_gone(
    client: Raw, bank: Bank, bank_path: Path
) -> None:
    fill(bank)
    key = {"session": "s", "host": "h"}
    with bank.transaction(USER, "hold"):
        first = client.call("block", **key)
        assert first["frozen_at"] is None
        assert client.call("block", **key) == first
        assert client.call("block", limit=700, **key)["frozen_at"] is None
    change(bank)
    stored = eventually(client, **key)
    assert stored["layers"]["system"] == first["layers"]["system"]
    found = bank.frozen_block(FrozenKey(**key))
    assert found is not None and found.text == first["layers"]["system"]
    assert found.frozen_at == stored["frozen_at"]


SERVE = [sys.executable, "-W", "error", "-m", "memdesk"]


@pytest.fixture
def serve(bank_path: Path) -> Iterator[Callable[[], tuple[subprocess.Popen[str], Raw]]]:
    """Starts servers as processes of their own, and kills those that are left."""
    started: list[subprocess.Popen[str]] = []
    raws: list[Raw] = []

    def start() -> tuple[subprocess.Popen[str], Raw]:
        process = subprocess.Popen(
            [*SERVE, "--bank", str(bank_path), "serve"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=dict(os.environ),
        )  # fmt: skip
        started.append(process)
        assert process.stdout is not None
        raws.append(Raw(process.stdout.readline().strip()))
        return process, raws[-1]

    yield start
    for raw in raws:
        raw.close()
    for process in started:
        process.kill()
        process.communicate(timeout=60)


def test_what_was_said_to_be_frozen_survives_kill_9(
    serve: Callable[[], tuple[subprocess.Popen[str], Raw]], bank: Bank
) -> None:
    fill(bank)
    process, client = serve()
    with bank.transaction(USER, "hold"):
        given = client.call("block", session="locked", **WHO)
        assert given["frozen_at"] is None
    locked = eventually(client, session="locked", **WHO)
    plain = client.call("block", session="plain", **WHO)
    short = client.call("block", session="plain", limit=800, **WHO)
    process.kill()
    process.wait(60)
    change(bank)
    _process, client = serve()
    again = client.call("block", session="locked", **WHO)
    assert told(again) == told(locked) == told(given)
    assert told(client.call("block", session="plain", **WHO)) == told(plain)
    assert told(client.call("block", session="plain", limit=800, **WHO)) == told(short)


def test_a_disk_that_is_full_keeps_no_block_from_a_host(
    client: Raw, bank: Bank, served: SocketServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(bank)

    def full(*_args: object, **_named: object) -> None:
        raise BankUnavailable("There is no room left on the disk of the bank {path}.", path="x")

    with monkeypatch.context() as patched:
        patched.setattr(served.service.bank, "freeze", full)
        first = client.call("block", session="s", **WHO)
        assert first["frozen_at"] is None and first["layers"]["system"]
        change(bank)
        again = client.call("block", session="s", **WHO)
        assert told(again) == told(first)
    assert told(eventually(client, session="s", **WHO)) == told(first)


def test_freezing_makes_no_bank_and_the_session_keeps_its_empty_block(
    client: Raw, bank_path: Path
) -> None:
    key = {"session": "s", "preset": "gotong", **WHO}
    empty = client.call("block", **key)
    assert "(empty)" in empty["layers"]["system"]
    assert empty["frozen_at"] is None
    assert not bank_path.exists()
    client.call("memory_write", title="First", content="First words", **WHO)
    stored = eventually(client, **key)
    assert stored["layers"]["system"] == empty["layers"]["system"]
    assert "First words" in client.call("block", **{**key, "session": "s2"})["layers"]["system"]


# --- forgetting


def test_a_block_that_waits_for_the_bank_does_not_outlive_what_is_forgotten(
    client: Raw, bank: Bank
) -> None:
    fill(bank)
    gone = bank.add(Memory(title="Wombat", content="Never feed it", tags=("rule",)), USER)
    with bank.transaction(USER, "hold"):
        assert "Never feed it" in client.call("block", session="s", **WHO)["layers"]["system"]
        bank.destroy([("memory", gone.id)], USER)
    reply = eventually(client, session="s", **WHO)
    assert "Never feed it" not in reply["layers"]["system"]
    frozen = bank.frozen_block(FrozenKey(session="s", **WHO))
    assert frozen is not None and "Never feed it" not in frozen.text


def test_forgetting_everywhere_reaches_a_frozen_block_and_every_cut_of_it(
    client: Raw, bank: Bank
) -> None:
    fill(bank)
    gone = bank.add(Memory(title="Wombat", content="Never feed it", constraint="yes"), USER)
    kept = client.call("block", session="other", host="h2", preset="rolebox", limit=150)
    limits = (None, 600, 1_500, 3_000)
    asked = [{"limit": limit} if limit else {} for limit in limits]
    for one in asked:
        assert (
            "Never feed it" in client.call("block", session="s", **one, **WHO)["layers"]["system"]
        )
    assert "Never" not in kept["layers"]["system"]
    bank.forget_everywhere([("memory", gone.id)], USER)
    for one in asked:
        reply = client.call("block", session="s", **one, **WHO)
        assert "Never feed it" not in reply["layers"]["system"]
        assert gone.id not in json.dumps(reply)


def test_what_was_made_before_a_deletion_is_not_frozen_after_it(bank: Bank) -> None:
    gone = bank.add(Memory(title="Wombat", content="x"), USER)
    before = bank.generation()
    key = FrozenKey(host="h", session="s")
    bank.add(Memory(title="Another", content="x"), USER)
    assert bank.freeze(key, None, "- Wombat", {}, of=before) is not None
    bank.destroy([("memory", gone.id)], USER)
    late = FrozenKey(host="h", session="late")
    assert bank.freeze(late, None, "- Wombat", {}, of=before) is None
    assert bank.frozen_block(late) is None
    assert bank.freeze(late, None, "- Another", {}, of=bank.generation()) is not None


# --- refreshing, and time


def test_a_refresh_that_waited_does_not_undo_a_newer_one(bank: Bank) -> None:
    key = FrozenKey(host="h", session="s")
    early, late = "2026-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z"
    bank.freeze(key, None, "newer", {}, refresh=True, at=late)
    waited = bank.freeze(key, None, "older", {}, refresh=True, at=early)
    assert waited is not None and waited.text == "newer"
    bank.freeze(key, None, "newest", {}, refresh=True, at=late)
    found = bank.frozen_block(key)
    assert found is not None and found.text == "newest"


def test_a_refresh_under_a_lock_holds_for_the_session_at_once(client: Raw, bank: Bank) -> None:
    fill(bank)
    first = client.call("block", session="s", **WHO)
    change(bank)
    with bank.transaction(USER, "hold"):
        refreshed = client.call("block", session="s", refresh=True, **WHO)
        assert told(refreshed) != told(first)
        assert told(client.call("block", session="s", **WHO)) == told(refreshed)
    assert told(eventually(client, session="s", **WHO)) == told(refreshed)


def test_a_refresh_with_a_limit_refreshes_the_whole(client: Raw, bank: Bank) -> None:
    fill(bank)
    client.call("block", session="s", **WHO)
    change(bank)
    now = client.call("block", **WHO)
    short = client.call("block", session="s", refresh=True, limit=800, **WHO)
    assert told(short) == told(client.call("block", limit=800, **WHO))
    change(bank)
    assert told(client.call("block", session="s", **WHO)) == told(now)


def test_after_thirty_days_a_session_is_a_new_one(
    client: Raw, bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(bank)
    monkeypatch.setattr("memdesk.core.times.now", lambda: "2026-01-01T00:00:00.000Z")
    first = client.call("block", session="s", **WHO)
    monkeypatch.setattr("memdesk.core.times.now", lambda: "2026-01-30T00:00:00.000Z")
    change(bank)
    client.call("block", session="another", **WHO)
    assert told(client.call("block", session="s", **WHO)) == told(first)
    monkeypatch.setattr("memdesk.core.times.now", lambda: "2026-01-31T00:00:00.001Z")
    client.call("block", session="a third", **WHO)
    dropped = client.call("block", session="s", **WHO)
    assert dropped["frozen_at"] == "2026-01-31T00:00:00.001Z"
    assert told(dropped) != told(first)


def test_a_changed_preset_moves_no_session_that_has_begun(client: Raw, bank: Bank) -> None:
    fill(bank)
    bank.save_preset(Preset(name="mine", intro={"en": "Mine."}), USER)
    first = client.call("block", session="s", preset="mine", **WHO)
    bank.save_preset(Preset(name="mine", intro={"en": "Other."}, detail="full"), USER)
    assert told(client.call("block", session="s", preset="mine", **WHO)) == told(first)
    new = client.call("block", session="s2", preset="mine", **WHO)
    assert "Other." in new["layers"]["system"]
