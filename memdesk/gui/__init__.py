"""The window, the tray and quick-add."""
