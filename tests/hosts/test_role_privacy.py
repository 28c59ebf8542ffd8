"""Another role's private entry does not exist: by no operation, at no door (spec 1.2).

Two banks are asked the same. One holds entries that the caller may not see; in the other they
never were. If any reply differs, the caller has learnt something.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import every_door
import pytest
from every_door import DOORS, Opened, Refused

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory, Task, Work
from memdesk.hosts.operations import OPERATIONS
from memdesk.store.bank import Bank

USER = Actor()
HOST = "h"
BOB = {"host": HOST, "workspace": "/w", "role": "bob"}
NOBODY = {"host": HOST, "workspace": "/w"}
HIDDEN = ("m-a", "m-b", "t-a", "w-a", "m-trash", "m-gone", "m-far", "m-never")
"""Ids that exist in one of the banks only."""
RULE = "Never show the zebra"

GENERATED = re.compile(r"\b[mtw][23456789bcdfghjkmnpqrstvwxz]{8}\b")

Look = Callable[[Opened], Any]


def shared(bank: Bank) -> None:
    entries: list[Entry] = [
        Memory(id="m-1", title="Shared zebra", content="Stripes", tags=("animal",)),
        Memory(id="m-2", title="A rule", content="Always be kind", tags=("rule",)),
        Memory(id="m-bob", title="Bob's", content="Mine", role="bob"),
        Task(id="t-1", title="Shared zebra task", status="doing"),
        Work(id="w-1", name="Shared work", tech=("Go",)),
    ]
    for number, entry in enumerate(entries):
        at = f"2026-01-01T00:00:0{number}.000Z"  # the same order in both banks
        bank.add(replace(entry, created_at=at, updated_at=at), USER)
    bank.set_profile({"interests": ("tea",)}, USER)


def hidden(bank: Bank) -> None:
    def add(entry: Entry) -> None:
        bank.add(entry, USER)

    more: dict[str, Any] = {"role": "alice", "relevance": "high", "pinned": True}
    add(Memory(id="m-a", title="Zebra", content=RULE, tags=("rule", "secret-tag"), **more))
    add(
        Memory(id="m-b", title="Zebra", content="Lesson", category="lesson", workspace="/w", **more)
    )
    add(Task(id="t-a", title="Zebra", status="secret-status", notes="x", **more))
    add(Work(id="w-a", name="Zebra", summary="x", tech=("secret-tech",), **more))
    add(Memory(id="m-far", title="Zebra", content=RULE, workspace="/elsewhere"))
    add(Memory(id="m-never", title="Zebra", content=RULE, never_send_to=(HOST,)))
    add(Memory(id="m-trash", title="Zebra", content=RULE, **more))
    add(Memory(id="m-gone", title="Zebra", content=RULE, **more))
    bank.delete([("memory", "m-trash")], USER)
    bank.destroy([("memory", "m-gone")], USER)
    bank.update("m-a", {"content": RULE + "!"}, USER)
    bank.rename_tag("secret-tag", "secret-tag-2", USER)


@pytest.fixture
def banks(tmp_path: Path, short_dir: Path) -> Iterator[tuple[Opened, Opened]]:
    """The doors of a bank without the hidden entries, and of one with them."""
    with ExitStack() as stack:
        found = []
        for name in ("without", "with"):
            path = tmp_path / name / "bank.sqlite"
            path.parent.mkdir()
            bank = Bank(path)
            if name == "with":
                hidden(bank)  # first: whatever is numbered goes on behind them
            shared(bank)
            bank.close()
            doors = every_door.opened(path, str(short_dir / f"{name}.sock"))
            found.append(stack.enter_context(doors))
        yield found[0], found[1]


def bank_of(doors: Opened) -> Bank:
    return Bank(doors.doors.bank_path)


def alike(banks: tuple[Opened, Opened], look: Look) -> Any:
    """What both give, which must be the same but for what is made anew."""
    first, second = (_plain(look(doors)) for doors in banks)
    assert first == second, f"{look}: {_first_difference(first, second)}"
    return json.loads(first)


def _plain(found: Any) -> str:
    text = json.dumps(found, sort_keys=True)
    # Noted a moment later than a reply, in both banks alike.
    text = re.sub(r'"access_count": \d+, "accessed_at": [^,]+', '"access_count": 0', text)
    text = re.sub(r'"mcp-[0-9a-f]{12}"', '"mcp"', text)
    # Counted only once the vocabulary is loaded, and an id that is made anew has any number.
    text = re.sub(r'"tokens": {("sections": {[^}]*}|[^{}])*}', '"tokens": 0', text)
    text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "TIME", text)
    text = re.sub(r'(\\?"(?:revision|etag)\\?": )[^,}]+', r"\g<1>0", text)
    text = re.sub(r"with(out)?/bank.sqlite", "bank.sqlite", text)
    made: dict[str, str] = {}
    return GENERATED.sub(lambda id: made.setdefault(id[0], f"made-{len(made)}"), text)


ATTEMPTS: dict[str, list[dict[str, Any]]] = {
    "hello": [{}],
    "ping": [{}],
    "subscribe": [{}, {"kinds": ["memory"]}],
    "block": [
        {},
        {"session": "s"},
        {"layers": ["runtime"]},
        {"layers": ["tail"]},
        {"limit": 300},
        *({"preset": preset} for preset in ("gameassist", "destinywind", "gotong", "rolebox")),
    ],
    "memory_read": [{}, {"ids": ["m-1", "nope"]}, *({"id": id} for id in HIDDEN)],
    "memory_recall": [
        {"query": "zebra"},
        {"query": "zebra", "scope": "role"},
        {"query": "zebra", "scope": "workspace", "full": True},
        {"query": "secret"},
        {"query": "alice"},
        {"query": "z", "tags": ["secret-tag-2"]},
        {"query": "zebra", "category": "lesson"},
        {"query": "zebra", "kinds": ["task", "work"], "limit": 1},
    ],
    "memory_list": [
        {},
        {"scope": "role"},
        {"scope": "workspace"},
        {"tags": ["rule"]},
        {"tags": ["secret-tag-2"]},
        {"category": "lesson"},
        {"sort": "relevance"},
        {"sort": "accessed"},
        {"kinds": ["task"]},
        {"limit": 1, "kinds": ["task"]},
        {"cursor": "0.memory.m-a"},
        {"cursor": "5.memory.m-b"},
    ],
    "memory_write": [
        {"title": "Zebra", "content": RULE},
        {"title": "Zebra", "content": RULE, "scope": "workspace"},
    ],
    "memory_update": [
        *({"id": id, "title": "Mine"} for id in HIDDEN),
        *({"id": id, "scope": "workspace"} for id in HIDDEN),
        {"taskId": "t-a", "taskStatus": "done"},
        {"workId": "w-a", "addTech": ["x"]},
        {"removeTaskId": "t-a"},
        {"removeWorkId": "w-a"},
        {"taskTitle": "Zebra"},
        {"addInterests": ["coffee"]},
    ],
    "memory_forget": [{"id": id} for id in HIDDEN],
    "stats": [{}],
}
for _alias, _of in (
    ("remember", "memory_write"), ("recall", "memory_recall"), ("forget", "memory_forget")
):  # fmt: skip
    ATTEMPTS[_alias] = ATTEMPTS[_of]
ATTEMPTS["remember"] = [{"text": RULE}]

assert set(ATTEMPTS) <= set(OPERATIONS)


@pytest.mark.parametrize("door", DOORS)
def test_no_operation_at_any_door_tells_them_apart(banks: tuple[Opened, Opened], door: str) -> None:
    bank = bank_of(banks[1])
    kept = {id: bank.get(id, trashed=True) for id in HIDDEN if id != "m-gone"}
    asked = 0
    for name, operation in OPERATIONS.items():
        if door == "mcp" and not OPERATIONS[operation.alias_of or name].tool:
            continue
        for who in (BOB, NOBODY):
            for params in ATTEMPTS.get(name, [{}]):
                alike(banks, Attempt(door, who, name, params))
                asked += 1
    assert asked > 100
    assert {id: bank.get(id, trashed=True) for id in kept} == kept
    bank.close()


@dataclass(frozen=True)
class Attempt:
    """One operation by one caller at one door."""

    door: str
    who: dict[str, str]
    name: str
    params: dict[str, Any]

    def __call__(self, doors: Opened) -> Any:
        call = doors.call(self.door, **self.who)
        try:
            return call(self.name, **self.params)
        except Refused as refused:
            return [str(refused), refused.code]
        finally:
            doors.settle()


@pytest.mark.parametrize("door", DOORS)
def test_a_fixed_role_can_t_be_left_and_the_own_one_sees_its_own(
    banks: tuple[Opened, Opened], door: str
) -> None:
    if door.startswith("socket") or door == "mcp":
        fixed = banks[1].call("socket" if door != "mcp" else "mcp", **BOB)
        with pytest.raises(Refused, match="fixed to the role bob"):
            fixed("memory_read", id="m-a", role="alice")
    alice = banks[1].call(door, host="free", workspace="/w", role="alice")
    found = {one["id"] for one in alice("memory_recall", query="zebra")["entries"]}
    assert {"m-a", "m-b", "t-a", "w-a"} <= found


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("id", ["t-a", "w-a"])
def test_an_id_that_is_taken_can_t_be_taken_again(
    banks: tuple[Opened, Opened], door: str, id: str
) -> None:
    """Not even from the trash. The refusal is that of an id that isn't there."""
    named = {"taskId": id, "taskTitle": "Mine"} if id == "t-a" else {"workId": id, "workName": "M"}
    bank = bank_of(banks[1])
    kind = "task" if id == "t-a" else "work"
    for _again in range(2):
        there = bank.get(id, trashed=True)
        with pytest.raises(Refused, match=rf"^There is no {kind} with the id {id}\.$"):
            banks[1].call(door, **BOB)("memory_update", **named)
        assert bank.get(id, trashed=True) == there
        bank.delete([(kind, id)], USER)  # type: ignore[list-item]
    bank.close()


