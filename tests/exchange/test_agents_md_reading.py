"""memdesk's own section of AGENTS.md is read back; of a mirror, what others wrote (spec 4.3)."""

from __future__ import annotations

from pathlib import Path

from memdesk.core.entry import Memory, Profile, Task, Work
from memdesk.exchange import agents_md, formats, mirror_note
from memdesk.exchange.mirror_note import Mirror
from memdesk.exchange.reading import Found
from memdesk.exchange.section_text import put_section
from memdesk.exchange.source import Source

BLOCK = """\
# Long-term memory
What is known from earlier conversations.

## Must follow
- [mhd5zqpwg] Never deploy on Fridays

## Tasks
- [doing] Write docs (trkqmgwx4)

## Background
- [m69f6w6x9] Use uv (note, medium) [python]

Keep this memory lean."""


def of_section(path: Path) -> Found:
    return formats.read(Source(path), "agents-md")


def test_what_was_exported_comes_back(tmp_path: Path) -> None:
    memories = [
        Memory(title="Use tabs", content="Use tabs"),
        Memory(title="Tests", content="Run them.\n\n## Twice\n\n- <!-- memdesk:end --> once\n"),
        Memory(title="One", content="line (of it)"),
    ]
    tasks = [Task(title="Do (it)", status="doing", notes="next"), Task(title="Bare", status="todo")]
    works = [Work(name="Desk", work_kind="program", summary="A desk."), Work(name="Empty")]
    profile = Profile(
        interests=("tea", "像素画 😀"), preferences=("brief",), notes="Call me A.\n\n- not a list"
    )
    path = tmp_path / "exported.md"
    text = agents_md.write(profile, [*memories, *tasks, *works]).text
    path.write_text(text.replace("\n", "\r\n"), "utf-8", newline="")
    found = formats.read(Source(path))
    assert found.format == "agents-md" and found.skipped == []
    entries = [one.entry for one in found.entries]
    assert [(one.title, one.content) for one in entries if isinstance(one, Memory)] == [
        ("Use tabs", "Use tabs"),
        ("Tests", "Run them.\n\n## Twice\n\n- <!-- memdesk:end --> once"),
        ("One", "line (of it)"),
    ]
    assert [(one.title, one.status, one.notes) for one in entries if isinstance(one, Task)] == [
        ("Do (it)", "doing", "next"),
        ("Bare", "todo", ""),
    ]
    assert [(one.name, one.summary) for one in entries if isinstance(one, Work)] == [
        ("Desk", "program\n\nA desk."),
        ("Empty", ""),
    ]
    assert found.profile == profile


def test_of_a_mirror_only_what_others_wrote_is_taken(tmp_path: Path, memdesk_home: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_text(put_section("# Mine\n\n- my own bullet\n", BLOCK), "utf-8")
    mirror = Mirror(path=str(path), shape="section").holding(BLOCK)
    mirror_note.note(tmp_path / "bank.sqlite", [mirror])
    assert list(of_section(path).entries) == []
    edited = BLOCK.replace("on Fridays", "on Mondays").replace(
        "- [doing] Write docs (trkqmgwx4)",
        "* [doing] Write docs (trkqmgwx4)\n- [blocked] 付房租 😀\n  by Monday\n- Bare one",
    )
    edited = edited.replace("[python]\n", "[python]\n  and pip\n\nA paragraph\nof theirs.\n")
    path.write_text(put_section("# Mine\n\n- my own bullet\n", edited), "utf-8")
    found = [one.entry for one in of_section(path).entries]
    assert [(one.kind, one.label) for one in found] == [
        ("memory", "Never deploy on Mondays"),
        ("task", "付房租 😀"),
        ("task", "Bare one"),
        ("memory", "and pip"),
        ("memory", "A paragraph"),
    ]
    assert all(isinstance(one, Task) or one.constraint == "auto" for one in found)  # type: ignore[union-attr]
    tasks = [one for one in found if isinstance(one, Task)]
    assert [(one.status, one.notes) for one in tasks] == [("blocked", "by Monday"), ("todo", "")]
    # Where its own host reads the file, the section stays memdesk's.
    assert [one.entry.label for one in formats.read(Source(path)).entries] == ["my own bullet"]


def test_a_rules_file_of_cursor(tmp_path: Path, memdesk_home: Path) -> None:
    path = tmp_path / "memdesk.mdc"
    matter = "---\ndescription: What memdesk remembers\nalwaysApply: true\n---\n\n"
    mirror = Mirror(path=str(path), shape="cursor").holding(matter + BLOCK + "\n")
    mirror_note.note(tmp_path / "bank.sqlite", [mirror])
    path.write_text(matter + BLOCK + "\n- Prefer small commits\n", "utf-8")
    assert [one.entry.label for one in of_section(path).entries] == ["Prefer small commits"]


def test_where_memdesk_wrote_nothing_yet_all_is_theirs(tmp_path: Path, memdesk_home: Path) -> None:
    path = tmp_path / "rules.mdc"
    path.write_text("---\nalwaysApply: true\n---\n# Rules\n\n- Use tabs\n\nAnd more.\n", "utf-8")
    mirror_note.note(tmp_path / "bank.sqlite", [Mirror(path=str(path), shape="cursor")])
    labels = [one.entry.label for one in of_section(path).entries]
    assert labels == ["Use tabs", "And more."]
