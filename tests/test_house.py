"""The rules of the house, read from the sources: arrows, doors, words, literal texts.

Each rule is a function from a source to its breaches. One test holds the house to it, another
shows that the rule sees a breach.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from memdesk.core import errors

ROOT = Path(__file__).resolve().parent.parent

# Arrows run downwards only. What stands at the left may import what stands at the right.
ARROWS: dict[str, set[str]] = {
    "core": set(),
    "store": {"core", "private"},
    # A workspace that a file brings is named as this machine names it.
    "exchange": {"store", "core", "paths", "lock", "private"},
    # Beside exchange, whose transcripts it reads; the settings say where more of them lie.
    "consolidation": {"exchange", "store", "core", "paths", "config", "private"},
    "hosts": {
        "consolidation",
        "exchange",
        "store",
        "core",
        "paths",
        "lock",
        "config",
        "private",
    },
    "gui": {"consolidation", "exchange", "store", "core", "paths", "config", "translation"},
    "cli": {
        "hosts",
        "consolidation",
        "exchange",
        "store",
        "core",
        "paths",
        "config",
        "translation",
    },
    "private": set(),
    "paths": {"core", "private"},
    "lock": {"core", "paths"},
    "config": {"core", "paths", "private"},
    "translation": {"core", "config", "paths"},
    "__main__": {"cli"},
    "": set(),
}
# The composition root, where the window meets the doors that serve hosts.
COMPOSITION_ROOT = (
    "memdesk.gui.application",
    "memdesk.gui.doors",
    "memdesk.gui.handed_over",
    "memdesk.gui.running",
)

QT = {"PySide6", "shiboken6"}
# Only these parts of the house may import these packages.
KEPT_INSIDE: dict[str, set[str]] = {
    "PySide6": {"gui"},
    "shiboken6": {"gui"},
    "peewee": {"store"},
    "playhouse": {"store"},
}
# core is pure: what it needs from the machine, a caller hands in.
NOT_IN_CORE = {
    "asyncio",
    "ctypes",
    "glob",
    "io",
    "locale",
    "multiprocessing",
    "os",
    "platform",
    "platformdirs",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
}
FILE_METHODS = {
    "exists",
    "glob",
    "is_dir",
    "is_file",
    "iterdir",
    "mkdir",
    "open",
    "read_bytes",
    "read_text",
    "rename",
    "rglob",
    "stat",
    "touch",
    "unlink",
    "write_bytes",
    "write_text",
}
# The vocabulary of the token counter is data, read from a path that the caller gives.
READS_A_FILE = {"memdesk.core.tokens"}

EMPTY_NAMES = {"utils", "util", "helpers", "helper", "managers", "manager", "common", "misc"}
ERROR_CLASSES = {name for name, value in vars(errors).items() if isinstance(value, type)}
LONGEST_MODULE = 500
"""Lines. A module has one subject and rarely passes 400."""
LONGEST_OF_TESTS = 700
# The one door of the store: a short method for each thing that can be asked of a bank.
MAY_BE_LONGER = {"memdesk.store.bank": 700}


@dataclass(frozen=True)
class Source:
    """One Python file and the name under which it is imported."""

    name: str
    text: str
    is_package: bool = False

    @property
    def tree(self) -> ast.Module:
        return parsed(self.text)

    @property
    def part(self) -> str:
        """`core`, `store`, … or the name of a module at the top; empty for `memdesk` itself."""
        return part_of(self.name)


@cache
def parsed(text: str) -> ast.Module:
    return ast.parse(text)


def part_of(module: str) -> str:
    words = module.split(".")
    return words[1] if len(words) > 1 else ""


def sources(folder: str) -> list[Source]:
    """Every Python file below a folder of the checkout."""
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        package = name.removesuffix(".__init__")
        found.append(Source(package, path.read_text("utf-8"), is_package=package != name))
    return found


HOUSE = sources("memdesk")
TESTS = sources("tests")


def imports(source: Source) -> Iterator[tuple[str, ast.stmt | ast.expr]]:
    """Every module that a source imports, wherever it does, also by name at run time."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                words = source.name.split(".")
                kept = len(words) - node.level + source.is_package
                base = ".".join([*words[:kept], *filter(None, [base])])
            for alias in node.names:
                at_top = base == "memdesk" and alias.name not in ("__version__", "APPLICATION_ID")
                yield f"{base}.{alias.name}" if at_top else base, node
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            called = node.func.id if isinstance(node.func, ast.Name) else called
            if called in ("import_module", "__import__") and node.args:
                named = node.args[0]
                literal = isinstance(named, ast.Constant) and isinstance(named.value, str)
                if ast.unparse(node).endswith("(f'.{self._name}', __package__)"):
                    yield source.name, node  # a module of the same package
                else:
                    yield (str(named.value) if literal else "?"), node


