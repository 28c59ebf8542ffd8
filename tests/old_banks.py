"""Small banks of every schema there has been: `python tests/old_banks.py` adds today's.

Each is made once, by the memdesk whose schema it has, and never again. What is in it stands here.
"""

from __future__ import annotations

import gzip
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task, Work
from memdesk.store import migrations
from memdesk.store.bank import Bank

FOLDER = Path(__file__).parent / "store" / "banks"
PERSON = Actor()


def path_of(schema: int) -> Path:
    return FOLDER / f"schema-{schema}.sqlite.gz"


def unpack(schema: int, to: Path) -> None:
    """Write the bank of a schema as a file."""
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(gzip.decompress(path_of(schema).read_bytes()))


def make(path: Path) -> None:
    """Fill a new bank, with every table that an old memdesk could fill from outside."""
    bank = Bank(path)
    bank.add(
        Memory(
            id="terminal",
            title="Terminal",
            content="Never use PowerShell 5.1",
            tags=("shell", "windows"),
            relevance="high",
        ),
        PERSON,
    )
    bank.add(Memory(id="forum", title="论坛游戏", content="进度要写下来", role="GM"), PERSON)
    bank.add(Memory(id="old", title="Old", content="in the trash"), PERSON)
    bank.add(Memory(id="gone", title="Gone", content="destroyed"), PERSON)
    bank.add(Task(id="battle", title="First battle", status="doing", notes="by Friday"), PERSON)
    bank.add(Work(id="book", name="A book", tech=("python",), summary="about memory"), PERSON)
    bank.update("terminal", {"content": "Never use PowerShell 5.1; use 7."}, PERSON)
    bank.delete([("memory", "old")], PERSON)
    bank.destroy([("memory", "gone")], PERSON)
    bank.set_profile({"interests": ("chess",), "notes": "likes it short"}, PERSON)
    bank.set_host("cursor", PERSON, policy="review")
    bank.add_suggestion("cursor", "s1", "memory_write", {"title": "t", "content": "suggested"})
    bank.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = delete")
        connection.execute("VACUUM")


def main() -> None:
    path = path_of(migrations.NEWEST)
    if path.exists():
        sys.exit(f"{path} is there already: a bank of an old schema is never made again")
    with tempfile.TemporaryDirectory() as folder:
        bank = Path(folder) / "bank.sqlite"
        make(bank)
        FOLDER.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(bank.read_bytes(), mtime=0))


if __name__ == "__main__":
    main()
