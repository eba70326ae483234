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
from dramaturg.engines.interviews.extract.mentions import stems
from dramaturg.engines.interviews.extract.offline import Extractor
from dramaturg.engines.interviews.guide import GuideReader
from dramaturg.engines.interviews.hearing import HeardWords, listen
from dramaturg.engines.interviews.knowledge.graph_update import graph_update
from dramaturg.engines.interviews.knowledge.slots import discover_slots
from dramaturg.engines.interviews.strategy.signals import REFUSES
from dramaturg.english.prose import content_words
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.asks import Ask, AskAnswer, Prompter
from dramaturg.turn.care import Carer
from dramaturg.turn.contract import Heard, Percept
from dramaturg.turn.engine import fold
from dramaturg.turn.hearing import Ear
from dramaturg.turn.ports import Embedder, Syntax
from dramaturg.turn.readings import Readers, Readings, Utterance, depth_of
from dramaturg.turn.stopwatch import stage
from dramaturg.turn.tables import in_order

LABELS = 30  # recent concepts that an extraction may refer to (seed 004, path 13)
HISTORY = 5  # strategies that a turn looks back on (seed 004, path 4)
EARLIER = 8  # answers that a contradiction is looked for in
SHOWN = 12  # relations and frames that a record keeps
SURE, STRONG = 0.5, 0.7
UNTOLD = "the answer tells nothing of the matter: nothing was taken from it"
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
    ear: Ear
    care: Carer

    @cached_property
    def extractor(self) -> Extractor:
        return Extractor(self.methodology.ontology, self.embedder, self.syntax, self.ear)

    @cached_property
    def guide_reader(self) -> GuideReader | None:
        return GuideReader(self.guide, self.embedder) if self.guide else None


async def perceive(
    state: InterviewState, heard: Heard, tools: AnswerTools, prompter: Prompter
) -> Percept[InterviewEvent]:
    saved = utterance_saving(context_loading(state, tools.embedder.name), heard.text)
    moved = tuple(_moved(state, tools.embedder))
    # words are read in a thread, so that other people's turns go on meanwhile
    before = state.care.words if state.care.is_open else state.question
    words = await asyncio.to_thread(listen, heard.text, before, tools.ear, tools.syntax)
    if taken := await tools.care.heed(state.care, heard.text, words.hearing, prompter):
        return Percept((taken,), ear=tools.ear.name)
    if state.ended:
        raise BadInput("this interview has ended: open a new session to hold another")
    hints = await asyncio.to_thread(srl_preprocessing, words.told, tools.readers)
    ask = await asyncio.to_thread(_signals_ask, state, heard.text, tools)
    signals = await _signals(ask, prompter)
    if taken := tools.care.alarmed(state.care, signals):
        return Percept((taken,), ear=tools.ear.name)
    begun: Events = (saved, *moved)
    seen = fold(apply, begun, state)
    source = _source(seen, saved, words, hints, tools)
    answer = await extraction(source, tools, prompter)
    answer = replace(answer, value=words.as_said(answer.value))
    grown = _graph_update(seen, answer.value, tools)
    seen = fold(apply, grown, seen)
    mapped = await slot_discovery(seen, grown, tools, prompter)
    seen = fold(apply, mapped, seen)
    read = _signals_read(seen, signals, grown, words, tools)
    if failure := next((note for note in answer.value.notes if note.startswith(FAILED)), None):
        read = replace(read, degraded={**read.degraded, "extraction": failure})
    found = (_structure(hints), Extracted(answer.value, answer.source), *grown, *mapped, read)
    readings = {name: round(each.value, 4) for name, each in signals.value.by_signal.items()}
    if "refusal" in readings:  # whether it is one was found already, and not by this number alone
        value = readings["refusal"]
        readings["refusal"] = max(value, REFUSES) if read.refusal else min(value, SURE)
    facts = {"response_depth": read.depth}
    return Percept((*begun, *found), facts, readings, tools.ear.name)


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
    return Hints(readers.relations(text), readers.frames(text)) if text.strip() else Hints()


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
    source: AnswerSource, tools: AnswerTools, prompter: Prompter
) -> AskAnswer[Extraction]:
    """What is told, and nothing else: who would rather not speak of something is not taken at a
    word that slipped in with it.
    """
    if not source.text.strip():
        return AskAnswer(Extraction(notes=(UNTOLD,)), "offline")
    try:
        return await prompter.ask(ExtractionAsk(source, tools.extractor))
    except Exception as error:  # an answer that nobody can take apart must not stop the interview
        return AskAnswer(Extraction(notes=(f"{FAILED}{type(error).__name__}: {error}",)), "offline")


