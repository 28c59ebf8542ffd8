"""The files that memdesk ships for hosts, as `connect` writes them, run in their own runtimes."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from memdesk.hosts import http_token

RULE = "Never push to main"
FACT = "Auth uses JWT"

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="Node is not on this machine")


class CommandLine(Protocol):
    def __call__(self, *args: str | Path) -> subprocess.CompletedProcess[str]: ...


@pytest.fixture
def filled(memdesk: CommandLine) -> CommandLine:
    for text in (RULE, FACT):
        assert memdesk("add", text).returncode == 0
    return memdesk


@pytest.fixture
def http_address(filled: CommandLine) -> Iterator[str]:
    """Where a running `memdesk serve --http` answers, a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "memdesk", "serve", "--http", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    address = process.stdout.readline().strip()
    if not address:
        raise AssertionError(process.communicate(timeout=60)[1])
    yield address
    process.terminate()
    assert process.communicate(timeout=60)[1] == ""


def node(script: str, *args: str | Path) -> Any:
    """What a script prints as JSON; it gets the arguments as `args`."""
    assert NODE is not None
    prelude = "const args = process.argv.slice(1);\n"
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", prelude + script, *map(str, args)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout) | {"complaints": done.stderr}


# --- opencode

OPENCODE = """
const module = await import(args[0])
const hooks = await module.Memdesk({ directory: "/src/p" })
const transform = hooks["experimental.chat.system.transform"]
async function turn(sessionID) {
    const output = { system: ["You are a coder."] }
    await transform({ sessionID, model: {} }, output)
    return output.system
}
const { execFileSync } = await import("node:child_process")
function add(text) {
    execFileSync(args[1], ["-m", "memdesk", "add", text])
}
const found = { exports: Object.keys(module), first: await turn("s1") }
"""


@pytest.fixture
def plugin(filled: CommandLine) -> Path:
    """The plugin as written; Node, unlike opencode's runtime, must be told that it is a module."""
    assert filled("connect", "opencode", "--write").returncode == 0
    path = Path.home() / ".config" / "opencode" / "plugins" / "memdesk.js"
    (path.parent / "package.json").write_text('{"type": "module"}')
    return path


@needs_node
@pytest.mark.parametrize("served", [True, False])
def test_the_opencode_plugin_adds_the_block_once_a_session(
    plugin: Path, served: bool, request: pytest.FixtureRequest
) -> None:
    if served:
        request.getfixturevalue("server")
    found = node(
        OPENCODE
        + """
        add("Written later")
        found.again = await turn("s1")
        found.other = await turn("s2")
        await hooks.event({ event: { type: "session.compacted", properties: { sessionID: "s1" } } })
        found.compacted = await turn("s1")
        found.without = await turn(undefined)
        console.log(JSON.stringify(found))
        """,
        plugin,
        sys.executable,
    )
    assert found["exports"] == ["Memdesk"]
    system, block, tail = found["first"]
    assert system == "You are a coder."
    assert RULE in block and FACT in block and "rule" in tail
    assert found["again"] == found["first"]
    assert "Written later" not in block
    assert "Written later" in found["other"][1]
    assert "Written later" in found["compacted"][1]
    assert "Written later" in found["without"][1]
    assert found["complaints"] == ""


@needs_node
def test_a_new_opencode_gets_the_same_bytes_for_a_session(plugin: Path, server: str) -> None:
    script = OPENCODE + "add('Written later'); console.log(JSON.stringify(found))"
    assert server
    first = node(script, plugin, sys.executable)["first"]
    assert node(script, plugin, sys.executable)["first"] == first


