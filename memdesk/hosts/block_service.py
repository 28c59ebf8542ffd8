"""The block as hosts get it: made once per state of the bank, frozen per session (spec 2.4, 6.1).

What was made is kept until the bank changes, as JSON ready to be sent. A frozen system layer is
looked up in the bank for every request: another process may have frozen it anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from memdesk.core import times
from memdesk.core.block.build import build_block, etag
from memdesk.core.block.result import LAYERS, SECTIONS, Block, BlockRequest, Language, Layer
from memdesk.core.entry import Kind
from memdesk.core.errors import BadParameters, BankLocked
from memdesk.core.preset import Preset
from memdesk.hosts.caller import Call, Identity
from memdesk.hosts.jsonrpc import Encoded, encode
from memdesk.store.bank import Bank, FrozenBlock, FrozenKey

MAX_KEPT = 256
"""Blocks kept ready. A bank has far fewer (host, workspace, role) that are in use at once."""
MAX_TOLD = 100
"""Entries left out that a reply names; the rest is counted."""
FREEZE_SECONDS = 0.2
"""How long a block waits to be frozen in a bank that another program has locked. Reading goes on
meanwhile: its bytes are kept here until they can be stored."""
MAX_UNSTORED = 256
"""Sessions whose frozen bytes wait for the bank."""

Injected = tuple[tuple[Kind, str], ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """A reply that can be sent, and which entries stand in it."""

    result: Encoded
    injected: Injected
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Live:
    """One block of the bank as it is, and what a reply says of it."""

    block: Block
    details: dict[str, Any]
    """Of the system layer: its measures, what was cut, what was left out."""
    injected: Injected


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a request asks for, its preset looked up."""

    name: str
    preset: Preset
    language: Language
    layers: tuple[Layer, ...]
    limit: int | None
    who: Identity

    @property
    def freezes(self) -> bool:
        """Whether the system layer is frozen for a request that has a session."""
        asked = "system" in self.layers and "system" in self.preset.layers
        return asked and self.preset.mode == "frozen"


@dataclass(slots=True)
class _Kept:
    """What is kept of one request until the bank changes, its session apart."""

    wanted: _Wanted
    live: _Live
    ready: Ready


@dataclass(frozen=True, slots=True)
class _Unstored:
    """Bytes that a session was given while the bank could not be written."""

    frozen: FrozenBlock
    refresh: bool


