"""What in a text says who somebody is: addresses of all kinds, numbers that can be checked, and
people's names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from dramaturg.language.person_names import find_people
from dramaturg.turn.ports import Syntax

Kind = Literal[
    "email",
    "phone",
    "url",
    "handle",
    "iban",
    "card",
    "national_id",
    "postcode",
    "address",
    "person",
]


@dataclass(frozen=True, slots=True)
class PersonalSpan:
    """Characters `start` to `end` of the text are personal."""

    start: int
    end: int
    kind: Kind


def find_personal(text: str, syntax: Syntax | None = None) -> list[PersonalSpan]:
    """Everything personal in the text, in order and apart from one another. Without `syntax` fewer
    names are found.
    """
    taken = bytearray(len(text))
    found: list[PersonalSpan] = []
    for personal in (*_by_pattern(text), *_people(text, syntax)):
        place = slice(personal.start, personal.end)
        if not any(taken[place]):
            taken[place] = b"\1" * (personal.end - personal.start)
            found.append(personal)
    return sorted(found, key=lambda personal: personal.start)


def _by_pattern(text: str) -> Iterator[PersonalSpan]:
    for kind, pattern, holds in PATTERNS:
        for match in pattern.finditer(text):
            start, whole = match.start(), match.group()
            if holds(whole, text[max(0, start - CUE_WITHIN) : start]):
                yield PersonalSpan(start, start + len(whole.rstrip(NOT_PART_OF_IT)), kind)


def _people(text: str, syntax: Syntax | None) -> Iterator[PersonalSpan]:
    return (PersonalSpan(start, end, "person") for start, end in find_people(text, syntax))


# ── checks ────────────────────────────────────────────────────────────────────────────────────────

NOT_PART_OF_IT = ".,;:!?)'\"”’ "
CUE_WITHIN = 40  # characters before a number in which a word may say what it is
PHONE_CUE = re.compile(
    r"(?i)\b(?:phone|mobile|cell|tel|call|called|ring|rang|text|whatsapp|fax|my number|his"
    r" number|her number)\b"
)
ID_CUE = re.compile(
    r"(?i)\b(?:id|identity|passport|licen[cs]e|insurance|social security|tax|personal"
    r" number|national)\b"
)
DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}")
YEARS = re.compile(r"(?:(?:19|20)\d\d[ /.-]{0,3}){1,4}")
NORTH_AMERICAN = re.compile(r"(?:1[ .-]?)?\(?[2-9]\d\d\)?[ .-]{1,2}[2-9]\d\d[ .-]\d{4}")
IBAN_LENGTHS: Mapping[str, int] = {
    country: length
    for length, countries in {
        15: "NO", 16: "BE", 18: "DK FI FO GL NL", 19: "MK SI", 20: "AT BA EE KZ LT LU XK",
        21: "CH HR LI LV", 22: "BG BH DE GB GE IE ME RS", 23: "AE GI IL TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG", 25: "PT", 26: "IS TR", 27: "FR GR IT MC MR SM",
        28: "AL AZ CY DO GT HU LB PL", 29: "BR EG QA", 30: "JO KW MU", 31: "MT SC",
    }.items()
    for country in countries.split()
}  # fmt: skip


def always(_text: str, _before: str) -> bool:
    return True


def digits(text: str) -> str:
    return "".join(char for char in text if char.isdecimal())


def is_phone(text: str, before: str) -> bool:
    """A number dialled from abroad, from within the country, or one that is called one."""
    number = digits(text)
    if not 7 <= len(number) <= 15 or DATE.fullmatch(text) or YEARS.fullmatch(text):
        return False
    if text.startswith("+") or NORTH_AMERICAN.fullmatch(text):
        return True
    if number.startswith("0"):
        return len(number) >= 9
    return bool(PHONE_CUE.search(before))


def is_iban(text: str, _before: str) -> bool:
    """Of its country's length, and 1 modulo 97 with its beginning put last (ISO 13616)."""
    code = re.sub(r"\s", "", text).upper()
    if len(code) != IBAN_LENGTHS.get(code[:2]):
        return False
    return int("".join(str(int(char, 36)) for char in code[4:] + code[:4])) % 97 == 1


