"""What a signal that the readers of this machine read means, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache


def of_readers(name: str) -> str:
    """Empty where no reader reads it."""
    return _known().get(name, "")


@cache
def _known() -> Mapping[str, str]:
    from dramaturg.language.ear.signals import SIGNALS  # noqa: PLC0415 - loads the ear's tables, only when somebody asks why

    first = {
        signal.name: f"{signal.description.partition('. ')[0].rstrip('.')}." for signal in SIGNALS
    }
    return {**first, "response_depth": "How deep the answer goes, in a word."}
