"""What every test stands on: a home of its own, short socket paths, a bank, the command line."""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from memdesk.store.bank import Bank

# Before anything loads Qt: no test but those in tests/desktop may open a window on the screen
# of whoever runs them, or put an icon and notifications into their session.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.pop("DBUS_SESSION_BUS_ADDRESS", None)

# The same examples in every run, so that a red run says something about the change and not
# about the dice. `HYPOTHESIS_PROFILE=thorough` throws the dice, many times.
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough", settings.get_profile("ci"), derandomize=False, max_examples=2000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Python looks for garbage in whatever thread makes objects, and would take widgets apart under the
# hands of Qt. The window keeps that to its own thread (gui/garbage.py); here it comes after tests.
gc.disable()
_tests = itertools.count(1)
_ALL_EVERY = 20

OWN_VARIABLES = (
    *("MEMDESK_BANK", "MEMDESK_SOCKET", "MEMDESK_HOST", "MEMDESK_ROLE", "MEMDESK_API_KEY"),
    "DSH_HOME",
)
OTHERS_VARIABLES = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "DATA_DIR", "HERMES_HOME")
"""By these other programs are told to keep their files elsewhere than in the home."""


@pytest.fixture(autouse=True)
def garbage() -> Iterator[None]:
    """What a test leaves behind is freed in this thread."""
    gc.disable()  # whatever the test before has left
    yield
    gc.collect(1 if next(_tests) % _ALL_EVERY else 2)


class CommandLine(Protocol):
    """Runs `memdesk ARGS…` as a process of its own and gives back what came of it."""

    def __call__(
        self,
        *args: str | Path,
        stdin: str | bytes = b"",
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
    ) -> subprocess.CompletedProcess[str]: ...


@pytest.fixture
def short_dir() -> Iterator[Path]:
    """A directory whose name is short enough for a Unix socket (about 100 bytes).

    `tmp_path` carries the test's name and is often too long.
    """
    parent = "/tmp" if Path("/tmp").is_dir() else None  # macOS: $TMPDIR alone is 50 bytes long
    path = Path(tempfile.mkdtemp(prefix="md-", dir=parent)).resolve()
    yield path
    shutil.rmtree(path)


@pytest.fixture(autouse=True)
def memdesk_home(short_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every directory of memdesk moved to an empty one, for this process and its children.

    The person's home is moved too, so that nothing found there (another program's bank, say)
    decides a test, and no language but English is asked for.
    """
    home = short_dir / "home"
    person = short_dir / "person"
    person.mkdir()
    monkeypatch.setenv("MEMDESK_HOME", str(home))
    monkeypatch.setenv("HOME", str(person))
    monkeypatch.setenv("USERPROFILE", str(person))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    for name in (*OWN_VARIABLES, *OTHERS_VARIABLES):
        monkeypatch.delenv(name, raising=False)
    # No test asks the keyring of whoever runs it.
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    return home


@pytest.fixture
def bank_path(tmp_path: Path) -> Path:
    """Where the bank of a test lies. No file yet."""
    return tmp_path / "bank" / "memdesk.sqlite"


@pytest.fixture
def bank(bank_path: Path) -> Iterator[Bank]:
    """An empty bank, closed after the test."""
    from memdesk.store.bank import Bank  # here: the tests of core need no store

    bank_path.parent.mkdir(parents=True, exist_ok=True)
    opened = Bank(bank_path)
    yield opened
    opened.close()


@pytest.fixture
def open_bank() -> Iterator[Callable[[Path], Bank]]:
    """Opens further banks, or the same one once more, and closes them after the test."""
    from memdesk.store.bank import Bank

    with ExitStack() as opened:
        yield lambda path: opened.enter_context(closing(Bank(path)))


@pytest.fixture
def memdesk(memdesk_home: Path, tmp_path: Path) -> CommandLine:
    """The command line as a person runs it: a process of its own, on the test's own home.

    It works on the home's standard bank unless `--bank` names another. Warnings are errors
    there too.
    """

    def run(
        *args: str | Path,
        stdin: str | bytes = b"",
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "memdesk", *map(str, args)],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            env=os.environ | (env or {}),
            cwd=cwd or tmp_path,
            timeout=120,
            check=False,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run


@pytest.fixture
def server(memdesk_home: Path) -> Iterator[str]:
    """The address of a running `memdesk serve` on the home's standard bank, a process of its own.

    It must end when asked to, with nothing to complain about.
    """
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "memdesk", "serve"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()  # said once it takes connections
    if not address:
        raise AssertionError(process.communicate(timeout=120)[1])
    yield address
    process.terminate()
    _rest, complaints = process.communicate(timeout=120)
    assert complaints == ""
    assert process.returncode == 0 or os.name == "nt"  # terminate() there is a kill
