"""Where things lie on this machine: directories, the bank, the sockets, the resources.

The platform's directories come from platformdirs. Where the sockets lie is decided here: it must
come out the same for a window, a shell and a host that starts programs with a stripped
environment. `$MEMDESK_HOME` moves every directory (spec 3.5).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple

from memdesk import private
from memdesk.core.errors import NotAllowed

NAME = "memdesk"
BANK_NAME = "memdesk.sqlite"
MAX_SOCKET_PATH = 100
"""Bytes. The systems take 103 to 107, and fail without words above it."""


class Directories(NamedTuple):
    """The directories of one person's memdesk, as absolute paths. None need exist."""

    data: str
    config: str
    log: str
    cache: str
    runtime: str


def directories() -> Directories:
    """The directories here and now."""
    if own := os.environ.get("MEMDESK_HOME"):
        return below(_absolute(own), os.sep)
    # Imported here: whoever set MEMDESK_HOME need not wait for it.
    from platformdirs import PlatformDirs

    standard = PlatformDirs(NAME, appauthor=False)
    user_id = os.getuid() if sys.platform != "win32" else 0
    run_user = sys.platform != "win32" and os.access(f"/run/user/{user_id}", os.W_OK | os.X_OK)
    return Directories(
        data=standard.user_data_dir,
        config=standard.user_config_dir,
        log=standard.user_log_dir,
        cache=standard.user_cache_dir,
        runtime=runtime_on(
            sys.platform,
            os.environ.get("XDG_RUNTIME_DIR", ""),
            standard.user_cache_dir,
            user_id,
            run_user,
        ),
    )


def below(home: str, separator: str) -> Directories:
    """The directories of a memdesk that is to lie in one place; pure."""
    home = home.rstrip(separator)
    return Directories(
        *(home + separator + part for part in ("data", "config", "log", "cache", "run"))
    )


def runtime_on(
    platform: str, xdg_runtime_dir: str, cache: str, user_id: int, run_user: bool
) -> str:
    """Where the sockets lie on a platform (`sys.platform`'s words); pure.

    `run_user` says that `/run/user/USER_ID` is there: with or without `$XDG_RUNTIME_DIR` in the
    environment, one address must come out. Elsewhere the person's cache guards them.
    """
    if platform == "win32":
        return cache + "\\Run"
    if platform == "darwin":
        return cache + "/run"
    # The standard tells programs to ignore a relative path there.
    if xdg_runtime_dir.startswith("/"):
        return f"{xdg_runtime_dir.rstrip('/')}/{NAME}"
    if run_user:
        return f"/run/user/{user_id}/{NAME}"
    return f"/tmp/{NAME}-{user_id}"


def data_dir() -> Path:
    """Where the default bank lies, and its backups."""
    return Path(directories().data)


def config_dir() -> Path:
    """Where the program's settings lie."""
    return Path(directories().config)


def log_dir() -> Path:
    """Where memdesk writes what went wrong."""
    return Path(directories().log)


def progress_dir() -> Path:
    """Where it is kept how far conversations have been consolidated."""
    return data_dir() / "consolidation"


def transcripts_dir() -> Path:
    """Where the person may put conversations that are to be consolidated."""
    return data_dir() / "transcripts"


def quoting_dirs() -> tuple[Path, ...]:
    """Directories of text files that may quote what is remembered, a line each."""
    return log_dir(), progress_dir()


def cache_dir() -> Path:
    """What may be thrown away at any time."""
    return Path(directories().cache)


def runtime_dir() -> Path:
    """Where the sockets and their locks lie; mode 0700 once made."""
    return Path(directories().runtime)


