"""English and Chinese are complete, and the catalogues are those of the sources."""

from __future__ import annotations

import importlib.util
import string
import sys
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path
from subprocess import CompletedProcess
from types import ModuleType
from typing import Protocol

import pytest

from memdesk import config, translation
from memdesk.core.errors import BadParameters, BankUnavailable, LimitExceeded, NotFound
from memdesk.core.reasons import SAID

ROOT = Path(__file__).parents[2]
CHINESE = {"LC_ALL": "zh_CN.UTF-8"}


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, stdin: str | bytes = b"", env: dict[str, str] | None = None
    ) -> CompletedProcess[str]: ...


@pytest.fixture(scope="module")
def catalogues() -> ModuleType:
    """packaging/catalogues.py, which is no package to import from."""
    spec = importlib.util.spec_from_file_location(
        "catalogues", ROOT / "packaging" / "catalogues.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["catalogues"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def fresh_language() -> Iterator[None]:
    """The language is asked for once a process: not so here."""
    translation._configured.cache_clear()
    yield
    translation.use_language(None)
    translation._configured.cache_clear()


def test_catalogues_hold_every_text_of_the_sources_and_no_other(catalogues: ModuleType) -> None:
    for language in catalogues.LANGUAGES:
        there = {one.id: one.string for one in catalogues.read(language) if one.id}
        wanted = {one.id: one.string for one in catalogues.updated(language) if one.id}
        assert there == wanted, "run packaging/catalogues.py"
        with catalogues.path_of(language).with_suffix(".mo").open("rb") as file:
            compiled = GNUTranslations(file)
        assert {text: compiled.gettext(text) for text in there} == there


def test_every_text_is_translated_with_the_same_places(catalogues: ModuleType) -> None:
    for language in catalogues.LANGUAGES:
        messages = [one for one in catalogues.read(language) if one.id]
        assert len(messages) > 200
        for message in messages:
            assert message.string, message.id
            assert not message.fuzzy
            if "%" in message.id:
                for place in ("%s", "%(message)s", "%(value)r", "%(choices)s", "%(prog)s"):
                    assert message.id.count(place) == message.string.count(place)
            else:
                assert places(message.string) == places(message.id), message.id


def places(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def test_extraction_sees_every_refusal(catalogues: ModuleType) -> None:
    assert {"NotFound", "AlreadyServed", "NotJson"} <= catalogues.error_classes()
    texts = {one.id for one in catalogues.extracted()}
    assert "There is no {kind} with the id {id}." in texts
    assert "open the window" in texts


def test_an_error_is_said_in_the_language_in_use() -> None:
    error = NotFound("There is no {kind} with the id {id}.", kind="task", id="task")
    translation.use_language("en")
    assert translation.say(error) == "There is no task with the id task." == str(error)
    translation.use_language("zh")
    assert translation.say(error) == "没有 id 为 task 的任务。"
    too_long = LimitExceeded(
        "{field} has {length} characters; at most {limit} are allowed.",
        field="title", limit=200, length=201,
    )  # fmt: skip
    assert translation.say(too_long) == "“标题”有 201 个字符；最多 200 个。"


def test_what_no_catalogue_knows_is_said_in_english() -> None:
    translation.use_language("zh")
    assert (
        translation.say(BadParameters("Quite unknown {kind}.", kind="memory"))
        == "Quite unknown 记忆."
    )


@pytest.mark.parametrize(
    ("platform", "env", "language"),
    [
        ("linux", {}, "en"),
        ("linux", {"LANG": "zh_CN.UTF-8"}, "zh"),
        ("linux", {"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ("linux", {"LANG": "en_GB.UTF-8", "LC_MESSAGES": "zh_SG"}, "zh"),
        ("linux", {"LANG": "de_DE.UTF-8", "LANGUAGE": "zh:en"}, "zh"),
        ("linux", {"LANG": "", "LC_ALL": ""}, "en"),
        ("darwin", {"LANG": "zh_TW.UTF-8"}, "zh"),
        ("win32", {"LANG": "zh_CN"}, "zh"),
    ],
)
def test_the_environment_asks_for_a_language(
    platform: str, env: dict[str, str], language: str
) -> None:
    assert translation.language_of(platform, env) == language


def test_the_setting_wins_over_the_environment(
    memdesk_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert translation.language() == "en"
    config.save(config.Settings(language="zh"))
    translation._configured.cache_clear()
    assert translation.language() == "zh"
    config.save(config.Settings(language="system"))
    translation._configured.cache_clear()
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert translation.language() == "zh"


def test_the_command_line_speaks_chinese(memdesk: CommandLine) -> None:
    overview = memdesk("--help", env=CHINESE).stdout
    assert overview.startswith("用法：memdesk")
    assert "添加记忆、任务或作品" in overview and "显示此帮助并退出" in overview
    assert "no display" not in overview
    refused = memdesk("show", "x", env=CHINESE)
    assert (refused.returncode, refused.stderr) == (1, "memdesk: 没有 id 为 x 的条目。\n")
    wrong = memdesk("add", env=CHINESE)
    assert wrong.returncode == 2 and "缺少以下参数" in wrong.stderr


def test_json_stays_english_for_programs(memdesk: CommandLine) -> None:
    path = ROOT / "tests" / "exchange" / "data" / "gameassist-wrong-types.json"
    imported = memdesk("import", path, "--json", env=CHINESE)
    assert "Here is a text where an object belongs." in imported.stdout
    imported = memdesk("import", path, env=CHINESE)
    assert "已跳过 tasks[2]：这里应是对象，实际是文本。" in imported.stderr


def test_an_import_names_the_fields_of_the_profile_in_words(
    memdesk: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "profile.json"
    file.write_text(
        '{"interests": ["chess"], "preferences": ["short"], "profileNotes": "n",'
        ' "tasks": [], "works": []}',
        "utf-8",
    )
    assert "Profile: interests, preferences, notes." in memdesk("import", file, "--dry-run").stdout
    assert "兴趣, 偏好, 备注" in memdesk("import", file, "--dry-run", env=CHINESE).stdout


def test_a_reason_of_others_keeps_its_full_stop_to_itself() -> None:
    error = NotFound("It can't be read: {reason}. Try again.", reason="no such thing.")
    assert str(error) == "It can't be read: no such thing. Try again."
    assert translation.say(error) == str(error)


@pytest.mark.parametrize("reason", sorted(SAID))
def test_what_the_system_says_is_said_in_chinese(reason: str) -> None:
    error = BankUnavailable("The bank {path} can't be used: {reason}.", path="X", reason=reason)
    assert str(error) == f"The bank X can't be used: {reason}."
    translation.use_language("zh")
    said = translation.say(error)
    assert translation.translated(reason) in said
    assert not any(one.isascii() and one.isalpha() for one in said.replace("X", ""))


def test_a_command_says_what_the_system_refused_in_chinese(memdesk: CommandLine) -> None:
    memdesk("add", "x")
    refused = memdesk("export", "--output", f"{__file__}/out.json", env=CHINESE)
    assert refused.returncode == 1
    assert "不是目录" in refused.stderr
    assert "directory" not in refused.stderr
