"""A disk that is full is said to be full, wherever something is written and however little room is
left (spec 3.2, 6.2): SQLite has three ways to put it, and only one of them is clear.
"""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest
from programs import Ballast, Home, McpClient, serving

from memdesk import config, private
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters, BankUnavailable, MemdeskError
from memdesk.core.reasons import reason_of
from memdesk.exchange.writing import write_file
from memdesk.hosts import checkup, http_token, mirrors
from memdesk.hosts.socket_client import Client
from memdesk.store import backup, drafts, forgetting, migrations, restoring, salvage
from memdesk.store.bank import Bank
from memdesk.store.connection import in_words

USER = Actor()
KIB = 1024
LEFT = (0, 4 * KIB, 12 * KIB, 28 * KIB, 36 * KIB, 60 * KIB, 124 * KIB, 252 * KIB, 508 * KIB)
"""Bytes of room: too little for the file of the log's index, for the log, for the bank itself."""
BIG = "进度 and more " * 3_000


def said(work: Callable[[], object]) -> str:
    """What a refusal says; nothing where there was room."""
    try:
        work()
    except MemdeskError as error:
        return str(error)
    return ""


@pytest.fixture
def kept(small_disk: Path, tmp_path: Path) -> Path:
    """A bank of some entries with a backup, on the small disk."""
    path = small_disk / "b.sqlite"
    bank = Bank(path)
    for number in range(20):
        bank.add(Memory(id=f"m{number}", title=f"t{number}", content=BIG[:9_000]), USER)
    backup.backup(path, tmp_path / "copy.sqlite")
    bank.close()
    return path


@pytest.mark.parametrize("left", LEFT)
def test_whatever_is_done_with_a_bank(
    kept: Path, ballast: Ballast, tmp_path: Path, left: int
) -> None:
    bank = Bank(kept)
    new = Bank(kept.with_name("new.sqlite"))
    salvaged = kept.with_name("salvaged.sqlite")
    chosen = tmp_path / "copy.sqlite"
    works: tuple[Callable[[], object], ...] = (
        lambda: bank.add(Memory(title="n", content=BIG), USER),
        bank.backup,
        bank.back_up_before_import,
        lambda: bank.keep_up(500),
        lambda: new.add(Memory(title="n", content="c"), USER),
        lambda: _worded(kept, lambda: restoring.restore(kept, chosen, bank.backups)),
        lambda: _worded(salvaged, lambda: salvage.salvage(kept, salvaged, lambda *_: None)),
    )
    refusals = []
    for work in works:
        ballast.leave(left)
        refusals.append(said(work))
    bank.close()
    new.close()
    assert any(refusals)
    assert all("disk is full" in one for one in refusals if one), refusals
    if not left:
        assert all(refusals), refusals
    ballast.drop()
    assert bank.check() == []
    assert {entry.id for entry in bank.entries()} >= {f"m{number}" for number in range(20)}
    bank.add(Memory(id="again", title="n", content=BIG), USER)
    assert bank.get("again")
    bank.close()


def _worded(path: Path, work: Callable[[], object]) -> None:
    with in_words(path):
        work()


def holding(folder: Path) -> list[Path]:
    """The files that still say what was to be forgotten; none of them is half a file."""
    files = [one for one in folder.rglob("*") if one.is_file()]
    assert not [one for one in files if one.name.startswith(".")]
    return [one for one in files if b"unforgettable" in one.read_bytes()]


@pytest.mark.parametrize("left", (*LEFT, 600 * KIB, 900 * KIB, 1_400 * KIB))
def test_what_was_to_be_forgotten_is_gone_or_said_to_be_there(
    kept: Path, ballast: Ballast, left: int
) -> None:
    bank = Bank(kept)
    bank.add(Memory(id="gone", title="to be forgotten", content="the unforgettable"), USER)
    bank.backup()
    logs = kept.parent / "log"
    logs.mkdir()
    (logs / "memdesk.log").write_text("the unforgettable\n" + "another line\n" * 60_000)
    typed = [
        drafts.KeptDraft(kind="memory", base={"id": "gone"}, typed={"content": "unforgettable"}),
        drafts.KeptDraft(kind="memory", base={"id": "m1"}, typed={"content": BIG}),
    ]
    drafts.keep(kept, typed)
    ballast.leave(left)
    try:
        said = bank.forget_everywhere([("memory", "gone")], USER, quoting=[logs])
    except BankUnavailable as error:
        assert "disk is full" in str(error)
        ballast.drop()
        assert bank.get("gone"), "it is said again, as it still is there"
        said = bank.forget_everywhere([("memory", "gone")], USER, quoting=[logs])
        assert forgetting.is_finished(said)
    else:
        sentences = " ".join(map(str, said))
        unsaid = [one for one in holding(kept.parent) if one.name.split("-wal")[0] not in sentences]
        assert unsaid == []
        assert forgetting.is_finished(said) == (holding(kept.parent) == [])
        ballast.drop()
        bank.keep_up(None)
    assert holding(kept.parent) == []
    assert drafts.kept(kept) == typed[1:]
    bank.close()


