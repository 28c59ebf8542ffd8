"""Where a conversation is to be begun: what was said in it since the last time (spec 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from memdesk.consolidation import progress
from memdesk.consolidation.progress import Progress
from memdesk.consolidation.stopping import Stop
from memdesk.core.authors import CONSOLIDATION
from memdesk.core.errors import BankUnavailable
from memdesk.core.reasons import reason_of
from memdesk.exchange.transcripts.conversation import Conversation, Message, Tally
from memdesk.exchange.transcripts.finding import messages_of
from memdesk.store.bank import Bank, Suggestion

_OFTEN = 64
"""Messages after which it is looked whether to stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Where what is new begins: a place, or where none is known a moment."""

    place: int = 0
    since: str = ""
    resumed: Progress | None = None
    """What an earlier attempt has done already."""


def earlier(bank: Bank, session: str) -> list[Suggestion]:
    """What was suggested from a conversation before, be it answered or not; oldest first."""
    return [one for one in _suggested(bank) if one.session_id == session]


def last_times(bank: Bank) -> dict[str, str]:
    """When each conversation was consolidated last, by memdesk or by a host; by their ids."""
    found = bank.reviewed_sessions()
    for one in _suggested(bank):
        if one.session_id and one.at > found.get(one.session_id, ""):
            found[one.session_id] = one.at
    return found


def _suggested(bank: Bank) -> list[Suggestion]:
    return [one for one in bank.suggestions(waiting=False)[::-1] if one.host == CONSOLIDATION]


def start_of(
    bank: Bank,
    conversation: Conversation,
    *,
    full: bool = False,
    times: Mapping[str, str] | None = None,
) -> Start:
    """Where a conversation is to be begun; with `full` at its first word, whatever was read.

    An interrupted one goes on where it was. `times` are the `last_times`, for who asks often.
    """
    kept = progress.load(bank.path, conversation.id)
    if full and (kept is None or kept.finished):
        return Start()
    since = (last_times(bank) if times is None else times).get(conversation.id, "")
    if kept is None:
        return Start(since=since)
    if kept.finished:
        return Start(place=kept.read_to, since=since)
    return Start(place=kept.begin, since=since, resumed=kept)


def is_read(conversation: Conversation, start: Start) -> bool:
    """Whether nothing was said in it since the last time, as far as can be told unread."""
    if start.resumed is not None:
        return False
    if start.place:
        return start.place >= conversation.size
    return bool(start.since) and conversation.updated_at <= start.since


def messages_from(
    conversation: Conversation, begin: int, since: str, tally: Tally, stop: Stop
) -> Iterator[Message]:
    """The messages from a place on; from the beginning, those after a moment.

    Raises BankUnavailable for a transcript that can't be read, Cancelled.
    """
    if begin > conversation.size:
        begin = 0  # it was written anew
    try:
        for number, message in enumerate(messages_of(conversation, tally, begin)):
            if number % _OFTEN == 0:
                stop.check()
            if begin or not since or message.at is None or message.at > since:
                yield message
    except OSError as error:
        raise BankUnavailable(
            "The session {id} can't be read: {reason}.",
            id=conversation.id,
            reason=reason_of(error),
        ) from error


def said_since(conversation: Conversation, start: Start, enough: int, stop: Stop) -> int:
    """How many messages were said in it since the last time; counted no further than `enough`.

    Raises as `messages_from`.
    """
    if is_read(conversation, start):
        return 0
    if conversation.messages is not None and start == Start():
        # Known without reading: of an export of a thousand conversations each is far inside.
        return min(conversation.messages, enough)
    begin = start.place if start.resumed is None else start.resumed.read_to
    new = messages_from(conversation, begin, start.since, Tally(), stop)
    return sum(1 for _ in islice(new, enough))


class DueCount:
    """Which conversations are due, among those of this machine; each is counted once while
    nothing is said in it. One thread may use it."""

    def __init__(self) -> None:
        self._counted: dict[tuple[Conversation, Start, int], bool] = {}

    def among(
        self,
        bank: Bank,
        conversations: Iterable[Conversation],
        most_messages: int,
        stop: Stop,
        unreadable: Callable[[BankUnavailable], None],
    ) -> list[Conversation]:
        """Those with more messages than these since the last time, in the order given.

        `unreadable` is told why one can't be counted; the others are. Raises Cancelled.
        """
        times = last_times(bank)
        counted: dict[tuple[Conversation, Start, int], bool] = {}
        due = []
        for one in conversations:
            stop.check()
            start = start_of(bank, one, times=times)
            asked = (one, start, most_messages)
            known = self._counted.get(asked)
            if known is None:
                try:
                    known = said_since(one, start, most_messages + 1, stop) > most_messages
                except BankUnavailable as error:
                    unreadable(error)
                    continue
            counted[asked] = known
            if known:
                due.append(one)
        self._counted = counted
        return due
