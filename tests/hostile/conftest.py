"""A disk that is soon full."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from programs import Ballast


@pytest.fixture
def small_disk(short_dir: Path) -> Iterator[Path]:
    """A file system of 6 MiB of its own."""
    if sys.platform != "linux":
        pytest.skip("file systems of Linux")
    folder = short_dir / "disk"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=6m", "none", folder], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("only root mounts a file system")
    yield folder
    # At once, though salvage keeps its files open as long as this process lives.
    subprocess.run(["umount", "-l", folder], check=True)


@pytest.fixture
def ballast(small_disk: Path) -> Ballast:
    return Ballast(small_disk)
