"""The block as hosts get it: made once per state of the bank, frozen per session (spec 2.4, 6.1).

What was made is kept until the bank changes, as JSON ready to be sent. A frozen system layer is
looked up for every request (`freezing`): another process may have frozen it anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from memdesk.core.block.build import build_block, etag
from memdesk.core.block.result import LAYERS, Block, BlockRequest, Language, Layer
from memdesk.core.errors import BadParameters
from memdesk.core.preset import Preset
from memdesk.hosts.block_details import Count, Injected, details_of, shortened
from memdesk.hosts.caller import Call, Identity
from memdesk.hosts.freezing import Freezer
from memdesk.hosts.jsonrpc import Encoded, encode
from memdesk.store.bank import Bank, FrozenBlock, FrozenKey

MAX_KEPT = 256
"""Blocks kept ready. A bank has far fewer (host, workspace, role) that are in use at once."""


class Ready(NamedTuple):
    """A reply that can be sent, and which entries stand in it."""

    result: Encoded
    injected: Injected
    ids: tuple[str, ...]


class _Live(NamedTuple):
    """One block of the bank as it is, and what a reply says of it."""

    block: Block
    details: dict[str, Any]
    """Of the system layer (`block_details`)."""
    of: int
    """The generation of the bank that it was made of, or an earlier one."""


class _Wanted(NamedTuple):
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


class _Kept(NamedTuple):
    """What is kept of one request until the bank changes, its session apart."""

    wanted: _Wanted
    live: _Live
    ready: Ready


class BlockService:
    """Makes blocks for hosts. Any thread may ask.

    `count` counts the tokens of a text, or gives None where nobody asks for them; it may take
    long at its first call.
    """

    def __init__(self, bank: Bank, count: Count) -> None:
        self._bank = bank
        self._count = count
        self._lock = threading.Lock()
        self._generation = -1
        self._kept: OrderedDict[tuple[Any, ...], _Kept] = OrderedDict()
        self._freezer = Freezer(bank)

    def stop(self) -> None:
        """Store what is frozen, but not stored yet."""
        self._freezer.stop()

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
            kept = _Kept(wanted, live, self._reply(wanted, live.block, live.details, None))
            self._keep(key, kept, generation)
        if not (call.identity.session and kept.wanted.freezes):
            return kept.ready
        frozen = self._frozen(kept, call.identity.session, bool(call.params.get("refresh")))
        block = kept.live.block._replace(system=frozen.text)
        return self._reply(kept.wanted, block, frozen.details, frozen.frozen_at or None)

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
            there = tuple(self._bank.presets())
            raise BadParameters(
                "There is no preset {preset}; there are {presets}.",
                field="preset",
                allowed=there,
                preset=name,
                presets=", ".join(there),
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
        of = self._bank.generation()  # before what is read, as above
        source = self._bank.block_source(wanted.preset, viewer, who.host, language=wanted.language)
        request = BlockRequest(
            viewer=viewer,
            host=who.host,
            language=wanted.language,
            layers=wanted.layers,
            limit=limit,
            layout=wanted.freezes,
        )
        block = build_block(source.entries, source.profile, wanted.preset, request, source.beyond)
        return _Live(block, details_of(block, self._count), of)

    def _frozen(self, kept: _Kept, session: str, refresh: bool) -> FrozenBlock:
        """The session's frozen system layer; frozen now where there is none yet.

        The whole one is frozen, whatever limit came with the request: every limit gets those of
        its bytes that fit.
        """
        wanted = kept.wanted
        key = FrozenKey(
            host=wanted.who.host,
            session=session,
            workspace=wanted.who.workspace,
            role=wanted.who.role,
            preset=wanted.name,
            language=wanted.language,
        )
        frozen = None if refresh else self._freezer.find(key)
        whole = kept.live if wanted.limit is None else None
        while frozen is None:
            whole = whole or self._live(wanted, None)
            frozen = self._freezer.freeze(
                key, whole.block.system, whole.details, whole.of, refresh=refresh
            )
            whole = None  # what it was made of is gone
        if wanted.limit is not None and len(frozen.text) > wanted.limit:
            return shortened(frozen, wanted.limit, self._count)
        return frozen

    def _reply(
        self, wanted: _Wanted, block: Block, details: Mapping[str, Any], frozen_at: str | None
    ) -> Ready:
        layers = {name: block.layer(name) for name in LAYERS}
        chars: dict[str, object] = {name: len(text) for name, text in layers.items()}
        tokens: dict[str, object] = {name: self._count(text) for name, text in layers.items()}
        sections = details["sections"]
        chars["sections"] = {name: measures["chars"] for name, measures in sections.items()}
        tokens["sections"] = {name: measures["tokens"] for name, measures in sections.items()}
        injected: Injected = tuple((kind, id) for kind, id in details["injected"])
        tagged = block.system if "system" in wanted.layers else "\n".join(layers.values())
        result = {
            "layers": layers,
            "etag": etag(tagged),
            "frozen_at": frozen_at,
            "chars": chars,
            "tokens": tokens,
            "cut": details["cut"],
            "omitted": details["omitted"],
        }
        ids = tuple(id for _kind, id in injected)
        return Ready(Encoded(encode(result)), injected, ids)


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
