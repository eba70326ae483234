"""Perceiving: an answer is saved, taken apart, extracted, joined to the graph and to its slots, and
its signals are read.

All uses of the embedder, the parser and the readers on an answer are in this step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dramaturg.engines.interviews.asks.extraction_ask import ExtractionAsk
from dramaturg.engines.interviews.asks.slot_ask import SlotAsk
from dramaturg.engines.interviews.base.extraction import (
    AnswerSource,
    Extraction,
    Hints,
    KnownConcept,
)
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.base.state import (
    Answered,
    ConceptAdded,
    ConceptMentioned,
    EdgeAdded,
    Extracted,
    InterviewEvent,
    InterviewState,
    SignalsRead,
    StructureRead,
    VectorsMade,
    apply,
)
from dramaturg.engines.interviews.base.vectors import packed
from dramaturg.engines.interviews.extract.offline import Extractor
from dramaturg.engines.interviews.guide import GuideReader
from dramaturg.engines.interviews.knowledge.graph_update import graph_update
from dramaturg.engines.interviews.knowledge.slots import discover_slots
from dramaturg.engines.interviews.strategy.continuation import IN_DANGER
from dramaturg.engines.interviews.strategy.signals import REFUSES
from dramaturg.english.prose import content_words, table, words
from dramaturg.turn.asks import Ask, AskAnswer, Prompter
from dramaturg.turn.contract import Heard, Percept
from dramaturg.turn.engine import fold
from dramaturg.turn.ports import Embedder, Syntax
from dramaturg.turn.readings import Readers, Reading, Readings, Utterance, depth_of
from dramaturg.turn.stopwatch import stage
from dramaturg.turn.tables import in_order

LABELS = 30  # recent concepts that an extraction may refer to (seed 004, path 13)
HISTORY = 5  # strategies that a turn looks back on (seed 004, path 4)
EARLIER = 8  # answers that a contradiction is looked for in
SHOWN = 12  # relations and frames that a record keeps
SUSPECTED, SURE, STRONG = 0.2, 0.5, 0.7
CONFIDENT = 0.42  # of 300 statements of present danger 240 are read so, of 339 harmless facts none
REFUSING = table(
    "answer ask bit comfortable comment discuss don't go going i'd keep leave let's mind move nah"
    " nope not pass personal please prefer private question rather right say skip something speak"
    " stay sorry talk tell thanks thing think want won't"
)
"""Words by which people refuse; what else they say is what they refuse to speak of."""

FAILED = "nothing could be extracted: "

Events = tuple[InterviewEvent, ...]


@dataclass(frozen=True)
class AnswerTools:
    """Everything an answer is understood with."""

    methodology: Methodology
    subject: Subject
    guide: Guide | None
    embedder: Embedder
    syntax: Syntax
    readers: Readers

    @cached_property
    def extractor(self) -> Extractor:
        return Extractor(self.methodology.ontology, self.embedder, self.syntax)

    @cached_property
    def guide_reader(self) -> GuideReader | None:
        return GuideReader(self.guide, self.embedder) if self.guide else None


async def perceive(
    state: InterviewState, heard: Heard, tools: AnswerTools, prompter: Prompter
) -> Percept[InterviewEvent]:
    saved = utterance_saving(context_loading(state, tools.embedder.name), heard.text)
    moved = tuple(_moved(state, tools.embedder))
    # words are read in a thread, so that other people's turns go on meanwhile
    hints = await asyncio.to_thread(srl_preprocessing, heard.text, tools.readers)
    ask = await asyncio.to_thread(_signals_ask, state, heard.text, tools)
    signals, local = await _signals(ask, prompter), ask.offline()
    begun: Events = (saved, *moved)
    seen = fold(apply, begun, state)
    source = _source(seen, saved, hints, tools)
    answer = await extraction(source, _refuses(signals.value), tools, prompter)
    grown = _graph_update(seen, answer.value, tools)
    seen = fold(apply, grown, seen)
    mapped = await slot_discovery(seen, grown, tools, prompter)
    seen = fold(apply, mapped, seen)
    read = _signals_read(seen, signals, grown, heard.text, tools)
    if failure := next((note for note in answer.value.notes if note.startswith(FAILED)), None):
        read = replace(read, degraded={**read.degraded, "extraction": failure})
    found = (_structure(hints), Extracted(answer.value, answer.source), *grown, *mapped, read)
    readings = {
        name: round(_weighed(name, reading, local), 4)
        for name, reading in signals.value.by_signal.items()
    }
    return Percept((*begun, *found), {"response_depth": read.depth}, readings)


# ── stages 1 to 2.5 ───────────────────────────────────────────────────────────────────────────────


@stage("ContextLoading")
def context_loading(state: InterviewState, embedder: str) -> Answered:
    turn, known = state.turn + 1, min(LABELS, len(state.graph.concepts))
    return Answered(turn, f"u{turn}", "", state.strategies[-HISTORY:], known, embedder)


@stage("UtteranceSaving")
def utterance_saving(context: Answered, text: str) -> Answered:
    return replace(context, text=text)


def _moved(state: InterviewState, embedder: Embedder) -> Iterator[VectorsMade]:
    """Vectors of two embedders are never compared: whoever goes on with an interview elsewhere
    makes them anew.
    """
    if state.turn and state.embedder != embedder.name:
        named = {each.id: each.label for each in in_order(state.graph.concepts).values()}
        slots = {each.id: each.name for each in in_order(state.graph.slots).values()}
        vectors = map(packed, embedder.embed([*named.values(), *slots.values()]))
        made = dict(zip((*named, *slots), vectors, strict=True))
        yield VectorsMade({id: made[id] for id in named}, {id: made[id] for id in slots})


@stage("SRLPreprocessing")
def srl_preprocessing(text: str, readers: Readers) -> Hints:
    return Hints(readers.relations(text), readers.frames(text))


def _structure(hints: Hints) -> StructureRead:
    relations = (
        f"{each.marker}: {each.source.text} leads to {each.target.text}"
        for each in hints.relations[:SHOWN]
    )
    frames = (
        f"{'not ' * each.negated}{each.lemma}: "
        + ", ".join(f"{role}={getattr(span, 'text', '')}" for role, span in each.roles.items())
        for each in hints.frames[:SHOWN]
    )
    return StructureRead(tuple(relations), tuple(frames))


# ── stages 3 to 4.5 ───────────────────────────────────────────────────────────────────────────────


@stage("Extraction")
async def extraction(
    source: AnswerSource, refused: bool, tools: AnswerTools, prompter: Prompter
) -> AskAnswer[Extraction]:
    """Who would rather not speak of something is not taken at a word that slipped in with it."""
    if refused:
        note = "the respondent would rather not answer: nothing was taken from it"
        return AskAnswer(Extraction(notes=(note,)), "offline")
    try:
        return await prompter.ask(ExtractionAsk(source, tools.extractor))
    except Exception as error:  # an answer that nobody can take apart must not stop the interview
        return AskAnswer(Extraction(notes=(f"{FAILED}{type(error).__name__}: {error}",)), "offline")


def _source(
    seen: InterviewState, saved: Answered, hints: Hints, tools: AnswerTools
) -> AnswerSource:
    """The answer with what the last question named, the newest concepts, and those next to it."""
    ids = [concept.id for concept in seen.graph.newest(LABELS)]
    key = seen.tracker.previous_focus
    if key:
        focus = seen.tracker.states[key].concept
        ids = [focus, *list(seen.graph.neighbours(focus))[:LABELS], *ids]
    concepts = (seen.graph.concepts[id] for id in dict.fromkeys(ids))
    known = tuple(KnownConcept(concept.label, concept.type) for concept in concepts)
    return AnswerSource(
        utterance=saved.utterance,
        text=saved.text,
        question=seen.question,
        subject=tools.subject,
        ontology=tools.methodology.ontology,
        focus=known[0] if key else None,
        strategy=tools.methodology.by_name.get(seen.strategy) if key else None,
        known=known,
        hints=hints,
    )


@stage("GraphUpdate")
def _graph_update(seen: InterviewState, found: Extraction, tools: AnswerTools) -> Events:
    return graph_update(seen, found, tools.methodology.ontology, tools.embedder, tools.syntax)


@stage("SlotDiscovery")
async def slot_discovery(
    seen: InterviewState, grown: Events, tools: AnswerTools, prompter: Prompter
) -> Events:
    """Slots for what is new. A model may propose names; without new concepts it is not asked."""
    new = [event for event in grown if isinstance(event, ConceptAdded)]
    ontology, support = tools.methodology.ontology, tools.methodology.limits.min_support
    proposals = (await prompter.ask(SlotAsk(seen, new, ontology))).value if new else {}
    return discover_slots(seen, ontology, tools.embedder, tools.syntax, support, proposals)


# ── signals ───────────────────────────────────────────────────────────────────────────────────────


def _signals_ask(state: InterviewState, text: str, tools: AnswerTools) -> Ask[Readings]:
    earlier = [line.text for line in state.lines if line.speaker == "respondent"][-EARLIER:]
    said = Utterance(text, state.question, tuple(earlier))
    return tools.readers.ask(said, tools.methodology.limits.read_characters)


@stage("Signals")
async def _signals(ask: Ask[Readings], prompter: Prompter) -> AskAnswer[Readings]:
    """The words read without a model, and by one if there is one: five signals and more in one
    question.
    """
    return await prompter.ask(ask)


def _signals_read(
    seen: InterviewState,
    answer: AskAnswer[Readings],
    grown: Sequence[InterviewEvent],
    text: str,
    tools: AnswerTools,
) -> SignalsRead:
    readings = answer.value.by_signal
    new = {event.id: event.label for event in grown if isinstance(event, ConceptAdded)}
    guide = tools.guide_reader
    return SignalsRead(
        depth=depth_of(readings["depth"].value) if "depth" in readings else "shallow",
        source=answer.source,
        refusal=_refuses(answer.value),
        spared=tuple(dict.fromkeys(_spared(seen, text, answer.value, grown, tools))),
        news=any(map(_is_news, grown)),
        found=sum(isinstance(event, ConceptAdded | EdgeAdded) for event in grown),
        rationales={
            name: reading.why
            for name, reading in readings.items()
            if reading.why and answer.source != "offline"
        },
        degraded=dict(answer.value.degraded),
        points=guide.points(text) if guide else (),
        topics=guide.topics(new) if guide else {},
    )


def _spared(
    seen: InterviewState,
    text: str,
    readings: Readings,
    grown: Sequence[InterviewEvent],
    tools: AnswerTools,
) -> Iterator[str]:
    """What is to be left alone: what was asked about when that is refused or hurts, all that is
    said with a thought of harm, and what a refusal is about by its words.
    """
    refuses, harms = _refuses(readings), _is(readings, "self_harm", SURE)
    if seen.tracker.previous_focus and (refuses or harms or _is(readings, "distress", STRONG)):
        yield seen.tracker.previous_focus
    if harms:
        named = (each for each in grown if isinstance(each, ConceptAdded | ConceptMentioned))
        yield from (seen.key_of(event.id) for event in named)
    matter = [word for word in words(text) if content_words(word) and word not in REFUSING]
    if refuses and matter:
        vector = tools.embedder.embed([" ".join(matter)])[0]
        for rows in in_order(seen.graph.concept_vectors).values():
            near = (rows.nearness(vector) >= tools.embedder.thresholds.topic).nonzero()[0]
            yield from (seen.key_of(rows.id(int(row))) for row in near)


def _weighed(signal: str, reading: Reading, local: Readings) -> float:
    """A reading as far as an interview may be ended on it: danger needs a rule or some certainty,
    another topic is no stop.

    A model alone ends nothing: what only it suspects is left alone.
    """
    here = local.by_signal.get(signal) if signal in ("self_harm", "stop") else None
    if here is not None and here.value < SUSPECTED and reading.value > here.value:
        return min(reading.value, SURE)
    if signal == "self_harm" and reading.value >= STRONG:
        if reading.reader.startswith("rule"):
            return max(reading.value, IN_DANGER)
        return reading.value if reading.confidence >= CONFIDENT else min(reading.value, STRONG)
    if signal == "stop" and reading.reader.endswith("turns to something else"):
        return min(reading.value, SURE)
    return reading.value


def _refuses(readings: Readings) -> bool:
    return _is(readings, "refusal", REFUSES)


def _is(readings: Readings, signal: str, limit: float) -> bool:
    return signal in readings.by_signal and readings.by_signal[signal].value >= limit


def _is_news(event: InterviewEvent) -> bool:
    """A new concept, a new edge, or a concept put in words that say more; the same thing again is
    no yield.
    """
    return isinstance(event, ConceptAdded | EdgeAdded) or (
        isinstance(event, ConceptMentioned) and event.match == "meaning"
    )
