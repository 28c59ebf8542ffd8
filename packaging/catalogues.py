"""The gettext half of the translations: the command line's texts and every refusal.

`python packaging/catalogues.py` takes the texts out of the sources, brings the catalogues in
`resources/locale` up to date and compiles them. What is missing is left empty in the `.po` file;
fill it in and run this again.
"""

from __future__ import annotations

import ast
import io
import re
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "resources" / "locale"
LANGUAGES = ("zh_CN",)
DOMAIN = "memdesk"
MARKERS = ("_", "N_")

# argparse has no catalogues of its own: what a person of another language sees of it is ours.
ARGPARSE = (
    "usage: ",
    "options",
    "positional arguments",
    "show this help message and exit",
    "show program's version number and exit",
    "%(prog)s: error: %(message)s\n",
    "argument %(argument_name)s: %(message)s",
    "unrecognized arguments: %s",
    "the following arguments are required: %s",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "invalid %(type)s value: %(value)r",
    "expected one argument",
    "expected at least one argument",
    "not allowed with argument %s",
)


def error_classes() -> set[str]:
    """Every class of refusals in the house: those named in core.errors, and their children."""
    known = {"MemdeskError"}
    children: list[tuple[str, set[str]]] = []
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                bases |= {base.attr for base in node.bases if isinstance(base, ast.Attribute)}
                children.append((node.name, bases))
    while found := {name for name, bases in children if bases & known} - known:
        known |= found
    return known


def sources() -> list[Path]:
    """The Python files of the house, in an order that no file system decides."""
    return sorted((ROOT / "memdesk").rglob("*.py"))


def extracted() -> Catalog:
    """A catalogue of every text in the sources that has to be translated."""
    keywords = dict.fromkeys([*MARKERS, *error_classes(), "super().__init__"])
    catalog = Catalog(domain=DOMAIN, charset="utf-8")
    for path in sources():
        with path.open("rb") as file:
            for _line, found, _comments, _context in extract("python", file, keywords):
                text = found[0] if isinstance(found, tuple) else found
                # Places change with every edit; which file it is from is enough.
                if text and re.search(r"\w", re.sub(r"\{\w+\}", "", text)):
                    catalog.add(text, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    for text in ARGPARSE:
        catalog.add(text, locations=[("argparse", 0)])
    return catalog


def path_of(language: str) -> Path:
    """The catalogue of a language, as text."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """The catalogue of a language as it stands; an empty one where there is none."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, domain=DOMAIN, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def updated(language: str) -> Catalog:
    """The catalogue brought up to date with the sources: old texts out, new ones in, empty."""
    there = read(language)
    fresh = Catalog(
        locale=language, domain=DOMAIN, project=DOMAIN, charset="utf-8", fuzzy=False,
        header_comment="# The command line's texts and every refusal of memdesk.",
        revision_date=None, creation_date=None,
    )  # fmt: skip
    for message in extracted():
        if message.id:
            known = there.get(message.id)
            translation = known.string if known is not None and not known.fuzzy else ""
            fresh.add(message.id, translation, locations=message.locations)
    return fresh


def po_bytes(catalog: Catalog, language: str) -> bytes:
    """A catalogue as text. No time stands in it: the same sources give the same bytes."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=99, omit_header=True, include_lineno=False, sort_output=True)
    header = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    return header.encode() + buffer.getvalue()


def mo_bytes(po: bytes, language: str) -> bytes:
    """The compiled form of a catalogue's text."""
    catalog = read_po(io.BytesIO(po), locale=language, domain=DOMAIN)
    # Else the time of compiling would stand in it, and every run would change the file.
    catalog.creation_date = catalog.revision_date = datetime(1970, 1, 1, tzinfo=UTC)
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def update_gettext() -> list[str]:
    """Bring every catalogue up to date and compile it. Gives the texts without translation."""
    missing = []
    for language in LANGUAGES:
        catalog = updated(language)
        po = po_bytes(catalog, language)
        path = path_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po)
        path.with_suffix(".mo").write_bytes(mo_bytes(po, language))
        missing += [f"{language}: {one.id}" for one in catalog if one.id and not one.string]
    return missing


if __name__ == "__main__":
    for text in update_gettext():
        print("not translated:", text)
