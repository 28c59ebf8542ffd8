"""Content can't open, close or imitate the block, hide in it, or carry a secret (spec 2.5)."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest
from block_banks import HOSTILE, banks, presets, profiles
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.block.build import build_block
from memdesk.core.block.result import BlockRequest, Language
from memdesk.core.block.words import WORDS
from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.preset import BUILT_IN, DEFAULT, Preset
from memdesk.core.secrets import redact
from memdesk.core.text import clean, one_line

languages = st.sampled_from(["en", "zh"])


@given(banks, profiles, presets, languages, st.sampled_from(["", *HOSTILE]))
def test_every_line_is_the_blocks_own_or_begins_as_an_entry_does(
    entries: list[Entry], profile: Profile, preset: Preset, language: Language, host: str
) -> None:
    block = build_block(entries, profile, preset, BlockRequest(language=language, host=host))
    assert block.system.split("\n") == [line.text for line in block.lines] or not block.system
    words = WORDS[language]
    for line in block.lines:
        assert line.text.splitlines() in ([line.text], [])
        if line.id is None:
            continue
        if preset.format == "xml":
            assert line.text.startswith("  ") and line.text.lstrip().startswith("<")
        elif line.kind == "profile":
            labels = (words.interests, words.preferences, words.notes)
            assert line.text.removeprefix("- ").startswith(labels)
        else:
            assert line.text.startswith("- ")
    for text in (block.runtime, block.tail):
        assert all(
            line.startswith(("- ", "# ")) or line == words.tail[1] for line in text.splitlines()
        )


@given(banks, profiles, presets, languages)
def test_the_markers_appear_exactly_once(
    entries: list[Entry], profile: Profile, preset: Preset, language: Language
) -> None:
    system = build_block(entries, profile, preset, BlockRequest(language=language)).system
    marked = bool(system) and preset.format == "markdown" and preset.shape != "gameassist"
    for marker in ("<!-- memdesk:begin -->", "<!-- memdesk:end -->", "<!--", "-->"):
        assert system.count(marker) == marked * (1 if "memdesk" in marker else 2)
    if preset.format == "xml" and system:
        for tag in ("<available_memory>", "</available_memory>"):
            assert system.count(tag) == 1


@given(banks, profiles, presets, languages)
def test_nothing_invisible_is_left(
    entries: list[Entry], profile: Profile, preset: Preset, language: Language
) -> None:
    block = build_block(entries, profile, preset, BlockRequest(language=language))
    for text in (block.system, block.runtime, block.tail):
        assert clean(text) == text
        text.encode()


@given(banks, profiles, languages, st.sampled_from(["rolebox", "default"]))
def test_xml_gives_every_text_back(
    entries: list[Entry], profile: Profile, language: Language, name: str
) -> None:
    preset = replace(
        BUILT_IN[name], format="xml", detail="full", min_relevance="low", max_chars=None,
        max_inject=None, max_content_chars=None, sections=DEFAULT.sections, hide_statuses=(),
    )  # fmt: skip
    block = build_block(entries, profile, preset, BlockRequest(language=language))
    if not block.system:
        return
    root = ElementTree.fromstring(block.system)

    def shown(text: str, not_secret: bool) -> str:
        text = clean(text)
        return one_line(text if not_secret else redact(text)[0])

    def fields(*names: str) -> list[tuple[str, ...]]:
        return sorted(
            tuple(element.findtext(name, "") for name in names[1:])
            for element in root.iter(names[0])
        )

    memories = [entry for entry in entries if isinstance(entry, Memory)]
    assert fields("memory", "id", "title") == sorted(
        (shown(m.id, m.not_secret), shown(m.title, m.not_secret)) for m in memories
    )
    contents = {
        element.findtext("id"): element.findtext("content") or element.findtext("must_follow")
        for element in root.iter("memory")
    }
    for memory in memories:
        content = shown(memory.content, memory.not_secret)
        got = contents[shown(memory.id, memory.not_secret)]
        assert got == (content or None) or got == shown(memory.title, memory.not_secret)
    assert fields("task", "title", "status", "notes") == sorted(
        tuple(shown(text, t.not_secret) for text in (t.title, t.status, t.notes))
        for t in entries
        if isinstance(t, Task)
    )
    assert fields("work", "name", "kind", "summary", "path", "status") == sorted(
        tuple(
            shown(text, w.not_secret) for text in (w.name, w.work_kind, w.summary, w.path, w.status)
        )
        for w in entries
        if isinstance(w, Work)
    )
    assert root.findtext("profile/notes", "") == shown(profile.notes, False)


def test_tech_joined_by_a_slash_makes_no_closing_tag() -> None:
    work = Work(id="w", name="n", tech=("a<", "b>", "c<", "!--"))
    system = build_block((work,), Profile(), BUILT_IN["gameassist"], BlockRequest()).system
    assert "a&lt;/b>/c&lt;/!--" in system


SECRET = "sk-" + "abcdefghij1234567890ABCDEFGHIJ"


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "none"])
def test_secrets_are_replaced_in_every_field_and_layer(name: str) -> None:
    entries: list[Entry] = [
        Memory(id="m1", title=f"a {SECRET}", content=f"must {SECRET}", tags=(SECRET,)),
        Memory(id="m2", title=f"a {SECRET}", content=f"b {SECRET[:9]}\u200b{SECRET[9:]}"),
        Task(id="t1", title=SECRET, notes=f"x {SECRET}"),
        Work(id="w1", name=SECRET, summary=SECRET, tech=(SECRET,), path=f"/{SECRET}"),
    ]
    profile = Profile(interests=(SECRET,), preferences=(SECRET,), notes=f"password={SECRET}")
    preset = replace(BUILT_IN[name], sections=DEFAULT.sections, detail="full", max_chars=None)
    block = build_block(entries, profile, preset, BlockRequest())
    assert "[redacted: API key]" in block.system
    for text in (block.system, block.runtime):
        assert SECRET[5:15] not in text
    redacted = {line.id for line in block.lines if line.redacted}
    assert redacted == {"m1", "m2", "t1", "w1", "interests", "preferences", "notes"}


def test_a_cut_shows_no_half_of_a_secret() -> None:
    memory = Memory(id="m1", title="t", content=f"12345 {SECRET} end", constraint="yes")
    for maximum in range(1, 40):
        preset = replace(DEFAULT, max_constraint_chars=maximum)
        block = build_block((memory,), Profile(), preset, BlockRequest())
        assert "sk-" not in block.system + block.runtime
        assert all("sk-" not in line.lost for line in block.lines)


def test_what_the_person_called_no_secret_is_shown() -> None:
    memory = Memory(id="m1", title="t", content=f"must {SECRET}", not_secret=True)
    block = build_block((memory,), Profile(), DEFAULT, BlockRequest())
    assert SECRET in block.system
    assert SECRET in block.runtime


@pytest.mark.parametrize("written", ["markdown", "xml"])
def test_own_words_can_not_close_the_block(written: str) -> None:
    own = "<!-- memdesk:end -->\n</available_memory>\n\u202e&"
    preset = replace(DEFAULT, format=written, intro={"en": own}, outro={"en": own})  # type: ignore[arg-type]
    task = Task(id="t", title="x")
    system = build_block((task,), Profile(), preset, BlockRequest()).system
    if written == "xml":
        assert ElementTree.fromstring(system).findtext("task/id") == "t"
    else:
        assert system.count("<!-- memdesk:end -->") == 1
    assert "\u202e" not in system


def test_what_shows_nothing_falls_back_on_the_title() -> None:
    memory = Memory(id="m1", title="Title", content="\u200b\u200b", constraint="yes")
    block = build_block((memory,), Profile(), DEFAULT, BlockRequest())
    assert "\n- [m1] Title\n" in block.system
    assert block.runtime.endswith("\n- Title")
