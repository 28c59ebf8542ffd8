"""The preview's words: layers, sections, reasons, and figures as a person reads them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from memdesk.core.block.result import Layer, Reason, Section
from memdesk.gui import words

translate = QCoreApplication.translate


def layer_word(layer: Layer) -> str:
    return {
        "system": translate("Preview", "System"),
        "runtime": translate("Preview", "Runtime"),
        "tail": translate("Preview", "Tail"),
    }[layer]


def layer_sentence(layer: Layer) -> str:
    """What a layer is and where a host puts it (spec 2.1)."""
    return {
        "system": translate("Preview", "What the host puts early into its system prompt"),
        "runtime": translate("Preview", "The constraints once more, sent with every turn"),
        "tail": translate("Preview", "One reminder at the end of the system prompt"),
    }[layer]


def section_word(section: Section) -> str:
    return {
        "constraints": translate("Preview", "Must follow"),
        "profile": translate("Preview", "About the user"),
        "tasks": translate("Preview", "Tasks"),
        "works": translate("Preview", "Works"),
        "memories": translate("Preview", "Background"),
    }[section]


def reason_sentences() -> dict[Reason, str]:
    """Why an entry is not in the block."""
    return {
        "budget": translate("Preview", "the budget is used up"),
        "limit": translate("Preview", "over the host's hard limit"),
        "max_inject": translate("Preview", "more memories than the preset injects"),
        "relevance": translate("Preview", "below the preset's least relevance"),
        "category": translate("Preview", "its category is not injected"),
        "status": translate("Preview", "its status is hidden"),
        "never_send": translate("Preview", "never sent to this host"),
    }


def number(value: int) -> str:
    """A number as the person's locale groups it."""
    return QLocale().toString(value)


class Preview(words.Counting):
    """Sentences with a number."""

    def characters(self, value: int) -> str:
        return self.tr("%Ln characters", "", value)

    def tokens(self, value: int) -> str:
        return self.tr("≈ %Ln tokens", "", value)


def characters(value: int) -> str:
    return Preview().characters(value)


def tokens(value: int | None) -> str:
    """A count of tokens with the ≈ that it deserves; "" while it is not known (spec 2.6)."""
    return "" if value is None else Preview().tokens(value)
