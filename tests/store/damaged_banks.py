"""Banks, and the ways in which a disk or another program damages one."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.store.bank import Bank

PERSON = Actor()
ENTRIES = 400
_DICE = random.Random(7)


def fill(path: Path) -> Bank:
    """A bank of some hundred pages, closed, with nothing in its log."""
    bank = Bank(path)
    with bank.transaction(PERSON, "many"):
        for number in range(ENTRIES - 1):
            content = f"论坛 word{number} " * (3 if number % 3 else 200)
            bank.add(Memory(id=f"m{number}", title=f"t{number}", content=content), PERSON)
        bank.add(Task(id="task", title="First battle"), PERSON)
    bank.set_profile({"interests": ("chess",)}, PERSON)
    bank.close()
    return bank


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def leave_log(path: Path, title: str = "only in the log") -> None:
    """Add an entry as a program that is killed right after: it stands in the log alone."""
    process = os.fork()
    if process == 0:
        Bank(path).add(Memory(id="logged", title=title, content="c"), PERSON)
        os._exit(0)
    assert os.waitpid(process, 0)[1] == 0
    assert log_of(path).stat().st_size > 0


def _write(path: Path, place: int, content: bytes) -> None:
    with path.open("rb+") as file:
        file.seek(place)
        file.write(content)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _cut_at_half_a_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096 + 2000)


def _cut_at_a_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096)


def _cut_in_the_last_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 100)


def _header(path: Path) -> None:
    _write(path, 0, _DICE.randbytes(100))


def _first_page(path: Path) -> None:
    _write(path, 0, _DICE.randbytes(4096))


def _middle(path: Path) -> None:
    _write(path, path.stat().st_size // 2 // 4096 * 4096, _DICE.randbytes(16 * 1024))


def _middle_off_the_pages(path: Path) -> None:
    _write(path, path.stat().st_size // 3 + 777, _DICE.randbytes(16 * 1024))


def _no_bank(path: Path) -> None:
    path.write_text("- remember the milk\n" * 300)


def _no_log(path: Path) -> None:
    leave_log(path)
    log_of(path).unlink()


def _no_log_nor_index(path: Path) -> None:
    _no_log(path)
    path.with_name(path.name + "-shm").unlink()


def _strange_log(path: Path) -> None:
    """The log of another bank, whole in itself, which SQLite would write over this one."""
    other = path.with_name("other.sqlite")
    bank = Bank(other)
    for number in range(30):
        bank.add(Memory(title=f"other {number}", content="x" * 3000), PERSON)
    bank.close()
    leave_log(other, "of another bank")
    shutil.copy(log_of(other), log_of(path))


def _strange_log_for_its_own(path: Path) -> None:
    leave_log(path)
    path.with_name(path.name + "-shm").unlink()
    _strange_log(path)


DAMAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "empty": (_empty, "empty"),
    "cut at half a page": (_cut_at_half_a_page, "cut pages"),
    "cut at a page": (_cut_at_a_page, "cut pages"),
    "cut in the last page": (_cut_in_the_last_page, "cut pages"),
    "header": (_header, "beginning"),
    "first page": (_first_page, "beginning"),
    "middle": (_middle, "pages"),
    "middle, off the pages": (_middle_off_the_pages, "pages"),
    "no bank": (_no_bank, "beginning"),
    "no log": (_no_log, "missing"),
    "no log, no index of it": (_no_log_nor_index, "missing"),
    "strange log": (_strange_log, "log"),
    "strange log for its own": (_strange_log_for_its_own, "log missing"),
}
"""By name: what does it, and which kinds of damage it may be called."""


def own_content(path: Path) -> dict[str, bytes]:
    """The bytes of a bank and of its log, if that has any: an empty one says nothing."""
    return {
        file.name: file.read_bytes()
        for file in (path, log_of(path))
        if file == path or (file.exists() and file.stat().st_size)
    }


def whole(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as plain:
        return plain.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