# --- MCP's resources and prompts


def test_resources_and_prompts_tell_nothing(banks: tuple[Opened, Opened]) -> None:
    def look(doors: Opened) -> Any:
        session = doors.session(**BOB)
        uris = ["memdesk://block", "memdesk://tasks", "memdesk://works"]
        uris += [f"memdesk://memory/{id}" for id in HIDDEN]
        asked = [
            *(("resources/read", {"uri": uri}) for uri in uris),
            *(("resources/subscribe", {"uri": uri}) for uri in uris),
            ("resources/list", {}),
            ("resources/list", {"cursor": "0:1.memory.m-a"}),
            ("prompts/get", {"name": "block"}),
            ("prompts/get", {"name": "memory"}),
        ]
        greeting = session.open().get("instructions")
        replies = [session.reply(method, params) for method, params in asked]
        return [greeting, *({**one, "id": 0} for one in replies)]

    alike(banks, look)


# --- HTTP


@pytest.mark.parametrize("prefix", ["", "/dsh-destinywind-memory"])
def test_http_tells_nothing(banks: tuple[Opened, Opened], prefix: str) -> None:
    who = "?host=h&workspace=/w&role=bob"

    def look(doors: Opened) -> Any:
        return [
            doors.http("GET", f"{prefix}/memories{who}"),
            *(doors.http("DELETE", f"{prefix}/memories/{id}{who}") for id in HIDDEN),
            doors.http("POST", f"{prefix}/memories{who}", {"text": RULE}),
            doors.http("GET", f"{prefix}/block{who}"),
            doors.http("GET", f"{prefix}/block{who}&layers=runtime"),
        ]

    statuses = [status for status, _body in alike(banks, look)]
    assert statuses == [200, *([200] * len(HIDDEN)), 201, 200, 200]


