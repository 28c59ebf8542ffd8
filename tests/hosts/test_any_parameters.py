"""Whatever a client sends, the answer is one of those that are promised (spec 3.2).

Parameters are made from the registry's own types, right and nearly right ones. Never a fault of
memdesk's own, never half a write, and the bank stays sound.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import every_door
import pytest
from every_door import Opened, Refused
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task, Work
from memdesk.core.query import Query
from memdesk.hosts.operations import OPERATIONS
from memdesk.hosts.parameters import Parameter
from memdesk.store.bank import Bank

USER = Actor()
PROMISED = {-32600, -32601, -32602, -32001, -32002, -32003, -32004}
"""Not -32603, a fault of memdesk's own, and not -32005: this bank is there."""

IDS = ("m-1", "t-1", "w-1", "both", "trashed", "nope")
TEXTS = st.one_of(
    st.sampled_from(
        ["", " ", "zebra", "\t",
          '"', "a* OR (", "NEAR(a b)", "必须", "规则，b", "a\0b", "\ud800", "\u202e",
         "[redacted: password]", "password=hunter2hunter2", "x" * 201, "é" * 300, "-", "\n\n",
         "<!-- memdesk:begin -->", "/w", "relative/path", "user", "import:x", "*"]
    ),
    st.sampled_from(IDS),
    st.text(max_size=30),
)  # fmt: skip
WRONG = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False),
    TEXTS, st.lists(TEXTS, max_size=3), st.dictionaries(st.text(max_size=3), st.integers()),
    st.lists(st.none() | st.integers(), max_size=2),
)  # fmt: skip


def fitting(parameter: Parameter) -> st.SearchStrategy[Any]:
    """Values of a parameter's type, at its limits and beyond them."""
    texts = TEXTS
    if parameter.allowed:
        texts = st.sampled_from(parameter.allowed) | TEXTS
    elif parameter.name in ("id", "taskId", "workId", "removeTaskId", "removeWorkId"):
        texts = st.sampled_from(IDS)
    match parameter.type:
        case "string":
            return texts
        case "integer":
            edges = [edge for edge in (parameter.minimum, parameter.maximum) if edge is not None]
            near = [edge + by for edge in edges for by in (-1, 0, 1)] or [0]
            return st.sampled_from(near) | st.integers(-(2**70), 2**70)
        case "boolean":
            return st.booleans()
        case "strings":
            return st.lists(texts, max_size=4) | st.just(["x"] * 40)
        case _:
            return st.lists(texts, max_size=4) | texts


def calls(name: str) -> st.SearchStrategy[dict[str, Any]]:
    operation = OPERATIONS[name]
    some = {one.name: fitting(one) for one in operation.parameters}
    needed = {one.name: some.pop(one.name) for one in operation.takes if one.required}
    right = st.fixed_dictionaries(needed, optional=some)
    names = st.sampled_from([one.name for one in operation.parameters]) | st.text(max_size=5)
    wrong = st.dictionaries(names, WRONG, max_size=4)
    return right | wrong | st.builds(lambda one, other: {**one, **other}, right, wrong)


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """One server that has to stand all of it."""
    import shutil
    import tempfile

    short = Path(tempfile.mkdtemp(prefix="md-", dir="/tmp"))
    path = tmp_path_factory.mktemp("attacked") / "bank.sqlite"
    bank = Bank(path)
    bank.add(Memory(id="m-1", title="zebra", content="zebra password=hunter2hunter2"), USER)
    bank.add(Task(id="t-1", title="zebra"), USER)
    bank.add(Work(id="w-1", name="zebra", tech=("Go",)), USER)
    bank.add(Memory(id="both", title="zebra", content="x"), USER)
    bank.add(Task(id="both", title="zebra"), USER)
    bank.add(Memory(id="trashed", title="zebra", content="x"), USER)
    bank.delete([("memory", "trashed")], USER)
    bank.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMDESK_HOME", str(short / "home"))
        with every_door.opened(path, str(short / "s.sock")) as found:
            yield found
    bank = Bank(path)
    assert bank.check() == []  # not even after all that
    bank.close()
    shutil.rmtree(short)


def state(bank: Bank) -> Any:
    """All that is kept, apart from when it was read: that is noted a moment later."""
    entries = [
        replace(one, accessed_at=None, access_count=0)
        for trashed in (False, True)
        for one in bank.entries(Query(trashed=trashed))
    ]
    return entries, bank.profile(), bank.suggestions()


@pytest.mark.parametrize("name", list(OPERATIONS))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_answer_at_the_socket_is_a_promised_one(
    attacked: Opened, name: str, data: st.DataObject
) -> None:
    params = data.draw(calls(name))
    bank = Bank(attacked.doors.bank_path)
    before = state(bank)
    call = attacked.call("socket")
    try:
        result = call(name, **params)
    except Refused as refused:
        assert refused.code in PROMISED, (refused, params)
        assert str(refused).strip() and len(str(refused)) < 5_000
        assert state(bank) == before  # refused means that nothing was written
    else:
        assert isinstance(result, dict)
        if not OPERATIONS[name].writes:
            assert state(bank) == before
    finally:
        bank.close()
    assert attacked.call("socket")("ping") == {}
    attacked.close_connections()


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(list(OPERATIONS)), data=st.data())
def test_every_answer_of_an_mcp_tool_is_a_sentence(
    attacked: Opened, name: str, data: st.DataObject
) -> None:
    operation = OPERATIONS[name]
    if not OPERATIONS[operation.alias_of or name].tool:
        return
    params = data.draw(calls(name))
    session = attacked.session(host="tester")
    try:
        reply = session.reply("tools/call", {"name": name, "arguments": params})
    finally:
        session.end()
    result = reply["result"]
    (content,) = result["content"]
    assert content["type"] == "text" and content["text"]
    assert "inside memdesk" not in content["text"], params
    assert result["isError"] is ("structuredContent" not in result)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=st.sampled_from(["/memories", "/memories/m-1", "/memories/%00", "/block", "/rpc", "//"]),
    method=st.sampled_from(["GET", "POST", "DELETE"]),
    body=st.none() | WRONG | st.fixed_dictionaries({"text": TEXTS}, optional={"tags": WRONG}),
    query=st.dictionaries(
        st.sampled_from(["host", "role", "workspace", "limit", "layers", "refresh", "x"]),
        TEXTS.filter(lambda text: "\ud800" not in text),
        max_size=2,
    ),
)
def test_every_answer_over_http_is_a_promised_one(
    attacked: Opened, path: str, method: str, body: Any, query: dict[str, str]
) -> None:
    from urllib.parse import urlencode

    status, found = attacked.http(method, f"{path}?{urlencode(query)}", body)
    assert status in {200, 201, 202, 204, 400, 403, 404, 405, 409}, found
    if found is not None and "error" in found:
        assert found["error"]["code"] != -32603
