"""A bank is opened whatever its folder is called."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path, PureWindowsPath

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.query import Query
from memdesk.store.bank import Bank
from memdesk.store.uri import uri_of

NAMES = [
    "a plain one",
    "100%",
    "%41 is no A",
    "why?mode=memory",
    "no. #1",
    "a&mode=memory;x=y",
    "\N{CJK UNIFIED IDEOGRAPH-8BB0}\N{CJK UNIFIED IDEOGRAPH-5FC6} \N{BRAIN}",
    "'quoted' \"twice\" \\ back",
    "\udcff no text",
]


@pytest.mark.skipif(os.name == "nt", reason="Windows allows no such names")
@pytest.mark.parametrize("name", NAMES)
def test_any_name_leads_to_its_file(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    try:
        folder.mkdir()
    except OSError:  # macOS has no names that are no text
        pytest.skip("no such name here")
    with closing(Bank(folder / "bank.sqlite")) as bank:
        bank.add(Memory(title="t", content="c"), Actor(author="user"))
        assert bank.count(Query()) == 1
        assert bank.backup().parent.parent == folder
    assert [found.name for found in tmp_path.iterdir()] == [name]
    with closing(sqlite3.connect(uri_of(folder / "bank.sqlite", "mode=ro"), uri=True)) as read:
        assert read.execute("SELECT count(*) FROM entry").fetchone() == (1,)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            read.execute("DELETE FROM entry")


class Windows(PureWindowsPath):
    """A path as Windows has it."""

    def absolute(self) -> Windows:
        return self


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        (r"C:\Users\a b\100%\bank.sqlite", "file:///C:/Users/a b/100%25/bank.sqlite?mode=rw"),
        (r"\\server\share\bank.sqlite", "file:////server/share/bank.sqlite?mode=rw"),
    ],
)
def test_a_drive_is_no_host(name: str, uri: str) -> None:
    assert uri_of(Windows(name), "mode=rw") == uri  # type: ignore[arg-type]
