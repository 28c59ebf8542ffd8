"""What helps to find a fault: versions, places, counts. No title, text, tag or name of a host."""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path
from typing import Protocol

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from memdesk import __version__, paths
from memdesk.config import Settings
from memdesk.core.errors import MemdeskError
from memdesk.store.bank import Bank

_COUNTED = ("memories", "tasks", "works")
_NAMES_HOSTS = "hosts"
"""The findings that say which chat programs a person uses."""


class Finding(Protocol):
    """What `memdesk doctor` says of one thing."""

    @property
    def name(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def what(self) -> MemdeskError: ...


Look = Callable[[Path], Iterable[Finding]]
"""Tells how memdesk is, part by part, for the bank at a path."""


def collect(bank: Bank, look: Look) -> dict[str, object]:
    """What is asked of the bank, and what a `look` at all of it finds. For the worker's thread."""
    path = bank.path
    found: dict[str, object] = {"bank": path, "bytes": path.stat().st_size if path.exists() else 0}
    try:
        stats = bank.stats()
        found |= {name: stats[name] for name in _COUNTED}
        found |= {"changes": bank.generation(), "hosts": len(bank.hosts())}
    except MemdeskError as error:
        found["error"] = type(error).__name__
    for number, one in enumerate(look(path), start=1):
        said = "" if one.name == _NAMES_HOSTS else f" {one.what}"
        found[f"check {number}"] = f"{one.name}: {one.state}{said}"
    return found


def report(settings: Settings, serving: str, found: dict[str, object]) -> str:
    """Everything as lines of `name: value`, in English: it is for whoever looks into the fault."""
    lines: list[tuple[str, object]] = [
        ("memdesk", __version__),
        ("python", platform.python_version()),
        ("frozen", bool(getattr(sys, "frozen", False))),
        ("qt", f"{qVersion()} (PySide6 {pyside_version})"),
        ("sqlite", sqlite3.sqlite_version),
        ("system", platform.platform()),
        ("desktop", os.environ.get("XDG_CURRENT_DESKTOP", "")),
        ("window system", QGuiApplication.platformName()),
        *((f"{name} dir", path) for name, path in paths.directories()._asdict().items()),
        *found.items(),
        ("serving", serving),
    ]
    # What is a place, an address or a list says more than a count would: left out.
    plain = [one.name for one in fields(Settings) if one.name not in ("bank", "others")]
    settled = [(name, getattr(settings, name)) for name in plain]
    lines += [(f"setting {name}", value) for name, value in settled if type(value) is not tuple]
    return "".join(f"{name}: {value}\n" for name, value in lines)
