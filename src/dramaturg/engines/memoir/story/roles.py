"""Roles: what somebody named is to the teller, where it stands elsewhere in the passage: the one
they married, the children they list, `the forewoman was Mrs Clegg`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from dramaturg.data_files import Words, load
from dramaturg.engines.memoir.story.kin import KIN, NAME

_ANY_TITLE = "|".join(load(__file__, "titles.yaml", dict[str, str]))
_MARRIED = re.compile(
    rf"\b(?:[Mm]arr(?:y|ied)|wed)(?: with| to)? (?P<name>{NAME})\b(?! (?:Street|Road|Church))"
    rf"|\b(?P<before>{NAME}) and (?:I|me) (?:were |was |got |had )?(?:just )?married\b"
)
_HE, _SHE = re.compile(r"(?i)\b(?:he|him|his)\b"), re.compile(r"(?i)\b(?:she|her)\b")
_LISTED = re.compile(
    r"\b(?i:we|I)(?i:['’]ve| have| had|['’]d)?(?i: got| had)? (?:\w+ )?"
    r"(?P<what>girls|boys|sons|daughters|lads|brothers|sisters)[.,:;—-]+ ?"
    rf"(?P<names>(?:(?:our|my|and|little|wee|then) )*{NAME}"
    rf"(?:(?:, | and |, and )(?:(?:our|my|little|wee|then) )*{NAME})*)"
)
_CHILDREN: Mapping[str, str] = {"girls": "daughter", "boys": "son", "lads": "son"}
_WAS_THE = re.compile(
    r"\b(?:[Tt]he|[Oo]ur|[Mm]y) (?P<what>(?:best |head |first |next-door )?[a-z]+)"
    rf" (?:was|is)(?: called| named)? (?P<name>(?:(?:{_ANY_TITLE})\.? )?{NAME})\b"
)
_WAS_A = re.compile(
    r"\b(?:[Tt]he|[Oo]ur|[Mm]y) (?P<what>(?:[a-z]+ )?[a-z]+), (?P<name>(?:(?i:mr|mrs|miss|dr)\.? )?"
    + NAME
    + r"),"
)
_NO_ROLES = load(__file__, "words.yaml", dict[str, dict[str, Words]])["roles"]["things"]


def roles_in(text: str) -> Mapping[int, str]:
    """By where the name stands."""
    return dict((*_named_for(text), *_spouses(text), *_listed(text)))


def _spouses(text: str) -> Iterator[tuple[int, str]]:
    he, she = len(_HE.findall(text)), len(_SHE.findall(text))
    if he == she:
        return
    for match in _MARRIED.finditer(text):
        group = next(each for each in ("name", "before") if match[each])
        yield match.start(group), "my husband" if he > she else "my wife"


def _listed(text: str) -> Iterator[tuple[int, str]]:
    for match in _LISTED.finditer(text):
        kin = _CHILDREN.get(match["what"], match["what"].removesuffix("s"))
        for name in re.finditer(NAME, match["names"]):
            yield match.start("names") + name.start(), f"my {kin}"


def _named_for(text: str) -> Iterator[tuple[int, str]]:
    for pattern in (_WAS_THE, _WAS_A):
        for match in pattern.finditer(text):
            what = match["what"]
            if what.split()[-1] not in _NO_ROLES and what not in KIN:
                mine = match.group()[:2].lower() in ("my", "ou")
                yield match.start("name"), f"my {what}" if mine else f"the {what}"
