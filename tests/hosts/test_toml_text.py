"""One table of a TOML text is changed and no other byte."""

from __future__ import annotations

import time
import tomllib

import pytest

from memdesk.core.errors import BadParameters
from memdesk.hosts.toml_text import put_table, remove_table

NAME = ("mcp_servers", "memdesk")
VALUES = {"command": r"C:\memdesk.exe", "args": ["mcp", "--host", "codex"]}

SETTINGS = '''\
# my settings
model = "o9"   # the best

[mcp_servers.files]
command = "files"
args = [
  "[not.a.header]",
]
note = """
[mcp_servers.memdesk]
"""

# about profiles
[profiles.fast]
model = 'o9-mini'
'''


@pytest.mark.parametrize(
    "before",
    [
        SETTINGS,
        SETTINGS.replace("\n", "\r\n"),
        "",
        "a = 1",
        "\n\n# only a comment\n",
        "a = 1\n\n\n",
        "\n",
    ],
)
def test_a_table_comes_at_the_end_and_goes_again(before: str) -> None:
    after = put_table(before, NAME, VALUES, "f")
    assert after.startswith(before)
    assert tomllib.loads(after.replace("\r\n", "\n"))["mcp_servers"]["memdesk"] == VALUES
    assert put_table(after, NAME, VALUES, "f") == after
    assert remove_table(after, NAME, "f") == before


def test_what_the_person_added_to_the_table_stays() -> None:
    before = (
        "[mcp_servers.memdesk]\n# slow machine\nstartup_timeout_sec = 20\ncommand = 'old'\n"
        "\n[mcp_servers.memdesk.env]\nA = '1'\n\n# next\n[x]\ny = 1\n"
    )
    after = put_table(before, NAME, VALUES, "f")
    found = tomllib.loads(after)
    assert found["mcp_servers"]["memdesk"] == {
        **VALUES,
        "startup_timeout_sec": 20,
        "env": {"A": "1"},
    }
    assert "# slow machine\nstartup_timeout_sec = 20\n" in after
    assert after.endswith("\n\n# next\n[x]\ny = 1\n")
    assert remove_table(after, NAME, "f") == "\n# next\n[x]\ny = 1\n".lstrip("\n")


def test_nothing_to_remove_changes_nothing() -> None:
    assert remove_table(SETTINGS, NAME, "f") == SETTINGS


def test_forms_that_lines_can_not_change_are_refused() -> None:
    inline = "mcp_servers = { memdesk = { command = 'old' } }\n"
    with pytest.raises(BadParameters, match="by hand"):
        put_table(inline, NAME, VALUES, "f")
    with pytest.raises(BadParameters, match="by hand"):
        remove_table(inline, NAME, "f")
    with pytest.raises(BadParameters, match="by hand"):
        put_table("mcp_servers = { files = {} }\n", NAME, VALUES, "f")
    with pytest.raises(BadParameters, match="not valid TOML"):
        put_table("a = \n", NAME, VALUES, "f")


def test_a_long_file_is_read_once_and_not_once_a_table() -> None:
    """Codex notes every folder that is trusted: with the square of them it took a minute."""
    text = "".join(f'[projects."/p{number}"]\ntrust_level = "trusted"\n' for number in range(2000))
    started = time.thread_time()  # its own work, whatever else the machine has to do
    there = put_table(text, NAME, {"command": "a"}, "config.toml")
    moved = put_table(there, NAME, {"command": "b"}, "config.toml")
    assert remove_table(moved, NAME, "config.toml") == text
    assert time.thread_time() - started < 10
