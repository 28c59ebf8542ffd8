"""Duplicate groups of a bank agree with what its entries' look-alikes say (spec 1.4, 6.2)."""

from __future__ import annotations

import pytest
from twins import TWINS

from memdesk.core.authors import Actor
from memdesk.core.duplicates import Group
from memdesk.core.entry import Memory, Task
from memdesk.store.bank import Bank
from memdesk.store.duplicates import find_duplicates

PERSON = Actor()


def found(bank: Bank) -> list[Group]:
    """The groups, with nothing left unread."""
    steps = find_duplicates(bank)
    far = (0, 0)
    while True:
        try:
            done, total = next(steps)
        except StopIteration as end:
            assert far[0] == far[1], "it ends where it said it would"
            groups = end.value
            assert isinstance(groups, list)
            return groups
        assert done >= far[0]
        far = (done, total)


def ids(bank: Bank, group: Group) -> list[str]:
    return [entry.id for entry in bank.rows(group.keys).values()]


@pytest.fixture
def twins(bank: Bank) -> Bank:
    """Every text of the list with its rephrased twin, among entries of no concern."""
    with bank.transaction(PERSON, "fill"):
        for number, (text, twin) in enumerate(TWINS):
            bank.add(Memory(id=f"a{number}", title=text[:40], content=text), PERSON)
            bank.add(Memory(id=f"b{number}", title=twin[:40], content=twin), PERSON)
        for number in range(200):
            text = f"Entry number {number} tells of {number * 7 % 31} other things of no concern"
            bank.add(Memory(id=f"x{number}", title=f"Other {number}", content=text), PERSON)
    return bank


def test_rephrased_twins_stand_in_one_group_and_others_apart(twins: Bank) -> None:
    groups = [set(ids(twins, group)) for group in found(twins)]
    together = [
        any({f"a{number}", f"b{number}"} <= group for group in groups)
        for number in range(len(TWINS))
    ]
    assert sum(together) >= 0.8 * len(together)
    strange = [
        group for group in groups if len({name[1:] for name in group if name[0] in "ab"}) > 1
    ]
    assert len(strange) <= 0.02 * len(TWINS), strange


def test_a_group_holds_what_the_look_alikes_of_its_first_name(twins: Bank) -> None:
    for group in found(twins):
        first, *others = (twins.rows([key])[key] for key in group.keys)
        if first.id.startswith("x"):
            continue  # two hundred of one kind: five look-alikes are named of each
        named = {alike.id for alike in twins.look_alikes(first, limit=50)}
        assert {entry.id for entry in others} <= named


def test_a_thousand_twins_are_one_group(bank: Bank) -> None:
    with bank.transaction(PERSON, "fill"):
        for _ in range(1_000):
            bank.add(Memory(title="Use tabs", content="Tabs, not spaces."), PERSON)
    (group,) = found(bank)
    assert len(group.keys) == 1_000
    assert group.twins
    assert group.score == 1


def test_kinds_and_the_trash_stay_apart(bank: Bank) -> None:
    text = "The release is built on Friday by the build server"
    bank.add(Memory(id="m", title=text, content=text), PERSON)
    bank.add(Task(id="t", title=text, notes=text), PERSON)
    bank.add(Memory(id="gone", title=text, content=text), PERSON)
    bank.delete([("memory", "gone")], PERSON)
    assert found(bank) == []
    bank.restore([("memory", "gone")], PERSON)
    (group,) = found(bank)
    assert ids(bank, group) == ["m", "gone"]
    assert group.kind == "memory"


def test_twins_differ_in_nothing_but_tags_and_relevance(bank: Bank) -> None:
    one = Memory(title="Use tabs", content="Tabs, not spaces.")
    bank.add(one, PERSON)
    bank.add(Memory(title="Use tabs", content="Tabs, not spaces.", tags=("go",)), PERSON)
    assert [group.twins for group in found(bank)] == [True]
    bank.add(Memory(title="Use tabs", content="Tabs, not spaces.", role="tester"), PERSON)
    assert [group.twins for group in found(bank)] == [False]


def test_pairs_called_no_duplicates_make_no_group(bank: Bank) -> None:
    added = [
        bank.add(Memory(title="Use tabs", content=text), PERSON)
        for text in ("Tabs, not spaces.", "Tabs, not spaces at all.", "Tabs and no spaces.")
    ]
    keys = [entry.key for entry in added]
    assert [group.keys for group in found(bank)] == [tuple(keys)]
    generation = bank.generation()
    bank.call_apart([keys[2], keys[0]])
    assert bank.called_apart() == {(keys[0], keys[2])}
    assert bank.generation() == generation, "it changes no entry"
    assert all(not {keys[0], keys[2]} <= {group.keys[0], *group.keys} or group.keys[0] == keys[1]
               for group in found(bank))  # fmt: skip
    bank.call_apart(keys)
    assert found(bank) == []
    assert bank.look_alikes(added[0]) == []
    bank.call_apart(keys, apart=False)
    assert [group.keys for group in found(bank)] == [tuple(keys)]
    assert len(bank.look_alikes(added[0])) == 2


def test_what_is_destroyed_leaves_no_pair_behind(bank: Bank) -> None:
    first = bank.add(Memory(id="a", title="Use tabs", content="Tabs."), PERSON)
    second = bank.add(Memory(id="b", title="Use tabs", content="Tabs!"), PERSON)
    bank.call_apart([first.key, second.key])
    bank.destroy([("memory", "b")], PERSON)
    assert bank.called_apart() == set()


def test_a_chain_of_small_likenesses_is_no_single_group(bank: Bank) -> None:
    words = [
        "maple",
        "cedar",
        "birch",
        "aspen",
        "willow",
        "alder",
        "hazel",
        "rowan",
        "linden",
        "larch",
    ]
    for start in range(7):
        text = " ".join(words[start : start + 4])
        bank.add(Memory(title=f"T{start}", content=text), PERSON)
    groups = found(bank)
    assert groups
    for group in groups:
        first = bank.rows([group.keys[0]])[group.keys[0]]
        alike = {one.id for one in bank.look_alikes(first, limit=20)}
        assert set(ids(bank, group)) - {first.id} <= alike


def test_an_empty_bank_has_none(bank: Bank) -> None:
    assert found(bank) == []
