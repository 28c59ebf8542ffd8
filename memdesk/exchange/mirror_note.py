"""Which files mirror which bank, and what memdesk last wrote into each (spec 4.3).

Whoever keeps mirrors notes them here, so that others know of them: who imports what another
program wrote into one, who forgets a text that may stand in one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, get_args

from memdesk import paths
from memdesk.core.errors import BadParameters, BankUnavailable, MemdeskError
from memdesk.core.reasons import reason_of
from memdesk.exchange.section_text import section_of
from memdesk.exchange.source import Source
from memdesk.exchange.writing import write_file
from memdesk.lock import Turns

Shape = Literal["gameassist", "section", "cursor"]
"""gameassist's memory.json, a section of AGENTS.md or CLAUDE.md, a rules file of Cursor."""
_MARKS = "-*+• \t\r"
"""Of bullets and indentation: who moves a line has not written it."""
lock = Turns(lambda: paths.runtime_dir() / "mirrors.lock")
"""Held while a mirror is made of the bank, written and noted, by whatever process: else one that
was made before something was forgotten could be written after it (spec 1.6)."""
_OF_A_LINE = 16
"""Hexadecimal digits that tell a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mirror:
    """One file, what it holds, and for whom: as a host's block it has a workspace and a role.

    `written` is the digest of what memdesk last wrote there, `lines` those of its lines where it
    is a text, `at` when the bank was read for it; empty before the first time. `taken` is the
    digest of what others made of it, once all of that was imported.
    """

    path: str
    shape: Shape
    host: str = ""
    workspace: str = ""
    role: str = ""
    preset: str = ""
    written: str = ""
    lines: tuple[str, ...] = ()
    at: str = ""
    taken: str = ""

    def holding(self, text: str) -> Mirror:
        """The same once this was written there."""
        lines = () if self.shape == "gameassist" else sorted(lines_of(text))
        return replace(self, written=digest(text), lines=tuple(lines), taken="")

    def lacks(self, held: str, text: str) -> bool:
        """Whether others took something out of what memdesk wrote, that would come back by `text`.

        `held` is what they made of it. What is new since then can't have been taken out.
        """
        if self.shape != "gameassist":
            return not lines_of(held) >= frozenset(self.lines)
        there, new = (_told(one) for one in (held, text))
        return any(at <= self.at for key, at in new.items() if key not in there)

    def held_in(self, whole: str) -> str | None:
        """What of a file's text is the mirror's; None where there is none of it."""
        return section_of(whole) if self.shape == "section" else whole


def note_path() -> Path:
    """Where the mirrors of every bank are noted."""
    return paths.config_dir() / "mirrors.json"


def noted(bank: Path) -> list[Mirror]:
    """The mirrors of a bank. Raises BadParameters where the note can't be read."""
    return [_mirror(shape) for shape in _read_note().get(str(bank), [])]


def noted_at(file: Path) -> Mirror | None:
    """The mirror that a file is, of whichever bank. Where the note can't be read, none is known:
    who keeps mirrors says so."""
    try:
        every = [_mirror(shape) for several in _read_note().values() for shape in several]
    except MemdeskError:
        return None
    return next((one for one in every if Path(one.path) == file.absolute()), None)


def note(bank: Path, mirrors: list[Mirror]) -> None:
    """Keep which mirrors a bank has. Raises BadParameters where that can't be written."""
    root = _read_note()
    root[str(bank)] = [asdict(mirror) for mirror in mirrors]
    if not mirrors:
        del root[str(bank)]
    note_path().parent.mkdir(parents=True, exist_ok=True)
    write_file(note_path(), json.dumps(root, indent=2, ensure_ascii=False) + "\n")


def note_taken(bank: Path, file: str, held: str) -> None:
    """Note that all was imported which others wrote into a mirror; `held` is its digest.

    Raises BadParameters where the note can't be read or written.
    """
    with lock:
        mirrors = noted(bank)
        taken = [replace(one, taken=held) if one.path == file else one for one in mirrors]
        if taken != mirrors:
            note(bank, taken)


def digest(text: str) -> str:
    """What tells a text from every other one."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def lines_of(text: str) -> frozenset[str]:
    """The digests of the lines of a text, for `is_line_of`."""
    return frozenset(map(_line, text.split("\n")))


def is_line_of(line: str, digests: Iterable[str]) -> bool:
    """Whether a line, moved or not, is one of those."""
    return _line(line) in digests


def still_saying(bank: Path, says: Callable[[str], bool]) -> list[MemdeskError]:
    """The mirrors of a bank that hold a text which was forgotten, each as what to say of it.

    What memdesk alone wrote is no matter: it is written anew. What others have written since is
    left alone, the text with it, until the person decides (spec 1.6).
    """
    try:
        mirrors = noted(bank)
    except MemdeskError as error:
        return [error]
    several = (_said_of(mirror, says) for mirror in mirrors)
    return [one for one in several if one is not None]


def _said_of(mirror: Mirror, says: Callable[[str], bool]) -> MemdeskError | None:
    try:
        whole = Path(mirror.path).read_bytes().decode("utf-8", "replace")
    except FileNotFoundError:
        return None
    except OSError as error:
        return BankUnavailable(
            "The mirror {path} can't be read: {reason}. It may hold what was forgotten.",
            path=mirror.path,
            reason=reason_of(error),
        )
    held = mirror.held_in(whole)
    if held is None or digest(held) == mirror.written or not says(_spoken(mirror, held)):
        return None
    return BankUnavailable(
        "The mirror {path} still says it: others have written into that file, so it was left"
        " alone. Overwrite it in File → Mirrors…, or take the text out there.",
        path=mirror.path,
    )


def _told(text: str) -> dict[str, str]:
    """What gameassist's file tells of: ids and the profile's items, and since when; "" is ever."""
    try:
        root = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    told: dict[str, str] = {}
    for name in ("interests", "preferences", "tasks", "works") if isinstance(root, dict) else ():
        for item in several if isinstance(several := root.get(name), list) else ():
            if isinstance(item, dict):
                told[f"{name} {item.get('id')}"] = str(item.get("updatedAt", ""))
            else:
                told[f"{name} {item}"] = ""
    return told


def _spoken(mirror: Mirror, held: str) -> str:
    """What a mirror says, without the signs in which JSON writes it."""
    if mirror.shape != "gameassist":
        return held
    texts: list[str] = []

    def note_texts(pairs: list[tuple[str, object]]) -> None:
        for _name, value in pairs:
            texts.extend(one for one in (value if isinstance(value, list) else [value])
                         if isinstance(one, str))  # fmt: skip

    try:
        json.loads(held, object_pairs_hook=note_texts)
    except (ValueError, RecursionError):
        return held
    return "\n".join(texts)


def _line(line: str) -> str:
    return digest(" ".join(line.strip(_MARKS).split()))[:_OF_A_LINE]


def _read_note() -> dict[str, list[dict[str, Any]]]:
    if not note_path().exists():
        return {}
    root = Source(note_path()).json
    if not isinstance(root, dict):
        raise _no_mirrors()
    return root


def _mirror(shape: Mapping[str, Any]) -> Mirror:
    known = {name: shape[name] for name in Mirror.__dataclass_fields__ if name in shape}
    lines = known.get("lines", [])
    if (
        known.get("shape") not in get_args(Shape)
        or not isinstance(known.get("path"), str)
        or not isinstance(lines, list)
    ):
        raise _no_mirrors()
    return Mirror(**known | {"lines": tuple(lines)})


def _no_mirrors() -> BadParameters:
    return BadParameters("{path} does not hold mirrors.", path=str(note_path()))
