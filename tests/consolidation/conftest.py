"""A model's server for each test, and a conversation to consolidate."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from model_server import ModelServer, model_server
from talks import talk


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as desk:
        yield desk


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    return talk(tmp_path / "talk.jsonl", 12)
