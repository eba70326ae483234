"""The state of an interview, the events that change it, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from dramaturg.engines.interviews.base import graph_growth as growth
from dramaturg.engines.interviews.base import tracker
from dramaturg.engines.interviews.base.clause import Clause
from dramaturg.engines.interviews.base.extraction import Extraction, Quote
from dramaturg.engines.interviews.base.graph import Concept, ConceptEdge, KnowledgeGraph, Slot
from dramaturg.engines.interviews.base.renames import moved
from dramaturg.engines.interviews.base.tracker import NodeState, Tracker
from dramaturg.kernel.values import replace
from dramaturg.languages.detect import ENGLISH
from dramaturg.turn.care import CALM, CareState, CareTaken, cared
from dramaturg.turn.contract import Source
from dramaturg.turn.engine import remembering
from dramaturg.turn.hearing import Act, Care, Danger
from dramaturg.turn.migration import Moved
from dramaturg.turn.readings import Depth
from dramaturg.turn.tables import Table, empty

LINES_KEPT = 20
QUESTIONS_KEPT = 60
TURNS_KEPT = 30
CLAUSES_KEPT = 40
SUMMED_UP, WEIGHS, BRIEF = 3, 1.2, 11  # clauses of a summary, the least worth of one, its words
# a strategy nobody has tried; new things that make an answer rich; weight of the newest
UNTRIED, RICH, YIELD_WEIGHT = 0.5, 4, 0.4

Termination = Literal[
    "max_turns_reached",
    "close_strategy",
    "depth_plateau",
    "quality_degraded",
    "graph_saturated",
    "theoretical_saturation",
    "all_nodes_exhausted",
    "nothing_more",
    "user_stop",
    "safety_stop",
    "quota_full",
    "recording_over",
    "error",
]
Purpose = Literal["open", "ask", "close", "thank", "care"]
"""What the interviewer's line is for: the first question, a question, the last one, farewell, or
care for somebody in danger.
"""
Staying = Literal["again", "reply", "wait", "leave", "unread"]
"""What a line is for after which the question still stands: the question in plainer words, a
question back answered, a pause, whether somebody wants to leave, or word that something could not
be read.
"""
Match = Literal["exact", "lemma", "characters", "meaning", "new", "proposed"]


@dataclass(frozen=True, slots=True)
class InterviewLine:
    speaker: Literal["interviewer", "respondent"]
    text: str


@dataclass(frozen=True, slots=True)
class Velocity:
    """How fast the interview discovers, and the most it did: concepts, and slots (seed 004, path
    16).
    """

    surface_velocity_ewma: float = 0.0
    surface_velocity_peak: float = 0.0
    prev_surface_node_count: int = 0
    canonical_velocity_ewma: float = 0.0
    canonical_velocity_peak: float = 0.0
    prev_canonical_node_count: int = 0


@dataclass(frozen=True, slots=True)
class AnswerHeard:
    """What the ear made of an answer, as far as it is acted on. `by` names the ear.

    `doubted` is what they may do, and is asked about; `refused` are the words for what is refused,
    `told` whether anything was said beside refusing, asking back and the like. `by_model`: a model
    read it, whatever its language.
    """

    by: str
    language: str = ENGLISH
    does: tuple[Act, ...] = ()
    doubted: Annotated[tuple[Act, ...], Field(exclude_if=lambda doubted: not doubted)] = ()
    refused: str = ""
    danger: Danger | None = None
    care: Care = "none"
    told: bool = True
    by_model: Annotated[bool, Field(exclude_if=lambda by_model: not by_model)] = False
    clauses: Annotated[tuple[Clause, ...], Field(exclude_if=lambda clauses: not clauses)] = ()
    """What of it is worth giving back, in the order in which it was said."""
    corrected: Annotated[str, Field(exclude_if=lambda corrected: not corrected)] = ""
    """What holds instead, in a few words."""
    annoyed: Annotated[bool, Field(exclude_if=lambda annoyed: not annoyed)] = False
    """Whether they have had enough of the questions."""
    nothing_more: Annotated[bool, Field(exclude_if=lambda nothing: not nothing)] = False
    """Whether they have told what there is to tell, and say nothing else."""
    joking: Annotated[bool, Field(exclude_if=lambda joking: not joking)] = False

    @property
    def gives(self) -> bool:
        """Whether the answer has something in it that can be asked about."""
        silent = self.nothing_more or self.annoyed or self.joking
        return bool(self.clauses) or not (silent or {"denial", "unsure"} & {*self.does})

    @property
    def staying(self) -> Staying | None:
        """What the next line is for where the question stands, because this was no answer to it."""
        if self.language != ENGLISH and not self.by_model:
            return "unread"
        if "pause" in self.does:
            return "wait"
        if "stop" in self.doubted:
            return "leave"
        if "refusal" in self.does or "skip" in self.does:
            return None
        if "repair" in self.does:
            return "again"
        return "reply" if "question_back" in self.does and not self.told else None

    @property
    def ends(self) -> bool:
        """Whether somebody wants to leave."""
        return "stop" in self.does or "goodbye" in self.does


@dataclass(frozen=True, slots=True)
class InterviewState:
    """Everything an interview remembers. `turn` counts the answers; `purpose` is what the last line
    was for.
    """

    turn: int = 0
    embedder: str = ""
    """Whose vectors the graph holds."""
    graph: KnowledgeGraph = field(default_factory=KnowledgeGraph)
    tracker: Tracker = field(default_factory=Tracker)
    velocity: Velocity = field(default_factory=Velocity)
    lines: tuple[InterviewLine, ...] = ()
    questions: tuple[str, ...] = ()
    strategies: tuple[str, ...] = ()
    """Of each turn, the newest last; the opening has none."""
    yields: Mapping[str, float] = field(default_factory=dict)
    """By strategy: how much its questions have brought with this respondent, from 0 to 1, the
    newest counting most.
    """
    depths: tuple[Depth, ...] = ()
    longest: tuple[int, ...] = ()
    """The length of the longest chain after each turn."""
    fruitless: int = 0
    """How many shallow answers in a row have brought nothing."""
    nothing_more: Annotated[int, Field(exclude_if=lambda times: not times)] = 0
    """How often they said that there is nothing more."""
    dry: int = 0
    """How many answers in a row have brought neither a concept nor an edge."""
    topic: str = ""
    """The topic of the guide that was brought up last."""
    topic_turns: Mapping[str, int] = field(default_factory=dict)
    points: tuple[str, ...] = ()
    """The guide's points that were spoken of, as `topic.point`."""
    topic_of: Table[str] = field(default_factory=empty)
    """By concept: the guide's topic it belongs to."""
    heard: Annotated[AnswerHeard | None, Field(exclude_if=lambda heard: heard is None)] = None
    """The last answer as the ear heard it; None where it was read before there was an ear."""
    clauses: Annotated[tuple[Clause, ...], Field(exclude_if=lambda clauses: not clauses)] = ()
    """What was worth giving back of all answers, the newest last."""
    refused: Annotated[tuple[str, ...], Field(exclude_if=lambda refused: not refused)] = ()
    """Their words for what they would rather not speak of, the newest last."""
    purpose: Purpose = "open"
    leaving: Annotated[bool, Field(exclude_if=lambda leaving: not leaving)] = False
    """Whether the last line asked if they want to leave."""
    termination: Termination | None = None
    ended: bool = False
    care: Annotated[CareState, Field(exclude_if=lambda care: care == CALM)] = CALM

    @property
    def question(self) -> str:
        """What was asked last."""
        return self.questions[-1] if self.questions else ""

    @property
    def answer(self) -> str:
        """What was said last."""
        return next(
            (line.text for line in reversed(self.lines) if line.speaker == "respondent"), ""
        )

    @property
    def strategy(self) -> str:
        return self.strategies[-1] if self.strategies else ""

    def may_be_asked(self, node: NodeState) -> bool:
        """Whether a concept may be asked about at all: it was neither refused nor taken back."""
        return node.refused_at is None and not self.graph.concepts[node.concept].revised

    @property
    def utterance(self) -> str:
        """The id of the last answer."""
        return f"u{self.turn}"

    def clause_of(self, concept: str) -> Clause | None:
        """The clause to give back when a concept is asked about: its own; else, where the question
        goes on from the last answer, the point of that.
        """
        own = self.own_clause_of(concept)
        if self.follows(concept) and not (own and self.is_fresh(concept)):
            said = self.heard.clauses if self.heard else ()
            return max(said, key=lambda each: each.worth, default=None)
        return own

    def own_clause_of(self, concept: str) -> Clause | None:
        """The clause in which a concept was spoken of last, if it is worth giving back."""
        quote = self.graph.concepts[concept].quotes[-1]
        spoken = (each for each in self.clauses if each.utterance == quote.utterance)
        met = (each for each in spoken if each.meets(quote.start, quote.end))
        return max(met, key=lambda each: each.worth, default=None)

    def was_given_back(self, clause: Clause) -> bool:
        """Whether a question has said it already."""
        return clause.given.casefold() in " ".join(self.questions).casefold()

    @property
    def to_sum_up(self) -> tuple[Clause, ...]:
        """What weighed most since it was summed up last, in the order of the telling; of one
        answer, one clause. Nothing until there is enough.
        """
        best: dict[str, Clause] = {}
        for each in self.clauses:
            weighs = each.stands and each.worth >= WEIGHS and len(each.text.split()) <= BRIEF
            known = best.get(each.utterance)
            if weighs and (known is None or each.worth > known.worth):
                best[each.utterance] = each
        summaries = " ".join(line for line in self.questions if "; and " in line)
        fresh = [each for each in best.values() if each.given not in summaries]
        weighty = sorted(fresh, key=lambda each: -each.worth)[:SUMMED_UP]
        return tuple(each for each in fresh if each in weighty) if len(weighty) == SUMMED_UP else ()

    def is_fresh(self, concept: str) -> bool:
        """Whether the last answer spoke of it."""
        return self.graph.concepts[concept].quotes[-1].utterance == self.utterance

    def follows(self, concept: str) -> bool:
        """Whether a question about it goes on from the last answer: that spoke of it, or was an
        answer about it.
        """
        asked = self.key_of(concept) == self.tracker.previous_focus
        return self.is_fresh(concept) or (asked and bool(self.heard and self.heard.clauses))

    def key_of(self, concept: str) -> str:
        """The one key of a concept: its slot once it has one, until then itself."""
        return self.graph.concepts[concept].slot or concept


