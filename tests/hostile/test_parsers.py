"""Some hundreds of mutated examples for every parser; many more by hand, with `guided.py`."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from fuzzing import WORDS, mutated

sys.path.append(str(Path(__file__).parents[1] / "exchange"))  # for the examples of each format
import guided

INPUTS = 150


@pytest.mark.parametrize("name", [*guided.PARSERS, *guided.importers()])
def test_what_others_wrote_is_taken_or_refused_in_words(
    name: str, tmp_path: Path, memdesk_home: Path
) -> None:
    parser = {**guided.PARSERS, **guided.importers()}[name](tmp_path)
    examples = guided.seeds(name)
    assert examples
    dice = random.Random(name)
    for number in range(INPUTS):
        data = examples[number] if number < len(examples) else mutated(dice, examples, WORDS)
        try:
            guided.put(parser, data)
        except Exception as error:
            raise AssertionError(f"{error!r} for {data!r}") from error
