"""The window, the tray and quick-add."""

import builtins

import PySide6.QtCore  # noqa: F401 - it is what puts it there

# PySide puts an import of its own in the place of Python's: it reads the source of each module that
# is imported, to see whether its names may be written in snake_case there, and all those lines stay
# in memory. Nothing here is written so. It keeps Python's own under this name, for itself.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
