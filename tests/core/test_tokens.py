"""Tokens are counted as the o200k tokenizer counts them (spec 2.6)."""

from __future__ import annotations

import gzip
import hashlib
import random
import threading
from pathlib import Path

import pytest

from memdesk.core import tokens
from memdesk.core.tokens import VOCABULARY, TokenCounter
from memdesk.paths import resources

PUBLISHED = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"

# Counted with another program's tokenizer for o200k_base.
KNOWN = [
    ("", 0),
    ("Hello, world! Don't worry.", 7),
    ("用中文回答，代码注释写英文", 9),
    ("👨‍👩‍👧‍👦 emoji 🐛", 15),
    ("  a\n\n b\t\t c  ", 7),
    ("a  ", 2),
    ("\n\n\n", 1),
    ("12345678 ", 4),
]


@pytest.fixture(scope="module")
def counter() -> TokenCounter:
    return TokenCounter(resources() / VOCABULARY)


def test_the_vocabulary_is_the_published_one() -> None:
    with gzip.open(resources() / VOCABULARY) as file:
        assert hashlib.sha256(file.read()).hexdigest() == PUBLISHED


@pytest.mark.parametrize(("text", "count"), KNOWN)
def test_known_counts(counter: TokenCounter, text: str, count: int) -> None:
    assert counter.count(text) == count


def test_special_tokens_are_ordinary_text(counter: TokenCounter) -> None:
    assert counter.count("<|endoftext|>") > 1


def test_it_loads_once_at_the_first_count_from_any_thread() -> None:
    tokens.let_go(unused=0)
    fresh = TokenCounter(resources() / VOCABULARY)
    assert fresh.count("") == 0
    assert not fresh.loaded
    counts: list[int] = []
    threads = [
        threading.Thread(target=lambda: counts.append(fresh.count("Hello, world! Don't worry.")))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [7] * 4
    assert fresh.loaded


def test_a_missing_vocabulary_is_said(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="o200k"):
        TokenCounter(tmp_path / "o200k.gz").load()


def test_counters_of_one_vocabulary_share_what_it_takes() -> None:
    first, second = (TokenCounter(resources() / VOCABULARY) for _ in range(2))
    first.load()
    assert second.loaded


def test_what_is_not_used_is_let_go_and_comes_back(counter: TokenCounter) -> None:
    counter.load()
    tokens.let_go(unused=3_600)
    assert counter.loaded
    tokens.let_go(unused=0)
    assert not counter.loaded
    assert counter.count("Hello, world! Don't worry.\n" * 2) == 14
    assert counter.loaded


PIECES = (
    *("\n", "\n\n", "\r\n", "\t", "\x0b", "\u2028", "\u3000", " "),
    *("/", "//", ".", "。", "…", "-", "#", "*", "'", "'s", "_", "[", ")", "<|"),
    *("a", "Word", "12", "约束", "\u0301", "👍"),
)


def test_counting_line_by_line_counts_the_same(counter: TokenCounter) -> None:
    dice = random.Random(5)
    whole = tokens._shared(resources() / VOCABULARY)
    for _ in range(2_000):
        text = "".join(dice.choices(PIECES, k=dice.randrange(1, 12)))
        assert counter.count(text) == len(whole.encode(text, False)), repr(text)
