"""What `memdesk doctor` looks at: versions, places, permissions, the bank, its server, backups and
hosts. Nothing is written, and no file comes to be for it.

A finding holds no title, text or tag, so that a report of them can be given away.
"""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, NamedTuple

from memdesk import __version__, config, paths
from memdesk.core.errors import BankDamaged, MemdeskError, Remark
from memdesk.core.reasons import reason_of
from memdesk.hosts import connect, http_token, upkeep
from memdesk.hosts.host_places import HOSTS, IN_A_FOLDER
from memdesk.hosts.pause import PauseMark
from memdesk.hosts.socket_client import Client, is_served
from memdesk.hosts.this_program import this_program
from memdesk.store import backup, damage, forgetting, migrations, network_drive
from memdesk.store.connection import in_words, refuse_unreliable

State = Literal["ok", "note", "wrong"]

OLDEST_SQLITE = (3, 37, 0)
"""The first with STRICT tables."""
LEAST_ROOM = 256 * 1024 * 1024
"""Bytes of the disk below which a day's work may not fit."""
OLD_BACKUP_DAYS = 2
MOST_FILES = 10_000
"""Files whose permissions are looked at."""
LONGEST_SOCKET = 107 if sys.platform == "linux" else 103
"""Bytes of a socket's path that the system takes."""
_ANSWER_SECONDS = 5.0


class Finding(NamedTuple):
    """One thing that was looked at. `what` is said of it, `advice` what to do if anything is."""

    name: str
    state: State
    what: MemdeskError
    advice: MemdeskError | None = None


def look(bank: Path, backups: Path | None = None) -> Iterator[Finding]:
    """Look at everything, one after the other; `backups` is the backups' directory."""
    folder = backups or bank.parent / "backups"
    for check in (
        _versions,
        _settings,
        lambda: _places(bank),
        lambda: _permissions(bank, folder),
        lambda: _bank(bank),
        lambda: _disk(bank),
        lambda: _backups(bank, folder),
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
    import tomllib

    path = config.config_path()
    try:
        with path.open("rb") as file:
            written = tomllib.load(file)
    except FileNotFoundError:
        yield Finding("settings", "ok", Remark("No settings yet: the defaults hold."))
    except ValueError as error:
        yield Finding(
            "settings",
            "wrong",
            Remark("The settings in {path} can't be read: {reason}.", path=path, reason=error),
            Remark("Put the file right or delete it; until then the defaults hold."),
        )
    else:
        unfit = _unfit(written)
        if not unfit:
            yield Finding("settings", "ok", Remark("Settings: {path}", path=path))
        for name in unfit:
            yield Finding(
                "settings",
                "wrong",
                Remark("The setting {name} in {path} can't be what it is.", name=name, path=path),
                Remark("Choose it anew in the settings, or delete its line; until then the default"
                       " holds."),
            )  # fmt: skip
    said = os.environ.get(upkeep.CAP_VARIABLE)
    if said is not None and upkeep.read_cap(said) is None:
        yield Finding(
            "settings",
            "wrong",
            Remark("{name} is {value}, which is no number.", name=upkeep.CAP_VARIABLE, value=said),
            Remark("Set it to a number above 0, or to none for no cap."),
        )


def _unfit(written: dict[str, Any]) -> list[str]:
    """The settings whose default holds, whatever stands in the file."""
    held = config.load()
    return [
        name
        for name, value in written.items()
        if hasattr(held, name)
        and getattr(held, name) != (tuple(value) if isinstance(value, list) else value)
    ]


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


# --- the bank


def _bank(bank: Path) -> Iterator[Finding]:
    if not bank.exists():
        yield Finding("bank", "ok", Remark("There is no bank yet: the first entry makes it."))
        return
    try:
        with in_words(bank):
            yield from _health(bank)
    except BankDamaged as error:
        yield Finding("bank", "wrong", error)
    except MemdeskError as error:
        advice = Remark("Or let another file be the bank: --bank, or MEMDESK_BANK.")
        yield Finding("bank", "wrong", error, advice)


def _health(bank: Path) -> Iterator[Finding]:
    damage.refuse_noted(bank)
    refuse_unreliable(bank)
    size = bank.stat().st_size
    with closing(damage.reading(bank)) as connection:
        version = migrations.version(connection)
        fault = damage.quick_fault(connection) if size <= damage.QUICK_BYTES else None
        entries = connection.execute("SELECT count(*) FROM entry").fetchone()[0] if version else 0
        current = version == migrations.NEWEST
        unforgotten = forgetting.unfinished(connection, bank) if current else []
    if fault is not None:
        raise damage.damaged(bank, fault)
    if version < migrations.NEWEST:
        what = Remark("The bank is of an older memdesk (schema {version}).", version=version)
        advice = Remark("It is brought up to date when it is next opened, after a backup.")
        yield Finding("bank", "note", what, advice)
    looked = size <= damage.QUICK_BYTES
    what = (
        Remark("Entries: {count}, bytes: {size}; every page is whole.", count=entries, size=size)
        if looked
        else Remark(
            "Entries: {count}, bytes: {size}; a bank of this size is checked whole once a day.",
            count=entries,
            size=size,
        )
    )
    yield Finding("bank", "ok", what)
    for path in unforgotten:
        yield Finding(
            "bank",
            "wrong",
            Remark("{path} may still hold what was to be forgotten everywhere.", path=path),
            Remark("Let the window or memdesk serve run for some minutes, with room on the disk: it"
                   " is taken out then. What is damaged has to be deleted by you."),
        )  # fmt: skip


def _disk(bank: Path) -> Iterator[Finding]:
    folder = next(one for one in bank.absolute().parents if one.exists())
    free = shutil.disk_usage(folder).free
    needed = max(LEAST_ROOM, 2 * bank.stat().st_size if bank.exists() else 0)
    what = Remark("{megabytes} MB free where the bank lies.", megabytes=free // 1_000_000)
    if free >= needed:
        yield Finding("disk", "ok", what)
        return
    advice = Remark("Make room: a backup needs as much as the bank, {megabytes} MB at least.",
                    megabytes=needed // 1_000_000)  # fmt: skip
    yield Finding("disk", "wrong", what, advice)


def _backups(bank: Path, folder: Path) -> Iterator[Finding]:
    if not bank.exists():
        return
    made = backup.listed(folder, bank)
    if not made:
        written = datetime.fromtimestamp(bank.stat().st_mtime, UTC)
        fresh = datetime.now(UTC) - written < timedelta(days=OLD_BACKUP_DAYS)
        advice = Remark("memdesk backup makes one now; the window or memdesk serve one each day.")
        yield Finding("backups", "note" if fresh else "wrong", Remark("No backup yet."), advice)
        return
    newest = made[0]
    try:
        backup.look_inside(newest.path)
    except MemdeskError as error:
        advice = Remark("Remove it, and make one now with memdesk backup.")
        yield Finding("backups", "wrong", error, advice)
        return
    what = Remark(
        "Backups in {folder}: {count}, the newest of {day}",
        count=len(made),
        folder=folder,
        day=f"{newest.at:%Y-%m-%d %H:%M} UTC",
    )
    newer = bank.stat().st_mtime - newest.at.timestamp()
    old = newer > timedelta(days=OLD_BACKUP_DAYS).total_seconds()
    advice = Remark(
        "The bank was written since then: let the window or memdesk serve run for a while each"
        " day, or make one now with memdesk backup."
    )
    yield Finding("backups", "wrong" if old else "ok", what, advice if old else None)


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