def at_module_level(source: Source) -> set[ast.AST]:
    """The nodes that run when the module is imported: those in no function."""
    found: set[ast.AST] = set()
    waiting: list[ast.AST] = [source.tree]
    while waiting:
        node = waiting.pop()
        found.add(node)
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                waiting.append(child)
    return found


# --- rules


def climbing_arrows(source: Source) -> list[str]:
    """Imports that climb, or that go where the window and the doors may not meet."""
    breaches = []
    at_import = at_module_level(source)
    for module, node in imports(source):
        if module == "?":
            breaches.append(f"{source.name} imports a module by a computed name")
        if module.split(".")[0] != "memdesk":
            continue
        target = part_of(module)
        if target in ("", source.part) or target in ARROWS[source.part]:
            continue
        if source.name in COMPOSITION_ROOT and target == "hosts":
            continue
        if source.part == "cli" and target == "gui" and node not in at_import:
            continue  # only the commands that open the window load it, when they run
        breaches.append(f"{source.name} imports {module}")
    return breaches


def packages_let_out(source: Source) -> list[str]:
    """Qt outside the window, peewee outside the store."""
    breaches = []
    for module, _node in imports(source):
        inside = KEPT_INSIDE.get(module.split(".")[0])
        if inside is not None and source.part not in inside:
            breaches.append(f"{source.name} imports {module}")
    return breaches


def impure_core(source: Source) -> list[str]:
    """Files, processes, the clock's zone, the database: nothing for core."""
    if source.part != "core":
        return []
    breaches = [
        f"{source.name} imports {module}"
        for module, _node in imports(source)
        if module.split(".")[0] in NOT_IN_CORE
    ]
    if source.name in READS_A_FILE:
        return breaches
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id == "open":
            breaches.append(f"{source.name}:{node.lineno} opens a file")
        elif isinstance(node.func, ast.Attribute) and node.func.attr in FILE_METHODS:
            breaches.append(f"{source.name}:{node.lineno} calls .{node.func.attr}()")
    return breaches


def texts_not_literal(source: Source) -> list[str]:
    """Texts for people that extraction can't find: computed ones, and those in an f-string."""
    breaches = []
    for node in ast.walk(source.tree):
        if isinstance(node, ast.JoinedStr):
            breaches += [
                f"{source.name}:{node.lineno} translates inside an f-string"
                for inner in ast.walk(node)
                if isinstance(inner, ast.Call) and texts_of(inner)
            ]
        elif isinstance(node, ast.Call):
            breaches += [
                f"{source.name}:{node.lineno} gives no literal text"
                for text in texts_of(node)
                if not is_literal(text, marked="N_(" in source.text)
            ]
    return breaches


def is_literal(text: ast.expr, marked: bool) -> bool:
    """Whether extraction finds it: here, for an error's template where it was raised, or
    (`marked`, for texts that argparse keeps until they are shown) where N_ marked it."""
    if marked and isinstance(text, ast.Name | ast.Attribute):
        return True
    if isinstance(text, ast.Attribute):
        return text.attr == "template"
    return isinstance(text, ast.Constant) and isinstance(text.value, str)


