"""The gameassist seed's summary: profile, tasks and works without ids or markers (spec 2.3)."""

from __future__ import annotations

from memdesk.core.block.markdown import MarkdownShape
from memdesk.core.block.result import Section
from memdesk.core.block.row import Row
from memdesk.core.block.words import Closing
from memdesk.core.entry import Memory, Task, Work


class GameAssistShape(MarkdownShape):
    """Plain labelled lines, one section right below the other."""

    def constraint(self, memory: Memory) -> Row:
        pen = self.pen(memory)
        line = f"- {self.rule(pen, memory)}{self.tags(pen, memory)}"
        return pen.row("constraints", "memory", memory.id, memory.label, line)

    def memory(self, memory: Memory) -> Row:
        pen = self.pen(memory)
        line = f"- {self.body(pen, memory)}{self.tags(pen, memory)}"
        return pen.row("memories", "memory", memory.id, memory.label, line)

    def task(self, task: Task) -> Row:
        pen = self.pen(task)
        line = f"- {self.status(pen, task)}{pen.write(task.title)}"
        if notes := pen.write_cut(task.notes, self.preset.max_note_chars):
            line += self.words.bracket.format(notes)
        return pen.row("tasks", "task", task.id, task.label, line)

    def work(self, work: Work) -> Row:
        pen = self.pen(work)
        line = f"- {pen.write(work.name)}"
        if kind := pen.write(work.work_kind):
            line += self.words.bracket.format(kind)
        line += self.work_fields(pen, work, self.words.inner_comma, "/")
        return pen.row("works", "work", work.id, work.label, line)

    def profile_line(self, field: str, text: str) -> str:
        return super().profile_line(field, text).removeprefix("- ")

    def head(self, section: Section) -> tuple[str, ...]:
        if section == "profile":
            return ()
        return (f"{self.words.headings[section]}{self.words.colon.rstrip()}",)

    def closing(self, section: Section) -> Closing:
        if section != "profile":
            return super().closing(section)
        return self.words.closings[section].within(self.words.aside)

    def top(self) -> tuple[str, ...]:
        intro = self.intro()
        return (*intro, "") if intro else ()

    def bottom(self) -> tuple[str, ...]:
        outro = self.outro()
        return ("", *outro) if outro else ()
