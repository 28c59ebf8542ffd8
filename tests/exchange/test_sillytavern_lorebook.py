"""SillyTavern's World Info: keys are tags, what is switched off stays here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from examples_hosts import lore  # type: ignore[import-not-found]

from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters
from memdesk.exchange import sillytavern_lorebook as lorebook
from memdesk.exchange.importing import import_found
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

Make = Callable[[object], Source]


def memories(source: Source) -> list[Memory]:
    found = lorebook.read(source)
    return [one.entry for one in found.entries if isinstance(one.entry, Memory)]


def test_what_an_entry_becomes(source: Make) -> None:
    made = source(
        {
            "entries": {
                "0": lore(0, "The wood.", key=["wood", "tree"], keysecondary=["elf", "wood"]),
                "1": lore(1, "Always.", key=[], comment="The rule of the house", constant=True),
                "2": lore(2, "Off.", disable=True),
            },
            "originalData": {"name": "Eldor"},
        }
    )
    assert lorebook.claims(made)
    wood, always, off = memories(made)
    assert (wood.title, wood.content, wood.tags) == ("wood", "The wood.", ("wood", "tree", "elf"))
    assert (wood.relevance, wood.never_send_to) == ("medium", ())
    assert (always.title, always.relevance, always.tags) == ("The rule of the house", "high", ())
    assert off.never_send_to == ("*",)


def test_the_book_of_a_card(source: Make) -> None:
    entry = {"keys": ["wood"], "secondary_keys": ["elf"], "content": "c", "name": "n", "id": 7}
    made = source({"entries": [entry, {**entry, "id": 8, "enabled": False}]})
    assert lorebook.claims(made)
    on, off = memories(made)
    assert (on.title, on.tags, on.never_send_to) == ("n", ("wood", "elf"), ())
    assert off.never_send_to == ("*",)


def test_two_books_do_not_meet_and_a_changed_entry_updates(tmp_path: Path, bank: Bank) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.json").write_text('{"entries": {"0": {"key": [], "content": "c"}}}')
        assert import_found(bank, lorebook.read(Source(tmp_path / f"{name}.json"))).added == 1
    (tmp_path / "one.json").write_text('{"entries": {"0": {"key": ["k"], "content": "d"}}}')
    plan = import_found(bank, lorebook.read(Source(tmp_path / "one.json")))
    assert (plan.added, plan.updated) == (0, 1)
    contents = sorted(one.content for one in bank.entries() if isinstance(one, Memory))
    assert contents == ["c", "d"]


def test_what_is_switched_off_reaches_no_host(source: Make, bank: Bank) -> None:
    import_found(bank, lorebook.read(source({"entries": {"0": lore(0, "Off.", disable=True)}})))
    (entry,) = bank.entries()
    assert entry.never_send_to == ("*",)


@pytest.mark.parametrize(
    "root",
    [
        {"entries": {}},
        {"entries": None},
        {"entries": {"0": {"text": "NovelAI", "keys": []}}},
        {"entries": [{"title": "a blog", "content": "c"}]},
        [lore(0, "c")],
    ],
)
def test_other_files_are_not_claimed(source: Make, root: object) -> None:
    assert not lorebook.claims(source(root))


def test_entries_of_another_type(source: Make) -> None:
    found = lorebook.read(source({"entries": "none"}))
    assert [one.where for one in found.skipped] == ["entries"]
    with pytest.raises(BadParameters, match="where an object belongs"):
        lorebook.read(source("[]"))


def test_where_its_books_lie(home: Path) -> None:
    assert list(lorebook.places()) == []
    worlds = home / "SillyTavern" / "data" / "default-user" / "worlds"
    worlds.mkdir(parents=True)
    (worlds / "Eldor.json").touch()
    assert list(lorebook.places()) == [worlds / "Eldor.json"]
