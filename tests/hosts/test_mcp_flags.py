"""The flags with which a host starts `memdesk mcp`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Protocol

import pytest
from mcp_session import Opened, writing

from memdesk.core.query import Query
from memdesk.store.bank import Bank


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, stdin: str | bytes = b"", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]: ...


def asked(*lines: dict[str, object]) -> str:
    return "".join(json.dumps({"jsonrpc": "2.0", **line}) + "\n" for line in lines)


def test_a_workspace_of_a_flag_is_taken_from_where_the_host_starts_it(
    memdesk: CommandLine, bank: Bank, tmp_path: Path
) -> None:
    write = {"id": 1, "method": "tools/call", "params": writing("T")}
    for named in (".", "app", str(tmp_path / "app")):
        flags = ("--bank", bank.path, "--workspace", named)
        done = memdesk("mcp", *flags, stdin=asked(write), cwd=tmp_path)
        assert "Remembered" in done.stdout, done
    here = str(tmp_path.resolve())
    found = [entry.workspace for entry in bank.entries(Query(sort="created", descending=False))]
    assert found == [here, f"{here}/app", f"{here}/app"]


@pytest.mark.parametrize("flag", ["host", "role", "session"])
@pytest.mark.parametrize("name", ["a\nb", " a", "a\0", "x" * 201])
def test_a_flag_that_is_no_name_is_refused_at_every_call(
    opened: Opened, bank: Bank, flag: str, name: str
) -> None:
    session = opened(**{flag: name})
    session.open()
    assert session.refused("memory_write", title="T", content="C").startswith(f"{flag} ")
    assert not bank.exists()
