"""What the preview shows: one host's block, from the bank and from what is being typed.

No widgets. The bank is read in the worker's thread; laying the draft over it and building the
block are pure and quick enough for every keystroke.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from memdesk.core import times
from memdesk.core.block.build import build_block
from memdesk.core.block.result import LAYERS, Block, BlockRequest, Language, Section
from memdesk.core.block.selection import section_of
from memdesk.core.entry import Entry, Profile
from memdesk.core.preset import BUILT_IN, DEFAULT, Preset
from memdesk.core.scope import Viewer
from memdesk.store.bank import Bank
from memdesk.store.frozen import Given

NO_TRIALS: Mapping[str, Preset] = MappingProxyType({})

Draft = Entry | Profile | None

# What sets updated_at when it is saved (spec 1.1); position, pin and scope don't.
_TEXT_FIELDS = (
    "title", "content", "category", "name", "summary", "notes", "tech", "path", "work_kind",
    "status", "tags", "relevance",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Whose block is shown. Preset "" is the one that host and role get; language None its own."""

    host: str = ""
    workspace: str = ""
    role: str = ""
    preset: str = ""
    language: Language | None = None
    limit: int | None = None
    """A hard number of characters, as the request of a session had it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What the bank holds for a sight, and what can be chosen instead.

    `preset` is what the block is made with: the `stored` one, or a trial of the person's.
    """

    sight: Sight
    preset: Preset
    stored: Preset
    entries: tuple[Entry, ...]
    profile: Profile
    beyond: Mapping[Section, int]
    hosts: tuple[str, ...] = ()
    workspaces: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    presets: Mapping[str, Preset] = field(default_factory=dict)
    chosen_for_host: str = ""
    """The preset that this host and role get."""
    host_choices: Mapping[str, str | None] = field(default_factory=dict)
    """Each host, with the preset that was chosen for it."""
    role_choices: Mapping[str, str | None] = field(default_factory=dict)
    sessions: tuple[Given, ...] = ()
    """What sessions of the host were given, newest first."""
    generation: int = 0
    """The number of the bank's newest change before all this was read."""

    @property
    def request(self) -> BlockRequest:
        return BlockRequest(
            viewer=Viewer(workspace=self.sight.workspace, role=self.sight.role),
            host=self.sight.host,
            language=self.sight.language,
            limit=self.sight.limit,
        )


def load(bank: Bank, sight: Sight, trials: Mapping[str, Preset] = NO_TRIALS) -> Loaded:
    """Read everything a sight needs. Raises BankUnavailable. For the worker's thread.

    `trials` are presets that are being changed, by the name under which they are stored.
    """
    generation = bank.generation()
    presets: Mapping[str, Preset] = BUILT_IN | bank.presets()
    for_host = bank.preset_for(sight.host, sight.role)
    name = sight.preset or for_host
    stored = presets.get(name, DEFAULT)
    preset = trials.get(stored.name, stored)
    viewer = Viewer(workspace=sight.workspace, role=sight.role)
    source = bank.block_source(preset, viewer, sight.host, drafting=True)
    host_choices = {record.name: record.preset for record in bank.hosts()}
    role_choices = bank.roles()
    return Loaded(
        sight=sight,
        preset=preset,
        stored=stored,
        entries=source.entries,
        profile=source.profile,
        beyond=source.beyond,
        hosts=tuple(host_choices),
        workspaces=tuple(filter(None, bank.distinct("workspace"))),
        roles=tuple(role_choices),
        presets=presets,
        chosen_for_host=for_host,
        host_choices=host_choices,
        role_choices=role_choices,
        sessions=tuple(bank.frozen_given(sight.host)),
        generation=generation,
    )


def build(loaded: Loaded, draft: Draft = None, stored: Entry | None = None, now: str = "") -> Block:
    """The block with the draft in place of what the bank holds of it.

    `stored` is the bank's version of the draft; `now` the time at which saving it would stamp
    it. Pure.
    """
    if draft is None:
        return build_block(
            loaded.entries, loaded.profile, loaded.preset, loaded.request, loaded.beyond
        )
    if isinstance(draft, Profile):
        return build_block(loaded.entries, draft, loaded.preset, loaded.request, loaded.beyond)
    others = [entry for entry in loaded.entries if (entry.kind, entry.id) != (draft.kind, draft.id)]
    beyond = dict(loaded.beyond)
    if stored is not None and len(others) == len(loaded.entries):
        # It was not among the candidates: if it may be in the block, it was counted beyond them.
        section = section_of(stored, loaded.preset, loaded.request)
        if section is not None and beyond.get(section):
            beyond[section] -= 1
    entry = stamped(draft, stored, now or times.now())
    return build_block([*others, entry], loaded.profile, loaded.preset, loaded.request, beyond)


def stamped(draft: Entry, stored: Entry | None, now: str) -> Entry:
    """The draft with the times that saving it would give."""
    if stored is None:
        return replace(draft, created_at=draft.created_at or now, updated_at=now)
    moved = any(getattr(draft, name, None) != getattr(stored, name, None) for name in _TEXT_FIELDS)
    return replace(draft, updated_at=now) if moved else draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """How big a part of a block is. Tokens are None until they are counted."""

    chars: int
    tokens: int | None = None
    counted: int = 0
    """Those of the characters that count against the budget: of entry lines (spec 2.2)."""


def texts(block: Block) -> dict[str, str]:
    """Each layer, and the entry lines of each section that has any, by name."""
    lines: dict[str, list[str]] = {}
    for line in block.lines:
        if line.section is not None and line.kind is not None:
            lines.setdefault(line.section, []).append(line.text)
    return {
        **{layer: block.layer(layer) for layer in LAYERS},
        **{section: "\n".join(texts) for section, texts in lines.items()},
    }
