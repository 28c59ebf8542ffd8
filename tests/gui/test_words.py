"""Words as they stand alone."""

from __future__ import annotations

import pytest

from memdesk.gui import words


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("&Open bank…", "Open bank…"),
        ("打开记忆库(&O)…", "打开记忆库…"),
        ("上移(&E)", "上移"),
        ("Copy as Markdown", "Copy as Markdown"),
    ],
)
def test_the_key_of_an_action_is_none_of_its_words(text: str, alone: str) -> None:
    assert words.without_mnemonic(text) == alone
