"""Files of chat programs and of coding agents."""

from __future__ import annotations

from example import Example  # type: ignore[import-not-found]

EXAMPLES: tuple[Example, ...] = ()