# ── what an answer brings ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Answered:
    """Stages 1 and 2: the turn begins, and what was said has a name."""

    turn: int
    utterance: str
    text: str
    strategy_history: tuple[str, ...] = ()
    known: int = 0
    embedder: str = ""
    kind: Literal["answered"] = "answered"


@dataclass(frozen=True, slots=True)
class VectorsMade:
    """The interview goes on where another embedder is: the vectors of all concepts and slots, by
    id, made anew.
    """

    concepts: Mapping[str, str]
    slots: Mapping[str, str]
    kind: Literal["vectors_made"] = "vectors_made"


@dataclass(frozen=True, slots=True)
class StructureRead:
    """Stage 2.5: relations and frames in short: `because: quote leads to quote`, `want: subj=I,
    obj=coffee`.
    """

    relations: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    kind: Literal["structure_read"] = "structure_read"


@dataclass(frozen=True, slots=True)
class Extracted:
    """Stage 3."""

    extraction: Extraction
    source: Source
    kind: Literal["extracted"] = "extracted"


@dataclass(frozen=True, slots=True)
class ConceptAdded:
    id: str
    label: str
    type: str
    quote: Quote
    keys: tuple[str, ...]
    vector: str
    level: int | None = None
    terminal: bool = False
    kind: Literal["concept_added"] = "concept_added"


