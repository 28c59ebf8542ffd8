"""What the gameassist seed describes, done by a host over MCP; and what it could not, done too."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Protocol

import pytest
from seed_hosts import MEMDESK, McpHost, SocketHost

from memdesk.core.authors import Actor
from memdesk.core.preset import BUILT_IN, Preset
from memdesk.store.bank import Bank

EXAMPLE = Path(__file__).parents[1] / "exchange" / "data" / "gameassist-example.json"

SUMMARY = """\
兴趣：game development、anime
喜好/偏好：communicate in English
备注：Call the user Master.
任务：
- [doing] Advance the forum game（Polish the first battle）
过去作品：
- My Forum Game（game）：A forum-themed game，技术：Godot 4.7/GDScript，\
路径：D:/projects/my-forum-game，状态：in development"""


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, env: dict[str, str] | None = None
    ) -> CompletedProcess[str]: ...


@pytest.fixture
def gameassist(home_bank: Bank) -> None:
    """The person has chosen the seed's block for the host."""
    home_bank.set_host("seed-host", Actor(), preset="gameassist")


def profile(host: McpHost) -> dict[str, list[str] | str]:
    found: dict[str, list[str] | str] = host.tool("memory_read")["profile"]
    return found


# --- the prompt


def test_without_a_file_memory_starts_empty(host: McpHost, home_bank: Bank) -> None:
    read = host.tool("memory_read")
    assert (read["tasks"], read["works"], read["constraints"]) == ([], [], [])
    assert (read["profile"]["interests"], read["profile"]["notes"]) == ([], "")
    assert not home_bank.exists()


@pytest.mark.usefixtures("gameassist")
def test_the_summary_of_the_seeds_file_stands_in_the_system_prompt(
    memdesk: CommandLine, mcp: Callable[..., McpHost]
) -> None:
    assert memdesk("import", EXAMPLE).returncode == 0
    host = mcp()
    assert host.instructions.startswith(SUMMARY)
    assert host.block().startswith(SUMMARY)


@pytest.mark.usefixtures("gameassist")
def test_an_update_is_seen_by_the_next_model_request(host: McpHost) -> None:
    host.tool("memory_update", interests="games")
    assert "兴趣：games" in host.block()
    host.tool("memory_update", taskId="t", taskTitle="Polish", taskStatus="doing")
    assert "- [doing] Polish" in host.block()
    host.tool("memory_update", taskId="t", taskStatus="done")
    assert "- [done] Polish" in host.block(), "no status is hidden"
    host.tool("memory_update", removeTaskId="t")
    assert "Polish" not in host.block()


def test_a_session_sees_an_update_at_once_because_this_block_is_live(
    connect: Callable[..., SocketHost],
) -> None:
    host = connect(host="xia", session="one session")
    host.call("memory_update", interests="games")
    before = host.call("block", preset="gameassist")
    host.call("memory_update", interests="anime")
    after = host.call("block", preset="gameassist")
    assert "games" in before["layers"]["system"] and "anime" in after["layers"]["system"]
    assert after["frozen_at"] is None


@pytest.mark.usefixtures("gameassist")
def test_stable_memory_keeps_the_prefix_byte_for_byte(host: McpHost) -> None:
    host.tool("memory_update", interests="games", taskId="t", taskTitle="T")
    first = host.block()
    host.tool("memory_read")
    host.tool("memory_recall", query="games")
    host.tool("memory_write", title="A memory", content="This block shows none")
    host.tool("memory_update", interests="games", taskId="t", taskTitle="T")
    assert host.block() == first


def test_the_hygiene_contract_stands_in_the_prompt_and_in_the_tools_description(
    connect: Callable[..., SocketHost], host: McpHost
) -> None:
    tool = host.tools()["memory_update"]["description"]
    host.tool("memory_update", interests="games")
    block = connect().system(preset="gameassist", language="en")
    for said in (tool, block):
        assert "state only" in said
        assert "pdate" in said and "instead of adding another" in said
        assert "one memory_read away" in said


