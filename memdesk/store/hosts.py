"""Hosts, roles and presets as the bank keeps them (spec 2.2, 3.1)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from memdesk.core import preset as presets_of_core
from memdesk.core import times
from memdesk.core.entry import ANONYMOUS
from memdesk.core.errors import BadParameters, Conflict, NotFound
from memdesk.core.preset import BUILT_IN, DEFAULT, Preset
from memdesk.store.rows import as_json

if TYPE_CHECKING:
    from memdesk.store.writing import Writing

Policy = Literal["read", "write", "review", "blocked"]
POLICIES: tuple[Policy, ...] = ("read", "write", "review", "blocked")
"""Read only, write, write to review (its writes wait as suggestions), nothing at all."""


class HostRecord(NamedTuple):
    """A host, what it may do and which preset the person chose for it (None: default).

    `first_seen` and `last_seen` are None for a host that never called. An unknown host starts
    as "write" (spec 3.1).
    """

    name: str
    policy: Policy = "write"
    preset: str | None = None
    first_seen: str | None = None
    last_seen: str | None = None


def all_presets(connection: sqlite3.Connection) -> dict[str, Preset]:
    """The built-in presets, then the person's own by name."""
    from memdesk.store import schema  # loads peewee, for which no cold start may wait

    with schema.database(connection) as database:
        own = list(schema.Preset.select().order_by(schema.Preset.name).execute(database))
    return BUILT_IN | {row.name: presets_of_core.from_dict(json.loads(row.settings)) for row in own}


def one_preset(connection: sqlite3.Connection, name: str) -> Preset | None:
    """A preset, built-in or the person's own."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    stored = _stored(connection, "preset", name)
    return None if stored is None else presets_of_core.from_dict(stored["settings"])


def save_preset(writing: Writing, preset: Preset) -> None:
    """Store a preset of the person's own. Raises BadParameters for what is no preset."""
    settings = presets_of_core.to_dict(presets_of_core.from_dict(presets_of_core.to_dict(preset)))
    _replace(writing, "preset", preset.name, {"settings": settings})


def delete_preset(writing: Writing, name: str) -> None:
    """Delete a preset of the person's own; who used it uses `default`. Raises NotFound."""
    if name in BUILT_IN:
        raise BadParameters("The preset {name} comes with memdesk: it stays.", name=name)
    if _stored(writing.connection, "preset", name) is None:
        raise NotFound("There is no preset {name}.", name=name)
    _replace(writing, "preset", name, None)


def preset_for(connection: sqlite3.Connection, host: str, role: str) -> str:
    """The preset of a role's choice, else of the host's, else `default` (spec 2.2)."""
    row = connection.execute(
        "SELECT preset FROM role WHERE name = ? AND name <> ''"
        " UNION ALL SELECT preset FROM host WHERE name = ? AND preset IS NOT NULL LIMIT 1",
        (role, host or ANONYMOUS),
    ).fetchone()
    if row is None:
        return DEFAULT.name
    name: str = row[0]
    known = name in BUILT_IN or _stored(connection, "preset", name) is not None
    return name if known else DEFAULT.name


def all_hosts(connection: sqlite3.Connection) -> list[HostRecord]:
    """The hosts that are known, by name."""
    from memdesk.store import schema  # as above

    with schema.database(connection) as database:
        rows = list(schema.Host.select().order_by(schema.Host.name).dicts().execute(database))
    return [_record(row["name"], row) for row in rows]


def one_host(connection: sqlite3.Connection, name: str) -> HostRecord:
    """A host; an unknown one as it would start."""
    stored = _stored(connection, "host", name)
    return _record(name, stored or {})


def _record(name: str, values: Mapping[str, Any]) -> HostRecord:
    return HostRecord(
        name=name,
        policy=values.get("policy", "write"),
        preset=values.get("preset"),
        first_seen=values.get("first_seen"),
        last_seen=values.get("last_seen"),
    )


