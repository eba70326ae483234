"""Perceiving: an answer is saved, taken apart, extracted, joined to the graph and to its slots, and
its signals are read.

All uses of the embedder, the parser and the readers on an answer are in this step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dramaturg.engines.interviews.asks.answer_ask import EXTRACTION, SIGNALS, answer_ask
from dramaturg.engines.interviews.asks.extraction_ask import UNTOLD, ExtractionAsk
from dramaturg.engines.interviews.asks.extraction_reader import named_by
from dramaturg.engines.interviews.base.extraction import (
    AnswerRead,
    AnswerSource,
    Extraction,
    Hints,
    KnownConcept,
    Refused,
)
from dramaturg.engines.interviews.base.graph import Concept, KnowledgeGraph
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
from dramaturg.turn.joined import SURELY_NOT
from dramaturg.turn.ports import Embedder, Syntax
from dramaturg.turn.readings import Readers, Readings, Utterance, depth_of
from dramaturg.turn.stopwatch import stage
from dramaturg.turn.tables import in_order

LABELS = 30  # recent concepts that an extraction may refer to (seed 004, path 13)
HISTORY = 5  # strategies that a turn looks back on (seed 004, path 4)
EARLIER = 8  # answers that a contradiction is looked for in
NAMES = 12  # names of slots that a model is told beside those of what it is shown
SHOWN = 12  # relations and frames that a record keeps
SURE, STRONG = 0.5, 0.7
STEERING = (
    "depth",
    "valence",
    "emotion",
    "certainty",
    "specificity",
    "engagement",
    "refusal",
    "distress",
    "self_harm",
)
"""What a model is asked for of all that can be read: strategies weigh it, or care is taken by it.
The rest is read without one.
"""
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
    words = await asyncio.to_thread(
        listen, heard.text, before, tools.ear, tools.syntax, prompter.language
    )
    if taken := await tools.care.heed(state.care, heard.text, words.hearing, prompter):
        return Percept((taken,), ear=tools.ear.name)
    if state.ended:
        raise BadInput("this interview has ended: open a new session to hold another")
    hints = await asyncio.to_thread(srl_preprocessing, words.told, tools.readers)
    read = await asyncio.to_thread(_signals, state, heard.text, tools)
    begun: Events = (saved, *moved)
    seen = fold(apply, begun, state)
    source = _source(seen, saved, words, hints, tools)
    signals, answer = await extraction(source, read, tools, prompter)
    if taken := tools.care.alarmed(state.care, signals, prompter.language):
        return Percept((taken,), ear=tools.ear.name)
    refuses = _refuses(words, signals, answer.value.refused)
    words = words.by_model(answer.value, refuses) if answer.value.by_model else words
    found = words.as_said(answer.value.extraction)
    grown = _graph_update(seen, found, tools)
    seen = fold(apply, grown, seen)
    mapped = slot_discovery(seen, grown, found, tools)
    seen = fold(apply, mapped, seen)
    told = SignalsTold(signals, answer.value.refused, refuses)
    signs = _signals_read(seen, told, grown, words, tools)
    if failure := next((note for note in found.notes if note.startswith(FAILED)), None):
        signs = replace(signs, degraded={**signs.degraded, "extraction": failure})
    events = (_structure(hints), Extracted(found, answer.source), *grown, *mapped, signs)
    readings = {name: round(each.value, 4) for name, each in signals.value.by_signal.items()}
    if "refusal" in readings:  # whether it is one was found already, and not by this number alone
        value = readings["refusal"]
        readings["refusal"] = max(value, REFUSES) if refuses else min(value, SURE)
    facts = {"response_depth": signs.depth}
    both = {name: (ear and round(ear, 4), by) for name, (ear, by) in signals.value.both.items()}
    return Percept((*begun, *events), facts, readings, tools.ear.name, both)


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
    source: AnswerSource, signals: Ask[Readings], tools: AnswerTools, prompter: Prompter
) -> tuple[AskAnswer[Readings], AskAnswer[AnswerRead]]:
    """What the answer shows and what it holds, asked in one call. Of what is in no language only
    the signals are asked for.
    """
    if not (source.text.strip() or source.said.strip()):
        read = await prompter.ask(signals)
        return read, AskAnswer(AnswerRead(Extraction(notes=(UNTOLD,))), "offline")
    ask = answer_ask(tools.subject, signals, ExtractionAsk(source, tools.extractor))
    try:
        answer = await prompter.ask(ask)
    except Exception as error:  # an answer that nobody can take apart must not stop the interview
        nothing = Extraction(notes=(f"{FAILED}{type(error).__name__}: {error}",))
        return AskAnswer(signals.offline(), "offline"), AskAnswer(AnswerRead(nothing), "offline")
    read, found = answer.value[SIGNALS], answer.value[EXTRACTION]
    return (
        AskAnswer(read, answer.source if read.both else "offline"),
        AskAnswer(found, answer.source if found.by_model else "offline"),
    )


def _source(
    seen: InterviewState, saved: Answered, words: HeardWords, hints: Hints, tools: AnswerTools
) -> AnswerSource:
    """The answer with what the last question named, the newest concepts, and those next to it."""
    ids = [concept.id for concept in seen.graph.newest(LABELS)]
    key = seen.tracker.previous_focus
    if key:
        focus = seen.tracker.states[key].concept
        ids = [focus, *list(seen.graph.neighbours(focus))[:LABELS], *ids]
    ids = list(dict.fromkeys(ids))
    known = tuple(_known(seen.graph, seen.graph.concepts[id]) for id in ids)
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
        said=words.text if words.has_language else "",
        names=_names(seen.graph, known, words.text, tools.embedder),
    )


def _known(graph: KnowledgeGraph, concept: Concept) -> KnownConcept:
    name = graph.slots[concept.slot].name if concept.slot else ""
    return KnownConcept(concept.label, concept.type, name, concept.labels)


def _names(
    graph: KnowledgeGraph, known: Sequence[KnownConcept], text: str, embedder: Embedder
) -> tuple[KnownConcept, ...]:
    """The slots that the answer lies nearest to, beside those of what is shown anyway."""
    if not graph.slots or not text.strip():
        return ()
    vector, shown = embedder.embed([text])[0], {(each.type, each.name) for each in known}
    near = [
        (nearness, KnownConcept(graph.slots[id].name, graph.slots[id].type))
        for rows in in_order(graph.slot_vectors).values()
        for id, nearness in rows.nearest(vector, NAMES)
    ]
    apart = ((nearness, each) for nearness, each in near if (each.type, each.label) not in shown)
    nearest = sorted(apart, key=lambda each: -each[0])
    return tuple(each for _, each in nearest[:NAMES])


@stage("GraphUpdate")
def _graph_update(seen: InterviewState, found: Extraction, tools: AnswerTools) -> Events:
    return graph_update(seen, found, tools.methodology.ontology, tools.embedder, tools.syntax)


@stage("SlotDiscovery")
def slot_discovery(
    seen: InterviewState, grown: Events, found: Extraction, tools: AnswerTools
) -> Events:
    """Slots for what is new, by the names a model gave."""
    named = {(each.label, each.type): each.name for each in found.concepts if each.name}
    proposals = {
        event.id: named[event.label, event.type]
        for event in grown
        if isinstance(event, ConceptAdded) and (event.label, event.type) in named
    }
    ontology, support = tools.methodology.ontology, tools.methodology.limits.min_support
    return discover_slots(seen, ontology, tools.embedder, tools.syntax, support, proposals)


# ── signals ───────────────────────────────────────────────────────────────────────────────────────


@stage("Signals")
def _signals(state: InterviewState, text: str, tools: AnswerTools) -> Ask[Readings]:
    """The words read without a model, and what of it one is asked."""
    earlier = [line.text for line in state.lines if line.speaker == "respondent"][-EARLIER:]
    said = Utterance(text, state.question, tuple(earlier))
    return tools.readers.ask(said, tools.methodology.limits.read_characters, STEERING)


@dataclass(frozen=True, slots=True)
class SignalsTold:
    """An answer's signals, the words that refuse by a model, and whether they do at all."""

    answer: AskAnswer[Readings]
    refused: tuple[Refused, ...]
    refuses: bool


