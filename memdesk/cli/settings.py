"""The settings, for a command that goes by them."""

from __future__ import annotations

import sys

from memdesk import config
from memdesk.translation import say


def load() -> config.Settings:
    """The settings; what is wrong with them is said on stderr."""
    settings, wrong = config.read()
    for fault in wrong:
        print("memdesk: " + say(fault), file=sys.stderr)
    return settings
