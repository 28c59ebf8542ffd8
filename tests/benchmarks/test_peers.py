"""The benchmark beside peers runs, and memdesk does what it asks (spec 6.2)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).resolve().parent / "peers.py"


@pytest.mark.skipif(sys.platform == "win32", reason="processes are started as on a Unix system")
def test_memdesk_reaches_every_row(tmp_path: Path) -> None:
    rows = ("unawaited", "chinese", "twins")
    told = tmp_path / "told.json"
    done = subprocess.run(
        [sys.executable, PROGRAM, "--quick", "--only", "memdesk", *rows, "--json", told],
        capture_output=True,
        text=True,
        check=False,
        timeout=170,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(told.read_text("utf-8"))
    assert [row["reached"] for row in found["rows"]] == [True] * len(rows), done.stdout
    assert list(found["programs"]) == ["memdesk"]