@dataclass(frozen=True, slots=True)
class ConceptMentioned:
    """Something said before, under this or another label; `nearness` tells how near the
    match was.
    """

    id: str
    label: str
    quote: Quote
    keys: tuple[str, ...]
    match: Match
    nearness: float = 1.0
    kind: Literal["concept_mentioned"] = "concept_mentioned"


@dataclass(frozen=True, slots=True)
class EdgeAdded:
    id: str
    source: str
    target: str
    type: str
    quote: Quote
    chain: bool
    skips: bool = False
    confidence: float = 1.0
    kind: Literal["edge_added"] = "edge_added"


@dataclass(frozen=True, slots=True)
class EdgeMentioned:
    id: str
    quote: Quote
    kind: Literal["edge_mentioned"] = "edge_mentioned"


@dataclass(frozen=True, slots=True)
class EdgeLeftOut:
    """An edge that was extracted and could not be drawn, and why."""

    source: str
    target: str
    type: str
    reason: str
    kind: Literal["edge_left_out"] = "edge_left_out"


@dataclass(frozen=True, slots=True)
class ConceptRevised:
    """The respondent took back `id` by saying `by`."""

    id: str
    by: str
    kind: Literal["concept_revised"] = "concept_revised"


@dataclass(frozen=True, slots=True)
class SlotAdded:
    id: str
    name: str
    type: str
    keys: tuple[str, ...]
    vector: str
    kind: Literal["slot_added"] = "slot_added"


