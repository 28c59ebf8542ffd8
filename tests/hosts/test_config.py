"""The program's settings: typed, atomic, forgiving when read, strict when written."""

from __future__ import annotations

import stat
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk import config
from memdesk.config import Settings


def test_no_file_gives_the_defaults(memdesk_home: Path) -> None:
    assert config.config_path() == memdesk_home / "config" / "config.toml"
    assert config.load() == Settings()
    assert not config.config_path().exists()


def test_what_is_saved_comes_back(memdesk_home: Path) -> None:
    changed = Settings(
        language="zh",
        theme="dark",
        serve=False,
        bank='/a "b"\\c/日本.sqlite',
        http=True,
        http_port=9_000,
        http_origins=("https://a.example", "http://localhost:8000"),
    )
    config.save(changed)
    assert config.load() == changed
    assert stat.S_IMODE(config.config_path().stat().st_mode) == 0o600
    assert [path.name for path in config.config_path().parent.iterdir()] == ["config.toml"]
    config.save(replace(changed, theme="light"))
    assert config.load() == replace(changed, theme="light")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back(text: str) -> None:
    import tomllib

    assert tomllib.loads(f"x = {config._toml(text)}")["x"] == text


@pytest.mark.parametrize(
    "line",
    ['theme = "pink"', "theme = 1", 'serve = "yes"', "serve = 1", 'http_port = "80"',
     "http_port = true", 'http_origins = "x"', "http_origins = [1]"],
)  # fmt: skip
def test_a_wrong_value_gives_its_default_and_is_told(tmp_path: Path, line: str) -> None:
    path = tmp_path / "c.toml"
    path.write_text(line + '\nlanguage = "zh"\n', "utf-8")
    settings, (fault,) = config.read(path)
    assert settings == config.load(path) == Settings(language="zh")
    assert str(fault) == (
        f"The setting {line.split()[0]} in {path} can't be what it is: its default holds."
    )


def test_an_unreadable_file_gives_the_defaults_and_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text("theme = \n", "utf-8")
    settings, (fault,) = config.read(path)
    assert settings == Settings()
    assert str(fault).startswith(f"The settings in {path} can't be read, the defaults hold: ")
    config.save(replace(settings, theme="dark"), path)
    assert config.load(path).theme == "dark"
    assert (tmp_path / "c.toml.broken").read_text("utf-8") == "theme = \n"


def test_settings_of_a_newer_memdesk_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text('new = "x"\n"odd key" = [1, 2]\n', "utf-8")
    config.save(replace(config.load(path), theme="dark"), path)
    assert config.load(path).others == {"new": "x", "odd key": [1, 2]}


def test_a_wrong_value_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="theme"):
        config.save(replace(Settings(), theme="pink"), tmp_path / "c.toml")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_every_setting_says_what_it_is_for() -> None:
    """A setting is an attribute with its docstring behind it."""
    import ast
    import inspect
    from itertools import pairwise

    body = ast.parse(inspect.getsource(Settings)).body[0].body  # type: ignore[attr-defined]
    documented = {
        one.target.id  # type: ignore[union-attr]
        for one, after in pairwise(body)
        if isinstance(one, ast.AnnAssign) and isinstance(after, ast.Expr)
    }
    assert {one.name for one in fields(Settings)} - documented == {"others"}