def test_what_forgetting_could_not_reach(kept: Path, ballast: Ballast) -> None:
    bank = Bank(kept)
    bank.add(Memory(id="gone", title="to be forgotten", content="unforgettable"), USER)
    saved = bank.backup()
    ballast.leave(600 * KIB)  # enough to forget it, too little for a copy of anything
    *left, _beyond = bank.forget_everywhere([("memory", "gone")], USER)
    assert [("backup" in str(one), "the disk is full" in str(one)) for one in left] == [
        (True, True),
        (False, True),
    ]
    wrong = [one.what.values["path"] for one in checkup.look(kept) if "forgotten" in str(one.what)]
    assert wrong == [kept, saved]
    ballast.drop()
    assert bank.upkeep_due()
    bank.keep_up(None)
    assert holding(kept.parent) == []
    assert not [one for one in checkup.look(kept) if "forgotten" in str(one.what)]
    bank.close()


def test_an_old_bank_stays_as_it_was(kept: Path, ballast: Ballast) -> None:
    packed = Path(__file__).parents[1] / "store" / "banks" / "schema-1.sqlite.gz"
    old = kept.with_name("old.sqlite")
    old.write_bytes(gzip.decompress(packed.read_bytes()))
    ballast.leave(40 * KIB)
    bank = Bank(old)
    assert "disk is full" in said(bank.entries)
    bank.close()
    ballast.drop()
    with closing(sqlite3.connect(old)) as plain:
        assert migrations.version(plain) == 1
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert bank.entries()
    assert bank.check() == []
    bank.close()
    assert [one.reason for one in backup.listed(bank.backups, old)] == ["migration"]


def test_the_files_beside_a_bank(
    small_disk: Path, ballast: Ballast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMDESK_HOME", str(small_disk / "home"))
    settings = config.Settings(text_size=120)
    config.save(settings)
    note = mirrors.Mirror(path=str(small_disk / "AGENTS.md"), shape="section")
    bank, secret, out = small_disk / "b.sqlite", small_disk / "secret", small_disk / "out.json"
    draft = drafts.KeptDraft(kind="memory", base={"id": "m"}, typed={"content": BIG})
    private.write_whole(secret, ["as it was"])
    out.write_text("as it was")
    ballast.leave(0)
    works: tuple[Callable[[], object], ...] = (
        lambda: config.save(replace(settings, bank="x" * 5_000)),
        http_token.token,
        lambda: private.write_whole(secret, [BIG]),
    )
    for work in works:
        with pytest.raises(OSError, match="No space") as failed:
            work()
        assert reason_of(failed.value) == "the disk is full"
    with pytest.raises(BankUnavailable, match="the disk is full"):
        drafts.keep(bank, [draft])
    for refused in (lambda: write_file(out, BIG), lambda: mirrors.note(bank, [note])):
        with pytest.raises(BadParameters, match="the disk is full"):
            refused()
    ballast.drop()
    assert config.load() == settings
    assert (secret.read_text(), out.read_text()) == ("as it was", "as it was")
    assert drafts.kept(bank) == []
    assert mirrors.noted(bank) == []
    assert http_token.existing_token() == ""
    assert http_token.token()


@pytest.mark.parametrize("left", [0, 40 * KIB, 300 * KIB])
def test_the_doors(small_disk: Path, ballast: Ballast, left: int) -> None:
    home = Home(small_disk)
    with ExitStack() as stack:
        address, _http, _server = stack.enter_context(serving(home))
        client = stack.enter_context(Client(address))
        mcp = McpClient(home, "--host", "t")
        stack.callback(mcp.close)
        client.call("memory_write", {"title": "before", "content": "c"})
        ballast.leave(left)
        refusals = []
        for number in range(10):
            params = {"title": f"{number}", "content": BIG}
            refusals.append(said(lambda params=params: client.call("memory_write", params)))
            result = mcp.call("tools/call", {"name": "memory_write", "arguments": params})
            refusals.append(result["content"][0]["text"] if result["isError"] else "")
        assert refusals[-2:] != ["", ""]
        assert all("disk is full" in one for one in refusals if one), refusals
        ballast.drop()
        client.call("memory_write", {"title": "after", "content": BIG})
        assert mcp.tool("memory_write", title="after", content=BIG)["id"]


@pytest.mark.parametrize("left", [0, 8 * KIB, 300 * KIB])
def test_the_command_line(small_disk: Path, ballast: Ballast, left: int) -> None:
    home = Home(small_disk)
    assert home.run("add", "before", "--id", "m1").returncode == 0
    rows = small_disk / "rows.csv"
    rows.write_text("title,content\n" + "".join(f"t{n},{'x' * 900}\n" for n in range(1_000)))
    copy, exported = small_disk / "copy.sqlite", small_disk / "out.json"
    for command in (
        ("add", BIG),
        ("import", rows),
        ("backup", copy),
        ("export", "--output", exported),
        ("where", "--token"),
        ("connect", "codex", "--write"),
    ):
        ballast.leave(left)
        done = home.run(*command)
        if done.returncode:
            complaint = done.stderr.decode()
            assert done.returncode == 1
            assert complaint.startswith("memdesk: "), complaint
            assert "disk is full" in complaint, (command, complaint)
            assert complaint.count("\n") == 1, complaint
        else:
            assert left, command
    ballast.leave(0)
    hooked = home.run("hook", "claude-code", said=b"{}")
    assert (hooked.returncode, hooked.stdout) == (0, b"{}\n")
    ballast.drop()
    assert home.run("import", rows).returncode == 0
    assert Bank(home.bank).get("m1")
