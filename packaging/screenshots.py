"""Pictures of all there is to see: `python packaging/screenshots.py`.

Starts the real program on the sample bank, on an X server with a window manager and a tray, and
goes through it with mouse and keys as a person does: in both languages, light and dark, then in
a small window, with large text, and on a screen of high density. The pictures are for looking at:
in build/screenshots, or where `--output` says. `--readme` renews the one picture that is
committed; `--only 'en-*'` takes the strips of these names.
"""

from __future__ import annotations

import argparse
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / part) for part in ("desktop", "consolidation")]

import pictured_talk  # noqa: E402
from model_server import facts, model_server, text  # noqa: E402
from pictured_bank import WORDS, fill, fill_with_many  # noqa: E402
from pictured_talk import TALKS  # noqa: E402
from x_display import DidNotCome, XDisplay, memdesk_command, missing, wait_for  # noqa: E402

from memdesk.gui.words import without_mnemonic  # noqa: E402

README_PICTURE = ROOT / "resources" / "screenshots" / "window.png"
TRANSLATIONS = ROOT / "resources" / "translations" / "memdesk_zh_CN.ts"
FOUND_HERE = ROOT / "tests" / "exchange" / "data" / "gameassist-example.json"
TITLE = "— memdesk$"
PAGES = (
    "memories", "tasks", "works", "profile", "tags", "review", "trash", "hosts", "insights",
)  # fmt: skip
"""In the order of their keys: Ctrl+1 goes to the first."""
TYPED = {
    "en": {
        "filter": "test",
        "goes on": " Ask before you close the harbour.",
        "quick-add": "must: test the backup by restoring it #ser",
        "find": "backup",
        "replace": "copy",
        "help": "cut",
    },
    "zh": {
        "filter": "测试",
        "goes on": "关闭港口之前要先问。",
        "quick-add": "必须：备份要靠恢复来检验 #服",
        "find": "备份",
        "replace": "副本",
        "help": "预设",
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How one strip of pictures looks."""

    name: str
    language: str
    theme: str
    screen: str = "1280x800"
    window: tuple[int, int] | None = None
    """The window alone is taken, at this size; None: the whole screen."""
    text_size: int = 100
    scale: int = 1


FILM = tuple(
    Look(name=f"{language}-{theme}", language=language, theme=theme)
    for language in ("en", "zh")
    for theme in ("light", "dark")
)
TIGHT = tuple(
    Look(name=f"{language}-{theme}-small-{size}", language=language, theme=theme,
         window=(1024, 640), text_size=size)
    for language, theme in (("en", "light"), ("zh", "dark"))
    for size in (100, 150, 200)
)  # fmt: skip
DENSE = (
    Look(name="en-light-dense", language="en", theme="light", screen="2560x1600", scale=2),
    Look(name="zh-dark-dense", language="zh", theme="dark", screen="2560x1600", scale=2),
)


def translations() -> dict[str, list[str]]:
    """The window's words in Chinese: where one is said in several ways, all of them."""
    found: dict[str, list[str]] = {}
    for message in ElementTree.parse(TRANSLATIONS).iter("message"):
        source, translation = message.findtext("source"), message.findtext("translation")
        if source and translation:
            found.setdefault(without_mnemonic(source), []).append(without_mnemonic(translation))
    return found


QT_SAYS = {"OK": ("确定",)}
"""What Qt itself writes on its buttons in Chinese."""


class Photographer:
    """One look: a home, a bank in it, a display, the program."""

    def __init__(self, home: Path, folder: Path, look: Look) -> None:
        self._folder = folder
        self._look = look
        self._typed = TYPED[look.language]
        self._translated = translations() if look.language == "zh" else {}
        (home / "config").mkdir(parents=True)
        (home / "config" / "config.toml").write_text(
            f'language = "{look.language}"\ntheme = "{look.theme}"\ntext_size = {look.text_size}\n',
            "utf-8",
        )
        os.environ["MEMDESK_HOME"] = str(home)
        os.environ["HOME"] = str(home)
        os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
        os.environ["QT_SCALE_FACTOR"] = str(look.scale)
        self._home = home
        self._number = 0
        self._display = XDisplay(size=look.screen)
        self._program: subprocess.Popen[bytes] | None = None
        self._window = ""

    def close(self) -> None:
        self._display.close()

    def take_failure(self) -> None:
        """What stands on the screen when something did not come."""
        self._display.screenshot(self._folder / self._look.name / "failure.png")

    # --- the strips

    def film(self) -> None:
        """Everything, beginning with the first start."""
        self._first_start()
        self._fill()
        self._start()
        self._pages()
        self._editing()
        self._host()
        self._others()
        self._quick_add()
        self._end()
        self._consolidation()
        fill_with_many(self._look.language)
        self._start()
        self._bulk()
        self._end()
        self._emptiness()

    def tight(self) -> None:
        """What has least room."""
        self._first_start()
        self._fill()
        self._start()
        self._pages()
        self._preset()
        self._others()
        self._end()

    def dense(self) -> None:
        """Where a blurred picture or a hair too thin would be seen."""
        self._fill()
        self._start()
        self._pages("memories", "review", "insights")
        self._settings()
        self._quick_add()
        self._end()

    def readme(self, picture: Path) -> None:
        """The window alone, in few colours: small enough to be committed."""
        self._fill()
        self._start()
        self._go("memories")
        self._click(WORDS[self._look.language]["written"])
        self._choose("Host", "claude-code")
        self._take("readme")
        picture.parent.mkdir(exist_ok=True)
        few_colours = ("-strip", "+dither", "-colors", "160", f"PNG8:{picture}")
        self._display.do("import", "-window", self._window, *few_colours)

    # --- the scenes

    def _first_start(self) -> None:
        found = self._home / ".dsh" / "gameassist" / "memory.json"
        found.parent.mkdir(parents=True)
        found.write_bytes(FOUND_HERE.read_bytes())
        self._start("^memdesk$")
        self._take("first-start")
        self._display.key("Return")
        self._dialog("Import", "import")
        self._end()

    def _fill(self) -> None:
        sample = ROOT / "resources" / "sample" / f"sample-{self._look.language}.json"
        self._display.do(*memdesk_command("import", sample))
        fill(self._look.language)

    def _pages(self, *pages: str) -> None:
        for page in pages or PAGES:
            self._go(page, "Home", "Up")
            self._take(page)

    def _editing(self) -> None:
        """The preview follows what is typed and not yet saved; the cut is struck."""
        self._go("memories")
        self._click(WORDS[self._look.language]["written"])
        self._choose("Host", "claude-code")
        self._click("Content")
        self._display.key("ctrl+End")
        self._display.type(self._typed["goes on"])
        self._take("editing")
        self._display.key("ctrl+e")
        self._take("reading")
        self._display.key("ctrl+e", "ctrl+z")
        self._preset()
        self._click("Session", tab=True)
        self._take("session-compared")
        self._click("System", tab=True)
        self._click("Memories")
        self._display.key("ctrl+f")
        self._display.type(self._typed["filter"])
        self._take("filter")
        self._display.key("ctrl+a", "BackSpace")
        self._click("Narrow the filter")
        self._take("narrow-menu")
        self._display.key("Escape")
        self._go("memories", "Home")
        self._click("History")
        self._take("entry-history")
        self._click("History")

    def _preset(self) -> None:
        self._go("memories")
        self._click("Settings of the preset")
        self._take("preset-panel")
        self._click("Settings of the preset")

    def _host(self) -> None:
        self._go("hosts")
        self._click("claude-code")
        for tab in ("What it did", "Its block", "Next session", "Roles"):
            self._click(tab, tab=True)
            self._take(f"host-{tab.lower().replace(' ', '-')}")
        self._click("Connect a host…")
        self._dialog("Connect a host", "host-connect")

    def _settings(self) -> None:
        self._display.key("ctrl+comma")
        title = self._find("Settings")
        tabs = ("General", "Chat hosts", "Tray and quick-add", "Bank and privacy")
        for number, tab in enumerate(tabs):
            self._click(tab, tab=True)
            self._take(f"settings-{number + 1}")
        self._display.key("Escape")
        self._display.gone(title)

    def _others(self) -> None:
        """Windows and dialogs beside the main window."""
        self._settings()
        self._go("memories", "Home", "ctrl+Down", "shift+Down")
        self._dialog_by("ctrl+t", "Add tags", "add-tags")
        self._dialog_by("ctrl+shift+e", "Export", "export")
        self._dialog_by("ctrl+shift+h", "History — {bank}", "history", "Down")
        self._dialog_by("ctrl+shift+d", "Duplicates", "duplicates")
        self._go("memories", "Home")
        self._display.key("ctrl+h")
        title = self._find("Find and replace")
        self._display.type(self._typed["find"])
        self._display.key("Tab")
        self._display.type(self._typed["replace"])
        self._take("find-replace")
        self._display.key("Escape")
        self._display.gone(title)
        self._go("memories", "Home")  # the keyboard is back where help is asked for
        self._display.key("F1")
        title = self._find("Help — memdesk")
        self._take("help")
        self._display.key("ctrl+f")
        self._display.type(self._typed["help"])
        self._take("help-search")
        self._display.key("Escape", "Escape")
        self._display.gone(title)
        self._dialog_by("ctrl+F1", "Help — memdesk", "shortcuts")
        self._menus()

    def _menus(self) -> None:
        self._go("memories", "Home", "Menu")
        self._take("context-menu")
        self._display.key("Escape")

    def _quick_add(self) -> None:
        self._display.click(self._display.tray_icon())
        popup = self._find("Quick add")
        self._display.raise_window(popup)
        self._take("quick-add-empty")
        # Handed over and not typed: for what is on no key the keyboard is changed, and openbox,
        # busy with that, lets the popup's growing be.
        self._display.do(*memdesk_command("quick-add", self._typed["quick-add"]))
        self._take("quick-add-completion")
        self._display.key("Tab")
        self._display.type(" !high")
        self._take("quick-add")
        self._display.key("Return")
        self._display.gone(popup)
        self._take("quick-add-saved")
        self._display.click(self._display.tray_icon(), button=3)
        self._take("tray-menu")
        self._display.key("Escape")

    def _consolidation(self) -> None:
        """From a conversation to the block: some is accepted, some merged, some rejected."""
        talk = TALKS[self._look.language]
        pictured_talk.write(self._home, talk)
        with model_server() as server:
            server.says(facts(*talk.facts), text(talk.summary))
            self._start()
            self._go("memories", "Home")
            self._click("Conversations that are due")
            title = self._find("Consolidate conversations")
            self._click("Address of the model")
            self._display.type(server.url)
            self._click("Test connection")
            self._take("consolidate")
            self._click("Send")
            self._display.gone(title)
            self._display.raise_window(self._window)
        self._take("consolidated")
        # By keys: behind the three of the sample, each answer leads to the next one.
        self._go("review", "Home", "Down", "Down", "Down")
        for new in talk.accepted:
            self._suggestion(new, "Accept")
        self._take("suggestion-alike")
        self._click("Compared with")
        self._display.key("Down", "Return")
        self._take("suggestion-compared")
        self._click("Merge into…")
        dialog = self._find("Merge into “{title}”")
        self._take("suggestion-merged")
        self._click("Accept")
        self._display.gone(dialog)
        self._display.raise_window(self._window)
        self._go("review")
        self._suggestion(talk.rejected, "Reject")
        self._suggestion(self._said("Summary: {title}", talk.asked), "Accept")
        self._go("memories", "Home")
        self._display.key("alt+k", "End")  # the workspace of the preview
        self._take("consolidated-block")
        self._end()

    def _suggestion(self, title: str, answer: str) -> None:
        """Answer the chosen suggestion, which is that of this title."""
        what = self._said("New memory: {title}", title)
        self._take("suggestion")
        self._click(answer)
        wait_for(f"an answer to {title}", lambda: self._ask(what) is None)

    def _bulk(self) -> None:
        """Five hundred rows at once, and back."""
        self._go("tasks")
        self._click(WORDS[self._look.language]["task"].format(number=1))  # the rows are here
        self._display.key("ctrl+a", "ctrl+t")
        title = self._find("Add tags")
        self._display.type(WORDS[self._look.language]["tag"] + ",")
        self._take("bulk-tags")
        self._click("OK")
        self._display.gone(title)
        self._take("bulk-asked")
        self._click("Go on")
        self._take("bulk-done")
        self._display.key("ctrl+z")
        self._take("bulk-undone")

    def _emptiness(self) -> None:
        """What a person sees who begins with nothing."""
        shutil.rmtree(self._home / "data")  # the backups too: they would be offered
        (self._home / ".dsh" / "gameassist" / "memory.json").unlink()
        self._start("^memdesk$")
        self._display.key("Tab", "Return")
        self._window = self._display.window(TITLE)
        self._click("Pages")
        self._pages()

    # --- hands and eye

    def _say(self, english: str) -> list[str]:
        """A word of the window in the language of the pictures."""
        return [*self._translated.get(english, [english]), *QT_SAYS.get(english, ())]

    def _said(self, english: str, title: str) -> str:
        """A word with a title in it, in the language of the pictures."""
        return self._say(english)[0].format(title=title)

    def _find(self, title: str) -> str:
        """A window by its title in English, once it is there."""
        starts = {re.escape(said.partition("{")[0]) for said in self._say(title)}
        return self._display.window(f"^({'|'.join(sorted(starts))})")

    def _start(self, title: str = TITLE) -> None:
        script = str(Path(__file__).with_name("pointed_program.py"))
        self._program = self._display.start_talking(sys.executable, script, "gui")
        self._window = self._display.window(title)
        self._display.raise_window(self._window)
        if self._look.window and title == TITLE:
            width, height = map(str, self._look.window)
            self._display.do("xdotool", "windowsize", "--sync", self._window, width, height)

    def _end(self) -> None:
        assert self._program is not None
        self._program.terminate()
        self._program.wait(30)

    def _go(self, page: str, *keys: str) -> None:
        self._display.raise_window(self._window)
        self._display.key(f"ctrl+{PAGES.index(page) + 1}")
        if keys:
            self._display.key(*keys)

    def _ask(self, name: str) -> tuple[int, int] | None:
        program = self._program
        assert program is not None and program.stdin is not None and program.stdout is not None
        program.stdin.write(f"{name}\n".encode())
        program.stdin.flush()
        ready, _, _ = select.select([program.stdout], [], [], 10)
        if not ready:
            raise DidNotCome(f"the program does not say where “{name}” is")
        x, _, y = program.stdout.readline().decode().strip().partition(" ")
        return (round(float(x)), round(float(y))) if y else None

    def _click(self, english: str, *, tab: bool = False) -> None:
        """Click on what has that name."""
        names = [f"tab:{name}" if tab else name for name in self._say(english)]

        def look() -> tuple[int, int] | None:
            return next(filter(None, map(self._ask, names)), None)

        self._display.click(wait_for(f"“{english}”", look))

    def _choose(self, box: str, value: str) -> None:
        self._click(box)
        self._click(value)

    def _dialog(self, title: str, name: str, *keys: str) -> None:
        """Take a picture of a dialog that comes, and leave it."""
        window = self._find(title)
        self._display.raise_window(window)
        if keys:
            self._display.key(*keys)
        self._take(name)
        self._display.key("Escape")
        self._display.gone(window)

    def _dialog_by(self, key: str, title: str, name: str, *keys: str) -> None:
        self._display.raise_window(self._window)
        self._display.key(key)
        self._dialog(title, name, *keys)

    def _take(self, what: str) -> None:
        """Save the screen once it stands still."""
        self._number += 1
        picture = self._folder / self._look.name / f"{self._number:02}-{what}.png"
        taken: list[bytes] = []

        def still() -> bool:
            taken.append(self._display.screenshot(picture).read_bytes())
            return len(taken) > STILL and len(set(taken[-STILL:])) == 1

        wait_for("a screen that stands still", still)
        print(picture, flush=True)


STILL = 3
"""So many pictures in a row are the same when nothing is on its way any more."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Take pictures of all there is to see.")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--readme", action="store_true", help="only renew the README's picture")
    parser.add_argument("--only", default="*", help="only the strips of these names, as en-*")
    args = parser.parse_args()
    if reason := missing():
        sys.exit(f"No pictures can be taken here: {reason}")
    strips: list[tuple[Look, Callable[[Photographer], None]]] = [
        *((look, Photographer.film) for look in FILM),
        *((look, Photographer.tight) for look in TIGHT),
        *((look, Photographer.dense) for look in DENSE),
    ]
    if args.readme:
        strips = [(FILM[0], lambda photographer: photographer.readme(README_PICTURE))]
    for look, shoot in strips:
        if not fnmatch(look.name, args.only):
            continue
        with tempfile.TemporaryDirectory(prefix="md-", dir="/tmp") as home:
            photographer = Photographer(Path(home), args.output, look)
            try:
                shoot(photographer)
            except BaseException:
                photographer.take_failure()
                raise
            finally:
                photographer.close()


if __name__ == "__main__":
    main()
