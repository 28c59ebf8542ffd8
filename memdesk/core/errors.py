"""Everything that can be refused, each with the error code that hosts see (spec 3.2).

An error carries an English template and its values, so that a door can say it in English to a
program and in the person's language to a person. Message extraction knows these class names:
the first argument is always a literal template with `{name}` places.
"""

from __future__ import annotations

from collections.abc import Callable


class MemdeskError(Exception):
    """A refusal with a sentence for the caller. `code` is a JSON-RPC error code."""

    code = -32603

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template, values)
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template.format(**self.values | self.said_inside(str))

    def said_inside(self, say: Callable[[MemdeskError], str]) -> dict[str, str]:
        """The values that are errors themselves, each as `say` says it, and reasons of others,
        without their full stop: the sentence around them has one."""
        said = {
            name: say(value).rstrip(".。")
            for name, value in self.values.items()
            if isinstance(value, MemdeskError)
        }
        reason = self.values.get("reason")
        if isinstance(reason, str) and "{reason}." in self.template:
            said["reason"] = reason.rstrip(".。")
        return said


class BadParameters(MemdeskError):
    """An unknown field, a wrong type, a bad choice, a number out of range, nothing given."""

    code = -32602

    def __init__(
        self,
        template: str,
        /,
        *,
        field: str | None = None,
        allowed: tuple[str, ...] | None = None,
        **values: object,
    ) -> None:
        super().__init__(template, field=field, **values)
        self.field = field
        self.allowed = allowed


class NotFound(MemdeskError):
    """No such entry, or none that the caller may know of (spec 1.2)."""

    code = -32001


class LimitExceeded(MemdeskError):
    """Too long or too many (spec 1.1). `limit` is the number that was passed."""

    code = -32002

    def __init__(
        self, template: str, /, *, field: str | None = None, limit: int, **values: object
    ) -> None:
        super().__init__(template, field=field, limit=limit, **values)
        self.field = field
        self.limit = limit


class NotAllowed(MemdeskError):
    """The host's policy or the fixed role forbids it."""

    code = -32003


class Conflict(MemdeskError):
    """An id that fits two kinds, or an edit that would overwrite another's edit unseen."""

    code = -32004


class BankUnavailable(MemdeskError):
    """The bank is locked, damaged, on a full disk, or from a newer memdesk."""

    code = -32005


class BankDamaged(BankUnavailable):
    """What the file holds can't be relied on: no one uses it until the person has decided.

    `what` is empty, beginning (no bank, by its first bytes), pages, cut, missing (the newest
    changes) or log (another bank's).
    """

    def __init__(self, template: str, /, *, what: str, **values: object) -> None:
        super().__init__(template, **values)
        self.what = what


class BankLocked(BankUnavailable):
    """Another program is writing the bank: a moment later it may be free."""


class GivenUp(MemdeskError):
    """The person did not want to wait. What was begun was taken back."""


class Remark(MemdeskError):
    """What a look found, or what to do about it: said as an error is, and never raised."""


class EndpointFailed(MemdeskError):
    """A model's server gave no answer that can be used (spec 5.2); nothing was stored.

    `again` says whether trying again can help, `retry_after` in how many seconds at the earliest;
    `key` that its key is what is wrong.
    """

    def __init__(
        self,
        template: str,
        /,
        *,
        again: bool = False,
        key: bool = False,
        retry_after: int | None = None,
        **values: object,
    ) -> None:
        super().__init__(template, **values)
        self.again = again
        self.key = key
        self.retry_after = retry_after
