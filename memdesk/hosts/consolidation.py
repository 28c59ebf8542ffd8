"""The working instruction with which a host's own model consolidates its sessions (spec 5.1).

It ships as a text in each language. The person's own, `functions/memory.md` in the config
directory, takes its place, and a workspace's `.memdesk/functions/memory.md` takes that one's.
"""

from __future__ import annotations

from pathlib import Path

from memdesk import paths
from memdesk.core.block.result import Language
from memdesk.core.errors import BadParameters, BankUnavailable, LimitExceeded
from memdesk.core.limits import MAX_CONTENT, MAX_NAME
from memdesk.core.reasons import reason_of

SESSION = "session:"
"""What stands before a session's id in a scope."""

SCOPES = ("all", "full", "recent", "session:ID")
"""What may be reviewed: what no memory names yet, everything, the newest five, one session."""

PLACE = "{scope}"
"""Where an instruction says which sessions are meant; one without it is told at its end."""

_OWN = Path("functions") / "memory.md"


def instruction(scope: str, language: Language, workspace: str = "") -> str:
    """The instruction for a scope, in Markdown.

    Raises BadParameters for an unknown scope, LimitExceeded or BankUnavailable for an own
    instruction that can't be used.
    """
    said = _scope_text(scope, language)
    text = _instruction(language, workspace)
    if PLACE in text:
        return text.replace(PLACE, said)
    return f"{text.rstrip()}\n\n{said}\n"


def _scope_text(scope: str, language: Language) -> str:
    name, id = scope, ""
    if scope.startswith(SESSION):
        name, id = "session", scope.removeprefix(SESSION)
    well_named = name == "session" and id.isprintable() and 0 < len(id.strip()) <= MAX_NAME
    if not well_named and name not in ("all", "full", "recent"):
        raise BadParameters(
            "{field} must be one of {choices}.",
            field="scope",
            allowed=SCOPES,
            choices=", ".join(SCOPES),
        )
    shipped = paths.resources() / "functions" / f"scope-{name}.{language}.md"
    return shipped.read_text("utf-8").strip().replace("{id}", id.strip())


def _instruction(language: Language, workspace: str) -> str:
    own = [paths.config_dir() / _OWN]
    if workspace:
        own.insert(0, Path(workspace) / ".memdesk" / _OWN)
    for path in own:
        if path.is_file():
            return _own_text(path)
    return (paths.resources() / "functions" / f"memory.{language}.md").read_text("utf-8")


def _own_text(path: Path) -> str:
    try:
        if path.stat().st_size > 4 * MAX_CONTENT:  # bytes: no code point takes more than four
            raise LimitExceeded(
                "{path} has more than {limit} characters.", limit=MAX_CONTENT, path=str(path)
            )
        return path.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise BankUnavailable(
            "The instruction {path} can't be read: {reason}.",
            path=str(path),
            reason=reason_of(error),
        ) from error
