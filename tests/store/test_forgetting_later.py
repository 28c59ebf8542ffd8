"""What forgetting everywhere could not reach is tried again by the upkeep (spec 1.6); and nothing
is taken from another bank whose files lie beside (spec 1: a bank is one person)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Kind, Memory
from memdesk.store import backup, drafts, restoring
from memdesk.store.bank import Bank
from memdesk.store.drafts import KeptDraft

PERSON = Actor()
NAMED: list[tuple[Kind, str]] = [("memory", "zanzibarquux")]


@pytest.fixture
def telling(bank: Bank) -> Bank:
    bank.add(Memory(id="m1", title="other", content="words"), PERSON)
    bank.add(Memory(id="zanzibarquux", title="t", content="about zanzibarquux"), PERSON)
    bank.keep_up(None)
    return bank


def traces(folder: Path) -> list[str]:
    return [
        file.name
        for file in sorted(folder.rglob("*"))
        if file.is_file() and b"zanzibarquux" in file.read_bytes()
    ]


def refuse(_path: Path) -> None:
    raise OSError(30, "Read-only file system")


def forget(bank: Bank) -> list[str]:
    return [str(one) for one in bank.forget_everywhere(NAMED, PERSON)][:-1]


def test_a_backup_that_could_not_be_rewritten_is_by_the_upkeep(
    telling: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = telling.backup()
    with monkeypatch.context() as patched:
        patched.setattr("memdesk.store.forgetting.make_file", refuse)
        (said,) = forget(telling)
        assert str(saved) in said
        telling.close()
        assert traces(telling.path.parent) == [saved.name], "its id is not noted in the bank either"
        assert telling.upkeep_due()
        telling.keep_up(None)
        assert telling.upkeep_due(), "as long as it can't be"
    telling.keep_up(None)
    assert not telling.upkeep_due()
    telling.close()
    assert traces(telling.path.parent) == []
    copy = Bank(saved)
    assert copy.get("m1").label == "other"
    assert copy.check() == []
    copy.close()


def test_a_backup_is_never_removed_whatever_its_folder_is_called_later(
    telling: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = telling.backup()
    folder = telling.path.parent
    again = Bank(folder / ".." / folder.name / telling.path.name)
    with monkeypatch.context() as patched:
        patched.setattr("memdesk.store.forgetting.make_file", refuse)
        forget(telling)
        telling.close()
        again.keep_up(None)
        assert saved.exists()
    again.keep_up(None)
    assert not again.upkeep_due()
    again.close()
    assert traces(folder) == []
    copy = Bank(saved)
    assert copy.get("m1").label == "other"
    copy.close()


def test_a_damaged_backup_is_owed_until_it_is_gone(telling: Bank) -> None:
    broken = telling.backups / "broken.sqlite"
    broken.parent.mkdir(exist_ok=True)
    broken.write_bytes(b"zanzibarquux, no database")
    assert len(forget(telling)) == 1
    telling.keep_up(None)
    assert telling.upkeep_due()
    assert broken.read_bytes() == b"zanzibarquux, no database"
    broken.unlink()
    telling.keep_up(None)
    assert not telling.upkeep_due()


def test_a_damaged_file_and_drafts_are_reached_later(
    telling: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = telling.backup()
    telling.close()
    with telling.path.open("rb+") as file:
        file.write(bytes(100))
    aside = restoring.restore(telling.path, saved, telling.backups)
    assert aside is not None
    mine = KeptDraft(kind="memory", base={"id": "zanzibarquux"}, typed={"content": "zanzibarquux"})
    other = KeptDraft(kind="memory", base={"id": "m1"}, typed={"title": ""})
    drafts.keep(telling.path, [mine, other])
    with monkeypatch.context() as patched:
        patched.setattr("memdesk.store.salvage.make_file", refuse)

        def no_room(*_: object) -> None:
            raise OSError(28, "No space left on device")

        patched.setattr(drafts, "_write", no_room)
        assert len(forget(telling)) == 2
    assert set(traces(telling.path.parent)) == {aside.name, drafts.path_of(telling.path).name}
    telling.keep_up(None)
    assert not telling.upkeep_due()
    telling.close()
    assert traces(telling.path.parent) == []
    assert drafts.kept(telling.path) == [other]


def beside(bank: Bank, name: str) -> Bank:
    """Another bank in the same folder, with another entry of the same id."""
    other = Bank(bank.path.with_name(name))
    other.add(Memory(id="zanzibarquux", title="another thing", content="of another bank"), PERSON)
    return other


def made_by(bank: Bank) -> Path:
    return bank.backup()


def set_aside(bank: Bank) -> Path:
    saved = backup.backup(bank.path, bank.path.with_name("elsewhere"))
    bank.close()
    with bank.path.open("rb+") as file:
        file.write(bytes(100))
    aside = restoring.restore(bank.path, saved, bank.backups)
    assert aside is not None
    return aside


@pytest.mark.parametrize("kept", [made_by, set_aside])
@pytest.mark.parametrize("name", ["work.sqlite", "memdesk-work.sqlite"])
def test_what_is_another_bank_s_stays_as_it_is(
    telling: Bank, name: str, kept: Callable[[Bank], Path]
) -> None:
    other = beside(telling, name)
    copy = kept(other)
    before = copy.read_bytes()
    mine = telling.backup()
    assert forget(telling) == []
    assert copy.read_bytes() == before
    with sqlite3.connect(mine) as connection:
        assert connection.execute("SELECT id FROM entry").fetchall() == [("m1",)]
    connection.close()
    other.close()


def test_a_backup_that_was_given_another_name_is_rewritten_too(telling: Bank) -> None:
    saved = telling.backup()
    renamed = saved.rename(saved.with_name("before-the-move.sqlite"))
    assert forget(telling) == []
    telling.close()
    assert renamed.exists()
    assert traces(telling.path.parent) == []


def test_conversations_that_the_person_put_there_are_named(telling: Bank, tmp_path: Path) -> None:
    talks, none = tmp_path / "transcripts", tmp_path / "empty"
    talks.mkdir()
    none.mkdir()
    (talks / "one.jsonl").write_text("about zanzibarquux", "utf-8")
    left = telling.forget_everywhere(NAMED, PERSON, said_in=(talks, none, tmp_path / "missing"))
    assert [str(one) for one in left][:-1] == [
        f"The conversations in {talks} stay as they are; it may be said there."
    ]
    assert (talks / "one.jsonl").read_text("utf-8") == "about zanzibarquux"


def test_a_log_that_can_not_be_written_anew_is_removed_whole_or_owed(
    telling: Bank, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = tmp_path / "logs"
    inner = logs / "another folder"
    inner.mkdir(parents=True)
    log = logs / "memdesk.log"
    other = logs / "other.log"
    other.write_text("nothing of it", "utf-8")
    monkeypatch.setattr("memdesk.store.forgetting.write_whole", lambda path, _: refuse(path))

    def left() -> list[str]:
        return [str(one) for one in telling.forget_everywhere(NAMED, PERSON, quoting=[logs])][:-1]

    log.write_text("about zanzibarquux\n", "utf-8")
    assert left() == []
    assert not log.exists()
    log.write_text("about zanzibarquux\n", "utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", lambda path, **_: refuse(path))
        assert [one for one in left() if str(log) in one] == [
            f"{log} may hold what is to be forgotten, and it can't be taken out: Read-only file"
            " system."
        ]
        telling.keep_up(None)
        assert telling.upkeep_due()
    telling.keep_up(None)
    assert not telling.upkeep_due()
    assert [one.name for one in sorted(logs.iterdir())] == ["another folder", "other.log"]
