"""Making a file out of a bank (spec 4.2)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memdesk.core.entry import KINDS, Entry, Profile
from memdesk.core.errors import BadParameters
from memdesk.exchange import formats, memdesk_json
from memdesk.exchange.formats import Format
from memdesk.exchange.redacting import redacted, redacted_profile, redacted_value
from memdesk.exchange.source import Source
from memdesk.exchange.writing import Written, grouped, write_file
from memdesk.store.bank import Bank
from memdesk.store.damage import MARK

Tell = Callable[[int, int], None]
"""Called with how many entries are done, and of how many. What it raises ends the work."""

NAMED = 100
"""Entries with secrets that are named; the rest are counted."""
_BATCH = 500
_BESIDE = ("-wal", "-shm", "-journal", MARK)
"""What the names of the files end in that belong to a bank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be written.

    `keys` narrows the bank to a selection, without the profile. `redact` replaces secrets.
    `history` adds the revisions, where the format is memdesk's own.
    """

    format: str = memdesk_json.NAME
    keys: Sequence[int] | None = None
    redact: bool = False
    history: bool = False


@dataclass(slots=True, kw_only=True)
class Outlook:
    """What a file would hold and lack, before it is written."""

    entries: int = 0
    left_out: tuple[tuple[str, int], ...] = ()
    with_secrets: int = 0
    secrets: list[str] = field(default_factory=list)
    """What the first NAMED entries with secrets are called; "" stands for the profile."""
    secrets_in_history: bool = False


def look_before(bank: Bank, wish: Wish, tell: Tell | None = None) -> Outlook:
    """What writing it would leave out, and which entries hold secrets. Writes nothing."""
    outlook = Outlook()
    held = formats.named(wish.format).kinds

    def watch(entry: Entry) -> None:
        outlook.entries += 1
        if entry.kind in held and redacted(entry) is not entry:
            outlook.with_secrets += 1
            if len(outlook.secrets) < NAMED:
                outlook.secrets.append(entry.label)

    profile = bank.profile() if wish.keys is None else Profile()
    if redacted_profile(profile) != profile:
        outlook.with_secrets += 1
        outlook.secrets.append("")
    written = _written(bank, wish, tell, watch)
    for _piece in written.pieces:
        pass  # what it lacks is known at its end
    outlook.left_out = written.left_out
    if wish.history:
        outlook.secrets_in_history = any(redacted_value(one) != one for one in _history(bank))
    return outlook


def export(bank: Bank, wish: Wish, tell: Tell | None = None) -> Written:
    """The bank in a format, read as the pieces are taken: of one moment, in this thread.

    What lies in the trash stays there. Raises BadParameters for a format that memdesk does not
    write.
    """
    return _written(bank, wish, tell, None)


def export_to(path: Path, bank: Bank, wish: Wish, tell: Tell | None = None) -> Written:
    """Write the file, whole or not at all; of a file that memdesk has a section in, the section.

    Gives what was written, for what it lacks. Raises BadParameters where it can't be written, or
    where a bank lies.
    """
    _refuse_banks(path, bank)
    written = export(bank, wish, tell)
    one = formats.named(wish.format)
    if one.update is not None and path.is_file() and path.stat().st_size:
        source = Source(path)
        mark = "\ufeff" if source.encoding == "utf-8-sig" else ""
        write_file(path, mark + one.update(source.text, written.text))
    else:
        write_file(path, grouped(written.pieces))
    return written


def _refuse_banks(path: Path, bank: Bank) -> None:
    """Raise BadParameters for the bank itself, for any other database, and for what is beside."""
    file = path.resolve()
    ending = next((one for one in _BESIDE if file.name.endswith(one)), "")
    whole = file.with_name(file.name.removesuffix(ending))
    if whole == bank.path.resolve() or (whole.is_file() and Source(whole).is_sqlite):
        raise BadParameters(
            "{path} is a bank, or belongs to one: name another file.",
            field="output",
            path=str(path),
        )


def _written(
    bank: Bank, wish: Wish, tell: Tell | None, watch: Callable[[Entry], None] | None
) -> Written:
    one = _writable(wish.format)
    profile = bank.profile() if wish.keys is None else Profile()
    entries = _entries(bank, wish, tell, watch)
    if wish.redact:
        profile = redacted_profile(profile)
        entries = map(redacted, entries)
    assert one.write is not None
    if not wish.history:
        return one.write(profile, entries)
    if one.name != memdesk_json.NAME:
        raise BadParameters(
            "Only memdesk's own format holds the history, {name} does not.",
            field="history",
            name=one.name,
        )
    history = _history(bank)
    if wish.redact:
        history = ({key: redacted_value(it) for key, it in one.items()} for one in history)
    return memdesk_json.write(profile, entries, history)


def _writable(name: str) -> Format:
    one = formats.named(name)
    if one.write is None:
        raise BadParameters(
            "memdesk reads {name} but does not write it; it writes {writable}.",
            field="format",
            allowed=formats.writable(),
            name=one.name,
            writable=", ".join(formats.writable()),
        )
    return one


def _entries(
    bank: Bank, wish: Wish, tell: Tell | None, watch: Callable[[Entry], None] | None
) -> Iterator[Entry]:
    """The living entries kind by kind, each in the order of a file."""
    with bank.snapshot():
        chosen = None if wish.keys is None else set(wish.keys)
        keys = array("q")
        for kind in KINDS:
            found = bank.keys_for_file(kind)
            keys.extend(key for key in found if chosen is None or key in chosen)
        for start in range(0, len(keys), _BATCH):
            part = keys[start : start + _BATCH]
            rows = bank.rows(part)
            for key in part:
                if watch is not None:
                    watch(rows[key])
                yield rows[key]
            if tell is not None:
                tell(start + len(part), len(keys))


def _history(bank: Bank) -> Iterator[dict[str, object]]:
    """The revisions, the newest first."""
    before: int | None = None
    while revisions := bank.history(limit=_BATCH, before=before):
        for one in revisions:
            yield {
                "at": one.at,
                "author": one.author,
                "kind": one.kind,
                "id": one.id,
                "action": one.action,
                "before": one.before,
                "after": one.after,
            }
        before = revisions[-1].number
