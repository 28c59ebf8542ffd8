"""Who wrote something: `user`, `cli`, `import:<format>`, or a host's name (spec 1.1)."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.core.scope import EVERYTHING, Viewer

USER = "user"
CLI = "cli"
IMPORT_PREFIX = "import:"
CONSOLIDATION = "consolidation"
"""Who suggests what memdesk found in conversations, and the author of what is taken of it: no
person, so that its wording makes no constraint (spec 1.3)."""
UPKEEP = "memdesk"
"""The bank's own upkeep, which no one asked for: what was made room for, what is long gone."""


def importer(format_name: str) -> str:
    """The author that an import of a format writes."""
    return IMPORT_PREFIX + format_name


def is_person(author: str) -> bool:
    """Whether the person stands behind it: the window, the command line, an import."""
    return author in (USER, CLI) or author.startswith(IMPORT_PREFIX)


def wording_counts(author: str) -> bool:
    """Whether wording may make a constraint of what this author wrote (spec 1.3).

    Not for a host's own write, nor for an import other than destinywind's.
    """
    return author in (USER, CLI, IMPORT_PREFIX + "destinywind")


class Actor(NamedTuple):
    """Who asks for a change, from which session, and what they may see (spec 1.1, 1.2).

    Entries outside `viewer` do not exist for the actor.
    """

    author: str = USER
    session_id: str | None = None
    viewer: Viewer = EVERYTHING
