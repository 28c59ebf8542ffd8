"""Banks to measure on: a fifth Chinese, about 300 characters an entry (spec 6.1)."""

from __future__ import annotations

import json
import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from memdesk.core.authors import Actor, importer
from memdesk.core.entry import CATEGORIES, RELEVANCES, Entry, Memory, Task, Work
from memdesk.store.bank import Bank
from memdesk.store.migrations import NEWEST

KEPT = Path(__file__).resolve().parents[2] / "build" / "banks"
"""Where banks stay from one run to the next. Delete it when what makes them has changed."""

ENGLISH = (
    "the a deploy server window prefers branch release test never always on Friday before "
    "review commit colour theme keyboard memory bank project deadline meeting customer module "
    "parser token budget cache socket thread migrate rollback index query note lesson decided"
)
CHINESE = "记忆银行项目进度服务器窗口主题键盘会议客户模块缓存线程索引查询决定偏好事实教训发布测试"
LENGTH = 300
"""Characters of content, on average."""


def entries(count: int) -> Iterator[Entry]:
    """The same entries in every run: nine tenths memories, the rest tasks and works."""
    dice = random.Random(20_240_229)
    for number in range(count):
        text = chinese(dice) if number % 5 == 0 else english(dice)
        title = f"{text[:40].strip()} {number}"
        tags = tuple(dice.sample(["work", "home", "terminal", "游戏", "style"], dice.randrange(3)))
        relevance = dice.choice(RELEVANCES)
        if number % 20 == 7:
            yield Task(title=title, notes=text[:100], tags=tags, relevance=relevance)
        elif number % 20 == 13:
            yield Work(name=title, summary=text[:200], tags=tags, relevance=relevance)
        else:
            yield Memory(
                title=title,
                content=text,
                category=dice.choice(CATEGORIES),
                tags=tags,
                relevance=relevance,
            )


def english(dice: random.Random) -> str:
    """About LENGTH characters of words."""
    return " ".join(dice.choices(ENGLISH.split(), k=dice.randrange(30, 60)))


def chinese(dice: random.Random) -> str:
    """About LENGTH characters of running text without spaces."""
    letters = "".join(dice.choices(CHINESE, k=dice.randrange(LENGTH - 100, LENGTH + 100)))
    return "，".join(letters[start : start + 20] for start in range(0, len(letters), 20)) + "。"


def make_bank(path: Path, count: int) -> None:
    """Write a bank of that many entries, as one import."""
    bank = Bank(path)
    actor = Actor(author=importer("memdesk"))
    try:
        with bank.transaction(actor, "benchmark"):
            for entry in entries(count):
                bank.add(entry, actor)
    finally:
        bank.close()


def kept_bank(count: int) -> Path:
    """The bank of that many entries, made when there is none yet. Nothing may write to it."""
    path = KEPT / f"{count}-schema-{NEWEST}.sqlite"
    if not path.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".draft")
        draft.unlink(missing_ok=True)
        begun, worked = time.perf_counter(), time.process_time()
        make_bank(draft, count)
        took = {
            "seconds": time.perf_counter() - begun,
            "processor": time.process_time() - worked,
        }
        path.with_suffix(".json").write_text(json.dumps(took))
        draft.rename(path)
    return path


def copied_bank(to: Path, count: int) -> Path:
    """A copy of the bank of that many entries, to be written to."""
    shutil.copy(kept_bank(count), to)
    return to


def import_seconds(count: int) -> tuple[float, float]:
    """What making the kept bank took: by the clock, and on a processor."""
    took = json.loads(kept_bank(count).with_suffix(".json").read_text())
    return took["seconds"], took["processor"]
