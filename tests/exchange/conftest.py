"""Files to import: those that other programs write, and texts made on the spot."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.exchange.source import Source

Make = Callable[[object], Source]

DATA = Path(__file__).parent / "data"


@pytest.fixture
def data() -> Path:
    """The folder of the sample files."""
    return DATA


@pytest.fixture
def source(tmp_path: Path) -> Make:
    """Makes a file of a text, of bytes, or of a value as JSON."""

    def make(content: object) -> Source:
        path = tmp_path / "file.json"
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            text = content if isinstance(content, str) else json.dumps(content)
            path.write_text(text, "utf-8", newline="")
        return Source(path)

    return make


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of the test, where no program keeps anything, and nothing else is named."""
    home = Path.home()
    monkeypatch.chdir(home)
    for name in ("APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    return home
