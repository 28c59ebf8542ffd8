"""Open WebUI's memories, from its database and from its interface."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from example import write_rows  # type: ignore[import-not-found]
from examples_hosts import OPEN_WEBUI  # type: ignore[import-not-found]

from memdesk.core.entry import Memory
from memdesk.exchange import open_webui
from memdesk.exchange.source import Source

Make = Callable[[object], Source]


def test_rows_of_its_database(tmp_path: Path) -> None:
    row = ("4f1c", "me", "Likes tea.\nA lot.", 1751625002, 1751625001)
    source = Source(write_rows(tmp_path / "webui.db", OPEN_WEBUI, {"memory": [row]}))
    assert open_webui.claims(source)
    (found,) = open_webui.read(source).entries
    assert found.entry == Memory(
        id="4f1c",
        title="Likes tea.",
        content="Likes tea.\nA lot.",
        created_at="2025-07-04T10:30:01.000Z",
        updated_at="2025-07-04T10:30:02.000Z",
    )
    assert found.where == "memory[4f1c]"


@pytest.mark.parametrize(
    "row",
    [
        {"id": "a", "content": "c", "created_at": 1},
        {"id": "a", "user_id": "u", "content": "c"},
        {"id": "a", "user_id": "u", "content": "c", "created_at": 1, "metadata": {}},
        {"id": "a", "user_id": "u", "content": "c", "created_at": 1, "state": "active"},
    ],
)
def test_rows_of_others_are_not_claimed(source: Make, row: object) -> None:
    assert not open_webui.claims(source([row]))


@pytest.mark.parametrize(
    ("platform", "env", "expected"),
    [
        ("linux", {}, ".config/open-webui/data/webui.db"),
        ("linux", {"XDG_CONFIG_HOME": "HOME/c"}, "c/open-webui/data/webui.db"),
        ("darwin", {}, "Library/Application Support/open-webui/data/webui.db"),
        ("win32", {}, "AppData/Roaming/open-webui/data/webui.db"),
        ("win32", {"APPDATA": "HOME/a"}, "a/open-webui/data/webui.db"),
    ],
)
def test_where_its_desktop_program_keeps_it(
    platform: str, env: dict[str, str], expected: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in env.items():
        monkeypatch.setenv(name, value.replace("HOME", str(home)))
    assert list(open_webui.places()) == [home / expected]
    monkeypatch.setenv("DATA_DIR", "~/data")
    assert next(open_webui.places()) == home / "data" / "webui.db"
