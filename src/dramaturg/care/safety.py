"""What words say of somebody's safety, once that was asked or the conversation stopped for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import get_args

from dramaturg.care.ladder import Said
from dramaturg.data_files import Pattern, load
from dramaturg.kernel.explore import Proof
from dramaturg.turn.care import CareState, Whom
from dramaturg.turn.hearing import Danger, Hearing

LIKELY = 0.5
"""Of the ear: what is more likely than not counts beside what belongs to a scene, and is no doubt
that a model takes away.
"""


BRIEF = 12  # words: who asks us for help in the middle of a story asks in few


@dataclass(frozen=True, slots=True)
class _Phrases:
    help: Pattern
    unsafe: Pattern
    but: Pattern
    safe: Pattern
    yes: Pattern
    child: Pattern
    elder: Pattern


def outside(hearing: Hearing, in_role: Collection[Danger]) -> Hearing:
    """Without the kinds of danger that belong to the scene that is played; another kind that is as
    likely as not is doubt all the same.
    """
    if hearing.danger not in in_role:
        return hearing
    chance, other = max(
        ((chance, kind) for kind, chance in hearing.dangers.items() if kind not in in_role),
        default=(0.0, None),
    )
    doubted = other if chance >= LIKELY else None
    return replace(hearing, danger=doubted, care="check" if doubted else "none")


def prove_outside(in_role: Collection[Danger]) -> Proof:
    """That a scene covers the kinds it names and no other, whichever two are heard at once."""
    broken = tuple(_uncovered(in_role))
    return Proof(
        "danger in role",
        "what the scene does not name is answered as everywhere",
        len(get_args(Danger)) ** 2,
        not broken,
        counterexample=broken,
    )


def _uncovered(in_role: Collection[Danger]) -> Iterator[str]:
    for heard, beside in product(get_args(Danger), repeat=2):
        chances = {heard: 1.0, beside: 1.0}
        left = outside(Hearing(danger=heard, dangers=chances, care="stop"), in_role).care
        named = [kind for kind in (heard, beside) if kind in in_role]
        right = "stop" if heard not in named else "none" if beside in named else "check"
        if left != right:
            yield f"{heard} beside {beside}: {left}, not {right}"


def said_of(text: str, hearing: Hearing, state: CareState) -> Said:
    """Danger first, then what is asked for, then what is answered; doubt is believed less than a
    plain answer.
    """
    if hearing.care == "stop":
        return "danger"
    plain, phrases = _plain(text), _phrases()
    if not state.is_open:
        asks = state.danger and len(text.split()) <= BRIEF and "?" in text
        if asks and phrases.help.search(plain):
            return "help"
        return "doubt" if hearing.care == "check" else "other"
    if phrases.help.search(plain):
        return "help"
    if phrases.unsafe.search(plain):
        return "unsafe"
    answers = state.stage != "stopped" and phrases.yes.search(plain)
    if answers or phrases.safe.search(plain):
        return "doubt" if phrases.but.search(plain) else "safe"
    if hearing.care == "check" or "unsure" in hearing.does:
        return "doubt"
    return "unsafe" if "denial" in hearing.does else "other"


def whom_of(text: str) -> Whom:
    """Whether a child or somebody old is being hurt, where the words say so."""
    plain, phrases = _plain(text), _phrases()
    if phrases.child.search(plain):
        return "child"
    return "elder" if phrases.elder.search(plain) else ""


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


def _phrases() -> _Phrases:
    return load(__file__, "safety.yaml", _Phrases)
