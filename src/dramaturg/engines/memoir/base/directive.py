"""What a turn of a memoir decides: how it is conducted, what the line is for, and what of the
teller's it takes up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.signals import IF_ANY, TurnSignals
from dramaturg.engines.memoir.base.state import Purpose
from dramaturg.engines.memoir.base.story import TellerQuote
from dramaturg.english.rules.line_rules import Breach


@dataclass(frozen=True, slots=True)
class MemoirDirective:
    """`holes` are the words a template's holes are filled with, `about` where they were said,
    `takes_up` what is asked about with this line, as TakenUp names it.
    """

    purpose: Purpose
    conduct: TurnConduct
    signals: TurnSignals
    tactic: str
    holes: Mapping[str, str] = field(default_factory=dict)
    about: tuple[TellerQuote, ...] = ()
    takes_up: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LineReport:
    """How the line came about: which template, what the readers read in it, which rules earlier
    tries broke and how, which rules of style it breaks itself, and what in it has no ground.
    """

    template: str = ""
    readings: Mapping[str, float] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    faults: Annotated[tuple[str, ...], IF_ANY] = ()
    notes: Annotated[tuple[str, ...], IF_ANY] = ()
    ungrounded: Annotated[tuple[Breach, ...], IF_ANY] = ()
