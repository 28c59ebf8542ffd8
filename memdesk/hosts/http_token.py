"""The token that lets a program in at the HTTP door, and where that door is open (spec 3.4)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from memdesk import paths, private
from memdesk.core.errors import NotAllowed

NAME = "http-token"


def token_path() -> Path:
    """Where the token lies: beside the settings, readable by the person alone."""
    return paths.config_dir() / NAME


def existing_token() -> str:
    """The token; empty where none was made yet. Raises NotAllowed, OSError."""
    path = token_path()
    try:
        text = path.read_text("ascii").strip()
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        text = ""
    if len(text) < 32 or not text.isprintable():
        raise NotAllowed(
            "The file {path} holds no token of memdesk. Remove it, and a new one is made.",
            path=str(path),
        )
    if os.name != "nt" and path.stat().st_mode & 0o077:
        path.chmod(0o600)  # whoever could read it may have; but from now on nobody
    return text


def token() -> str:
    """The token, made where there is none yet. Raises NotAllowed, OSError."""
    if there := existing_token():
        return there
    import secrets

    path = token_path()
    private.make_folders(path.parent)
    made = secrets.token_urlsafe(32)
    with suppress(FileExistsError):  # another process was first: its token counts
        temporary = path.with_name(f"{NAME}.{os.getpid()}")
        file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with os.fdopen(file, "w", encoding="ascii") as stream:
                stream.write(made + "\n")
            _publish(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    return existing_token()


def _publish(temporary: Path, path: Path) -> None:
    """Give the whole file its name. Raises FileExistsError where that name is taken."""
    if os.name == "nt":
        temporary.rename(path)  # refuses a name that is taken, there
    else:
        path.hardlink_to(temporary)


def note_address(socket: str, address: str) -> None:
    """Write down where the HTTP door of a server is open; empty when it is closed again."""
    path = _address_path(socket)
    if not address:
        path.unlink(missing_ok=True)
        return
    private.make_folders(path.parent)
    with open(path, "w", encoding="ascii", opener=paths.open_private) as file:
        file.write(address + "\n")


def open_address(socket: str) -> str | None:
    """Where the HTTP door of the running server at a socket is open; None where it isn't."""
    from memdesk.hosts.socket_client import is_served

    try:
        address = _address_path(socket).read_text("ascii").strip()
    except FileNotFoundError:
        return None
    # A killed server leaves its note behind.
    return address if is_served(socket) else None


def _address_path(socket: str) -> Path:
    if socket.startswith("\\\\"):
        return paths.runtime_dir() / (socket.rsplit("\\", 1)[-1] + ".http")
    return Path(socket + ".http")
