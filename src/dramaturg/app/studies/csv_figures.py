"""What figures are made from where no interviewer of ours was: ladders and codes as CSV, with all
their faults told at once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from decimal import Decimal, InvalidOperation

from dramaturg.app.studies.csv_files import CsvRow, refuse, rows_of
from dramaturg.studies.figures.matrix import Ladder
from dramaturg.studies.figures.saturation import Interviews
from dramaturg.studies.figures.tables import NO_CODES

LADDERS = ("respondent", "ladder", "position", "code")
CODES = ("interview", "code")
NUMBER = re.compile(r"(\d+)")
# codes of a ladder: people climb a dozen, and the pairs of a ladder grow with its square
LONGEST = 200


def codes_in(text: str, name: str = "codes.csv") -> Interviews:
    """The codes of each interview, in the order the interviews first appear: a row for each code of
    an interview.

    An interview without any code is one row with `-` as its code: an empty one is taken for a
    mistake.
    """
    interviews: dict[str, set[str]] = {}
    for row in rows_of(text, CODES, name):
        codes = interviews.setdefault(row.values["interview"], set())
        if row.values["code"] != NO_CODES:
            codes.add(row.values["code"])
    return [(interview, frozenset(codes)) for interview, codes in interviews.items()]


def ladders_in(text: str, name: str = "ladders.csv") -> list[Ladder]:
    """The ladders of a CSV file, by respondent; its rows may come in any order.

    Raises BadInput with all faults, each under its line.
    """
    ladders: defaultdict[tuple[str, str], dict[Decimal, CsvRow]] = defaultdict(dict)
    faults: list[tuple[int, str]] = []
    for row in rows_of(text, LADDERS, name):
        respondent, number, written, _ = (row.values[column] for column in LADDERS)
        ladder, position = ladders[respondent, number], _number(written)
        which = f"ladder {number!r} of {respondent!r}"
        if position is None:
            faults.append((row.line, f"position {written!r} is not a number"))
        elif position in ladder:
            first = ladder[position].line
            faults.append((row.line, f"position {written} of {which} was taken on line {first}"))
        elif len(ladder) == LONGEST:
            faults.append((row.line, f"{which} has more than {LONGEST} codes"))
        else:
            ladder[position] = row
    refuse(name, faults)
    in_order = sorted(ladders, key=lambda place: (*map(_counted, place), place))
    return [
        Ladder(*place, tuple(row.values["code"] for _, row in sorted(ladders[place].items())))
        for place in in_order
    ]


def _counted(name: str) -> list[tuple[int, str]]:
    """To sort names as people count: R2 before R10."""
    parts = (part.lstrip("0") if at % 2 else part for at, part in enumerate(NUMBER.split(name)))
    return [(len(part) if at % 2 else 0, part) for at, part in enumerate(parts)]


def _number(written: str) -> Decimal | None:
    try:
        number = Decimal(written)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
