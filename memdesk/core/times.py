"""Times as memdesk keeps them: UTC, ISO 8601, milliseconds, `Z` (spec 1.1)."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """This moment, as `2026-07-04T10:30:00.000Z`."""
    return iso(datetime.now(UTC))


def iso(moment: datetime) -> str:
    """An aware datetime in memdesk's form; a naive one is taken as UTC."""
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"


def parse(text: str) -> datetime:
    """The moment an ISO 8601 text names. Raises ValueError for anything else."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def normalised(text: str) -> str | None:
    """Any ISO 8601 text in memdesk's form, or None if it is none (tolerant readers, spec 4)."""
    try:
        return iso(parse(text.strip()))
    except (ValueError, OverflowError):
        return None
