"""How the story grows: each event applied. Pure."""

from __future__ import annotations

from dramaturg.engines.memoir.story.events import (
    BornLearned,
    ClaimMade,
    ClaimSuperseded,
    ConflictFound,
    LooseEndFound,
    Mentioned,
    PassageMarked,
    StoryEvent,
    TakenUp,
    ThreadContinued,
    ThreadLeftAlone,
    ThreadOpened,
)
from dramaturg.engines.memoir.story.story import PERIODS, Kept, Mark, Mention, Period, Story
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Claim


def apply(story: Story, event: StoryEvent) -> Story:  # noqa: C901 - one case for each event
    match event:
        case ThreadOpened(thread):
            return replace(story, threads=story.threads.set(thread.id, thread), periods=_told(story, thread.periods))
        case ThreadContinued():
            return _continued(story, event)
        case ThreadLeftAlone(id, left_alone):
            return replace(story, threads=story.threads.set(id, replace(story.threads[id], left_alone=left_alone)))
        case ClaimMade():
            return _claimed(story, event)
        case ClaimSuperseded(id, by):
            return replace(story, claims=story.claims.set(id, replace(story.claims[id], superseded_by=by)))
        case ConflictFound(conflict):
            return replace(story, conflicts=(*story.conflicts, conflict))
        case Mentioned():
            return _mentioned(story, event)
        case LooseEndFound(loose_end):
            return replace(story, loose_ends=story.loose_ends.set(loose_end.id, loose_end))
        case TakenUp(what):
            return _taken_up(story, what)
        case PassageMarked(turn, mark):
            return _marked(story, str(turn), mark)
        case BornLearned(year, claim):
            return replace(story, born=year, born_from=claim)


def _claimed(story: Story, event: ClaimMade) -> Story:
    about = about_what(event.claim)
    known = story.claims_about.get(about, ())
    return replace(
        story,
        claims=story.claims.set(event.id, Kept(event.id, event.claim, event.turn)),
        claims_about=story.claims_about.set(about, (*known, event.id)),
    )


def about_what(claim: Claim) -> str:
    """What a claim is about: two claims about the same can go against one another."""
    return f"{claim.subject}|{claim.slot}|{claim.predicate}"


def _marked(story: Story, turn: str, mark: Mark | None) -> Story:
    if mark:
        return replace(story, marks=story.marks.set(turn, mark))
    return replace(story, marks=story.marks.delete(turn)) if turn in story.marks else story


def _continued(story: Story, event: ThreadContinued) -> Story:
    thread = story.threads[event.id]
    grown = replace(
        thread,
        vector=event.vector,
        keys=event.keys,
        turns=(*thread.turns, event.turn),
        periods=_in_order((*thread.periods, *event.periods)),
        sittings=tuple(dict.fromkeys((*thread.sittings, event.sitting))),
    )
    return replace(story, threads=story.threads.set(thread.id, grown), periods=_told(story, event.periods))


def _mentioned(story: Story, event: Mentioned) -> Story:
    key = f"{event.mention}:{event.key}"
    known = story.mentions.get(key) or Mention(event.key, event.mention, event.name, ())
    grown = replace(known, quotes=(*known.quotes, event.quote), role=known.role or event.role)
    return replace(story, mentions=story.mentions.set(key, grown))


def _taken_up(story: Story, what: str) -> Story:
    if what in story.mentions:
        return replace(story, mentions=story.mentions.set(what, replace(story.mentions[what], asked=True)))
    if what in story.loose_ends:
        return replace(story, loose_ends=story.loose_ends.set(what, replace(story.loose_ends[what], taken_up=True)))
    conflicts = tuple(replace(each, asked=True) if f"{each.now}|{each.then}" == what else each for each in story.conflicts)
    return replace(story, conflicts=conflicts)


def _told(story: Story, periods: tuple[Period, ...]) -> tuple[Period, ...]:
    return _in_order((*story.periods, *periods))


def _in_order(periods: tuple[Period, ...]) -> tuple[Period, ...]:
    return tuple(period for period in PERIODS if period in periods)