class BlockService:
    """Makes blocks for hosts. Any thread may ask.

    `count` counts the tokens of a text, or gives None where nobody asks for them; it may take
    long at its first call.
    """

    def __init__(self, bank: Bank, count: Callable[[str], int | None]) -> None:
        self._bank = bank
        self._count = count
        self._lock = threading.Lock()
        self._generation = -1
        self._kept: OrderedDict[tuple[Any, ...], _Kept] = OrderedDict()
        self._unstored: OrderedDict[FrozenKey, list[_Unstored]] = OrderedDict()

    @property
    def generation(self) -> int:
        """The state of the bank that everything kept here is of."""
        return self._generation

    def ready(self, call: Call) -> Ready | None:
        """The reply if it is made already: no more than a look at whether the bank changed.

        None for whatever takes longer, which any thread but a server's loop may `make`. Raises
        BankUnavailable.
        """
        kept = self._look(_key(call))
        if kept is None or (call.identity.session and kept.wanted.freezes):
            return None
        return kept.ready

    def make(self, call: Call) -> Ready:
        """Make the reply, or take it from what is kept; freeze what is to be frozen.

        Raises BadParameters for an unknown preset, BankUnavailable.
        """
        key = _key(call)
        kept = self._look(key)
        if kept is None:
            generation = self._bank.generation()  # before what is read: too old is made anew
            wanted = self._wanted(call)
            live = self._live(wanted, wanted.limit)
            kept = _Kept(wanted, live, self._reply(wanted, live, None))
            self._keep(key, kept, generation)
        if not (call.identity.session and kept.wanted.freezes):
            return kept.ready
        frozen = self._frozen(kept, call.identity.session, bool(call.params.get("refresh")))
        return self._reply(kept.wanted, kept.live, frozen)

    def _look(self, key: tuple[Any, ...]) -> _Kept | None:
        generation = self._bank.generation()
        with self._lock:
            return self._kept.get(key) if generation == self._generation else None

    def _keep(self, key: tuple[Any, ...], kept: _Kept, generation: int) -> None:
        with self._lock:
            if generation > self._generation:
                self._generation = generation
                self._kept.clear()
            if generation == self._generation:
                self._kept[key] = kept
                if len(self._kept) > MAX_KEPT:
                    self._kept.popitem(last=False)

    def _wanted(self, call: Call) -> _Wanted:
        params, who = call.params, call.identity
        name = params.get("preset") or self._bank.preset_for(who.host, who.role)
        preset = self._bank.preset(name)
        if preset is None:
            raise BadParameters(
                "There is no preset {preset}.",
                field="preset",
                allowed=tuple(self._bank.presets()),
                preset=name,
            )
        return _Wanted(
            name=name,
            preset=preset,
            language=params.get("language") or preset.language,
            layers=tuple(layer for layer in LAYERS if layer in params.get("layers", LAYERS)),
            limit=params.get("limit"),
            who=who,
        )

    def _live(self, wanted: _Wanted, limit: int | None) -> _Live:
        """The block of the bank as it is now."""
        who = wanted.who
        viewer = who.viewer()
        source = self._bank.block_source(wanted.preset, viewer, who.host)
        request = BlockRequest(
            viewer=viewer,
            host=who.host,
            language=wanted.language,
            layers=wanted.layers,
            limit=limit,
        )
        block = build_block(source.entries, source.profile, wanted.preset, request, source.beyond)
        injected: dict[tuple[Kind, str], None] = {}
        for line in block.lines:
            if line.id and line.kind and line.kind != "profile":
                injected[line.kind, line.id] = None
        return _Live(block, self._details(block), tuple(injected))

    def _frozen(self, kept: _Kept, session: str, refresh: bool) -> FrozenBlock:
        """The session's frozen system layer; frozen now where there is none yet.

        The whole one is frozen first, whatever limit came with the request, so that every
        limit that it fits gets its very bytes.
        """
        wanted = kept.wanted
        limit = wanted.limit
        key = FrozenKey(
            host=wanted.who.host,
            session=session,
            workspace=wanted.who.workspace,
            role=wanted.who.role,
            preset=wanted.name,
            language=wanted.language,
        )
        if not refresh and (there := self._frozen_already(key, limit)):
            return there
        if refresh or self._frozen_already(key, None) is None:
            whole = kept.live if limit is None else self._live(wanted, None)
            frozen = self._freeze(key, None, whole, refresh=refresh)
            if limit is None or len(frozen.text) <= limit:
                return frozen
        return self._freeze(key, limit, kept.live, refresh=False)

    def _frozen_already(self, key: FrozenKey, limit: int | None) -> FrozenBlock | None:
        """What the session was given before, stored or still to be stored."""
        self._store_at_last(key)
        with self._lock:
            waiting = [one.frozen for one in self._unstored.get(key, ())]
        for frozen in waiting:  # the unlimited one first
            if frozen.limit == limit or (frozen.limit is None and len(frozen.text) <= (limit or 0)):
                return frozen
        return self._bank.frozen_block(key, limit)

    def _freeze(
        self, key: FrozenKey, limit: int | None, live: _Live, *, refresh: bool
    ) -> FrozenBlock:
        text, details = live.block.system, _stored(live)
        try:
            frozen = self._bank.freeze(
                key, limit, text, details, refresh=refresh, patience=FREEZE_SECONDS
            )
        except BankLocked:
            frozen = FrozenBlock(text=text, frozen_at=times.now(), limit=limit, details=details)
            with self._lock:
                before = [] if refresh else self._unstored.get(key, [])
                for one in before:
                    if one.frozen.limit == limit:
                        return one.frozen  # another thread was faster
                self._unstored[key] = [*before, _Unstored(frozen, refresh)]
                self._unstored.move_to_end(key)
                if len(self._unstored) > MAX_UNSTORED:
                    self._unstored.popitem(last=False)
            return frozen
        if refresh:
            with self._lock:
                self._unstored.pop(key, None)
        return frozen

    def store_frozen(self) -> None:
        """Store the frozen bytes that wait for it, as far as the bank lets."""
        with self._lock:
            keys = list(self._unstored)
        for key in keys:
            self._store_at_last(key)

    def _store_at_last(self, key: FrozenKey) -> None:
        """Store what waits of one session, unless the bank is locked still."""
        if key not in self._unstored:
            return
        with self._lock:
            waiting = list(self._unstored.get(key, ()))
        try:
            for one in waiting:
                frozen = one.frozen
                self._bank.freeze(
                    key, frozen.limit, frozen.text, frozen.details,
                    refresh=one.refresh, patience=0,
                )  # fmt: skip
        except BankLocked:
            return
        with self._lock:
            if self._unstored.get(key) == waiting:
                del self._unstored[key]

    def _reply(self, wanted: _Wanted, live: _Live, frozen: FrozenBlock | None) -> Ready:
        details: Mapping[str, Any] = live.details if frozen is None else frozen.details
        system = live.block.system if frozen is None else frozen.text
        layers = {"system": system, "runtime": live.block.runtime, "tail": live.block.tail}
        chars: dict[str, object] = {name: len(text) for name, text in layers.items()}
        tokens: dict[str, object] = {name: self._count(text) for name, text in layers.items()}
        sections = details.get("sections", {})
        chars["sections"] = {name: measures["chars"] for name, measures in sections.items()}
        tokens["sections"] = {name: measures["tokens"] for name, measures in sections.items()}
        injected = live.injected
        if frozen is not None:
            injected = tuple((kind, id) for kind, id in details.get("injected", ()))
        tagged = system if "system" in wanted.layers else "\n".join(layers.values())
        result = {
            "layers": layers,
            "etag": etag(tagged),
            "frozen_at": None if frozen is None else frozen.frozen_at,
            "chars": chars,
            "tokens": tokens,
            "cut": details.get("cut", []),
            "omitted": details.get("omitted", {}),
        }
        ids = tuple(id for _kind, id in injected)
        return Ready(Encoded(encode(result)), injected, ids)

    def _details(self, block: Block) -> dict[str, Any]:
        sections = {}
        for section in SECTIONS:
            lines = [line.text for line in block.lines if line.section == section]
            if lines:
                text = "\n".join(lines)
                sections[section] = {"chars": len(text), "tokens": self._count(text)}
        cut = [
            {"section": line.section, "kind": line.kind, "id": line.id, "chars": len(line.lost)}
            for line in block.lines
            if line.lost
        ]
        # An entry that is withheld from this host does not exist for it (spec 2.5).
        omitted = [one for one in block.omitted if one.reason != "never_send"]
        counts: dict[str, int] = {}
        for one in omitted:
            counts[one.section] = counts.get(one.section, 0) + 1
        if block.omitted_beyond:
            counts["memories"] = counts.get("memories", 0) + block.omitted_beyond
        told = [
            {"section": one.section, "kind": one.kind, "id": one.id, "reason": one.reason}
            for one in omitted[:MAX_TOLD]
        ]
        return {
            "sections": sections,
            "cut": cut,
            "omitted": {"count": sum(counts.values()), "sections": counts, "entries": told},
        }


def _stored(live: _Live) -> dict[str, Any]:
    """What is stored beside frozen bytes, to say the same of them ever after."""
    return {**live.details, "injected": [list(one) for one in live.injected]}


def _key(call: Call) -> tuple[Any, ...]:
    who, params = call.identity, call.params
    layers = params.get("layers")
    return (
        who.host,
        who.workspace,
        who.role,
        params.get("preset"),
        params.get("language"),
        None if layers is None else tuple(layers),
        params.get("limit"),
    )
