"""What is typed and not stored, kept beside the bank."""

from __future__ import annotations

import errno
import stat
import sys
from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankUnavailable
from memdesk.store import drafts
from memdesk.store.bank import Bank
from memdesk.store.drafts import KeptDraft

DRAFT = KeptDraft(
    kind="memory", base={"id": "m1", "title": "Old", "tags": ["a"]}, typed={"title": "\ud800x"}
)


def test_what_is_kept_comes_back_and_only_the_owner_reads_it(bank_path: Path) -> None:
    drafts.keep(bank_path, [DRAFT])
    assert drafts.kept(bank_path) == [DRAFT]
    path = drafts.path_of(bank_path)
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    drafts.keep(bank_path, [])
    assert list(bank_path.parent.iterdir()) == []
    assert drafts.kept(bank_path) == []


def test_a_damaged_file_is_said_and_set_aside(bank_path: Path) -> None:
    bank_path.parent.mkdir()
    path = drafts.path_of(bank_path)
    path.write_text("[{")
    with pytest.raises(BankUnavailable, match="damaged"):
        drafts.kept(bank_path)
    assert drafts.kept(bank_path) == []
    assert path.with_name(path.name + "-damaged").read_text() == "[{"


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BankUnavailable, match="typed"):
        drafts.keep(tmp_path / "file" / "bank.sqlite", [DRAFT])


def test_forgetting_everywhere_takes_the_draft_along(bank: Bank) -> None:
    bank.add(Memory(id="m1", title="Old", content="c"), Actor())
    other = KeptDraft(kind="task", base={"id": "t1"}, typed={"title": "x"})
    drafts.keep(bank.path, [DRAFT, other])
    damaged = drafts.path_of(bank.path).with_name(drafts.path_of(bank.path).name + "-damaged")
    damaged.write_text("the secret")
    bank.forget_everywhere([("memory", "m1")], Actor())
    assert drafts.kept(bank.path) == [other]
    assert not damaged.exists()


def test_what_can_not_be_forgotten_is_named_as_it_lies_there(
    bank_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts.keep(bank_path, [DRAFT])
    damaged = drafts.path_of(bank_path).with_name(drafts.path_of(bank_path).name + "-damaged")
    damaged.write_text("the secret")

    def full(_path: Path, fresh: Path, _drafts: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(fresh))

    monkeypatch.setattr(drafts, "_write", full)
    assert [str(one) for one in drafts.forget(bank_path, [("memory", "m1")])] == [
        f"{drafts.path_of(bank_path)} may hold what is to be forgotten, and it can't be taken out:"
        " the disk is full."
    ]
    assert not damaged.exists(), "what can be removed is"


def test_damaged_drafts_are_forgotten_whole_and_nothing_is_left_to_say(bank_path: Path) -> None:
    bank_path.parent.mkdir()
    drafts.path_of(bank_path).write_text("[{")
    assert drafts.forget(bank_path, [("memory", "m1")]) == []
    assert list(bank_path.parent.iterdir()) == []
