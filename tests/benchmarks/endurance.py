"""Whether a server grows (spec 6.1): its memory after many requests against that after few."""

from __future__ import annotations

from pathlib import Path

from banks import copied_bank
from block_over_socket import PARAMS, Client, request
from measuring import Figure, resident, serving

COUNT = 10_000
WARM = 20_000
"""Requests until everything that is loaded late, or kept up to a bound, is there: what is known of
sessions, of words and of lines fills up in the first ten thousand."""
GROWN = 8e6
"""Bytes that an allocator may keep for itself."""


def measure(folder: Path, *, quick: bool) -> list[Figure]:
    """Requests of every kind that hosts send all day, each with its access logged."""
    home = folder / "endurance"
    home.mkdir()
    bank = copied_bank(home / "memdesk.sqlite", COUNT)
    requests = 5_000 if quick else 100_000
    with serving(home, bank) as server:
        client = Client(server.address)
        ask(client, 0, WARM)
        warm = resident(server.pid)
        ask(client, WARM, WARM + requests)
        grown = resident(server.pid) - warm
        client.close()
    what = f"memory that a server gains over {requests:,} requests"
    return [Figure(what, max(0.0, grown), most=GROWN, unit="bytes")]


def ask(client: Client, first: int, last: int) -> None:
    for number in range(first, last):
        reply = client.ask(kind(number))
        if b'"error"' in reply[:200]:
            raise RuntimeError(reply.decode())


def kind(number: int) -> bytes:
    """Mostly blocks of an unchanged bank; some of sessions, searches, and changes between."""
    match number % 100:
        case 0:
            return request("memory_write", {"title": f"Number {number}", "content": "New"})
        case 1 | 2:
            return request("memory_recall", {"query": f"server {number % 7}"})
        case 3:
            return request("block", {**PARAMS, "session": f"session {number}"})
        case 4:
            return request("memory_list", {"limit": 20})
    return request("block", PARAMS)
