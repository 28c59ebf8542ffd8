"""The conversations of this machine: where they are looked for (spec 5.3)."""

from __future__ import annotations

import os
from pathlib import Path

from memdesk import config, paths
from memdesk.exchange.transcripts.conversation import Machine


def machine() -> Machine:
    """The person's home, the environment, and the folders that the settings name."""
    named = [Path(one).expanduser() for one in config.load().transcripts]
    return Machine(
        home=Path.home(),
        env=os.environ,
        folders=(paths.transcripts_dir(), *named),
    )
