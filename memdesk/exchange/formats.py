"""The formats that memdesk reads and writes: one list, from which every door takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from memdesk.core.entry import KINDS, Entry, Kind, Profile
from memdesk.core.errors import BadParameters
from memdesk.exchange import (
    agents_md,
    agents_md_reading,
    basic_memory,
    chatgpt,
    claude,
    claude_code,
    claude_mem,
    cline,
    csv_rows,
    csv_writing,
    destinywind,
    engram,
    gameassist,
    hermes,
    letta,
    markdown,
    markdown_reading,
    mcp_memory_service,
    mem0,
    memdesk_json,
    open_webui,
    rolebox,
    rolebox_writing,
    server_memory,
    server_memory_writing,
    sillytavern_lorebook,
)
from memdesk.exchange.inside import Several, Whole
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source
from memdesk.exchange.writing import Written


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format. `claims` looks into a source and says whether it is of this format.

    `wholes` finds in a folder or a zip what is read as one: each time the place of a folder, and
    of the files in it that belong together. `is_last` says that it takes what no other format
    wanted.

    `read` is None where memdesk only writes it, `write` where it only reads it. `suffix` is what
    a written file's name ends in. `places` names where the program of this format keeps such a
    file or folder on this machine, whether it is there or not. `update` puts what was written
    into the text of a file that is there already, where it is only a part of that file. `kinds` are
    those of the entries that a written file holds.
    """

    name: str
    suffix: str
    claims: Callable[[Source], bool] | None = None
    read: Callable[[Source], Found] | None = None
    wholes: Callable[[Several], Iterator[Whole]] | None = None
    is_last: bool = False
    write: Callable[[Profile, Iterable[Entry]], Written] | None = None
    update: Callable[[str, str], str] | None = None
    kinds: tuple[Kind, ...] = KINDS
    places: Callable[[], Iterable[Path]] | None = None
    aliases: tuple[str, ...] = ()


_OF_A_BANK = frozenset(("entry", "entry_tag", "profile", "revision"))
"""Tables of a bank of memdesk itself."""

# The order is that of detection: what names itself first, what could be much last.
FORMATS: tuple[Format, ...] = (
    Format(
        name=memdesk_json.NAME,
        suffix=".json",
        claims=memdesk_json.claims,
        read=memdesk_json.read,
        write=memdesk_json.write,
        aliases=("json",),
    ),
    Format(
        name=gameassist.NAME,
        suffix=".json",
        claims=gameassist.claims,
        read=gameassist.read,
        write=gameassist.write,
        kinds=("task", "work"),
        places=gameassist.places,
    ),
    Format(
        name=rolebox.NAME,
        suffix=".json",
        claims=rolebox.claims,
        read=rolebox.read,
        write=rolebox_writing.write,
        kinds=("memory",),
        places=rolebox.places,
    ),
    Format(
        name=destinywind.NAME,
        suffix=".json",
        claims=destinywind.claims,
        read=destinywind.read,
        places=destinywind.places,
    ),
    Format(
        name=server_memory.NAME,
        suffix=".jsonl",
        claims=server_memory.claims,
        read=server_memory.read,
        write=server_memory_writing.write,
        places=server_memory.places,
    ),
    Format(
        name=mcp_memory_service.NAME,
        suffix=".json",
        claims=mcp_memory_service.claims,
        read=mcp_memory_service.read,
        places=mcp_memory_service.places,
    ),
    Format(
        name=engram.NAME,
        suffix=".json",
        claims=engram.claims,
        read=engram.read,
        places=engram.places,
    ),
    Format(
        name=claude_mem.NAME,
        suffix=".json",
        claims=claude_mem.claims,
        read=claude_mem.read,
        places=claude_mem.places,
    ),
    Format(
        name=mem0.NAME,
        suffix=".jsonl",
        claims=mem0.claims,
        read=mem0.read,
        wholes=mem0.wholes,
    ),
    Format(
        name=basic_memory.NAME,
        suffix=".md",
        claims=basic_memory.claims,
        read=basic_memory.read,
        wholes=basic_memory.wholes,
        places=basic_memory.places,
    ),
    Format(
        name=chatgpt.NAME,
        suffix=".json",
        claims=chatgpt.claims,
        read=chatgpt.read,
        wholes=chatgpt.wholes,
    ),
    Format(
        name=claude.NAME,
        suffix=".json",
        claims=claude.claims,
        read=claude.read,
        wholes=claude.wholes,
    ),
    Format(
        name=open_webui.NAME,
        suffix=".json",
        claims=open_webui.claims,
        read=open_webui.read,
        places=open_webui.places,
    ),
    Format(
        name=sillytavern_lorebook.NAME,
        suffix=".json",
        claims=sillytavern_lorebook.claims,
        read=sillytavern_lorebook.read,
        places=sillytavern_lorebook.places,
    ),
    Format(name=letta.NAME, suffix=".af", claims=letta.claims, read=letta.read),
    Format(
        name=agents_md.NAME,
        suffix=".md",
        claims=agents_md_reading.claims,
        read=agents_md_reading.read,
        write=agents_md.write,
        update=agents_md.update,
    ),
    Format(
        name=hermes.NAME,
        suffix=".md",
        claims=hermes.claims,
        read=hermes.read,
        wholes=hermes.wholes,
        places=hermes.places,
    ),
    Format(
        name=claude_code.NAME,
        suffix=".md",
        claims=claude_code.claims,
        read=claude_code.read,
        wholes=claude_code.wholes,
        places=claude_code.places,
    ),
    Format(
        name=cline.NAME,
        suffix=".md",
        claims=cline.claims,
        read=cline.read,
        wholes=cline.wholes,
        places=cline.places,
    ),
    Format(
        name=csv_rows.NAME,
        suffix=".csv",
        claims=csv_rows.claims,
        read=csv_rows.read,
        write=csv_writing.write,
    ),
    Format(
        name=markdown.NAME,
        suffix=".md",
        claims=markdown_reading.claims,
        read=markdown_reading.read,
        wholes=markdown_reading.wholes,
        is_last=True,
        write=markdown.write,
    ),
)


