"""Keys of models' servers: in the system keyring, or where there is none in a file (spec 5.2)."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from memdesk import paths, private
from memdesk.consolidation.address import Address
from memdesk.core.errors import BadParameters

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "memdesk"
VARIABLE = "MEMDESK_API_KEY"
"""A key in the environment counts before all others."""

Place = Literal["environment", "keyring", "file", ""]
"""Where a key is kept; empty for nowhere."""

_log = logging.getLogger(__name__)


def key_path() -> Path:
    """Where keys lie on a system without a keyring: readable by the person alone."""
    return paths.config_dir() / "model-keys.json"


def find_key(address: Address) -> tuple[str, Place]:
    """The key for an address and where it was found. Takes a while: a keyring may ask."""
    if given := os.environ.get(VARIABLE, "").strip():
        return given, "environment"
    ring = _keyring()
    if ring is not None and (kept := _asked(ring, address)):
        return kept, "keyring"
    if kept := _in_file().get(address.base, ""):
        return kept, "file"
    return "", ""


def keep_key(address: Address, key: str) -> Place:
    """Keep a key for an address, or with an empty one forget it. Gives where it lies now.

    Raises BadParameters for what is no key, OSError where the file can't be written.
    """
    key = key.strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        raise BadParameters("That is no key: it holds a space or what can't be sent.", field="key")
    ring = _keyring()
    kept = False
    if ring is not None:
        import keyring.errors

        try:
            if key:
                ring.set_password(SERVICE, address.base, key)
                kept = True
            elif ring.get_password(SERVICE, address.base) is not None:
                ring.delete_password(SERVICE, address.base)
        except keyring.errors.KeyringError as error:
            _log.warning("the keyring refused: %s", error)
    _write_file(address, "" if kept else key)
    return "" if not key else "keyring" if kept else "file"


def _asked(ring: KeyringBackend, address: Address) -> str:
    import keyring.errors

    try:
        return ring.get_password(SERVICE, address.base) or ""
    except keyring.errors.KeyringError as error:
        _log.warning("the keyring can't be asked: %s", error)
        return ""


def _in_file() -> dict[str, str]:
    try:
        found = json.loads(key_path().read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise BadParameters(
            "The file {path} can't be read. Remove it, and give the keys again.",
            path=str(key_path()),
        ) from error
    if not isinstance(found, dict):
        return {}
    return {name: key for name, key in found.items() if isinstance(key, str)}


def _write_file(address: Address, key: str) -> None:
    kept = _in_file()
    if kept.get(address.base, "") == key:
        return
    kept.pop(address.base, None)
    if key:
        kept[address.base] = key
    path = key_path()
    if not kept:
        path.unlink(missing_ok=True)
        return
    private.make_folders(path.parent)
    private.write_whole(path, [json.dumps(kept)])


def _keyring() -> KeyringBackend | None:
    """The system's keyring, where there is one that can keep anything."""
    try:
        import keyring
        import keyring.backends.fail
        import keyring.backends.null
    except ImportError:
        return None
    backend = keyring.get_keyring()
    none = (keyring.backends.fail.Keyring, keyring.backends.null.Keyring)
    return None if isinstance(backend, none) else backend
