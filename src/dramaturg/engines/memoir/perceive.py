"""Perceiving: what the teller said becomes a passage, signals, and what the story learns
from it.
"""

from __future__ import annotations

import asyncio
import re
from typing import cast

from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.engines.memoir.base.state import (
    MemoirEvent,
    MemoirSignalsRead,
    MemoirState,
    PassageTold,
    SittingBegan,
    apply,
)
from dramaturg.engines.memoir.base.story import Mark
from dramaturg.engines.memoir.base.story_events import PassageMarked
from dramaturg.engines.memoir.read.consent import consent_in, says_stop
from dramaturg.engines.memoir.read.parts import with_parts
from dramaturg.engines.memoir.read.phases import phase_of
from dramaturg.engines.memoir.read.signs import ACUTE, Signs, signs_of
from dramaturg.engines.memoir.story_update import ReadingTools, StoryUpdate, update_story
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.asks import AskAnswer, Prompter
from dramaturg.turn.contract import Heard, Percept
from dramaturg.turn.engine import fold
from dramaturg.turn.readings import Readings, Utterance
from dramaturg.turn.stopwatch import stage

SITTING = "sitting"
_MARKING = re.compile(r"^mark:(\d{1,9}):(sensitive|off_record|none)$")
EARLIER = 5  # passages that a new one is read beside
READ_CHARACTERS = 4_000
LEFT = 3 * 3600.0  # seconds after which a sitting that nobody ended is over
# as much as words count that sound like a contradiction, where nothing in the story goes against
# them
DOUBT = 0.5
BARE = 8  # words of a yes that says nothing else: nothing is read into it

Events = tuple[MemoirEvent, ...]


async def perceive(
    state: MemoirState, heard: Heard, tools: ReadingTools, prompter: Prompter
) -> Percept[MemoirEvent]:
    """What came in, as events: a choice, or a passage, its signals and what the story learns."""
    if heard.choice is not None:
        return Percept(_chosen(state, heard))
    return await _passage(state, heard, tools, prompter)


def _chosen(state: MemoirState, heard: Heard) -> Events:
    """A choice instead of words: a new sitting, or a mark on a passage."""
    if heard.choice == SITTING:
        if state.told and not is_over(state, heard.at):
            raise BadInput("this sitting is going on: say something, or end it first")
        return (SittingBegan(state.sitting + 1, heard.at),)
    marking = _MARKING.match(heard.choice or "")
    if marking is None:
        raise BadInput(
            f"a memoir knows the choices {SITTING!r} and 'mark:<turn>:sensitive|off_record|none',"
            f" not {heard.choice!r}"
        )
    turn, mark = int(marking[1]), cast("Mark | None", None if marking[2] == "none" else marking[2])
    if not 0 < turn <= state.turn:
        raise BadInput(f"there is no passage {turn}: the last one is {state.turn}")
    return (PassageMarked(turn, mark, "by the teller's own hand"),)


def is_over(state: MemoirState, now: float) -> bool:
    """Ended by a farewell or a stop, or simply left hours ago."""
    return state.ended is not None or _was_left(state, now)


def _was_left(state: MemoirState, now: float) -> bool:
    return now - state.told_at >= LEFT


async def _passage(
    state: MemoirState, heard: Heard, tools: ReadingTools, prompter: Prompter
) -> Percept[MemoirEvent]:
    turn, text = state.ledger.turn + 1, heard.text
    # who comes back to a sitting that was left, and just tells on, is in a new one: what was agreed
    # then holds no more
    left = state.ended is None and state.told and state.told_at and _was_left(state, heard.at)
    begun = (SittingBegan(state.sitting + 1, heard.at),) if left else ()
    told = PassageTold(turn, text, tools.embedder.name, heard.at)
    seen = fold(apply, (*begun, told), state)
    earlier = tuple(line.text for line in state.lines if line.speaker == "teller")[-EARLIER:]
    said = Utterance(text, state.question, earlier)
    answer = await _readings(said, tools, prompter)
    hearing = await _story(seen, text, turn, tools, prompter)
    story: Events = hearing.events
    local = with_parts(said, tools.readers.read([said])[0], tools.readers)
    signs = signs_of(
        text, local if answer.source == "offline" else answer.value, local, state.purpose == "close"
    )
    signals = _signals(fold(apply, story, seen), text, signs, hearing, tools)
    read = MemoirSignalsRead(
        signals,
        answer.source,
        {**signs.why, **({"claims": hearing.why} if hearing.why else {})},
        dict(answer.value.degraded),
    )
    # what is raw is left out of the book by default; what the teller said of it themself stands
    own = any(isinstance(event, PassageMarked) and event.turn == turn for event in hearing.events)
    marked = (
        (PassageMarked(turn, "sensitive", "told in distress or pain"),)
        if signs.sensitive and not own
        else ()
    )
    readings = {name: reading.value for name, reading in answer.value.by_signal.items()}
    return Percept((*begun, told, *story, *marked, read), signals.facts, readings)


@stage("Readings")
async def _readings(
    said: Utterance, tools: ReadingTools, prompter: Prompter
) -> AskAnswer[Readings]:
    """The words read without a model, and by one if there is one, in one question."""
    # in a thread, so that other people's turns go on meanwhile
    return await prompter.ask(await asyncio.to_thread(tools.readers.ask, said, READ_CHARACTERS))


@stage("Story")
async def _story(
    seen: MemoirState, text: str, turn: int, tools: ReadingTools, prompter: Prompter
) -> StoryUpdate:
    return await update_story(seen, text, turn, tools, prompter)


def _signals(
    seen: MemoirState, text: str, signs: Signs, hearing: StoryUpdate, tools: ReadingTools
) -> TurnSignals:
    consent = consent_in(text, seen.purpose == "consent")
    bare = seen.purpose == "consent" and consent is True and len(text.split()) <= BARE
    return TurnSignals(
        vagueness_score=0.0 if bare else signs.vagueness,
        emotion_score=0.0 if bare and signs.emotion < ACUTE else signs.emotion,
        contradiction_score=_contradiction(signs, hearing),
        refusal_or_discomfort=signs.refusal or consent is False,
        conversation_phase=phase_of(seen, text, tools.teller.sitting_turns),
        user_initiated_elaboration=signs.elaboration,
        topic_id=hearing.topic,
        consent=consent,
        stop_requested=signs.stop
        and not (consent is False and _is_of_the_matter(seen, text, signs)),
        self_harm=signs.self_harm,
    )


def _contradiction(signs: Signs, hearing: StoryUpdate) -> float:
    """What goes against the story; who puts something right contradicts nobody."""
    if hearing.corrected:
        return 0.0
    return round(max(min(signs.contradiction, DOUBT), hearing.contradiction), 4)


def _is_of_the_matter(seen: MemoirState, text: str, signs: Signs) -> bool:
    """Whether a no is about what was asked or agreed, and not about the sitting."""
    if seen.purpose == "consent":
        return not says_stop(text)
    agreed = seen.ledger.entry(seen.ledger.topic).consent is not None
    return agreed and signs.why.get("stop", "").endswith("will not go on")
