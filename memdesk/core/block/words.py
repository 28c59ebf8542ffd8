"""The fixed words of a block, English and Chinese: memdesk's own wording (spec 2.3).

A changed byte here re-bills every cached prompt: change with reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from memdesk.core.block.result import Language, Section


class Closing(NamedTuple):
    """How a section says that lines were left out: templates with `{count}`."""

    one: str
    more: str

    def within(self, template: str) -> Closing:
        """The same inside another template, whose place for it is `{}`."""
        return Closing(template.format(self.one), template.format(self.more))

    def said(self, count: int) -> str:
        """The closing line for so many."""
        return (self.one if count == 1 else self.more).format(count=count)


class Words(NamedTuple):
    """Everything a block says by itself in one language."""

    title: str
    headings: Mapping[Section, str]
    must: str
    background: str
    runtime: str
    tail: tuple[str, str]
    interests: str
    preferences: str
    notes: str
    tasks: str
    works: str
    tech: str
    path: str
    status: str
    comma: str
    """Between the items of a list of the person's."""
    semicolon: str
    colon: str
    bracket: str
    """Template of a bracket with the space that leads it."""
    inner_comma: str
    """Between the words in a bracket, and the parts of a gameassist work."""
    personal: str
    empty: str
    cut: str
    closings: Mapping[Section, Closing]
    aside: str
    """Template of a closing line and of what else is said aside."""
    intros: Mapping[str, str]
    outros: Mapping[str, str]


_ENGLISH_CONTRACT = (
    "Keep this memory lean. Record state only: the current progress and the next step. "
    "Update the entry that is there instead of adding another. "
    "The full text of an entry is one memory_read away."
)
_CHINESE_CONTRACT = (
    "请保持记忆精简：只记状态，即当前进展和下一步；"
    "已有的条目请更新，不要重复新建；"
    "需要完整内容时用 memory_read 读取。"
)

ENGLISH = Words(
    title="Long-term memory",
    headings=MappingProxyType(
        {
            "constraints": "Must follow",
            "profile": "About the user",
            "tasks": "Tasks",
            "works": "Works",
            "memories": "Background",
        }
    ),
    must="Hard constraints (must follow)",
    background="Background (use when relevant)",
    runtime="# Must follow",
    tail=(
        "# Memory check",
        "Before you act, check the next step against every rule that the long-term memory "
        "says must be followed.",
    ),
    interests="Interests",
    preferences="Preferences",
    notes="Notes",
    tasks="Tasks",
    works="Works",
    tech="tech",
    path="path",
    status="status",
    comma=", ",
    semicolon="; ",
    colon=": ",
    bracket=" ({})",
    inner_comma=", ",
    personal="personal",
    empty="(empty)",
    cut="(What ends in … was cut; memory_read gives it in full.)",
    closings=MappingProxyType(
        {
            "constraints": Closing(
                "{count} more rule did not fit; memory_read gives it",
                "{count} more rules did not fit; memory_read gives them",
            ),
            "profile": Closing(
                "{count} more line did not fit; memory_read gives it",
                "{count} more lines did not fit; memory_read gives them",
            ),
            "tasks": Closing(
                "{count} more task did not fit; memory_read gives it",
                "{count} more tasks did not fit; memory_read gives them",
            ),
            "works": Closing(
                "{count} more work did not fit; memory_read gives it",
                "{count} more works did not fit; memory_read gives them",
            ),
            "memories": Closing(
                "{count} more memory did not fit; memory_recall finds it",
                "{count} more memories did not fit; memory_recall finds them",
            ),
        }
    ),
    aside="({})",
    intros=MappingProxyType(
        {
            "default": (
                "What is known from earlier conversations. Rules that must be followed bind you; "
                "the rest is background. An id in brackets is what memory_read, memory_update "
                "and memory_forget take."
            ),
            "gameassist": "",
            "destinywind": (
                "What is known from earlier conversations. Check the hard constraints before "
                "you act; use the background where it is relevant."
            ),
            "gotong": (
                "What is known from earlier conversations. The id in brackets is what "
                "memory_read, memory_update and memory_forget take."
            ),
            "rolebox": (
                "Memories from earlier sessions, by title. memory_read gives the full text of an "
                "id, memory_recall searches all of them."
            ),
        }
    ),
    outros=MappingProxyType(
        {
            "default": _ENGLISH_CONTRACT,
            "gameassist": _ENGLISH_CONTRACT,
            "destinywind": _ENGLISH_CONTRACT,
            "gotong": _ENGLISH_CONTRACT,
            "rolebox": "",
        }
    ),
)

CHINESE = Words(
    title="长期记忆",
    headings=MappingProxyType(
        {
            "constraints": "必须遵守",
            "profile": "关于用户",
            "tasks": "任务",
            "works": "过去作品",
            "memories": "背景",
        }
    ),
    must="硬性约束（必须遵守）",
    background="背景知识（相关时参考）",
    runtime="# 必须遵守",
    tail=("# 记忆核对", "动手之前，先对照长期记忆里每一条必须遵守的规则，核对下一步要做的事。"),
    interests="兴趣",
    preferences="喜好/偏好",
    notes="备注",
    tasks="任务",
    works="过去作品",
    tech="技术",
    path="路径",
    status="状态",
    comma="、",
    semicolon="；",
    colon="：",
    bracket="（{}）",
    inner_comma="，",
    personal="个人",
    empty="（空）",
    cut="（以…结尾的内容已截断；完整内容用 memory_read 读取。）",
    closings=MappingProxyType(
        {
            "constraints": Closing(*("还有 {count} 条规则放不下；用 memory_read 读取",) * 2),
            "profile": Closing(*("还有 {count} 行放不下；用 memory_read 读取",) * 2),
            "tasks": Closing(*("还有 {count} 个任务放不下；用 memory_read 读取",) * 2),
            "works": Closing(*("还有 {count} 个作品放不下；用 memory_read 读取",) * 2),
            "memories": Closing(*("还有 {count} 条记忆放不下；用 memory_recall 查找",) * 2),
        }
    ),
    aside="（{}）",
    intros=MappingProxyType(
        {
            "default": (
                "以下来自以往的对话。必须遵守的规则要严格执行，其余是背景。"
                "括号里的 id 可用于 memory_read、memory_update 和 memory_forget。"
            ),
            "gameassist": "",
            "destinywind": "以下来自以往的对话。动手之前先核对硬性约束；背景知识在相关时参考。",
            "gotong": (
                "以下来自以往的对话。"
                "方括号里的 id 可用于 memory_read、memory_update 和 memory_forget。"
            ),
            "rolebox": (
                "以往会话的记忆，只列标题。用 memory_read 按 id 读取全文，用 memory_recall 搜索。"
            ),
        }
    ),
    outros=MappingProxyType(
        {
            "default": _CHINESE_CONTRACT,
            "gameassist": _CHINESE_CONTRACT,
            "destinywind": _CHINESE_CONTRACT,
            "gotong": _CHINESE_CONTRACT,
            "rolebox": "",
        }
    ),
)

WORDS: Mapping[Language, Words] = MappingProxyType({"en": ENGLISH, "zh": CHINESE})
