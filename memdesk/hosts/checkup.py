"""What `memdesk doctor` looks at: versions, places, permissions, the bank, its server, backups and
hosts. Nothing is written, and no file comes to be for it.

A finding holds no title, text or tag, so that a report of them can be given away.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from memdesk import __version__, config, paths
from memdesk.core.errors import MemdeskError, Remark
from memdesk.core.reasons import reason_of
from memdesk.hosts import checkup_bank, connect, http_token, upkeep
from memdesk.hosts.finding import Finding
from memdesk.hosts.host_places import HOSTS, IN_A_FOLDER
from memdesk.hosts.pause import PauseMark
from memdesk.hosts.socket_client import Client, is_served
from memdesk.hosts.this_program import this_program
from memdesk.store import backup, network_drive

OLDEST_SQLITE = (3, 37, 0)
"""The first with STRICT tables."""
MOST_FILES = 10_000
"""Files whose permissions are looked at."""
LONGEST_SOCKET = 107 if sys.platform == "linux" else 103
"""Bytes of a socket's path that the system takes."""
_ANSWER_SECONDS = 5.0


def look(bank: Path, backups: Path | None = None) -> Iterator[Finding]:
    """Look at everything, one after the other; `backups` is the backups' directory."""
    folder = backups or bank.parent / "backups"
    for check in (
        _versions,
        _settings,
        lambda: _places(bank),
        lambda: _permissions(bank, folder),
        lambda: checkup_bank.file(bank, folder),
        lambda: checkup_bank.disk(bank),
        lambda: checkup_bank.backups(bank, folder),
        lambda: _server(bank),
        lambda: _hosts(bank),
    ):
        yield from _each(check)


