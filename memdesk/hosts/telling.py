"""What a subscriber hears of a change (spec 3.1): nothing of what does not exist for it.

Another role's private entries do not, and neither do their ids (spec 1.2). What moved out of its
sight has changed for it, though it can't be read any more.
"""

from __future__ import annotations

from memdesk.core.entry import KINDS
from memdesk.hosts.caller import Identity
from memdesk.hosts.connection import Subscription
from memdesk.hosts.jsonrpc import notification
from memdesk.store.bank import Bank, Change, Concerned

_WITHOUT_IDS = {"profile", "suggestion"}
"""Kinds that a change names by no id; there is nothing private in that they changed."""


def changed(bank: Bank, change: Change, subscription: Subscription) -> bytes | None:
    """The notification of a change, or None where the subscriber doesn't hear of it.

    A change of too many entries to name them is told to everyone, without ids.
    """
    if change.number <= subscription.since:
        return None
    kinds, ids = change.kinds, None
    if change.ids is not None:
        there = [one for one in bank.concerned(change) if _exists_for(subscription.identity, one)]
        ids = list(dict.fromkeys(one.id for one in there))
        kinds = _kinds_told(change, {one.kind for one in there})
    if not kinds or (subscription.kinds and not set(subscription.kinds) & set(kinds)):
        return None
    return notification(
        "changed",
        {"revision": change.number, "kinds": list(kinds), "ids": ids, "author": change.author},
    )


def _kinds_told(change: Change, named: set[str]) -> tuple[str, ...]:
    """Those of a change's kinds of which something is there for the subscriber."""
    told = named | _WITHOUT_IDS
    if named & set(KINDS):
        told.add("tag")  # one that a change renames is on the entries that it names
    return tuple(kind for kind in change.kinds if kind in told)


def _exists_for(who: Identity, one: Concerned) -> bool:
    """Whether a subscriber may learn an id."""
    match one.kind:
        case "host":
            return one.id == who.author
        case "role":
            return one.id == who.role
        case "preset":
            return True  # any host may ask for any
    return any(place.is_seen_by(who.viewer(), who.host) for place in one.places)
