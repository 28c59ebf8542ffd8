"""Every parser of what others wrote, under a fuzzer that follows the coverage, by hand:

`pip install atheris`, then `python tests/hostile/guided.py --seconds 120 [--only WORD]`. It is no
dependency of the tests: it has no wheel for every Python. The suite puts some hundreds of mutated
examples to each parser instead (`test_parsers.py`).

A parser takes anything or refuses it in words (MemdeskError). What else it raises is a fault, as
is an input over which it broods for seconds. With `--corpus FOLDER` what was found is kept.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "exchange")]

INPUT_SECONDS = 20
"""Over one input, under the fuzzer: the parser hangs."""
MOST_BYTES = 16 * 1024
TEXTS = ("Never push on Friday", "论坛 uses *stars* and [[links]]", "a\n\n# b\n- c: `d`")

Parser = Callable[[bytes], object]
Make = Callable[[Path], Parser]
"""Makes a parser that may write in this folder. What is imported here is watched by the fuzzer."""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _frontmatter(_folder: Path) -> Parser:
    from memdesk.exchange import frontmatter

    return lambda data: frontmatter.split(_text(data))


def _json_lines(folder: Path) -> Parser:
    from memdesk.exchange import json_lines
    from memdesk.exchange.source import Source

    def parse(data: bytes) -> None:
        path = folder / "a.jsonl"
        path.write_bytes(data)
        json_lines.first_objects(Source(path))
        list(json_lines.objects(Source(path)))

    return parse


def _quick_add(_folder: Path) -> Parser:
    from memdesk.core import quick_add

    def parse(data: bytes) -> None:
        line = _text(data)
        quick_add.parse(line, ["/home/a/b", "C:\\x y"]).entry()
        for cursor in {0, len(line) // 2, len(line)}:
            at = quick_add.begun(line, cursor)
            if at is not None:
                quick_add.completed(line, at, "a b", ["/home/a b"])

    return parse


def _toml(_folder: Path) -> Parser:
    import tomllib

    from memdesk.hosts import toml_text

    name, values = ("mcp_servers", "memdesk"), {"command": "m", "args": ("mcp",)}

    def edit(data: bytes) -> None:
        text = _text(data)
        put = toml_text.put_table(text, name, values, "x")
        assert tomllib.loads(put)["mcp_servers"]["memdesk"]["command"] == "m"
        gone = tomllib.loads(toml_text.remove_table(put, name, "x"))
        assert "memdesk" not in gone.get("mcp_servers", {})

    return edit


def _jsonc(_folder: Path) -> Parser:
    from memdesk.hosts.json_text import JsonText

    def edit(data: bytes) -> None:
        one = JsonText(_text(data), "x")
        one.put(("mcpServers", "memdesk"), {"command": "m"})
        one.put_item(("hooks", "SessionStart"), lambda item: item == 1, {"a": 1})
        again = JsonText(one.text, "x")
        again.remove(("mcpServers", "memdesk"))
        again.remove_items(("hooks", "SessionStart"), lambda item: item == {"a": 1})
        JsonText(again.text, "x")

    return edit


def _search(folder: Path) -> Parser:
    from memdesk.core.authors import Actor
    from memdesk.core.entry import Memory
    from memdesk.core.query import Query
    from memdesk.store.bank import Bank

    bank = Bank(folder / "b.sqlite")
    for number, text in enumerate(TEXTS):
        bank.add(Memory(title=f"t{number}", content=text), Actor())

    def ask(data: bytes) -> None:
        query = Query(text=_text(data))
        bank.search(query)
        bank.keys(query)
        bank.count(query)

    return ask


def _json_rpc(_folder: Path) -> Parser:
    from memdesk.hosts import jsonrpc

    def take(data: bytes) -> None:
        for line in data.split(b"\n"):
            reply = jsonrpc.answer(line, lambda request: request.params)
            assert reply is None or reply.endswith(b"}\n")
            assert reply is None or b"inside memdesk" not in reply, reply

    return take


def _mcp(folder: Path) -> Parser:
    from memdesk.hosts.mcp import McpServer
    from memdesk.hosts.mcp_greeting import Options

    replies: list[bytes] = []

    def talk(data: bytes) -> None:
        replies.clear()
        server = McpServer(folder / "b.sqlite", Options(host="fuzz"), replies.append)
        for line in data.split(b"\n"):
            server.take(line)
        server.end()
        assert not any(b"inside memdesk" in one for one in replies), replies

    return talk


def _hook(_folder: Path) -> Parser:
    from memdesk.hosts import hook

    block = {"layers": {"system": "s", "runtime": "r", "tail": ""}}

    def ask(data: bytes) -> None:
        for host in hook.HOSTS:
            hook.answer(host, data, lambda _params: block)

    return ask


def _settings(folder: Path) -> Parser:
    import logging

    from memdesk import config

    log = logging.getLogger("memdesk.config")
    path = folder / "config.toml"

    def read(data: bytes) -> None:
        path.write_bytes(data)
        log.disabled = True  # it names each wrong value
        try:
            config.save(config.load(path), path)
        finally:
            log.disabled = False

    return read


def _reply(_folder: Path) -> Parser:
    from memdesk.consolidation import replies

    def read(data: bytes) -> None:
        replies.facts_in(_text(data))
        replies.summary_in(_text(data))

    return read


def _transcripts(folder: Path) -> Parser:
    from memdesk.exchange.transcripts import finding
    from memdesk.exchange.transcripts.conversation import Tally

    def read(data: bytes) -> None:
        for name in ("a.jsonl", "a.json", "a.md"):
            path = folder / name
            path.write_bytes(data)
            with suppress(OSError):  # what it says of a file that can't be read
                for one in finding.conversations_in(path, Tally()):
                    for _message in finding.messages_of(one, Tally()):
                        pass
            path.unlink()

    return read


def _importer(name: str) -> Make:
    def make(folder: Path) -> Parser:
        from memdesk.exchange import formats
        from memdesk.exchange.source import Source

        path = folder / ("a" + formats.named(name).suffix)

        def read(data: bytes) -> None:
            path.write_bytes(data)
            for one in formats.FORMATS:
                if one.name == name and one.claims is not None:
                    one.claims(Source(path))
            list(formats.read(Source(path), name).entries)

        return read

    return make


PARSERS: dict[str, Make] = {
    "frontmatter": _frontmatter,
    "JSON lines": _json_lines,
    "quick-add": _quick_add,
    "TOML editing": _toml,
    "JSONC editing": _jsonc,
    "search text": _search,
    "JSON-RPC": _json_rpc,
    "MCP lines": _mcp,
    "hook": _hook,
    "settings": _settings,
    "a model's reply": _reply,
    "transcripts": _transcripts,
}

_WRITTEN: dict[str, tuple[bytes, ...]] = {
    "frontmatter": (b"---\ntitle: a\ntags: [b, c]\ndate: 2026-01-01\n---\nbody\n",
                    b"---\na: &x {b: *x}\n? - c\n: d\n...\n"),
    "JSON lines": (b'{"a":1}\n{"b":[null,"\\ud83d\\ude00"]}\n',),
    "quick-add": (b'task: call #home #"two words" @/home/a/b !high', b"must: never \\#tag @b !low"),
    "TOML editing": (b'# mine\n[mcp_servers.x]\ncommand = "y"\n[mcp_servers.memdesk]\nargs=[]\n',
                     b'mcp_servers = {a = 1}\n', b'a = """\n[b]\n"""\n[[c]]\nd.e = 1\n'),
    "JSONC editing": (b'// a\n{"mcpServers": {"x": {}}, "hooks": {"SessionStart": [1, 2,]},}\n',
                      b'\xef\xbb\xbf{\r\n\t"$schema": "s" /* b */\r\n}'),
    "search text": (b'push "on friday" -not tag:x', "论坛 a* OR (b NEAR/2 c)".encode()),
    "hook": (b'{"session_id":"s","cwd":"/tmp","hook_event_name":"SessionStart"}',
             b'{"hook_event_name":"UserPromptSubmit","prompt":"x","workspace_roots":["/tmp"]}'),
    "settings": (b'language = "zh"\nhttp_port = 7411\nhttp_origins = ["https://a.b"]\nn = 1.5\n',),
    "a model's reply": (b'Sure!\n```json\n["a", {"fact": "b"}]\n```', b"<think>x</think>\n- a\n"),
    "transcripts": (b'{"type":"user","sessionId":"s","message":{"role":"user","content":"hi"},'
                    b'"timestamp":"2026-01-01T00:00:00Z","uuid":"u","cwd":"/a"}\n',
                    b'{"role":"user","content":"hi"}\n{"role":"assistant","content":"ho"}\n',
                    b'[{"uuid":"u","name":"n","chat_messages":[{"sender":"human","text":"t"}]}]',
                    b"## User\n\nhi\n\n## Assistant\n\nho\n"),
}  # fmt: skip


def importers() -> dict[str, Make]:
    """A parser for each format that can be imported."""
    from memdesk.exchange import formats

    return {f"import {name}": _importer(name) for name in formats.readable()}


def seeds(name: str) -> list[bytes]:
    """Inputs that the parser understands."""
    from fuzzing import LINES

    if name in ("JSON-RPC", "MCP lines"):
        return list(LINES)
    if name in _WRITTEN:
        return list(_WRITTEN[name])
    return [*_examples(name.removeprefix("import "))]


def _examples(name: str) -> Iterator[bytes]:
    import examples_hosts
    import examples_loose
    import examples_seeds
    import examples_servers

    from memdesk.core.entry import Memory, Profile, Task, Work
    from memdesk.exchange import formats

    write = formats.named(name).write
    if write is not None:
        entries = [
            Memory(id="m", title=TEXTS[0], content=TEXTS[1]),
            Task(id="t", title="t"),
            Work(id="w", name="n"),
        ]
        kinds = formats.named(name).kinds
        written_by_us = write(Profile(), [one for one in entries if one.kind in kinds])
        yield "".join(written_by_us.pieces).encode()
    sources = (examples_seeds, examples_servers, examples_loose, examples_hosts)
    for example in (one for source in sources for one in source.EXAMPLES):
        if example.format == name:
            with tempfile.TemporaryDirectory() as folder:
                written = example.write(Path(folder), TEXTS)
                files: Iterable[Path] = written.rglob("*") if written.is_dir() else (written,)
                yield from (one.read_bytes() for one in sorted(files) if one.is_file())


def put(parser: Parser, data: bytes) -> None:
    """Put one input to a parser: it is taken, or refused in words."""
    from memdesk.core.errors import MemdeskError

    with suppress(MemdeskError):
        parser(data)


# --- by hand


def _fuzz(name: str, seconds: int, corpus: Path) -> None:
    """Never returns: the fuzzer ends the process."""
    import atheris

    folder = Path(tempfile.mkdtemp(dir=corpus.parent))
    # Whatever is imported from here on is watched.
    with atheris.instrument_imports(include=["memdesk", "yaml", "tomllib", "ijson"]):
        parser = {**PARSERS, **importers()}[name](folder)
        for number, data in enumerate(seeds(name)):
            (corpus / f"seed-{number}").write_bytes(data)
            put(parser, data)
    options = (
        f"-max_total_time={seconds}", f"-timeout={INPUT_SECONDS}", f"-max_len={MOST_BYTES}",
        "-rss_limit_mb=1024", "-print_final_stats=1", f"-artifact_prefix={corpus}/",
    )  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(corpus)], lambda data: put(parser, data))
    atheris.Fuzz()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=int, default=60)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--corpus", type=Path, default=None)
    arguments.add_argument("--one", default="", help=argparse.SUPPRESS)
    args = arguments.parse_args()
    if args.one:
        _fuzz(args.one, args.seconds, args.corpus)
    faults = 0
    with tempfile.TemporaryDirectory() as temporary:
        for name in [*PARSERS, *importers()]:
            if args.only not in name:
                continue
            corpus = (args.corpus or Path(temporary)) / name.replace(" ", "-") / "corpus"
            corpus.mkdir(parents=True, exist_ok=True)
            done = subprocess.run(
                [sys.executable, __file__, "--one", name, "--seconds", str(args.seconds),
                 "--corpus", str(corpus)],
                capture_output=True, text=True, errors="replace", check=False,
                env=os.environ | {"MEMDESK_HOME": temporary},
            )  # fmt: skip
            said = done.stderr.splitlines()
            stats = dict(line[6:].split(":") for line in said if line.startswith("stat::"))
            inputs = stats.get("number_of_executed_units", "0").strip()
            covered = [line.split("cov: ")[1].split()[0] for line in said if "cov: " in line]
            print(
                f"{name:26} {inputs:>9} inputs {covered[-1] if covered else 0:>6} places covered"
                f" {'FAULT' if done.returncode else 'clean'}",
                flush=True,
            )
            if done.returncode:
                faults += 1
                print(done.stdout[-3_000:], "\n".join(said[-40:]), flush=True)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