def _each(check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """What a check finds; what the system keeps from it is a finding, too."""
    name = "system"
    try:
        for finding in check():
            name = finding.name
            yield finding
    except OSError as error:
        what = Remark(
            "{path} can't be looked at: {reason}.",
            path=error.filename or "?",
            reason=reason_of(error),
        )
        advice = Remark("See to it that you may read it, and that its disk answers.")
        yield Finding(name, "wrong", what, advice)


# --- the program


def _versions() -> Iterator[Finding]:
    found = Remark(
        "memdesk {memdesk}, Python {python}, SQLite {sqlite}, {system}",
        memdesk=__version__,
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        system=platform.platform(),
    )
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        needed = ".".join(map(str, OLDEST_SQLITE))
        advice = Remark("Update SQLite: memdesk needs {version} or newer.", version=needed)
        yield Finding("versions", "wrong", found, advice)
        return
    with closing(sqlite3.connect(":memory:")) as connection:
        options = {row[0] for row in connection.execute("PRAGMA compile_options")}
    if "ENABLE_FTS5" not in options:
        advice = Remark("This SQLite can't search (no FTS5): use a Python that brings one.")
        yield Finding("versions", "wrong", found, advice)
        return
    yield Finding("versions", "ok", found)


def _settings() -> Iterator[Finding]:
    path = config.config_path()
    wrong = config.read(path)[1]
    for fault in wrong:
        advice = Remark("Put it right, or delete it: the line, or a file that can't be read.")
        yield Finding("settings", "wrong", fault, advice)
    if not wrong:
        none = Remark("No settings yet: the defaults hold.")
        there = Remark("Settings: {path}", path=path)
        yield Finding("settings", "ok", there if path.exists() else none)
    said = os.environ.get(upkeep.CAP_VARIABLE)
    if said is not None and upkeep.read_cap(said) is None:
        yield Finding(
            "settings",
            "wrong",
            Remark("{name} is {value}, which is no number.", name=upkeep.CAP_VARIABLE, value=said),
            Remark("Set it to a number above 0, or to none for no cap."),
        )


# --- places


def _places(bank: Path) -> Iterator[Finding]:
    for name, place in {"bank": bank, **_directories()}.items():
        if trouble := _trouble(name, place):
            yield Finding("places", "wrong", *trouble)
            continue
        there = place.exists()
        what = (
            Remark("{name}: {path}", name=name, path=place)
            if there
            else Remark("{name}: {path} (not there yet)", name=name, path=place)
        )
        yield Finding("places", "ok", what)
    moved = [one for one in ("MEMDESK_HOME", "MEMDESK_BANK", "MEMDESK_SOCKET") if os.getenv(one)]
    if moved:
        yield Finding(
            "places",
            "note",
            Remark("Moved by the environment: {names}", names=", ".join(moved)),
            Remark("A host that is started without them works on the standard bank."),
        )
    if remarks := network_drive.remarks(bank):
        yield Finding("places", "wrong", *remarks)


def _trouble(name: str, place: Path) -> tuple[Remark, Remark] | None:
    """Why nothing can be kept at a place, and what to do about it; None where it can."""
    if name != "bank" and place.exists() and not place.is_dir():
        return (
            Remark("{name}: {path} is no directory.", name=name, path=place),
            Remark("Move it away: memdesk makes a directory there."),
        )
    for one in (place, *place.parents):
        if one.is_symlink() and not one.exists():
            return (
                Remark("{name}: {path} is a link that leads nowhere.", name=name, path=one),
                Remark("Connect the disk that it leads to, or remove the link."),
            )
        if one.exists():
            if os.access(one, os.W_OK):
                return None
            return (
                Remark("{name}: {path} can't be written to.", name=name, path=one),
                Remark("See to it that you may write there, or set MEMDESK_HOME to a directory of"
                       " yours."),
            )  # fmt: skip
    return None


def _directories() -> dict[str, Path]:
    return {name: Path(place) for name, place in paths.directories()._asdict().items()}


def _permissions(bank: Path, folder: Path) -> Iterator[Finding]:
    if sys.platform == "win32":
        return  # a person's profile is theirs alone already
    open_ones = []
    for number, path in enumerate(_kept(bank, folder)):
        if number == MOST_FILES:
            break
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            continue
        if status.st_uid != os.getuid():
            yield Finding(
                "permissions",
                "wrong",
                Remark("{path} belongs to another user.", path=path),
                Remark("Find out who put it there; then remove it, or take it over with chown."),
            )
        elif status.st_mode & 0o077:
            open_ones.append((path, "700" if stat.S_ISDIR(status.st_mode) else "600"))
    for path, mode in open_ones:
        yield Finding(
            "permissions",
            "wrong",
            Remark("Others may open {path}.", path=path),
            Remark("Close it: chmod {mode} {path}", mode=mode, path=path),
        )
    if not open_ones:
        yield Finding("permissions", "ok", Remark("Nobody else may open what memdesk keeps."))


def _kept(bank: Path, folder: Path) -> Iterator[Path]:
    """Everything that memdesk keeps. Of a bank elsewhere its files, not the folder they lie in."""
    tops = [top for top in _directories().values() if top.exists()]
    found = [path for top in tops for path in (top, *sorted(top.rglob("*")))]
    found += [bank.with_name(bank.name + end) for end in ("", "-wal", "-shm", "-mark", "-drafts")]
    found += [one.path for one in backup.listed(folder, bank)]
    yield from (path for path in dict.fromkeys(found) if path.exists() or path.is_symlink())


# --- doors and hosts


def _server(bank: Path) -> Iterator[Finding]:
    address = paths.socket_address(bank)
    if sys.platform != "win32" and len(os.fsencode(address)) > LONGEST_SOCKET:
        what = Remark("The path of the socket is too long: {address}.", address=address)
        advice = Remark("Set MEMDESK_SOCKET to a shorter one.")
        yield Finding("server", "wrong", what, advice)
        return
    yield from _socket_directory(address)
    if not is_served(address):
        yield Finding(
            "server",
            "note",
            Remark("Nobody serves this bank at {address}.", address=address),
            Remark("Open the window or run memdesk serve; hooks open the bank themselves."),
        )
        return
    try:
        with Client(address, timeout=_ANSWER_SECONDS) as client:
            said = client.call("hello", {})
    except (MemdeskError, OSError, ValueError) as error:
        yield Finding(
            "server",
            "wrong",
            Remark("The server at {address} doesn't answer: {reason}.", address=address,
                   reason=error if isinstance(error, MemdeskError) else reason_of(error)),
            Remark("End it and start it again: close the window, or stop memdesk serve."),
        )  # fmt: skip
        return
    theirs = said.get("version")
    paused = PauseMark(address).holds()
    if theirs != __version__:
        yield Finding(
            "server",
            "wrong",
            Remark("The server at {address} is memdesk {version}.", address=address,
                   version=theirs),
            Remark("Start it again: it runs what was installed before."),
        )  # fmt: skip
    elif paused:
        advice = Remark("Hosts get an empty block until the tray's menu ends the pause.")
        yield Finding("server", "note", Remark("Serving is paused."), advice)
    else:
        yield Finding("server", "ok", Remark("Served at {address}", address=address))
    http = http_token.open_address(address)
    if http:
        yield Finding("server", "ok", Remark("HTTP is served at {address}", address=http))
    elif config.load().http:
        yield Finding(
            "server",
            "wrong",
            Remark("The settings ask for HTTP, and it isn't served."),
            Remark("Another program may have the port: choose another one in the settings."),
        )


def _socket_directory(address: str) -> Iterator[Finding]:
    if address.startswith("\\\\"):
        return
    folder = Path(address).parent
    if not folder.exists() and not folder.is_symlink():
        return
    status = folder.lstat()
    if stat.S_ISLNK(status.st_mode) or status.st_uid != os.getuid():
        yield Finding(
            "server",
            "wrong",
            Remark("The directory of the socket, {path}, is not yours.", path=folder),
            Remark("Remove it, or set MEMDESK_SOCKET to a path in a directory of your own."),
        )


def _hosts(bank: Path) -> Iterator[Finding]:
    machine, program = connect.this_machine(None), this_program(bank)
    set_up = 0
    for host in HOSTS:
        if host in IN_A_FOLDER:
            continue
        try:
            ours = any(one.changes for one in connect.plan(host, machine, program, remove=True))
            stale = ours and any(one.changes for one in connect.plan(host, machine, program))
        except MemdeskError as error:
            yield Finding("hosts", "wrong", error)
            continue
        if not ours:
            continue
        set_up += 1
        if stale:
            yield Finding(
                "hosts",
                "wrong",
                Remark("{host} is set up for another memdesk, or in part.", host=host),
                Remark("Set it up again: memdesk connect {host} --write", host=host),
            )
        else:
            yield Finding("hosts", "ok", Remark("{host} is set up.", host=host))
    if not set_up:
        yield Finding(
            "hosts",
            "note",
            Remark("No chat host is set up yet."),
            Remark("Set one up: memdesk connect HOST --write, or Hosts in the window."),
        )
