"""`memdesk consolidate`: memories out of conversations, by a model that is named (spec 5)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk.cli.banks import opened, workspace
from memdesk.cli.commands import Command
from memdesk.cli.output import for_terminal, print_json, print_table
from memdesk.cli.usage import add_json
from memdesk.core.errors import BadParameters, EndpointFailed, MemdeskError
from memdesk.translation import N_, _, language, say

if TYPE_CHECKING:
    from memdesk import config
    from memdesk.consolidation.address import Address
    from memdesk.consolidation.aiming import Aim, Target
    from memdesk.consolidation.consolidator import Consolidator
    from memdesk.consolidation.endpoint import Endpoint
    from memdesk.consolidation.harvesting import Cost, Tell
    from memdesk.consolidation.proposing import Outcome
    from memdesk.exchange.transcripts.conversation import Conversation
    from memdesk.store.bank import Bank


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        type=Path,
        nargs="*",
        metavar=N_("PATH"),
        help=N_("transcripts; without one, those that are found on this machine"),
    )
    parser.add_argument(
        "--print-instructions",
        action="store_true",
        help=N_("only print what a host's own model is told to do"),
    )
    parser.add_argument(
        "--scope",
        metavar=N_("SCOPE"),
        default="all",
        help=N_("all: what is new; full: everything; recent: the newest five; session:ID"),
    )
    parser.add_argument("--workspace", metavar=N_("PATH"), help=N_("the folder of a project"))
    parser.add_argument("--role", metavar=N_("NAME"), help=N_("whose memories they become"))
    parser.add_argument(
        "--endpoint", metavar="URL", help=N_("the address of the model, as http://localhost:11434")
    )
    parser.add_argument("--model", metavar=N_("NAME"), help=N_("the name of the model"))
    parser.add_argument(
        "--window", type=int, metavar="N", help=N_("tokens of the model's window; otherwise 8192")
    )
    parser.add_argument(
        "--last",
        type=int,
        metavar="N",
        help=N_("search the last N messages of each for facts, 0 for all; otherwise 5"),
    )
    parser.add_argument(
        "--timeout",
        type=int,
        metavar=N_("SECONDS"),
        help=N_("give up when the model is silent for so long; otherwise 180"),
    )
    parser.add_argument("--no-summary", action="store_true", help=N_("only facts, no summary"))
    parser.add_argument(
        "--summary-to",
        metavar="KIND:ID",
        help=N_("the task or work whose notes the summary goes to, as task:ID"),
    )
    parser.add_argument(
        "--save-key",
        action="store_true",
        help=N_("read the address' key from standard input and keep it; nothing else is done"),
    )
    parser.add_argument("--yes", action="store_true", help=N_("send without asking"))
    add_json(parser)


def _run(args: Namespace) -> int:
    if args.print_instructions:
        from memdesk.hosts.consolidation import instruction

        sys.stdout.write(instruction(args.scope, language(), workspace(args)))
        return 0
    from memdesk.cli.settings import load
    from memdesk.consolidation.address import address_of

    settings = _with_options(load(), args)
    if not settings.consolidate_endpoint:
        raise BadParameters(
            "Name the address of a model with --endpoint, as --endpoint http://localhost:11434.",
            field="endpoint",
        )
    address = address_of(settings.consolidate_endpoint)
    if args.save_key:
        return _save_key(address)
    if not settings.consolidate_model:
        raise BadParameters("Name the model with --model.", field="model")
    return _consolidate(args, settings, address)


def _with_options(settings: config.Settings, args: Namespace) -> config.Settings:
    """The settings, but for what the command line says otherwise."""
    endpoint, model = args.endpoint, args.model
    window, last, silence = args.window, args.last, args.timeout
    return replace(
        settings,
        consolidate_endpoint=settings.consolidate_endpoint if endpoint is None else endpoint,
        consolidate_model=settings.consolidate_model if model is None else model,
        consolidate_window=settings.consolidate_window if window is None else window,
        consolidate_silence=settings.consolidate_silence if silence is None else silence,
        consolidate_facts_from=settings.consolidate_facts_from if last is None else last,
        consolidate_summary=settings.consolidate_summary and not args.no_summary,
    )


def _save_key(address: Address) -> int:
    from memdesk.consolidation.keys import keep_key, key_path

    if sys.stdin.isatty():
        from getpass import getpass

        key = getpass(_("Key for {address}: ").format(address=address.base))
    else:
        key = sys.stdin.readline()
    place = keep_key(address, key)
    if place == "keyring":
        print(_("The key is kept in the system keyring."))
    elif place == "file":
        print(
            _("There is no system keyring: the key lies in {path}, for you alone to read.").format(
                path=key_path()
            )
        )
    else:
        print(_("No key is kept for {address} now.").format(address=address.base))
    return 0


def _consolidate(args: Namespace, settings: config.Settings, address: Address) -> int:
    from memdesk.consolidation.consolidator import Consolidator, choices_of, endpoint_of
    from memdesk.consolidation.keys import find_key
    from memdesk.consolidation.stopping import Stop

    with opened(args) as bank:
        consolidator = Consolidator(bank, choices_of(settings, language()), _aim(args, settings))
        found = _conversations(bank, args)
        priced = [(one, consolidator.cost(one, Stop())) for one in found]
        due = [(one, price) for one, price in priced if price.calls]
        if not due:
            if args.json:
                print_json({"address": address.base, "sessions": []})
            else:
                print(_("Nothing was said since the last time."))
            return 0
        _say_what_goes_where(due, address, settings.consolidate_model)
        if not args.yes and not _agreed():
            print(_("Nothing was sent."), file=sys.stderr)
            return 1
        endpoint = endpoint_of(address, settings.consolidate_model, find_key(address)[0], settings)
        return _go_through(consolidator, endpoint, [one for one, _price in due], args)


def _aim(args: Namespace, settings: config.Settings) -> Aim:
    from memdesk.consolidation.aiming import Aim

    return Aim(
        # Without paths it says which conversations: then each holds where it was held.
        workspace=workspace(args) if args.paths and args.workspace is not None else None,
        role=args.role,
        target=_target(args.summary_to),
        straight=settings.consolidate_straight,
        summary_title=_("Summary: {title}"),
        full=args.scope == "full",
    )


def _target(text: str | None) -> Target:
    kind, colon, id = (text or "").partition(":")
    if text and (kind not in ("task", "work") or not colon or not id):
        raise BadParameters(
            "{text} names no task or work; write task:ID or work:ID.", field="target", text=text
        )
    return kind, id


def _conversations(bank: Bank, args: Namespace) -> list[Conversation]:
    """Those that were named, or those of the scope; the oldest first."""
    from memdesk.exchange.transcripts.conversation import Tally
    from memdesk.exchange.transcripts.finding import conversations_in

    if args.paths:
        found = [one for path in args.paths for one in conversations_in(path, Tally())]
    else:
        from memdesk.hosts.sessions import Sessions, chosen_of

        sessions = Sessions()
        # What was read already is left out below, by how far it was read.
        scope = "full" if args.scope == "all" else args.scope
        found = chosen_of(sessions.of_scope(scope), workspace(args), scope, ())
    return sorted(found, key=lambda one: (one.updated_at, one.id))


def _say_what_goes_where(
    due: list[tuple[Conversation, Cost]], address: Address, model: str
) -> None:
    """What would be sent, and to which address: on stderr, before anything leaves."""
    from contextlib import redirect_stdout

    with redirect_stdout(sys.stderr):
        print_table(
            [
                (
                    one.id,
                    one.title,
                    _("messages: {count}").format(count=price.messages),
                    _("tokens: ≈{count}").format(count=price.tokens),
                )
                for one, price in due
            ],
            flexible=1,
        )
        place = (
            _("this machine")
            if address.is_local
            else _("over the network, NOT ENCRYPTED")
            if address.is_open
            else _("over the network, encrypted")
        )
        sentence = _("Goes to {address} ({place}), model {model}; tokens: ≈{count}.")
        tokens = sum(price.tokens for _one, price in due)
        print(
            for_terminal(
                sentence.format(address=address.chat, place=place, model=model, count=tokens)
            )
        )


def _agreed() -> bool:
    if not sys.stdin.isatty():
        print(_("Say --yes to send it."), file=sys.stderr)
        return False
    print(_("Send it? [y/N] "), end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes", "j", "是", "好")


def _go_through(
    consolidator: Consolidator,
    endpoint: Endpoint,
    conversations: list[Conversation],
    args: Namespace,
) -> int:
    from memdesk.consolidation.stopping import Stop

    told: list[dict[str, object]] = []
    failed: MemdeskError | None = None
    for one in conversations:
        try:
            outcome = consolidator.run(one, endpoint, Stop(), _progress(one))
        except MemdeskError as error:
            failed = error  # the next one would fail as this one did: what is done is kept
            told.append({"id": one.id, "error": str(error)})
            break
        finally:
            _end_progress()
        told.append(_shape(outcome))
        if not args.json:
            _say_outcome(outcome)
    if args.json:
        print_json({"address": endpoint.address.base, "sessions": told})
    if failed is not None:
        print("memdesk: " + say(failed), file=sys.stderr)
        if isinstance(failed, EndpointFailed) and failed.key:
            print(
                _("memdesk consolidate --endpoint {address} --save-key keeps a key.").format(
                    address=endpoint.address.base
                ),
                file=sys.stderr,
            )
        return 1
    if not args.json and any(one.get("suggested") for one in told):
        print(_("They wait in memdesk, under Review, for your yes or no."))
    return 0


def _progress(one: Conversation) -> Tell:
    shown = sys.stderr.isatty()

    def tell(done: int, total: int) -> None:
        if shown and total:
            print(f"\r{100 * done // total:3d} %  {one.id}", end="", file=sys.stderr, flush=True)

    return tell


def _end_progress() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _say_outcome(outcome: Outcome) -> None:
    one = outcome.conversation
    sentence = (
        _("{id}: {count} suggested, {known} known already.")
        if outcome.numbers or not outcome.proposed
        else _("{id}: {count} stored, {known} known already.")
    )
    print(sentence.format(id=one.id, count=len(outcome.proposed), known=outcome.known))
    print_table(
        [
            (
                "",
                _RELATIONS_SHOWN[proposed.relation](),
                proposed.title,
                "" if proposed.other is None else f"→ {proposed.other.id}",
            )
            for proposed in outcome.proposed
        ],
        flexible=2,
    )
    if outcome.broken or outcome.unknown:
        print(
            _("Could not be read in it: {broken} broken, {unknown} unknown pieces.").format(
                broken=outcome.broken, unknown=outcome.unknown
            ),
            file=sys.stderr,
        )


_RELATIONS_SHOWN = {
    "new": lambda: _("new"),
    "same": lambda: _("same as"),
    "contradicts": lambda: _("contradicts"),
    "updates": lambda: _("updates"),
    "resembles": lambda: _("resembles"),
}


def _shape(outcome: Outcome) -> dict[str, object]:
    numbers: list[int | None] = [*outcome.numbers]
    numbers = numbers or [None] * len(outcome.proposed)
    return {
        "id": outcome.conversation.id,
        "messages": outcome.messages,
        "known": outcome.known,
        "broken": outcome.broken,
        "unknown": outcome.unknown,
        "suggested": len(outcome.numbers),
        "proposed": [
            {
                "suggestion": None if number is None else f"s{number}",
                "operation": proposed.operation,
                "relation": proposed.relation,
                "other": None
                if proposed.other is None
                else {"kind": proposed.other.kind, "id": proposed.other.id},
                "parameters": proposed.parameters,
            }
            for proposed, number in zip(outcome.proposed, numbers, strict=True)
        ],
    }


CONSOLIDATE = Command(_arguments, _run)
