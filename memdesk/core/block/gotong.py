"""The gotong seed's flat list: memories and constraints together, with their ids (spec 2.3)."""

from __future__ import annotations

from collections.abc import Mapping

from memdesk.core.block.markdown import MarkdownShape
from memdesk.core.block.result import Section
from memdesk.core.block.row import Row
from memdesk.core.block.sheet import Group
from memdesk.core.entry import Memory

_FLAT: tuple[Section, ...] = ("constraints", "memories")


class GotongShape(MarkdownShape):
    """One list under a heading that names whose memory it is. It keeps its shape when empty."""

    def constraint(self, memory: Memory) -> Row:
        pen = self.pen(memory)
        line = f"- [{pen.write(memory.id)}] {self.rule(pen, memory)}"
        return pen.row("constraints", "memory", memory.id, memory.label, line)

    def memory(self, memory: Memory) -> Row:
        pen = self.pen(memory)
        line = f"- [{pen.write(memory.id)}] {self.body(pen, memory)}"
        return pen.row("memories", "memory", memory.id, memory.label, line)

    def groups(
        self, rows: Mapping[Section, list[Row]], left_out: Mapping[Section, int]
    ) -> list[Group]:
        groups = []
        flat = [row for section in _FLAT for row in rows.get(section, [])]
        flat.sort(key=lambda row: row.place)
        left = sum(left_out.get(section, 0) for section in _FLAT)
        for section in dict.fromkeys(self.preset.sections):
            if section not in _FLAT:
                groups.append(
                    self.group((section,), rows.get(section, []), left_out.get(section, 0))
                )
            elif not any("memories" in group.sections for group in groups):
                groups.append(self.group(_FLAT, flat, left))
        return groups

    def head(self, section: Section) -> tuple[str, ...]:
        return ("",) if section in _FLAT else super().head(section)

    def title(self) -> str:
        label = self.pen().write(self.host) or self.words.personal
        return f"# {self.words.title}{self.words.bracket.format(label)}"

    def empty(self) -> tuple[str, ...]:
        return ("", self.words.empty)
