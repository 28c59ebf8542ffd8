"""Where what is found goes: whose it is and where it holds, and what takes the summary (5.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memdesk import paths
from memdesk.consolidation.guessing import is_for_everywhere
from memdesk.core.entry import Category
from memdesk.core.errors import BadParameters
from memdesk.exchange.transcripts import sillytavern
from memdesk.exchange.transcripts.conversation import Conversation

Target = tuple[str, str]
"""Kind and id of the task or work whose notes the summary goes to; two empty texts: a memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """Where it goes: into which scope, what the summary goes to, past the review or not.

    Of `workspace` and `role`, None is guessed for each conversation, and empty is everywhere or
    everyone's. `summary_title` is what a memory with a summary is called; `full` begins at the
    first word.
    """

    workspace: str | None = None
    role: str | None = None
    target: Target = ("", "")
    straight: bool = False
    summary_title: str = "Summary: {title}"
    full: bool = False

    def workspace_of(self, conversation: Conversation, category: Category) -> str:
        """Where a memory of that category holds; what is guessed for everywhere does there."""
        if self.workspace is not None:
            return self.workspace
        return "" if is_for_everywhere(category) else workspace_of(conversation)

    def role_of(self, conversation: Conversation, known: Iterable[str]) -> str:
        """Whose it is, `known` being the roles that the bank has."""
        return role_of(conversation, known) if self.role is None else self.role


def workspace_of(conversation: Conversation) -> str:
    """The workspace of a conversation, in the form that is compared."""
    named = conversation.workspace
    usable = paths.is_absolute(named) and "\0" not in named
    return paths.normalise_workspace(named) if usable else ""


def role_of(conversation: Conversation, known: Iterable[str]) -> str:
    """The known role that a conversation was held with: the character of its chat, by name."""
    if conversation.format != sillytavern.NAME:
        return ""
    character = sillytavern.character_of(conversation).casefold()
    return next((role for role in known if role.casefold() == character), "")


def typed_workspace(text: str) -> str:
    """A workspace that a person typed, in the form that is compared. Raises BadParameters."""
    text = text.strip()
    if text and not (paths.is_absolute(text) and text.isprintable()):
        raise BadParameters("{field} must be an absolute path.", field="workspace")
    return paths.normalise_workspace(text)
