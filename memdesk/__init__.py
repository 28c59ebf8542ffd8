"""memdesk: the desk for what a person's AI assistants remember."""

__version__ = "0.1.0"

APPLICATION_ID = "local.memdesk.memdesk"
"""By which desktops know the program: names of the desktop entry, the bundle, the start at login.
Below a domain that nobody can own."""
