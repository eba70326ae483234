"""Every fault of a walkthrough or a cohort, with its meaning. Each code has a page under
docs/faults/.
"""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "not-of-this-engine": (
        "A walkthrough or a cohort has something that what it plays does not know."
    ),
    "one-of-these": (
        "A walkthrough or a cohort plays nothing or several things, or a part of it does."
    ),
}
