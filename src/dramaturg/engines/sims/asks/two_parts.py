"""The two-part answer of seed 000, §8.3: what is said aloud, `---END---`, and metadata as JSON.
Reading it never raises.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from math import isnan
from typing import Annotated, Any

from pydantic import Field

SEPARATOR = "---END---"
LONGEST = 20_000  # characters read of an answer; a spoken line is two or three sentences
_TRIES = 24  # places at which metadata is looked for

# As it should be, and as models write it: on lines of its own, with dashes missing or elsewhere.
_SEPARATORS = re.compile(
    r"-{2,12}\s{0,4}END\b\s{0,4}-{0,12}|^[ \t]{0,8}END[ \t]{0,8}$", re.MULTILINE
)
_FENCE = re.compile(r"^[ \t]{0,8}```[\w-]{0,20}[ \t]{0,8}$", re.MULTILINE)
_LABEL = re.compile(
    r"^[ \t]{0,8}(?:\*\*)?PART[ \t]{0,4}[12]\b[^\n]{0,60}$", re.MULTILINE | re.IGNORECASE
)
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True)
class SpeakerReport:
    """What the speaker says of the exchange. It is heard, never obeyed: the walker decides.

    `told` is not reported but found: the material that was asked for and that the line carries, in
    whatever words. None where the line is the person's own, which carries all of it.
    """

    node_satisfied: bool
    detour_detected: bool
    engagement_score: int
    told: Annotated[tuple[str, ...] | None, Field(exclude_if=lambda told: told is None)] = None


@dataclass(frozen=True, slots=True)
class TwoParts:
    """What was said, what was reported, and what had to be mended to read it."""

    spoken: str
    report: SpeakerReport
    repairs: tuple[str, ...]


def read_two_parts(text: str) -> TwoParts:
    r"""`Hello.\n---END---\n{"engagement_score": 1}` is a line and a report."""
    repairs: list[str] = []
    if len(text) > LONGEST:
        repairs.append(f"cut after {LONGEST} characters")
    clean = _LABEL.sub("", _FENCE.sub("", _INVISIBLE.sub("", text[:LONGEST])))
    if clean != text[:LONGEST]:
        repairs.append("fences, labels or invisible characters removed")
    before, after = _split(clean, repairs)
    metadata, rest = _metadata(after)
    if metadata is None:
        metadata, before = _metadata(before)
        rest = rest if not before.strip() else ""
        repairs.append(
            "metadata stood before the separator"
            if metadata is not None
            else "no readable metadata"
        )
    spoken = " ".join(" ".join(pieces_of(before.strip() or rest.strip())).split())
    return TwoParts(spoken, _report(metadata or {}, repairs), tuple(repairs))


def _report(fields: dict[str, Any], repairs: list[str]) -> SpeakerReport:
    return SpeakerReport(
        node_satisfied=_flag(fields, "node_satisfied", repairs),
        detour_detected=_flag(fields, "detour_detected", repairs),
        engagement_score=_score(fields, repairs),
    )


def pieces_of(text: str) -> list[str]:
    """The text cut at its separators."""
    return _SEPARATORS.split(text)


def _split(text: str, repairs: list[str]) -> tuple[str, str]:
    pieces = pieces_of(text)
    if len(pieces) == 2 and SEPARATOR not in text:
        repairs.append("separator written differently")
    if len(pieces) == 1:
        repairs.append("separator missing")
        return "", text
    if len(pieces) > 2:
        repairs.append("separator more than once")
    return pieces[0], "\n".join(pieces[1:])


def _metadata(text: str) -> tuple[dict[str, Any] | None, str]:
    """The last JSON object in the text that looks like metadata, and the text without it."""
    decoder = json.JSONDecoder()
    places = [match.start() for match in re.finditer(r"\{", text)]
    for place in (*places[:_TRIES], *places[-_TRIES:]):
        try:
            found, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and (
            "node_satisfied" in found or "engagement_score" in found or "emotional_state" in found
        ):
            return found, text[:place] + text[end:]
    # A broken piece of JSON is not speech: what follows its opening brace is left out
    return None, text.split("{", 1)[0]


def _flag(fields: dict[str, Any], name: str, repairs: list[str]) -> bool:
    value = fields.get(name)
    if value is not None and not isinstance(value, bool):
        repairs.append(f"{name} was not true or false; taken as false")
    return value is True


def _score(fields: dict[str, Any], repairs: list[str]) -> int:
    value = fields.get("engagement_score")
    if value is None:
        return 0
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or (isinstance(value, float) and isnan(value))
    ):
        repairs.append("engagement_score was not a number; taken as 0")
        return 0
    score = round(max(-2, min(2, value)))
    if score != value:
        repairs.append(f"engagement_score was out of range; taken as {score}")
    return score
