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
    "token": N_("print the token of the HTTP door alone; it is made where there is none"),
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
    from memdesk.hosts import http_token

    if args.one == "token":
        print(http_token.token())
    elif args.one:
        print(places[args.one])
    elif args.json:
        from memdesk.cli.output import print_json

        door = {
            "token": http_token.existing_token() or None,
            "http": http_token.open_address(places["socket"]),
        }
        print_json(places | door)
    else:
        for name, place in places.items():
            print(f"{name:<8}{place}")
    return 0


WHERE = Command(_arguments, _run)