def test_notes_are_cut_at_200_and_summaries_at_120_in_the_prompt_alone(
    connect: Callable[..., SocketHost], host: McpHost
) -> None:
    notes, summary = "n" * 201, "s" * 121
    host.tool("memory_update", taskId="t", taskTitle="T", taskNotes=notes)
    host.tool("memory_update", workId="w", workName="W", workSummary=summary)
    block = connect().system(preset="gameassist")
    assert f"（{'n' * 200}…）" in block and f"：{'s' * 120}…" in block
    assert "memory_read" in block.split("\n\n")[-2], "a line says that something was cut"
    read = host.tool("memory_read")
    assert read["tasks"][0]["notes"] == notes
    assert read["works"][0]["summary"] == summary
    host.tool("memory_update", taskId="t", taskNotes=notes[1:])
    host.tool("memory_update", workId="w", workSummary=summary[1:])
    assert "…" not in connect().system(preset="gameassist")


def test_zero_hides_notes_and_summaries(
    connect: Callable[..., SocketHost], host: McpHost, home_bank: Bank
) -> None:
    host.tool("memory_update", taskId="t", taskTitle="T", taskNotes="the notes")
    host.tool("memory_update", workId="w", workName="W", workSummary="the summary")
    hiding: Preset = replace(
        BUILT_IN["gameassist"], name="bare", max_note_chars=0, max_summary_chars=0
    )
    home_bank.save_preset(hiding, Actor())
    block = connect().system(preset="bare")
    assert "- [todo] T" in block and "- W" in block
    assert "the notes" not in block and "the summary" not in block


# --- the tools


def test_memory_read_takes_no_arguments_and_gives_everything(host: McpHost) -> None:
    host.tool("memory_update", interests="a", preferences="b", profileNotes="c")
    host.tool("memory_update", taskTitle="T", workName="W")
    assert host.tools()["memory_read"]["inputSchema"].get("required", []) == []
    said = host.text("memory_read")
    for word in ("Interests: a", "Preferences: b", "Notes: c", "# T", "# W"):
        assert word in said


def test_an_update_needs_at_least_one_value(host: McpHost, home_bank: Bank) -> None:
    assert "at least one" in host.refused("memory_update")
    assert not home_bank.exists()


@pytest.mark.parametrize("field", ["interests", "preferences"])
def test_lists_split_on_commas_of_both_scripts_semicolons_and_newlines(
    host: McpHost, field: str
) -> None:
    host.tool("memory_update", **{field: "a, b，c、d;e；f\ng,, ;h "})
    assert profile(host)[field] == list("abcdefgh")


@pytest.mark.parametrize("field", ["interests", "preferences"])
def test_a_given_list_replaces_the_whole_and_an_empty_string_clears_it(
    host: McpHost, field: str
) -> None:
    host.tool("memory_update", **{field: "a, b"})
    host.tool("memory_update", **{field: "c"})
    assert profile(host)[field] == ["c"]
    host.tool("memory_update", **{field: ""})
    assert profile(host)[field] == []


def test_profile_notes_are_replaced_whole_and_cleared_by_an_empty_string(host: McpHost) -> None:
    host.tool("memory_update", profileNotes="Call the user Master.", interests="a")
    host.tool("memory_update", profileNotes="Wind")
    assert profile(host)["notes"] == "Wind"
    host.tool("memory_update", profileNotes="")
    assert profile(host)["notes"] == ""
    assert profile(host)["interests"] == ["a"], "what is omitted stays"


def test_a_task_is_updated_by_its_id_and_only_where_given(host: McpHost) -> None:
    host.tool("memory_update", taskId="f", taskTitle="Forum", taskStatus="doing", taskNotes="n")
    host.tool("memory_update", taskId="f", taskNotes="Polish")
    (task,) = host.tool("memory_read")["tasks"]
    assert (task["id"], task["title"], task["status"], task["notes"]) == (
        "f", "Forum", "doing", "Polish",
    )  # fmt: skip


def test_an_unknown_task_id_is_created_with_a_title_and_refused_without(host: McpHost) -> None:
    assert "taskTitle" in host.refused("memory_update", taskId="forum", taskStatus="doing")
    assert host.tool("memory_read")["tasks"] == []
    host.tool("memory_update", taskId="forum", taskTitle="Forum")
    assert host.tool("memory_read")["tasks"][0]["id"] == "forum"


