"""Interviews put together by hand: answers with what is found in them, folded as the engine folds
them, and random ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from dramaturg.engines.interviews.base.directive import (
    CanonicalGraphState,
    GraphComparison,
    GraphState,
    InterviewDirective,
    QuestionReport,
)
from dramaturg.engines.interviews.base.extraction import ExtractedConcept, Extraction, Quote
from dramaturg.engines.interviews.base.methodology import (
    ConceptType,
    EdgeType,
    Extractability,
    Methodology,
    Ontology,
    RelationshipExample,
    Strategy,
    Subject,
)
from dramaturg.engines.interviews.base.state import (
    Answered,
    Asked,
    ConceptAdded,
    ConceptMapped,
    ConceptMentioned,
    ConceptRevised,
    EdgeAdded,
    EdgeMentioned,
    Ended,
    Exhausted,
    Extracted,
    InterviewEvent,
    InterviewState,
    Measured,
    Rested,
    SignalsRead,
    SlotAdded,
    StructureRead,
    Termination,
    Velocity,
    apply,
)
from dramaturg.engines.interviews.report.turn_result import InterviewRecord
from dramaturg.kernel.scoring import Ranked
from dramaturg.turn.contract import Decision, Draft, Heard, Percept, Settlement, TurnRecord, Verdict
from dramaturg.turn.engine import fold
from dramaturg.turn.readings import Depth

VECTOR = "fwAB"  # three bytes: packed as vectors are
TYPES = ("attribute", "consequence", "value")
SUBJECT = Subject(
    kind="subject",
    id="oat_milk",
    title="oat milk in coffee",
    objective="Why people take it, and what for.",
)


def ontology(ladder: bool = True) -> Ontology:
    return Ontology(
        concept_naming_convention="short noun phrases",
        naming="noun_phrase",
        extraction_guidelines=("Take what matters.", "Leave the rest."),
        extractability_criteria=Extractability(extract=("matters",), skip=("manners",)),
        relationship_examples=(
            RelationshipExample(
                text="foam, so it is a treat", source="foam", type="leads_to", target="treat"
            ),
        )
        * 2,
        concepts=tuple(
            ConceptType(
                type=type,
                title=f"{type} of it",
                description=type,
                examples=("one", "two", "three"),
                level=level if ladder else None,
                terminal=type == "value",
            )
            for level, type in enumerate(TYPES, 1)
        ),
        edges=(
            EdgeType(
                type="leads_to",
                description="leads to",
                permitted=tuple((a, b) for a in TYPES for b in TYPES),
                chain=True,
            ),
            EdgeType(
                type="revises", description="takes back", permitted=tuple((a, a) for a in TYPES)
            ),
        ),
    )


def methodology() -> Methodology:
    strategies = tuple(
        Strategy(
            name=name,
            title=title,
            description=title,
            signal_weights={"llm.engagement": 1.0},
            templates=("What of {focus}?",) * 4,
        )
        for name, title in (
            ("ladder_up", "Ask what it is for"),
            ("widen", "Ask for more"),
            ("close", "Close"),
        )
    )
    return Methodology(
        kind="methodology",
        id="little_ladder",
        version="1",
        title="Little ladder",
        goal="Find out why.",
        method="attributes, then what they lead to",
        jargon=("consequence",),
        ontology=ontology(),
        strategies=strategies,
        openings=("What comes to mind?",) * 3,
        acknowledgements=("I see.",) * 6,
        thanks=("Thank you.",) * 2,
    )


@dataclass
class Story:
    """An interview while it is told."""

    state: InterviewState = field(default_factory=InterviewState)
    records: list[InterviewRecord] = field(default_factory=list)
    after: list[InterviewState] = field(default_factory=list)
    """The state after each record."""

    def open(self) -> None:
        line = "What comes to mind about oat milk?"
        self._add(
            TurnRecord(
                0, Heard(), Percept(), None, None, Verdict(line), Settlement((Asked(line, "open"),))
            )
        )

    def turn(
        self,
        text: str,
        *found: InterviewEvent,
        line: str = "What does that give you?",
        strategy: str = "ladder_up",
        concept: str = "",
        depth: Depth = "moderate",
        refusal: bool = False,
        degraded: dict[str, str] | None = None,
        settled: tuple[InterviewEvent, ...] = (),
        ending: Termination | None = None,
    ) -> None:
        number = self.state.turn + 1
        extraction = Extraction(
            tuple(
                ExtractedConcept(e.label, e.type, e.quote)
                for e in found
                if isinstance(e, ConceptAdded)
            )
        )
        news = any(isinstance(event, ConceptAdded | EdgeAdded) for event in found)
        spared = tuple(key for key in (self.state.tracker.previous_focus,) if refusal and key)
        read = SignalsRead(
            depth, "offline", refusal=refusal, spared=spared, news=news, degraded=degraded or {}
        )
        heard = (
            Answered(number, f"u{number}", text),
            StructureRead(),
            Extracted(extraction, "offline"),
            *found,
            read,
        )
        seen = fold(apply, heard, self.state)
        focus = seen.key_of(concept) if concept else ""
        directive = _directive(seen, strategy, focus, concept, ending, degraded or {})
        asked = Asked(line, directive.purpose, strategy, focus, concept, because=ending)
        events = (
            Measured(directive.velocity, seen.graph.longest),
            *settled,
            asked,
            *((Ended(ending),) if ending else ()),
        )
        decision = Decision(directive, f"{strategy} promises most")
        draft = Draft(line, QuestionReport("What of {focus}?"), "offline")
        settlement = Settlement(events, (), decision.reason)
        self._add(
            TurnRecord(
                number,
                Heard(text, at=60.0 * number),
                Percept(heard),
                decision,
                draft,
                Verdict(line),
                settlement,
            )
        )

    def _add(self, record: InterviewRecord) -> None:
        self.state = fold(apply, record.events, self.state)
        self.records.append(record)
        self.after.append(self.state)


def _directive(
    seen: InterviewState,
    strategy: str,
    focus: str,
    concept: str,
    ending: Termination | None,
    degraded: dict[str, str],
) -> InterviewDirective:
    graph, slots = seen.graph, len(seen.graph.slots)
    pairs = (
        Ranked(strategy, focus, 1.5, {"llm.engagement": 0.5}, 2.0, 0.5),
        Ranked("widen", "", 0.25, {"llm.valence.low": 0.25}),
    )
    return InterviewDirective(
        purpose="thank" if ending else "ask",
        phase="early" if seen.turn < 3 else "mid",
        graph=GraphState(
            len(graph.concepts),
            len(graph.edges),
            seen.turn,
            graph.longest,
            graph.orphans,
            "early",
            0.5,
            True,
        ),
        canonical=CanonicalGraphState(
            graph.active_slots, graph.active_edges, 0, len(graph.slot_ranks), 2.0, slots
        ),
        comparison=GraphComparison(10.0, 0.5, 0.0, 0.1, 1.2),
        velocity=Velocity(1.5, 2.0, len(graph.concepts), 0.5, 1.0, slots),
        strategy=strategy,
        focus=focus,
        concept=concept,
        termination=ending,
        signals={"llm.engagement": 0.5, "llm.refusal": False, "meta.conversation.saturation": 0.25},
        degraded=degraded,
        alternatives=pairs,
        pairs=2,
    )


def quote(turn: int, text: str) -> Quote:
    return Quote(f"u{turn}", 0, len(text), text)


def added(number: int, turn: int, label: str, type: str, said: str = "") -> ConceptAdded:
    level = TYPES.index(type) + 1
    return ConceptAdded(
        f"c{number}", label, type, quote(turn, said or label), (), VECTOR, level, type == "value"
    )


def linked(
    number: int, turn: int, source: int, target: int, said: str = "so it is", skips: bool = False
) -> EdgeAdded:
    return EdgeAdded(
        f"e{number}", f"c{source}", f"c{target}", "leads_to", quote(turn, said), True, skips
    )


def oat_milk() -> Story:
    """Five answers: a ladder of three steps, a second way of saying one of them, something taken
    back, something refused.
    """
    story = Story()
    story.open()
    story.turn(
        "It has a thick foam. And it is sweet.",
        added(1, 1, "thick foam", "attribute"),
        added(2, 1, "sweet", "attribute"),
    )
    story.turn(
        "The foam makes it a treat.",
        ConceptMentioned("c1", "foam", quote(2, "The foam"), (), "lemma"),
        added(3, 2, "a treat", "consequence", "makes it a treat"),
        linked(1, 2, 1, 3, "The foam makes it a treat"),
        SlotAdded("s1", "treat", "consequence", (), VECTOR),
        ConceptMapped("c3", "s1", "new", 1.0, 2),
        concept="c3",
    )
    story.turn(
        "Then I have some peace before work; a little luxury.",
        added(4, 3, "peace", "value", "some peace"),
        added(5, 3, "little luxury", "consequence"),
        linked(2, 3, 3, 4, "Then I have some peace"),
        ConceptMapped("c5", "s1", "meaning", 0.7, 2),
        concept="c4",
        depth="deep",
    )
    story.turn(
        "I'd rather not say.",
        concept="c1",
        depth="surface",
        refusal=True,
        degraded={"llm.valence": "reader failed"},
    )
    story.turn(
        "No, sweet is wrong, it is malty. The foam makes it a treat, as I said.",
        added(6, 5, "malty", "attribute"),
        ConceptRevised("c2", "c6"),
        EdgeMentioned("e1", quote(5, "The foam makes it a treat")),
        line="Thank you.",
        strategy="",
        ending="max_turns_reached",
    )
    return story


# ── random ones ───────────────────────────────────────────────────────────────────────────────────


def random_story(seed: int, turns: int) -> Story:
    """Anything that may happen, in any order that makes sense."""
    random, story = Random(seed), Story()
    story.open()
    for _ in range(turns):
        found = tuple(_found(random, story.state))
        known = [
            *story.state.graph.concepts,
            *(event.id for event in found if isinstance(event, ConceptAdded)),
        ]
        focus = random.choice(sorted(known)) if known and random.random() < 0.9 else ""
        spent = [
            Exhausted(key) for key in _still_there(story.state, found) if random.random() < 0.1
        ]
        rested = [Rested(each.key) for each in spent if random.random() < 0.5]
        story.turn(
            "words",
            *found,
            concept=focus,
            settled=(*spent, *rested),
            depth=random.choice(("surface", "deep")),
        )
    return story


def _found(random: Random, state: InterviewState) -> list[InterviewEvent]:
    turn, graph = state.turn + 1, state.graph
    new = [
        added(len(graph.concepts) + n, turn, f"thing {n}", random.choice(TYPES))
        for n in range(1, random.randint(0, 3) + 1)
    ]
    known = [*graph.concepts, *(event.id for event in new)]
    found: list[InterviewEvent] = [*new]
    for id in random.sample(sorted(graph.concepts), min(2, len(graph.concepts))):
        found += [
            ConceptMentioned(id, "again", quote(turn, "again"), (), "lemma")
        ] * random.randint(0, 2)
    found += [
        EdgeMentioned(id, quote(turn, "yes")) for id in sorted(graph.edges) if random.random() < 0.1
    ]
    pairs = {
        (int(a[1:]), int(b[1:]))
        for a, b in (random.sample(sorted(known), 2) for _ in range(2) if len(known) > 1)
    }
    there = {(int(edge.source[1:]), int(edge.target[1:])) for edge in graph.edges.values()}
    found += [
        linked(len(graph.edges) + n, turn, *pair) for n, pair in enumerate(sorted(pairs - there), 1)
    ]
    found += [ConceptRevised(id, "c1") for id in sorted(graph.concepts) if random.random() < 0.02]
    return [*found, *_mapped(random, state, new)]


def _mapped(random: Random, state: InterviewState, new: list[ConceptAdded]) -> list[InterviewEvent]:
    """Some concepts find a slot, at once or turns later."""
    slots = [f"s{number}" for number in range(1, len(state.graph.slots) + 1)]
    made: list[InterviewEvent] = []
    bare = [concept.id for concept in state.graph.concepts.values() if not concept.slot]
    for id in sorted([*bare, *(event.id for event in new)]):
        if random.random() < 0.4:
            if not slots or random.random() < 0.3:
                slots.append(f"s{len(slots) + 1}")
                made.append(SlotAdded(slots[-1], f"slot {len(slots)}", "attribute", (), VECTOR))
            made.append(ConceptMapped(id, random.choice(slots), "meaning", 0.7, 2))
    return made


def _still_there(state: InterviewState, found: tuple[InterviewEvent, ...]) -> list[str]:
    moved = {event.concept for event in found if isinstance(event, ConceptMapped)}
    return [key for key in sorted(state.tracker.states) if key not in moved]