@dataclass(frozen=True, slots=True)
class ConceptMapped:
    """A concept found its slot, which is active from `support` concepts on."""

    concept: str
    slot: str
    match: Match
    nearness: float
    support: int
    kind: Literal["concept_mapped"] = "concept_mapped"


@dataclass(frozen=True, slots=True)
class SlotConfirmed:
    """What a slot stands for was said again, in another answer: it is active, however few concepts
    it has.
    """

    slot: str
    kind: Literal["slot_confirmed"] = "slot_confirmed"


@dataclass(frozen=True, slots=True)
class SignalsRead:
    """What the answer's words tell. `rationales` come from a model; `degraded` names what could not
    be read, and why.
    """

    depth: Depth
    source: Source
    refusal: bool = False
    spared: tuple[str, ...] = ()
    """Keys of what was refused or hurts: it is left alone from now on."""
    news: bool = False
    found: int = 0
    """How many new concepts and edges the answer brought."""
    rationales: Mapping[str, str] = field(default_factory=dict)
    degraded: Mapping[str, str] = field(default_factory=dict)
    points: tuple[str, ...] = ()
    topics: Mapping[str, str] = field(default_factory=dict)
    """Of new concepts: the guide's topic they belong to."""
    # left out where there is none, so that what was stored before replays to the letter
    heard: Annotated[AnswerHeard | None, Field(exclude_if=lambda heard: heard is None)] = None
    refused: Annotated[tuple[str, ...], Field(exclude_if=lambda refused: not refused)] = ()
    """The words for what they would rather not speak of, by a model."""
    kind: Literal["signals_read"] = "signals_read"

    @property
    def is_answer(self) -> bool:
        """Whether the words count as an answer to what was asked."""
        return self.news or not (self.heard and self.heard.staying)


# ── what the turn decides ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Measured:
    """Stage 5's figures that the next turn starts from."""

    velocity: Velocity
    longest: int
    kind: Literal["measured"] = "measured"


@dataclass(frozen=True, slots=True)
class Exhausted:
    key: str
    kind: Literal["exhausted"] = "exhausted"


@dataclass(frozen=True, slots=True)
class Rested:
    """Exhaustion is lifted: the concept has rested, or the interview goes to and fro."""

    key: str
    kind: Literal["rested"] = "rested"


@dataclass(frozen=True, slots=True)
class Asked:
    """The interviewer's line, and what it was chosen for. `focus` is a tracker's key, `concept` the
    one named.

    A closing question says `because` of what it is the last.
    """

    line: str
    purpose: Purpose | Staying
    strategy: str = ""
    focus: str = ""
    concept: str = ""
    topic: str = ""
    because: Termination | None = None
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True)
class Ended:
    termination: Termination
    kind: Literal["ended"] = "ended"


