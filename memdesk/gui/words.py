"""The words of chapter 1 in the person's language, and times and scopes as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from pathlib import PurePosixPath, PureWindowsPath

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QObject

from memdesk.core import authors, times
from memdesk.core.constraint import Verdict
from memdesk.core.entry import Kind
from memdesk.core.errors import MemdeskError
from memdesk.core.reasons import reason_of

translate = QCoreApplication.translate

# Compiled when they are first wanted: a start wants neither.
_MNEMONIC = r"\(&\w\)"
"""How Chinese words carry a key: in brackets behind them."""

_LONG_WORD = r"([^\s\u2e80-\uffff]{20})(?=\w)"
"""Chinese breaks anywhere by itself."""


class Counting(QObject):
    """What says sentences with a number where no widget does; a subclass is the context.

    Taken out of the sources with their plurals are only those in the `tr` of a class.
    """


def relevance_words() -> dict[str, str]:
    return {
        "high": translate("Words", "High"),
        "medium": translate("Words", "Medium"),
        "low": translate("Words", "Low"),
    }


def category_words() -> dict[str, str]:
    return {
        "decision": translate("Words", "Decision"),
        "preference": translate("Words", "Preference"),
        "fact": translate("Words", "Fact"),
        "lesson": translate("Words", "Lesson"),
        "note": translate("Words", "Note"),
    }


def constraint_words() -> dict[str, str]:
    return {
        "auto": translate("Words", "Decide by tags and wording"),
        "yes": translate("Words", "Always a constraint"),
        "no": translate("Words", "Never a constraint"),
    }


def kind_word(kind: Kind) -> str:
    return {
        "memory": translate("Words", "Memory"),
        "task": translate("Words", "Task"),
        "work": translate("Words", "Work"),
    }[kind]


def kind_words(kind: Kind) -> str:
    """The plural: the name of the page."""
    return {
        "memory": translate("Words", "Memories"),
        "task": translate("Words", "Tasks"),
        "work": translate("Words", "Works"),
    }[kind]


def field_word(field: str) -> str:
    """The name of a field of an entry, as a table's header and an editor's label show it."""
    return {
        "title": translate("Words", "Title"),
        "name": translate("Words", "Name"),
        "content": translate("Words", "Content"),
        "notes": translate("Words", "Notes"),
        "summary": translate("Words", "Summary"),
        "category": translate("Words", "Category"),
        "constraint": translate("Words", "Constraint"),
        "relevance": translate("Words", "Relevance"),
        "status": translate("Words", "Status"),
        "work_kind": translate("Words", "Kind"),
        "tech": translate("Words", "Tech"),
        "path": translate("Words", "Path"),
        "tags": translate("Words", "Tags"),
        "workspace": translate("Words", "Workspace"),
        "role": translate("Words", "Role"),
        "pinned": translate("Words", "Pinned"),
        "position": translate("Words", "Order"),
        "author": translate("Words", "Author"),
        "created_at": translate("Words", "Created"),
        "updated_at": translate("Words", "Updated"),
        "accessed_at": translate("Words", "Last used"),
        "access_count": translate("Words", "Recalls"),
        "deleted_at": translate("Words", "Deleted"),
        "id": translate("Words", "Id"),
        "kind": translate("Words", "Type"),
        "interests": translate("Words", "Interests"),
        "preferences": translate("Words", "Preferences"),
    }[field]


def author_word(author: str) -> str:
    """Who wrote it. A host is called by its own name."""
    if author == authors.USER:
        return translate("Words", "You")
    if author == authors.CLI:
        return translate("Words", "Command line")
    if author.startswith(authors.IMPORT_PREFIX):
        name = author.removeprefix(authors.IMPORT_PREFIX)
        return translate("Words", "Import ({format})").format(format=name)
    if author == authors.CONSOLIDATION:
        return translate("Words", "Consolidation")
    return author


def before_stop(text: str) -> str:
    """What a sentence ends with that has its own full stop: a title may end with one, too."""
    return text.rstrip(".。")


def sentences(*said: str) -> str:
    """Sentences one after the other: after a full stop as wide as a character no space follows."""
    return " ".join(said).replace("。 ", "。")


def listed(names: Iterable[str]) -> str:
    """Words one after the other, as a sentence lists them."""
    return translate("Words", ", ").join(names)


def counted(what: str, count: int) -> str:
    """How much there is of something: “Tasks: 3”."""
    return translate("Words", "{what}: {count}").format(what=what, count=QLocale().toString(count))


def verdict_sentence(verdict: Verdict) -> str:
    """Whether it is a constraint, and why (spec 1.3)."""
    if verdict.looks_like_order:
        template = translate("Words", "Not a constraint, but “{evidence}” looks like an order")
    else:
        template = {
            ("yes", True): translate("Words", "A constraint: you said so"),
            ("no", False): translate("Words", "Not a constraint: you said so"),
            ("tag", True): translate("Words", "A constraint: tagged “{evidence}”"),
            ("word", True): translate("Words", "A constraint: it says “{evidence}”"),
            ("order", True): translate("Words", "A constraint: it orders “{evidence}”"),
            ("none", False): translate("Words", "Not a constraint"),
        }[verdict.reason, verdict.is_constraint]
    return template.format(evidence=verdict.evidence)


def error_sentence(error: MemdeskError) -> str:
    """A refusal in the person's language; English where the catalogue has no word for it."""
    from memdesk.translation import say  # late: gettext is not needed to open a window

    return say(error)