def texts_of(call: ast.Call) -> list[ast.expr]:
    """The arguments of a call that must be literal texts; none for an ordinary call."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    name = call.func.id if isinstance(call.func, ast.Name) else name
    if name in ("tr", "_", "N_", "gettext", *ERROR_CLASSES):
        return call.args[:1]
    if name in ("translate", "QT_TRANSLATE_NOOP") and len(call.args) >= 2:
        return call.args[:2]
    if name in ("ngettext",):
        return call.args[:2]
    return []


def without_docstring(source: Source) -> list[str]:
    if not source.text.strip() or source.name.split(".")[-1].startswith("_"):
        return []
    return [] if ast.get_docstring(source.tree) else [f"{source.name} has no docstring"]


def empty_names(source: Source) -> list[str]:
    return [source.name] if EMPTY_NAMES & set(source.name.split(".")) else []


def too_long(source: Source) -> list[str]:
    lines = source.text.count("\n")
    longest = LONGEST_OF_TESTS if source.name.startswith("tests.") else LONGEST_MODULE
    longest = MAY_BE_LONGER.get(source.name, longest)
    return [f"{source.name} has {lines} lines"] if lines > longest else []


def sleeping(source: Source) -> list[str]:
    """Tests wait for the thing itself: a pause is too short on a bad day, too long on a good."""
    return [
        f"{source.name}:{node.lineno} calls {node.func.attr}()"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("sleep", "qWait", "qSleep")
    ]


def numbered_placeholders(source: Source) -> list[str]:
    """Python 3.12, in its first releases, takes SQLite's `?1` for a name, and warns of it."""
    return [
        f"{source.name}:{node.lineno} has {found[0]}"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and (found := re.search(r"\?[1-9]", node.value))
    ]


Rule = Callable[[Source], list[str]]
RULES: list[tuple[Rule, list[Source]]] = [
    (climbing_arrows, HOUSE),
    (packages_let_out, HOUSE),
    (impure_core, HOUSE),
    (texts_not_literal, HOUSE),
    (without_docstring, HOUSE),
    (empty_names, HOUSE + TESTS),
    (too_long, HOUSE + TESTS),
    (sleeping, TESTS),
    (numbered_placeholders, [source for source in HOUSE if source.part == "store"]),
]

SEEN: list[tuple[Rule, str, str]] = [
    (climbing_arrows, "memdesk.core.entry", "from memdesk.store.bank import Bank"),
    (climbing_arrows, "memdesk.core.entry", "def f():\n    import memdesk.paths"),
    (climbing_arrows, "memdesk.core.entry", "from memdesk import config"),
    (climbing_arrows, "memdesk.store.bank", "from memdesk.exchange import formats"),
    (climbing_arrows, "memdesk.store.bank", "from ..hosts import pause"),
    (climbing_arrows, "memdesk.store.bank", "import_module('memdesk.gui.theme')"),
    (climbing_arrows, "memdesk.store.bank", "import_module(name)"),
    (climbing_arrows, "memdesk.store", "import_module(f'..{self._name}', __package__)"),
    (climbing_arrows, "memdesk.hosts.pause", "from memdesk.gui.theme import Theme"),
    (climbing_arrows, "memdesk.gui.main_window", "from memdesk.hosts.pause import PauseMark"),
    (climbing_arrows, "memdesk.cli", "import memdesk.gui.application"),
    (climbing_arrows, "memdesk.exchange.formats", "from memdesk.cli import main"),
    (packages_let_out, "memdesk.hosts.pause", "def f():\n    from PySide6 import QtCore"),
    (packages_let_out, "memdesk.exchange.formats", "import peewee"),
    (impure_core, "memdesk.core.entry", "import os.path"),
    (impure_core, "memdesk.core.entry", "text = open('x').read()"),
    (impure_core, "memdesk.core.entry", "path.read_text()"),
    (texts_not_literal, "memdesk.gui.tray", "self.tr(f'Open {name}')"),
    (texts_not_literal, "memdesk.gui.tray", "self.tr(label)"),
    (texts_not_literal, "memdesk.gui.tray", "f'{self.tr(\"Open\")}…'"),
    (texts_not_literal, "memdesk.gui.tray", "translate('Tray', 'Open %s' % name)"),
    (texts_not_literal, "memdesk.cli.add", "_('a' + b)"),
    (texts_not_literal, "memdesk.store.bank", "raise NotFound(f'No {id}.')"),
    (without_docstring, "memdesk.core.entry", "x = 1"),
    (empty_names, "memdesk.core.utils", ""),
    (too_long, "memdesk.core.entry", "\n" * 501),
    (too_long, "tests.core.test_entry", "\n" * 701),
    (sleeping, "tests.test_x", "time.sleep(1)"),
    (sleeping, "tests.test_x", "qtbot.qWait(100)"),
    (numbered_placeholders, "memdesk.store.bank", "f'SELECT {x} FROM entry WHERE id = ?1'"),
]


