"""`python -m memdesk` is the `memdesk` command."""

import sys

from memdesk.cli import main

if __name__ == "__main__":
    sys.exit(main())