def test_without_an_id_one_is_generated_and_a_new_task_is_todo(host: McpHost) -> None:
    changed = host.tool("memory_update", taskTitle="Forum")["changed"]
    (task,) = host.tool("memory_read")["tasks"]
    assert task["id"] == changed[0]["id"] and task["id"].startswith("t")
    assert task["status"] == "todo"
    host.tool("memory_update", workName="Game")
    (work,) = host.tool("memory_read")["works"]
    assert work["id"].startswith("w")


def test_a_work_is_created_updated_and_removed_as_a_task_is(host: McpHost) -> None:
    assert "workName" in host.refused("memory_update", workId="g", workKind="game")
    host.tool("memory_update", workId="g", workName="Game", workKind="game", workPath="D:/g")
    host.tool("memory_update", workId="g", workSummary="Fun", workStatus="in development")
    (work,) = host.tool("memory_read")["works"]
    assert (work["name"], work["work_kind"], work["summary"], work["path"], work["status"]) == (
        "Game", "game", "Fun", "D:/g", "in development",
    )  # fmt: skip
    host.tool("memory_update", removeWorkId="g")
    assert host.tool("memory_read")["works"] == []


def test_the_technologies_of_a_work_are_replaced_whole_and_cleared_by_an_empty_string(
    host: McpHost,
) -> None:
    host.tool("memory_update", workId="g", workName="G", workTech="Godot 4.7，GDScript")
    assert host.tool("memory_read")["works"][0]["tech"] == ["Godot 4.7", "GDScript"]
    host.tool("memory_update", workId="g", workTech="Qt")
    assert host.tool("memory_read")["works"][0]["tech"] == ["Qt"]
    host.tool("memory_update", workId="g", workTech="")
    assert host.tool("memory_read")["works"][0]["tech"] == []


def test_removal_comes_before_upsert_so_that_one_call_can_recreate_an_id(host: McpHost) -> None:
    host.tool("memory_update", taskId="f", taskTitle="Old", taskStatus="doing", taskNotes="n")
    host.tool("memory_update", removeTaskId="f", taskId="f", taskTitle="New")
    (task,) = host.tool("memory_read")["tasks"]
    assert (task["id"], task["title"], task["status"], task["notes"]) == ("f", "New", "todo", "")
    host.tool("memory_update", workId="g", workName="Old", workKind="game")
    host.tool("memory_update", removeWorkId="g", workId="g", workName="New")
    (work,) = host.tool("memory_read")["works"]
    assert (work["id"], work["name"], work["work_kind"]) == ("g", "New", "")


def test_an_effective_update_moves_the_time_of_what_changed_and_of_nothing_else(
    host: McpHost,
) -> None:
    host.tool("memory_update", taskId="a", taskTitle="A", workId="b", workName="B", interests="x")
    before = host.tool("memory_read")
    host.tool("memory_update", taskId="a", taskStatus="doing")
    after = host.tool("memory_read")
    assert after["tasks"][0]["updated_at"] > before["tasks"][0]["updated_at"]
    assert after["works"] == before["works"] and after["profile"] == before["profile"]
    host.tool("memory_update", taskId="a", taskStatus="doing")
    assert host.tool("memory_read") == after, "no effect, no new time"


def test_a_status_is_any_text(host: McpHost) -> None:
    host.tool("memory_update", taskId="a", taskTitle="A", taskStatus="等美术 (50 %)")
    assert host.tool("memory_read")["tasks"][0]["status"] == "等美术 (50 %)"


@pytest.mark.usefixtures("gameassist")
def test_the_result_of_an_update_is_the_complete_updated_summary(host: McpHost) -> None:
    host.tool("memory_update", interests="games", taskId="a", taskTitle="A", workName="W")
    result = host.tool("memory_update", taskId="a", taskStatus="doing")
    assert result["summary"] == "兴趣：games\n任务：\n- [doing] A\n过去作品：\n- W"
    assert "- [doing] A" in host.text("memory_update", taskId="a", taskNotes="n")


