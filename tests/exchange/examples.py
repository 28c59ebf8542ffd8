"""The examples of all formats, and what is written into them."""

from __future__ import annotations

import examples_hosts
import examples_loose
import examples_own
import examples_seeds
import examples_servers
from example import Example

EXAMPLES: tuple[Example, ...] = (
    *examples_own.EXAMPLES,
    *examples_seeds.EXAMPLES,
    *examples_servers.EXAMPLES,
    *examples_loose.EXAMPLES,
    *examples_hosts.EXAMPLES,
)
ORDINARY = tuple(f"The build of project {number} needs Python 3.{number}." for number in range(20))
AWKWARD = (
    "像素画 and 😀, naïve “quotes” and a tab\there",
    "first line\nsecond line\n\n\tindented, after a blank one",
    "家族 👨‍👩‍👧‍👦 العربية",
)
