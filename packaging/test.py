"""Check everything from a fresh clone: `python3 packaging/test.py [PYTEST ARGS…]`.

Style, types, then the tests. All of it runs whatever fails, the exit code is 0 only when
nothing did, and the last line is the test runner's.

The tests start servers, windows and an X display, several at once. One that fails beside the
others is run again on its own, and named: it fails the run when it fails there, too. When many
fail, something is wrong, and there is no second time.
"""

import json
import os
import subprocess
import sys

import bootstrap

CHECKS = {
    "style": ("ruff", "check"),
    "format": ("ruff", "format", "--check"),
    "types": ("mypy",),
}


MOST_AGAIN = 3
"""Failed tests that are run again."""


def workers(args):
    """How many tests run at once, as arguments. Not where a debugger needs the terminal."""
    if any(arg in ("-s", "--pdb", "--trace") or arg.startswith("-n") for arg in args):
        return []
    count = max(1, min(os.cpu_count() or 1, 4))
    return ["-n", str(count), "--dist", "loadgroup"] if count > 1 else []


def main(args):
    bootstrap.prepare("dev", tests=True)
    failed = []
    for name, (tool, *rest) in CHECKS.items():
        bootstrap.say("checking " + name)
        if subprocess.call([str(bootstrap.program(tool)), *rest], cwd=bootstrap.ROOT) != 0:
            failed.append(name)
    if failed:
        bootstrap.say("not as it should be: " + ", ".join(failed))
    bootstrap.say("running the tests")
    tests = run_tests(*workers(args), *args)
    again = failed_tests() if tests == 1 and workers(args) else []
    if again and len(again) <= MOST_AGAIN:
        bootstrap.say("failed beside the others, now on its own: " + ", ".join(again))
        tests = run_tests(*again)
        if tests == 0:
            bootstrap.say("failed only beside the others: " + ", ".join(again))
    return tests or (1 if failed else 0)


def run_tests(*args):
    """Run pytest. Gives its exit code."""
    return subprocess.call([str(bootstrap.program("pytest")), *args], cwd=bootstrap.ROOT)


def failed_tests():
    """The tests that failed in the last run, as pytest keeps them."""
    kept = bootstrap.ROOT / "build" / "pytest" / "v" / "cache" / "lastfailed"
    return sorted(json.loads(kept.read_text("utf-8"))) if kept.exists() else []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