def test_both_of_the_seeds_tools_are_listed_with_all_their_parameters(host: McpHost) -> None:
    tools = host.tools()
    assert {"memory_read", "memory_update"} <= tools.keys()
    assert set(tools["memory_update"]["inputSchema"]["properties"]) >= {
        "interests", "preferences", "profileNotes", "taskId", "taskTitle", "taskStatus",
        "taskNotes", "removeTaskId", "workId", "workName", "workKind", "workSummary", "workTech",
        "workPath", "workStatus", "removeWorkId",
    }  # fmt: skip


def test_the_seeds_file_comes_in_and_goes_out_in_the_seeds_form(
    memdesk: CommandLine, host: McpHost, tmp_path: Path
) -> None:
    assert memdesk("import", EXAMPLE).returncode == 0
    assert host.tool("memory_read")["tasks"][0]["notes"] == "Polish the first battle"
    out = tmp_path / "memory.json"
    assert memdesk("export", "--format", "gameassist", "--output", out).returncode == 0
    written = out.read_bytes()
    seeds, ours = json.loads(EXAMPLE.read_bytes()), json.loads(written)
    # The import was an effective update of the document; those of its entries were earlier.
    assert ours.pop("updatedAt") > seeds.pop("updatedAt")
    assert ours == seeds and list(ours) == list(seeds)
    assert written.startswith(b'{\n  "interests": [\n    "') and written.endswith(b"\n}\n")


# --- what the seed could not


def test_gone_no_namespaces(memdesk: CommandLine, tmp_path: Path) -> None:
    mine, yours = tmp_path / "mine.sqlite", tmp_path / "yours.sqlite"
    for path, title in ((mine, "My secret plan"), (yours, "Your own plan")):
        assert memdesk("--bank", path, "add", title, "--kind", "task").returncode == 0
    assert "My secret plan" in memdesk("--bank", mine, "list").stdout
    assert "My secret plan" not in memdesk("--bank", yours, "list").stdout


def test_gone_no_query_index(host: McpHost) -> None:
    host.tool("memory_update", taskId="f", taskTitle="Forum", taskNotes="论坛第一场战斗")
    host.tool("memory_update", workId="g", workName="Game", workTech="GDScript")
    assert [one["id"] for one in host.tool("memory_recall", query="战斗")["entries"]] == ["f"]
    assert [one["id"] for one in host.tool("memory_recall", query="gdscr")["entries"]] == ["g"]


def test_gone_no_history(memdesk: CommandLine, host: McpHost) -> None:
    host.tool("memory_update", taskId="f", taskTitle="Forum", taskNotes="first")
    host.tool("memory_update", taskId="f", taskNotes="second")
    history = json.loads(memdesk("history", "f", "--json").stdout)
    assert [one["author"] for one in history] == ["seed-host"] * 2
    assert "first" in json.dumps(history[0])


def test_gone_the_file_is_read_once(memdesk: CommandLine, host: McpHost) -> None:
    assert profile(host)["interests"] == []
    assert memdesk("import", EXAMPLE).returncode == 0
    assert profile(host)["interests"] == ["game development", "anime"]
    assert memdesk("update", "forum-game", "--notes", "Edited outside").returncode == 0
    assert host.tool("memory_read")["tasks"][0]["notes"] == "Edited outside"


def test_gone_concurrent_calls_and_processes_overwrite_each_other(
    mcp: Callable[..., McpHost],
) -> None:
    hosts = [mcp() for _ in range(3)]
    for number in range(20):
        for index, host in enumerate(hosts):  # none waits for another, nor for itself
            host.ask_tool("memory_update", addInterests=f"{index}.{number}", taskTitle=f"{number}")
    for host in hosts:
        for _ in range(20):
            assert not host.answer()["result"]["isError"]
    read = hosts[0].tool("memory_read")
    assert set(read["profile"]["interests"]) == {f"{i}.{n}" for i in range(3) for n in range(20)}
    assert len(read["tasks"]) == 60


