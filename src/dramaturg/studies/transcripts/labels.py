"""Labels: lines of a transcript that say who speaks, as people and programs write them.

`Maria: Yes.`, `[00:12] I: Why?`, `Maria  0:12` above what she says, `Maria<TAB>Yes.`
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from dramaturg.studies.transcripts.recording import SpokenLine

TIME = r"[\[(<]?(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,:]\d{1,3})?[\])>]?"
LABEL = re.compile(
    rf"(?:{TIME}\s*[-–—]?\s*)?[*_]*(?P<who>[^\W\d_](?:[^:\t\n?!]{{0,58}}[^:\t\n?!\s*_])?)[*_]*"
    rf"(?:\s*{TIME})?\s*(?::[*_]*|\t)(?!//)\s*(?P<said>.*)",
    re.DOTALL,
)
HEAD = re.compile(rf"(?P<who>[^\W\d_][^:\t\n?!]{{0,58}}?)\s+[-–—]?\s*{TIME}\s*")
ONLY_TIME = re.compile(rf"{TIME}(?:\s*(?:-->|[-–—])\s*{TIME})?")
MOST_WORDS = 5  # of a label: a name with a title
OFTEN = 2  # so often a label stands there, or it is the beginning of a sentence
NEARLY_ALL = 0.8  # of the lines of a short file that have a label each

Numbered = tuple[int, str]


def spoken(lines: Iterable[Numbered]) -> tuple[SpokenLine, ...]:
    """Lines of text with who says them. What has no label goes on from the line before."""
    told = [(number, text.strip()) for number, text in lines]
    told = [(number, text) for number, text in told if text and not ONLY_TIME.fullmatch(text)]
    labels = _labels(told)
    found: list[SpokenLine] = []
    for number, text in told:
        who, said = _parted(text, labels)
        if who is None and found:
            last = found[-1]
            found[-1] = SpokenLine(last.speaker, f"{last.text} {said}".strip(), last.line)
        else:
            found.append(SpokenLine(who or "", said, number))
    return tuple(each for each in found if each.text)


def _labels(told: Sequence[Numbered]) -> frozenset[str]:
    """What stands before a colon often enough to be somebody."""
    candidates = [who for _, text in told if (who := _label(text))]
    often = {who for who, count in Counter(candidates).items() if count >= OFTEN}
    if len(candidates) >= NEARLY_ALL * len(told):
        often = set(candidates)
    return frozenset(often)


def _label(text: str) -> str | None:
    found = HEAD.fullmatch(text) or LABEL.fullmatch(text)
    if found is None or len(found["who"].split()) > MOST_WORDS:
        return None
    return _plain(found["who"])


def _parted(text: str, labels: frozenset[str]) -> tuple[str | None, str]:
    who = _label(text)
    if who is None or who not in labels:
        return None, text
    head = HEAD.fullmatch(text)
    found = LABEL.fullmatch(text)
    return who, "" if head or not found else found["said"].strip()


def _plain(who: str) -> str:
    return " ".join(who.split()).strip("*_[]()")
