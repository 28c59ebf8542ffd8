"""The exact bytes of every preset, in both languages (spec 2.1, 2.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memdesk.core.block.build import build_block, etag
from memdesk.core.block.result import Block, BlockRequest, Language
from memdesk.core.block.words import CHINESE, ENGLISH
from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.preset import BUILT_IN, DEFAULT, Preset

PROFILE = Profile(
    interests=("game development", "anime"),
    preferences=("communicate in English",),
    notes="Call the user Master.",
)
TASK = Task(
    id="forum-game", title="Advance the forum game", status="doing", notes="Polish the first battle"
)
WORK = Work(
    id="my-forum-game",
    name="My Forum Game",
    work_kind="game",
    summary="A forum-themed game",
    tech=("Godot 4.7", "GDScript"),
    path="D:/projects/my-forum-game",
    status="in development",
)
RULE = Memory(
    id="m7k2",
    title="The shell",
    content="Never use PowerShell 5.1; use pwsh 7",
    tags=("terminal", "windows"),
    created_at="2026-07-02T00:00:00.000Z",
    updated_at="2026-07-05T00:00:00.000Z",
)
AUTH = Memory(
    id="m9q4",
    title="Auth uses JWT with refresh tokens",
    content="Access tokens live\n15 minutes.",
    category="decision",
    relevance="high",
    tags=("auth",),
    created_at="2026-07-01T00:00:00.000Z",
    updated_at="2026-07-04T10:30:00.000Z",
)
OLD = Memory(
    id="m2b3",
    title="显示器",
    content="这台机器的显示器是 4K 分辨率",
    created_at="2026-06-01T00:00:00.000Z",
    updated_at="2026-07-06T00:00:00.000Z",
)
ENTRIES: tuple[Entry, ...] = (TASK, WORK, RULE, AUTH, OLD)


def made(
    preset: Preset | str, language: Language | None = None, *, host: str = "", beyond: int = 0
) -> Block:
    chosen = BUILT_IN[preset] if isinstance(preset, str) else preset
    request = BlockRequest(language=language, host=host)
    return build_block(ENTRIES, PROFILE, chosen, request, beyond)


def test_default_in_english() -> None:
    assert made("default", beyond=3).system == (
        "<!-- memdesk:begin -->\n"
        "# Long-term memory\n"
        f"{ENGLISH.intros['default']}\n"
        "\n"
        "## Must follow\n"
        "- [m7k2] Never use PowerShell 5.1; use pwsh 7 [terminal, windows]\n"
        "\n"
        "## About the user\n"
        "- Interests: game development, anime\n"
        "- Preferences: communicate in English\n"
        "- Notes: Call the user Master.\n"
        "\n"
        "## Tasks\n"
        "- [doing] Advance the forum game (forum-game): Polish the first battle\n"
        "\n"
        "## Works\n"
        "- My Forum Game (my-forum-game, game): A forum-themed game; tech: Godot 4.7, GDScript; "
        "path: D:/projects/my-forum-game; status: in development\n"
        "\n"
        "## Background\n"
        "- [m9q4] Auth uses JWT with refresh tokens (decision, high) [auth]\n"
        "- [m2b3] 显示器 (note, medium)\n"
        "- (3 more memories did not fit; memory_recall finds them)\n"
        "\n"
        f"{ENGLISH.outros['default']}\n"
        "<!-- memdesk:end -->"
    )


def test_default_in_chinese() -> None:
    assert made("default", "zh", beyond=1).system == (
        "<!-- memdesk:begin -->\n"
        "# 长期记忆\n"
        f"{CHINESE.intros['default']}\n"
        "\n"
        "## 必须遵守\n"
        "- [m7k2] Never use PowerShell 5.1; use pwsh 7 [terminal, windows]\n"
        "\n"
        "## 关于用户\n"
        "- 兴趣：game development、anime\n"
        "- 喜好/偏好：communicate in English\n"
        "- 备注：Call the user Master.\n"
        "\n"
        "## 任务\n"
        "- [doing] Advance the forum game（forum-game）：Polish the first battle\n"
        "\n"
        "## 过去作品\n"
        "- My Forum Game（my-forum-game，game）：A forum-themed game；技术：Godot 4.7、GDScript；"
        "路径：D:/projects/my-forum-game；状态：in development\n"
        "\n"
        "## 背景\n"
        "- [m9q4] Auth uses JWT with refresh tokens（decision，high） [auth]\n"
        "- [m2b3] 显示器（note，medium）\n"
        "- （还有 1 条记忆放不下；用 memory_recall 查找）\n"
        "\n"
        f"{CHINESE.outros['default']}\n"
        "<!-- memdesk:end -->"
    )


def test_gameassist_is_the_seeds_summary() -> None:
    assert made("gameassist").system == (
        "兴趣：game development、anime\n"
        "喜好/偏好：communicate in English\n"
        "备注：Call the user Master.\n"
        "任务：\n"
        "- [doing] Advance the forum game（Polish the first battle）\n"
        "过去作品：\n"
        "- My Forum Game（game）：A forum-themed game，技术：Godot 4.7/GDScript，"
        "路径：D:/projects/my-forum-game，状态：in development\n"
        "\n"
        f"{CHINESE.outros['gameassist']}"
    )


def test_gameassist_in_english() -> None:
    assert made("gameassist", "en").system == (
        "Interests: game development, anime\n"
        "Preferences: communicate in English\n"
        "Notes: Call the user Master.\n"
        "Tasks:\n"
        "- [doing] Advance the forum game (Polish the first battle)\n"
        "Works:\n"
        "- My Forum Game (game): A forum-themed game, tech: Godot 4.7/GDScript, "
        "path: D:/projects/my-forum-game, status: in development\n"
        "\n"
        f"{ENGLISH.outros['gameassist']}"
    )


def test_gameassist_of_a_chinese_bank_with_cuts() -> None:
    notes = "第一章的战斗系统已经可以玩，敌人的寻路在桥上会卡住；" * 20
    tasks = (
        Task(id="pixel-rpg", title="像素 RPG 第一章", status="doing", notes=notes, position=1),
        Task(id="t1", title="整理素材", position=2),
        Task(
            id="t2",
            title="Fix the save bug 🐛",
            status="done",
            notes="Saves made on Windows\r\nfailed on Linux (case of file names)",
            position=3,
        ),
    )
    works = (
        Work(
            id="w1",
            name="小岛生活",
            work_kind="game",
            summary="A cosy island game, finished in 2025",
            tech=("Godot 4.4",),
            path="/home/me/island",
            status="released",
            position=1,
        ),
        Work(id="w2", name="论坛机器人", position=2),
    )
    profile = Profile(
        interests=("独立游戏", "像素画", "复古音乐"),
        preferences=("用中文回答", "代码注释写英文"),
        notes="时区 UTC+8。\n晚上十点以后不要提醒。",
    )
    block = build_block((*works, *tasks), profile, BUILT_IN["gameassist"], BlockRequest())
    assert block.system == (
        "兴趣：独立游戏、像素画、复古音乐\n"
        "喜好/偏好：用中文回答、代码注释写英文\n"
        "备注：时区 UTC+8。 晚上十点以后不要提醒。\n"
        "任务：\n"
        f"- [doing] 像素 RPG 第一章（{notes[:200]}…）\n"
        "- [todo] 整理素材\n"
        "- [done] Fix the save bug 🐛（Saves made on Windows failed on Linux "
        "(case of file names)）\n"
        "过去作品：\n"
        "- 小岛生活（game）：A cosy island game, finished in 2025，技术：Godot 4.4，"
        "路径：/home/me/island，状态：released\n"
        "- 论坛机器人\n"
        "\n"
        f"{CHINESE.cut}\n"
        "\n"
        f"{CHINESE.outros['gameassist']}"
    )


def test_destinywind_in_order_of_creation() -> None:
    assert made("destinywind").system == (
        "<!-- memdesk:begin -->\n"
        "# 长期记忆\n"
        f"{CHINESE.intros['destinywind']}\n"
        "\n"
        "## 硬性约束（必须遵守）\n"
        "- Never use PowerShell 5.1; use pwsh 7 [terminal, windows]\n"
        "\n"
        "## 背景知识（相关时参考）\n"
        "- 这台机器的显示器是 4K 分辨率\n"
        "- Access tokens live 15 minutes. [auth]\n"
        "\n"
        f"{CHINESE.outros['destinywind']}\n"
        "<!-- memdesk:end -->"
    )


def test_destinywind_in_english() -> None:
    system = made("destinywind", "en").system
    assert "\n## Hard constraints (must follow)\n- Never" in system
    assert "\n## Background (use when relevant)\n- 这台" in system


def test_gotong_is_one_flat_list_by_relevance_and_recency() -> None:
    assert made("gotong").system == (
        "<!-- memdesk:begin -->\n"
        "# Long-term memory (personal)\n"
        f"{ENGLISH.intros['gotong']}\n"
        "\n"
        "- [m9q4] Access tokens live 15 minutes.\n"
        "- [m2b3] 这台机器的显示器是 4K 分辨率\n"
        "- [m7k2] Never use PowerShell 5.1; use pwsh 7\n"
        "\n"
        f"{ENGLISH.outros['gotong']}\n"
        "<!-- memdesk:end -->"
    )


def test_gotong_names_the_host_as_text() -> None:
    assert "\n# 长期记忆（a &lt;b> c）\n" in made("gotong", "zh", host="a\n<b> c").system
    assert "\n# 长期记忆（个人）\n" in made("gotong", "zh").system


@pytest.mark.parametrize("language", ["en", "zh"])
def test_gotong_keeps_its_shape_when_empty(language: Language) -> None:
    block = build_block((), Profile(), BUILT_IN["gotong"], BlockRequest(language=language))
    label = {"en": "# Long-term memory (personal)", "zh": "# 长期记忆（个人）"}[language]
    empty = {"en": "(empty)", "zh": "（空）"}[language]
    assert block.system.splitlines()[:2] == ["<!-- memdesk:begin -->", label]
    assert f"\n\n{empty}\n\n" in block.system
    assert block.system.endswith("\n<!-- memdesk:end -->")
    assert (block.runtime, block.tail) == ("", "")


def test_rolebox_is_xml_by_title() -> None:
    assert made("rolebox", beyond=2).system == (
        "<available_memory>\n"
        f"{ENGLISH.intros['rolebox']}\n"
        "  <memory>\n"
        "    <id>m7k2</id>\n"
        "    <title>The shell</title>\n"
        "    <category>note</category>\n"
        "    <relevance>medium</relevance>\n"
        "    <updated>2026-07-05T00:00:00.000Z</updated>\n"
        "    <must_follow>Never use PowerShell 5.1; use pwsh 7</must_follow>\n"
        "  </memory>\n"
        "  <memory>\n"
        "    <id>m9q4</id>\n"
        "    <title>Auth uses JWT with refresh tokens</title>\n"
        "    <category>decision</category>\n"
        "    <relevance>high</relevance>\n"
        "    <updated>2026-07-04T10:30:00.000Z</updated>\n"
        "  </memory>\n"
        "  <memory>\n"
        "    <id>m2b3</id>\n"
        "    <title>显示器</title>\n"
        "    <category>note</category>\n"
        "    <relevance>medium</relevance>\n"
        "    <updated>2026-07-06T00:00:00.000Z</updated>\n"
        "  </memory>\n"
        "  <omitted>2 more memories did not fit; memory_recall finds them</omitted>\n"
        "</available_memory>"
    )


def test_rolebox_in_chinese() -> None:
    lines = made("rolebox", "zh", beyond=2).system.splitlines()
    assert lines[1] == CHINESE.intros["rolebox"]
    assert lines[-2] == "  <omitted>还有 2 条记忆放不下；用 memory_recall 查找</omitted>"


def test_none_gives_nothing() -> None:
    block = made("none")
    assert (block.system, block.runtime, block.tail, block.lines) == ("", "", "", ())


@pytest.mark.parametrize(
    ("name", "language", "heading", "tail"),
    [
        ("default", "en", "# Must follow", "\n".join(ENGLISH.tail)),
        ("destinywind", None, "# 必须遵守", "\n".join(CHINESE.tail)),
        ("gotong", None, "# Must follow", "\n".join(ENGLISH.tail)),
        ("rolebox", "zh", "# 必须遵守", "\n".join(CHINESE.tail)),
    ],
)
def test_runtime_and_tail(name: str, language: Language | None, heading: str, tail: str) -> None:
    block = made(name, language)
    assert block.runtime == f"{heading}\n- Never use PowerShell 5.1; use pwsh 7"
    assert block.tail == tail
    assert len(block.tail.splitlines()) == 2


def test_without_constraints_runtime_and_tail_are_empty() -> None:
    block = build_block((AUTH,), Profile(), DEFAULT, BlockRequest())
    assert block.system
    assert (block.runtime, block.tail) == ("", "")


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "gotong"])
def test_an_empty_bank_gives_empty_layers(name: str) -> None:
    block = build_block((), Profile(), BUILT_IN[name], BlockRequest())
    assert (block.system, block.runtime, block.tail) == ("", "", "")


@pytest.mark.parametrize("layer", ["system", "runtime", "tail"])
def test_only_the_layers_asked_for(layer: str) -> None:
    everything = made("default")
    asked = build_block(ENTRIES, PROFILE, DEFAULT, BlockRequest(layers=(layer,)))  # type: ignore[arg-type]
    off = replace(DEFAULT, layers=(layer,))  # type: ignore[arg-type]
    for block in (asked, build_block(ENTRIES, PROFILE, off, BlockRequest())):
        for name in ("system", "runtime", "tail"):
            expected = everything.layer(name) if name == layer else ""  # type: ignore[arg-type]
            assert block.layer(name) == expected  # type: ignore[arg-type]


def test_detail_full_shows_content_and_says_what_was_cut() -> None:
    preset = replace(DEFAULT, detail="full", max_content_chars=13, max_constraint_chars=5)
    block = made(preset)
    assert "\n- [m9q4] Access tokens… (decision, high) [auth]\n" in block.system
    assert "\n- [m7k2] Never… [terminal, windows]\n" in block.system
    assert f"\n\n{ENGLISH.cut}\n\n{ENGLISH.outros['default']}\n" in block.system
    assert block.runtime == "# Must follow\n- Never…"
    assert "memory_read" in ENGLISH.cut
    assert "memory_read" in CHINESE.cut
    cuts = {line.id: line for line in block.lines if line.lost}
    assert cuts["m9q4"].lost == " live 15 minutes."
    assert cuts["m9q4"].text[: cuts["m9q4"].lost_at] == "- [m9q4] Access tokens…"
    assert set(cuts) == {"m9q4", "m7k2", "m2b3"}


def test_zero_hides() -> None:
    preset = replace(
        DEFAULT, max_note_chars=0, max_summary_chars=0, max_content_chars=0, detail="full",
    )  # fmt: skip
    system = made(preset).system
    assert "\n- [doing] Advance the forum game (forum-game)\n" in system
    assert "\n- My Forum Game (my-forum-game, game); tech: Godot 4.7, GDScript; path: " in system
    assert "\n- [m9q4] Auth uses JWT with refresh tokens (decision, high) [auth]\n" in system
    assert ENGLISH.cut not in system
    assert "## Background" not in made(replace(DEFAULT, max_inject=0), beyond=4).system
    assert made(replace(DEFAULT, max_chars=0)).system == ""


def test_an_absent_field_takes_its_brackets_and_label_along() -> None:
    entries = (Task(id="t", title="Title", status=""), Work(id="w", name="Name"))
    system = build_block(entries, Profile(), DEFAULT, BlockRequest()).system
    assert "\n- Title (t)\n" in system
    assert "\n- Name (w)\n" in system
    assert "## About the user" not in system
    assert "## Background" not in system


def test_sections_in_their_order_and_only_those() -> None:
    preset = replace(DEFAULT, sections=("memories", "tasks"))
    block = made(preset)
    headings = [line for line in block.system.splitlines() if line.startswith("## ")]
    assert headings == ["## Background", "## Tasks"]
    assert "PowerShell" not in block.system
    assert block.runtime.endswith("- Never use PowerShell 5.1; use pwsh 7")


def test_a_copy_in_xml_has_an_element_for_everything() -> None:
    system = made(replace(DEFAULT, format="xml", detail="full"), beyond=1).system
    assert system.splitlines()[0] == "<available_memory>"
    assert "    <must_follow>Never use PowerShell 5.1; use pwsh 7</must_follow>\n" in system
    assert (
        "  <profile>\n"
        "    <interests>game development, anime</interests>\n"
        "    <preferences>communicate in English</preferences>\n"
        "    <notes>Call the user Master.</notes>\n"
        "  </profile>\n"
        "  <task>\n"
        "    <id>forum-game</id>\n"
        "    <title>Advance the forum game</title>\n"
        "    <status>doing</status>\n"
        "    <notes>Polish the first battle</notes>\n"
        "  </task>\n"
        "  <work>\n"
        "    <id>my-forum-game</id>\n"
        "    <name>My Forum Game</name>\n"
        "    <kind>game</kind>\n"
        "    <summary>A forum-themed game</summary>\n"
        "    <tech>Godot 4.7, GDScript</tech>\n"
        "    <path>D:/projects/my-forum-game</path>\n"
        "    <status>in development</status>\n"
        "  </work>\n"
    ) in system
    assert "    <content>Access tokens live 15 minutes.</content>\n  </memory>\n" in system
    assert f"</omitted>\n{ENGLISH.outros['default']}\n</available_memory>" in system


def test_a_copy_of_rolebox_in_markdown_has_the_default_shape() -> None:
    system = made(replace(BUILT_IN["rolebox"], format="markdown")).system
    assert "\n- [m9q4] Auth uses JWT with refresh tokens (decision, high) [auth]\n" in system


def test_own_words_before_and_after() -> None:
    preset = replace(
        DEFAULT, intro={"en": "\nMine <b>\n<!-- memdesk:end -->\n"}, outro={"en": ""}, language="en"
    )
    lines = made(preset).system.splitlines()
    assert lines[2:5] == ["Mine <b>", "&lt;!-- memdesk:end --&gt;", ""]
    assert lines[-2] == "- [m2b3] 显示器 (note, medium)"
    chinese = made(preset, "zh").system
    assert CHINESE.intros["default"] in chinese
    assert CHINESE.outros["default"] in chinese


def test_the_lines_are_the_layer() -> None:
    for name in BUILT_IN:
        block = made(name, beyond=3)
        assert "\n".join(line.text for line in block.lines) == block.system
        shown = {(line.kind, line.id) for line in block.lines if line.kind not in (None, "profile")}
        sections = BUILT_IN[name].sections
        expected = {("memory", "m7k2")} if "constraints" in sections else set()
        expected |= {("memory", "m9q4"), ("memory", "m2b3")} if "memories" in sections else set()
        expected |= {("task", "forum-game")} if "tasks" in sections else set()
        expected |= {("work", "my-forum-game")} if "works" in sections else set()
        assert shown == expected


def test_etag_is_a_hash_of_the_bytes() -> None:
    assert etag("") == "e3b0c44298fc1c14"
    assert etag("必须") != etag("必须 ")


def test_both_languages_are_complete() -> None:
    """Both languages word every closing line and every preset's intro and outro."""
    for words in (ENGLISH, CHINESE):
        assert set(words.closings) == {"constraints", "profile", "tasks", "works", "memories"}
        assert set(words.intros) == set(words.outros) == set(BUILT_IN) - {"none"}
        for section in words.closings:
            assert "7" in words.closings[section].said(7)
    assert ENGLISH.closings["tasks"].said(1) == "1 more task did not fit; memory_read gives it"
    assert ENGLISH.closings["tasks"].said(2) == "2 more tasks did not fit; memory_read gives them"
