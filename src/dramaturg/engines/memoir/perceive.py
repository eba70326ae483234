"""Perceiving: what the teller said becomes a passage, signals, and what the story learns
from it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import cast

from dramaturg.engines.memoir.asks.passage_ask import SIGNALS, STEERING, STORY, passage_ask
from dramaturg.engines.memoir.asks.story import StoryAsk
from dramaturg.engines.memoir.base.arrangement import ARRANGING, arrangement_in
from dramaturg.engines.memoir.base.left_questions import ASKING, AskedBy, question_in
from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.engines.memoir.base.state import (
    MemoirEvent,
    MemoirSignalsRead,
    MemoirState,
    PassageTold,
    Reply,
    SittingBegan,
    apply,
)
from dramaturg.engines.memoir.base.story import LeftQuestion, Mark
from dramaturg.engines.memoir.base.story_events import (
    BookArranged,
    MatterLeftAlone,
    PassageMarked,
    QuestionLeft,
    TalkHeard,
    ThreadLeftAlone,
)
from dramaturg.engines.memoir.read.consent import consent_in
from dramaturg.engines.memoir.read.phases import phase_of
from dramaturg.engines.memoir.read.refusals import Refusals, refusals_in
from dramaturg.engines.memoir.read.signs import ACUTE, REPLIES, SHORT, Signs, reply_to, signs_of
from dramaturg.engines.memoir.read.talk import talk_in
from dramaturg.engines.memoir.read.tones import DARK, tones_of
from dramaturg.engines.memoir.read.ways import is_annoyed, pressed
from dramaturg.engines.memoir.story.extract import PassageExtract
from dramaturg.engines.memoir.story.vectors import embedded, packed
from dramaturg.engines.memoir.story_update import (
    NOTHING_LEARNED,
    ReadingTools,
    StoryUpdate,
    story_ask,
    update_story,
)
from dramaturg.engines.memoir.voice.heard import was_dark
from dramaturg.engines.memoir.voice.teller_questions import asks_us
from dramaturg.english.prose import content_words, sentences
from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.values import replace
from dramaturg.languages.detect import ENGLISH
from dramaturg.languages.letters import word_count
from dramaturg.turn.asks import Ask, AskAnswer, Prompter
from dramaturg.turn.care import CareTaken
from dramaturg.turn.contract import Heard, Percept
from dramaturg.turn.engine import fold
from dramaturg.turn.hearing import Hearing
from dramaturg.turn.readings import Readings, Span, Utterance
from dramaturg.turn.stopwatch import stage
from dramaturg.turn.tables import in_order

SITTING = "sitting"
_MARKING = re.compile(r"^mark:(\d{1,9}):(sensitive|off_record|family|wanted|none)$")
EARLIER = 5  # passages that a new one is read beside
READ_CHARACTERS = 4_000
LEFT = 3 * 3600.0  # seconds after which a sitting that nobody ended is over
# as much as words count that sound like a contradiction, where nothing in the story goes against
# them
DOUBT = 0.5
UNASKED, UNASKED_DARK = 18, 8  # words
LEFT_ALONE = ("leave_it", "leave_that_out", "pause")  # what is said to a refusal
BARE = 8  # words of a yes that says nothing else: nothing is read into it

Events = tuple[MemoirEvent, ...]


async def perceive(
    state: MemoirState, heard: Heard, tools: ReadingTools, prompter: Prompter
) -> Percept[MemoirEvent]:
    """What came in, as events: a choice, or a passage, its signals and what the story learns."""
    if heard.choice is not None:
        return Percept(_chosen(state, heard, tools))
    return await _passage(state, heard, tools, prompter)


def _chosen(state: MemoirState, heard: Heard, tools: ReadingTools) -> Events:
    """A choice instead of words: a new sitting, or a mark on a passage."""
    if heard.choice == SITTING:
        if state.told and not is_over(state, heard.at):
            raise BadInput("this sitting is going on: say something, or end it first")
        begun, taken = SittingBegan(state.sitting + 1, heard.at), tools.care.check_in(state.care)
        return (begun, taken) if taken else (begun,)
    if (heard.choice or "").startswith(ASKING):
        return (QuestionLeft(_question(state, question_in(heard.choice or ""), tools)),)
    if (heard.choice or "").startswith(ARRANGING):
        return (BookArranged(arrangement_in(heard.choice or "")),)
    marking = _MARKING.match(heard.choice or "")
    if marking is None:
        raise BadInput(
            f"a memoir knows the choices {SITTING!r}, 'book:<arrangement>', 'ask:<question>' and"
            " 'mark:<turn>:"
            f"sensitive|off_record|family|wanted|none', not {heard.choice!r}"
        )
    turn, mark = int(marking[1]), cast("Mark | None", None if marking[2] == "none" else marking[2])
    if not 0 < turn <= state.turn:
        raise BadInput(f"there is no passage {turn}: the last one is {state.turn}")
    return (PassageMarked(turn, mark, "by the teller's own hand"),)


def _question(state: MemoirState, asked: AskedBy, tools: ReadingTools) -> LeftQuestion:
    return LeftQuestion(
        id=state.story.next_id("q"),
        by=asked.by,
        text=asked.question,
        vector=packed(embedded(asked.question, tools.embedder)),
        embedder=tools.embedder.name,
        sitting=state.sitting,
    )


def is_over(state: MemoirState, now: float) -> bool:
    """Ended by a farewell or a stop, or simply left hours ago."""
    return state.ended is not None or _was_left(state, now)


def _was_left(state: MemoirState, now: float) -> bool:
    return now - state.told_at >= LEFT


async def _passage(
    state: MemoirState, heard: Heard, tools: ReadingTools, prompter: Prompter
) -> Percept[MemoirEvent]:
    told = PassageTold(state.ledger.turn + 1, heard.text, tools.embedder.name, heard.at)
    # who comes back to a sitting that was left, and just tells on, is in a new one: what was agreed
    # then holds no more
    left = state.ended is None and state.told and state.told_at and _was_left(state, heard.at)
    begun = (SittingBegan(state.sitting + 1, heard.at),) if left else ()
    hearing = await _hearing(told.text, state.question, tools)
    hearing = hearing.in_talk_of(prompter.language, told.text)
    if taken := await tools.care.heed(state.care, told.text, hearing, prompter):
        return _cared(state, (*begun, told), taken, tools)
    refusals = await _refusals(state, told.text, hearing, tools)
    hearing = refusals.hearing
    is_read = hearing.is_readable or prompter.language != ENGLISH
    if not is_read and not hearing.does:
        return _unread(fold(apply, (*begun, told), state), (*begun, told), hearing, tools)
    earlier = tuple(line.text for line in state.lines if line.speaker == "teller")[-EARLIER:]
    reading = await _signals(Utterance(told.text, state.question, earlier), tools)
    local = reading.offline()
    ending = state.purpose == "close"
    by_ear = signs_of(told.text, hearing, local, local, ending)
    aside = await _aside(told.text, reply_to(hearing, by_ear), state, tools)
    untold = aside or not is_read
    seen = fold(apply, (*begun, told), state)
    by_rules = hearing.is_readable
    ask = await asyncio.to_thread(story_ask, seen, told.text, told.turn, tools, by_rules)
    answer, story = await _read(reading, None if untold else ask, prompter)
    if taken := tools.care.alarmed(state.care, answer, prompter.language):
        return _cared(state, (*begun, told), taken, tools)
    if not hearing.is_readable and not hearing.does and answer.source == "offline":
        return _unread(fold(apply, (*begun, told), state), (*begun, told), hearing, tools)
    signs = signs_of(told.text, hearing, answer.value, local, ending)
    if state.calls_for == "leave" and {"assent", "stop"} & hearing.does:
        signs = replace(signs, stop=True)
    calls_for = reply_to(hearing, signs)
    if refusals.stays and state.tactics[-1:] and state.tactics[-1] in LEFT_ALONE:
        calls_for = "misheard"
    elif calls_for in (None, "question_back") and is_annoyed(told.text):
        calls_for = "irritation"
    elif calls_for == "question_back" and not asks_us(told.text):
        calls_for = None
    aside = aside and calls_for is not None
    told = replace(told, aside=aside or not is_read)
    seen = fold(apply, (*begun, told), state)
    found = AskAnswer(ask.offline(), "offline") if story is None else story
    update = (
        NOTHING_LEARNED
        if told.aside
        else await _story(seen, hearing, ask, found, tools, refusals.sentences)
    )
    after = fold(apply, update.events, seen)
    signals = _signals_of(after, told.text, hearing, signs, update, tools)
    why = {
        **signs.why,
        **({"claims": update.why} if update.why else {}),
        **({"story": "; ".join(update.dropped)} if update.dropped else {}),
    }
    read = MemoirSignalsRead(
        signals,
        answer.source,
        why,
        dict(answer.value.degraded),
        tools.ear.name,
        None if signals.refusal_or_discomfort else calls_for,
        refusals.sentences if signals.refusal_or_discomfort else (),
        round(signs.valence, 4),
    )
    left_alone = _left_alone(after, told.text, hearing, signals, update, calls_for)
    marked = _marked(told.turn, signs, update)
    talk = await _talk(told, hearing, state.question, tools)
    readings = {name: reading.value for name, reading in answer.value.by_signal.items()}
    both = {name: (ear and round(ear, 4), by) for name, (ear, by) in answer.value.both.items()}
    return Percept(
        (*begun, told, *update.events, *talk, *left_alone, *marked, read),
        signals.facts,
        {**readings, "valence": signs.valence},
        tools.ear.name,
        both,
    )


def _cared(
    state: MemoirState, events: Events, taken: CareTaken, tools: ReadingTools
) -> Percept[MemoirEvent]:
    """The passage is kept and left out of the book by default; nothing is read into it. What is
    said after it, of how they are, is no passage.
    """
    *begun, told = events
    if not isinstance(told, PassageTold):
        raise TypeError("words of care answer a passage")
    kept = replace(told, aside=state.care.is_open)
    marked = () if kept.aside else (PassageMarked(kept.turn, "sensitive", "told in danger"),)
    return Percept((*begun, kept, *marked, taken), ear=tools.ear.name)


@stage("Hearing")
async def _hearing(text: str, before: str, tools: ReadingTools) -> Hearing:
    if way_out := pressed(text):
        return way_out
    # in a thread, so that other people's turns go on meanwhile
    return await asyncio.to_thread(tools.ear.hear, text, before)


async def _refusals(
    state: MemoirState, text: str, hearing: Hearing, tools: ReadingTools
) -> Refusals:
    """Which words refuse; where leave was asked, any no is one."""
    if state.purpose == "consent":
        return Refusals(hearing, (Span(text, 0),) if "refusal" in hearing.does else ())
    return await asyncio.to_thread(
        refusals_in, text, state.question, hearing, tools.ear, tools.syntax
    )


def _marked(turn: int, signs: Signs, update: StoryUpdate) -> Iterator[PassageMarked]:
    """What is raw is left out of the book by default; what the teller said of it themself
    stands.
    """
    own = any(isinstance(event, PassageMarked) and event.turn == turn for event in update.events)
    if signs.sensitive and not own:
        yield PassageMarked(turn, "sensitive", "told in distress or pain")


def _unread(
    seen: MemoirState, events: Events, hearing: Hearing, tools: ReadingTools
) -> Percept[MemoirEvent]:
    """What cannot be read is kept as it was said, and nothing is made of it."""
    signals = TurnSignals(
        vagueness_score=0.0,
        emotion_score=0.0,
        contradiction_score=0.0,
        refusal_or_discomfort=False,
        conversation_phase=phase_of(seen, False, tools.teller.sitting_turns),
    )
    why = {"language": hearing.language}
    read = MemoirSignalsRead(signals, "offline", why, ear=tools.ear.name, calls_for="unread")
    return Percept((*events, read), signals.facts, ear=tools.ear.name)


async def _aside(
    text: str, calls_for: Reply | None, seen: MemoirState, tools: ReadingTools
) -> bool:
    """Whether nothing is told beside what is said of the talk itself, in no sentence."""
    if calls_for is None or word_count(text) > SHORT:
        return False
    return await asyncio.to_thread(_is_aside, text, seen, tools)


def _is_aside(text: str, seen: MemoirState, tools: ReadingTools) -> bool:
    said = sentences(text)
    heard = (pressed(each) or tools.ear.hear(each, seen.question) for each in said or [text])
    return all({"stop", *REPLIES} & each.does and "correction" not in each.does for each in heard)


def _left_alone(
    seen: MemoirState,
    text: str,
    hearing: Hearing,
    signals: TurnSignals,
    update: StoryUpdate,
    calls_for: Reply | None,
) -> Iterator[MemoirEvent]:
    """What is refused by name, whoever heard it, with the threads that are about nothing else; and
    what the teller comes back to by themself.
    """
    heard = (hearing.refused,) if hearing.refused and signals.refusal_or_discomfort else ()
    named = {span.text: content_words(span.text) for span in (*heard, *update.refused)}
    for words_refused, matter in named.items():
        if matter:
            yield MatterLeftAlone(seen.turn, words_refused)
            for thread in in_order(seen.story.threads).values():
                title = content_words(thread.title)
                if title and title <= matter and not thread.left_alone:
                    yield ThreadLeftAlone(thread.id)
    if signals.refusal_or_discomfort:
        return
    if calls_for == "misheard":
        yield from _taken_back(seen)
    for left in seen.story.left_alone:
        if content_words(left.words) <= content_words(text) and left.words not in named:
            yield MatterLeftAlone(seen.turn, left.words, left_alone=False)


def _taken_back(seen: MemoirState) -> Iterator[MemoirEvent]:
    """What was left alone in the last turn, and was not meant."""
    for left in seen.story.left_alone:
        if left.turn == seen.turn - 1:
            yield MatterLeftAlone(seen.turn, left.words, left_alone=False)
    thread = seen.story.thread(seen.ledger.topic)
    if thread and thread.left_alone:
        yield ThreadLeftAlone(thread.id, left_alone=False)


@stage("Readings")
async def _signals(said: Utterance, tools: ReadingTools) -> Ask[Readings]:
    """The words read without a model, and what of it one is asked."""
    return await asyncio.to_thread(tools.readers.ask, said, READ_CHARACTERS, STEERING)


@stage("Asking")
async def _read(
    signals: Ask[Readings], story: StoryAsk | None, prompter: Prompter
) -> tuple[AskAnswer[Readings], AskAnswer[PassageExtract] | None]:
    """What a passage shows and what it tells, asked in one call; of words about the talk itself
    only what they show.
    """
    if story is None:
        return await prompter.ask(signals), None
    answer = await prompter.ask(passage_ask(signals, story))
    read, found = answer.value[SIGNALS], answer.value[STORY]
    return (
        AskAnswer(read, answer.source if read.both else "offline"),
        AskAnswer(found, answer.source if found.by_model else "offline"),
    )


async def _talk(
    told: PassageTold, hearing: Hearing, question: str, tools: ReadingTools
) -> tuple[TalkHeard, ...]:
    """What the ear does not read is not taken apart."""
    if told.aside or not hearing.is_readable:
        return ()
    found = await asyncio.to_thread(talk_in, told.turn, told.text, question, tools.ear)
    return (found,) if found else ()


@stage("Story")
async def _story(
    seen: MemoirState,
    hearing: Hearing,
    ask: StoryAsk,
    answer: AskAnswer[PassageExtract],
    tools: ReadingTools,
    refusing: tuple[Span, ...],
) -> StoryUpdate:
    return await asyncio.to_thread(update_story, seen, hearing, ask, answer, tools, refusing)


def _signals_of(
    seen: MemoirState,
    text: str,
    hearing: Hearing,
    signs: Signs,
    update: StoryUpdate,
    tools: ReadingTools,
) -> TurnSignals:
    consent = consent_in(text, seen.purpose == "consent", hearing)
    bare = seen.purpose == "consent" and consent is True and len(text.split()) <= BARE
    goodbye = "goodbye" in hearing.does
    return TurnSignals(
        vagueness_score=0.0 if bare or not update.topic else signs.vagueness,
        emotion_score=0.0 if bare and signs.emotion < ACUTE else signs.emotion,
        contradiction_score=_contradiction(signs, update),
        refusal_or_discomfort=signs.refusal or consent is False,
        conversation_phase=phase_of(seen, goodbye, tools.teller.sitting_turns),
        user_initiated_elaboration=_goes_on(seen, text, signs) and bool(update.topic),
        topic_id=update.topic or None,
        consent=consent,
        stop_requested=signs.stop,
    )


def _goes_on(seen: MemoirState, text: str, signs: Signs) -> bool:
    """Whether they go further by themselves; who holds something back does not."""
    return not signs.refusal and (signs.elaboration or _leads(seen, text))


def _leads(seen: MemoirState, text: str) -> bool:
    """Whether they go on at some length by themselves, where nothing was asked; into a grief also
    with few words.
    """
    asked = seen.purpose != "ask" or "?" in seen.question
    dark = was_dark(seen) and not DARK.isdisjoint(tones_of(text))
    return not asked and word_count(text) >= (UNASKED_DARK if dark else UNASKED)


def _contradiction(signs: Signs, update: StoryUpdate) -> float:
    """What goes against the story; who puts something right contradicts nobody."""
    if update.corrected or not update.topic:
        return 0.0
    return round(max(min(signs.contradiction, DOUBT), update.contradiction), 4)
