"""What a reply says of a system layer beside its bytes: measures, cuts, what was left out.

It is stored with a frozen layer, so that a session is told the same ever after (spec 2.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from memdesk.core.block.layout import shorten
from memdesk.core.block.result import SECTIONS, Block, Line
from memdesk.core.entry import Kind
from memdesk.store.bank import FrozenBlock

MAX_TOLD = 100
"""Entries left out that a reply names; the rest is counted."""

Count = Callable[[str], int | None]
"""Counts the tokens of a text, or gives None where nobody asks for them."""
Injected = tuple[tuple[Kind, str], ...]
"""The entries in a block, by kind and id."""


def details_of(block: Block, count: Count) -> dict[str, Any]:
    """What there is to say of a block, and where everything stands in it."""
    cut = [
        {"section": line.section, "kind": line.kind, "id": line.id, "chars": len(line.lost)}
        for line in block.lines
        if line.lost
    ]
    # An entry that is withheld from this host does not exist for it (spec 2.5).
    omitted = [one for one in block.omitted if one.reason != "never_send"]
    counts: dict[str, int] = {}
    for one in omitted:
        counts[one.section] = counts.get(one.section, 0) + 1
    for section, count_beyond in block.beyond.items():
        if count_beyond:
            counts[section] = counts.get(section, 0) + count_beyond
    told = [
        {"section": one.section, "kind": one.kind, "id": one.id, "reason": one.reason}
        for one in omitted[:MAX_TOLD]
    ]
    return {
        "sections": _measures(block.lines, count),
        "cut": cut,
        "omitted": {"count": sum(counts.values()), "sections": counts, "entries": told},
        "injected": [list(one) for one in injected_by(block.lines)],
        "layout": block.layout,
    }


def injected_by(lines: Iterable[Line]) -> Injected:
    """The entries that stand in a layer."""
    found: dict[tuple[Kind, str], None] = {}
    for line in lines:
        if line.id and line.kind and line.kind != "profile":
            found[line.kind, line.id] = None
    return tuple(found)


def shortened(frozen: FrozenBlock, limit: int, count: Count) -> FrozenBlock:
    """A frozen layer cut down to a limit, with what is to be said of it then.

    Nothing of the bank as it is now: only what was frozen, its lines of the lowest priority left
    out (spec 2.4).
    """
    known: Mapping[str, Any] = frozen.details
    short = shorten(frozen.text, known["layout"], limit)
    gone = {(one.section, one.kind, one.id) for one in short.omitted}
    omitted = known["omitted"]
    counts = dict(omitted["sections"])
    for one in short.omitted:
        counts[one.section] = counts.get(one.section, 0) + 1
    told = list(omitted["entries"])
    told += (
        {"section": one.section, "kind": one.kind, "id": one.id, "reason": one.reason}
        for one in short.omitted
    )
    told.sort(key=lambda entry: SECTIONS.index(entry["section"]))
    details = {
        "sections": _measures(short.lines, count),
        "cut": [one for one in known["cut"] if not gone & {_place(one)}],
        "omitted": {
            "count": sum(counts.values()),
            "sections": {name: counts[name] for name in SECTIONS if name in counts},
            "entries": told[:MAX_TOLD],
        },
        "injected": [list(one) for one in injected_by(short.lines)],
    }
    return frozen._replace(text=short.system, limit=limit, details=details)


def _place(told: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    return told["section"], told["kind"], told["id"]


def _measures(lines: Sequence[Line], count: Count) -> dict[str, Any]:
    """Characters and tokens of the lines of each section."""
    sections: dict[str, Any] = {}
    for section in SECTIONS:
        own = [line.text for line in lines if line.section == section]
        if own:
            text = "\n".join(own)
            sections[section] = {"chars": len(text), "tokens": count(text)}
    return sections