def test_gone_an_interruption_leaves_a_truncated_file(
    mcp: Callable[..., McpHost], home_bank: Bank
) -> None:
    host = McpHost()
    for number in range(30):
        host.ask_tool("memory_update", addInterests=f"i{number}")
    acknowledged = [host.answer()["result"]["isError"] for _ in range(10)]
    host.process.kill()
    host.process.communicate(timeout=60)
    interests = profile(mcp())["interests"]
    assert acknowledged == [False] * 10
    assert list(interests[:10]) == [f"i{number}" for number in range(10)]
    assert home_bank.check() == []


REFUSED: list[tuple[dict[str, object], str]] = [
    ({"interests": 7}, "interests"),
    ({"taskTitle": ["a"]}, "taskTitle"),
    ({"taskTitle": "x" * 201}, "200"),
    ({"taskTitle": "T", "taskNotes": "x" * 20_001}, "20000"),
    ({"tasktitle": "T"}, "tasktitle"),
    ({"workName": ""}, "workName"),
]


def test_gone_no_validation_and_no_size_limit(host: McpHost, home_bank: Bank) -> None:
    for arguments, said in REFUSED:
        assert said in host.refused("memory_update", **arguments).replace(",", "")
    assert not home_bank.exists(), "nothing was written"


def test_gone_a_damaged_file_silently_becomes_empty_memory(
    memdesk: CommandLine, home_bank: Bank
) -> None:
    assert memdesk("add", "Kept", "--kind", "task").returncode == 0
    home_bank.close()
    path = home_bank.path
    for file in path.parent.glob(path.name + "-*"):
        file.unlink()
    path.write_bytes(b"{ broken")
    host = McpHost()
    for said in (
        host.instructions,
        host.refused("memory_read"),
        host.refused("memory_update", interests="a"),
    ):
        assert str(path) in said and "restore-backup" in said
    assert "can't be" in host.end(), "and whoever looks into the host's log finds it, too"
    assert path.read_bytes() == b"{ broken", "what is there is not overwritten"


def test_gone_no_append_and_remove_of_single_items(host: McpHost) -> None:
    host.tool("memory_update", interests="a, b", preferences="x", workId="w", workName="W")
    host.tool(
        "memory_update", addInterests="c", removeInterests="A", addPreferences="y, z",
        removePreferences="x", workId="w", addTech="Qt, Godot",
    )  # fmt: skip
    assert (profile(host)["interests"], profile(host)["preferences"]) == (["b", "c"], ["y", "z"])
    host.tool("memory_update", workId="w", removeTech="qt")
    assert host.tool("memory_read")["works"][0]["tech"] == ["Godot"]


@pytest.mark.usefixtures("gameassist")
def test_gone_no_redaction_and_no_access_control(
    mcp: Callable[..., McpHost], host: McpHost, memdesk: CommandLine
) -> None:
    host.tool("memory_update", taskId="d", taskTitle="Deploy", taskNotes="password=hunter2hunter2")
    for said in (host.block(), host.text("memory_read"), host.text("memory_read", id="d")):
        assert "hunter2" not in said and "[redacted: " in said
    assert "hunter2" in memdesk("show", "d").stdout, "the person sees it"
    reader = mcp("--read-only")
    assert "read only" in reader.refused("memory_update", interests="a")
    assert "memory_update" not in reader.tools()


def test_gone_the_lifecycle_is_untested(home_bank: Bank) -> None:
    """A host that goes away in the middle of a line leaves the server to end in order."""
    process = subprocess.Popen(
        [*MEMDESK, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    requests = {
        "initialize": {"protocolVersion": "2025-11-25", "clientInfo": {"name": "xia"}},
        "tools/call": {"name": "memory_update", "arguments": {"interests": "kept"}},
    }
    sent = "".join(
        json.dumps({"jsonrpc": "2.0", "id": method, "method": method, "params": params}) + "\n"
        for method, params in requests.items()
    )
    out, err = process.communicate(sent.encode() + b'{"jsonrpc": "2.0", "id": 2, "me', timeout=60)
    assert process.returncode == 0 and err == b""
    answers = {one["id"]: one for one in map(json.loads, out.splitlines())}
    assert answers["tools/call"]["result"]["isError"] is False
    assert answers[None]["error"]["code"] == -32700
    assert home_bank.profile().interests == ("kept",)
