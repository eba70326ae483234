"""Kin and others who are known by what they are to the teller: which words mean whom, and how they
are spoken of to them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dramaturg.data_files import WordList, Words, load
from dramaturg.english.prose import table

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["kin"]

KIN: Mapping[str, str] = {
    word: kin
    for kin, words in load(__file__, "kin.yaml", dict[str, WordList]).items()
    for word in (kin, *words)
}
"""What somebody is called, and what they are."""

ALONE = _WORDS["alone"]
"""Said with a capital and nothing before it: Dad."""

TELLING_APART = table("older elder eldest oldest younger youngest twin half")
_DESCRIBING = TELLING_APART | _WORDS["describing"]
_DESCRIBED = f"(?:(?:{'|'.join(sorted(_DESCRIBING))}) )"
_RELATION = "|".join(sorted((re.escape(word) for word in KIN), key=len, reverse=True))
NAME = r"[A-Z](?:['’][A-Z])?[^\W\d_]+(?:[-'’][A-Z]?[^\W\d_]+){0,2}"
FULL_NAME = rf"{NAME}(?: {NAME})?"
OF_MINE = re.compile(
    r"\b(?P<whose>[Mm]y|[Oo]ur|[Mm]e)"
    rf" (?P<how>{_DESCRIBED}{{0,2}})(?P<kin>{_RELATION})\b(?!['’]s|-)(?:,? (?P<name>{NAME}))?"
)
WITH_THEIRS = re.compile(
    rf"\b(?P<whose>[Mm]y|[Oo]ur|[Mm]e) (?P<how>{_DESCRIBED}{{0,2}})(?P<kin>{_RELATION})['’]s\b"
)
WAS_MINE = re.compile(
    rf"\b(?P<name>{FULL_NAME}) (?:was|is|became) (?:always )?(?P<mine>my)"
    rf" (?P<how>{_DESCRIBED}{{0,2}})(?P<kin>{_RELATION})\b"
)
"""`Hilda Crane was my friend`."""
OLD_MAN = re.compile(r"\b[Mm]y old (?P<who>man|lady)\b")
CALLED_SO = re.compile(
    rf"\b(?P<kin>{'|'.join(word.capitalize() for word in sorted(ALONE, key=len, reverse=True))})\b"
)


def role_of(kin: str, described: str = "") -> str:
    """What somebody is to the teller: `my older sister`. Only what tells one from another
    is kept.
    """
    kept = [word for word in described.lower().split() if word in TELLING_APART]
    return " ".join(("my", *kept, KIN.get(kin.lower(), kin.lower())))


def spoken_of(role: str) -> str:
    """How the interviewer says it: `your older sister`."""
    return role if role.startswith("the ") else f"your {role.removeprefix('my ')}"
