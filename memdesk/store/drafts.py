"""What a person has typed and the bank doesn't hold, kept beside it for the next start.

Nothing typed is lost, be it invalid, half a new entry, or in an open cell, when the program is
killed (spec 7.1). Only the owner can read the file; it is gone when there is nothing to keep.
"""

from __future__ import annotations

import glob
import json
import os
import secrets
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from memdesk.core.errors import BankUnavailable, MemdeskError
from memdesk.core.reasons import reason_of
from memdesk.private import make_folders

_one_at_a_time = threading.RLock()
"""One thread keeps while another forgets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDraft:
    """One entry, or the profile (`kind` profile), being edited.

    `base` holds all its fields as they were when the editing began, lists as lists; `typed`
    those that the person gave other values. `new`: the bank has never had it.
    """

    kind: str
    base: Mapping[str, Any]
    typed: Mapping[str, Any]
    new: bool = False

    @property
    def id(self) -> str:
        return str(self.base.get("id", ""))


def path_of(bank: Path) -> Path:
    """Where the drafts of a bank are kept."""
    return bank.with_name(bank.name + "-drafts")


def keep(bank: Path, drafts: Sequence[KeptDraft]) -> None:
    """Keep these drafts of a bank, and no others. Raises BankUnavailable."""
    path = path_of(bank)
    try:
        _keep(path, drafts)
    except OSError as error:
        raise BankUnavailable(
            "What is typed and not saved yet can't be kept in {path}: {reason}.",
            path=path,
            reason=reason_of(error),
        ) from error


def _keep(path: Path, drafts: Sequence[KeptDraft]) -> None:
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with _one_at_a_time:
            _write(path, fresh, drafts)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def _write(path: Path, fresh: Path, drafts: Sequence[KeptDraft]) -> None:
    if not drafts:
        path.unlink(missing_ok=True)
        return
    make_folders(path.parent)
    with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        json.dump([asdict(draft) for draft in drafts], file)
    fresh.replace(path)


def kept(bank: Path) -> list[KeptDraft]:
    """The drafts that were kept. Raises BankUnavailable; a damaged file is set aside."""
    path = path_of(bank)
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise BankUnavailable(
            "What was typed and not saved last time can't be read from {path}: {reason}.",
            path=path,
            reason=reason_of(error),
        ) from error
    try:
        return [KeptDraft(**draft) for draft in json.loads(text)]
    except (ValueError, TypeError) as error:
        aside = path.with_name(path.name + "-damaged")
        with suppress(OSError):  # it stays where it is then, and is said all the same
            path.replace(aside)
        raise BankUnavailable(
            "What was typed and not saved last time is damaged; it is kept in {path}.", path=aside
        ) from error


def forget(bank: Path, ids: Sequence[tuple[str, str]]) -> list[MemdeskError]:
    """Drop the drafts of these entries, by kind and id (spec 1.6); gives what could not be."""
    gone = set(ids)
    path = path_of(bank)
    unreached: list[MemdeskError] = []
    try:
        with _one_at_a_time:
            drafts = kept(bank)
            left = [draft for draft in drafts if (draft.kind, draft.id) not in gone]
            if len(left) < len(drafts):
                _keep(path, left)
    except BankUnavailable as error:
        if path.exists():  # else it was damaged, and goes with the others
            unreached.append(error)
    except OSError as error:
        unreached.append(may_hold(path, error))
    # What is damaged, or was left by a killed program, can't be looked through, and may hold any
    # of them.
    damaged = path.with_name(path.name + "-damaged")
    for unread in (damaged, *bank.parent.glob(glob.escape(path.name) + ".*")):
        try:
            unread.unlink(missing_ok=True)
        except OSError as error:
            unreached.append(may_hold(unread, error))
    return unreached


def may_hold(path: Path, error: OSError) -> BankUnavailable:
    """What is said of a file that may hold what is to be forgotten, and can't be changed."""
    return BankUnavailable(
        "{path} may hold what is to be forgotten, and it can't be taken out: {reason}.",
        path=path,
        reason=reason_of(error),
    )
