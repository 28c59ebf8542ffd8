"""What a change did, in the person's words: for History, the Edit menu and the status bar."""

from __future__ import annotations

from collections.abc import Iterable

from memdesk.core.entry import KINDS
from memdesk.gui import words
from memdesk.gui.words import translate
from memdesk.store.bank import LoggedChange, Revision

_UNSEEN = {
    "key", "updated_at", "created_at", "accessed_at", "access_count", "by_person", "author",
    "session_id", "source_sessions", "deleted_at", "downgraded_at",
}  # fmt: skip
"""Fields that the bank sees to by itself."""


def change_words(log: LoggedChange) -> str:
    """What a change did, as a title: “Deletion of 3 entries”."""
    if log.of is not None and log.change.step != "change":
        template = (
            translate("History", "Undone: {what}")
            if log.change.step == "undo"
            else translate("History", "Redone: {what}")
        )
        return template.format(what=change_words(log.of))
    by_label = History().by_label(log.change.label, log.count)
    if by_label:
        return by_label
    if log.count == 1:
        return revision_words(log.revision, log.title)
    return History().of_many(log.revision.action, log.count)


class History(words.Counting):
    """Sentences with a number."""

    def of_many(self, action: str, count: int) -> str:
        """What one and the same change did to several entries."""
        return {
            "create": self.tr("%Ln new entries", "", count),
            "update": self.tr("Change of %Ln entries", "", count),
            "delete": self.tr("Deletion of %Ln entries", "", count),
            "restore": self.tr("Restoring of %Ln entries", "", count),
            "destroy": self.tr("Deletion forever of %Ln entries", "", count),
        }[action]

    def by_label(self, label: str, count: int) -> str:
        """What a change is called whose single steps don't tell what it was for; "" for others."""
        return {
            "import": self.tr("Import: %Ln entries", "", count),
            "rename tag": self.tr("Renaming of a tag on %Ln entries", "", count),
            "merge tags": self.tr("Merging of tags on %Ln entries", "", count),
            "delete tag": self.tr("Deletion of a tag on %Ln entries", "", count),
            "merge": self.tr("Merging of %Ln entries", "", count),
            "replace": self.tr("Replacing in %Ln entries", "", count),
            "move": self.tr("Moving of %Ln entries to another bank", "", count),
            "clean": self.tr("Cleaning up: %Ln entries", "", count),
            "evict": self.tr("Making room: %Ln entries", "", count),
            "restore backup": self.tr("A backup was restored"),
            "reorder": self.tr("New order"),
            "accept suggestion": self.tr("Acceptance of a suggestion"),
            "reject suggestion": self.tr("Rejection of a suggestion"),
        }.get(label, "")


def revision_words(revision: Revision, title: str = "") -> str:
    """What happened to one thing, as a title: “Change of “Node”: content, tags”."""
    if revision.kind not in KINDS:
        return _setting_words(revision)
    named = f"“{title}”" if title else f"{words.kind_word(revision.kind)} {revision.id}"
    template = {
        "create": translate("History", "New: {entry}"),
        "update": translate("History", "Change of {entry}: {fields}"),
        "delete": translate("History", "Deletion of {entry}"),
        "restore": translate("History", "Restoring of {entry}"),
        "destroy": translate("History", "Deletion forever of {entry}"),
    }[revision.action]
    return template.format(entry=named, fields=field_words(revision))


def action_words(revision: Revision) -> str:
    """What happened, where it is clear to whom: “Changed: content, tags”."""
    if revision.action == "update":
        return translate("History", "Changed: {fields}").format(fields=field_words(revision))
    return {
        "create": translate("History", "Added"),
        "delete": translate("History", "Moved to the trash"),
        "restore": translate("History", "Restored"),
        "destroy": translate("History", "Deleted forever"),
    }[revision.action]


def _setting_words(revision: Revision) -> str:
    if revision.kind == "profile":
        return translate("History", "Change of your profile: {fields}").format(
            fields=field_words(revision)
        )
    template = {
        "preset": translate("History", "Preset “{name}”"),
        "host": translate("History", "Settings of the host “{name}”"),
        "role": translate("History", "Preset of the role “{name}”"),
        "suggestion": translate("History", "Answer to the suggestion {name}"),
    }.get(revision.kind, "{name}")
    return template.format(name=revision.id)


def field_words(revision: Revision) -> str:
    """The fields that a revision changed, by name."""
    return words.listed(field_name(field) for field in changed_fields(revision))


def changed_fields(revision: Revision) -> list[str]:
    """The fields that a revision changed and that a person would name."""
    return seen(revision.after or ())


def seen(fields: Iterable[str]) -> list[str]:
    """Those of these fields that a person would name."""
    return [field for field in fields if field not in _UNSEEN]


def field_name(field: str) -> str:
    """The name of a field of an entry, the profile, or a setting."""
    named = {
        "not_secret": translate("History", "Is no secret"),
        "never_send_to": translate("History", "Never sent to"),
        "policy": translate("History", "Policy"),
        "preset": translate("History", "Preset"),
        "settings": translate("History", "Settings"),
        "state": translate("History", "Answer"),
    }
    return named[field] if field in named else words.field_word(field)


def pairs(revisions: Iterable[tuple[str, Revision]]) -> list[tuple[str, str, str]]:
    """Heading, old and new text of every field that revisions changed, for a comparison.

    Each revision comes with a heading of its own, "" for none.
    """
    return [
        (
            f"{heading} · {field_name(field)}" if heading else field_name(field),
            value_text(field, (revision.before or {}).get(field)),
            value_text(field, (revision.after or {}).get(field)),
        )
        for heading, revision in revisions
        for field in changed_fields(revision)
    ]


def value_text(field: str, value: object) -> str:
    """A field's value as a person reads it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return translate("History", "Yes") if value else translate("History", "No")
    if isinstance(value, (list, tuple)):
        return "\n".join(map(str, value))
    if isinstance(value, dict):
        return "\n".join(f"{name}: {one}" for name, one in sorted(value.items()))
    named = {
        "relevance": words.relevance_words,
        "category": words.category_words,
        "constraint": words.constraint_words,
        "state": _state_words,
    }.get(field)
    return named().get(str(value), str(value)) if named else str(value)


def _state_words() -> dict[str, str]:
    return {
        "waiting": translate("History", "Waits"),
        "accepted": translate("History", "Accepted"),
        "refused": translate("History", "Rejected"),
    }