InterviewEvent = Annotated[
    Answered
    | VectorsMade
    | StructureRead
    | Extracted
    | ConceptAdded
    | ConceptMentioned
    | EdgeAdded
    | EdgeMentioned
    | EdgeLeftOut
    | ConceptRevised
    | SlotAdded
    | ConceptMapped
    | SlotConfirmed
    | SignalsRead
    | Measured
    | Exhausted
    | Rested
    | Asked
    | Ended
    | CareTaken
    | Moved,
    Field(discriminator="kind"),
]


# ── how ───────────────────────────────────────────────────────────────────────────────────────────


@remembering
def apply(state: InterviewState, event: InterviewEvent) -> InterviewState:
    match event:
        case Answered(turn, _, text, embedder=embedder):
            lines = _lines(state, InterviewLine("respondent", text))
            return replace(state, turn=turn, embedder=embedder, lines=lines)
        case SignalsRead():
            return _read(state, event)
        case Measured(velocity, longest):
            lengths = (*state.longest, longest)[-TURNS_KEPT:]
            return replace(state, velocity=velocity, longest=lengths)
        case Exhausted(key) | Rested(key):
            since = state.turn if isinstance(event, Exhausted) else None
            return replace(state, tracker=tracker.exhausted(state.tracker, key, since))
        case Asked():
            return _asked(state, event)
        case Ended(termination):
            return replace(state, termination=termination, ended=True)
        case CareTaken():
            return _cared(state, event)
        case Moved(moves):
            return moved(state, moves)
        case StructureRead() | Extracted() | EdgeLeftOut():
            return state
        case _:
            return _grown(state, event)


Growth = (
    VectorsMade
    | ConceptAdded
    | ConceptMentioned
    | EdgeAdded
    | EdgeMentioned
    | ConceptRevised
    | SlotAdded
    | ConceptMapped
    | SlotConfirmed
)


def _grown(state: InterviewState, event: Growth) -> InterviewState:
    """The graph with what the answer brought, and the tracker in step with it."""
    graph, tracked = state.graph, state.tracker
    match event:
        case ConceptAdded(id, label, type, quote, keys, vector, level, terminal):
            concept = Concept(id, label, type, state.turn, (quote,), level=level, terminal=terminal)
            graph = growth.with_concept(graph, concept, keys, vector)
            tracked = tracker.registered(
                tracked, NodeState(id, id, label, type, state.turn, level, terminal)
            )
        case ConceptMentioned(id, label, quote, keys):
            graph = growth.with_mention(graph, id, label, quote, keys)
            tracked = tracker.mentioned(tracked, state.key_of(id), id, graph.concepts[id].label)
        case EdgeAdded(id, source, target, type, quote, chain, skips, confidence):
            edge = ConceptEdge(
                id,
                source,
                target,
                type,
                state.turn,
                quote,
                chain=chain,
                skips=skips,
                confidence=confidence,
            )
            graph = growth.with_edge(graph, edge)
            tracked = _connected(state, graph.edges[id])
        case EdgeMentioned(id):
            graph = growth.with_edge_mention(graph, id)
        case ConceptRevised(id):
            graph = growth.with_revision(graph, id)
        case VectorsMade(concepts, slots):
            graph = growth.with_vectors(graph, concepts, slots)
        case SlotAdded(id, name, type, keys, vector):
            graph = growth.with_slot(graph, Slot(id, name, type, state.turn), keys, vector)
        case ConceptMapped(concept, slot, support=support):
            shared = sum(graph.concepts[other].slot == slot for other in graph.neighbours(concept))
            tracked = tracker.rekeyed(tracked, state.key_of(concept), slot, shared)
            graph = growth.with_mapping(graph, concept, slot, support)
        case SlotConfirmed(slot):
            graph = growth.with_confirmation(graph, slot)
    return replace(state, graph=graph, tracker=tracked)


def _connected(state: InterviewState, edge: ConceptEdge) -> Tracker:
    """The tracker with an edge between what its ends are tracked as, which may be the same."""
    tracked = state.tracker
    start, end = state.key_of(edge.source), state.key_of(edge.target)
    for key in dict.fromkeys((start, end)):
        tracked = tracker.connected(
            tracked, key, leads_on=edge.chain and key == start, led_to=edge.chain and key == end
        )
    return tracked


