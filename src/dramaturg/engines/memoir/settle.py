"""Settling: how the turn was conducted in the end, what was said, what is left alone, and whether
the sitting is over. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.engines.memoir.base.conduct import held_back
from dramaturg.engines.memoir.base.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.base.state import (
    ENDINGS,
    Conducted,
    LineSaid,
    MemoirEvent,
    MemoirState,
    SittingEnded,
)
from dramaturg.engines.memoir.base.story_events import PassageMarked, TakenUp, ThreadLeftAlone
from dramaturg.engines.memoir.read.refusals import goes_on
from dramaturg.engines.memoir.voice.heard import passage
from dramaturg.english.prose import content_words
from dramaturg.kernel.values import replace
from dramaturg.turn.contract import Cue, Decision, Draft, Settlement, Verdict

DEEPEST = 3


def settle(
    seen: MemoirState,
    decision: Decision[MemoirDirective],
    draft: Draft[LineReport],
    verdict: Verdict,
) -> Settlement[MemoirEvent]:
    """What is recorded of the turn, once it is known which line was said."""
    directive = decision.directive
    said = _held(directive, draft, verdict)
    template = draft.report.template if said.tactic == directive.tactic else ""
    asked = LineSaid(verdict.line, said.purpose, said.tactic, template, said.about)
    if said.purpose == "left":  # nothing was said to the teller
        return Settlement((asked,), (), decision.reason)
    events = (
        Conducted(said.conduct),
        asked,
        *(TakenUp(what) for what in said.takes_up),
        *_spared(seen, said),
        *_ending(seen, said),
    )
    return Settlement(events, tuple(_cues(events, said)), decision.reason)


def _held(
    directive: MemoirDirective, draft: Draft[LineReport], verdict: Verdict
) -> MemoirDirective:
    """What holds of what was decided, by whose line was said."""
    if not verdict.overrides:
        return _as_said(directive, draft)
    if draft.source != "offline" or not draft.report.refused:
        return _replaced(directive)
    action = directive.conduct.safety_action
    marked = replace(directive.conduct, safety_action="override" if action == "none" else action)
    return replace(directive, conduct=marked)  # the authored line of this very moment


def _replaced(directive: MemoirDirective) -> MemoirDirective:
    """What holds when another line was said: nothing was taken up, nothing deeper, and no leave was
    asked for.
    """
    purpose = "ask" if directive.purpose == "consent" else directive.purpose
    return MemoirDirective(purpose, held_back(directive.conduct), directive.signals, "fallback")


def _as_said(directive: MemoirDirective, draft: Draft[LineReport]) -> MemoirDirective:
    """A model may leave aside what it was given to take up; then it can be asked about later."""
    taken = content_words(draft.line) & content_words(" ".join(directive.holes.values()))
    if draft.source == "offline" or taken:
        return directive
    return replace(directive, about=(), takes_up=())


def _spared(seen: MemoirState, directive: MemoirDirective) -> Iterator[MemoirEvent]:
    """What was refused or hurt is left alone; what was told at the deepest level stays out of the
    book by default.
    """
    conduct, thread = directive.conduct, seen.story.thread(directive.conduct.topic)
    # who names what they refuse, or tells something beside it, has refused just that
    told = goes_on(passage(seen), seen.refusing)
    named = told or (
        conduct.safety_action == "deescalate"
        and any(matter.turn == seen.turn for matter in seen.story.left_alone)
    )
    if (
        thread
        and not (thread.left_alone or named)
        and conduct.safety_action in ("deescalate", "stop")
        and conduct.stopped != "stop_requested"
    ):
        yield ThreadLeftAlone(thread.id)
    if conduct.depth_after == DEEPEST and str(seen.turn) not in seen.story.marks:
        yield PassageMarked(seen.turn, "sensitive", "told in the sensitive core")


def _ending(seen: MemoirState, directive: MemoirDirective) -> Iterator[SittingEnded]:
    if directive.purpose in ENDINGS and seen.ended is None:
        yield SittingEnded(directive.conduct.stopped or "farewell")


def _cues(events: tuple[MemoirEvent, ...], directive: MemoirDirective) -> Iterator[Cue]:
    for event in events:
        if isinstance(event, SittingEnded):
            yield Cue("SittingEnded", {"reason": event.why})
    if directive.purpose == "consent":
        yield Cue("ConsentAsked", {"topic": directive.conduct.topic})
    if directive.conduct.sideways:
        yield Cue("StepSidewaysOffered")
