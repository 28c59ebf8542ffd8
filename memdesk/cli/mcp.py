"""`memdesk mcp`: the server that an MCP client starts (spec 3.3)."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from memdesk import paths
from memdesk.cli.commands import Command
from memdesk.translation import N_


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--host", metavar=N_("NAME"), help=N_("the host that asks"))
    parser.add_argument("--workspace", metavar=N_("PATH"), help=N_("the folder of a project"))
    parser.add_argument("--role", metavar=N_("NAME"), help=N_("a role of an assistant"))
    parser.add_argument(
        "--session", metavar="ID", help=N_("a conversation, for which the block is frozen")
    )
    parser.add_argument(
        "--read-only", action="store_true", help=N_("let the host read, but not write")
    )
    parser.add_argument(
        "--no-block",
        action="store_true",
        help=N_("greet the host without the block: a hook injects it already"),
    )


def _run(args: Namespace) -> int:
    from memdesk.cli.missing import warn_of_missing
    from memdesk.hosts import late_log
    from memdesk.hosts.mcp_greeting import Options
    from memdesk.hosts.mcp_stdio import serve

    late_log.to_stderr_late()
    options = Options(
        host=args.host or "",
        # A host starts its servers in the folder of the project: `--workspace .` is that one.
        workspace=paths.workspace_from_here(args.workspace or ""),
        role=args.role or "",
        session=args.session or "",
        read_only=args.read_only,
        greets=not args.no_block,
    )
    bank = paths.bank_path(args.bank)
    warn_of_missing(bank)
    serve(bank, options)
    return 0


MCP = Command(_arguments, _run)
