"""Take memdesk out of the configuration of every chat host at once, asked twice (spec 7.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from memdesk.core.errors import MemdeskError
from memdesk.gui import modals, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.host_side import HostSide, Plan
from memdesk.gui.modals import Choice

translate = QCoreApplication.translate


@dataclass(slots=True)
class Connected:
    """What would be written to disconnect each host, and what stands in the way of some."""

    plans: dict[str, Plan] = field(default_factory=dict)
    refused: dict[str, MemdeskError] = field(default_factory=dict)


def connected(side: HostSide) -> Connected:
    """The hosts that are set up to use memdesk. Reads files: off the interface thread."""
    found = Connected()
    for host in side.connectable():
        try:
            plan = side.plan(host, None, True)
        except MemdeskError as error:
            found.refused[host] = error
            continue
        if any(change.changes for change in plan):
            found.plans[host] = plan
    return found


def disconnect(side: HostSide, found: Connected) -> Connected:
    """Write those plans; gives what was written and what was refused. Off the interface thread."""
    done = Connected(refused=dict(found.refused))
    for host, plan in found.plans.items():
        try:
            side.write(host, plan, True)
        except MemdeskError as error:
            done.refused[host] = error
        else:
            done.plans[host] = plan
    return done


def disconnect_all(
    parent: QWidget,
    worker: BankWorker,
    side: HostSide,
    on_done: Callable[[], None] = lambda: None,
) -> None:
    """Show what would be written, ask twice, write, and say what came of it."""

    def ask(found: Connected) -> None:
        if not isValid(parent):
            return  # the person has gone on to something else
        if not found.plans:
            _tell(parent, found, translate("Disconnecting", "No host is connected from here."))
        elif _sure(parent, found):
            worker.submit(lambda _bank: disconnect(side, found), tell)

    def tell(done: Connected) -> None:
        _tell(
            parent if isValid(parent) else None,
            done,
            translate("Disconnecting", "Disconnected: {hosts}. Start them anew.").format(
                hosts=words.listed(done.plans) or "–"
            ),
        )
        on_done()

    worker.survey(lambda _bank: connected(side), ask)


def _sure(parent: QWidget, found: Connected) -> bool:
    title = translate("Disconnecting", "Disconnect all hosts")
    files = [
        f"{host}: {change.path}"
        for host, plan in found.plans.items()
        for change in plan
        if change.changes
    ]
    leave = Choice("leave", translate("Disconnecting", "Cancel"), "reject")
    first = modals.ask(
        parent,
        title,
        translate("Disconnecting", "Take memdesk out of these files? Each is copied first."),
        [Choice("go", translate("Disconnecting", "Disconnect…"), "destroy"), leave],
        detail="\n".join(files),
        default="leave",
    )
    if first != "go":
        return False
    second = modals.ask(
        parent,
        title,
        Disconnecting().question(len(found.plans)),
        [Choice("go", translate("Disconnecting", "Disconnect all"), "destroy"), leave],
        weight="warning",
        default="leave",
    )
    return second == "go"


class Disconnecting(words.Counting):
    """Sentences with a number."""

    def question(self, count: int) -> str:
        return self.tr(
            "Really disconnect %Ln hosts? From their next start on they know nothing of you.",
            "",
            count,
        )


def _tell(parent: QWidget | None, found: Connected, sentence: str) -> None:
    reasons = [f"{host}: {words.error_sentence(error)}" for host, error in found.refused.items()]
    modals.inform(
        parent,
        translate("Disconnecting", "Disconnect all hosts"),
        sentence,
        detail="\n".join(reasons),
        weight="warning" if reasons else "info",
    )
