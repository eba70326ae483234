"""The ladder of care, as it is written, and what is proven of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from dramaturg.data_files import load
from dramaturg.kernel.explore import Proof
from dramaturg.turn.care import CareStage, Speech

Said = Literal[
    "danger",
    "unsafe",
    "help",
    "who_reads",
    "leaving",
    "on_the_way",
    "safe",
    "leave_it",
    "doubt",
    "other",
]
"""What somebody's words say of their safety: that they are in danger; that they are not safe, and
who could help, as they answer or ask; who reads or is called; that they have to leave, as somebody
comes in; that help is on its way; that they are safe; that they would rather not go on; that
something may be wrong; none of it.
"""
OPEN_HEARS: tuple[Said, ...] = tuple(said for said in get_args(Said) if said != "leave_it")
HEARS: Mapping[CareStage, tuple[Said, ...]] = {
    "calm": ("danger", "doubt", "help"),
    "checking": OPEN_HEARS,
    "stopped": OPEN_HEARS,
    "returning": get_args(Said),
}
"""What is told apart at each stage; only who was asked whether to go on says no to that."""
GUIDING: tuple[Speech, ...] = ("offer", "stop", "stay", "still", "guide", "who_reads", "glad")
"""What is said with somebody to turn to."""
ONLY_TO: tuple[Speech, ...] = ("guide", "who_reads", "leaving", "on_the_way", "leave_it")
"""What answers one thing: a call for help, and what is named like its answer."""
LEADS_TO: Mapping[Speech, tuple[CareStage, ...]] = {
    "check": ("checking",),
    "offer": ("checking", "calm"),
    "relieve": ("calm",),
    "stop": ("stopped",),
    "stay": ("stopped",),
    "guide": ("checking", "stopped"),
    "who_reads": ("checking", "stopped"),
    "leaving": ("checking", "stopped"),
    "on_the_way": ("stopped",),
    "way_back": ("returning",),
    "leave_it": ("stopped",),
    "resume": ("calm",),
}


@dataclass(frozen=True, slots=True)
class Move:
    say: Speech
    then: CareStage


Ladder = Mapping[CareStage, Mapping[Said, Move]]


def ladder() -> Ladder:
    return load(__file__, "ladder.yaml", dict[CareStage, dict[Said, Move]])


# ── what is proven ────────────────────────────────────────────────────────────────────────────────


def prove_ladder(moves: Ladder) -> tuple[Proof, ...]:
    """Each claim over every stage and everything that can be heard there."""
    states = len(get_args(CareStage)) * len(get_args(Said))
    return tuple(
        Proof(
            "the ladder of care",
            claim,
            states,
            not (broken := tuple(breaks(moves))),
            counterexample=broken,
        )
        for claim, breaks in CLAIMS.items()
    )


def _unanswered(moves: Ladder) -> Iterator[str]:
    for stage in get_args(CareStage):
        for said in HEARS[stage]:
            if said not in moves.get(stage, {}):
                yield f"{stage}: nothing is said to {said}"


def _danger_goes_on(moves: Ladder) -> Iterator[str]:
    for stage, said, move in _all(moves):
        if said == "danger" and (move.then != "stopped" or move.say not in GUIDING):
            yield f"{stage}: danger leads to {move.say}, {move.then}"


def _doubt_is_passed_over(moves: Ladder) -> Iterator[str]:
    for stage, said, move in _all(moves):
        asked = move.say == "check" and move.then == "checking"
        if said == "doubt" and (not asked if stage == "calm" else move.then == "calm"):
            yield f"{stage}: doubt leads to {move.say}, {move.then}"


def _help_is_withheld(moves: Ladder) -> Iterator[str]:
    for stage, said, move in _all(moves):
        guides = move.say == ("stop" if stage == "checking" else "guide")
        stays = move.then == ("checking" if stage == "calm" else "stopped")
        if said == "help" and not (guides and stays):
            yield f"{stage}: help leads to {move.say}, {move.then}"
        if said == "unsafe" and not (move.say in GUIDING and move.then == "stopped"):
            yield f"{stage}: unsafe leads to {move.say}, {move.then}"


def _misspeaks(moves: Ladder) -> Iterator[str]:
    for stage, said, move in _all(moves):
        if move.then not in LEADS_TO.get(move.say, ()):
            yield f"{stage}: {said} leads to {move.say}, {move.then}"
        if move.say in ONLY_TO and said != ("help" if move.say == "guide" else move.say):
            yield f"{stage}: {said} is answered with {move.say}"


def _not_answered_as_such(moves: Ladder) -> Iterator[str]:
    for stage, said, move in _all(moves):
        if said in ONLY_TO and move.say != said:
            yield f"{stage}: {said} leads to {move.say}, {move.then}"


def _slips_back(moves: Ladder) -> Iterator[str]:
    """From a stop, only by saying twice that one is safe."""
    for stage, said, move in _all(moves):
        on = "returning" if stage == "stopped" else "calm"
        leaves = move.then not in ("stopped", on if said == "safe" else "stopped")
        if stage in ("stopped", "returning") and (leaves or move.say in ("check", "offer")):
            yield f"{stage}: {said} leads to {move.say}, {move.then}"


def _keeps_one_who_is_safe(moves: Ladder) -> Iterator[str]:
    on: Mapping[CareStage, Move] = {
        "checking": Move("relieve", "calm"),
        "stopped": Move("way_back", "returning"),
        "returning": Move("resume", "calm"),
    }
    for stage, move in on.items():
        if (found := moves.get(stage, {}).get("safe")) != move:
            yield f"{stage}: safe leads to {found}"


def _announced_again(moves: Ladder) -> Iterator[str]:
    for stage, said, move in _all(moves):
        stops = move.then == "stopped" and said != "on_the_way"
        if (move.say == "stop") != (stops and stage in ("calm", "checking")):
            yield f"{stage}: {said} leads to {move.say}, {move.then}"


def _presses(moves: Ladder) -> Iterator[str]:
    """Who leaves the question open is not asked it again."""
    for stage, said, move in _all(moves):
        if stage != "calm" and move.say == "check":
            yield f"{stage}: {said} is asked about again"
        if stage == "checking" and said == "other" and move != Move("offer", "calm"):
            yield f"{stage}: {said} leads to {move.say}, {move.then}"


CLAIMS: Mapping[str, Callable[[Ladder], Iterator[str]]] = {
    "danger and doubt are answered, and after them every word": _unanswered,
    "danger stops the conversation, with somebody to turn to": _danger_goes_on,
    "doubt is asked about, and is no reason to go on": _doubt_is_passed_over,
    "who is not safe, or asks for help, is told whom to turn to": _help_is_withheld,
    "only who says twice that they are safe goes on after a stop": _slips_back,
    "who is safe is believed": _keeps_one_who_is_safe,
    "a stop is announced when it comes, and once, but to who has called help": _announced_again,
    "who has to leave may, and who asks who reads this is told": _not_answered_as_such,
    "nobody is pressed": _presses,
    "what is said tells where it leads": _misspeaks,
}


def _all(moves: Ladder) -> Iterator[tuple[CareStage, Said, Move]]:
    for stage, heard in moves.items():
        for said, move in heard.items():
            yield stage, said, move
