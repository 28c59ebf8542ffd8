"""Which scope a suggestion gets: guessed from the conversation, or as the person says (5.2)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from model_server import ModelServer, facts
from talks import ran

from memdesk.consolidation.aiming import Aim, role_of, typed_workspace, workspace_of
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters
from memdesk.exchange.transcripts.conversation import Conversation, Tally
from memdesk.exchange.transcripts.finding import conversations_in
from memdesk.store.bank import Bank

USER = Actor()


@pytest.fixture
def held_in(tmp_path: Path) -> Path:
    """A conversation that was held in a project."""
    path = tmp_path / "talk.jsonl"
    lines = [{"role": "user", "content": "Hello.", "session": "s-1", "cwd": str(tmp_path)}]
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), "utf-8")
    return path


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    """A chat with a character."""
    path = tmp_path / "chats" / "Mira" / "Mira - first.jsonl"
    path.parent.mkdir(parents=True)
    lines = [
        {"user_name": "You", "character_name": "Mira"},
        {"name": "You", "is_user": True, "mes": "Hello."},
        {"name": "Mira", "is_user": False, "mes": "Good evening."},
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), "utf-8")
    return path


def scopes(bank: Bank, path: Path, server: ModelServer, **aim: object) -> list[tuple[str, str]]:
    """The scopes that a fact and a preference are suggested with."""
    server.says(facts("The door is red.", "The user prefers tea."))
    proposed = ran(bank, path, server.url, **aim).proposed
    return [(one.parameters["workspace"], one.parameters["role"]) for one in proposed]


def test_it_is_guessed_from_the_conversation(
    bank: Bank, held_in: Path, server: ModelServer
) -> None:
    here = str(held_in.parent.resolve())
    assert scopes(bank, held_in, server) == [(here, ""), ("", "")]


@pytest.mark.parametrize(
    ("aim", "scope"),
    [
        ({"workspace": ""}, ("", "")),
        ({"workspace": "/elsewhere", "role": "smith"}, ("/elsewhere", "smith")),
    ],
)
def test_what_the_person_says_holds_for_all_of_it(
    bank: Bank, held_in: Path, server: ModelServer, aim: dict[str, str], scope: tuple[str, str]
) -> None:
    assert scopes(bank, held_in, server, **aim) == [scope, scope]


def test_a_chat_is_its_characters_where_the_bank_knows_such_a_role(
    bank: Bank, chat: Path, server: ModelServer
) -> None:
    (one,) = conversations_in(chat, Tally())
    assert role_of(one, ["smith"]) == ""
    assert role_of(one, ["smith", "mira"]) == "mira"
    bank.add(Memory(title="Eyes", content="Green.", role="mira"), USER)
    assert scopes(bank, chat, server) == [("", "mira"), ("", "mira")]
    assert Aim(role="").role_of(one, ["mira"]) == ""


def test_a_group_chat_and_another_program_have_no_character(chat: Path, held_in: Path) -> None:
    group = chat.parent.parent.parent / "group chats" / "Mira.jsonl"
    group.parent.mkdir()
    group.write_bytes(chat.read_bytes())
    for path in (group, held_in):
        (one,) = conversations_in(path, Tally())
        assert role_of(one, ["Mira", "group chats", ""]) == ""


@pytest.mark.parametrize(
    ("named", "workspace"), [("/srv/app/", "/srv/app"), ("app", ""), ("", ""), ("/a\0b", "")]
)
def test_a_workspace_is_compared_in_one_form(named: str, workspace: str) -> None:
    one = Conversation(id="s", format="jsonl", path=Path("s"), updated_at="", size=0,
                       workspace=named)  # fmt: skip
    assert workspace_of(one) == workspace


def test_a_typed_workspace_is_an_absolute_path() -> None:
    assert typed_workspace(" /srv/app/ ") == "/srv/app"
    assert typed_workspace("  ") == ""
    for bad in ("app", "/a\0b"):
        with pytest.raises(BadParameters, match="workspace must be an absolute path"):
            typed_workspace(bad)