def resources() -> Path:
    """The files that memdesk ships: in the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    installed = package / "resources"
    return installed if installed.is_dir() else package.parent / "resources"


def bank_path(explicit: str | Path | None = None) -> Path:
    """The bank to work on: what `--bank` says, else `$MEMDESK_BANK`, else the default one."""
    named = os.fspath(explicit) if explicit else os.environ.get("MEMDESK_BANK", "")
    return Path(_absolute(named)) if named else data_dir() / BANK_NAME


def socket_address(bank: Path) -> str:
    """Where the server of a bank listens (spec 3.2): a socket's path, or a pipe's name."""
    return _address_here(bank)


def window_socket_address(bank: Path) -> str:
    """Where the window of a bank hears of a second start (spec 3.2, last paragraph)."""
    return _address_here(bank, "-window")


def _address_here(bank: Path, suffix: str = "") -> str:
    return address_on(
        sys.platform,
        os.environ.get("MEMDESK_SOCKET", ""),
        directories().runtime,
        _identity(bank),
        _identity(data_dir() / BANK_NAME),
        os.getuid() if sys.platform != "win32" else 0,
        suffix,
    )


def address_on(
    platform: str,
    explicit: str,
    runtime: str,
    bank: str,
    default_bank: str,
    user_id: int = 0,
    suffix: str = "",
) -> str:
    """The address of a bank's server on a platform; pure. `bank` as `_identity` gives it.

    Where the path would pass 100 bytes, a short one below `/tmp` takes its place.
    """
    if explicit:
        return _with_suffix(explicit, suffix)
    if platform == "win32":
        # Pipes have no directory: the hash keeps the banks, and so the persons, apart.
        return rf"\\.\pipe\{NAME}-{_hash(bank)}{suffix}"
    name = NAME if bank == default_bank else f"{NAME}-{_hash(bank)}"
    path = f"{runtime}/{name}{suffix}.sock"
    if len(os.fsencode(path)) > MAX_SOCKET_PATH:
        path = f"/tmp/{NAME}-{user_id}-{_hash(runtime)}/{name}{suffix}.sock"
    return path


def _with_suffix(address: str, suffix: str) -> str:
    stem, dot, extension = address.rpartition(".")
    if not suffix or not dot or "/" in extension or "\\" in extension:
        return address + suffix
    return f"{stem}{suffix}.{extension}"


def open_private(path: str | Path, flags: int) -> int:
    """Open a file that the person alone may open, made so where there is none; for `open`, too.

    Raises OSError for a link: beside a socket in a folder of others, anyone can have put one.
    """
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


def make_private(directory: Path) -> None:
    """Make a directory that the person alone may enter, or check that it is one (spec 6.3).

    Raises NotAllowed where someone else owns it: below `/tmp` anybody can be first.
    """
    private.make_folders(directory)
    if sys.platform == "win32":
        return  # the directories of a person's profile are theirs alone already
    status = directory.lstat()
    if not directory.is_dir() or directory.is_symlink() or status.st_uid != os.getuid():
        raise NotAllowed(
            "The directory {directory} belongs to someone else. Remove it, or set MEMDESK_SOCKET "
            "to a path in a directory of your own.",
            directory=str(directory),
        )
    if status.st_mode & 0o077:
        directory.chmod(0o700)


def prepare_socket_directory(address: str) -> None:
    """Make the directory of a socket, or check that it is the person's own.

    One that was there and is not memdesk's (`$MEMDESK_SOCKET` may lie anywhere) is left as it
    is. Raises NotAllowed as `make_private`, OSError where it can't be made.
    """
    directory = Path(address).parent
    if address.startswith("\\\\"):
        return  # a pipe has none
    ours = directory == runtime_dir() or directory.name.startswith(NAME + "-")
    if ours or not directory.exists():
        make_private(directory)


def normalise_workspace(path: str) -> str:
    """A workspace path in the one form that is compared (spec 1.2).

    Absolute, symlinks resolved, no trailing slash, lower case on Windows. Empty stays empty.
    A path of another system (`D:/x` seen on Linux) keeps its text apart from the slash.
    """
    path = path.strip()
    if not path:
        return ""
    if os.name != "nt" and not path.startswith(("/", "~", ".")):
        return path.rstrip("/\\") or path
    return os.path.normcase(os.path.realpath(Path(path).expanduser()))


def workspace_from_here(path: str) -> str:
    """A workspace as a command line names it, in the form that is compared: `app` is `./app`."""
    path = path.strip()
    if path and not is_absolute(path):
        path = os.path.abspath(path)  # noqa: PTH100 - one text in, one text out
    return normalise_workspace(path)


def is_absolute(path: str) -> bool:
    """Whether a path says where it is by itself, on this system or another (`D:/x`, `\\\\host`)."""
    drive = path[:1].isascii() and path[:1].isalpha() and path[1:2] == ":"
    return path.startswith(("/", "~", "\\\\")) or (drive and path[2:3] in ("/", "\\"))


def _absolute(path: str) -> str:
    return os.path.abspath(os.path.expanduser(path))  # noqa: PTH100, PTH111 - keeps symlinks


def _identity(bank: Path) -> str:
    """One text for one bank, by whatever path it was named."""
    return os.path.normcase(os.path.realpath(bank))


def _hash(text: str) -> str:
    from hashlib import sha256  # costs a start some milliseconds, and the default bank none

    return sha256(os.fsencode(text)).hexdigest()[:12]
