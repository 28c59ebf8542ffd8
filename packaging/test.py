"""Check everything from a fresh clone: `python3 packaging/test.py [PYTEST ARGS…]`.

Style, types, then the tests. All of it runs whatever fails, the exit code is 0 only when
nothing did, and the last line is the test runner's.
"""

import os
import subprocess
import sys

import bootstrap

CHECKS = {
    "style": ("ruff", "check"),
    "format": ("ruff", "format", "--check"),
    "types": ("mypy",),
}


def workers(args):
    """How many tests run at once, as arguments. Not where a debugger needs the terminal."""
    if any(arg in ("-s", "--pdb", "--trace") or arg.startswith("-n") for arg in args):
        return []
    count = max(1, min(os.cpu_count() or 1, 4))
    return ["-n", str(count), "--dist", "loadgroup"] if count > 1 else []


def main(args):
    bootstrap.prepare("dev", tests=True)
    failed = []
    for name, (program, *rest) in CHECKS.items():
        bootstrap.say("checking " + name)
        if subprocess.call([str(bootstrap.BIN / program), *rest], cwd=bootstrap.ROOT) != 0:
            failed.append(name)
    if failed:
        bootstrap.say("not as it should be: " + ", ".join(failed))
    bootstrap.say("running the tests")
    pytest = str(bootstrap.BIN / "pytest")
    tests = subprocess.call([pytest, *workers(args), *args], cwd=bootstrap.ROOT)
    return tests or (1 if failed else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