def on_this_machine() -> Iterator[tuple[Format, Path]]:
    """What other programs keep on this machine and memdesk can import: format and path."""
    for one in FORMATS:
        for path in one.places() if one.places is not None else ():
            if path.exists():
                yield one, path


def readable() -> tuple[str, ...]:
    """Names of the formats that can be imported."""
    return tuple(one.name for one in FORMATS if one.read is not None)


def writable() -> tuple[str, ...]:
    """Names of the formats that can be exported."""
    return tuple(one.name for one in FORMATS if one.write is not None)


def named(name: str) -> Format:
    """The format of that name. Raises BadParameters, naming the known ones."""
    for one in FORMATS:
        if name == one.name or name in one.aliases:
            return one
    raise BadParameters(
        "memdesk knows no format {name}; it reads {readable} and writes {writable}.",
        field="format",
        allowed=tuple(one.name for one in FORMATS),
        name=name,
        readable=", ".join(readable()),
        writable=", ".join(writable()),
    )


def claiming(source: Source, *, last: bool = True) -> Format | None:
    """The format of a file by its content, if there is one; or of those that aren't the last."""
    source.refuse_empty()
    for one in FORMATS:
        if one.claims is not None and (last or not one.is_last) and one.claims(source):
            return one
    if source.looks_like_json and source.first_text.strip() in ("{}", "[]"):
        raise BadParameters("{path} is empty.", path=source.called)
    return None


def detected(source: Source) -> Format:
    """The format of a file by its content. Raises BadParameters, naming the known ones.

    A file that begins as JSON and isn't, is refused with the place where it breaks.
    """
    one = claiming(source)
    if one is None:
        raise unknown(source)
    return one


def unknown(source: Source) -> BadParameters:
    """What to say of a file, or of a folder, in which nothing is of a known format."""
    if source.is_folder:
        return BadParameters(
            "{path} is a folder in which memdesk finds nothing to import; name the file in it.",
            path=source.called,
        )
    if source.tables.keys() >= _OF_A_BANK:
        return BadParameters(
            "{path} is a bank of memdesk: open it by File → Open bank… or with --bank. To take"
            " entries out of it, copy or export them there.",
            path=source.called,
        )
    return BadParameters(
        "{path} is in no format that memdesk knows; it reads {readable}.",
        path=source.called,
        readable=", ".join(readable()),
    )


def read(source: Source, name: str | None = None) -> Found:
    """What a file holds, in the named format or the one it turns out to be.

    Raises NotFound (no such file) and BadParameters (broken, unknown, or only ever written).
    """
    one = named(name) if name else detected(source)
    source.refuse_empty()
    if one.read is None:
        raise BadParameters(
            "memdesk writes {name} but does not read it; it reads {readable}.",
            field="format",
            allowed=readable(),
            name=one.name,
            readable=", ".join(readable()),
        )
    return one.read(source)
