"""Memories out of conversations: facts and a summary by a model that the person names (5.2)."""
