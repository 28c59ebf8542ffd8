"""A large outdated bank, met by what a host runs: no host waits until it is up to date (spec 4.4).

A host ends what does not answer, and what was begun would be taken back each time. So a process
of its own does it, and hosts are told to come again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

QUICK_BYTES = 32 * 1024 * 1024
"""A file of so many bytes is brought up to date within a second: that is done at once."""


def leave_to_another(bank: Path) -> None:
    """Have a large outdated bank brought up to date elsewhere.

    Raises BankLocked until that is done, and BankUnavailable for what is no bank of this memdesk.
    """
    if not bank.exists() or bank.stat().st_size <= QUICK_BYTES:
        return
    from memdesk.store import outdated
    from memdesk.store.bank import Bank
    from memdesk.store.connection import in_words

    if not Bank(bank).is_outdated():
        return
    with in_words(bank):
        begun = outdated.is_being_done(bank)
    if not begun:
        _start(bank)
    raise outdated.being_done(bank)


def _start(bank: Path) -> None:
    """Run a command that opens the bank, on its own: it outlives this process."""
    import subprocess
    import sys
    import threading

    from memdesk.hosts.this_program import this_program

    command = [*this_program(bank).command, "--bank", str(bank), "stats"]
    apart: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.DETACHED_PROCESS}
    none = subprocess.DEVNULL
    started = subprocess.Popen(command, stdin=none, stdout=none, stderr=none, **apart)
    threading.Thread(target=started.wait, name="memdesk outdated", daemon=True).start()
