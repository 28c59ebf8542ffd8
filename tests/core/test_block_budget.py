"""What fits: the soft budget, most memories, the hard limit (spec 2.2, 2.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.block.build import MAX_CONSTRAINT_BUDGET, build_block
from memdesk.core.block.result import SECTIONS, Block, BlockRequest, Section
from memdesk.core.block.words import ENGLISH
from memdesk.core.entry import RELEVANCES, Entry, Memory, Profile, Relevance, Task, Work
from memdesk.core.preset import BUILT_IN, DEFAULT, Preset
from memdesk.core.scope import Viewer


def memory(number: int, **fields: object) -> Memory:
    known: dict[str, object] = {
        "id": f"m{number:04}",
        "title": f"memory {number:04}",
        "content": "x",
        "updated_at": f"2026-01-01T00:00:{number % 60:02}.{number // 60:03}Z",
        "constraint": "no",
    }
    return Memory(**(known | fields))  # type: ignore[arg-type]


def rule(number: int, length: int = 100, **fields: object) -> Memory:
    return memory(number, content="r" * length, constraint="yes", **fields)


def build(
    entries: list[Entry],
    preset: Preset = DEFAULT,
    profile: Profile | None = None,
    **request: object,
) -> Block:
    return build_block(entries, profile or Profile(), preset, BlockRequest(**request))  # type: ignore[arg-type]


def ids(block: Block, section: Section) -> list[str | None]:
    found = [line.id for line in block.lines if line.section == section and line.id]
    return list(dict.fromkeys(found))


def left_out(block: Block, reason: str) -> list[str]:
    return [omission.id for omission in block.omitted if omission.reason == reason]


def test_memories_come_pinned_then_by_relevance_then_newest_then_id() -> None:
    same = "2026-05-05T00:00:00.000Z"
    entries: list[Entry] = [
        memory(1, relevance="medium", updated_at=same),
        memory(2, relevance="medium", updated_at=same),
        memory(3, relevance="medium", updated_at="2026-06-01T00:00:00.000Z"),
        memory(4, relevance="high"),
        memory(5, relevance="medium", pinned=True),
        memory(6, relevance="high", pinned=True),
    ]
    expected = ["m0006", "m0005", "m0004", "m0003", "m0001", "m0002"]
    assert ids(build(entries), "memories") == expected
    constraints: list[Entry] = [replace(entry, constraint="yes") for entry in entries]  # type: ignore[arg-type]
    assert ids(build(constraints), "constraints") == expected


def test_tasks_and_works_come_by_position() -> None:
    entries: list[Entry] = [
        Task(id="t1", title="a", position=3),
        Task(id="t2", title="b", position=1),
        Task(id="t3", title="c", position=2),
        Work(id="w1", name="a", position=2),
        Work(id="w2", name="b", position=1),
    ]
    block = build(entries)
    assert ids(block, "tasks") == ["t2", "t3", "t1"]
    assert ids(block, "works") == ["w2", "w1"]


def test_most_memories_and_those_beyond_are_counted_together() -> None:
    entries: list[Entry] = [memory(number) for number in range(13)]
    block = build_block(entries, Profile(), DEFAULT, BlockRequest(), beyond=40)
    assert len(ids(block, "memories")) == 10
    assert left_out(block, "max_inject") == ["m0002", "m0001", "m0000"]
    assert block.omitted_beyond == 40
    assert "\n- (43 more memories did not fit; memory_recall finds them)\n" in block.system


def test_constraints_are_not_counted_among_the_most() -> None:
    entries: list[Entry] = [rule(number, 10) for number in range(12)]
    assert len(ids(build(entries, replace(DEFAULT, max_inject=1)), "constraints")) == 12


@pytest.mark.parametrize("relevance", RELEVANCES)
def test_memories_below_the_least_relevance_are_left_out_but_no_constraint(
    relevance: Relevance,
) -> None:
    entries: list[Entry] = [
        *(memory(n, relevance=level) for n, level in enumerate(RELEVANCES)),
        *(rule(10 + n, relevance=level) for n, level in enumerate(RELEVANCES)),
    ]
    block = build(entries, replace(DEFAULT, min_relevance=relevance))
    kept = RELEVANCES.index(relevance) + 1
    assert ids(block, "memories") == [f"m000{n}" for n in range(kept)]
    assert len(ids(block, "constraints")) == 3
    assert left_out(block, "relevance") == [f"m000{n}" for n in range(kept, 3)]
    assert "did not fit" not in block.system


def test_categories_statuses_and_never_send() -> None:
    entries: list[Entry] = [
        memory(1, category="fact"),
        memory(2, category="note"),
        memory(3, category="fact", never_send_to=("Cursor",)),
        memory(4, category="fact", never_send_to=("*",)),
        rule(5, category="fact", never_send_to=("cursor",)),
        Task(id="t1", title="a", status=" Done "),
        Task(id="t2", title="b", status="done soon"),
        Work(id="w1", name="c", status="done"),
    ]
    block = build(entries, replace(DEFAULT, categories=("fact",)), host="cursor")
    assert ids(block, "memories") == ["m0001"]
    assert left_out(block, "category") == ["m0002"]
    assert left_out(block, "never_send") == ["m0005", "m0003", "m0004"]
    assert left_out(block, "status") == ["t1"]
    assert (ids(block, "tasks"), ids(block, "works")) == (["t2"], ["w1"])
    assert (block.runtime, block.tail) == ("", "")
    other = build(entries, host="claude-code")
    assert ids(other, "memories") == ["m0003", "m0002", "m0001"]


def test_what_the_viewer_may_not_see_leaves_no_trace() -> None:
    entries: list[Entry] = [
        memory(1),
        memory(2, role="other"),
        memory(3, workspace="/w", role="me"),
        memory(4, workspace="/elsewhere"),
        memory(5, deleted_at="2026-01-01T00:00:00.000Z"),
        rule(6, role="other"),
        Task(id="t1", title="a", role="other"),
    ]
    block = build(entries, viewer=Viewer(workspace="/w", role="me"))
    assert sorted(map(str, ids(block, "memories"))) == ["m0001", "m0003"]
    assert block.omitted == ()
    assert block.runtime == ""
    assert "## Tasks" not in block.system
    own = build(entries, replace(DEFAULT, scope="role"), viewer=Viewer(workspace="/w", role="me"))
    assert ids(own, "memories") == ["m0003"]
    shared = build(entries, replace(DEFAULT, scope="workspace"), viewer=Viewer(role="me"))
    assert ids(shared, "memories") == ["m0001"]


def test_constraints_are_all_in_up_to_six_thousand_characters() -> None:
    line = len("- [m0000] ") + 590
    assert line * 10 == MAX_CONSTRAINT_BUDGET
    rules: list[Entry] = [rule(number, 590) for number in range(10)]
    whole = build(rules)
    assert len(ids(whole, "constraints")) == 10
    assert "did not fit" not in whole.system
    more = build([*rules, rule(10, 1, relevance="low", pinned=True), rule(11, 1, relevance="low")])
    assert len(ids(more, "constraints")) == 10
    assert left_out(more, "budget") == ["m0010", "m0011"]
    assert "\n- (2 more rules did not fit; memory_read gives them)\n" in more.system
    assert more.runtime.count("\n- r") == 10
    assert more.runtime.endswith("\n- (2 more rules did not fit; memory_read gives them)")


def test_low_relevance_leaves_first_even_when_it_is_shown_first() -> None:
    rules: list[Entry] = [
        rule(1, 900, relevance="low", pinned=True),
        *(rule(number, 900, relevance="medium") for number in range(2, 8)),
        rule(8, 900, relevance="high"),
    ]
    block = build(rules)
    # The oldest of the medium ones goes with the low one, pinned or not.
    assert left_out(block, "budget") == ["m0002", "m0001"]
    assert ids(block, "constraints") == ["m0008", "m0007", "m0006", "m0005", "m0004", "m0003"]


def test_without_a_budget_every_constraint_is_in() -> None:
    rules: list[Entry] = [rule(number, 900) for number in range(30)]
    assert len(ids(build(rules, replace(DEFAULT, max_chars=None)), "constraints")) == 30


def test_the_budget_goes_to_profile_tasks_works_memories_in_this_order() -> None:
    profile = Profile(interests=("i" * 80,), preferences=("p" * 80,), notes="n" * 80)
    entries: list[Entry] = [
        *(Task(id=f"t{n}", title="t" * 90, position=n) for n in range(3)),
        *(Work(id=f"w{n}", name="w" * 90, position=n) for n in range(3)),
        *(memory(n, title="m" * 90) for n in range(3)),
    ]
    # Sections backwards: the priority is the same.
    preset = replace(DEFAULT, sections=("memories", "works", "tasks", "profile"))

    def kept(max_chars: int) -> dict[str, int]:
        block = build(entries, replace(preset, max_chars=max_chars), profile)
        return {name: len(ids(block, name)) for name in ("profile", "tasks", "works", "memories")}

    assert kept(10_000) == {"profile": 3, "tasks": 3, "works": 3, "memories": 3}
    assert kept(800) == {"profile": 3, "tasks": 3, "works": 2, "memories": 1}
    assert kept(500) == {"profile": 3, "tasks": 2, "works": 1, "memories": 1}
    assert kept(1) == {"profile": 1, "tasks": 1, "works": 1, "memories": 1}
    system = build(entries, replace(preset, max_chars=1), profile).system
    assert "\n- (2 more lines did not fit; memory_read gives them)\n" in system
    assert "\n- (2 more tasks did not fit; memory_read gives them)\n" in system
    assert "\n- (2 more works did not fit; memory_read gives them)\n" in system
    assert "\n- (2 more memories did not fit; memory_recall finds them)\n" in system


@pytest.mark.parametrize("spare", [-1, 0, 1])
def test_a_line_that_just_fits_is_in(spare: int) -> None:
    tasks: list[Entry] = [Task(id=f"t{n}", title="x" * 10, position=n) for n in range(3)]
    line = len("- [todo] xxxxxxxxxx (t0)")
    block = build(tasks, replace(DEFAULT, max_chars=3 * line + spare))
    assert len(ids(block, "tasks")) == (2 if spare < 0 else 3)
    assert block.section_chars["tasks"] == len(ids(block, "tasks")) * line


def test_in_order_of_creation_the_important_ones_stay() -> None:
    preset = replace(BUILT_IN["destinywind"], max_inject=2)
    entries: list[Entry] = [
        memory(n, content=f"c{n}", relevance=relevance, created_at=f"2026-01-0{n}T00:00:00.000Z")
        for n, relevance in ((1, "low"), (2, "high"), (3, "low"), (4, "medium"))
    ]
    block = build(entries, preset)
    assert ids(block, "memories") == ["m0002", "m0004"]
    assert left_out(block, "max_inject") == ["m0003", "m0001"]


# --- the hard limit

BANK: list[Entry] = [
    *(rule(n, 60) for n in range(4)),
    *(Task(id=f"t{n}", title="task", notes="n" * 250, position=n) for n in range(4)),
    *(Work(id=f"w{n}", name="work", summary="s" * 150, position=n) for n in range(4)),
    *(memory(n, content="c" * 450) for n in range(10, 16)),
]
PERSON = Profile(interests=("a", "b"), preferences=("c",), notes="n" * 50)
LIMITED = [
    *BUILT_IN.values(),
    replace(DEFAULT, name="full", detail="full"),
    replace(DEFAULT, name="xml", format="xml", detail="full"),
    replace(BUILT_IN["gotong"], name="flat", sections=("tasks", "memories", "constraints")),
]


@pytest.mark.parametrize("preset", LIMITED, ids=lambda preset: preset.name)
def test_no_limit_is_ever_passed_and_a_wide_one_changes_nothing(preset: Preset) -> None:
    whole = build(BANK, preset, PERSON)
    for limit in (*range(0, len(whole.system), 7), len(whole.system)):
        block = build(BANK, preset, PERSON, limit=limit)
        assert len(block.system) <= limit
        assert block.system == "\n".join(line.text for line in block.lines)
        assert (block.runtime, block.tail) == (whole.runtime, whole.tail)
        if limit == len(whole.system):
            assert block.system == whole.system
        assert {line.text for line in block.lines if line.id} <= {
            line.text for line in whole.lines if line.id
        }


def test_whole_lines_leave_from_the_lowest_priority_up() -> None:
    def shown(block: Block) -> list[str | None]:
        return [id for section in SECTIONS for id in ids(block, section)]

    whole = build(BANK, DEFAULT, PERSON)
    priority = shown(whole)
    counts = set()
    for limit in range(len(whole.system), 0, -1):
        block = build(BANK, DEFAULT, PERSON, limit=limit)
        kept = shown(block)
        assert kept == priority[: len(kept)]
        assert sorted(left_out(block, "limit")) == sorted(map(str, priority[len(kept) :]))
        counts.add(len(kept))
    # Line by line, apart from where a closing line had to come in for the first that left.
    assert len(counts) > len(priority) / 2
    assert 0 in counts


def test_the_closing_lines_count_what_the_limit_took() -> None:
    whole = build(BANK, DEFAULT, PERSON)
    block = build(BANK, DEFAULT, PERSON, limit=len(whole.system) - 60)
    count = len(left_out(block, "limit"))
    assert left_out(block, "limit") == ["m0010", "m0011", "m0012", "m0013"][:count]
    assert count > 0
    assert ENGLISH.closings["memories"].said(count) in block.system


def test_what_the_limit_took_is_counted_wherever_there_is_room() -> None:
    """A closing line that made room for the outro comes back when the outro went as well."""
    unsaid = 0
    for limit in range(len(build(BANK, DEFAULT, PERSON).system)):
        block = build(BANK, DEFAULT, PERSON, limit=limit)
        lost = [one.section for one in block.omitted if one.reason == "limit"]
        for section in set(lost) if block.system else ():
            said = ENGLISH.closings[section].said(lost.count(section))
            if said not in block.system:
                unsaid += 1
                closing = f"\n\n## {ENGLISH.headings[section]}\n- ({said})"
                assert len(block.system) + len(closing) > limit
    assert unsaid


def test_too_little_for_the_frame_gives_nothing() -> None:
    for limit in (
        0,
        1,
        50,
        len("<!-- memdesk:begin -->\n# Long-term memory\n<!-- memdesk:end -->"),
    ):
        block = build([rule(1, 1)], limit=limit)
        assert (block.system, block.lines) == ("", ())


def test_rules_outlive_the_fixed_words_around_them() -> None:
    entries = [rule(1, 40), rule(2, 40), memory(3)]
    whole = build(entries[:2]).system
    line = "- [m0001]"
    without_outro = build(entries, limit=len(whole) - 1).system
    assert line in without_outro and ENGLISH.intros["default"] in without_outro
    assert ENGLISH.outros["default"] not in without_outro
    bare = build(entries, limit=200).system
    assert bare.count("\n- [m") == 2
    assert bare.startswith("<!-- memdesk:begin -->\n# Long-term memory\n\n## Must follow\n- [")
    assert bare.endswith("\n<!-- memdesk:end -->")


def test_constraints_outlive_the_counts_of_the_rest() -> None:
    entries: list[Entry] = [rule(1, 30), memory(2), Task(id="t1", title="x")]
    rules_only = build([rule(1, 30)]).system
    block = build(entries, limit=len(rules_only))
    assert block.system == rules_only


lengths = st.integers(1, 400)


@given(
    rules=st.lists(lengths, max_size=30),
    notes=st.lists(lengths, max_size=12),
    titles=st.lists(st.integers(1, 200), max_size=25),
    max_chars=st.integers(1, 6000),
    limit=st.none() | st.integers(0, 12_000),
)
def test_budget_and_limit_hold_for_any_bank(
    rules: list[int], notes: list[int], titles: list[int], max_chars: int, limit: int | None
) -> None:
    entries: list[Entry] = [
        *(rule(n, length) for n, length in enumerate(rules)),
        *(Task(id=f"t{n}", title="t", notes="n" * k, position=n) for n, k in enumerate(notes)),
        *(memory(n + 100, title="t" * k) for n, k in enumerate(titles)),
    ]
    block = build(entries, replace(DEFAULT, max_chars=max_chars, max_inject=None), limit=limit)
    assert limit is None or len(block.system) <= limit
    spent = 0
    for section in ("constraints", "tasks", "memories"):
        lines = [len(line.text) for line in block.lines if line.section == section and line.id]
        assert sum(lines) == block.section_chars[section]
        allowed = MAX_CONSTRAINT_BUDGET if section == "constraints" else max(0, max_chars - spent)
        # All within what is left, or the one line that every section may have.
        assert sum(lines) <= allowed or len(lines) == 1
        spent += sum(lines)
    shown = {line.id for line in block.lines if line.id}
    omitted = [omission.id for omission in block.omitted]
    assert len(omitted) == len(set(omitted))
    assert shown | set(omitted) == {entry.id for entry in entries}
    assert not shown & set(omitted)
