"""What a draft saves, expects, takes in and asks about."""

from __future__ import annotations

from dataclasses import replace

from memdesk.core.entry import Memory
from memdesk.core.errors import LimitExceeded
from memdesk.gui.draft import Draft

STORED = Memory(id="m1", title="Old title", content="Old content", created_at="x")


def test_only_what_differs_is_saved_and_what_it_replaces_is_named() -> None:
    draft = Draft(STORED)
    draft.type("title", "New title")
    draft.type("content", "Old content")
    assert draft.to_save() == ({"title": "New title"}, {"title": "Old title"})


def test_the_invalid_is_not_saved_and_stays() -> None:
    draft = Draft(STORED)
    draft.type("title", "x" * 201)
    draft.type("content", "fine")
    assert draft.to_save()[0] == {"content": "fine"}
    assert isinstance(draft.problem("title"), LimitExceeded)
    draft.saved(replace(STORED, content="fine"), {"content": "fine"})
    assert draft.subject.title == "x" * 201
    assert draft.typed == {"title": "x" * 201}


def test_what_was_typed_while_saving_stays_typed_and_expects_what_was_sent() -> None:
    draft = Draft(STORED)
    draft.type("title", "One")
    sent, _ = draft.to_save()
    draft.type("title", "One two")
    draft.saved(replace(STORED, title="One"), sent)
    assert draft.to_save() == ({"title": "One two"}, {"title": "One"})


def test_another_field_of_someone_else_is_taken_in() -> None:
    draft = Draft(STORED)
    draft.type("title", "Mine")
    changed = draft.take_fresh(replace(STORED, content="Theirs"))
    assert changed == ["content"]
    assert draft.subject == replace(STORED, title="Mine", content="Theirs")


def test_the_same_field_is_disputed_until_one_is_chosen() -> None:
    theirs = replace(STORED, title="Theirs")
    draft = Draft(STORED)
    draft.type("title", "Mine")
    draft.take_fresh(theirs)
    assert draft.disputed(theirs) == {"title": "Theirs"}
    assert draft.to_save() == ({"title": "Mine"}, {"title": "Old title"})
    draft.keep_mine(theirs)
    assert draft.to_save() == ({"title": "Mine"}, {"title": "Theirs"})


def test_theirs_can_be_taken() -> None:
    theirs = replace(STORED, title="Theirs")
    draft = Draft(STORED)
    draft.type("title", "Mine")
    draft.type("content", "My content")
    draft.take_theirs(theirs)
    assert draft.subject == replace(STORED, title="Theirs", content="My content")


def test_the_same_words_from_both_sides_are_no_dispute() -> None:
    draft = Draft(STORED)
    draft.type("title", "Same")
    fresh = replace(STORED, title="Same")
    assert draft.disputed(fresh) == {}
    draft.take_fresh(fresh)
    assert draft.typed == {}
