"""rolebox's memory.db: what is shared belongs to its folder, a role's to that role there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from example import write_rows  # type: ignore[import-not-found]
from examples_seeds import ROLEBOX, rolebox_row  # type: ignore[import-not-found]

from memdesk.core.entry import Memory
from memdesk.core.errors import BadParameters
from memdesk.exchange import formats, rolebox
from memdesk.exchange.source import Source

JULY = "2026-07-04T10:30:00.000Z"


@pytest.fixture
def project(tmp_path: Path, data: Path) -> Path:
    """A folder with a bank of rolebox's own."""
    folder = tmp_path.resolve() / "project"
    (folder / ".rolebox").mkdir(parents=True)
    shutil.copyfile(data / "rolebox.db", folder / ".rolebox" / "memory.db")
    return folder


def memories(path: Path) -> list[Memory]:
    found = rolebox.read(Source(path))
    assert found.skipped == []
    return [one.entry for one in found.entries if isinstance(one.entry, Memory)]


def test_a_bank_as_rolebox_writes_it(project: Path) -> None:
    shared, coder, writer = memories(project / ".rolebox" / "memory.db")
    assert shared == Memory(
        id="auth-jwt-decision",
        title="Auth uses JWT with refresh tokens",
        content="Access tokens live 15 minutes.\n\nRefresh tokens rotate.",
        category="decision",
        tags=("auth", "architecture"),
        relevance="high",
        workspace=str(project),
        created_at=JULY,
        updated_at=JULY,
        session_id="s1",
        source_sessions=("s0",),
    )
    assert (coder.role, coder.workspace) == ("coder", str(project))
    assert (writer.role, writer.category, writer.tags) == ("writer", "preference", ("style",))


def test_the_project_is_as_good_a_name_as_the_file(project: Path) -> None:
    file = memories(project / ".rolebox" / "memory.db")
    assert memories(project) == file
    assert memories(project / ".rolebox") == file
    for path in (project, project / ".rolebox"):
        assert formats.detected(Source(path)).name == "rolebox"


def test_anywhere_else_it_belongs_to_no_folder(data: Path) -> None:
    assert {one.workspace for one in memories(data / "rolebox.db")} == {""}


def test_counts_and_times_are_kept(tmp_path: Path) -> None:
    row = rolebox_row("a", access_count=7, accessed_at="2026-08-01T00:00:00+02:00", updated_at=None)
    (memory,) = memories(write_rows(tmp_path / "memory.db", ROLEBOX, {"memories": [row]}))
    assert (memory.access_count, memory.accessed_at) == (7, "2026-07-31T22:00:00.000Z")
    assert memory.updated_at == memory.created_at == JULY


def test_another_database_is_none_of_its_own(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "memory.db", "CREATE TABLE memories (id, text);", {})
    assert not rolebox.claims(Source(path))
    with pytest.raises(BadParameters, match="one of another kind: no such column"):
        rolebox.read(Source(path))


def test_a_folder_without_a_bank_is_none(tmp_path: Path) -> None:
    assert not rolebox.claims(Source(tmp_path))
