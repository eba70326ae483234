"""Routine: the tactic and what it takes up that fit best where nothing is prescribed. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dramaturg.engines.memoir.base.artifacts import Artifacts, PersonaName, Tactic, Teller
from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.story.kin import KIN
from dramaturg.engines.memoir.voice import untold_periods as periods
from dramaturg.engines.memoir.voice.follow_ups import (
    NOTHING,
    FollowUp,
    is_thin,
    next_period,
    of_the_passage,
    of_the_story,
    passage,
)
from dramaturg.engines.memoir.voice.templates import draw, rested, usable, with_holes
from dramaturg.english.prose import plain

IN_A_ROW = 2  # times a tactic may be used

_SOMEBODY = "|".join(sorted((*KIN, "boy", "girl", "lad", "lass"), key=len, reverse=True))
_GRAVE = re.compile(
    r"\b(?:died|(?:was|were|is|lay|found) dead|death|killed|dying|funeral|buried|burial|coffin|his"
    r" ashes|her ashes|cancer"
    r"|stillborn|miscarr\w{0,8}|suicide|drowned|bombed|shot|raped|abused|beaten|orphan\w{0,4}|widow\w{0,4}|passed"
    r" away"
    r"|(?:she|he)(?: just| has|'s| is)? (?:passed(?=[.,;!]|$)|gone)|(?:she|he) just went"
    rf"|lost (?:my|our|the|his|her|their) (?:\w+ )?(?:{_SOMEBODY})|lost"
    r" (?:him|her|them)(?=[.,;!]|$| (?:in|to|when|at|that)\b)"
    r"|(?:i(?:'m| am)?|still|always) (?:still |always"
    r" )?(?:cry|crying|cried|weep|grieve|grieving)|hurts so|heartbroken"
    r"|in tears)\b"
)
GENTLE = ("give_room", "follow_the_thread")
"""After hard news: the first, and when that was used twice running, the other."""
CHANGES = ("another_period", "take_up_loose_end")
STAYS: Mapping[str, float] = {
    "follow_the_thread": 3.5,
    "what_came_next": 2.0,
    "invite_scene": 2.0,
    "ask_person": 1.0,
}
"""With nothing of a passage to take up, but a passage: who stays with it does better."""
NEVER_USED, CHANGE, RECENTLY, JITTER, SAID_BEFORE = 1.5, 6.0, 2.0, 2.0, -10.0
EARLIER = (
    5  # one turn in so many comes back to something earlier though there is enough to go on with
)


@dataclass(frozen=True, slots=True)
class Footing:
    """What the last passage gives to stand on: `thin` is nothing, `stuck` nothing for a while,
    `bare` nothing to take up.
    """

    thin: bool
    stuck: bool
    bare: bool


def best(
    seen: MemoirState, conduct: TurnConduct, artifacts: Artifacts, teller: Teller
) -> tuple[Tactic, FollowUp]:
    """The tactic and what it takes up that fit best: what was just said, something new, not the
    same way again.
    """
    told = passage(seen)
    grave = bool(_GRAVE.search(plain(told)))
    tactics = _fitting(seen, conduct, artifacts, teller, grave)
    takes = tuple(_takes(seen, conduct, teller))
    if grave and sum("person" in take.holes for take in takes) > 1:
        # whose loss it is, is not known
        takes = tuple(take for take in takes if "person" not in take.holes)
    footing = Footing(is_thin(told), _thin_in_a_row(seen) >= IN_A_ROW, not of_the_passage(seen))
    found: tuple[float, Tactic, FollowUp] | None = None
    for tactic in tactics:
        for take in takes:
            worth = _worth(seen, tactic, take, footing)
            if worth is not None and (found is None or worth > found[0]):
                found = worth, tactic, take
    return found[1:] if found else (_needing_nothing(tactics, draw(seen, "any")), NOTHING)


def _needing_nothing(tactics: tuple[Tactic, ...], drawn: int) -> Tactic:
    fitting = [tactic for tactic in tactics if with_holes(tactic, ())] or list(tactics)
    return fitting[drawn % len(fitting)]


def _fitting(
    seen: MemoirState, conduct: TurnConduct, artifacts: Artifacts, teller: Teller, grave: bool
) -> tuple[Tactic, ...]:
    """Routine tactics of the depth and the phase, not used twice in a row; after hard news only the
    gentle ones.
    """
    routine = routine_of(artifacts, conduct.persona)
    deep = [
        tactic
        for tactic in routine
        if conduct.depth_after in tactic.levels
        and (not tactic.phases or conduct.phase in tactic.phases)
    ]
    # those being told of, unless they were told at length, and the one told least
    open_ones, here = periods.untold(seen, teller), periods.current(seen, conduct.topic)
    askable = frozenset((*open_ones[:1], *(period for period in here if period in open_ones)))
    gentle = GENTLE[seen.tactics[-IN_A_ROW:] == GENTLE[:1] * IN_A_ROW]
    free = [
        tactic
        for tactic in deep
        if not (tactic.once and any(template in seen.templates for template in tactic.templates))
        and (tactic.name not in periods.ABOUT or periods.ABOUT[tactic.name] in askable)
        and seen.tactics[-IN_A_ROW:] != (tactic.name,) * IN_A_ROW
        and (tactic.name == gentle if grave else tactic.name != "give_room")
    ]
    return tuple(free or deep or routine)


def routine_of(artifacts: Artifacts, persona: PersonaName) -> tuple[Tactic, ...]:
    """The style's tactics for everyday turns; those of EMPATHY_BASE where it has none."""
    profiles = artifacts.personas.by_name
    own = tuple(tactic for tactic in profiles[persona].tactics if tactic.routine)
    return own or tuple(tactic for tactic in profiles["EMPATHY_BASE"].tactics if tactic.routine)


def _takes(seen: MemoirState, conduct: TurnConduct, teller: Teller) -> Iterator[FollowUp]:
    """Everything that could be taken up, and nothing."""
    yield NOTHING
    yield from of_the_passage(seen)
    if is_thin(passage(seen)) or draw(seen, "earlier") % EARLIER == 0:
        yield from of_the_story(seen)
    yield from next_period(seen, teller, "period", besides=periods.current(seen, conduct.topic))


def _worth(seen: MemoirState, tactic: Tactic, take: FollowUp, footing: Footing) -> float | None:
    """How good it is to do this with that; None when there is no template that has rested."""
    templates = usable(seen, tactic, take.holes)
    if not templates:
        if any(rested(seen, each) for each in with_holes(tactic, take.holes)):
            return SAID_BEFORE + take.weight
        return None
    worth = (
        take.weight
        + JITTER * (draw(seen, f"{tactic.name} {sorted(take.holes.values())}") % 1000) / 1000
    )
    worth += NEVER_USED * any(template not in seen.templates for template in templates)
    if tactic.name in CHANGES:
        worth += CHANGE if footing.stuck else 0.0 if footing.thin else -CHANGE
    if footing.bare and not footing.thin and not take.holes:
        worth += STAYS.get(tactic.name, 0.0)
    if tactic.name in seen.tactics:
        worth -= RECENTLY / (1 + seen.tactics[::-1].index(tactic.name))
    return worth


def _thin_in_a_row(seen: MemoirState) -> int:
    """How many of the teller's last passages gave nothing to go on."""
    told = [line.text for line in seen.lines if line.speaker == "teller"]
    thin = 0
    while thin < len(told) and is_thin(told[-1 - thin]):
        thin += 1
    return thin
