"""An interview moved to another version of its methodology or guide: its names replaced, and every
reason why it cannot go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hypothesis import given, settings
from tests.engines.interviews.interview_setup import answered, asked, attribute, engine, opened
from tests.engines.interviews.random_graphs import events_of, grown, histories
from tests.engines.interviews.test_guide import GUIDE

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Ontology
from dramaturg.engines.interviews.base.renames import moved
from dramaturg.engines.interviews.base.state import (
    Asked,
    ConceptAdded,
    ConceptMentioned,
    EdgeAdded,
    Ended,
    InterviewEvent,
    InterviewState,
    SlotAdded,
    apply,
)
from dramaturg.engines.interviews.engine import CODEC, InterviewEngine
from dramaturg.engines.interviews.migrate import is_over, stands_on, worries
from dramaturg.kernel.values import replace
from dramaturg.turn.migration import Moved, Worry
from dramaturg.turn.tables import empty

TYPES = {"value": "worth", "attribute": "feature"}
EDGES = {"leads_to": "brings"}
MOVES = {"concept type": TYPES, "edge type": EDGES}
BACK = {kind: {now: was for was, now in names.items()} for kind, names in MOVES.items()}


def renamed(events: Iterable[InterviewEvent]) -> Iterator[InterviewEvent]:
    """The same history, had the types always been called so."""
    for event in events:
        match event:
            case ConceptAdded() | SlotAdded():
                yield replace(
                    event,
                    type=TYPES.get(event.type, event.type),
                    keys=tuple(map(respelled, event.keys)),
                )
            case ConceptMentioned():
                yield replace(event, keys=tuple(map(respelled, event.keys)))
            case EdgeAdded():
                yield replace(event, type=EDGES.get(event.type, event.type))
            case _:
                yield event


def respelled(key: str) -> str:
    type, _, label = key.partition(" ")
    return f"{TYPES.get(type, type)} {label}"


# ── names replaced ────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=40)
@given(history=histories)
def test_a_renamed_graph_is_the_graph_that_had_grown_under_these_names(
    history: list[tuple[str, int, int, str]],
) -> None:
    events = list(events_of(history))
    state = grown(events)
    there = moved(state, MOVES)
    assert there == grown(renamed(events))
    assert moved(there, BACK) == state
    assert apply(state, Moved(MOVES, "2")) == there
    assert CODEC.state(CODEC.state_json(there)) == there
    assert moved(state, {}) is state
    assert moved(state, {"concept type": {"value": ""}, "strategy": {"never": "used"}}) == state


def test_two_types_that_become_one_keep_everything() -> None:
    state = grown(events_of([("concept", 0, 0, "attribute"), ("concept", 0, 0, "consequence")]))
    there = moved(state, {"concept type": {"attribute": "consequence"}})
    assert {concept.type for concept in there.graph.concepts.values()} == {"consequence"}
    assert dict(there.graph.labels) == {"consequence c1": "c1", "consequence c2": "c2"}
    assert sorted(there.graph.concept_vectors["consequence"].ids) == ["c1", "c2"]
    assert CODEC.state(CODEC.state_json(there)) == there


def test_strategies_go_by_their_new_names_with_all_that_was_learned_of_them() -> None:
    state = asked(answered(asked(answered(opened(), attribute(1)), "c1"), attribute(2)), "c1")
    there = moved(state, {"strategy": {"ladder_up": "why"}})
    node = there.tracker.states["c1"]
    assert (there.strategy, list(there.yields), node.last_strategy, node.strategy_usage) == (
        "why",
        ["why"],
        "why",
        {"why": 2},
    )
    assert asked(there, "c1", "why").tracker.states["c1"].consecutive_same_strategy == 3


def test_topics_take_their_points_and_concepts_along() -> None:
    state = replace(
        InterviewState(),
        topic="food",
        topic_turns={"food": 2, "drink": 1},
        points=("food.price", "food.taste", "drink.size"),
        topic_of=empty().set("c1", "food"),
    )
    there = moved(state, {"topic": {"food": "meals"}, "point": {"food/price": "meals/cost"}})
    assert (there.topic, there.topic_turns, there.points) == (
        "meals",
        {"meals": 2, "drink": 1},
        ("meals.cost", "meals.taste", "drink.size"),
    )
    assert there.topic_of["c1"] == "meals"
    assert moved(state, {"topic": {"food": "drink"}}).topic_turns == {"drink": 3}


# ── what it stands on, and worries ────────────────────────────────────────────────────────────────

LADDER = engine("means_end_chain").methodology
BEGUN = answered(
    opened(),
    attribute(1),
    replace(attribute(2), type="functional_consequence", level=2),
    EdgeAdded("e1", "c1", "c2", "leads_to", attribute(1).quote, chain=True),
)


def played_by(
    methodology: Methodology = LADDER, guide: Guide | None = None, max_turns: int = 20
) -> InterviewEngine:
    on = engine("means_end_chain")
    return InterviewEngine(
        methodology,
        on.subject,
        guide,
        LOCAL_MODELS.embedder(),
        LOCAL_MODELS.syntax(),
        LOCAL_MODELS.readers(),
        LOCAL_MODELS.ear(),
        max_turns,
    )


def with_ontology(**changes: object) -> Methodology:
    ontology = Ontology.model_validate({**LADDER.ontology.model_dump(), **changes})
    return LADDER.model_copy(update={"ontology": ontology})


def found(on: InterviewEngine, state: InterviewState = BEGUN) -> list[tuple[str, str]]:
    return [(worry.code, worry.at[1]) for worry in worries(on, state)]


def test_an_interview_stands_on_its_types_and_its_topic() -> None:
    assert stands_on(InterviewState()) == ()
    assert stands_on(BEGUN) == (
        ("concept type", "attribute"),
        ("concept type", "functional_consequence"),
    )
    at_a_topic = apply(BEGUN, Asked("And the taste?", "ask", "bring_up_topic", topic="taste"))
    assert stands_on(at_a_topic)[-1] == ("topic", "taste")


def test_the_same_version_is_no_worry() -> None:
    assert worries(played_by(), BEGUN) == ()
    assert not is_over(BEGUN)


def test_a_type_that_is_gone_is_a_worry_with_those_there_are() -> None:
    kept = tuple(kind for kind in LADDER.ontology.concepts if kind.type != "attribute")
    (worry,) = worries(played_by(with_ontology(concepts=kept)), BEGUN)
    assert worry == Worry(
        "gone",
        "there is no type attribute, and the interview has 1 concept of it",
        ("concept type", "attribute"),
        tuple(kind.type for kind in kept),
    )


def test_a_type_on_another_rung_is_a_worry() -> None:
    kinds = tuple(
        kind.model_copy(update={"level": 1}) if kind.level == 2 else kind
        for kind in LADDER.ontology.concepts
    )
    assert found(played_by(with_ontology(concepts=kinds))) == [
        ("other-rung", "functional_consequence")
    ]


def test_edges_of_a_type_that_is_gone_or_makes_no_chains_are_worries() -> None:
    others = tuple(edge.model_copy(update={"type": "brings"}) for edge in LADDER.ontology.edges)
    assert found(played_by(with_ontology(edges=others))) == [("unknown-edge", "leads_to")]
    loose = tuple(edge.model_copy(update={"chain": False}) for edge in LADDER.ontology.edges)
    assert found(played_by(with_ontology(edges=loose))) == [("other-chains", "leads_to")]


def test_a_topic_that_is_gone_is_a_worry() -> None:
    first, second, *_ = (topic.id for topic in GUIDE.topics)
    state = apply(BEGUN, Asked("And that?", "ask", "bring_up_topic", topic=first))
    assert found(played_by(guide=GUIDE), state) == []
    shorter = GUIDE.model_copy(update={"topics": GUIDE.topics[1:]})
    (worry,) = worries(played_by(guide=shorter), state)
    assert (worry.code, worry.at) == ("gone", ("topic", first))
    assert second in worry.candidates
    assert found(played_by(guide=shorter), moved(state, {"topic": {first: second}})) == []
    assert found(played_by(), state) == [("gone", first)]


def test_an_interview_that_would_be_over_already_is_a_worry_unless_it_is() -> None:
    state = answered(answered(BEGUN))
    assert found(played_by(max_turns=4), state) == []
    assert found(played_by(max_turns=3), state) == [("over-already", "max_turns")]
    over = apply(state, Ended("user_stop"))
    assert is_over(over)
    assert worries(played_by(max_turns=3), over) == ()
