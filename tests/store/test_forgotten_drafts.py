"""What stands beside a bank is forgotten too: drafts, damaged files, logs (spec 1.6)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Kind, Memory
from memdesk.core.query import Query
from memdesk.store import backup, drafts, restoring
from memdesk.store.bank import Bank, FrozenKey
from memdesk.store.drafts import KeptDraft

PERSON = Actor()
NAMED: list[tuple[Kind, str]] = [("memory", "my-vogelbeere-note")]
SECRETS = (b"zanzibarquux", b"vogelbeere")
OUT_OF_REACH = "What was exported, and what other programs have read, is out of reach."


@pytest.fixture
def telling(bank: Bank) -> Bank:
    """A bank with an entry to forget, and others."""
    with bank.transaction(PERSON, "fill"):
        for number in range(50):
            bank.add(Memory(id=f"m{number}", title=f"other {number}", content="words"), PERSON)
    bank.add(Memory(id="my-vogelbeere-note", title="t", content="all about zanzibarquux"), PERSON)
    return bank


def traces(folder: Path) -> list[str]:
    return [
        str(file.relative_to(folder))
        for file in sorted(folder.rglob("*"))
        if file.is_file() and any(secret in file.read_bytes() for secret in SECRETS)
    ]


def forgotten(bank: Bank, *quoting: Path) -> list[str]:
    """What forgetting could not reach, beside what it never can; not a trace is left."""
    left = [str(one) for one in bank.forget_everywhere(NAMED, PERSON, quoting=quoting)]
    bank.close()
    assert left.pop() == OUT_OF_REACH
    return left


@pytest.mark.parametrize(
    "name",
    [
        "backups/.memdesk-20260101-000000-daily.sqlite.0a1b2c3d",
        "backups/.memdesk-20260101-000000.sqlite.0a1b2c3d-journal",
        ".memdesk.sqlite.4e5f6a7b",
        ".memdesk.sqlite.4e5f6a7b-wal",
        "memdesk.sqlite-drafts-damaged",
        "memdesk.sqlite-drafts.0a1b2c3d",
    ],
)
def test_what_a_program_left_in_the_making_goes_however_fresh(telling: Bank, name: str) -> None:
    draft = telling.path.parent / name
    draft.parent.mkdir(exist_ok=True)
    draft.write_bytes(b"zanzibarquux")
    assert forgotten(telling) == []
    assert not draft.exists()
    assert traces(telling.path.parent) == []


def test_a_backup_that_is_being_made_meanwhile_does_not_bring_it_back(telling: Bank) -> None:
    again = Bank(telling.path)
    asked: list[list[str]] = []

    def forget_in_the_middle() -> bool:
        if not asked:
            asked.append([str(one) for one in again.forget_everywhere(NAMED, PERSON)])
        return False

    made = backup.backup(telling.path, telling.backups / "1.sqlite", stopped=forget_in_the_middle)
    again.close()
    telling.close()
    assert asked
    assert made.exists()  # anew, of what was left
    assert [path for path in traces(telling.path.parent) if "backups" in path] == []


def test_drafts_of_the_window_keep_what_is_others(telling: Bank) -> None:
    mine = KeptDraft(
        kind="memory", base={"id": "my-vogelbeere-note"}, typed={"content": "zanzibarquux"}
    )
    other = KeptDraft(kind="memory", base={"id": "m1"}, typed={"title": ""})
    drafts.keep(telling.path, [mine, other])
    assert forgotten(telling) == []
    assert drafts.kept(telling.path) == [other]
    assert traces(telling.path.parent) == []


def test_what_it_said_before_it_was_edited_is_forgotten_too(telling: Bank) -> None:
    bank = telling
    first = {"title": "a title of once", "content": "zanzibarquux as it was at first"}
    number = bank.add_suggestion("h", None, "memory_write", first)
    bank.resolve_suggestion(number, True, PERSON)
    bank.update("my-vogelbeere-note", first, PERSON)
    bank.freeze(FrozenKey(host="h", session="s"), None, f"- {first['content']}", {})
    bank.update("my-vogelbeere-note", {"title": "x", "content": "y"}, PERSON)
    assert forgotten(bank) == []
    assert traces(bank.path.parent) == []


def damage(telling: Bank, at: int) -> Path:
    """Damage the bank at a byte and restore a backup: the file is set aside."""
    bank = telling
    saved = bank.backup()
    bank.close()
    with bank.path.open("rb+") as file:
        file.seek(at)
        file.write(bytes(range(256)) * 4)
    aside = restoring.restore(bank.path, saved, bank.backups)
    assert aside is not None
    return aside


@pytest.mark.parametrize("at", [0, 8192 + 100])
def test_a_damaged_file_that_was_set_aside_is_replaced_by_what_can_be_read(
    telling: Bank, at: int
) -> None:
    aside = damage(telling, at)
    assert str(aside.relative_to(telling.path.parent)) in traces(telling.path.parent)
    assert forgotten(telling) == []
    assert traces(telling.path.parent) == []
    kept = Bank(aside)
    assert kept.count(Query()) >= 40, "the others can still be read out"
    kept.close()


def test_a_damaged_file_that_holds_nothing_of_it_stays_as_it_is(bank: Bank) -> None:
    bank.add(Memory(id="m1", title="other", content="words"), PERSON)
    aside = damage(bank, 0)
    before = aside.read_bytes()
    bank.add(Memory(id="my-vogelbeere-note", title="t", content="zanzibarquux"), PERSON)
    assert forgotten(bank) == []
    assert aside.read_bytes() == before


def test_a_damaged_file_that_can_not_be_read_at_all_is_named(telling: Bank) -> None:
    aside = telling.path.with_name("memdesk-20260101-000000-damaged.sqlite")
    aside.mkdir()
    (said,) = forgotten(telling)
    assert str(aside) in said
    shutil.rmtree(aside)


def test_lines_of_logs_that_quote_it_go(telling: Bank, tmp_path: Path) -> None:
    logs = tmp_path / "log"
    logs.mkdir()
    (logs / "hook.log").write_text(
        "one\nNotFound: my-vogelbeere-note\nall about zanzibarquux\nlast\n", "utf-8"
    )
    (logs / "hook.log.1").write_text("nothing of it\n", "utf-8")
    assert forgotten(telling, logs) == []
    assert (logs / "hook.log").read_text("utf-8") == "one\nlast\n"
    assert (logs / "hook.log").stat().st_mode & 0o777 == 0o600
    assert (logs / "hook.log.1").read_text("utf-8") == "nothing of it\n"
    assert traces(tmp_path) == []


def test_a_line_of_few_words_goes_when_it_says_nothing_else(bank: Bank, tmp_path: Path) -> None:
    entry = bank.add(Memory(title="门锁密码", content="4711黑猫"), PERSON)
    found = tmp_path / "consolidation"
    found.mkdir()
    (found / "0123").write_text("[0, 9, false]\n4711黑猫\n门锁密码\n4711黑猫在哪里\n", "utf-8")
    bank.forget_everywhere([("memory", entry.id)], PERSON, quoting=(found,))
    assert (found / "0123").read_text("utf-8") == "[0, 9, false]\n4711黑猫在哪里\n"