def _read(state: InterviewState, event: SignalsRead) -> InterviewState:
    """The answer belongs to what was asked about: its depth, its yield, its refusal. What is no
    answer counts for nothing.
    """
    tracked = tracker.answered(state.tracker, event.depth) if event.is_answer else state.tracker
    if event.news:
        tracked = tracker.yielded(tracked, state.turn)
    for key in event.spared:
        tracked = tracker.refused(tracked, key, state.turn)
    by_ear = (event.heard.refused,) if event.heard and event.heard.refused else ()
    if refused := event.refused or by_ear:
        state = replace(state, refused=(*state.refused, *refused)[-LINES_KEPT:])
    if event.heard:
        state = _heard(state, event.heard)
    if not event.is_answer:
        return replace(state, tracker=tracked, heard=event.heard)
    shallow = event.depth in tracker.SHALLOW
    return replace(
        state,
        tracker=tracked,
        yields=_yields(state, event.found),
        depths=(*state.depths, event.depth)[-TURNS_KEPT:],
        fruitless=state.fruitless + 1 if shallow and not event.news else 0,
        dry=0 if event.news else state.dry + 1,
        points=(*state.points, *(point for point in event.points if point not in state.points)),
        topic_of=state.topic_of.update(event.topics),
        heard=event.heard,
    )


def _heard(state: InterviewState, heard: AnswerHeard) -> InterviewState:
    """What is kept of the words of an answer."""
    found = tuple(replace(each, utterance=f"u{state.turn}") for each in heard.clauses)
    return replace(
        state,
        clauses=(*state.clauses, *found)[-CLAUSES_KEPT:],
        nothing_more=state.nothing_more + heard.nothing_more,
    )


def _cared(state: InterviewState, event: CareTaken) -> InterviewState:
    """What was asked about when danger was spoken of is left alone; the interview stops with the
    person, and goes on with them.
    """
    care, tracked = cared(state.care, event), state.tracker
    if tracked.previous_focus:
        tracked = tracker.refused(tracked, tracked.previous_focus, state.turn)
    ended, termination = state.ended, state.termination
    if care.stage in ("stopped", "returning"):
        ended, termination = True, "safety_stop"
    elif event.speech == "resume":
        ended, termination = False, None
    return replace(state, care=care, tracker=tracked, ended=ended, termination=termination)


def _yields(state: InterviewState, found: int) -> Mapping[str, float]:
    """What the last question's strategy is worth by what it brought: an answer with four new things
    is as good as they get.
    """
    if not state.strategy:
        return state.yields
    before = state.yields.get(state.strategy, UNTRIED)
    now = round(before + YIELD_WEIGHT * (min(found / RICH, 1.0) - before), 4)
    return {**state.yields, state.strategy: now}


def _asked(state: InterviewState, event: Asked) -> InterviewState:
    lines = _lines(state, InterviewLine("interviewer", event.line))
    match event.purpose:
        case "again":  # in other words, and asked no second time
            questions = _questions(state, event.line)
            return replace(state, lines=lines, questions=questions, leaving=False)
        case "reply" | "wait" | "leave" | "unread":
            return replace(state, lines=lines, leaving=event.purpose == "leave")
        case purpose:
            pass
    topic, strategies = event.topic or state.topic, state.strategies
    turns = {topic: state.topic_turns.get(topic, 0) + 1} if topic else {}
    if event.strategy:
        strategies = (*strategies, event.strategy)[-TURNS_KEPT:]
    return replace(
        state,
        tracker=tracker.focused(state.tracker, event.focus, event.strategy, state.turn),
        lines=lines,
        questions=_questions(state, event.line),
        strategies=strategies,
        topic=topic,
        topic_turns={**state.topic_turns, **turns},
        purpose=purpose,
        leaving=False,
        termination=event.because,
    )


def _questions(state: InterviewState, line: str) -> tuple[str, ...]:
    return (*state.questions, line)[-QUESTIONS_KEPT:]


def _lines(state: InterviewState, line: InterviewLine) -> tuple[InterviewLine, ...]:
    return (*state.lines, line)[-LINES_KEPT:]
