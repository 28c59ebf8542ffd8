"""How long each action of the window holds the interface thread: so long nothing is painted and
no key is taken.

`python tests/benchmarks/window_pauses.py [--entries N] [--only PART]` drives the real program on
an offscreen screen and prints a histogram of the pauses, and which actions were too long. A beat
of a millisecond ticks in the interface thread: the time between two beats is how long a key would
have waited. Beside it stands that time without what the thread only waited for a processor of
a busy machine. No part of the tests: figures are for looking at.

A million: `--entries 1000000 --only filtering moving thousands`. The bank is one of those that
stay in `build/banks`, copied.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import os
import re
import sys
import tempfile
import threading
import time
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.pop("DBUS_SESSION_BUS_ADDRESS", None)

from banks import copied_bank
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QEventLoop,
    QItemSelection,
    QItemSelectionModel,
    QObject,
    Qt,
    QTimer,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPlainTextEdit, QWidget

from memdesk.core.authors import Actor

if TYPE_CHECKING:
    from memdesk.gui.application import Program

LIMIT_MS = 50
"""No action holds the interface thread longer."""
CALM_MS = 250
"""After an action it is watched until nothing has happened for so long."""
PATIENCE = 300.0
BOUNDS_MS = (2, 5, 10, 16, 33, 50, 100, 200, 500, 1000, float("inf"))


@dataclass(slots=True)
class Pause:
    """One stretch between two beats, in milliseconds, and where the thread was seen in it."""

    wall: float
    held: float
    """Of it what the thread did not just wait for a processor: work, and waiting for locks."""
    cpu: float
    seen: Counter[str]


KINDS = ("wall", "held", "cpu")


@dataclass(slots=True)
class Pauses:
    """Those of one action. Kept are only the worst one and how many were how long: an object for
    each would be looked through with the garbage, and be most of what is watched."""

    worst: Pause | None = None
    counts: dict[str, array[int]] = field(
        default_factory=lambda: {kind: array("q", bytes(8 * len(BOUNDS_MS))) for kind in KINDS}
    )
    """Of each kind of figure, how many lie below each of `BOUNDS_MS` and above the one before."""

    def add(self, pause: Pause) -> None:
        for kind, counts in self.counts.items():
            counts[bisect_left(BOUNDS_MS, getattr(pause, kind))] += 1
        if self.worst is None or pause.held > self.worst.held:
            self.worst = pause


class Watch(QObject):
    """Beats in the interface thread; another thread looks where all of them are when a beat is
    late, and Python says how long it has looked for garbage."""

    def __init__(self) -> None:
        super().__init__()
        self.pauses = Pauses()
        self._main = f"0x{threading.get_ident():016x}"
        self._queue = _open_queue()
        self._before = self._now()
        self._seen: Counter[str] = Counter()
        self._collecting_since = 0.0
        gc.callbacks.append(self._on_garbage)
        self._beat = QTimer(self)
        self._beat.setTimerType(Qt.TimerType.PreciseTimer)
        self._beat.setInterval(1)
        self._beat.timeout.connect(self._on_beat)
        self._beat.start()
        self._end = threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)
        self._looking.start()

    def stop(self) -> None:
        self._beat.stop()
        self._end.set()
        self._looking.join()
        gc.callbacks.remove(self._on_garbage)

    def begin(self) -> None:
        """Forget the pauses so far."""
        self.pauses = Pauses()
        self._seen = Counter()
        self._before = self._now()

    def _now(self) -> tuple[float, float, float]:
        """Seconds on the clock, waiting for a processor, and on one."""
        waited = 0.0
        if self._queue is not None:
            waited = int(os.pread(self._queue, 100, 0).split()[1]) / 1e9
        return time.perf_counter(), waited, time.thread_time()

    def _on_beat(self) -> None:
        now = self._now()
        wall, waited, cpu = ((new - old) * 1000 for new, old in zip(now, self._before, strict=True))
        self.pauses.add(Pause(wall, max(0.0, wall - waited), cpu, self._seen))
        if self._seen:
            self._seen = Counter()
        self._before = now

    def _on_garbage(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._collecting_since = time.perf_counter()
            return
        took = (time.perf_counter() - self._collecting_since) * 1000
        if took > LIMIT_MS / 4:
            thread = threading.current_thread().name
            self._seen[f"garbage {info['generation']}, {took:.0f} ms in {thread}"] += 1

    def _look(self) -> None:
        # No frames are held in Python: a painter in one of them would outlive its painting.
        with tempfile.TemporaryFile("w+") as file:
            while not self._end.wait(0.005):
                if time.perf_counter() - self._before[0] > LIMIT_MS / 2000:
                    file.seek(0)
                    file.truncate()
                    faulthandler.dump_traceback(file, all_threads=True)
                    file.seek(0)
                    self._seen[_places(file.read(), self._main)] += 1


def _open_queue() -> int | None:
    """Where Linux says how long this thread has waited for a processor."""
    path = Path("/proc/thread-self/schedstat")
    return os.open(path, os.O_RDONLY) if path.exists() else None


def _places(stacks: str, main: str) -> str:
    """Where the interface thread was, and the others if they were at work."""
    found = {}
    for stack in re.split(r"\n(?=Thread 0x|Current thread 0x)", stacks):
        lines = re.findall(r'File ".*[/\\]memdesk[/\\](.*)", line (\d+) in (\S+)', stack)
        place = " < ".join(f"{file}:{line} {name}" for file, line, name in lines[:3])
        if main in stack:
            found["interface"] = place or "Qt"
        elif re.search(r"in _do$", stack, re.MULTILINE):
            found[f"beside it {len(found)}"] = place
    return ", ".join(f"{thread}: {place}" for thread, place in found.items())


class Hands:
    """What a person does, one thing after the other, each watched until the window is calm."""

    def __init__(self, program: Program, watch: Watch) -> None:
        self.program = program
        self._watch = watch
        self.done: list[tuple[str, Pauses]] = []

    @property
    def window(self) -> Any:
        return self.program.window

    @property
    def page(self) -> Any:
        return self.program.window.page

    def do(
        self, name: str, act: Callable[[], object], until: Callable[[], bool] = lambda: True
    ) -> None:
        """Do it in the event loop, as a key press would, and watch."""
        print(f"{name} …", end=" ", flush=True, file=sys.stderr)
        self._watch.begin()
        begun = time.perf_counter()
        trouble: list[BaseException] = []

        def acting() -> None:
            try:
                act()
            except BaseException as error:  # noqa: BLE001 - raised again below
                trouble.append(error)

        QTimer.singleShot(0, self._watch, acting)
        self._until_calm(until, name)
        if trouble:
            raise trouble[0]
        pauses = self._watch.pauses
        worst = pauses.worst
        assert worst is not None
        print(
            f"{time.perf_counter() - begun:.1f} s, {worst.held:.0f} ms ({worst.cpu:.0f} ms cpu)",
            file=sys.stderr,
        )
        self.done.append((name, pauses))

    def _until_calm(self, until: Callable[[], bool], name: str) -> None:
        loop = QEventLoop()
        end = time.monotonic() + PATIENCE
        calm_since: list[float] = []

        def look() -> None:
            now = time.monotonic()
            if now > end:
                print(f"({name}: not calm after {PATIENCE:.0f} s)", file=sys.stderr)
                loop.quit()
            elif self.program.worker.busy or not until():
                calm_since.clear()
            elif not calm_since:
                calm_since.append(now)
            elif (now - calm_since[0]) * 1000 > CALM_MS:
                loop.quit()

        looking = QTimer()
        looking.setInterval(20)
        looking.timeout.connect(look)
        looking.start()
        loop.exec()
        looking.stop()

    # --- ways to do things

    def trigger(self, name: str, until: Callable[[], bool] = lambda: True) -> None:
        """An action of the window's menu."""
        self.do(name, self.window.actions_by_name[name].trigger, until)

    def type(self, name: str, widget: QWidget, text: str) -> None:
        """A key every 40 ms, as a fast typist."""
        widget.setFocus()
        left = list(text)
        timer = QTimer()
        timer.setInterval(40)

        def press() -> None:
            if left:
                QTest.keyClicks(widget, left.pop(0))
            else:
                timer.stop()

        timer.timeout.connect(press)
        self.do(name, timer.start, lambda: not left)

    def key(self, name: str, widget: QWidget, key: Qt.Key, modifiers: Any = None) -> None:
        self.do(
            name,
            lambda: QTest.keyClick(widget, key, modifiers or Qt.KeyboardModifier.NoModifier),
        )


