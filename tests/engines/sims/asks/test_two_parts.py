"""The two-part answer is read under every malformation: the spoken part is kept, everything else
falls back to what is safe.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hanging import ended_if_it_hangs

from dramaturg.engines.sims.asks.two_parts import LONGEST, SpeakerReport, TwoParts, read_two_parts

GOOD = '{"emotional_state": "cooperative", "engagement_score": 1, "node_satisfied": true, "detour_detected": false}'
SAFE = SpeakerReport(False, False, 0)
TRUE = SpeakerReport(True, False, 1)

CASES: dict[str, tuple[str, str, SpeakerReport]] = {
    "well formed": (f"We're at 23%.\n---END---\n{GOOD}", "We're at 23%.", TRUE),
    "no separator": (f"We're at 23%.\n{GOOD}", "We're at 23%.", TRUE),
    "doubled separator": (f"We're at 23%.\n---END---\n---END---\n{GOOD}", "We're at 23%.", TRUE),
    "separator at the end too": (
        f"We're at 23%.\n---END---\n{GOOD}\n---END---",
        "We're at 23%.",
        TRUE,
    ),
    "metadata first": (f"{GOOD}\n---END---\nWe're at 23%.", "We're at 23%.", TRUE),
    "metadata first, no separator": (f"{GOOD}\nWe're at 23%.", "We're at 23%.", TRUE),
    "fenced": (f"We're at 23%.\n---END---\n```json\n{GOOD}\n```", "We're at 23%.", TRUE),
    "labelled": (f"PART 1:\nWe're at 23%.\n---END---\nPART 2:\n{GOOD}", "We're at 23%.", TRUE),
    "broken metadata": (
        'We\'re at 23%.\n---END---\n{"node_satisfied": true,',
        "We're at 23%.",
        SAFE,
    ),
    "separator in pieces": (f"We're at 23%.\n\n---\n\nEND\n\n{GOOD}", "We're at 23%.", TRUE),
    "separator without dashes": (f"We're at 23%.\nEND\n{GOOD}", "We're at 23%.", TRUE),
    "separator with too few dashes": (f"We're at 23%. --END-- {GOOD}", "We're at 23%.", TRUE),
    "no metadata": ("We're at 23%.", "We're at 23%.", SAFE),
    "metadata is a list": ('We\'re at 23%.\n---END---\n["node_satisfied"]', "We're at 23%.", SAFE),
    "wrong types": (
        'We\'re at 23%.\n---END---\n{"node_satisfied": "true", "detour_detected": 1, "engagement_score": "2"}',
        "We're at 23%.",
        SAFE,
    ),
    "out of range": (
        'We\'re at 23%.\n---END---\n{"node_satisfied": true, "engagement_score": 99}',
        "We're at 23%.",
        SpeakerReport(True, False, 2),
    ),
    "not a number": (
        'We\'re at 23%.\n---END---\n{"node_satisfied": false, "engagement_score": NaN}',
        "We're at 23%.",
        SAFE,
    ),
    "infinite": (
        'We\'re at 23%.\n---END---\n{"node_satisfied": false, "engagement_score": -Infinity}',
        "We're at 23%.",
        SpeakerReport(False, False, -2),
    ),
    "huge": (
        f'We\'re at 23%.\n---END---\n{{"node_satisfied": false, "engagement_score": {10**400}}}',
        "We're at 23%.",
        SpeakerReport(False, False, 2),
    ),
    "metadata only": (GOOD, "", TRUE),
    "only the separator": ("---END---", "", SAFE),
    "empty": ("", "", SAFE),
    "invisible characters": (
        f"We're\u200b at\u202e 23%.\x00\n---END---\n{GOOD}",
        "We're at 23%.",
        TRUE,
    ),
    "deeply nested": ("We're at 23%.\n---END---\n" + "[" * 100_000, "We're at 23%.", SAFE),
    "deeply nested objects": (
        "We're at 23%.\n---END---\n" + '{"a":' * 5_000,
        "We're at 23%.",
        SAFE,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_malformed_answer_keeps_its_spoken_part(case: str) -> None:
    text, spoken, report = CASES[case]
    parts = read_two_parts(text)
    assert (parts.spoken, parts.report) == (spoken, report)


@pytest.mark.parametrize("case", [case for case in CASES if case != "well formed"])
def test_what_was_mended_is_on_record(case: str) -> None:
    assert read_two_parts(CASES[case][0]).repairs


def test_a_well_formed_answer_needs_no_repair() -> None:
    assert read_two_parts(CASES["well formed"][0]) == TwoParts("We're at 23%.", TRUE, ())


@pytest.mark.parametrize(
    "flood", ["\n", "-", "- ", "END\n", " ", "{", "---\n", "`", "[", '{"a":', "PART 1\n"]
)
def test_no_flood_is_so_odd_that_reading_it_takes_long(flood: str) -> None:
    """A pattern that goes back and forth would take many minutes here, not a moment."""
    with ended_if_it_hangs():
        read_two_parts(flood * (LONGEST // len(flood)))


pieces = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["---END---", GOOD, "{", "}", '"node_satisfied": true', "\n", "```json", "```"]
    ),
)


@given(st.lists(pieces, max_size=12).map("".join))
def test_reading_never_raises_and_never_speaks_the_separator(text: str) -> None:
    parts = read_two_parts(text)
    assert "---END---" not in parts.spoken
    assert -2 <= parts.report.engagement_score <= 2
