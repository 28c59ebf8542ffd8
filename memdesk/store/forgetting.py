"""Forget everywhere: a text leaves everything that memdesk itself keeps (spec 1.6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from memdesk.core.authors import Actor
from memdesk.core.entry import Kind

if TYPE_CHECKING:
    from memdesk.store.bank import Bank


def forget_everywhere(
    bank: Bank, ids: Sequence[tuple[Kind, str]], actor: Actor, progress: Callable[[str], None]
) -> list[str]:
    raise NotImplementedError
