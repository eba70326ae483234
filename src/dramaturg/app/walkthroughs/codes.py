"""Every fault of a walkthrough, with its meaning. Each code has a page under docs/faults/."""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "not-of-this-engine": "A walkthrough expects or does something that what it plays does not know.",
    "one-of-these": "A walkthrough plays nothing or several things, or a turn of it does nothing or several things.",
}
