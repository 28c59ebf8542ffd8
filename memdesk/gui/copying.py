"""Entries as text for the clipboard."""

from __future__ import annotations

import json

from memdesk.core.entry import Entry
from memdesk.core.shapes import entry_to_dict
from memdesk.exchange import markdown


def as_json(entries: list[Entry]) -> str:
    """A JSON array of entries in memdesk's own words."""
    shapes = [entry_to_dict(entry) for entry in entries]
    return json.dumps(shapes, ensure_ascii=False, indent=2) + "\n"


def as_markdown(entries: list[Entry]) -> str:
    """A section an entry, as the Markdown export writes it."""
    return "\n".join(markdown.section(entry) for entry in entries)
