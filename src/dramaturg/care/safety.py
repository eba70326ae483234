"""What words say of somebody's safety, once that was asked or the conversation stopped for it."""

from __future__ import annotations

import re
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
_SENTENCE = re.compile(r"[^.!?]+")


@dataclass(frozen=True, slots=True)
class _Phrases:
    taken: Pattern
    fire: Pattern
    shout: Pattern
    not_safe: Pattern
    fresh: Pattern
    long_ago: Pattern
    then: Pattern
    leaving: Pattern
    on_the_way: Pattern
    who_reads: Pattern
    leave_it: Pattern
    no_more: Pattern
    help: Pattern
    unsafe: Pattern
    but: Pattern
    safe: Pattern
    yes: Pattern
    child: Pattern
    hurt_child: Pattern
    elder: Pattern


TAKEN, FIRE, SHOUT, NOT_SAFE = "rule: taken", "rule: fire", "rule: shout", "rule: not safe"


def outright(text: str, hearing: Hearing, state: CareState) -> Hearing:
    """With what is said outright and nobody may take for less: that something was taken or done,
    that it burns, a bare call for help, and that one is not safe.
    """
    plain, phrases = _plain(text), _phrases()
    if phrases.taken.search(plain) and _is_now(plain):
        return replace(hearing, danger="self_harm", care="stop", by_rule=TAKEN)
    if len(plain.split()) <= BRIEF and _says_now(phrases.fire, plain):
        return replace(hearing, danger="medical", care="stop", by_rule=FIRE)
    if state.is_open or hearing.care == "stop":
        return hearing
    if phrases.shout.search(plain):
        return replace(hearing, danger="medical", care="stop", by_rule=SHOUT)
    if _says_now(phrases.not_safe, plain):
        danger: Danger = hearing.danger or ("self_harm" if "myself" in plain else "abuse")
        chances = {**hearing.dangers, danger: 1.0}
        return replace(hearing, danger=danger, dangers=chances, care="check", by_rule=NOT_SAFE)
    return hearing


def is_hurt(hearing: Hearing) -> bool:
    return hearing.care == "stop" and hearing.by_rule == TAKEN


def _says_now(pattern: re.Pattern[str], plain: str) -> bool:
    return any(pattern.search(each) and _is_now(each) for each in _SENTENCE.findall(plain))


def _is_now(plain: str) -> bool:
    """Whether it tells of no other time, and of nothing supposed."""
    phrases = _phrases()
    if phrases.long_ago.search(plain):
        return False
    return bool(phrases.fresh.search(plain)) or not phrases.then.search(plain)


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
    """Danger first, but for words that say nothing beside that one has to leave or that help is on
    its way; then what is asked for, then what is answered; doubt is believed less than a plain
    answer.
    """
    plain = _plain(text)
    if state.is_open and (ending := _ending(plain, hearing, state)):
        return ending
    if hearing.care == "stop":
        return "danger"
    if state.is_open:
        return _asked_for(plain, state) or _answered(plain, hearing, state)
    asks = state.danger and len(text.split()) <= BRIEF and "?" in text
    if asks and _phrases().help.search(plain):
        return "help"
    return "doubt" if hearing.care == "check" else "other"


def _ending(plain: str, hearing: Hearing, state: CareState) -> Said | None:
    """Who comes in where somebody is hurt or unwell comes to help."""
    phrases, helped = _phrases(), state.danger == "medical" or state.hurt
    if is_hurt(hearing):
        return None
    if phrases.leaving.search(plain):
        return "on_the_way" if helped else "leaving"
    return "on_the_way" if phrases.on_the_way.search(plain) else None


def _asked_for(plain: str, state: CareState) -> Said | None:
    phrases = _phrases()
    if phrases.who_reads.search(plain):
        return "who_reads"
    if phrases.help.search(plain):
        return "help"
    return "leave_it" if state.stage == "returning" and _leaves_it(plain, state) else None


def _answered(plain: str, hearing: Hearing, state: CareState) -> Said:
    phrases = _phrases()
    if phrases.unsafe.search(plain):
        return "unsafe"
    answers = state.stage != "stopped" and phrases.yes.search(plain)
    if answers or phrases.safe.search(plain):
        return "doubt" if phrases.but.search(plain) else "safe"
    if hearing.care == "check" or "unsure" in hearing.does:
        return "doubt"
    return "unsafe" if "denial" in hearing.does else "other"


def _leaves_it(plain: str, state: CareState) -> bool:
    """ "I don't want to go on" is no answer to a question from somebody who may mean living."""
    phrases = _phrases()
    if phrases.leave_it.search(plain):
        return True
    return state.danger not in ("self_harm", "distress") and bool(phrases.no_more.search(plain))


def whom_of(text: str, danger: Danger) -> Whom:
    """Whether a child speaks, or somebody old who is being hurt, where the words say so."""
    plain, phrases = _plain(text), _phrases()
    if phrases.child.search(plain):
        return "child"
    if danger != "abuse":
        return ""
    if phrases.hurt_child.search(plain):
        return "child"
    return "elder" if phrases.elder.search(plain) else ""


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


def _phrases() -> _Phrases:
    return load(__file__, "safety.yaml", _Phrases)
