"""The rolebox seed's `<available_memory>`, and every copy of a preset in xml (spec 2.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from memdesk.core.block.markdown import MarkdownShape
from memdesk.core.block.result import Section
from memdesk.core.block.row import Pen, Row
from memdesk.core.block.sheet import Group
from memdesk.core.block.words import Closing
from memdesk.core.entry import Memory, Task, Work
from memdesk.core.text import escape_xml

ROOT = "available_memory"


def _element(indent: str, name: str, text: str) -> tuple[str, ...]:
    """One line, or none where there is no text."""
    return (f"{indent}<{name}>{text}</{name}>",) if text else ()


def _wrapped(name: str, *fields: tuple[str, str]) -> tuple[str, ...]:
    inner = (line for field, text in fields for line in _element("    ", field, text))
    return (f"  <{name}>", *inner, f"  </{name}>")


class XmlShape(MarkdownShape):
    """Entries as elements, one field a line."""

    escape: ClassVar[Callable[[str], str]] = staticmethod(escape_xml)
    escape_own: ClassVar[Callable[[str], str]] = staticmethod(escape_xml)

    def constraint(self, memory: Memory) -> Row:
        pen = self.pen(memory)
        lines = self._memory(pen, memory, ("must_follow", self.rule(pen, memory)))
        return pen.row("constraints", "memory", memory.id, memory.label, *lines)

    def memory(self, memory: Memory) -> Row:
        pen = self.pen(memory)
        full = self.preset.detail == "full"
        content = pen.write_cut(memory.content, self.preset.max_content_chars) if full else ""
        lines = self._memory(pen, memory, ("content", content))
        return pen.row("memories", "memory", memory.id, memory.label, *lines)

    def _memory(self, pen: Pen, memory: Memory, body: tuple[str, str]) -> tuple[str, ...]:
        return _wrapped(
            "memory",
            ("id", pen.write(memory.id)),
            ("title", pen.write(memory.title)),
            ("category", memory.category),
            ("relevance", memory.relevance),
            ("updated", pen.write(memory.updated_at)),
            body,
        )

    def task(self, task: Task) -> Row:
        pen = self.pen(task)
        lines = _wrapped(
            "task",
            ("id", pen.write(task.id)),
            ("title", pen.write(task.title)),
            ("status", pen.write(task.status)),
            ("notes", pen.write_cut(task.notes, self.preset.max_note_chars)),
        )
        return pen.row("tasks", "task", task.id, task.label, *lines)

    def work(self, work: Work) -> Row:
        pen = self.pen(work)
        lines = _wrapped(
            "work",
            ("id", pen.write(work.id)),
            ("name", pen.write(work.name)),
            ("kind", pen.write(work.work_kind)),
            ("summary", pen.write_cut(work.summary, self.preset.max_summary_chars)),
            ("tech", pen.write_list(work.tech, self.words.comma)),
            ("path", pen.write(work.path)),
            ("status", pen.write(work.status)),
        )
        return pen.row("works", "work", work.id, work.label, *lines)

    def profile_line(self, field: str, text: str) -> str:
        return _element("    ", field, text)[0]

    def group(self, sections: tuple[Section, ...], rows: list[Row], left_out: int) -> Group:
        group = super().group(sections, rows, left_out)
        if sections == ("profile",):
            group.foot = ("  </profile>",)
        return group

    def head(self, section: Section) -> tuple[str, ...]:
        return ("  <profile>",) if section == "profile" else ()

    def closing(self, section: Section) -> Closing:
        indent = "    " if section == "profile" else "  "
        return self.words.closings[section].within(_element(indent, "omitted", "{}")[0])

    def top(self) -> tuple[str, ...]:
        return (f"<{ROOT}>", *self.intro())

    def bottom(self) -> tuple[str, ...]:
        return (*self.outro(), f"</{ROOT}>")

    def cut(self) -> tuple[str, ...]:
        return (self.words.cut,)
