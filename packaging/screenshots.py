"""Pictures of every page, in both languages, light and dark: `python packaging/screenshots.py`.

Starts the real program on the sample bank, on an X server of its own, and goes through it by
keyboard as a person does. The pictures are for looking at: in build/screenshots, or where
`--output` says. `--readme` renews the one picture that is committed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "desktop"))

from x_display import XDisplay, memdesk_command, missing, wait_for  # noqa: E402

from memdesk.core.authors import Actor  # noqa: E402
from memdesk.core.query import Query  # noqa: E402
from memdesk.hosts.caller import Caller  # noqa: E402
from memdesk.hosts.jsonrpc import Request  # noqa: E402
from memdesk.hosts.service import Service  # noqa: E402
from memdesk.paths import bank_path  # noqa: E402
from memdesk.store.bank import Bank  # noqa: E402

LANGUAGES = ("en", "zh")
THEMES = ("light", "dark")
README_PICTURE = ROOT / "resources" / "screenshots" / "window.png"
FILTER = {"en": "test", "zh": "测试"}
HELP = {"en": "Help — memdesk", "zh": "帮助 — memdesk"}
QUICK_ADD = {
    "en": "must: run the tests first #work !high",
    "zh": "必须：先跑测试 #工作 !high",
}
PAGES = (
    "memories", "tasks", "works", "profile", "tags", "review", "trash", "hosts", "insights",
)  # fmt: skip
"""In the order of their keys: Ctrl+1 goes to the first."""


class Photographer:
    """One language, one theme: a home, a bank in it, a display, the program."""

    def __init__(self, home: Path, folder: Path, language: str, theme: str) -> None:
        self._folder = folder
        self._language = language
        self._name = f"{language}-{theme}"
        (home / "config").mkdir(parents=True)
        settings = f'language = "{language}"\ntheme = "{theme}"\n'
        (home / "config" / "config.toml").write_text(settings, "utf-8")
        os.environ["MEMDESK_HOME"] = str(home)
        os.environ["HOME"] = str(home)
        self._sample = ROOT / "resources" / "sample" / f"sample-{language}.json"
        self._home = home

    def photograph(self) -> None:
        """Take all pictures."""
        display = XDisplay(size="1280x800")
        try:
            self._first_start(display)
            display.do(*memdesk_command("import", self._sample))
            self._suggest()
            self._window(display)
        finally:
            display.close()

    def photograph_window(self, picture: Path) -> None:
        """The window alone, in few colours: small enough to be committed."""
        display = XDisplay(size="1280x800")
        try:
            display.do(*memdesk_command("import", self._sample))
            display.start(*memdesk_command("gui"))
            window = display.window("— memdesk")
            display.raise_window(window)
            display.key("ctrl+1", "ctrl+End", "Up", "Home")
            self._take(display, "readme")
            picture.parent.mkdir(exist_ok=True)
            few_colours = ("-strip", "+dither", "-colors", "160", f"PNG8:{picture}")
            display.do("import", "-window", window, *few_colours)
        finally:
            display.close()

    def _first_start(self, display: XDisplay) -> None:
        program = display.start(*memdesk_command("gui"))
        window = wait_for("the first start", lambda: display.windows("--name", "memdesk"))[-1]
        self._take(display, "first-start")
        display.key("Escape")
        display.gone(window)
        program.terminate()
        program.wait(30)

    def _suggest(self) -> None:
        """Let a host that is reviewed fetch its block and suggest three things."""
        bank = Bank(bank_path(None))
        bank.set_host("cursor", Actor(), policy="review")
        bank.close()
        service = Service(bank_path(None), counts_tokens=False)
        service.start()
        task = service.bank.entries(Query(kinds=("task",)))[0]
        memory = service.bank.entries(Query(kinds=("memory",)))[0]
        caller = Caller(host="cursor", session="9f2c", workspace="/home/me/projects/game")
        calls = (
            ("block", {}),
            ("memory_write", {"title": memory.label, "content": f"{memory.label}: 14 → 12."}),
            ("memory_update", {"taskId": task.id, "taskStatus": "done"}),
            ("memory_forget", {"id": memory.id}),
        )
        for number, (operation, parameters) in enumerate(calls):
            request = Request(operation, parameters, number)
            _operation, call = service.prepare(caller, request)
            started = time.perf_counter()
            service.run(call)
            service.log(call, started, 2_000)
        service.bank.note_host("cursor")
        service.stop()

    def _window(self, display: XDisplay) -> None:
        program = display.start(*memdesk_command("gui"))
        window = display.window("— memdesk")
        # Something in the trash, so that its page is not empty.
        display.raise_window(window)
        display.key("ctrl+1", "ctrl+End", "Home", "Delete")
        for number, page in enumerate(PAGES, start=1):
            display.key(f"ctrl+{number}")
            display.key("Home", "Up")
            self._take(display, page)
        display.key("ctrl+1", "ctrl+f")
        display.type(FILTER[self._language])
        self._take(display, "filter")
        display.key("Escape", "ctrl+comma")
        self._take(display, "settings")
        display.key("Escape")
        display.key("F1")
        helped = display.window(HELP[self._language])
        self._take(display, "help")
        display.key("Escape")
        display.gone(helped)
        display.do(*memdesk_command("quick-add", QUICK_ADD[self._language]))
        self._take(display, "quick-add")
        display.key("Escape")
        display.click(display.tray_icon(), button=3)
        self._take(display, "tray-menu")
        display.key("Escape")
        program.terminate()
        program.wait(30)

    def _take(self, display: XDisplay, what: str) -> None:
        """Save the screen once it stands still."""
        picture = self._folder / f"{what}-{self._name}.png"
        before = [b""]

        def still() -> bool:
            now = display.screenshot(picture).read_bytes()
            before[0], same = now, now == before[0]
            return same

        wait_for("a screen that stands still", still)
        print(picture)


def main() -> None:
    parser = argparse.ArgumentParser(description="Take pictures of every page.")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--readme", action="store_true", help="only renew the README's picture")
    args = parser.parse_args()
    if reason := missing():
        sys.exit(f"No pictures can be taken here: {reason}")
    looks = [(language, theme) for language in LANGUAGES for theme in THEMES]
    for language, theme in looks[:1] if args.readme else looks:
        with tempfile.TemporaryDirectory(prefix="md-", dir="/tmp") as home:
            photographer = Photographer(Path(home), args.output, language, theme)
            if args.readme:
                photographer.photograph_window(README_PICTURE)
            else:
                photographer.photograph()


if __name__ == "__main__":
    main()
