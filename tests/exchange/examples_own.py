"""Files that memdesk itself writes and reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from example import Example, write_json  # type: ignore[import-not-found]

from memdesk.core.entry import Memory, Profile
from memdesk.exchange import agents_md, memdesk_json
from memdesk.exchange.section_text import put_section

MOMENT = "2026-07-04T10:30:00.000Z"


def memories(texts: Sequence[str]) -> list[Memory]:
    return [
        Memory(
            id=f"m{n}", title=f"T{n}", content=text, created_at=MOMENT, updated_at=MOMENT
        )
        for n, text in enumerate(texts)
    ]  # fmt: skip


def memdesk(folder: Path, texts: Sequence[str]) -> Path:
    path = folder / "memdesk.json"
    path.write_text(memdesk_json.write(Profile(), memories(texts)).text, "utf-8", newline="")
    return path


def memdesk_wrong(folder: Path) -> Path:
    root = json.loads(memdesk_json.write(Profile(), memories(["good"])).text)
    good = root["memories"][0]
    root["profile"] = []
    root["memories"] += [
        {"title": "only a title", "unknown": True},
        good | {"id": "b", "content": None},
        good | {"id": "c", "tags": "a, b"},
        good | {"id": "d", "created_at": "yesterday"},
        good | {"title": "the id again"},
        good | {"id": "e", "constraint": "perhaps"},
        None,
    ]
    root["tasks"] = {"id": "t"}
    return write_json(folder / "memdesk.json", root)


def section(folder: Path, texts: Sequence[str]) -> Path:
    path = folder / "exported.md"
    path.write_text(agents_md.write(Profile(), memories(texts)).text, "utf-8", newline="")
    return path


def section_wrong(folder: Path) -> Path:
    path = folder / "exported.md"
    lines = ["- ", "-no bullet", f"- **{'x' * 99}**: {'y' * 100_001}", "* good", "#no heading"]
    path.write_text(put_section("", "\n\n".join(lines)), "utf-8")
    return path


EXAMPLES: tuple[Example, ...] = (
    Example(
        format="memdesk",
        write=memdesk,
        wrong=memdesk_wrong,
        taken=1,  # its own format is held to
        noted=("profile", *(f"memories[{number}]" for number in range(1, 8)), "tasks"),
    ),
    Example(
        format="agents-md",
        write=section,
        wrong=section_wrong,
        taken=4,
        noted=("line 6",),
        cut="unseen",
        most=20_000,
    ),
)
