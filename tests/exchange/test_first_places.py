"""Where ids stand first: told alike of those that are in memory and of those that are not."""

from __future__ import annotations

from contextlib import closing

import pytest

from memdesk.core.errors import BadParameters
from memdesk.exchange import first_places
from memdesk.exchange.first_places import FirstPlaces


@pytest.mark.parametrize("in_memory", [0, 1, 2, 3, 100])
def test_the_first_place_of_an_id_is_told(monkeypatch: pytest.MonkeyPatch, in_memory: int) -> None:
    monkeypatch.setattr(first_places, "IN_MEMORY", in_memory)
    with closing(FirstPlaces()) as places:
        assert places.note("memory", "a", "line 1") == "line 1"
        assert places.note("task", "a", "line 2") == "line 2"
        assert places.note("memory", "像素", "no text: \udcff") == "no text: \udcff"
        assert places.note("memory", "a", "line 4") == "line 1"
        assert places.note("task", "a", "line 5") == "line 2"
        assert places.note("memory", "像素", "line 6") == "no text: \udcff"
        assert places.note("memory", "b", "line 7") == "line 7"


def test_memory_holds_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_places, "IN_MEMORY", 2)
    with closing(FirstPlaces()) as places:
        for number in range(5):
            places.note("memory", f"m{number}", "somewhere")
        assert len(places._few) == 2
        assert places._disk.execute("SELECT count(*) FROM place").fetchone() == (3,)


def test_where_there_is_no_room_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_places, "IN_MEMORY", 0)
    with closing(FirstPlaces()) as places:
        places._disk.execute("PRAGMA max_page_count = 2")
        with pytest.raises(BadParameters, match="no room for the ids of so many"):
            places.note("memory", "a", "x" * 100_000)
