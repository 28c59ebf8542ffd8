"""What is loaded after the window was painted and before anyone asks for it, module by module.

To load a part of the window takes longer than a key may wait; each of these modules takes a few
milliseconds, once those above it are there. Whoever asks sooner gets the part all the same.
"""

# ruff: noqa: F401 - some modules are imported to be there, and for nothing else
from __future__ import annotations

from collections.abc import Iterator


def load_editor() -> Iterator[None]:
    """The editor of a memory, and what keeps what is typed."""
    from memdesk.gui import modals

    yield
    from memdesk.gui import draft

    yield
    from memdesk.gui import entry_form

    yield
    from memdesk.gui import entry_editor

    yield
    from memdesk.gui import cell_draft

    yield
    from memdesk.gui import marked_cells

    yield
    from memdesk.gui import copying

    yield
    from memdesk.gui import selected_entries

    yield
    from memdesk.core import similar

    yield
    from memdesk.core import merging

    yield
    from memdesk.gui import long_text

    yield
    from memdesk.gui import fields

    yield
    from memdesk.gui import common_fields

    yield
    from memdesk.store import writing

    yield
    from memdesk.store import change_log

    yield
    from memdesk.gui import history_words

    yield
    from memdesk.gui import history_table

    yield
    from memdesk.core import diff

    yield
    from memdesk.gui import diff_view

    yield
    from memdesk.gui import history_view

    yield
    from memdesk.gui import entry_foot

    yield
    from memdesk.gui import look_alikes_row

    yield
    from memdesk.gui import memory_editor

    yield
    from memdesk.gui import draft_keeper

    yield


def load_preview() -> Iterator[None]:
    """The live preview."""
    from memdesk.core.block import result

    yield
    from memdesk.core import preset

    yield
    from memdesk.core import secrets

    yield
    from memdesk.core.block import build

    yield
    from memdesk.gui import preview_source

    yield
    from memdesk.gui import preset_fields

    yield
    from memdesk.gui import preset_form

    yield
    from memdesk.gui import preset_panel

    yield
    from memdesk.gui import preview_choices

    yield
    from memdesk.gui import preview_counting

    yield
    from memdesk.gui import preview_meters

    yield
    from memdesk.gui import preview_omitted

    yield
    from memdesk.gui import preview_text

    yield
    from memdesk.gui import preview

    yield


def load_tray() -> Iterator[None]:
    """The tray's icon."""
    from memdesk.core import updating

    yield
    from memdesk.core import reviewing

    yield
    from memdesk.store import suggestions

    yield
    from memdesk.gui import review_words

    yield
    from memdesk.gui import tray

    yield


def load_pages() -> Iterator[None]:
    """The pages that are not on the screen."""
    from memdesk.gui import plain_editor

    yield
    from memdesk.gui import list_field

    yield
    from memdesk.gui import profile_page

    yield
    from memdesk.gui import tags_page

    yield
    from memdesk.gui import review_editor

    yield
    from memdesk.gui import review_table

    yield
    from memdesk.gui import review_view

    yield
    from memdesk.gui import review_page

    yield
    from memdesk.gui import trash_page

    yield
    from memdesk.gui import host_connect

    yield
    from memdesk.gui import host_log

    yield
    from memdesk.gui import hosts_table

    yield
    from memdesk.gui import host_blocks

    yield
    from memdesk.gui import hosts_page

    yield
    from memdesk.gui import slices

    yield
    from memdesk.gui import duplicates_search

    yield
    from memdesk.gui.charts import bars

    yield
    from memdesk.gui.charts import grid

    yield
    from memdesk.gui.charts import timeline

    yield
    from memdesk.gui import insights_source

    yield
    from memdesk.gui import insights_page

    yield


def load_formats() -> Iterator[None]:
    """The formats of files, for who is about to import or to export: they are not loaded before
    that, and would take longer than a key may wait."""
    from memdesk.exchange import source

    yield
    from memdesk.exchange import reading

    yield
    from memdesk.exchange import loose

    yield
    from memdesk.exchange import mirror_note

    yield
    from memdesk.exchange import agents_md_reading

    yield
    from memdesk.exchange import outline

    yield
    from memdesk.exchange import basic_memory

    yield
    from memdesk.exchange.transcripts import conversation

    yield
    from memdesk.exchange import chatgpt

    yield
    from memdesk.exchange import claude_code

    yield
    from memdesk.exchange import gameassist

    yield
    from memdesk.exchange import server_memory

    yield
    from memdesk.exchange import formats

    yield
