"""Choosing: what the interviewer does with the line, and what of the teller's it takes up. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dramaturg.engines.memoir.artifacts import Artifacts, PersonaName, Tactic, Teller
from dramaturg.engines.memoir.conduct import Conduct
from dramaturg.engines.memoir.safety.crisis import guidance
from dramaturg.engines.memoir.state import MemoirState, Purpose
from dramaturg.engines.memoir.story.story import Quote
from dramaturg.engines.memoir.voice import periods
from dramaturg.engines.memoir.voice.asked_back import asked_back, question_of
from dramaturg.engines.memoir.voice.taking import (
    NOTHING,
    Take,
    is_thin,
    left_open_now,
    of_a_conflict,
    of_a_correction,
    of_the_passage,
    of_the_story,
    passage,
)
from dramaturg.engines.memoir.voice.templates import draw, rested, tactic_named, usable, with_holes
from dramaturg.engines.memoir.voice.told import told_last_time, told_today
from dramaturg.kernel.prose import plain

IN_A_ROW = 2  # times a tactic may be used

MOMENTS: Mapping[Purpose, str] = {
    "open": "open",
    "recap": "recap",
    "consent": "ask_consent",
    "close": "close",
    "farewell": "farewell",
    "care": "care",
    "quiet": "quiet",
    "noted": "noted",
}
"""Which tactic a line with this purpose uses; `ask` is free, `stop` depends on why."""
ANSWERS = ("answer_again", "answer_privacy", "answer_what_i_am", "answer_what_to_say", "answer_about_me")
WORRIES = ("answer_privacy", "answer_what_i_am")
"""What is answered even where the teller holds back: it may be why they do. These answers ask nothing."""
REQUIRED: tuple[str, ...] = (
    *MOMENTS.values(),
    *("leave_it", "pause", "end_here", "hold", "acknowledge_correction", "give_room", "step_sideways", "take_up_at_once"),
    *ANSWERS,
)
"""Tactics that every set of persona profiles must have, whichever persona has them."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A tactic, the words for its templates' holes, where they were said, and what is asked about with them."""

    tactic: str
    holes: Mapping[str, str] = field(default_factory=dict)
    about: tuple[Quote, ...] = ()
    takes_up: tuple[str, ...] = ()


def choose(seen: MemoirState, conduct: Conduct, purpose: Purpose, artifacts: Artifacts, teller: Teller) -> Choice:
    if purpose != "ask":
        name = MOMENTS.get(purpose) or ("end_here" if conduct.stopped == "stop_requested" else "hold")
        return _worded(seen, tactic_named(artifacts, conduct.persona, name), _for_moment(seen, purpose, artifacts, teller))
    prescribed = next(_prescribed(seen, conduct, teller), None)
    if prescribed is None:
        return _routine(seen, conduct, artifacts, teller)
    name, takes = prescribed
    return _worded(seen, tactic_named(artifacts, conduct.persona, name), takes)


def _worded(seen: MemoirState, tactic: Tactic, takes: Iterable[Take]) -> Choice:
    """The tactic with the first that it has a rested template for; else with any; else with nothing."""
    offered = (*takes, NOTHING)
    fitting = [take for take in offered if with_holes(tactic, take.holes)]
    fresh = [take for take in fitting if usable(seen, tactic, take.holes)]
    take = next(iter((*fresh, *fitting, NOTHING)))
    return Choice(tactic.name, take.holes, take.about, take.takes_up)


# ── moments ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _for_moment(seen: MemoirState, purpose: Purpose, artifacts: Artifacts, teller: Teller) -> Iterator[Take]:
    if purpose == "recap":
        yield from _of_last_time(seen, teller)
    elif purpose == "farewell":
        yield from _of_today(seen, teller)
    elif purpose == "open" and teller.name:
        yield Take({"name": teller.name})
    elif purpose == "care":
        yield Take({"crisis_guidance": guidance(artifacts, teller)})


def _of_last_time(seen: MemoirState, teller: Teller) -> Iterator[Take]:
    told = told_last_time(seen)
    if told:
        for more in (*_loose(seen), *_next_period(seen, teller, "period")):
            yield Take({**told.holes, **more.holes}, (*told.about, *more.about), more.takes_up)
        yield told


def _of_today(seen: MemoirState, teller: Teller) -> Iterator[Take]:
    told = told_today(seen)
    if told:
        for more in _next_period(seen, teller, "other"):
            yield Take({**told.holes, **more.holes}, told.about)
        yield told


