"""Choosing: what the interviewer does with the line, and what of the teller's it takes up. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dramaturg.engines.memoir.base.artifacts import Artifacts, Tactic, Teller
from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.state import MemoirState, Purpose, Reply
from dramaturg.engines.memoir.base.story import TellerQuote, WishKind
from dramaturg.engines.memoir.read.refusals import goes_on, rest_of, tells
from dramaturg.engines.memoir.voice import untold_periods as periods
from dramaturg.engines.memoir.voice.anniversaries import come_round
from dramaturg.engines.memoir.voice.follow_ups import (
    NOTHING,
    FollowUp,
    left_open_now,
    next_period,
    of_a_conflict,
    of_a_correction,
    of_the_passage,
    of_the_story,
    period_for,
)
from dramaturg.engines.memoir.voice.heard import is_dark, passage
from dramaturg.engines.memoir.voice.recaps import told_last_time, told_today
from dramaturg.engines.memoir.voice.routine_tactics import MOVES, OTHER, best, routine_of
from dramaturg.engines.memoir.voice.teller_questions import answering_tactic, question_left_open
from dramaturg.engines.memoir.voice.templates import PLAINLY, draw, tactic_named, usable, with_holes
from dramaturg.english.prose import words

MOMENTS: Mapping[Purpose, str] = {
    "open": "open",
    "recap": "recap",
    "consent": "ask_consent",
    "close": "close",
    "farewell": "farewell",
    "care": "care",
    "quiet": "quiet",
    "noted": "noted",
    "left": "noted",
}
"""Which tactic a line with this purpose uses; `ask` is free, `stop` depends on why."""
SHORT_ANSWER = 12  # words: less is no story after a pause
ANSWERS = (
    "answer_again",
    "answer_privacy",
    "answer_what_i_am",
    "answer_what_to_say",
    "answer_is_it_right",
    "answer_not_at_all",
    "answer_why",
    "answer_about_me",
)
WORRIES = ("answer_privacy", "answer_what_i_am", "answer_why")
"""What is answered even where the teller holds back: it may be why they do. These answers ask
nothing.
"""
REQUIRED: tuple[str, ...] = (
    *MOMENTS.values(),
    *(
        "leave_it",
        "pause",
        "end_here",
        "hold",
        "acknowledge_correction",
        "step_sideways",
        "take_up_at_once",
    ),
    *ANSWERS,
)
"""Tactics that every set of persona profiles must have, whichever persona has them."""


@dataclass(frozen=True, slots=True)
class TacticChoice:
    """A tactic, the words for its templates' holes, where they were said, and what is asked about
    with them.
    """

    tactic: str
    holes: Mapping[str, str] = field(default_factory=dict)
    about: tuple[TellerQuote, ...] = ()
    takes_up: tuple[str, ...] = ()


def choose(
    seen: MemoirState, conduct: TurnConduct, purpose: Purpose, artifacts: Artifacts, teller: Teller
) -> TacticChoice:
    """The tactic of this turn and its words: what the purpose or the machine prescribes, else what
    fits best.
    """
    if purpose == "recap" and (day := next(come_round(seen), None)):
        return TacticChoice(day[0], day[1].holes, day[1].about, day[1].takes_up)
    if purpose != "ask":
        name = MOMENTS.get(purpose) or (
            "end_here" if conduct.stopped == "stop_requested" else "hold"
        )
        return _worded(
            seen,
            tactic_named(artifacts, conduct.persona, name),
            _for_moment(seen, purpose, artifacts, teller),
        )
    prescribed = next(_prescribed(seen, conduct, teller), None)
    if prescribed is None:
        tactic, take = best(seen, conduct, artifacts, teller)
        return TacticChoice(tactic.name, take.holes, take.about, take.takes_up)
    name, takes = prescribed
    return _worded(seen, tactic_named(artifacts, conduct.persona, name), takes)


def _worded(seen: MemoirState, tactic: Tactic, takes: Iterable[FollowUp]) -> TacticChoice:
    """The tactic with the first that it has a rested template for; else with any; else with
    nothing.
    """
    offered = (*takes, NOTHING)
    fitting = [take for take in offered if with_holes(tactic, take.holes)]
    fresh = [take for take in fitting if usable(seen, tactic, take.holes)]
    take = next(iter((*fresh, *fitting, NOTHING)))
    return TacticChoice(tactic.name, take.holes, take.about, take.takes_up)


# ── moments ───────────────────────────────────────────────────────────────────────────────────────


def _for_moment(
    seen: MemoirState, purpose: Purpose, artifacts: Artifacts, teller: Teller
) -> Iterator[FollowUp]:
    if purpose == "recap":
        told = told_last_time(seen)
        if told:
            for more in (*_loose(seen), *period_for(seen, teller, "period", seen.sitting)):
                yield FollowUp(
                    {**told.holes, **more.holes}, (*told.about, *more.about), more.takes_up
                )
            yield told
    elif purpose == "farewell":
        yield from _of_today(seen, teller)
    elif purpose == "open" and teller.name:
        yield FollowUp({"name": teller.name})
    elif purpose == "care":
        yield FollowUp({"crisis_guidance": artifacts.crisis.words_for(teller.country)})


def _of_today(seen: MemoirState, teller: Teller) -> Iterator[FollowUp]:
    told = told_today(seen)
    if told:
        for more in period_for(seen, teller, "other", seen.sitting + 1):
            yield FollowUp({**told.holes, **more.holes}, told.about)
        yield told


def _loose(seen: MemoirState) -> Iterator[FollowUp]:
    return (take for take in of_the_story(seen) if "loose" in take.holes)


# ── prescribed ────────────────────────────────────────────────────────────────────────────────────


def _prescribed(
    seen: MemoirState, conduct: TurnConduct, teller: Teller
) -> Iterator[tuple[str, tuple[FollowUp, ...]]]:
    """What the moment asks for before anything is chosen freely; the first holds."""
    answer = answering_tactic(passage(seen), seen.calls_for == "question_back")
    if conduct.persona == "SAFETY_FALLBACK" and answer not in WORRIES:
        # after a refusal another time of life may be offered, or nothing at all
        here = periods.current(seen, conduct.topic)
        others = tuple(next_period(seen, teller, "other", besides=here))
        named = any(matter.turn == seen.turn for matter in seen.story.left_alone)
        rest = tells(rest_of(passage(seen), seen.refusing)) if named and seen.refusing else False
        if rest or goes_on(passage(seen), seen.refusing):
            yield "leave_that_out", (*_often(seen, of_the_passage(seen, conduct)), NOTHING)
        yield (
            ("pause" if seen.tactics[-1:] == ("leave_it",) else "leave_it"),
            (others if draw(seen, "elsewhere") % 2 else (NOTHING, *others)),
        )
    yield from _of_the_talk(seen, conduct, teller)
    question = question_left_open(seen)
    asked = (FollowUp({"question": question}),) if question else ()
    if answer:
        yield answer, asked
    if seen.tactics[-1:] == ("give_time",) and len(words(passage(seen))) <= SHORT_ANSWER:
        yield "welcome_back", asked
    corrected = of_a_correction(seen)
    if corrected:
        yield "acknowledge_correction", corrected
    if conduct.tactic in ("set_side_by_side", "leave_both_standing"):
        yield conduct.tactic, of_a_conflict(seen)
    if conduct.tactic:
        yield conduct.tactic, _often(seen, of_the_passage(seen, conduct))
    if left_open_now(seen) and not is_dark(seen, conduct) and _is_open(seen, conduct):
        yield "take_up_at_once", left_open_now(seen)


def _of_the_talk(
    seen: MemoirState, conduct: TurnConduct, teller: Teller
) -> Iterator[tuple[str, tuple[FollowUp, ...]]]:
    """What answers a wish about the book, and words about the talk itself."""
    if wished := _WISHES.get(_wish_now(seen)):
        yield wished, ()
    if seen.calls_for in _REPLIES:
        yield _REPLIES[seen.calls_for], tuple(_replies(seen, conduct, teller))


_WISHES: Mapping[WishKind | None, str] = {
    "leave_out": "promise_to_leave_out",
    "off_record": "promise_to_leave_out",
    "family": "promise_to_the_family",
    "put_as": "promise_to_put_so",
    "rename": "promise_to_put_so",
    "take_in": "promise_to_take_in",
}


def _wish_now(seen: MemoirState) -> WishKind | None:
    """What was just wished of the book."""
    return next((wish.kind for wish in seen.story.wishes[-1:] if wish.turn == seen.turn), None)


_REPLIES: Mapping[Reply | None, str] = {
    "unread": "say_unread",
    "leave": "offer_to_stop",
    "misheard": "take_up_again",
    "irritation": "take_it",
    "repair": "put_plainly",
    "pause": "give_time",
    "skip": "next_question",
}


def _replies(seen: MemoirState, conduct: TurnConduct, teller: Teller) -> Iterator[FollowUp]:
    """What the reply can be filled with."""
    if seen.calls_for == "repair" and seen.tactics[-1:] and seen.tactics[-1] in PLAINLY:
        yield FollowUp({"plainly": PLAINLY[seen.tactics[-1]]})
    elif seen.calls_for == "skip":
        here = periods.current(seen, conduct.topic)
        yield from next_period(seen, teller, "other", besides=here)


def _is_open(seen: MemoirState, conduct: TurnConduct) -> bool:
    """Whether what was touched on may be asked for: nothing of what is left alone or off the
    record, and not twice running.
    """
    thread = seen.story.thread(conduct.topic)
    spared = (thread is not None and thread.left_alone) or seen.turn in seen.story.private
    return not spared and seen.tactics[-1:] != ("take_up_at_once",)


def _often(seen: MemoirState, takes: tuple[FollowUp, ...]) -> tuple[FollowUp, ...]:
    """What was just said is given back every other time."""
    return takes if draw(seen, "take up") % 2 else (NOTHING, *takes)


# ── without a story ───────────────────────────────────────────────────────────────────────────────

_STOPS: Mapping[str, str] = {
    "stop_requested": "end_here",
    "acute_distress": "hold",
    "self_harm": "care",
    "danger": "care",
}


def choose_plainly(artifacts: Artifacts, conduct: TurnConduct, turn: int) -> str:
    """The tactic where only the signals are known: one that needs nothing of a story."""
    if conduct.stopped:
        return "quiet" if conduct.rule == "stopped" else _STOPS[conduct.stopped]
    if conduct.persona == "SAFETY_FALLBACK":
        return "leave_it"
    if conduct.tactic:
        return conduct.tactic
    routine = [
        tactic.name
        for tactic in routine_of(artifacts, conduct.persona)
        if conduct.depth_after in tactic.levels
        and with_holes(tactic, ())
        and "any" in MOVES.get(tactic.name, OTHER).fits
    ]
    return routine[turn % len(routine)]
