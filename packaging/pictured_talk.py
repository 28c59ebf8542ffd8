"""The conversation that pictures of consolidation are taken of, and what a model says of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A conversation of enough messages to be due. `accepted`, `merged` and `rejected` are facts
    that a model finds in it, `similar` is the entry of the sample that the second resembles."""

    asked: str
    answered: str
    said: str
    folder: str
    accepted: tuple[str, str]
    merged: str
    similar: str
    rejected: str
    summary: str

    @property
    def facts(self) -> tuple[str, ...]:
        return (*self.accepted, self.merged, self.rejected)


TALKS = {
    "en": Talk(
        asked="How should the harbour sound at night?",
        answered="Let us go through it, one sound after the other.",
        said="Sound {number}: keep it quieter than the bell.",
        folder="/home/me/projects/lantern-harbour",
        accepted=(
            "The harbour bell was decided to ring in E flat.",
            "Ambient sounds are Ogg files of 22 kHz.",
        ),
        merged="Works in Helix inside tmux; four spaces, no tabs in Python; line length 88.",
        similar="Editor and terminal",
        rejected="The bell was listened to twice.",
        summary="## Progress\n\n- [x] The bell\n- [ ] Wind and gulls\n\n"
        "## Preferences\n\nNothing louder than the bell.",
    ),
    "zh": Talk(
        asked="夜里的港口听起来应该怎样？",
        answered="我们一个声音一个声音地来。",
        said="声音 {number}：要比钟声轻。",
        folder="/home/me/projects/deng-gang",
        accepted=("决定港口的钟声用降 E 调。", "环境声是 22 kHz 的 Ogg 文件。"),
        merged="在 tmux 里用 Helix；Python 四个空格、不用制表符，行宽 88。",
        similar="编辑器与终端",
        rejected="钟声试听了两遍。",
        summary="## 进展\n\n- [x] 钟声\n- [ ] 风声和海鸥\n\n## 偏好\n\n任何声音都不要盖过钟声。",
    ),
}
_MESSAGES = 40


def write(home: Path, talk: Talk) -> None:
    """Let the conversation lie where Claude Code keeps its own."""
    said = [talk.asked, talk.answered]
    said += [talk.said.format(number=number) for number in range(1, _MESSAGES)]
    lines = []
    for number, text in enumerate(said):
        role = "assistant" if number % 2 else "user"
        line = {"type": role, "sessionId": "harbour", "cwd": talk.folder,
                "message": {"role": role, "content": text}}  # fmt: skip
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    path = home / ".claude" / "projects" / "harbour" / "harbour.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(lines), "utf-8")
