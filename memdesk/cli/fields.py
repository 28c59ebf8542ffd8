"""The options that give an entry its fields, for `add` and `update`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from memdesk.core.entry import CATEGORIES, CONSTRAINT_MODES, RELEVANCES, Kind
from memdesk.core.errors import BadParameters
from memdesk.core.lists import split_list, without_repeats
from memdesk.translation import N_

FROM_STDIN = "-"
_PLAIN = ("title", "category", "constraint", "relevance", "status", "work_kind", "path")
_LONG = ("content", "notes", "summary")


def add_fields(parser: ArgumentParser) -> None:
    """Options for the fields that a person sets."""
    parser.add_argument("--title", "--name", metavar=N_("TEXT"), help=N_("title, or a work's name"))
    parser.add_argument("--category", choices=CATEGORIES, help=N_("of a memory"))
    parser.add_argument(
        "--constraint",
        choices=CONSTRAINT_MODES,
        help=N_("whether a memory is a constraint: decided by tags and wording, yes or no"),
    )
    parser.add_argument("--relevance", choices=RELEVANCES, help=N_("high, medium or low"))
    parser.add_argument("--status", metavar=N_("TEXT"), help=N_("of a task or a work"))
    parser.add_argument("--notes", metavar=N_("TEXT"), help=N_("of a task; - reads them"))
    parser.add_argument("--summary", metavar=N_("TEXT"), help=N_("of a work; - reads it"))
    parser.add_argument("--work-kind", metavar=N_("TEXT"), help=N_("what kind of work it is"))
    parser.add_argument("--tech", metavar=N_("LIST"), help=N_("of a work, with commas between"))
    parser.add_argument("--path", metavar=N_("PATH"), help=N_("where a work lies"))


def given_fields(kind: Kind, args: Namespace) -> dict[str, object]:
    """The fields that the options give, named as the attributes of the kind's class."""
    given: dict[str, object] = {}
    for option in (*_PLAIN, *_LONG):
        value = getattr(args, option, None)
        if value is not None:
            field = "name" if (kind, option) == ("work", "title") else option
            given[field] = text_or_stdin(value) if option in _LONG else value
    if args.tech is not None:
        given["tech"] = without_repeats(split_list(args.tech))
    return given


def text_or_stdin(text: str) -> str:
    """The text, or for `-` what standard input holds, byte for byte."""
    if text != FROM_STDIN:
        return text
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadParameters("Standard input is not UTF-8 text.") from error
