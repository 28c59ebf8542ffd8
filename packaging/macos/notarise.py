"""Have Apple's notaries look at the archive, and pin their answer to the bundle:
`python3 notarise.py memdesk.zip memdesk.app`, then the bundle is to be archived again.

Who asks, the environment tells: `$MEMDESK_NOTARY_APPLE_ID`, `$MEMDESK_NOTARY_TEAM` and
`$MEMDESK_NOTARY_PASSWORD` (one made for this program alone). Without them nothing is done.
"""

from __future__ import annotations

import os
import subprocess
import sys

WANTED = {
    "--apple-id": "MEMDESK_NOTARY_APPLE_ID",
    "--team-id": "MEMDESK_NOTARY_TEAM",
    "--password": "MEMDESK_NOTARY_PASSWORD",
}


def main(archive: str, bundle: str) -> None:
    missing = [name for name in WANTED.values() if not os.environ.get(name)]
    if missing:
        print(f"not notarised: the environment does not tell {', '.join(missing)}")
        return
    who = [word for option, name in WANTED.items() for word in (option, os.environ[name])]
    subprocess.run(["xcrun", "notarytool", "submit", archive, *who, "--wait"], check=True)
    subprocess.run(["xcrun", "stapler", "staple", bundle], check=True)
    subprocess.run(["ditto", "-c", "-k", "--keepParent", bundle, archive], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
