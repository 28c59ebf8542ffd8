"""What tells of an entry that is to be forgotten, wherever it stands (spec 1.6)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from memdesk.core.entry import Entry, Kind, body_of
from memdesk.core.ids import is_generated
from memdesk.core.text import one_line
from memdesk.store.rows import as_json

_TELLING = 12
"""A title or text shorter than this may stand in another by chance."""
_WHOLE = 4
"""A text of its own that is as short as this may still be another's, word for word."""
_BEGINNING = 60
"""Code points of a text that tell it: a block may have cut the rest."""
_TITLES = ("title", "name")
_BODIES = ("content", "notes", "summary", "text")


class Traces(NamedTuple):
    """What tells of a forgotten entry wherever it stands, those texts that it had before among
    it, each on one line."""

    kind: Kind
    id: str
    created_at: str
    told: tuple[str, ...] = ()
    """The beginnings of its titles and texts: whoever holds one speaks of it."""
    titles: frozenset[str] = frozenset()
    bodies: frozenset[str] = frozenset()
    """All of them, however short: they tell it where nothing else is said."""
    suggestions: tuple[int, ...] = ()
    """Those that it was made or changed by."""

    @property
    def id_as_json(self) -> str:
        return as_json([self.id])[1:-1]

    def are_in(self, text: str) -> bool:
        """Whether a text says what the entry said."""
        line = one_line(text)
        return any(own in line for own in self.told)

    def may_be_in(self, text: str) -> bool:
        """Whether a text names the entry, or seems to say what it said."""
        line = one_line(text)
        short = (own for own in self.titles | self.bodies if len(own) >= _WHOLE)
        named = is_generated(self.id) and self.id in line
        return named or any(own in line for own in short) or self.are_in(text)

    def are_all_of(self, line: str) -> bool:
        """Whether a line is one of its texts and nothing else."""
        line = one_line(line).strip()
        return len(line) >= _WHOLE and (line in self.bodies or line in self.titles)

    def are_suggested(self, parameters: Mapping[str, object]) -> bool:
        """Whether a suggestion names the entry, or says what it said."""
        texts = _texts_in(parameters)
        if self.id in texts or self.are_in("\n".join(texts)):
            return True
        titles, bodies = (
            {one_line(said) for name, said in parameters.items()
             if isinstance(said, str) and said and name.lower().endswith(endings)}
            for endings in (_TITLES, _BODIES)
        )  # fmt: skip
        if any(len(body) >= _WHOLE and body in self.bodies for body in bodies):
            return True
        return bool(titles | bodies) and titles <= self.titles and bodies <= self.bodies


def traces_of(connection: sqlite3.Connection, entry: Entry) -> Traces:
    """What tells of an entry of this bank."""
    titles, bodies = [entry.label], [body_of(entry)]
    for states in connection.execute(
        "SELECT before, after FROM revision WHERE id = ? AND kind = ?", (entry.id, entry.kind)
    ):
        for state in states:
            fields = {} if state is None else json.loads(state)
            for names, texts in ((_TITLES, titles), (_BODIES, bodies)):
                texts += [fields[name] for name in names if isinstance(fields.get(name), str)]
    lines = dict.fromkeys(one_line(text)[:_BEGINNING] for text in titles + bodies)
    answered = connection.execute(
        # In this order: an import's change has a revision of each of its entries.
        "SELECT max(substr(answer.id, 2)) FROM revision AS own"
        " CROSS JOIN change ON change.number = own.change_number AND label = 'accept suggestion'"
        " CROSS JOIN revision AS answer ON answer.change_number = change.number"
        " WHERE own.id = ? AND own.kind = ? AND answer.kind = 'suggestion'"
        # Of many that were accepted at once each is told by what it says.
        " GROUP BY change.number HAVING count(DISTINCT answer.id) = 1",
        (entry.id, entry.kind),
    )
    return Traces(
        entry.kind,
        entry.id,
        entry.created_at,
        tuple(line for line in lines if len(line) >= _TELLING),
        frozenset(map(one_line, titles)) - {""},
        frozenset(map(one_line, bodies)) - {""},
        tuple(int(number) for (number,) in answered),
    )


def _texts_in(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for item in inner for text in _texts_in(item)]