def _loose(seen: MemoirState) -> Iterator[Take]:
    return (take for take in of_the_story(seen) if "loose" in take.holes)


def _next_period(seen: MemoirState, teller: Teller, hole: str, besides: tuple[str, ...] = ()) -> Iterator[Take]:
    """The period that was told least, of those that have a name to be asked by and were not asked about just now."""
    lately = " ".join(line.text for line in seen.lines if line.speaker == "interviewer")
    named = [each for each in periods.untold(seen, teller) if each in periods.NAMES and each not in besides]
    fresh = [each for each in named if periods.NAMES[each] not in lately]
    for period in (fresh or named)[:1]:
        yield Take({hole: periods.NAMES[period]}, weight=1.5)


# ── prescribed ────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _prescribed(seen: MemoirState, conduct: Conduct, teller: Teller) -> Iterator[tuple[str, tuple[Take, ...]]]:
    """What the moment asks for before anything is chosen freely; the first holds."""
    answer = asked_back(passage(seen))
    if conduct.persona == "SAFETY_FALLBACK" and answer not in WORRIES:
        yield ("pause" if seen.tactics[-1:] == ("leave_it",) else "leave_it"), _elsewhere(seen, conduct, teller)
    if answer:
        question = question_of(seen.question)
        yield answer, (Take({"question": question}),) if question else ()
    corrected = of_a_correction(seen)
    if corrected:
        yield "acknowledge_correction", corrected
    if conduct.tactic in ("set_side_by_side", "leave_both_standing"):
        yield conduct.tactic, of_a_conflict(seen)
    if conduct.tactic:
        yield conduct.tactic, _often(seen, of_the_passage(seen))
    if left_open_now(seen) and not conduct.sideways and _is_open(seen, conduct):
        yield "take_up_at_once", left_open_now(seen)
    if conduct.sideways and seen.tactics[-IN_A_ROW:] != ("step_sideways",) * IN_A_ROW:
        yield "step_sideways", ()


def _is_open(seen: MemoirState, conduct: Conduct) -> bool:
    """Whether what was touched on may be asked for: nothing of what is left alone or off the record, and not twice running."""
    thread = seen.story.thread(conduct.topic)
    spared = (thread is not None and thread.left_alone) or str(seen.turn) in seen.story.marks
    return not spared and seen.tactics[-1:] != ("take_up_at_once",)


def _often(seen: MemoirState, takes: tuple[Take, ...]) -> tuple[Take, ...]:
    """What was just said is taken up two times out of three, in a changing order."""
    if not takes or draw(seen, "take up") % 3 == 0:
        return (NOTHING, *takes)
    start = draw(seen, "which") % len(takes)
    return (*takes[start:], *takes[:start])


def _elsewhere(seen: MemoirState, conduct: Conduct, teller: Teller) -> tuple[Take, ...]:
    """After a refusal another time of life may be offered, or nothing at all."""
    here = periods.current(seen, conduct.topic)
    others = tuple(_next_period(seen, teller, "other", besides=here))
    return others if draw(seen, "elsewhere") % 2 else (NOTHING, *others)


# ── routine ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

_GRAVE = re.compile(
    r"\b(?:died|dead|death|killed|dying|funeral|buried|burial|cancer|stillborn|miscarr\w{0,8}|suicide|drowned|passed away|bombed"
    r"|shot|raped|abused|beaten|orphan\w{0,4}|widow\w{0,4}|lost (?:my|our|the|his|her) \w+)\b"
)
GENTLE = ("give_room", "follow_the_thread")
CHANGES = ("another_period", "take_up_loose_end")
STAYS: Mapping[str, float] = {"follow_the_thread": 2.0, "what_came_next": 1.0, "invite_scene": 1.0}
"""With nothing of a passage to take up, but a passage: who stays with it does better."""
NEVER_USED, CHANGE, RECENTLY, JITTER, SAID_BEFORE = 1.5, 6.0, 2.0, 2.0, -10.0
EARLIER = 5  # one turn in so many comes back to something earlier though there is enough to go on with