def reason(error: OSError) -> str:
    """Why the system refused something, to stand inside a sentence."""
    from memdesk.translation import translated  # late, as above

    return translated(reason_of(error))


def field_sentence(error: MemdeskError) -> str:
    """What is wrong with a field, for beside it: the field by the name on its label."""
    from memdesk.translation import translated  # late, as above

    named = dict(error.values)
    if isinstance(named.get("field"), str):
        named["field"] = field_word(str(named["field"]))
    return translated(error.template).format(**named)


def workspace_word(workspace: str) -> str:
    """A workspace by its last folder (spec 1.2); empty stays empty."""
    if not workspace:
        return ""
    pure = PureWindowsPath(workspace) if "\\" in workspace else PurePosixPath(workspace)
    return pure.name or workspace


def moment(text: str | None) -> str:
    """A stored time as the person's locale writes it, in local time; "" for none."""
    if not text:
        return ""
    local = QDateTime.fromMSecsSinceEpoch(round(times.parse(text).timestamp() * 1000))
    return QLocale().toString(local, QLocale.FormatType.ShortFormat)


def moment_short(text: str | None, now: datetime | None = None) -> str:
    """A stored time for a table: the time of day for today, else the date; "" for none."""
    if not text:
        return ""
    local = times.parse(text).astimezone()
    today = (now or datetime.now().astimezone()).date()
    shown = QDateTime.fromMSecsSinceEpoch(round(local.timestamp() * 1000))
    if local.date() == today:
        return QLocale().toString(shown.time(), QLocale.FormatType.ShortFormat)
    return QLocale().toString(shown.date(), QLocale.FormatType.ShortFormat)


def with_mnemonic(text: str, letter: str) -> str:
    """A menu's word with a letter underlined; as Chinese menus do, behind it where it has none."""
    place = text.lower().find(letter)
    return f"{text}(&{letter.upper()})" if place < 0 else f"{text[:place]}&{text[place:]}"


def without_mnemonic(text: str) -> str:
    """The words of an action or a label alone: “Open…” of “&Open…”, “打开” of “打开(&O)”."""
    return re.sub(_MNEMONIC, "", text).replace("&", "")


LONGEST_TITLE = 60
"""A title may have 200 characters; a menu, a button or a sentence about it should not."""


def breakable(text: str) -> str:
    """A text in which a line may end within long words too, where no line is as long as they are:
    else what it stands in would have to be that wide."""
    return re.sub(_LONG_WORD, "\\1\u200b", text)


def shortened(text: str) -> str:
    """A title or the like, cut with an ellipsis where it would make a sentence too long."""
    return text if len(text) <= LONGEST_TITLE else text[: LONGEST_TITLE - 1] + "…"
