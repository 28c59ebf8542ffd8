"""The settings of the program, kept as TOML in the config directory.

What belongs to a bank (presets, hosts, roles) is kept in the bank; here is only what belongs
to the program on this machine.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from memdesk import paths, private
from memdesk.core.errors import Remark
from memdesk.core.reasons import reason_of

LanguageChoice = Literal["system", "en", "zh"]
Theme = Literal["system", "light", "dark"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every setting, its type and its default. Change one with `dataclasses.replace`.

    `others` are settings of a newer memdesk: kept as they are when these are saved.
    """

    language: LanguageChoice = "system"
    """Of the window and the command line."""
    theme: Theme = "system"
    """The window's colours."""
    text_size: int = 100
    """Of the window, in percent of the system's."""
    serve: bool = True
    """Whether the window serves chat hosts by itself."""
    start_minimised: bool = False
    """Whether the window starts in the tray."""
    close_to_tray: bool = True
    """Whether closing the window leaves memdesk in the tray."""
    notifications: bool = True
    """Whether the tray says what was saved."""
    quick_add_from_clipboard: bool = False
    """Whether quick-add begins with what was copied since."""
    quick_add_key: bool = False
    """Whether the desktop is asked for a key that opens quick-add from everywhere."""
    bank: str = ""
    """The bank opened last; empty for the default one."""
    http: bool = False
    """Whether the HTTP door is open (spec 3.4)."""
    http_port: int = 7411
    """Its port on 127.0.0.1."""
    http_origins: tuple[str, ...] = ()
    """Web origins that may call it, as `https://example.org`."""
    transcripts: tuple[str, ...] = ()
    """Folders in which conversations are looked for, beside those of the known programs."""
    consolidate_at_percent: int = 70
    """Of a host's window: more tokens than that are due for consolidation (spec 5.2)."""
    consolidate_at_messages: int = 35
    """More messages than these since the last time are due."""
    consolidate_endpoint: str = ""
    """The address of the model that conversations are consolidated with."""
    consolidate_model: str = ""
    """The name of that model."""
    consolidate_window: int = 8192
    """Tokens of its window."""
    consolidate_silence: int = 180
    """Seconds without a sign of it after which it counts as hanging."""
    consolidate_facts_from: int = 5
    """Messages at the end of a conversation that are searched for facts; 0 for all of them."""
    consolidate_summary_from: int = 10
    """Messages at the end of a conversation that its summary is made of."""
    consolidate_summary: bool = True
    """Whether a summary is made."""
    consolidate_headings: tuple[str, ...] = ()
    """Those of a summary, where they are not the usual ones."""
    consolidate_straight: bool = False
    """Whether what is found goes straight in the bank, past the review."""
    others: Mapping[str, Any] = field(default_factory=dict, compare=False)


def config_path() -> Path:
    """Where the settings lie."""
    return paths.config_dir() / "config.toml"


def load(path: Path | None = None) -> Settings:
    """Read the settings. A missing file gives the defaults.

    A value of a wrong type or an unreadable file gives the default too: wrong settings must not
    keep the window from opening, where they can be put right. `read` says what is wrong.
    """
    return read(path)[0]


def read(path: Path | None = None) -> tuple[Settings, list[Remark]]:
    """The settings as `load` gives them, and what is wrong with them, to be told to the person."""
    path = path or config_path()
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        return Settings(), []
    except OSError as error:
        return Settings(), [_unreadable(path, error)]
    import tomllib  # a start without settings does without it

    try:
        found = tomllib.loads(written.decode())
    except ValueError as error:
        return Settings(), [_unreadable(path, error)]
    types = _types()
    fit = {name: value for name, value in found.items() if name in types}
    wrong = [
        Remark("The setting {name} in {path} can't be what it is: its default holds.",
               name=name, path=path)
        for name, value in fit.items()
        if not _fits(value, types[name])
    ]  # fmt: skip
    known: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in fit.items()
        if _fits(value, types[name])
    }
    others = {
        name: value
        for name, value in found.items()
        if name not in types and isinstance(value, str | bool | int | float | list)
    }
    return Settings(**known, others=others), wrong


def _unreadable(path: Path, error: Exception) -> Remark:
    return Remark("The settings in {path} can't be read, the defaults hold: {reason}.",
                  path=path, reason=reason_of(error))  # fmt: skip


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings whole, atomically; a file that could not be read is kept beside it.

    Only what differs from its default is written, so that a better default reaches everyone.
    Raises OSError, and ValueError for a value of a wrong type.
    """
    path = path or config_path()
    types = _types()
    defaults = Settings()
    lines = []
    for name, kind in types.items():
        value = getattr(settings, name)
        if not _fits(list(value) if isinstance(value, tuple) else value, kind):
            raise ValueError(f"the setting {name} can't be {value!r}")
        if value != getattr(defaults, name):
            lines.append(f"{name} = {_toml(value)}\n")
    lines += [f"{_toml_key(name)} = {_toml(value)}\n" for name, value in settings.others.items()]
    private.make_folders(path.parent)
    _keep_unreadable(path)
    private.write_whole(path, lines)


def with_consolidation_of(settings: Settings, other: Settings) -> Settings:
    """The settings, with how conversations are consolidated as in the other ones.

    Not when that is due, which is chosen with all other settings.
    """
    names = [one.name for one in fields(Settings) if one.name.startswith("consolidate_")]
    taken = {name: getattr(other, name) for name in names if "_at_" not in name}
    return replace(settings, **taken)


def with_what_others_chose(settings: Settings, kept: Settings) -> Settings:
    """The settings, with what their dialog doesn't hold as it is kept: which origins may call
    is changed by connecting a host, how conversations are consolidated in a window of its own."""
    return replace(with_consolidation_of(settings, kept), http_origins=kept.http_origins)


def private_file(path: Path) -> Path:
    """A file that another library writes, made for the person alone before it does; where that
    can't be done the library will say so."""
    try:
        private.make_folders(path.parent)
        path.touch(0o600)
        if os.name != "nt" and path.stat().st_mode & 0o077:
            path.chmod(0o600)  # an earlier memdesk left that to the library
    except OSError as error:
        _log.warning("%s can't be made: %s", path, error)
    return path


def _keep_unreadable(path: Path) -> None:
    import tomllib

    try:
        with path.open("rb") as file:
            tomllib.load(file)
    except FileNotFoundError:
        return
    except ValueError:
        path.replace(path.with_suffix(".toml.broken"))


def _types() -> dict[str, Any]:
    hints = get_type_hints(Settings)
    return {one.name: hints[one.name] for one in fields(Settings) if one.name != "others"}


def _fits(value: object, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return isinstance(value, str) and value in get_args(kind)
    if get_origin(kind) is tuple:
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    return type(value) is kind  # not isinstance: True is an int


def _toml_key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "a").replace("_", "a").isalnum()
    return name if bare else _toml(name)


def _toml(value: object) -> str:
    """A value as TOML: its strings take JSON's escapes, but for the delete character."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)
