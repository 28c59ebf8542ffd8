"""Conversations of chat programs, read as they lie: one module a format (spec 5.3)."""
