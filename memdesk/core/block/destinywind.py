"""The destinywind seed's two groups of memories: what binds, then what helps (spec 2.3)."""

from __future__ import annotations

from memdesk.core.block.markdown import MarkdownShape
from memdesk.core.block.result import Section
from memdesk.core.block.row import Row
from memdesk.core.entry import Memory


class DestinywindShape(MarkdownShape):
    """Memories as `- CONTENT [tag, tag]`, without ids."""

    def constraint(self, memory: Memory) -> Row:
        pen = self.pen(memory)
        line = f"- {self.rule(pen, memory)}{self.tags(pen, memory)}"
        return pen.row("constraints", "memory", memory.id, memory.label, line)

    def memory(self, memory: Memory) -> Row:
        pen = self.pen(memory)
        line = f"- {self.body(pen, memory)}{self.tags(pen, memory)}"
        return pen.row("memories", "memory", memory.id, memory.label, line)

    def head(self, section: Section) -> tuple[str, ...]:
        own = {"constraints": self.words.must, "memories": self.words.background}
        return ("", f"## {own.get(section, self.words.headings[section])}")