def _source(
    seen: InterviewState, saved: Answered, words: HeardWords, hints: Hints, tools: AnswerTools
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
        text=words.told,
        question=seen.question,
        subject=tools.subject,
        ontology=tools.methodology.ontology,
        focus=known[0] if key else None,
        strategy=tools.methodology.by_name.get(seen.strategy) if key else None,
        known=known,
        hints=hints,
        corrects="correction" in words.hearing.does,
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
    words: HeardWords,
    tools: AnswerTools,
) -> SignalsRead:
    readings = answer.value.by_signal
    new = {event.id: event.label for event in grown if isinstance(event, ConceptAdded)}
    guide = tools.guide_reader
    return SignalsRead(
        depth=depth_of(readings["depth"].value) if "depth" in readings else "shallow",
        source=answer.source,
        refusal="refusal" in words.hearing.does or _by_model(answer, "refusal", REFUSES),
        spared=tuple(dict.fromkeys(_spared(seen, words, answer, grown, tools))),
        news=any(map(_is_news, grown)),
        found=sum(isinstance(event, ConceptAdded | EdgeAdded) for event in grown),
        rationales={
            name: reading.why
            for name, reading in readings.items()
            if reading.why and answer.source != "offline"
        },
        degraded=dict(answer.value.degraded),
        points=guide.points(words.told) if guide and words.told.strip() else (),
        topics=guide.topics(new) if guide else {},
        heard=words.on_record(tools.ear.name),
    )


def _spared(
    seen: InterviewState,
    words: HeardWords,
    answer: AskAnswer[Readings],
    grown: Sequence[InterviewEvent],
    tools: AnswerTools,
) -> Iterator[str]:
    """What is to be left alone: what is refused, what was asked about when that hurts, and all that
    is said with a thought of danger.
    """
    hearing, focus = words.hearing, seen.tracker.previous_focus
    endangered = _by_model(answer, "self_harm", SURE)
    if "refusal" in hearing.does or _by_model(answer, "refusal", REFUSES):
        yield from _refused(seen, words.refused, tools) or ((focus,) if focus else ())
    if focus and (endangered or _by_model(answer, "distress", STRONG)):
        yield focus
    if endangered:
        named = (each for each in grown if isinstance(each, ConceptAdded | ConceptMentioned))
        yield from (seen.key_of(event.id) for event in named)


def _refused(seen: InterviewState, words: str, tools: AnswerTools) -> tuple[str, ...]:
    """The concepts that these words name, in the same words or in others; none if they only
    say 'that'.
    """
    if not content_words(words):
        return ()
    wanted, vector = stems(words), tools.embedder.embed([words])[0]
    named = [each.id for each in seen.graph.concepts.values() if stems(each.label) <= wanted]
    for rows in in_order(seen.graph.concept_vectors).values():
        near = (rows.nearness(vector) >= tools.embedder.thresholds.topic).nonzero()[0]
        named += [rows.id(int(row)) for row in near]
    return tuple(map(seen.key_of, named))


def _by_model(answer: AskAnswer[Readings], signal: str, limit: float) -> bool:
    """Whether a model says so, beside the ear."""
    reading = answer.value.by_signal.get(signal)
    return answer.source != "offline" and reading is not None and reading.value >= limit


def _is_news(event: InterviewEvent) -> bool:
    """A new concept, a new edge, or a concept put in words that say more; the same thing again is
    no yield.
    """
    return isinstance(event, ConceptAdded | EdgeAdded) or (
        isinstance(event, ConceptMentioned) and event.match == "meaning"
    )