def luhn(number: str) -> bool:
    doubled = (int(digit) * (2 if place % 2 else 1) for place, digit in enumerate(reversed(number)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def is_card(text: str, _before: str) -> bool:
    number = digits(text)
    return 13 <= len(number) <= 19 and number[0] in "23456" and luhn(number)


def is_ssn(text: str, _before: str) -> bool:
    """The areas, groups and serials the United States give out."""
    area, group, serial = text.split("-")
    return area not in ("000", "666") and area < "900" and group != "00" and serial != "0000"


def is_dni(text: str, _before: str) -> bool:
    """Spain: the letter is the number modulo 23."""
    whole = re.sub(r"[\s-]", "", text).upper()
    number = whole[:-1].replace("X", "0").replace("Y", "1").replace("Z", "2")
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == whole[-1]


def is_pesel(text: str, _before: str) -> bool:
    """Poland: weights 1 3 7 9 and a digit that fills up to ten."""
    return (
        sum(
            int(digit) * weight
            for digit, weight in zip(text, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1), strict=True)
        )
        % 10
        == 0
    )


def is_nir(text: str, _before: str) -> bool:
    """France: the key is 97 less the number modulo 97."""
    number = digits(text)
    return 97 - int(number[:13]) % 97 == int(number[13:])


def is_personnummer(text: str, _before: str) -> bool:
    number = digits(text)[-10:]
    return "01" <= number[2:4] <= "12" and luhn(number)


def is_called_id(_text: str, before: str) -> bool:
    return bool(ID_CUE.search(before))


# ── patterns, the surest first ────────────────────────────────────────────────────────────────────

DOMAIN_END = (
    "(?:com|org|net|info|io|edu|gov|co|uk|de|fr|es|it|nl|pl|se|no|dk|at|ch|eu|in|jp|cn|au|ca|br|us)"
)
CAPITAL = r"[A-ZÀ-ÖØ-Þ]"
STATES = (
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM"
    " NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC"
).replace(" ", "|")
STREET = (
    "Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Square|Place|Terrace|Crescent|Close|Way|Gardens|Row|Mews|"
    "Grove|Parkway|Highway"
)

FIRST_STREET = (
    rf"\d{{1,5}}[a-z]?,? (?!Minute|Mile|Hour|Day|Year)(?:[NSEW]\.? )?(?:{CAPITAL}[\w'’-]{{1,30}}"
    rf" ){{1,3}}(?:{STREET})"
)
LIVING_AT = (
    r"(?<=\blive at )\d{1,5}[a-z]? (?:[\w'’-]{1,30}"
    r" ){1,3}(?:street|road|avenue|lane|drive|close|way)"
)
ROMANCE = (
    r"\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|chemin|via|calle) (?:(?:de|du|des|la|le|del)"
    r" |[dl]['’]){0,2}"
)

Check = Callable[[str, str], bool]
"""Takes what was matched and what stands before it."""

PATTERNS: tuple[tuple[Kind, re.Pattern[str], Check], ...] = (
    ("url", re.compile(r"(?i)\b(?:https?://|www\.)[^\s<>\"]{3,500}"), always),
    (
        "email",
        re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,6}[^\W\d_]{2,24}\b"),
        always,
    ),
    ("email", re.compile(rf"(?i)\b[\w.-]{{1,40}} at [\w-]{{1,40}} dot {DOMAIN_END}\b"), always),
    ("url", re.compile(rf"(?i)(?<![\w@.-])[\w-]{{1,63}}\.{DOMAIN_END}/[^\s<>\"]{{1,500}}"), always),
    ("handle", re.compile(r"(?<![\w@.])@[A-Za-z]\w{2,29}\b"), always),
    (
        "iban",
        re.compile(r"(?i)\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b"),
        is_iban,
    ),
    ("card", re.compile(r"(?<![\w.,+])\d(?:[ -]?\d){12,18}(?!\w)"), is_card),
    ("national_id", re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])"), is_ssn),
    (
        "national_id",
        re.compile(r"\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b"),
        always,
    ),
    ("national_id", re.compile(r"(?i)\b(?:\d{8}|[XYZ]\d{7})[ -]?[A-Z]\b"), is_dni),
    ("national_id", re.compile(r"(?i)\b[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]\b"), always),
    (
        "national_id",
        re.compile(r"\b[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}\b"),
        is_nir,
    ),
    ("national_id", re.compile(r"\b(?:\d{2})?\d{6}[-+]\d{4}\b"), is_personnummer),
    ("national_id", re.compile(r"\b\d{11}\b"), is_pesel),
    ("national_id", re.compile(r"\b[A-Z]{1,2}\d{6,9}\b|\b\d{8,9}\b"), is_called_id),
    (
        "phone",
        re.compile(r"(?<![\w.,+$€£-])(?:\+|\(\+?)?\d(?:[ ()./-]{0,2}\d){6,14}(?![\w%€$£]|[.,]\d)"),
        is_phone,
    ),
    ("postcode", re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}\b"), always),
    ("postcode", re.compile(r"\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d\b"), always),
    ("postcode", re.compile(rf"\b(?:{STATES}),? \d{{5}}(?:-\d{{4}})?\b"), always),
    ("address", re.compile(rf"\b{FIRST_STREET}\b\.?"), always),
    ("address", re.compile(rf"(?i){LIVING_AT}\b"), always),
    (
        "address",
        re.compile(
            rf"\b{CAPITAL}[\w-]{{1,40}}(?:straße|strasse|str\.|weg|gasse|platz|allee)"
            r" \d{1,4}[a-z]?\b"
        ),
        always,
    ),
    ("address", re.compile(rf"\b{ROMANCE}{CAPITAL}[\w'’-]{{1,30}}"), always),
)
