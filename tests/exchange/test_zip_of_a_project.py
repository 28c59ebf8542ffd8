"""A zip tells no workspace: what came in from its project's own folder is known all the same, and
what belongs to another project is not taken for it (spec 4)."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.exchange.gathering import gather
from memdesk.exchange.importing import EVERYTHING, ImportPlan, import_several
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

USER = Actor()
RULES = "# Rules\n\n- Use tabs\n- Never push on Friday\n"
BRIEF = "# Brief\n\nwhat it is about\n\n## Goals\n\nship it\n"
FILES = {"CLAUDE.md": RULES, "memory-bank/projectbrief.md": BRIEF}
OLD = 1_700_000_000
ENTRIES = 4


def project(folder: Path, files: Mapping[str, str] = FILES) -> Path:
    for place, text in files.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        os.utime(path, (OLD, OLD))
    return folder


def packed(path: Path, files: Mapping[str, str] = FILES, below: str = "", year: int = 2026) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for place, text in files.items():
            archive.writestr(zipfile.ZipInfo(below + place, (year, 1, 1, 0, 0, 0)), text)
    return path


def taken(bank: Bank, path: Path) -> tuple[int, int, int]:
    """How many were added, updated, unchanged."""
    parts = [(found, EVERYTHING) for _piece, found in gather(Source(path)).each_read()]
    plans: list[ImportPlan] = import_several(bank, parts)
    assert not any(plan.skipped for plan in plans)
    return (
        sum(plan.added for plan in plans),
        sum(plan.updated for plan in plans),
        sum(plan.unchanged for plan in plans),
    )


@pytest.mark.parametrize(
    ("name", "below"),
    [
        ("app.zip", ""),
        ("app (1).zip", ""),
        ("App-main.zip", ""),
        ("download.zip", "app/"),
        ("download.zip", "code/app-master/"),
    ],
)
def test_what_its_own_folder_brought_is_known(
    bank: Bank, tmp_path: Path, name: str, below: str
) -> None:
    assert taken(bank, project(tmp_path / "app")) == (ENTRIES, 0, 0)
    zipped = packed(tmp_path / name, below=below)
    for _twice in range(2):
        assert taken(bank, zipped) == (0, 0, ENTRIES)
    workspaces = {one.workspace for one in bank.entries()}
    assert {Path(one).name for one in workspaces} == {"app"}


def test_what_was_edited_here_stays_and_what_is_in_the_trash_does_not_come_back(
    bank: Bank, tmp_path: Path
) -> None:
    taken(bank, project(tmp_path / "app", {"CLAUDE.md": RULES}))
    tabs, push = sorted(bank.entries(), key=lambda one: one.label, reverse=True)
    bank.update(tabs.id, {"content": "Use spaces"}, USER)
    bank.delete([("memory", push.id)], USER)
    newer = gather(Source(packed(tmp_path / "app.zip", year=2040)))
    parts = [(found, EVERYTHING) for _piece, found in newer.each_read()]
    rules, bank_files = import_several(bank, parts)
    assert (rules.added, rules.updated, len(rules.skipped)) == (0, 0, 2)
    assert bank_files.added == 2


def test_another_project_is_another_one(bank: Bank, tmp_path: Path) -> None:
    taken(bank, project(tmp_path / "app"))
    assert taken(bank, packed(tmp_path / "other.zip")) == (ENTRIES, 0, 0)
    # Of the same name, but other texts: nothing that is there is changed.
    before = {one.id: one for one in bank.entries()}
    other = {one: text.replace(" ", "  and ") for one, text in FILES.items()}
    assert taken(bank, packed(tmp_path / "app.zip", other, year=2040))[0] == ENTRIES
    assert before.items() <= {one.id: one for one in bank.entries()}.items()


def test_two_zips_do_not_take_each_others_place(bank: Bank, tmp_path: Path) -> None:
    """The files of a memory bank are called the same in every project."""
    for number, name in enumerate(("one.zip", "two.zip", "a/memory-bank.zip", "b/memory-bank.zip")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        files = {"memory-bank/projectbrief.md": f"# Brief\n\nproject {name}\n"}
        zipped = packed(tmp_path / name, files, year=2026 + number)
        assert taken(bank, zipped) == (1, 0, 0)
        assert taken(bank, zipped) == (0, 0, 1)
    texts = [one.content for one in bank.entries() if isinstance(one, Memory)]
    assert len(set(texts)) == 4
    newer = {"memory-bank/projectbrief.md": "# Brief\n\nproject one, now\n"}
    assert taken(bank, packed(tmp_path / "one.zip", newer, year=2040)) == (0, 1, 0)
