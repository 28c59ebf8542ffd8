"""Walking folders: regular files only, no link followed, never deeper than asked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def files_below(root: Path, depth: int, troubles: list[OSError] | None = None) -> Iterator[Path]:
    """The regular files in a folder and `depth` levels below it, in no order.

    A folder that isn't there holds none. One that can't be read is added to `troubles` and passed
    over; without them OSError is raised. A link is not followed: it could lead anywhere, and
    around in circles.
    """
    try:
        with os.scandir(root) as listed:
            entries = list(listed)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        if troubles is None:
            raise
        troubles.append(error)
        return
    for entry in entries:
        if entry.is_file(follow_symlinks=False):
            yield Path(entry.path)
        elif depth and entry.is_dir(follow_symlinks=False):
            yield from files_below(Path(entry.path), depth - 1, troubles)
