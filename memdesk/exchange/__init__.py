"""In and out: one module a format, reading into and writing from core's types."""
