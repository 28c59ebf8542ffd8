"""Every format at a glance: what of each fixture is found, imported, skipped, and imported twice.

`python tests/exchange/table_of_formats.py > tests/exchange/FORMATS.md` writes the table anew. The
fixtures are those of `test_every_format.py`. `--big` puts 100,000 entries to each format instead,
in a process of its own, and prints time and memory, and that stopping and killing an import leave
the bank as it was.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from multiprocessing.synchronize import Event
from pathlib import Path

from example import BYTE_ORDER_MARK, Example
from examples import AWKWARD, EXAMPLES, ORDINARY

from memdesk.core.errors import MemdeskError
from memdesk.core.query import Query
from memdesk.exchange import formats
from memdesk.exchange.importing import ImportPlan, import_found
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

LONGEST = 90
"""Characters of a reason that are shown."""
TITLE = "| format | fixture | found | imported | skipped, and why | second import |"
BIG_TITLE = "| format | file, MB | entries | look, s | import, s | memory, MB | stopped | killed |"
Fixture = tuple[str, Callable[[Example, Path], Path | None]]


def cut(example: Example, folder: Path) -> Path | None:
    path = example.write(folder, ORDINARY)
    if path.is_dir():
        return None  # it has no middle
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    return path


def of_windows(example: Example, folder: Path) -> Path:
    path = example.write(folder, AWKWARD)
    if path.is_file() and Source(path).may_be_text:
        plain = path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        path.write_bytes(BYTE_ORDER_MARK + plain)
    return path


FIXTURES: tuple[Fixture, ...] = (
    ("20 ordinary entries", lambda example, folder: example.write(folder, ORDINARY)),
    ("none", lambda example, folder: example.write(folder, ())),
    ("missing, null, wrongly typed", lambda example, folder: example.wrong(folder)),
    ("cut off at two thirds", cut),
    ("emoji, Chinese, CRLF, BOM", of_windows),
)


def rows() -> Iterator[str]:
    """A line of Markdown for each fixture of each format."""
    yield TITLE
    yield "|---" * TITLE.count(" | ") + "|---|"
    for example in EXAMPLES:
        for name, make in FIXTURES:
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place)
                if (path := make(example, folder)) is not None:
                    yield f"| {example} | {name} | {_tried(example, path, folder)} |"


def _tried(example: Example, path: Path, folder: Path) -> str:
    """What becomes of one fixture, as the cells of its row."""
    with closing(Bank(folder / "bank.sqlite")) as bank:
        try:
            found = formats.read(Source(path), example.format)
            first = import_found(bank, found)
            second = import_found(bank, formats.read(Source(path), example.format))
        except MemdeskError as error:
            assert not bank.exists()
            return f"– | – | refused: {_told(str(error), folder)} | –"
    number = first.held.total()
    again = "adds nothing" if not second.changes_anything else f"adds {second.added}"
    return f"{number} | {first.added} | {_skipped(first, folder)} | {again}"


def _skipped(plan: ImportPlan, folder: Path) -> str:
    reasons = Counter(_told(one.reason, folder) for one in plan.skipped)
    several = (f"{count} × {reason}" for reason, count in reasons.items())
    return "; ".join(several) or "–"


def _told(reason: str, folder: Path) -> str:
    """A reason on one line of a table, without the folder that the fixture lies in."""
    line = " ".join(reason.replace(f"{folder}/", "").replace("|", "/").split())
    return line if len(line) <= LONGEST else line[:LONGEST].rstrip() + "…"


# --- a hundred thousand


def big_rows(wanted: Sequence[str], count: int) -> Iterator[str]:
    """A line for each format that holds so many in one file."""
    yield BIG_TITLE
    yield "|---" * BIG_TITLE.count(" | ") + "|---|"
    for example in EXAMPLES:
        if example.most >= 100_000 and (not wanted or example.format in wanted):
            with tempfile.TemporaryDirectory() as folder:
                yield _big(example, Path(folder), count)


def _big(example: Example, folder: Path, count: int) -> str:
    texts = [f"Number {number} is about something." for number in range(count)]
    path = example.write(folder, texts)
    size = sum(one.stat().st_size for one in folder.rglob("*") if one.is_file()) / 1e6
    del texts
    bank = folder / "bank.sqlite"
    looked, imported, memory = _in_process(_import_whole, example, path, bank)
    with closing(Bank(bank)) as there:
        assert there.count(Query()) == count
    small = folder / "small.sqlite"
    with closing(Bank(small)) as there:
        import_found(there, formats.read(Source(_one(example, folder)), example.format))
        before = there.count(Query())
    at = min(20_000, count // 2)
    stopped = _in_process(_stop_half_way, example, path, small, at)[0]
    _kill_half_way(example, path, small, at)
    with closing(Bank(small)) as there:
        after = there.count(Query())
        assert after == before, (before, after)
        assert not there.check()
    return (
        f"| {example} | {size:.0f} | {count:,} | {looked:.1f} | {imported:.1f} | {memory:.0f} "
        f"| as before, after {stopped:,.0f} | as before, after {at:,} |"
    )


def _one(example: Example, folder: Path) -> Path:
    other = folder / "other"
    other.mkdir()
    return example.write(other, ["What was there before."])


def _found(example: Example, path: Path) -> Found:
    return formats.read(Source(path), example.format)


def _import_whole(example: Example, path: Path, bank: Path) -> tuple[float, ...]:
    before = time.process_time()
    _found(example, path).counts()
    looked = time.process_time()
    with closing(Bank(bank)) as there:
        import_found(there, _found(example, path))
    done = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return looked - before, done - looked, peak


class Stopped(Exception):
    """A person has had enough."""


def _stop_half_way(example: Example, path: Path, bank: Path, at: int) -> tuple[float, ...]:
    last = 0

    def stop(done: int, _total: int) -> None:
        nonlocal last
        last = done
        if done >= at:
            raise Stopped

    with closing(Bank(bank)) as there:
        try:
            import_found(there, _found(example, path), stop)
        except Stopped:
            return (last,)
    raise AssertionError("it was not stopped")


def _kill_half_way(example: Example, path: Path, bank: Path, at: int) -> None:
    context = multiprocessing.get_context("spawn")
    reached = context.Event()
    child = context.Process(target=_import_telling, args=(example, path, bank, at, reached))
    child.start()
    assert reached.wait(600)
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)
    child.join()
    assert child.exitcode == -signal.SIGKILL  # it had not ended


def _import_telling(example: Example, path: Path, bank: Path, at: int, reached: Event) -> None:
    def tell(number: int, _total: int) -> None:
        if number == at:
            reached.set()

    with closing(Bank(bank)) as there:
        import_found(there, _found(example, path), tell)


def _in_process(work: Callable[..., tuple[float, ...]], *args: object) -> tuple[float, ...]:
    """What a piece of work gives in a process of its own, whose peak of memory is the work's."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, args)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--big", action="store_true", help="time and memory of many entries")
    parser.add_argument("--count", type=int, default=100_000, help="how many, with --big")
    parser.add_argument("formats", nargs="*", help="only these")
    args = parser.parse_args()
    if not args.big:
        print("# What is read\n\nWritten by `table_of_formats.py` beside this file.\n")
    for row in big_rows(args.formats, args.count) if args.big else rows():
        print(row, flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
