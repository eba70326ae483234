"""What figures are made from: a CSV file from anywhere, or an open study."""

from __future__ import annotations

from pathlib import Path


def is_file(source: Path) -> bool:
    """Whether a file is meant, be it there or not; - is standard input. Names of studies have
    neither endings nor folders.
    """
    return str(source) == "-" or source.is_file() or bool(source.suffix) or len(source.parts) > 1