def set_host(writing: Writing, name: str, choices: Mapping[str, object]) -> HostRecord:
    """Choose a host's policy or preset. Raises BadParameters, NotFound."""
    if choices.get("policy", "write") not in POLICIES:
        raise BadParameters(
            "{field} must be one of {choices}.", field="policy", allowed=POLICIES,
            choices=", ".join(POLICIES),
        )  # fmt: skip
    if choices.get("preset") is not None:
        refuse_unknown_preset(writing.connection, str(choices["preset"]))
    old = _stored(writing.connection, "host", name) or {"policy": "write", "preset": None}
    _replace(writing, "host", name, {**old, **choices})
    return one_host(writing.connection, name)


def note_host(connection: sqlite3.Connection, name: str) -> bool:
    """Note that a host calls. Gives whether it is new."""
    at = times.now()
    known = connection.execute("SELECT 1 FROM host WHERE name = ?", (name,)).fetchone()
    connection.execute(
        "INSERT INTO host (name, policy, first_seen, last_seen) VALUES (:name, 'write', :at, :at)"
        " ON CONFLICT (name) DO UPDATE SET"
        " first_seen = coalesce(first_seen, :at), last_seen = max(coalesce(last_seen, ''), :at)",
        {"name": name, "at": at},
    )
    return known is None


def all_roles(connection: sqlite3.Connection) -> dict[str, str | None]:
    """Every role that an entry has or that a preset was chosen for, with that preset."""
    return dict(
        connection.execute(
            "SELECT name, max(preset) FROM (SELECT name, preset FROM role"
            " UNION ALL SELECT DISTINCT role, NULL FROM entry_count WHERE role <> '')"
            " GROUP BY name ORDER BY name"
        ).fetchall()
    )


def set_role_preset(writing: Writing, role: str, preset: str | None) -> None:
    """Choose a role's preset; None leaves it to the host's. Raises NotFound."""
    if preset is not None:
        refuse_unknown_preset(writing.connection, preset)
    _replace(writing, "role", role, None if preset is None else {"preset": preset})


def refuse_unknown_preset(connection: sqlite3.Connection, name: str) -> None:
    """Raise NotFound unless there is such a preset."""
    if name not in BUILT_IN and _stored(connection, "preset", name) is None:
        raise NotFound("There is no preset {name}.", name=name)


def put_back(
    writing: Writing,
    kind: str,
    name: str,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
) -> None:
    """Take back a change of a preset, host or role. Raises Conflict when it changed since."""
    now = _stored(writing.connection, kind, name)
    if _chosen(kind, now) != _chosen(kind, after):
        raise Conflict(
            "The {kind} {name} was changed since: taking this back would undo that too.",
            kind=kind,
            name=name,
        )
    if kind == "host" and before is None:
        before = {"policy": "write", "preset": None}
    _replace(writing, kind, name, before)


_CHOICES = {"preset": ("settings",), "host": ("policy", "preset"), "role": ("preset",)}


def _chosen(kind: str, values: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if values is None else {name: values[name] for name in _CHOICES[kind]}


def _stored(connection: sqlite3.Connection, kind: str, name: str) -> dict[str, Any] | None:
    names = (*_CHOICES[kind], "first_seen", "last_seen") if kind == "host" else _CHOICES[kind]
    row = connection.execute(
        f"SELECT {', '.join(names)} FROM {kind} WHERE name = ?", (name,)
    ).fetchone()
    if row is None:
        return None
    values = dict(zip(names, row, strict=True))
    if kind == "preset":
        values["settings"] = json.loads(values["settings"])
    return values


def _replace(writing: Writing, kind: str, name: str, values: Mapping[str, Any] | None) -> None:
    """Store a preset, host or role, or remove it, and note it in the history."""
    old = _chosen(kind, _stored(writing.connection, kind, name))
    new = _chosen(kind, values)
    if old == new:
        return
    if new is None:
        writing.connection.execute(f"DELETE FROM {kind} WHERE name = ?", (name,))
        action = "delete"
    else:
        columns = list(new)
        stored = [as_json(v) if isinstance(v, dict) else v for v in new.values()]
        writing.connection.execute(
            f"INSERT INTO {kind} (name, {', '.join(columns)})"
            f" VALUES (?{', ?' * len(columns)}) ON CONFLICT (name) DO UPDATE SET "
            + ", ".join(f"{column} = excluded.{column}" for column in columns),
            (name, *stored),
        )
        action = "create" if old is None else "update"
    writing.journal.note(kind, name, action, old, new)
