"""Every text of the window is translated, and what is shipped is what the sources say."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import translations  # noqa: E402 - packaging is no package: it is found by its folder

CATALOGUES = [translations.TRANSLATIONS / f"memdesk_{name}.ts" for name in translations.LANGUAGES]
PLACES = re.compile(r"\{\w*\}|%L?n|%\d")
COUNTED = re.compile(
    r"\{(?:chars|count|days|entries|hosts|made|messages|part|places|seen|steps|suggestions|tokens)\}"
    r" (?:[a-z]+ )?[a-z]+s\b"
)
"""A number before what is counted, which is another word when it is one."""
AGAIN = "run `python packaging/translations.py`, translate what is unfinished, and run it again"


def messages(ts: Path) -> Iterator[tuple[str, str, ElementTree.Element]]:
    """(context, source, translation) of every text in a .ts file."""
    for context in ElementTree.parse(ts).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            yield context.findtext("name", ""), message.findtext("source", ""), translation


def words(translation: ElementTree.Element) -> list[str]:
    """The translated texts: one, or one for each number."""
    forms = translation.findall("numerusform")
    return [form.text or "" for form in forms] if forms else [translation.text or ""]


@pytest.mark.parametrize("ts", CATALOGUES, ids=lambda path: path.stem)
def test_the_catalogue_holds_what_the_sources_say(ts: Path, tmp_path: Path) -> None:
    fresh = tmp_path / ts.name
    shutil.copyfile(ts, fresh)
    translations.extract(fresh)
    assert fresh.read_text("utf-8") == ts.read_text("utf-8"), AGAIN


@pytest.mark.parametrize("ts", CATALOGUES, ids=lambda path: path.stem)
def test_the_compiled_one_is_up_to_date(ts: Path) -> None:
    assert translations.compiled(ts) == ts.with_suffix(".qm").read_bytes(), AGAIN


@pytest.mark.parametrize("ts", CATALOGUES, ids=lambda path: path.stem)
def test_every_text_is_translated(ts: Path) -> None:
    unfinished = [
        (context, source)
        for context, source, translation in messages(ts)
        if translation.get("type") is not None or not all(words(translation))
    ]
    assert unfinished == [], AGAIN


@pytest.mark.parametrize("ts", CATALOGUES, ids=lambda path: path.stem)
def test_a_translation_has_the_places_keys_and_ends_of_its_text(ts: Path) -> None:
    faults = []
    for context, source, translation in messages(ts):
        for text in words(translation):
            same = (
                sorted(PLACES.findall(source)) == sorted(PLACES.findall(text)),
                ("&" in source.replace("&&", "")) == ("&" in text.replace("&&", "")),
                source.endswith("…") == text.endswith("…"),
                source.count("\n") == text.count("\n"),
            )
            if not all(same):
                faults.append((context, source, text))
    assert faults == []


def test_what_is_counted_is_said_otherwise_of_one() -> None:
    sources = {source for _context, source, _translation in messages(CATALOGUES[0])}
    assert COUNTED.search("Restoring {count} entries…") and COUNTED.search("{count} new entries")
    assert sorted(filter(COUNTED.search, sources)) == []  # of these, "%Ln entries" and its number


def test_a_person_is_addressed_alike_everywhere() -> None:
    texts = [
        *CATALOGUES,
        *translations.ROOT.glob("resources/locale/zh_CN/LC_MESSAGES/*.po"),
        *translations.ROOT.glob("resources/help/zh/*.md"),
    ]
    familiar = [path.name for path in texts if "你" in path.read_text("utf-8")]
    assert len(texts) > 10 and familiar == []  # else the polite 您