@needs_node
@pytest.mark.parametrize("speech", [b"garbage\n", b"", b'{"id":1,"error":{"message":"no"}}\n'])
def test_a_broken_server_leaves_opencode_alone(
    plugin: Path, short_dir: Path, speech: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = str(short_dir / "broken.sock")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()

    def speak() -> None:
        stream, _peer = listener.accept()
        with stream:
            stream.recv(1 << 16)
            stream.sendall(speech)

    thread = threading.Thread(target=speak)
    thread.start()
    monkeypatch.setenv("MEMDESK_SOCKET", address)
    script = OPENCODE.replace('"/src/p"', "undefined")
    found = node(script + "console.log(JSON.stringify(found))", plugin, sys.executable)
    thread.join()
    listener.close()
    assert found["first"] == ["You are a coder."]
    assert found["complaints"].startswith("memdesk: ")


@needs_node
def test_without_memdesk_opencode_goes_on(plugin: Path) -> None:
    text = plugin.read_text("utf-8")
    start = text.index("const COMMAND = [")
    end = text.index("\n", start)
    plugin.write_text(text[:start] + 'const COMMAND = ["/no/such/memdesk"]' + text[end:], "utf-8")
    found = node(OPENCODE + "console.log(JSON.stringify(found))", plugin, sys.executable)
    assert found["first"] == ["You are a coder."]


# --- SillyTavern

SILLYTAVERN = """
const prompts = {}
const [, url, token, origin] = args
globalThis.SillyTavern = {
    getContext: () => ({
        extensionSettings: { memdesk: { url, token, role: "" } },
        chatId: "chat 1",
        saveSettingsDebounced() {},
        setExtensionPrompt: (key, value, position, depth, scan, role) => {
            prompts[key] = { value, position, depth, scan, role }
        },
    }),
}
// A browser names the page's origin by itself.
const plain = globalThis.fetch
globalThis.fetch = (address, options) =>
    plain(address, { ...options, headers: { ...options.headers, Origin: origin } })
await import(args[0])
await globalThis.memdeskInterceptor([], 4096, () => {}, "normal")
console.log(JSON.stringify(prompts))
"""


@pytest.fixture
def extension(filled: CommandLine, tmp_path: Path) -> Path:
    assert filled("connect", "sillytavern", "--folder", tmp_path, "--write").returncode == 0
    folder = tmp_path / "data" / "default-user" / "extensions" / "memdesk"
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert manifest["generate_interceptor"] == "memdeskInterceptor"
    (folder / "package.json").write_text('{"type": "module"}')
    return folder / str(manifest["js"])


@needs_node
def test_the_sillytavern_extension_puts_each_layer_in_its_place(
    extension: Path, http_address: str
) -> None:
    origin = "http://127.0.0.1:8000"
    found = node(SILLYTAVERN, extension, http_address + "/", http_token.token(), origin)
    early, late = found["memdesk_system"], found["memdesk_runtime"]
    assert RULE in early["value"] and FACT in early["value"] and "rule" in early["value"]
    assert (early["position"], early["role"]) == (0, 0)  # in the prompt, as the system
    assert RULE in late["value"] and FACT not in late["value"]
    assert (late["position"], late["depth"], late["role"]) == (1, 1, 1)  # in the chat, as the user
    assert found["complaints"] == ""


@needs_node
@pytest.mark.parametrize(
    ("url", "token", "origin"),
    [
        (None, "wrong", "http://127.0.0.1:8000"),
        (None, None, "http://evil.example"),
        ("http://127.0.0.1:9", None, "http://127.0.0.1:8000"),
        ("no address", None, "http://127.0.0.1:8000"),
    ],
)
def test_sillytavern_goes_on_without_memdesk(
    extension: Path, http_address: str, url: str | None, token: str | None, origin: str
) -> None:
    known = http_token.token()
    found = node(SILLYTAVERN, extension, url or http_address, token or known, origin)
    assert {found[name]["value"] for name in ("memdesk_system", "memdesk_runtime")} == {""}
    assert "goes on without a memory" in found["complaints"]


# --- Open WebUI


@pytest.fixture
def chat_filter(filled: CommandLine, tmp_path: Path) -> Any:
    """The filter as written, loaded as Open WebUI loads it: from its text."""
    pytest.importorskip("pydantic")
    assert filled("connect", "open-webui", "--folder", tmp_path, "--write").returncode == 0
    path = tmp_path / "memdesk_filter.py"
    spec = importlib.util.spec_from_file_location("function_memdesk", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Filter()


def inlet(chat_filter: Any, messages: list[dict[str, Any]], chat: str = "c") -> Any:
    body = {"model": "m", "messages": messages}
    return asyncio.run(chat_filter.inlet(body, __metadata__={"chat_id": chat}))["messages"]


def test_the_open_webui_filter_puts_each_layer_in_its_place(
    chat_filter: Any, http_address: str, memdesk: CommandLine
) -> None:
    assert chat_filter.valves.url == "http://127.0.0.1:7411"
    chat_filter.valves.url, chat_filter.valves.token = http_address, http_token.token()
    history = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hi"},
        {"role": "user", "content": [{"type": "text", "text": "Go on"}]},
    ]
    kept = json.loads(json.dumps(history))
    system, hello, hi, runtime, last = inlet(chat_filter, history)
    assert system["content"].startswith("Be brief.\n\n<!-- memdesk:begin -->")
    assert RULE in system["content"] and FACT in system["content"]
    assert [hello, hi, last] == kept[1:]
    assert runtime["role"] == "user"
    assert RULE in runtime["content"] and FACT not in runtime["content"]
    memdesk("add", "Written later")
    assert inlet(chat_filter, kept)[0] == system
    other = inlet(chat_filter, [{"role": "user", "content": "Hello"}], "another chat")
    assert [one["role"] for one in other] == ["system", "user", "user"]
    assert "Written later" in other[0]["content"]


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "nonsense", None])
def test_open_webui_goes_on_without_memdesk(
    chat_filter: Any, http_address: str, url: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    chat_filter.valves.url, chat_filter.valves.token = url or http_address, "wrong"
    messages = [{"role": "user", "content": "Hello"}]
    assert inlet(chat_filter, list(messages)) == messages
    assert "goes on without memdesk" in caplog.text
    (error,) = caplog.records[-1].args
    assert url is not None or (error.code, error.closed) == (401, True)
