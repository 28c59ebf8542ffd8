"""Words as they stand alone."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

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


@pytest.mark.parametrize(
    ("author", "word"),
    [
        ("user", "You"),
        ("cli", "Command line"),
        ("import:csv", "Import (csv)"),
        ("consolidation", "Consolidation"),
        ("memdesk", "memdesk"),
        ("cursor", "cursor"),
    ],
)
def test_authors_are_called_by_what_a_person_knows_them_as(author: str, word: str) -> None:
    assert words.author_word(author) == word


@pytest.mark.parametrize(
    ("title", "before"),
    [
        ("Do it twice.", "Do it twice"),
        ("做两次。", "做两次"),
        ("And so on…", "And so on…"),
        ("", ""),
    ],
)
def test_a_sentence_has_one_full_stop(title: str, before: str) -> None:
    assert words.before_stop(title) == before


def test_a_wide_full_stop_needs_no_space_behind_it() -> None:
    assert words.sentences("One.", "Two 2.") == "One. Two 2."
    assert words.sentences("它被截断。", "可能是磁盘 2 坏了。") == "它被截断。可能是磁盘 2 坏了。"


def test_a_line_may_end_within_a_long_word(qtbot: QtBot) -> None:
    word = "Donaudampfschifffahrtsgesellschaft" * 3
    label = QLabel()
    qtbot.addWidget(label)
    label.setWordWrap(True)
    label.setText(words.breakable(word))
    broken = label.minimumSizeHint().width()
    label.setText(word)
    assert broken < label.minimumSizeHint().width() / 3
    assert words.breakable(word).replace("\u200b", "") == word
    chinese = "会话中的所有条目都会按照相关度排列，然后再按时间排列，最后按标题排列。"
    for plain in ("short words only", chinese, "x" * 20):
        assert words.breakable(plain) == plain
