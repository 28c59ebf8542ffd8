"""The name by which SQLite opens a file in a certain way."""

from __future__ import annotations

from pathlib import Path


def uri_of(path: Path, how: str) -> str:
    """The URI of a file; `how` is what SQLite is told with it: `mode=ro`, `mode=rw`, `immutable=1`.

    `Path.as_uri` loads modules that every start would wait for: from Python 3.14 on, all that
    fetches pages of the web.
    """
    name = path.absolute().as_posix()
    for special in "%?#":  # the first is what the others become
        name = name.replace(special, f"%{ord(special):02x}")
    # A drive's letter is no host: Windows' names get a slash of their own.
    return f"file://{'' if name.startswith('/') else '/'}{name}?{how}"
