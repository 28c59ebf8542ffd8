"""What one entry is to hold when it takes in others that say the same (spec 1.4).

Its own fields stay, apart from what can be united without deciding anything: tags and tech, the
highest relevance, a pin, and who must not see it. Which text it gets is the person's choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memdesk.core import limits
from memdesk.core.entry import BODY, RELEVANCES, Entry, Memory, Task, Work, body_of
from memdesk.core.lists import with_items, without_repeats


def merged_fields(
    kept: Entry, others: Sequence[Entry], bodies: Sequence[Entry] = ()
) -> dict[str, object]:
    """The fields that the kept entry gets, where they differ from its own.

    `bodies`: whose text it gets, as `joined`; none: its own stays. Tags over
    the limit of an entry are left out, the last ones first. Whether the whole fits is for who
    stores it to check.
    """
    tags, blocked = kept.tags, kept.never_send_to
    for other in others:
        tags = with_items(tags, other.tags)
        blocked = with_items(blocked, other.never_send_to)
    everyone = (kept, *others)
    fields: dict[str, object] = {
        "tags": tags[: max(limits.MAX_TAGS, len(kept.tags))],
        "never_send_to": blocked,
        "relevance": min((entry.relevance for entry in everyone), key=RELEVANCES.index),
        "pinned": any(entry.pinned for entry in everyone),
    }
    if bodies:
        fields[BODY[kept.kind]] = joined(map(body_of, bodies))
        # What one of the texts was said to hold no secret of says nothing about another's.
        fields["not_secret"] = all(entry.not_secret for entry in bodies)
    if isinstance(kept, Work):
        tech = kept.tech
        for other in others:
            if isinstance(other, Work):
                tech = with_items(tech, other.tech)
        fields["tech"] = tech[: max(limits.MAX_TECH, len(kept.tech))]
    return {name: value for name, value in fields.items() if value != getattr(kept, name)}


def joined(texts: Iterable[str]) -> str:
    """The texts one below the other, without those that another one holds already."""
    said: list[str] = []
    for text in texts:
        if not text.strip() or any(text.strip() in other for other in said):
            continue
        said = [other for other in said if other.strip() not in text] + [text]
    return "\n\n".join(said)


def came_from(*sessions: Iterable[str]) -> tuple[str, ...]:
    """The sessions that what is united came from; where they are too many, the last ones."""
    each = without_repeats(session for some in sessions for session in some)
    return each[-limits.MAX_SOURCE_SESSIONS :]


def best_to_keep(entries: Sequence[Entry]) -> Entry:
    """The one that most depends on: pinned, then recalled most, then the oldest."""
    return min(entries, key=lambda one: (not one.pinned, -one.access_count, one.created_at, one.id))


def letters(entry: Entry) -> tuple[str, ...]:
    """Equal for twins: the same to the letter, apart from tags and relevance, which unite."""
    fields = compared_fields(entry)
    return (entry.kind, *(fields[name] for name in fields if name not in ("tags", "relevance")))


def compared_fields(entry: Entry) -> dict[str, str]:
    """What a person compares of two entries, by the name of the field, as texts."""
    named: dict[str, str] = {"name" if isinstance(entry, Work) else "title": entry.label}
    named[BODY[entry.kind]] = body_of(entry)
    match entry:
        case Memory():
            named["category"] = entry.category
        case Task():
            named["status"] = entry.status
        case Work():
            named |= {
                "status": entry.status,
                "work_kind": entry.work_kind,
                "tech": ", ".join(entry.tech),
                "path": entry.path,
            }
    named |= {
        "tags": ", ".join(entry.tags),
        "relevance": entry.relevance,
        "workspace": entry.workspace,
        "role": entry.role,
    }
    return named
