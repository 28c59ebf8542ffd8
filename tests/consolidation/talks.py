"""Conversations to consolidate, and what a run of one comes to."""

from __future__ import annotations

import json
from pathlib import Path

from memdesk.consolidation.address import address_of
from memdesk.consolidation.aiming import Aim
from memdesk.consolidation.consolidator import Consolidator
from memdesk.consolidation.endpoint import Endpoint
from memdesk.consolidation.harvesting import Choices
from memdesk.consolidation.proposing import Outcome
from memdesk.consolidation.stopping import Stop
from memdesk.exchange.transcripts.conversation import Conversation, Tally
from memdesk.exchange.transcripts.finding import conversations_in
from memdesk.store.bank import Bank

FACTS_ONLY = Choices(summary=False)
EVERYTHING_SMALL = Choices(facts_from=0, summary=False, window=2_048)


def line(number: int, content: str = "") -> str:
    role = "assistant" if number % 2 else "user"
    said = content or f"Message number {number}."
    return json.dumps({"role": role, "content": said, "session": "s-1"}) + "\n"


def talk(path: Path, messages: int) -> Path:
    path.write_text("".join(map(line, range(messages))), "utf-8")
    return path


def go_on(path: Path, *said: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        for number, content in enumerate(said):
            file.write(line(number, content))


def only(path: Path) -> Conversation:
    (found,) = conversations_in(path, Tally())
    return found


def endpoint(url: str, *, key: str = "", silence: float = 20) -> Endpoint:
    return Endpoint(address=address_of(url), model="tiny", key=key, silence=silence)


def consolidator(bank: Bank, choices: Choices = FACTS_ONLY, **aim: object) -> Consolidator:
    return Consolidator(bank, choices, Aim(**aim))  # type: ignore[arg-type]


def ran(bank: Bank, path: Path, url: str, choices: Choices = FACTS_ONLY, **aim: object) -> Outcome:
    """What consolidating a transcript comes to."""
    one = consolidator(bank, choices, **aim)
    return one.run(only(path), endpoint(url), Stop(), lambda _done, _total: None)
