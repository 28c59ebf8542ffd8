"""From a conversation to its suggestions: start, harvest, compare, store, in one place (5.2)."""

from __future__ import annotations

from memdesk import config, paths
from memdesk.consolidation import progress, proposing
from memdesk.consolidation.address import Address
from memdesk.consolidation.aiming import Aim
from memdesk.consolidation.endpoint import Endpoint
from memdesk.consolidation.harvesting import Choices, Cost, Tell, cost, harvest
from memdesk.consolidation.instructions import HEADINGS
from memdesk.consolidation.proposing import Outcome
from memdesk.consolidation.starting import Start, is_read, start_of
from memdesk.consolidation.stopping import Stop
from memdesk.consolidation.windows import SMALLEST
from memdesk.core.block.result import Language
from memdesk.core.tokens import VOCABULARY, TokenCounter
from memdesk.exchange.transcripts.conversation import Conversation
from memdesk.store.bank import Bank


class Consolidator:
    """Goes through conversations for one bank, one at a time. Any thread may use it."""

    def __init__(self, bank: Bank, choices: Choices, aim: Aim) -> None:
        self._bank = bank
        self._choices = choices
        self._aim = aim
        self._count = TokenCounter(paths.resources() / VOCABULARY).count

    def start(self, conversation: Conversation) -> Start:
        """Where it is to be begun."""
        return start_of(self._bank, conversation, full=self._aim.full)

    def cost(self, conversation: Conversation, stop: Stop) -> Cost:
        """What it would send; nothing where nothing is new. Sends nothing.

        Raises BankUnavailable for a transcript that can't be read, Cancelled.
        """
        start = self.start(conversation)
        if is_read(conversation, start):
            return Cost(messages=0, tokens=0, calls=0)
        return cost(conversation, start, self._choices, self._count, stop)

    def run(
        self, conversation: Conversation, endpoint: Endpoint, stop: Stop, tell: Tell
    ) -> Outcome:
        """Take out of it what there is, and suggest it.

        Raises EndpointFailed, Cancelled, BankUnavailable, NotFound, OSError: then the bank is as
        it was, and the next run goes on behind the last window that was answered.
        """
        bank, aim = self._bank, self._aim
        known = proposing.known_of(bank, conversation, aim.target)
        found = harvest(
            conversation,
            self.start(conversation),
            self._choices,
            endpoint,
            known,
            self._count,
            stop,
            tell,
            lambda now: progress.keep(bank.path, conversation.id, now),
        )
        proposed, there = proposing.compared(bank, conversation, found, aim)
        stop.check()
        return proposing.store(bank, conversation, proposed, found, there, straight=aim.straight)


def choices_of(settings: config.Settings, language: Language) -> Choices:
    """How the settings want conversations to be gone through; `language` is the person's."""
    return Choices(
        facts_from=max(settings.consolidate_facts_from, 0),
        summary_from=max(settings.consolidate_summary_from, 1),
        summary=settings.consolidate_summary,
        headings=settings.consolidate_headings or HEADINGS[language],
        window=max(settings.consolidate_window, SMALLEST),
    )


def endpoint_of(address: Address, model: str, key: str, settings: config.Settings) -> Endpoint:
    """The model at an address, as patient as the settings say."""
    return Endpoint(
        address=address, model=model, key=key, silence=max(settings.consolidate_silence, 1)
    )
