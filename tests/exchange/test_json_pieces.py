"""JSON written piece by piece is what `json.dumps` writes at once."""

from __future__ import annotations

import gc
import json

from hypothesis import given
from hypothesis import strategies as st

from memdesk.exchange.json_pieces import array, dumped, object_of

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text(), inner),
)


def at_once(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


@given(values)
def test_a_value_is_written_as_at_once(value: object) -> None:
    assert dumped(value) == at_once(value)
    assert "[\n  " + dumped(value, 1) + "\n]" == at_once([value])


@given(st.lists(values), st.dictionaries(st.text(), values))
def test_lists_and_objects_are_written_as_at_once(
    items: list[object], pairs: dict[str, object]
) -> None:
    assert "".join(array(items)) == at_once(items)
    pairs.pop("streamed", None)
    written = "".join(object_of([*pairs.items(), ("streamed", iter(items))]))
    assert written == at_once({**pairs, "streamed": items}) + "\n"


def test_nothing_is_left_that_only_a_look_for_garbage_finds() -> None:
    shape = {"title": "a", "tags": ["b", "c"], "more": {"d": None}}
    gc.collect()  # no test looks for it meanwhile
    for _ in range(1_000):
        dumped(shape)
    assert gc.collect() < 1_000