def _refuses(words: HeardWords, answer: AskAnswer[Readings], named: Sequence[Refused]) -> bool:
    """A promise: a model may take away a doubt of the ear's, and hear what the ear did not. Where
    it names the words, any rating but the lowest is enough.
    """
    reading = answer.value.by_signal.get("refusal")
    by_ear = "refusal" in words.hearing.does
    if answer.source == "offline" or reading is None:
        return by_ear
    by_model = reading.value >= REFUSES or bool(named and reading.value > 0)
    return by_model or (by_ear and reading.value > SURELY_NOT)


def _signals_read(
    seen: InterviewState,
    told: SignalsTold,
    grown: Sequence[InterviewEvent],
    words: HeardWords,
    tools: AnswerTools,
) -> SignalsRead:
    answer = told.answer
    readings = answer.value.by_signal
    new = {event.id: event.label for event in grown if isinstance(event, ConceptAdded)}
    guide = tools.guide_reader
    return SignalsRead(
        depth=depth_of(readings["depth"].value) if "depth" in readings else "shallow",
        source=answer.source,
        refusal=told.refuses,
        spared=tuple(dict.fromkeys(_spared(seen, words, told, grown, tools))),
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
        refused=tuple(each.matter or each.quote.text for each in told.refused)
        if told.refuses
        else (),
    )


def _spared(
    seen: InterviewState,
    words: HeardWords,
    told: SignalsTold,
    grown: Sequence[InterviewEvent],
    tools: AnswerTools,
) -> Iterator[str]:
    """What is to be left alone: what is refused, what was asked about when that hurts, and all that
    is said with a thought of danger.
    """
    focus = seen.tracker.previous_focus
    asked = (focus,) if focus else ()
    endangered = _by_model(told.answer, "self_harm", SURE)
    if told.refuses and told.refused:
        for each in told.refused:
            yield from _named(seen, each) or (() if content_words(each.matter) else asked)
    elif told.refuses:
        yield from _refused(seen, words.refused, tools) or asked
    if focus and (endangered or _by_model(told.answer, "distress", STRONG)):
        yield focus
    if endangered:
        named = (each for each in grown if isinstance(each, ConceptAdded | ConceptMentioned))
        yield from (seen.key_of(event.id) for event in named)


def _named(seen: InterviewState, refused: Refused) -> tuple[str, ...]:
    """What a refusal names or a model says that it covers, and nothing else."""
    matter = stems(refused.matter) if content_words(refused.matter) else frozenset()
    known = {_known(seen.graph, each): each.id for each in in_order(seen.graph.concepts).values()}
    covered = {each for label in refused.covers for each in named_by(label, known)}
    ids = (
        id
        for each, id in known.items()
        if each in covered
        or (matter and (matter <= stems(each.label) or stems(each.label) <= matter))
    )
    return tuple(map(seen.key_of, ids))


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
