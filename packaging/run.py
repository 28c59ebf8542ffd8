"""Run memdesk from a fresh clone: `python3 packaging/run.py [ARGS…]`.

Installs what is missing, then hands over to `memdesk ARGS…`; without arguments that opens the
window.
"""

import sys

import bootstrap

if __name__ == "__main__":
    bootstrap.prepare()
    bootstrap.become("memdesk", *sys.argv[1:])
