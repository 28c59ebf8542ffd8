"""What a model takes out of one conversation: key facts window by window, then a summary (5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from memdesk.consolidation.endpoint import Endpoint
from memdesk.consolidation.instructions import (
    FACTS_TEMPERATURE,
    FACTS_TOKENS,
    HEADINGS,
    SUMMARY_TEMPERATURE,
    SUMMARY_TOKENS,
    Known,
    asking_for_facts,
    asking_for_summary,
)
from memdesk.consolidation.progress import Progress
from memdesk.consolidation.replies import facts_in, summary_in
from memdesk.consolidation.starting import Start, messages_from
from memdesk.consolidation.stopping import Stop
from memdesk.consolidation.windows import Count, Window, fitting, last, room, windows
from memdesk.core.lists import without_repeats
from memdesk.core.text import cut
from memdesk.exchange.transcripts.conversation import Conversation, Message, Tally

FACTS_FROM = 5
"""Messages at the end of a conversation that are searched for facts."""
SUMMARY_FROM = 10
WINDOW = 8_192
"""Tokens of a model's window, unless the person says otherwise."""

_REQUEST = 1_500
Tell = Callable[[int, int], None]
"""Called with how many tokens are done, and how many there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """How conversations are gone through. `facts_from` 0 is all of a conversation."""

    facts_from: int = FACTS_FROM
    summary_from: int = SUMMARY_FROM
    summary: bool = True
    headings: tuple[str, ...] = HEADINGS["en"]
    window: int = WINDOW


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What going through a conversation sends: its messages, their tokens, in how many calls."""

    messages: int
    tokens: int
    calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Harvest:
    """What was found. `read_to` is the place from which the next words are new."""

    facts: tuple[str, ...]
    summary: str
    read_to: int
    messages: int
    broken: int
    unknown: int


def cost(
    conversation: Conversation, start: Start, choices: Choices, count: Count, stop: Stop
) -> Cost:
    """What it would send now. Reads the conversation. Raises BankUnavailable, Cancelled."""
    messages = tokens = calls = 0
    for window in _to_search(conversation, start, choices, count, Tally(), stop):
        messages, tokens, calls = messages + window.messages, tokens + window.tokens, calls + 1
    new = calls or (start.resumed is not None and not start.resumed.finished)
    if choices.summary and new:
        ending = _ending(conversation, choices, count, stop)
        tokens, calls = tokens + count(ending), calls + 1
    return Cost(messages=messages, tokens=tokens, calls=calls)


def harvest(
    conversation: Conversation,
    start: Start,
    choices: Choices,
    endpoint: Endpoint,
    known: Known,
    count: Count,
    stop: Stop,
    tell: Tell,
    keep: Callable[[Progress], None],
) -> Harvest:
    """Ask for the facts of each window, then for a summary.

    After each window `keep` is given how far it is, from where an interrupted one goes on. Raises
    EndpointFailed, Cancelled, BankUnavailable for a transcript that can't be read, and what
    `keep` raises.
    """
    total = cost(conversation, start, choices, count, stop).tokens
    tell(0, total)
    tally = Tally()
    resumed = start.resumed
    progress = resumed or Progress(begin=start.place, read_to=start.place)
    done = messages = 0
    for window in _to_search(conversation, start, choices, count, tally, stop):
        told = [*known.facts, *progress.facts]
        reply = endpoint.complete(
            asking_for_facts(window.text, told),
            max_tokens=FACTS_TOKENS,
            temperature=FACTS_TEMPERATURE,
            stop=stop,
        )
        facts = without_repeats([*progress.facts, *facts_in(reply)])
        read_to = max(window.after, progress.read_to)
        progress = replace(progress, facts=tuple(facts), read_to=read_to)
        keep(progress)
        done, messages = done + window.tokens, messages + window.messages
        tell(done, total)
    summary = ""
    if choices.summary and (messages or resumed is not None):
        state = replace(
            known,
            request=_request(conversation),
            facts=without_repeats([*known.facts, *progress.facts]),
        )
        ending = _ending(conversation, choices, count, stop)
        summary = summary_in(
            endpoint.complete(
                asking_for_summary(ending, state, choices.headings),
                max_tokens=SUMMARY_TOKENS,
                temperature=SUMMARY_TEMPERATURE,
                stop=stop,
            )
        )
    tell(total, total)
    return Harvest(
        facts=progress.facts,
        summary=summary,
        read_to=progress.read_to,
        messages=messages,
        broken=tally.broken,
        unknown=tally.unknown,
    )


def _to_search(
    conversation: Conversation,
    start: Start,
    choices: Choices,
    count: Count,
    tally: Tally,
    stop: Stop,
) -> Iterator[Window]:
    """The windows that are still to be searched for facts."""
    resumed = start.resumed
    begin = resumed.begin if resumed is not None else start.place
    read_to = resumed.read_to if resumed is not None else 0
    limit = room(choices.window, FACTS_TOKENS)
    if not choices.facts_from:
        begin = max(begin, read_to)
    messages: Iterable[Message] = messages_from(conversation, begin, start.since, tally, stop)
    if choices.facts_from:
        messages = [
            one for one in last(messages, choices.facts_from) if one.after > read_to or not read_to
        ]
    return windows(messages, limit, count)


def _ending(conversation: Conversation, choices: Choices, count: Count, stop: Stop) -> str:
    """The last messages, for the summary: as much of them as fits beside what is known."""
    messages = last(messages_from(conversation, 0, "", Tally(), stop), choices.summary_from)
    return fitting(messages, room(choices.window, SUMMARY_TOKENS) // 2, count)


def _request(conversation: Conversation) -> str:
    """What the person asked for first."""
    for message in messages_from(conversation, 0, "", Tally(), Stop()):
        if message.role == "user":
            return cut(message.text, _REQUEST)[0]
    return ""
