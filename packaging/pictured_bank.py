"""What stands in the bank that pictures are taken of: the sample, and what hosts did with it.

Everything comes in through the doors that programs and people use. The one liberty taken: calls
are dated back over two weeks, so that there is a past to be seen.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from memdesk.core.authors import Actor
from memdesk.core.entry import Task
from memdesk.core.preset import DEFAULT
from memdesk.core.query import Query
from memdesk.hosts.access_batch import Access
from memdesk.hosts.caller import Caller
from memdesk.hosts.jsonrpc import Request
from memdesk.hosts.service import Service
from memdesk.paths import bank_path
from memdesk.store.bank import Bank

USER = Actor()
DAY = 86_400.0
MANY = 500
BUDGET = {"en": 1_500, "zh": 650}
CONTENT = {"en": 90, "zh": 30}
"""Characters of entry lines: less than the sample has, so that something is cut."""

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "suggested": "Playtest notes",
        "suggested-text": "Three of four players missed the lighthouse door. Light it from below.",
        "edited": "Coffee grinder",
        "edited-text": "Setting 14 for espresso, 22 for the filter. Clean it on Sundays.",
        "learnt": "Export with the release template",
        "learnt-text": "The debug template doubles the download. Export with the release one.",
        "like": "Fixed time step for physics",
        "like-title": "Fixed time step",
        "rewritten": "Keep the lantern oil as a number of seconds, not as a percentage.",
        "task": "Check level {number}",
        "tag": "checked",
        "recall": "backup",
        "written": "Test the backup by restoring it",
    },
    "zh": {
        "suggested": "试玩记录",
        "suggested-text": "四位玩家有三位没看到灯塔的门。从下面打光。",
        "edited": "磨豆机刻度",
        "edited-text": "意式 14 格，滤杯 22 格。每周日清洗一次。",
        "learnt": "用发布模板导出",
        "learnt-text": "调试模板会让下载包大一倍。请用发布模板导出。",
        "like": "物理用固定时间步长",
        "like-title": "固定时间步长",
        "rewritten": "灯油按秒数保存，不要用百分比。",
        "task": "检查第 {number} 关",
        "tag": "已检查",
        "recall": "备份",
        "written": "备份要靠恢复来检验",
    },
}


class HostCalls:
    """Calls of hosts, at moments that lie back."""

    def __init__(self, bank: Path) -> None:
        self._service = Service(bank, counts_tokens=False)
        self._service.start()

    def call(
        self, caller: Caller, operation: str, parameters: Mapping[str, Any], days_ago: float
    ) -> None:
        """Let a host do something, and note it for a moment that many days ago."""
        request = Request(operation, dict(parameters), 1)
        _operation, call = self._service.prepare(caller, request)
        result, touched, recalled = self._service.run(call)
        size = len(json.dumps(result, ensure_ascii=False, default=str).encode())
        at = time.time() - days_ago * DAY
        self._service.access.add(Access(at, call, size, 0.002, tuple(call.ids), touched, recalled))
        self._service.bank.note_host(caller.host)

    def close(self) -> None:
        self._service.stop()


def fill(language: str) -> None:
    """Give the imported sample a past: hosts, roles, blocks, recalls, suggestions, a history."""
    said = WORDS[language]
    bank = Bank(bank_path(None))
    short = replace(
        DEFAULT,
        name="short",
        language=language,
        detail="full",
        max_chars=BUDGET[language],
        max_content_chars=CONTENT[language],
    )
    bank.save_preset(short, USER)
    bank.set_host("cursor", USER, policy="review")
    bank.set_host("claude-code", USER, policy="write", preset="short")
    bank.set_host("sillytavern", USER, policy="read")
    memories = bank.entries(Query(kinds=("memory",)))
    tasks = bank.entries(Query(kinds=("task",)))
    by_title = {entry.label: entry for entry in (*memories, *tasks)}
    place = next(entry.workspace for entry in memories if entry.workspace)
    hosts = HostCalls(bank.path)
    cursor = Caller(host="cursor", session="9f2c", workspace=place)
    claude = Caller(host="claude-code", session="b71e", workspace=place)
    tavern = Caller(host="sillytavern", session="tavern-3")
    for day in range(13, 0, -1):
        for caller, every in ((claude, 1), (cursor, 2), (tavern, 3)):
            for number in range((day * 7 + every) % 4 if day % every == 0 else 0):
                session = replace(caller, session=f"{caller.session}-{day}-{number}")
                hosts.call(session, "block", {}, day + number / 10)
    for caller in (claude, cursor, tavern):
        hosts.call(caller, "block", {}, 0.2)
    hosts.call(claude, "memory_recall", {"query": said["recall"]}, 0.15)
    learnt = {"title": said["learnt"], "content": said["learnt-text"], "category": "lesson"}
    hosts.call(claude, "memory_write", learnt, 0.1)
    # What the person changes after the hosts have their blocks: it comes with the next session.
    palette = next(entry for entry in memories if entry.workspace and "16" not in entry.content)
    bank.update(palette.id, {"content": said["rewritten"]}, USER, kind="memory")
    alike = replace(by_title[said["like-title"]], key=0, id="", title=said["like"], pinned=False)
    bank.add(alike, USER)
    grinder = by_title[said["edited"]]
    suggested = {"title": said["suggested"], "content": said["suggested-text"]}
    hosts.call(cursor, "memory_write", suggested, 0.03)
    changed = {"id": grinder.id, "content": said["edited-text"]}
    hosts.call(cursor, "memory_update", changed, 0.02)
    hosts.call(cursor, "memory_forget", {"id": tasks[-1].id}, 0.01)
    hosts.close()
    thrown = next(entry for entry in memories if entry.relevance == "low" and entry != grinder)
    bank.delete([("memory", thrown.id)], USER)
    bank.close()


def fill_with_many(language: str) -> None:
    """Add a great many tasks, as a person has them after years."""
    template = WORDS[language]["task"]
    bank = Bank(bank_path(None))
    with bank.transaction(USER, "add"):
        for number in range(1, MANY + 1):
            bank.add(Task(title=template.format(number=number), status="todo"), USER)
    bank.close()