Part = Callable[[Hands], None]


def places(hands: Hands) -> None:
    """Every page, for the first time and again."""
    for turn in ("first", "again"):
        for name in hands.window.pages:
            hands.do(f"go to {name}, {turn}", lambda name=name: hands.window.go(name))


def filtering(hands: Hands) -> None:
    hands.window.go("memories")
    line = hands.page.filter.findChild(QLineEdit)
    hands.type("filter: deploy", line, "deploy")
    hands.do("filter: clear", hands.page.filter.clear)
    hands.do("filter: Chinese", lambda: hands.page.filter.set_text("项目"))
    hands.do("filter: nothing", lambda: hands.page.filter.set_text("zzzzqq"))
    hands.do("filter: syntax", lambda: hands.page.filter.set_text('"AND (NEAR* title:'))
    hands.do("filter: clear again", hands.page.filter.clear)
    hands.do("narrow to a tag", lambda: hands.page.filter.narrow("tag", "work"))
    hands.do("narrow to high", lambda: hands.page.filter.narrow("relevance", "high"))
    hands.do("narrow menu", hands.page.filter._button.menu().aboutToShow.emit)
    hands.do("show everything", hands.page.filter.clear)


def moving(hands: Hands) -> None:
    hands.window.go("memories")
    view = hands.page.view
    header = view.horizontalHeader()
    for number, column in enumerate(hands.page.table.columns):
        for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
            hands.do(
                f"sort by {column.field} {order.name[:4]}",
                lambda n=number, o=order: header.setSortIndicator(n, o),
            )
    control = Qt.KeyboardModifier.ControlModifier
    shift = Qt.KeyboardModifier.ShiftModifier
    hands.key("End", view, Qt.Key.Key_End)
    hands.key("Home", view, Qt.Key.Key_Home)
    for _ in range(3):
        hands.key("PageDown", view, Qt.Key.Key_PageDown)
    bar = view.verticalScrollBar()
    hands.do("scroll to the middle", lambda: bar.setValue(bar.maximum() // 2))
    hands.trigger("select-all")
    hands.key("Down from all selected", view, Qt.Key.Key_Down)
    hands.key("Shift+End", view, Qt.Key.Key_End, shift)
    hands.key("Home with much selected", view, Qt.Key.Key_Home)
    hands.key("Ctrl+End", view, Qt.Key.Key_End, control)
    hands.trigger("refresh")


def editing(hands: Hands) -> None:
    hands.window.go("memories")
    hands.key("first row", hands.page.view, Qt.Key.Key_Home)
    editor = hands.page.editor
    title = editor._fields["title"]
    line = title if isinstance(title, QLineEdit) else title.findChild(QLineEdit) or title
    hands.type("type a title", line, " never on Fridays")
    content = editor._fields["content"]
    text = content if isinstance(content, QPlainTextEdit) else content.findChild(QPlainTextEdit)
    hands.type("type content", text, " The build needs Node 22.")
    long = "Ein langer Absatz, 一段很长的文字, with words. " * 2_200
    QApplication.clipboard().setText(long[:99_000])
    hands.do("paste 100,000 characters", text.paste)
    hands.type("type in 100,000 characters", text, "abcdefghij")
    hands.trigger("read")
    hands.trigger("read")
    hands.key("next row", hands.page.view, Qt.Key.Key_Down)
    hands.key("back to it", hands.page.view, Qt.Key.Key_Up)
    hands.do("short again", lambda: text.setPlainText("short"))
    hands.trigger("new")
    hands.type("type a new title", line, "A new memory")
    hands.type("and its content", text, "Something learned")
    hands.trigger("undo")
    hands.trigger("redo")
    hands.key("first row", hands.page.view, Qt.Key.Key_Home)
    hands.trigger("duplicate")
    hands.trigger("pin")
    hands.trigger("relevance-high")
    hands.trigger("delete")
    hands.trigger("undo")


def ordering(hands: Hands) -> None:
    hands.window.go("tasks")
    table = hands.page.table
    hands.key("first task", hands.page.view, Qt.Key.Key_Home)
    hands.trigger("down")
    hands.trigger("up")
    hands.do(
        "last to the front", lambda: table.move_before([table.key_at(table.rowCount() - 1)], 0)
    )
    hands.trigger("select-all")
    hands.trigger("down")


def many(hands: Hands) -> None:
    from memdesk.gui import modals

    hands.window.go("memories")
    hands.do("filter clear", hands.page.filter.clear)
    hands.trigger("select-all")
    hands.do("select all, update the actions", hands.window.entry_actions.update)
    clipboard = QApplication.clipboard()
    for name in ("copy-markdown", "copy-json"):
        clipboard.clear()
        hands.trigger(name, lambda: clipboard.mimeData().hasText())
    modals.next_answers.append("go")
    hands.trigger("relevance-low")
    hands.trigger("undo")
    hands.trigger("redo")
    modals.next_answers.append("go")
    hands.trigger("delete")
    hands.do("trash with 90,000", lambda: hands.window.go("trash"))
    hands.trigger("select-all")
    hands.do("restore all", hands.page.restore)
    hands.do("back to memories", lambda: hands.window.go("memories"))


def thousands(hands: Hands) -> None:
    """Ten thousand of however many, changed in one step and changed back."""
    from memdesk.gui import modals

    hands.window.go("memories")
    hands.do("filter clear", hands.page.filter.clear)
    view, table = hands.page.view, hands.page.table
    last = min(10_000, table.rowCount()) - 1
    rows = QItemSelection(table.index(0, 0), table.index(last, len(table.columns) - 1))
    way = QItemSelectionModel.SelectionFlag.ClearAndSelect
    hands.do("select 10,000", lambda: view.selectionModel().select(rows, way))
    for name in ("relevance-low", "pin"):
        modals.next_answers.append("go")
        hands.trigger(name)
        hands.trigger("undo")
    hands.key("to the end", view, Qt.Key.Key_End)


def tagging(hands: Hands) -> None:
    from memdesk.gui import modals

    hands.do("go to tags", lambda: hands.window.go("tags"), lambda: bool(hands.page.table.names))
    hands.do("select a tag", lambda: hands.page.view.selectRow(hands.page.table.row_of("work")))
    modals.next_answers.append("office")
    hands.do("rename a tag of 18,000", hands.page.rename)
    hands.trigger("undo")
    hands.do("show a tag's entries", lambda: hands.window.showing.tag("home"))
    hands.do("filter clear", hands.page.filter.clear)


def many_tags(hands: Hands) -> None:
    """Ten thousand tags, as a program that tags everything leaves them."""
    from memdesk.core.entry import Memory
    from memdesk.core.limits import MAX_TAGS

    actor = Actor()
    with hands.program.bank.transaction(actor, "benchmark"):
        for number in range(10_000 // MAX_TAGS):
            tags = tuple(f"tag-{number}-{one}" for one in range(MAX_TAGS))
            hands.program.bank.add(Memory(title=f"Tagged {number}", content="x", tags=tags), actor)
    hands.do("go to 10,000 tags", lambda: hands.window.go("tags"))
    hands.do("tags arrive", lambda: None, lambda: len(hands.page.table.names) > 9_000)
    hands.trigger("select-all")
    hands.do("filter all tags", lambda: hands.page._line.setText("tag-5"))
    hands.do("show all tags", lambda: hands.page._line.setText(""))
    hands.do("back to memories", lambda: hands.window.go("memories"))
    hands.type("filter: tag", hands.page.filter.findChild(QLineEdit), "tag")
    hands.do("filter clear", hands.page.filter.clear)
    popup = hands.program.popup
    hands.do("quick-add: open", popup.open)
    hands.type("quick-add: a tag", popup.line, "#tag")
    hands.do("quick-add: close", popup.close)


def windows(hands: Hands) -> None:
    from memdesk.gui import modals

    window = hands.window
    hands.trigger("history")
    history = window.showing._history
    hands.do("history: to the end", history.history.view.scrollToBottom)
    hands.do("history: close", history.close)
    hands.trigger("find-replace")
    finding = window.whole_bank.find_replace
    hands.do("find deploy", lambda: finding.find_line.setText("deploy"),
             lambda: not finding._slices.running)  # fmt: skip
    hands.do("find: tick none", finding._none_button.click)
    hands.do("find: tick all", finding._all_button.click)
    hands.do("find: close", finding.close)
    hands.trigger("duplicates")
    duplicates = window.whole_bank.duplicates
    hands.do("duplicates", lambda: None, lambda: not window.duplicates.running)
    hands.do("duplicates: close", duplicates.close)
    hands.trigger("help")
    hands.trigger("shortcuts")
    for top in QApplication.topLevelWidgets():
        if isinstance(top, QDialog) and top.isVisible():
            top.close()
    modals.next_answers.append(0)
    hands.trigger("settings")
    modals.next_answers.append(0)
    hands.trigger("export")
    hands.do("insights", lambda: window.go("insights"))
    hands.do("insights: secrets", lambda: None, lambda: not hands.page._secret_scan.running)
    hands.do("preset panel", lambda: window.preview.show_settings(True))
    hands.do("another layer", lambda: window.preview.show_layer("runtime"))
    hands.do("a session", lambda: window.preview.show_layer("session"))
    hands.do("the system layer", lambda: window.preview.show_layer("system"))


def popping(hands: Hands) -> None:
    popup = hands.program.popup
    hands.do("quick-add: open", popup.open)
    hands.type("quick-add: type", popup.line, "Buy oat milk #work !high task: never")
    hands.key("quick-add: save", popup.line, Qt.Key.Key_Return)
    hands.do("quick-add: close", popup.close)


def hosts_write(hands: Hands) -> None:
    """Fifty writes a second by another connection, with everything selected and a title typed."""
    from memdesk.core.entry import Memory
    from memdesk.store.bank import Bank

    hands.window.go("memories")
    hands.trigger("select-all")
    end = threading.Event()

    def write() -> None:
        bank = Bank(hands.program.bank.path)
        for number in range(250):
            bank.add(Memory(title=f"Host {number}", content="written"), Actor(author="bench"))
            if end.wait(0.02):
                break
        bank.close()
        end.set()

    hands.do("250 host writes", threading.Thread(target=write).start, end.is_set)


def reviewing(hands: Hands) -> None:
    from memdesk.gui import modals

    for number in range(300):
        hands.program.bank.add_suggestion(
            "cursor", "s1", "memory_write", {"title": f"Suggested {number}", "content": "x"}
        )
    hands.do("review of 300", lambda: hands.window.go("review"))
    hands.trigger("accept")
    hands.trigger("next-suggestion")
    hands.trigger("reject")
    modals.next_answers.append("yes")
    hands.trigger("accept-all")
    hands.trigger("undo")


def speaking(hands: Hands) -> None:
    from dataclasses import replace

    for language in ("zh", "en"):
        settings = replace(hands.program.settings, language=language)
        hands.do(f"in {language}", lambda given=settings: hands.program.take_settings(given))


PARTS: dict[str, Part] = {
    "places": places,
    "filtering": filtering,
    "moving": moving,
    "editing": editing,
    "ordering": ordering,
    "popping": popping,
    "reviewing": reviewing,
    "windows": windows,
    "tagging": tagging,
    "many_tags": many_tags,
    "hosts_write": hosts_write,
    "speaking": speaking,
    "thousands": thousands,
    "many": many,
}


def report(done: list[tuple[str, Pauses]]) -> Iterator[str]:
    """The histogram, then every action that held the thread over the limit."""
    yield "| pause up to | by the clock | without waiting for a processor | on a processor |"
    yield "|---:|---:|---:|---:|"
    for number, bound in enumerate(BOUNDS_MS):
        sums = (sum(pauses.counts[kind][number] for _name, pauses in done) for kind in KINDS)
        yield f"| {bound:g} ms | {' | '.join(map(str, sums))} |"
    yield ""
    yield "| action | by the clock | without waiting for a processor | on a processor | seen in |"
    yield "|---|---:|---:|---:|---|"
    worst = [(name, pauses.worst) for name, pauses in done if pauses.worst is not None]
    for name, pause in sorted(worst, key=lambda one: -one[1].held):
        if pause.held > LIMIT_MS:
            where = "; ".join(f"{place} ({count})" for place, count in pause.seen.most_common(2))
            figures = " | ".join(f"{ms:.0f} ms" for ms in (pause.wall, pause.held, pause.cpu))
            yield f"| {name} | {figures} | {where} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Watch the interface thread.")
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--bank", type=Path, help="a bank made before; it is changed")
    parser.add_argument("--only", nargs="*", choices=PARTS, default=list(PARTS))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="md-", dir="/tmp" if os.name != "nt" else None) as name:
        os.environ["MEMDESK_HOME"] = name
        path = asked.bank or Path(name) / "bank.sqlite"
        if asked.bank is None:
            copied_bank(path, asked.entries)
        _watch(path, asked.only)


def _watch(path: Path, names: list[str]) -> None:
    from memdesk import config
    from memdesk.gui.application import Program
    from memdesk.hosts.window_socket import Handover

    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    program = Program(app, config.load())
    program.claim(path, Handover("raise"))
    watch = Watch()
    hands = Hands(program, watch)
    # Built in one go before there is anything to be held: the start is measured elsewhere.
    program.open(path)
    hands.do("after the start", lambda: None)
    for name in names:
        PARTS[name](hands)
    watch.stop()
    for line in report(hands.done):
        print(line)
    program.shut_down()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


if __name__ == "__main__":
    main()