@pytest.mark.parametrize(("rule", "where"), RULES, ids=[rule.__name__ for rule, _ in RULES])
def test_the_house_keeps_the_rule(rule: Rule, where: list[Source]) -> None:
    assert where
    assert [breach for source in where for breach in rule(source)] == []


@pytest.mark.parametrize(("rule", "name", "text"), SEEN)
def test_the_rule_sees_a_breach(rule: Rule, name: str, text: str) -> None:
    assert rule(Source(name, text))


def test_rules_let_right_things_pass() -> None:
    for root in COMPOSITION_ROOT:
        assert climbing_arrows(Source(root, "import memdesk.hosts.pause")) == []
    assert climbing_arrows(Source("memdesk.cli.gui", "def f():\n    import memdesk.gui.x")) == []
    assert climbing_arrows(Source("memdesk.store.bank", "from .rows import x")) == []
    assert texts_not_literal(Source("memdesk.gui.tray", "self.tr('Open {}').format(x)")) == []


def test_no_two_test_modules_have_one_name() -> None:
    """They are imported by it alone, wherever they stand; `run` is a program, and is not."""
    names = [source.name.split(".")[-1] for source in TESTS]
    twice = {name for name in names if names.count(name) > 1}
    assert twice <= {"conftest", "run"}


def test_every_part_of_the_house_is_ruled() -> None:
    assert {source.part for source in HOUSE} <= set(ARROWS)


# --- words


def tracked_texts() -> Iterator[tuple[str, str]]:
    """Path and text of every text file that is, or is about to be, part of the repository."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=False,
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    for name in filter(None, listed.stdout.decode().split("\0")):
        path = ROOT / name
        data = path.read_bytes() if path.is_file() else b"\0"
        if b"\0" not in data[:4096]:
            yield name, data.decode("utf-8", "replace")


FORBIDDEN_WORDS = {
    "a package registry's host": re.compile(
        r"\b(?:pypi|pythonhosted|npmjs|yarnpkg|crates|rubygems)\.(?:org|com|io)\b"
    ),
    "a path of one machine": re.compile(r"(?<![\w.])/(?:work|root)/\w"),
    "a conflict left behind": re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE),
}


def test_no_forbidden_word_is_committed() -> None:
    breaches = [
        f"{name}: {what}"
        for name, text in tracked_texts()
        for what, pattern in FORBIDDEN_WORDS.items()
        if pattern.search(text)
    ]
    assert breaches == []


# --- packaging


@pytest.mark.parametrize("name", ["bootstrap", "run", "test"])
def test_the_two_commands_need_nothing_but_python(name: str) -> None:
    source = Source(name, (ROOT / "packaging" / f"{name}.py").read_text("utf-8"))
    imported = {module.split(".")[0] for module, _ in imports(source)} - {"bootstrap"}
    assert imported <= sys.stdlib_module_names


def test_qt_is_pinned_below_the_broken_release() -> None:
    """PySide6 6.12.0 on Python 3.11 loses a reference of None with every call (spec 6.4)."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "PySide6-Essentials==6.11.3" in project["dependencies"]
