"""The MCP door speaks the handshaken versions and the stateless ones, each by its own rules."""

from __future__ import annotations

import pytest
from mcp_session import STATELESS, Opened


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_a_handshake_settles_on_the_clients_version(opened: Opened, version: str) -> None:
    result = opened().open(version)
    assert result["protocolVersion"] == version
    assert result["serverInfo"]["name"] == "memdesk"
    assert result["capabilities"] == {
        "tools": {},
        "resources": {"subscribe": True, "listChanged": True},
        "prompts": {},
    }


@pytest.mark.parametrize("version", ["1900-01-01", "2026-07-28", "", None, 7])
def test_a_handshake_offers_the_newest_for_what_it_does_not_speak(
    opened: Opened, version: object
) -> None:
    result = opened().call("initialize", {"protocolVersion": version})
    assert result["protocolVersion"] == "2025-11-25"


def test_stateless_requests_stand_for_themselves(opened: Opened) -> None:
    session = opened()
    found = session.call("server/discover", {"_meta": STATELESS})
    assert found["supportedVersions"] == ["2026-07-28"]
    assert found["resultType"] == "complete"
    assert found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "memdesk"
    assert (found["ttlMs"], found["cacheScope"]) == (0, "private")
    tools = session.call("tools/list", {"_meta": STATELESS})
    assert tools["ttlMs"] > 0 and tools["cacheScope"] == "public"
    written = session.call(
        "tools/call",
        {
            "name": "memory_write",
            "arguments": {"title": "Fridays", "content": "We deploy on Fridays"},
            "_meta": STATELESS,
        },
    )
    assert written["resultType"] == "complete"
    read = session.tool("memory_read", id=written["structuredContent"]["id"])
    assert read["entries"][0]["author"] == "tester"


def test_a_handshaken_result_has_nothing_of_the_stateless_era(opened: Opened) -> None:
    session = opened()
    session.open()
    assert set(session.call("tools/list")) == {"tools"}


@pytest.mark.parametrize("version", ["2025-11-25", "1900-01-01"])
def test_stateless_versions_that_are_not_spoken(opened: Opened, version: str) -> None:
    meta = STATELESS | {"io.modelcontextprotocol/protocolVersion": version}
    error = opened().refusal("tools/list", {"_meta": meta})
    assert error["code"] == -32022
    assert error["data"]["requested"] == version
    assert {"2026-07-28", "2025-11-25"} <= set(error["data"]["supported"])


def test_stateless_requests_lack_nothing(opened: Opened) -> None:
    session = opened()
    meta = dict(STATELESS)
    del meta["io.modelcontextprotocol/clientCapabilities"]
    assert session.refusal("tools/list", {"_meta": meta})["code"] == -32602
    assert session.refusal("server/discover")["code"] == -32602
    for method in ("ping", "initialize", "resources/subscribe", "logging/setLevel"):
        assert session.refusal(method, {"_meta": STATELESS})["code"] == -32601


def test_methods_that_are_not_there(opened: Opened) -> None:
    session = opened()
    session.open()
    for method in ("logging/setLevel", "completion/complete", "block", "memory_read", ""):
        assert session.refusal(method)["code"] == -32601
    assert session.call("ping") == {}
