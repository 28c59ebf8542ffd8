"""Sign the bundle: `python3 sign.py memdesk.app`. The identity is the environment's to tell.

`$MEMDESK_SIGN_IDENTITY` is the name of a Developer ID certificate in the keychain. Without it the
bundle is signed ad hoc, which runs here, and elsewhere once its person has allowed it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ENTITLEMENTS = Path(__file__).with_name("entitlements.plist")
MAGIC = {b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"}
"""How programs and libraries for the Mac begin."""


def main(bundle: Path) -> None:
    identity = os.environ.get("MEMDESK_SIGN_IDENTITY") or "-"
    # Notaries want the hardened runtime and a time; ad hoc has neither.
    options = ["--options", "runtime", "--timestamp"] if identity != "-" else []
    command = ["codesign", "--force", "--sign", identity, *options]
    command += ["--entitlements", str(ENTITLEMENTS)]
    # From the inside out: a signature covers those within.
    within = sorted(bundle.rglob("*"), key=lambda path: len(path.parts), reverse=True)
    for path in within:
        if is_code(path):
            subprocess.run([*command, str(path)], check=True)
    subprocess.run([*command, str(bundle)], check=True)
    subprocess.run(["codesign", "--verify", "--strict", "--deep", str(bundle)], check=True)


def is_code(path: Path) -> bool:
    """Whether a file is a program or a library."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) in MAGIC


if __name__ == "__main__":
    main(Path(sys.argv[1]))
