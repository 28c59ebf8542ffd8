"""What holds for every format that is read, whatever program wrote it (spec 4).

A format is put to all of this by an `Example` in one of the modules `examples_…`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from example import BYTE_ORDER_MARK, Example, body  # type: ignore[import-not-found]
from examples import AWKWARD, EXAMPLES, ORDINARY  # type: ignore[import-not-found]
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.exchange import first_places, formats, reading
from memdesk.exchange import source as sources
from memdesk.exchange.importing import import_found
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

CATCH_ALL = {"claude-code", "csv", "markdown"}
"""Formats that may also claim what a more exact one claimed before them."""

every_example = pytest.mark.parametrize("example", EXAMPLES, ids=str)


def read(example: Example, path: Path) -> Found:
    return formats.read(Source(path), example.format)


def texts_in(found: Found) -> list[str]:
    """What the entries say, with the line ends that a text file may have of its own undone."""
    return [body(one.entry).replace("\r\n", "\n") for one in found.entries]


def is_text(path: Path) -> bool:
    return path.is_file() and Source(path).may_be_text


def test_every_format_that_is_read_has_an_example() -> None:
    assert {one.format for one in EXAMPLES} == set(formats.readable())


def test_the_table_shows_every_example() -> None:
    lines = (Path(__file__).parent / "FORMATS.md").read_text("utf-8").splitlines()
    assert {line.split(" | ")[0] for line in lines[6:]} == {f"| {one}" for one in EXAMPLES}


@every_example
def test_an_ordinary_one(example: Example, tmp_path: Path) -> None:
    found = read(example, example.write(tmp_path, ORDINARY))
    texts = texts_in(found)
    assert len(texts) == len(ORDINARY)
    assert all(any(text in one for one in texts) for text in ORDINARY)
    assert found.skipped == []
    assert found.format == example.format


@every_example
def test_its_format_is_found_by_content(example: Example, tmp_path: Path) -> None:
    source = Source(example.write(tmp_path, ORDINARY))
    assert formats.detected(source).name == example.format
    claiming = {one.name for one in formats.FORMATS if one.claims and one.claims(source)}
    assert claiming - CATCH_ALL == {example.format} - CATCH_ALL


@every_example
def test_one_without_entries(example: Example, tmp_path: Path) -> None:
    path = example.write(tmp_path, [])
    if path.is_file() and not path.read_bytes().strip():
        with pytest.raises(BadParameters, match="is empty"):
            read(example, path)
        return
    found = read(example, path)
    assert list(found.entries) == [] and found.skipped == []


@every_example
def test_a_file_of_no_bytes_is_said_to_be_empty(example: Example, tmp_path: Path) -> None:
    path = example.write(tmp_path, ORDINARY)
    if path.is_dir():
        pytest.skip("a folder")
    path.write_bytes(b"")
    with pytest.raises(BadParameters, match="is empty"):
        read(example, path)


@every_example
def test_missing_null_and_wrongly_typed_fields(example: Example, tmp_path: Path) -> None:
    found = read(example, example.wrong(tmp_path))
    assert len(list(found.entries)) == example.taken
    assert sorted(one.where for one in found.skipped) == sorted(example.noted)
    assert all(one.reason for one in found.skipped)


@every_example
def test_one_that_is_cut_in_the_middle(example: Example, tmp_path: Path, bank: Bank) -> None:
    path = example.write(tmp_path, ORDINARY)
    if path.is_dir():
        pytest.skip("a folder has no middle")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    if example.cut == "refused":
        with pytest.raises(MemdeskError):
            import_found(bank, read(example, path))
        assert not bank.exists()
        return
    found = read(example, path)
    texts = texts_in(found)
    assert 0 < len(texts) < len(ORDINARY)
    assert bool(found.skipped) == (example.cut == "partly")
    whole = [text for text in ORDINARY if any(text in one for one in texts)]
    assert len(whole) >= len(texts) - (example.cut == "unseen")


@every_example
def test_whatever_a_person_writes_comes_whole(example: Example, tmp_path: Path) -> None:
    path = example.write(tmp_path, AWKWARD)
    texts = texts_in(read(example, path))
    assert len(texts) == len(AWKWARD)
    assert all(any(text in one for one in texts) for text in AWKWARD)
    if not is_text(path):
        return
    plain = path.read_bytes()
    windows = plain.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    for other in (BYTE_ORDER_MARK + windows, windows.decode().encode("utf-16")):
        path.write_bytes(other)
        assert formats.detected(Source(path)).name == example.format
        assert texts_in(read(example, path)) == texts


@every_example
def test_a_big_one_is_read_as_a_small_one(
    example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = example.write(tmp_path, ORDINARY + AWKWARD)
    small = read(example, path)
    monkeypatch.setattr(sources, "SMALL", 0)
    monkeypatch.setattr(reading, "SMALL", 0)
    monkeypatch.setattr(first_places, "IN_MEMORY", 1)
    assert formats.detected(Source(path)).name == example.format
    big = read(example, path)
    assert not isinstance(big.entries, list)
    assert list(big.entries) == list(small.entries)
    assert list(big.entries) == list(small.entries)  # and again
    assert big.skipped == small.skipped and big.profile == small.profile


@every_example
def test_a_second_import_adds_nothing(example: Example, tmp_path: Path, bank: Bank) -> None:
    path = example.write(tmp_path, ORDINARY)
    first = import_found(bank, read(example, path))
    assert (first.added, first.updated, first.skipped) == (len(ORDINARY), 0, [])
    second = import_found(bank, read(example, path))
    assert not second.changes_anything
    assert second.unchanged == len(ORDINARY)


@every_example
def test_the_file_is_left_as_it_is(example: Example, tmp_path: Path, bank: Bank) -> None:
    path = example.write(tmp_path, ORDINARY)

    def files() -> dict[Path, tuple[bytes, int]]:
        every = (one for one in tmp_path.rglob("*") if one.is_file() and one != bank.path)
        return {one: (one.read_bytes(), one.stat().st_mtime_ns) for one in every}

    before = files()
    formats.detected(Source(path))
    assert list(read(example, path).entries)
    assert files() == before


@every_example
def test_a_hundred_thousand(example: Example, tmp_path: Path) -> None:
    texts = [f"Number {number} is about something." for number in range(example.most)]
    found = read(example, example.write(tmp_path, texts))
    assert sum(1 for _one in found.entries) == example.most
    assert found.skipped == []


@every_example
@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.data())
def test_damage_is_refused_in_words(example: Example, tmp_path: Path, data: st.DataObject) -> None:
    kept = tmp_path / "kept"
    if not kept.exists():
        folder = tmp_path / "made"
        folder.mkdir()
        made = example.write(folder, AWKWARD)
        file = made if made.is_file() else min(one for one in made.rglob("*") if one.is_file())
        kept.write_bytes(file.read_bytes())
        (tmp_path / "names").write_text(f"{made}\n{file}", "utf-8")
    path, file = map(Path, (tmp_path / "names").read_text("utf-8").split("\n"))
    whole = kept.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    length = data.draw(st.integers(0, 40))
    file.write_bytes(whole[:place] + data.draw(st.binary(max_size=20)) + whole[place + length :])
    for name in (example.format, None):
        try:
            list(formats.read(Source(path), name).entries)
        except MemdeskError as error:
            assert str(error)