# --- the command line with a role, and hooks

ROLE = ("--role", "bob", "--workspace", "/w")
COMMANDS: list[tuple[str, ...]] = [
    ("list", "--json", *ROLE),
    ("list", "--json", "--trash", *ROLE),
    ("search", "zebra", "--json", *ROLE),
    ("stats", "--json", *ROLE),
    ("history", "--json", *ROLE),
    *(("history", id, *ROLE) for id in HIDDEN),
    *(("show", id, "--json", *ROLE) for id in HIDDEN),
    *(("delete", id, *ROLE) for id in HIDDEN),
    *(("delete", id, "--forever", *ROLE) for id in HIDDEN),
    *(("restore", id, *ROLE) for id in HIDDEN),
    ("block", "--json", *ROLE),
    ("block", "--layer", "runtime", *ROLE),
    ("add", "Zebra zebra", *ROLE),
]


def without_what_is_kept_from_hosts(doors: Opened) -> None:
    """From that host: not from others, nor from a person."""
    bank = bank_of(doors)
    bank.forget_everywhere([("memory", "m-never")], USER)
    bank.close()


@pytest.fixture
def by_command_line(
    banks: tuple[Opened, Opened],
    memdesk_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> Callable[..., Any]:
    """Runs a command here on both banks; gives code, stdout and stderr, the same from both."""
    from memdesk.cli import main

    without_what_is_kept_from_hosts(banks[1])

    def run(*args: str, stdin: bytes = b"") -> Any:
        def look(doors: Opened) -> Any:
            monkeypatch.setenv("MEMDESK_SOCKET", doors.doors.address)
            code = main(["--bank", str(doors.doors.bank_path), *args])
            said = capfd.readouterr()
            return [code, _numbers(said.out), said.err]

        return alike(banks, look)

    return run


def _numbers(text: str) -> str:
    """Without the numbers of revisions and changes, which go on for everyone."""
    return re.sub(r'"(number|change|undoes)": \d+', r'"\1": 0', text)


def test_the_command_line_as_a_role_tells_nothing(by_command_line: Callable[..., Any]) -> None:
    for command in COMMANDS:
        by_command_line(*command)


def test_undo_as_a_role_takes_back_nothing_of_another_s(
    banks: tuple[Opened, Opened], memdesk: Any
) -> None:
    path = str(banks[1].doors.bank_path)
    bank = bank_of(banks[1])
    for change in bank.changes_since(0):
        if set(change.ids or ()) & set(HIDDEN) - {"m-never"}:  # a person may see that
            done = memdesk("--bank", path, "undo", str(change.number), *ROLE)
            assert done.returncode == 1
            assert f"There is no change {change.number}" in done.stderr
    bank.update("m-1", {"content": "Spots"}, USER)
    bank.update("m-a", {"content": "Newer"}, USER)
    # Its own last one: the newer one of another's is passed over.
    assert memdesk("--bank", path, "undo", *ROLE).returncode == 0
    assert bank.get("m-1").content == "Stripes"  # type: ignore[attr-defined]
    assert bank.get("m-a").content == "Newer"  # type: ignore[attr-defined]
    bank.close()


def test_an_id_that_is_taken_is_not_told_at_the_command_line(
    banks: tuple[Opened, Opened], memdesk: Any
) -> None:
    path = str(banks[1].doors.bank_path)
    for id in ("m-a", "m-trash"):
        done = memdesk("--bank", path, "add", "Mine", "--id", id, *ROLE)
        assert done.returncode == 1
        assert f"There is no memory with the id {id}." in done.stderr


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini-cli", "cursor"])
def test_hooks_tell_nothing(banks: tuple[Opened, Opened], host: str, memdesk: Any) -> None:
    event = "sessionStart" if host == "cursor" else "SessionStart"
    said = json.dumps({"session_id": "s", "cwd": "/w", "hook_event_name": event})

    def look(doors: Opened) -> Any:
        done = memdesk(
            *("--bank", str(doors.doors.bank_path), "hook", host, "--role", "bob"),
            stdin=said,
            env={"MEMDESK_SOCKET": doors.doors.address},
        )
        return [done.returncode, json.loads(done.stdout)]

    without_what_is_kept_from_hosts(banks[1])
    assert alike(banks, look)[1] != {}


def _first_difference(first: str, second: str) -> str:
    place = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    start = max(place - 100, 0)
    return f"\n{first[start : place + 100]}\n{second[start : place + 100]}"
