"""`memdesk where`: where the bank, the socket and the files lie."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memdesk import paths
from memdesk.cli.commands import Command
from memdesk.translation import N_

_PLACES = {
    "socket": N_("print the address of the socket alone"),
    "config": N_("print the directory of the settings alone"),
    "data": N_("print the directory of the default bank alone"),
    "log": N_("print the directory of the logs alone"),
}


def _arguments(parser: ArgumentParser) -> None:
    one = parser.add_mutually_exclusive_group()
    for name, summary in _PLACES.items():
        one.add_argument(f"--{name}", dest="one", action="store_const", const=name, help=summary)
    one.add_argument("--json", action="store_true", help=N_("print JSON, for programs"))


def _run(args: Namespace) -> int:
    bank = paths.bank_path(args.bank)
    directories = paths.directories()
    places = {
        "bank": str(bank),
        "socket": paths.socket_address(bank),
        "config": directories.config,
        "data": directories.data,
        "log": directories.log,
    }
    if args.one:
        print(places[args.one])
    elif args.json:
        from memdesk.cli.output import print_json

        # No door of HTTP is open, so there is neither an address nor a token for it.
        print_json(places | {"token": None, "http": None})
    else:
        for name, place in places.items():
            print(f"{name:<8}{place}")
    return 0


WHERE = Command(_arguments, _run)
