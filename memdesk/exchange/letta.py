"""Letta's agent files (.af): {agents, blocks: [{id, label, value, description, …}]} (spec 4.1).

A memory for each block. The ids count the blocks of one file: agent and label tell them apart.
Older files hold one agent with its blocks in `core_memory`; some are a text of JSON, once more
written as JSON. Of messages, tools, and the agents' own secrets nothing is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters
from memdesk.exchange.json_value import json_type, parsed, wrong_type
from memdesk.exchange.loose import Loose, title_and_content
from memdesk.exchange.reading import BRINGS_MEMORIES, Found, FoundEntry, derived_id
from memdesk.exchange.source import Source

NAME = "letta"
BRINGS = {**BRINGS_MEMORIES, "memory": ("title", "content", "tags")}
_OLD = {"agent_type", "core_memory"}


def claims(source: Source) -> bool:
    """Whether it is an object with agents and blocks, or an agent with its core memory."""
    if "agents" in source.top:
        first = next(source.items("agents"), None)
        return "blocks" in source.top or (isinstance(first, dict) and "block_ids" in first)
    if source.first_text.lstrip().startswith('"{'):
        return '\\"agents\\"' in source.first_text
    return source.top.keys() >= _OLD


def read(source: Source) -> Found:
    """Read the blocks. Raises BadParameters where the file is no JSON object."""
    return Found(source, lambda found: _take(source, found), name=NAME, brings=BRINGS)


def _root(source: Source) -> Mapping[str, Any]:
    root = source.json
    if isinstance(root, str):
        root = parsed(root, source.called)
    if isinstance(root, dict):
        return root
    raise BadParameters(
        "{path} holds {found} where {expected} belongs.",
        path=source.called,
        found=json_type(root),
        expected="an object",
    )


def _take(source: Source, found: Found) -> Iterator[FoundEntry]:
    root = _root(source)
    name = "blocks" if "blocks" in root else "core_memory"
    owners = _owners(root, found)
    seen: Counter[tuple[str, ...]] = Counter()
    for number, item in enumerate(_listed(root, name, found)):
        where = f"{name}[{number}]"
        if not isinstance(item, dict):
            found.skip(where, wrong_type(item, "an object"))
            continue
        loose = Loose(item, where + ".", found)
        value, label = loose.text("value"), loose.text("label")
        if not value.strip():
            found.skip(where, BadParameters("{field} may not be empty.", field="value"))
            continue
        agents = owners.get(loose.text("id"), owners.get("", ()))
        key = (*agents, label)
        seen[key] += 1
        heading = f"{agents[0]}: {label}" if agents and label else label
        title, content = title_and_content(heading, value)
        tags = Loose({"agents": list(agents)}, f"{where}.", found).tags("agents")
        yield FoundEntry(
            where=where,
            entry=Memory(
                id=derived_id("memory", (NAME, *key, str(seen[key]))),
                title=title,
                content=content,
                tags=tags,
                created_at=loose.moment("created_at"),
                updated_at=loose.moment("updated_at", "created_at"),
            ),
        )


def _owners(root: Mapping[str, Any], found: Found) -> dict[str, tuple[str, ...]]:
    """The names of the agents that each block belongs to; at "" of the only agent there is."""
    if "blocks" not in root:
        name = Loose(root, "", found).text("name")
        return {"": (name,)} if name else {}
    owners: dict[str, tuple[str, ...]] = {}
    for number, agent in enumerate(_listed(root, "agents", found)):
        if isinstance(agent, dict):
            loose = Loose(agent, f"agents[{number}].", found)
            name = loose.text("name")
            for block in loose.items("block_ids") if name else ():
                owners[block] = (*owners.get(block, ()), name)
    return owners


def _listed(root: Mapping[str, Any], name: str, found: Found) -> list[object]:
    value = root.get(name)
    if isinstance(value, list):
        return value
    if value is not None:
        found.skip(name, wrong_type(value, "a list"))
    return []
