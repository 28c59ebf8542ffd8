"""The block: the text that a host injects into its prompt (spec 2). Pure and deterministic."""
