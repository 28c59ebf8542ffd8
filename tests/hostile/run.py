"""The long rounds, by hand: `python tests/hostile/run.py --rounds 300`.

Kills memdesk amid every kind of work so many times, and prints what was acknowledged and lost.
`--only WORD` picks the scenarios with that word in their name.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from killing import SCENARIOS, Tally, killed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    faults = 0

    def tell(tally: Tally) -> None:
        if tally.faults and tally.faults[-1].startswith(f"round {tally.rounds}:"):
            print("   ", tally.faults[-1], flush=True)

    print(f"{'killed amid':24} rounds killed acknowledged lost faults", flush=True)
    for name in SCENARIOS:
        if args.only not in name:
            continue
        tally = killed(name, args.rounds, args.seed, tell)
        print(
            f"{name:24} {tally.rounds:6} {tally.killed:6} {tally.acknowledged:12} "
            f"{tally.lost:4} {len(tally.faults):6}",
            flush=True,
        )
        faults += tally.lost + len(tally.faults)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
