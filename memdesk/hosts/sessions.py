"""The operations on conversations: session_list, session_read, consolidation_due (spec 3.1, 5).

A session's id is looked up among what the finders of `exchange.transcripts` found on this
machine and is never made part of a path: no id reaches a file that is no conversation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memdesk import config, paths
from memdesk.consolidation import progress
from memdesk.consolidation.here import machine
from memdesk.consolidation.starting import Start, said_since
from memdesk.consolidation.stopping import Stop
from memdesk.core import times
from memdesk.core.consolidation_due import consolidation_due as judged
from memdesk.core.errors import BadParameters, BankUnavailable, NotFound
from memdesk.core.limits import MAX_NAME
from memdesk.core.reasons import reason_of
from memdesk.core.secrets import redact
from memdesk.core.text import clean, cut
from memdesk.exchange.transcripts.conversation import Conversation, Message, Tally
from memdesk.exchange.transcripts.finding import Finder, messages_of
from memdesk.hosts.caller import Call
from memdesk.hosts.consolidation import SCOPES, SESSION
from memdesk.store.bank import Bank

RECENT = 5
"""Sessions that the scope `recent` stands for."""
LONGEST = 10_000
"""Code points of one message in a page; the rest of a longer one is left out, and said so."""
PAGE_BYTES = 60_000
"""Bytes of text in one page: popular hosts refuse results of tools above 25,000 tokens."""

_MARGIN = 5_000
"""Code points at the end of what is looked at: a secret that is halved there looks like none."""
_LOOKED_AT = LONGEST + 30_000


class Sessions:
    """The conversations on this machine. Any thread may use it."""

    def __init__(self) -> None:
        self._finder = Finder()

    def found(self) -> tuple[list[Conversation], int]:
        """Every conversation, the newest first, and how many files could not be read."""
        return self._finder.all(machine()), self._finder.unreadable

    def of_scope(self, scope: str) -> list[Conversation]:
        """Those among which a scope chooses, the newest first."""
        if scope.startswith(SESSION):
            one = self._finder.one(machine(), scope.removeprefix(SESSION).strip())
            return [one] if one else []
        return self.found()[0]


def session_list(bank: Bank, sessions: Sessions, call: Call) -> dict[str, object]:
    """A page of sessions, the newest first, and the cursor of the next one (spec 5.1).

    Of the scopes, `all` leaves out those that a visible entry names in `source_sessions`;
    `full`, `recent` (the newest five) and `session:ID` say of each whether one does. Only those
    of the caller's workspace, where it has one. Raises BadParameters, NotFound.
    """
    found, unreadable = sessions.found()
    reviewed = bank.reviewed_sessions(call.identity.viewer(), call.identity.host)
    chosen = chosen_of(found, call.identity.workspace, call.params["scope"], reviewed)
    if cursor := call.params.get("cursor"):
        before = _list_place(cursor)
        chosen = [one for one in chosen if (one.updated_at, one.id) < before]
    limit: int = call.params["limit"]
    page = chosen[:limit]
    more = len(chosen) > limit
    return {
        "sessions": [_shape(one, one.id in reviewed) for one in page],
        "next": f"{page[-1].updated_at}/{page[-1].id}" if more else None,
        "unreadable": unreadable,
    }


def session_read(bank: Bank, sessions: Sessions, call: Call) -> dict[str, object]:
    """A page of the messages of one session, and the cursor of the next page (spec 5.3).

    The scope says which: `session:ID`, or else the sessions of that scope one after the other,
    the oldest first; the cursor leads from the end of one to the beginning of the next. Without
    a scope it is the session that the caller names as its own, or else `all`. `broken` and
    `unknown` count what could not be read on the way to this page's end; `cut` says that a
    message was too long. Raises BadParameters, NotFound, BankUnavailable.
    """
    scope = call.params.get("scope") or (
        SESSION + call.identity.session if call.identity.session else "all"
    )
    found = sessions.of_scope(scope)
    reviewed = {}
    if scope == "all":
        reviewed = bank.reviewed_sessions(call.identity.viewer(), call.identity.host)
    chosen = chosen_of(found, call.identity.workspace, scope, reviewed)[::-1]
    start, after = 0, ("", "")
    if cursor := call.params.get("cursor"):
        start, after = _read_place(cursor)
        chosen = [one for one in chosen if (one.updated_at, one.id) > after]
    if start:
        # The one that is being read, though it was reviewed or has gone on since.
        own = [
            one
            for one in chosen_of(found, call.identity.workspace, "full", {})
            if one.id == after[1]
        ]
        chosen = own + [one for one in chosen if one.id != after[1]]
        start = start if own else 0
    if not chosen:
        return {"session": None, "messages": [], "next": None, "broken": 0, "unknown": 0}
    one = chosen[0]
    tally = Tally()
    try:
        shown, place = _page(messages_of(one, tally, start), call.params["limit"], tally)
    except OSError as error:
        raise _unreadable(one, error) from error
    at = after if start else (one.updated_at, one.id)
    following = None
    if place is not None:
        following = "/".join((str(place), *at))
    elif len(chosen) > 1:
        following = "/".join(("0", *at))
    return {
        "session": _shape(one, one.id in reviewed),
        "messages": shown,
        "next": following,
        "broken": tally.broken,
        "unknown": tally.unknown,
    }


def consolidation_due(bank: Bank, sessions: Sessions, call: Call) -> dict[str, object]:
    """Whether a conversation should be consolidated now, and why (spec 5.2).

    `messages` are as many as the host knows of. Where the session's transcript is on this machine
    and memdesk has read it, only those count that were said behind where it has; where an entry
    names it in its `source_sessions`, those since the newest such entry was made. Where `messages`
    is not given, the transcript is counted. What was said since is not known of any other session:
    then all counts. Raises BadParameters, BankUnavailable.
    """
    messages, tokens = call.params.get("messages"), call.params.get("tokens")
    most = call.params.get("max_tokens")
    if tokens is not None and most is None:
        raise BadParameters(
            "{operation} needs {field}.", field="max_tokens", operation=call.operation
        )
    settings = config.load()
    id = call.identity.session
    if id:
        # Counted no further than is needed to know that it is due.
        enough = settings.consolidate_at_messages + 1
        counted = _said_since(bank, sessions, call, id, enough, unless_new=messages is not None)
        if counted is not None:
            messages = counted if messages is None else min(messages, counted)
    if messages is None and tokens is None:
        raise BadParameters(
            "{operation} needs {field}.", field="messages", operation=call.operation
        )
    due = judged(
        messages,
        tokens,
        most,
        tokens_percent=settings.consolidate_at_percent,
        most_messages=settings.consolidate_at_messages,
    )
    return {"due": due.due, "why": due.why}


def _said_since(
    bank: Bank, sessions: Sessions, call: Call, id: str, enough: int, *, unless_new: bool
) -> int | None:
    """Messages of a session since it was consolidated last, at most `enough`.

    None where it is not found here, and `unless_new` where it never was.
    """
    reviewed = bank.reviewed_sessions(call.identity.viewer(), call.identity.host).get(id, "")
    kept = progress.load(bank.path, id)
    if unless_new and not reviewed and kept is None:
        return None
    found = _of_workspace(sessions.of_scope(SESSION + id), call.identity.workspace)
    if not found:
        return None
    start = Start(place=kept.read_to if kept is not None else 0, since=reviewed)
    return said_since(found[0], start, enough, Stop())


def chosen_of(
    found: list[Conversation], workspace: str, scope: str, reviewed: Iterable[str]
) -> list[Conversation]:
    """The sessions of a scope and a workspace (none: of all), in the order of `found`.

    Raises BadParameters, NotFound.
    """
    mine = _of_workspace(found, workspace)
    if scope.startswith(SESSION):
        id = scope.removeprefix(SESSION).strip()
        if not 0 < len(id) <= MAX_NAME or not id.isprintable():
            raise _bad_scope()
        one = [one for one in mine if one.id == id]
        if not one:
            raise NotFound(
                "There is no session {id} on this machine; session_list lists those there are.",
                id=id,
            )
        return one
    match scope:
        case "all":
            return [one for one in mine if one.id not in reviewed]
        case "full":
            return mine
        case "recent":
            return mine[:RECENT]
    raise _bad_scope()


def _bad_scope() -> BadParameters:
    return BadParameters(
        "{field} must be one of {choices}.",
        field="scope",
        allowed=SCOPES,
        choices=", ".join(SCOPES),
    )


def _of_workspace(found: list[Conversation], workspace: str) -> list[Conversation]:
    """Those held in a workspace (spec 1.2); all of them for a caller that has none."""
    if not workspace:
        return found
    same: dict[str, bool] = {"": False}
    for one in found:
        if one.workspace not in same:
            same[one.workspace] = (
                paths.is_absolute(one.workspace)
                and "\0" not in one.workspace
                and paths.normalise_workspace(one.workspace) == workspace
            )
    return [one for one in found if same[one.workspace]]


def _shape(one: Conversation, reviewed: bool) -> dict[str, object]:
    return {
        "id": one.id,
        "host": one.host or None,
        "format": one.format,
        "workspace": redact(clean(one.workspace))[0],
        "title": redact(one.title)[0],
        "started_at": one.started_at,
        "updated_at": one.updated_at,
        "messages": one.messages,
        "bytes": one.size,
        "reviewed": reviewed,
    }


def _page(
    messages: Iterator[Message], limit: int, tally: Tally
) -> tuple[list[dict[str, object]], int | None]:
    """A page of messages as a host gets them, and where the next one begins; None at the end."""
    shown: list[dict[str, object]] = []
    place = 0
    met = (0, 0)
    size = 0
    for message in messages:
        if len(shown) == limit or size > PAGE_BYTES:
            # What stands between here and there is counted with the next page.
            tally.broken, tally.unknown = met
            return shown, place
        one = _message(message)
        shown.append(one)
        size += len(str(one["text"]).encode("utf-8", "surrogatepass"))
        place, met = message.after, (tally.broken, tally.unknown)
    return shown, None


def _message(message: Message) -> dict[str, object]:
    """A message as hosts get texts (spec 2.5): cleaned, secrets replaced, not too long."""
    text = clean(message.text[:_LOOKED_AT])
    whole = len(message.text) <= _LOOKED_AT
    text, kinds = redact(text)
    kept, rest = cut(text, LONGEST if whole else min(LONGEST, max(len(text) - _MARGIN, 0)))
    shape: dict[str, object] = {"role": message.role, "text": kept, "at": message.at}
    if rest:
        shape["cut"] = True
    if kinds:
        shape["redacted"] = list(kinds)
    return shape


def _list_place(cursor: str) -> tuple[str, str]:
    at, slash, id = cursor.partition("/")
    if not slash or times.normalised(at) != at or not id:
        raise BadParameters(
            "{field} is not one that {operation} gave.", field="cursor", operation="session_list"
        )
    return at, id


def _read_place(cursor: str) -> tuple[int, tuple[str, str]]:
    place, _, rest = cursor.partition("/")
    at, _, id = rest.partition("/")
    good = place.isascii() and place.isdigit() and len(place) <= 15 and id
    if not good or times.normalised(at) != at:
        raise BadParameters(
            "{field} is not one that {operation} gave.", field="cursor", operation="session_read"
        )
    return int(place), (at, id)


def _unreadable(one: Conversation, error: OSError) -> BankUnavailable:
    return BankUnavailable(
        "The session {id} can't be read: {reason}.",
        id=one.id,
        reason=reason_of(error),
    )
