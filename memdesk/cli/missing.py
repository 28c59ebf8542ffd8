"""What is said of a bank that is gone while its backups are there: none begins anew in silence."""

from __future__ import annotations

import sys
from pathlib import Path


def warn_of_missing(bank: Path) -> None:
    """Say on stderr, where it is so, that the first entry begins a new bank, and how to have the
    older one back."""
    if bank.exists() or not (bank.parent / "backups").is_dir():
        return
    # Nearly every start does without.
    from memdesk.hosts import checkup_bank
    from memdesk.translation import say

    found = checkup_bank.missing(bank, bank.parent / "backups")
    if found is not None and found.advice is not None:
        print(f"memdesk: {say(found.what)} {say(found.advice)}", file=sys.stderr)
