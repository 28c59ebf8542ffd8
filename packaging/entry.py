"""Where the frozen program begins: the `memdesk` command."""

import sys

from memdesk.cli import main

sys.exit(main())
