"""Whatever a file holds, a reader takes it or refuses it in words: it never breaks (spec 4)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.core.errors import MemdeskError
from memdesk.exchange import formats
from memdesk.exchange.source import Source

# The words by which the formats know their objects, so that some of the values get far inside.
WORDS = """
    format version profile memories tasks works interests id title name content text tags created_at
    updated_at entries uid key keysecondary comment disable constant agents blocks block_ids label
    value core_memory agent_type mapping message author role create_time content_type
    model_editable_context model_set_context user_editable_context user_profile user_instructions
    metadata user_context_message_data about_user_message recipient bio parts chat_messages uuid
    conversations_memory project_memories memory_files path account_uuid user_id type entity
    observations relation from to relationType entityType observations sessions project scope
    deleted_at export_metadata memory_type state categories app exportedAt summaries prompts
""".split()  # noqa: SIM905
words = st.sampled_from(WORDS)
leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=True)
    | words
    | st.sampled_from(
        ["", " ", "1. [2024-05-12]. a\n2. b", "**B**\n- a", "\ud800", "x" * 300, "[1]"]
    )
    | st.text(max_size=8)
)
values = st.recursive(
    leaves,
    lambda inside: (
        st.lists(inside, max_size=4)
        | st.dictionaries(words | st.text(max_size=3), inside, max_size=6)
    ),
    max_leaves=25,
)
READERS = formats.readable()
often = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def take(path: Path, name: str | None) -> None:
    try:
        found = formats.read(Source(path), name)
        assert all(one.entry.label for one in found.entries)
        assert all(one.reason for one in found.skipped)
    except MemdeskError as error:
        assert str(error)


@pytest.mark.parametrize("name", READERS)
@often
@given(values)
def test_any_json(name: str, tmp_path: Path, value: object) -> None:
    path = tmp_path / "file.json"
    path.write_text(json.dumps(value))
    take(path, name)
    take(path, None)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("file", ["file", "MEMORY.md", "CLAUDE.md", "export.zip"])
@settings(parent=often, max_examples=15)
@given(st.binary(max_size=200), st.sampled_from([b"", b"PK\x03\x04", b"\x1f\x8b", b"---\n", b"{"]))
def test_any_bytes(name: str, file: str, tmp_path: Path, data: bytes, beginning: bytes) -> None:
    path = tmp_path / file
    path.write_bytes(beginning + data)
    take(path, name)
    take(path, None)
