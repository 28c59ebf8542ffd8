"""Where a conversation is to be begun, and which are due (spec 5.2)."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from model_server import ModelServer, facts, refused
from talks import EVERYTHING_SMALL, consolidator, endpoint, go_on, only, ran, talk

from memdesk.consolidation.starting import DueCount, Start, last_times, said_since, start_of
from memdesk.consolidation.stopping import Cancelled, Stop
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BankUnavailable, EndpointFailed
from memdesk.exchange.transcripts.conversation import Conversation, Tally
from memdesk.exchange.transcripts.finding import conversations_in
from memdesk.store.bank import Bank

USER = Actor()


def counted(bank: Bank, path: Path, enough: int = 1_000) -> int:
    one = only(path)
    return said_since(one, start_of(bank, one), enough, Stop())


def refuse(error: BankUnavailable) -> None:
    raise error


def due(count: DueCount, bank: Bank, conversations: list[Conversation], most: int) -> list[str]:
    return [one.id for one in count.among(bank, conversations, most, Stop(), refuse)]


def test_all_is_new_until_it_was_read(bank: Bank, transcript: Path, server: ModelServer) -> None:
    assert counted(bank, transcript) == 12
    assert counted(bank, transcript, enough=7) == 7
    server.says(facts())
    ran(bank, transcript, server.url)
    assert counted(bank, transcript) == 0
    go_on(transcript, "One.", "Two.", "Three.")
    assert counted(bank, transcript) == 3


def test_an_interrupted_one_goes_on_behind_what_was_read(
    bank: Bank, tmp_path: Path, server: ModelServer
) -> None:
    path = talk(tmp_path / "long.jsonl", 0)
    go_on(path, *(f"{n} " + "word " * 200 for n in range(12)))
    server.says(facts(), refused(500))
    with pytest.raises(EndpointFailed):
        ran(bank, path, server.url, EVERYTHING_SMALL)
    assert 0 < counted(bank, path) < 12


def test_what_a_host_has_been_through_is_not_new(bank: Bank, transcript: Path) -> None:
    bank.add(Memory(title="Door", content="It is red.", source_sessions=("s-1",)), USER)
    assert last_times(bank).keys() == {"s-1"}
    os.utime(transcript, (1_700_000_000, 1_700_000_000))
    assert counted(bank, transcript) == 0


def test_more_messages_than_the_most_are_due(
    bank: Bank, transcript: Path, server: ModelServer
) -> None:
    count = DueCount()
    one = only(transcript)
    assert due(count, bank, [one], 12) == []
    assert due(count, bank, [one], 11) == ["s-1"]
    server.says(facts())
    ran(bank, transcript, server.url)
    assert due(count, bank, [one], 11) == []
    go_on(transcript, *("More." for _ in range(12)))
    assert due(count, bank, [only(transcript)], 11) == ["s-1"]


def test_each_is_read_once_while_nothing_is_said_in_it(
    bank: Bank, transcript: Path, tmp_path: Path
) -> None:
    count = DueCount()
    one = only(transcript)
    assert due(count, bank, [one], 5) == ["s-1"]
    transcript.rename(tmp_path / "elsewhere.jsonl")
    assert due(count, bank, [one], 5) == ["s-1"]
    with pytest.raises(BankUnavailable, match="s-1 can't be read"):
        due(count, bank, [one], 6)


def test_what_is_known_of_an_export_is_not_read_again(
    bank: Bank, tmp_path: Path, server: ModelServer
) -> None:
    path = tmp_path / "conversations.json"
    talks = [
        {"uuid": f"u-{number}", "name": "Talk", "updated_at": "2026-01-01T00:00:00Z",
         "chat_messages": [{"sender": "human", "text": "Hello."}] * number}
        for number in (3, 9)
    ]  # fmt: skip
    path.write_text(json.dumps(talks), "utf-8")
    found = conversations_in(path, Tally())
    server.says(facts())
    consolidator(bank).run(found[1], endpoint(server.url), Stop(), lambda _done, _total: None)
    assert due(DueCount(), bank, found, 5) == []  # the second was read just now
    path.unlink()
    assert said_since(found[0], Start(), 2, Stop()) == 2
    assert said_since(found[1], Start(), 100, Stop()) == 9


def test_what_can_not_be_read_is_told_and_the_others_are_counted(
    bank: Bank, transcript: Path, tmp_path: Path
) -> None:
    gone = only(talk(tmp_path / "gone.jsonl", 20))
    gone.path.unlink()
    troubles: list[str] = []
    found = DueCount().among(
        bank, [gone, only(transcript)], 5, Stop(), lambda error: troubles.append(str(error))
    )
    assert [one.path for one in found] == [transcript]
    assert len(troubles) == 1


def test_it_can_be_stopped(bank: Bank, transcript: Path) -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Cancelled):
        DueCount().among(bank, [only(transcript)], 5, stop, refuse)
