"""Bad input on the command line: one sentence, exit code 1 or 2, nothing changed (spec 3.5)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Protocol

import pytest


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, stdin: str | bytes = b"", env: dict[str, str] | None = None
    ) -> CompletedProcess[str]: ...


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("show", "nowhere"), "There is no entry with the id nowhere."),
        (("show", "nowhere", "--kind", "task"), "There is no task with the id nowhere."),
        (("update", "nowhere", "--title", "t"), "There is no entry with the id nowhere."),
        (("update", "t1"), "Give at least one field to change."),
        (("update", "t1", "--content", "c"), "A task has no field content."),
        (("update", "t1", "--title", ""), "title may not be empty."),
        (("update", "t1", "--title", "x" * 201), "title has 201 characters; at most 200"),
        (("update", "t1", "--add-tag", "x" * 101), "at most 100 are allowed"),
        (("delete", "nowhere"), "There is no entry with the id nowhere."),
        (("delete", "t1", "nowhere"), "There is no entry with the id nowhere."),
        (("restore", "nowhere"), "There is no entry with the id nowhere."),
        (("restore", "t1"), "t1 is not in the trash."),
        (("history", "nowhere"), "There is no entry with the id nowhere."),
        (("undo", "999"), "There is no change 999."),
        (("add", ""), "text may not be empty."),
        (("add", " \n"), "text may not be empty."),
        (("add", "x" * 100_001), "content has 100001 characters; at most 100000"),
        (("add", "t", "--title", "x" * 201), "title has 201 characters; at most 200"),
        (("add", "t", "--kind", "task", "--title", "u"), "leave --title out"),
        (("add", "t", "--kind", "task", "--category", "fact"), "A task has no field category."),
        (("add", "t", "--status", "doing"), "A memory has no field status."),
        (("add", "t", "--kind", "task", "--id", "t1"), "There is a task with the id t1 already"),
        (("add", "t", "--id", " x"), "id may not hold control characters"),
        (("add", "t", *["--tag", "a"] * 3, "--tag", "x" * 101), "at most 100 are allowed"),
        (("add", "t", "--scope", "role"), "The scope role needs --role."),
        (("add", "t", "--scope", "both"), "scope must be one of workspace, role."),
        (("list", "--scope", "role"), "The scope role needs --role."),
        (("block", "--preset", "nothing"), "There is no preset nothing; there are default, "),
        (("import", "."), "is a folder"),
    ],
)
def test_a_refusal_is_one_sentence_and_changes_nothing(
    memdesk: CommandLine, args: tuple[str, ...], words: str
) -> None:
    assert memdesk("add", "Task", "--kind", "task", "--id", "t1").returncode == 0
    before = memdesk("export").stdout
    refused = memdesk(*args)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert words in refused.stderr
    assert refused.stderr.startswith("memdesk: ")
    assert refused.stderr.count("\n") == 1
    assert memdesk("export").stdout == before


@pytest.mark.parametrize(
    "args",
    [
        ("nothing",),
        ("add",),
        ("add", "a", "b"),
        ("add", "a", "--kind", "note"),
        ("add", "a", "--relevance", "urgent"),
        ("add", "a", "--categ", "fact"),
        ("list", "--limit", "0"),
        ("list", "--limit", "ten"),
        ("list", "--sort", "colour"),
        ("delete", "a", "--forever", "--everywhere"),
        ("search",),
        ("block", "--layer", "middle"),
        ("block", "--language", "fr"),
        ("undo", "last"),
        ("where", "--json", "--socket"),
        ("--bank",),
    ],
)
def test_wrong_usage_is_code_2_and_says_how(memdesk: CommandLine, args: tuple[str, ...]) -> None:
    wrong = memdesk(*args)
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert wrong.stderr.startswith("usage: memdesk")


def test_standard_input_that_is_no_text(memdesk: CommandLine) -> None:
    refused = memdesk("add", "-", stdin=b"\xff\xfe")
    assert refused.returncode == 1
    assert "not UTF-8" in refused.stderr


@pytest.mark.skipif(os.name == "nt", reason="arguments are text there")
def test_an_argument_that_is_no_text(memdesk_home: Path) -> None:
    refused = subprocess.run(
        [sys.executable, "-m", "memdesk", b"add", b"a\xffb"], capture_output=True, check=False
    )
    assert refused.returncode == 1
    assert b"half a surrogate pair at character 2" in refused.stderr


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + b"x" * 90])
def test_a_bank_that_is_none_is_refused_and_left_alone(
    memdesk: CommandLine, tmp_path: Path, content: bytes
) -> None:
    bank = tmp_path / "bank.sqlite"
    bank.write_bytes(content)
    for command in (("list",), ("add", "a"), ("block",), ("stats",)):
        refused = memdesk(*command, "--bank", bank)
        assert refused.returncode == 1
        assert refused.stdout == ""
        assert str(bank) in refused.stderr
        assert refused.stderr.count("\n") == 1
    assert bank.read_bytes() == content


@pytest.mark.skipif(os.name == "nt", reason="needs /dev/full")
def test_a_full_disk_behind_stdout_is_said(memdesk: CommandLine, memdesk_home: Path) -> None:
    memdesk("add", "a")
    with open("/dev/full", "w") as full:  # noqa: PTH123
        refused = subprocess.run(
            [sys.executable, "-m", "memdesk", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert refused.returncode == 1
    assert refused.stderr == b"memdesk: the disk is full\n"


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX shells")
def test_a_reader_who_has_had_enough_is_no_error(memdesk: CommandLine, memdesk_home: Path) -> None:
    for _ in range(3):
        memdesk("add", "x" * 60_000)
    listing = subprocess.Popen(
        [sys.executable, "-m", "memdesk", "list", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert listing.stdout is not None and listing.stderr is not None
    assert listing.stdout.read(1) == b"["
    listing.stdout.close()
    assert listing.stderr.read() == b""
    listing.stderr.close()
    assert listing.wait(90) == 0


def test_help_names_every_command_and_nothing_that_is_not_there(memdesk: CommandLine) -> None:
    from memdesk.cli.commands import _WHERE, SUMMARIES

    assert list(_WHERE) == list(SUMMARIES)
    overview = memdesk("--help")
    assert overview.returncode == 0 and overview.stderr == ""
    for name in SUMMARIES:
        assert f"\n    {name} " in overview.stdout
        one = memdesk(name, "--help")
        assert one.returncode == 0
        assert one.stdout.startswith(f"usage: memdesk {name}")
        assert "--bank" in one.stdout
    assert memdesk("--version").stdout.startswith("memdesk 0")
