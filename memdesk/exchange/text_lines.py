"""The lines of a text file, one by one: memdesk's own Markdown of a million entries fits in no
memory."""

from __future__ import annotations

from collections.abc import Generator

from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.exchange.source import WHOLE, Source

LONGEST = 16 * 1024 * 1024
"""Bytes from one heading to the next, in a file that is too big to be read as a whole."""


def text_lines(source: Source) -> Generator[str, None, None]:
    """The lines as they stand, without what ends them: "\\n" or "\\r\\n".

    As if `source.text` were taken apart, which is what is done with UTF-16. Raises BadParameters
    where the file is empty or no text, LimitExceeded where a big one has more than LONGEST bytes
    without a heading.
    """
    source.refuse_empty()
    if source.encoding == "utf-16":
        yield from source.text.replace("\r\n", "\n").split("\n")
        return
    bounded = source.size > WHOLE
    number = length = 0
    encoding, ended = source.encoding, True
    with source.in_words(), source.open() as file:
        while line := file.readline(LONGEST if bounded else -1):
            number += 1
            length = len(line) if line.startswith(b"#") else length + len(line)
            if bounded and length >= LONGEST:
                raise LimitExceeded(
                    "{path} is too big for its format: more than {limit} bytes.",
                    limit=LONGEST,
                    path=source.called,
                )
            try:
                text = line.decode(encoding)
            except UnicodeDecodeError as error:
                raise BadParameters(
                    "{path} is not text: line {line} holds bytes that are no {encoding}.",
                    path=source.called,
                    line=number,
                    encoding="UTF-8",
                ) from error
            encoding, ended = "utf-8", text.endswith("\n")
            yield text[:-1].removesuffix("\r") if ended else text
    if ended:
        yield ""