def _routine(seen: MemoirState, conduct: Conduct, artifacts: Artifacts, teller: Teller) -> Choice:
    """The tactic and what it takes up that fit best: what was just said, something new, not the same way again."""
    told = passage(seen)
    tactics = _fitting(seen, conduct, artifacts, teller, grave=bool(_GRAVE.search(plain(told))))
    takes = tuple(_takes(seen, conduct, teller))
    stuck = _thin_in_a_row(seen) >= IN_A_ROW
    best: tuple[float, Choice] | None = None
    for tactic in tactics:
        for take in takes:
            worth = _worth(seen, tactic, take, stuck, thin=is_thin(told))
            if worth is not None and (best is None or worth > best[0]):
                best = worth, Choice(tactic.name, take.holes, take.about, take.takes_up)
    return best[1] if best else _worded(seen, _needing_nothing(tactics, draw(seen, "any")), ())


def _needing_nothing(tactics: tuple[Tactic, ...], drawn: int) -> Tactic:
    fitting = [tactic for tactic in tactics if with_holes(tactic, ())] or list(tactics)
    return fitting[drawn % len(fitting)]


def _fitting(seen: MemoirState, conduct: Conduct, artifacts: Artifacts, teller: Teller, grave: bool) -> tuple[Tactic, ...]:
    """Routine tactics of the depth and the phase, not used twice in a row; after hard news only the gentle ones."""
    routine = _routine_of(artifacts, conduct.persona)
    deep = [
        tactic
        for tactic in routine
        if conduct.depth_after in tactic.levels and (not tactic.phases or conduct.phase in tactic.phases)
    ]
    askable = _askable_periods(seen, conduct, teller)
    free = [
        tactic
        for tactic in deep
        if not (tactic.once and any(template in seen.templates for template in tactic.templates))
        and (tactic.name not in periods.ABOUT or periods.ABOUT[tactic.name] in askable)
        and seen.tactics[-IN_A_ROW:] != (tactic.name,) * IN_A_ROW
        and (tactic.name in GENTLE if grave else tactic.name != "give_room")
    ]
    return tuple(free or deep or routine)


def _askable_periods(seen: MemoirState, conduct: Conduct, teller: Teller) -> frozenset[str]:
    """Those being told of, unless they were told at length, and the one told least."""
    open_ones, here = periods.untold(seen, teller), periods.current(seen, conduct.topic)
    return frozenset((*open_ones[:1], *(period for period in here if period in open_ones)))


def _routine_of(artifacts: Artifacts, persona: PersonaName) -> tuple[Tactic, ...]:
    profiles = artifacts.personas.by_name
    own = tuple(tactic for tactic in profiles[persona].tactics if tactic.routine)
    return own or tuple(tactic for tactic in profiles["EMPATHY_BASE"].tactics if tactic.routine)


def _takes(seen: MemoirState, conduct: Conduct, teller: Teller) -> Iterator[Take]:
    """Everything that could be taken up, and nothing."""
    yield NOTHING
    yield from of_the_passage(seen)
    if is_thin(passage(seen)) or draw(seen, "earlier") % EARLIER == 0:
        yield from of_the_story(seen)
    yield from _next_period(seen, teller, "period", besides=periods.current(seen, conduct.topic))


def _worth(seen: MemoirState, tactic: Tactic, take: Take, stuck: bool, thin: bool) -> float | None:
    """How good it is to do this with that; None when there is no template that has rested."""
    templates = usable(seen, tactic, take.holes)
    if not templates:
        return SAID_BEFORE + take.weight if any(rested(seen, each) for each in with_holes(tactic, take.holes)) else None
    worth = take.weight + JITTER * (draw(seen, f"{tactic.name} {sorted(take.holes.values())}") % 1000) / 1000
    worth += NEVER_USED * any(template not in seen.templates for template in templates)
    worth += CHANGE * (stuck and tactic.name in CHANGES)
    worth += STAYS.get(tactic.name, 0.0) * (not thin and not take.holes)
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


# ── without a story ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_STOPS: Mapping[str, str] = {"stop_requested": "end_here", "acute_distress": "hold", "self_harm": "care"}


def choose_plainly(artifacts: Artifacts, conduct: Conduct, turn: int) -> str:
    """The tactic where only the signals are known: one that needs nothing of a story."""
    if conduct.stopped:
        return "quiet" if conduct.rule == "stopped" else _STOPS[conduct.stopped]
    if conduct.persona == "SAFETY_FALLBACK":
        return "leave_it"
    if conduct.tactic:
        return conduct.tactic
    routine = [
        tactic.name
        for tactic in _routine_of(artifacts, conduct.persona)
        if conduct.depth_after in tactic.levels and with_holes(tactic, ()) and tactic.name not in periods.ABOUT
    ]
    return routine[turn % len(routine)]
