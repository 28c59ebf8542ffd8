"""`memdesk block`: a layer of the block, as a start-up hook of a host asks for it (spec 2, 3.5).

A running server has it ready: then nothing is loaded but a socket. Else the bank is opened here,
and the same operation gives the same bytes.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from memdesk import paths
from memdesk.cli.commands import Command
from memdesk.core.errors import BankUnavailable
from memdesk.core.reasons import reason_of
from memdesk.translation import N_

_LAYERS = ("system", "runtime", "tail")
_PATIENCE = 5.0
"""Seconds that a server has to answer in; one that hangs must not keep the block from a host."""
_PLAIN = ("session", "host", "workspace", "role", "preset", "language", "limit")


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--layer",
        choices=_LAYERS,
        default="system",
        help=N_("system (the standard), runtime or tail"),
    )
    parser.add_argument(
        "--session", metavar="ID", help=N_("a conversation, for which the block is frozen")
    )
    parser.add_argument("--refresh", action="store_true", help=N_("freeze it anew"))
    parser.add_argument("--host", metavar=N_("NAME"), help=N_("the host that asks"))
    parser.add_argument("--preset", metavar=N_("NAME"), help=N_("how the block is made"))
    parser.add_argument("--language", choices=("en", "zh"), help=N_("of the fixed words"))
    parser.add_argument("--workspace", metavar=N_("PATH"), help=N_("the folder of a project"))
    parser.add_argument("--role", metavar=N_("NAME"), help=N_("a role of an assistant"))
    parser.add_argument(
        "--limit",
        type=int,
        metavar="N",
        help=N_("at most this many characters of the system layer"),
    )
    parser.add_argument("--json", action="store_true", help=N_("print JSON, for programs"))


def _run(args: Namespace) -> int:
    params: dict[str, Any] = {
        name: value for name in _PLAIN if (value := getattr(args, name)) is not None
    }
    if args.workspace:
        # Relative to here: the server stands somewhere else.
        params["workspace"] = paths.workspace_from_here(args.workspace)
    if args.refresh:
        params["refresh"] = True
    if not args.json:
        params["layers"] = [args.layer]
    reply = _ask(args, params)
    if args.json:
        from memdesk.cli.output import print_json

        print_json(reply)
        return 0
    text: str = reply["layers"][args.layer]
    sys.stdout.write(text if text.endswith("\n") or not text else text + "\n")
    return 0


def _ask(args: Namespace, params: dict[str, Any]) -> Any:
    """The reply of the running server of the bank, or of the bank itself."""
    from memdesk.hosts.socket_client import NoServer, call

    bank = paths.bank_path(args.bank)
    address = paths.socket_address(bank)
    try:
        return call(address, "block", params, timeout=_PATIENCE)
    except (NoServer, TimeoutError):
        return _make(args, params)
    except (OSError, ValueError) as error:
        raise BankUnavailable(
            "The memdesk server at {address} does not answer: {reason}.",
            address=address,
            reason=reason_of(error),
        ) from error


def _make(args: Namespace, params: dict[str, Any]) -> Any:
    """Run the same operation here, and log it as any other fetch of that host."""
    from json import loads
    from time import perf_counter

    from memdesk.cli.outdated import bring_up_to_date
    from memdesk.hosts.caller import Caller
    from memdesk.hosts.jsonrpc import Encoded, Request
    from memdesk.hosts.service import Service

    started = perf_counter()
    service = Service(paths.bank_path(args.bank), counts_tokens=args.json)
    service.start()
    try:
        bring_up_to_date(service.bank)
        _operation, call = service.prepare(Caller(door="cli"), Request("block", params))
        result, injected, _recalled = service.run(call)
        if not isinstance(result, Encoded):
            return result
        service.log(call, started, len(result.json), injected)
        return loads(result.json)
    finally:
        service.stop()


BLOCK = Command(_arguments, _run)
