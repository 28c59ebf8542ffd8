"""The shape of the `default` preset, which the other markdown shapes vary (spec 2.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar

from memdesk.core.block.result import Language, Section
from memdesk.core.block.row import Pen, Row, own_words
from memdesk.core.block.sheet import Group, Sheet
from memdesk.core.block.words import WORDS, Closing
from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.preset import Preset
from memdesk.core.text import escape_comments, escape_markdown

BEGIN = "<!-- memdesk:begin -->"
END = "<!-- memdesk:end -->"


class MarkdownShape:
    """Entries as lines with their ids, in sections with headings, between two markers."""

    escape: ClassVar[Callable[[str], str]] = staticmethod(escape_markdown)
    escape_own: ClassVar[Callable[[str], str]] = staticmethod(escape_comments)

    def __init__(self, preset: Preset, language: Language, host: str) -> None:
        self.preset = preset
        self.language = language
        self.host = host
        self.words = WORDS[language]

    def pen(self, entry: Entry | None = None) -> Pen:
        """A pen for an entry's fields; what the person called no secret is not redacted."""
        redacting = entry is None or not entry.not_secret
        return Pen(type(self).escape, redacting=redacting)

    # --- rows

    def constraint(self, memory: Memory) -> Row:
        """A constraint's line: its content, whatever `detail` says (spec 2.1)."""
        pen = self.pen(memory)
        line = f"- [{pen.write(memory.id)}] {self.rule(pen, memory)}{self.tags(pen, memory)}"
        return pen.row("constraints", "memory", memory.id, memory.label, line)

    def memory(self, memory: Memory) -> Row:
        """A memory's line."""
        pen = self.pen(memory)
        bracket = self.words.bracket.format(
            f"{memory.category}{self.words.inner_comma}{memory.relevance}"
        )
        line = f"- [{pen.write(memory.id)}] {self.body(pen, memory)}{bracket}"
        line += self.tags(pen, memory)
        return pen.row("memories", "memory", memory.id, memory.label, line)

    def task(self, task: Task) -> Row:
        """A task's line."""
        pen, words = self.pen(task), self.words
        line = f"- {self.status(pen, task)}{pen.write(task.title)}"
        line += words.bracket.format(pen.write(task.id))
        if notes := pen.write_cut(task.notes, self.preset.max_note_chars):
            line += words.colon + notes
        return pen.row("tasks", "task", task.id, task.label, line)

    def work(self, work: Work) -> Row:
        """A work's line."""
        pen, words = self.pen(work), self.words
        names = filter(None, (pen.write(work.id), pen.write(work.work_kind)))
        line = f"- {pen.write(work.name)}{words.bracket.format(words.inner_comma.join(names))}"
        line += self.work_fields(pen, work, words.semicolon, words.comma)
        return pen.row("works", "work", work.id, work.label, line)

    def profile(self, profile: Profile) -> list[Row]:
        """The profile's lines, at most three."""
        words = self.words
        lists = (
            ("interests", words.interests, profile.interests),
            ("preferences", words.preferences, profile.preferences),
            ("notes", words.notes, (profile.notes,)),
        )
        rows = []
        for field, label, items in lists:
            pen = self.pen()
            if text := pen.write_list(items, words.comma):
                rows.append(
                    pen.row("profile", "profile", field, label, self.profile_line(field, text))
                )
        return rows

    def profile_line(self, field: str, text: str) -> str:
        """One line of the profile."""
        labels = {
            "interests": self.words.interests,
            "preferences": self.words.preferences,
            "notes": self.words.notes,
        }
        return f"- {labels[field]}{self.words.colon}{text}"

    # --- parts of rows

    def rule(self, pen: Pen, memory: Memory) -> str:
        """What a constraint says: its content, or its title where that is hidden or blank."""
        content = pen.write_cut(memory.content, self.preset.max_constraint_chars)
        return content or pen.write(memory.title)

    def body(self, pen: Pen, memory: Memory) -> str:
        """What a memory says, as title or as content (`detail`)."""
        if self.preset.detail == "title":
            return pen.write(memory.title)
        content = pen.write_cut(memory.content, self.preset.max_content_chars)
        return content or pen.write(memory.title)

    def tags(self, pen: Pen, entry: Entry) -> str:
        """The tags in square brackets with a leading space, or nothing."""
        tags = pen.write_list(entry.tags, ", ")
        return f" [{tags}]" if tags else ""

    def status(self, pen: Pen, task: Task) -> str:
        """A task's status in square brackets with a trailing space, or nothing."""
        status = pen.write(task.status)
        return f"[{status}] " if status else ""

    def work_fields(self, pen: Pen, work: Work, separator: str, tech_separator: str) -> str:
        """What follows a work's name. A field that is absent takes its label along."""
        words = self.words
        line = ""
        if summary := pen.write_cut(work.summary, self.preset.max_summary_chars):
            line += words.colon + summary
        for label, text in (
            (words.tech, pen.write_list(work.tech, tech_separator)),
            (words.path, pen.write(work.path)),
            (words.status, pen.write(work.status)),
        ):
            if text:
                line += f"{separator}{label}{words.colon}{text}"
        return line

    # --- the whole

    def sheet(self, rows: Mapping[Section, list[Row]], left_out: Mapping[Section, int]) -> Sheet:
        """The system layer of these rows."""
        wordless: dict[str, str] = {self.language: ""}
        preset = replace(self.preset, intro=wordless, outro=wordless)
        bare = type(self)(preset, self.language, self.host)
        return Sheet(
            top=self.top(),
            groups=self.groups(rows, left_out),
            cut=self.cut(),
            bottom=self.bottom(),
            bare_top=bare.top(),
            bare_bottom=bare.bottom(),
            empty=self.empty(),
        )

    def groups(
        self, rows: Mapping[Section, list[Row]], left_out: Mapping[Section, int]
    ) -> list[Group]:
        """The rows under their headings, in the preset's order of sections."""
        return [
            self.group((section,), rows.get(section, []), left_out.get(section, 0))
            for section in dict.fromkeys(self.preset.sections)
        ]

    def group(self, sections: tuple[Section, ...], rows: list[Row], left_out: int) -> Group:
        """Rows under one heading. The last section words what was left out."""
        return Group(
            sections=sections,
            rows=rows,
            left_out=left_out,
            head=self.head(sections[0]),
            closing=self.closing(sections[-1]),
        )

    def head(self, section: Section) -> tuple[str, ...]:
        """What stands above a section's rows."""
        return ("", f"## {self.words.headings[section]}")

    def closing(self, section: Section) -> Closing:
        """The line that says how many more of a section there are."""
        return self.words.closings[section].within(f"- {self.words.aside}")

    def top(self) -> tuple[str, ...]:
        """What opens the block."""
        return (BEGIN, self.title(), *self.intro())

    def title(self) -> str:
        """The block's heading."""
        return f"# {self.words.title}"

    def bottom(self) -> tuple[str, ...]:
        """What closes the block."""
        outro = self.outro()
        return ("", *outro, END) if outro else (END,)

    def cut(self) -> tuple[str, ...]:
        """What is said when anything was cut."""
        return ("", self.words.cut)

    def empty(self) -> tuple[str, ...]:
        """What stands in an empty block; nothing: then there is no block."""
        return ()

    def intro(self) -> tuple[str, ...]:
        """The person's words before, else memdesk's."""
        own = self.preset.intro.get(self.language, self.words.intros[self.preset.shape])
        return own_words(own, type(self).escape_own)

    def outro(self) -> tuple[str, ...]:
        """The person's words after, else memdesk's."""
        own = self.preset.outro.get(self.language, self.words.outros[self.preset.shape])
        return own_words(own, type(self).escape_own)
