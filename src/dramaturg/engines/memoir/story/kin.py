"""Kin and others who are known by what they are to the teller: which words mean whom, and how they
are spoken of to them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dramaturg.english.prose import table

_WORDS: Mapping[str, str] = {
    "father": "dad daddy papa pa pop pops da abba baba",
    "mother": "mum mom mummy mommy mam mama ma mammy",
    "grandmother": "gran granny grandma nan nana nanna oma nani",
    "grandfather": "granddad grandad grandpa gramps granda opa",
    "husband": "hubby",
    "wife": "missus",
    "aunt": "auntie aunty",
    "uncle": "",
    "brother": "",
    "sister": "",
    "son": "",
    "daughter": "",
    "baby": "",
    "cousin": "",
    "nephew": "",
    "niece": "",
    "grandson": "",
    "granddaughter": "",
    "grandchild": "",
    "stepfather": "stepdad",
    "stepmother": "stepmum stepmom",
    "great-grandmother": "great-gran",
    "great-grandfather": "great-granddad",
    "mother-in-law": "",
    "father-in-law": "",
    "sister-in-law": "",
    "brother-in-law": "",
    "godmother": "",
    "godfather": "",
    "fiancé": "fiancée fiance fiancee",
    "girlfriend": "",
    "boyfriend": "",
    "friend": "mate pal buddy",
    "neighbour": "neighbor",
    "teacher": "schoolteacher",
    "boss": "",
    "foreman": "",
    "parents": "",
    "grandparents": "",
    "children": "kids bairns",
    "grandchildren": "grandkids",
    "brothers": "",
    "sisters": "",
    "sons": "lads",
    "daughters": "",
    "uncles": "",
    "aunts": "aunties",
    "cousins": "",
    "friends": "mates pals",
    "neighbours": "neighbors",
    "ancestors": "forebears",
    "twins": "",
}
KIN: Mapping[str, str] = {
    word: kin for kin, words in _WORDS.items() for word in (kin, *words.split())
}
"""What somebody is called, and what they are."""

ALONE = table(
    "mum mom mummy mommy mam mama dad daddy papa gran granny grandma grandpa granddad grandad nan"
    " nana nanna"
)
"""Said with a capital and nothing before it: Dad."""

TELLING_APART = table("older elder eldest oldest younger youngest twin half")
_DESCRIBING = TELLING_APART | table(
    "first second third other only middle late poor dear big little wee best old own great baby two"
    " three four five six"
)
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
    return f"your {role.removeprefix('my ')}"
