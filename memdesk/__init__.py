"""memdesk: the desk for what a person's AI assistants remember."""

__version__ = "0.1.0"
