"""The doors that serve hosts, as the window reaches them. Beside `application` the one module of
the interface that knows them; each is loaded when it is first wanted."""

# ruff: noqa: F401 - some modules are imported to be there, and for nothing else
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from memdesk import config
from memdesk.core.entry import ANONYMOUS
from memdesk.core.errors import MemdeskError
from memdesk.gui.host_side import HostSide, Plan

if TYPE_CHECKING:
    from memdesk.hosts import connect
    from memdesk.store.bank import Bank


def load_doors() -> Iterator[None]:
    """What serving takes, module by module (see `ahead`)."""
    from memdesk.core import quick_add

    yield
    from memdesk.exchange import source

    yield
    from memdesk.exchange import reading

    yield
    from memdesk.exchange import gameassist

    yield
    from memdesk.hosts import parameters

    yield
    from memdesk.hosts import caller

    yield
    from memdesk.hosts import block_service

    yield
    from memdesk.hosts import mirrors

    yield
    from memdesk.hosts import access_batch

    yield
    from memdesk.hosts import service

    yield
    from memdesk.hosts import connection

    yield
    from memdesk.hosts import stream_loop

    yield
    from memdesk.hosts import socket_server

    yield
    from memdesk.hosts import doors

    yield
    from memdesk.hosts import upkeep

    yield


def served_already() -> type[MemdeskError]:
    """What a server raises where another process serves the bank."""
    from memdesk.hosts.socket_server import AlreadyServed

    return AlreadyServed


def host_side(bank: Path) -> HostSide:
    """What the window asks of the doors, for one bank. Each is loaded when it is first asked."""

    def reviewed(name: str) -> Callable[..., Any]:
        def act(*args: object) -> object:
            return getattr(import_module("memdesk.hosts.reviewing"), name)(*args)

        return act

    def connectable() -> tuple[str, ...]:
        from memdesk.hosts.host_places import HOSTS

        return HOSTS

    def in_a_folder() -> tuple[str, ...]:
        from memdesk.hosts.host_places import IN_A_FOLDER

        return IN_A_FOLDER

    def plan(host: str, folder: Path | None, remove: bool) -> Plan:
        from memdesk.hosts import connect
        from memdesk.hosts.this_program import this_program

        machine = connect.this_machine(folder)
        return connect.plan(host, machine, this_program(bank), remove=remove)

    def write(host: str, changes: Plan, remove: bool) -> list[Path]:
        from memdesk.hosts import connect
        from memdesk.hosts.this_program import allowed_origins

        backups = connect.write(cast("Sequence[connect.Change]", changes))
        settings = config.load()
        origins = allowed_origins(host, settings.http_origins, remove=remove)
        if origins != settings.http_origins:
            config.save(replace(settings, http_origins=origins))
        return backups

    def forget_in_mirrors(bank: Bank, says: Callable[[str], bool]) -> list[MemdeskError]:
        from memdesk.hosts import mirrors

        return mirrors.forget(bank, says)

    return HostSide(
        propose=reviewed("propose"),
        similar=reviewed("similar"),
        accept=reviewed("accept"),
        accept_into=reviewed("accept_into"),
        connectable=connectable,
        caller_name=lambda host: "" if host == ANONYMOUS else host,
        in_a_folder=in_a_folder,
        plan=plan,
        write=write,
        forget_in_mirrors=forget_in_mirrors,
    )
