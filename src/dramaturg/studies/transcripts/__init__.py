"""Interviews that somebody held elsewhere, read from the files that others keep them in."""
