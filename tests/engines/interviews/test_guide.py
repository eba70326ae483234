"""A discussion guide over a methodology: topics in order, points recognised, budgets kept, concepts
of the topic favoured.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engines.interviews.interview_setup import (
    LIBRARY,
    Played,
    answered,
    asked,
    attribute,
    decided,
    directive_of,
    engine,
    hold,
    opened,
    rules_with,
)
from tests.engines.interviews.short_ladder import methodology

from dramaturg.app.config.providers import embedder
from dramaturg.engines.interviews.base.methodology import Guide, GuidePoint, GuideTopic
from dramaturg.engines.interviews.base.state import Asked, InterviewState, apply
from dramaturg.engines.interviews.guide import (
    BRING_UP,
    GuideReader,
    guide_signals,
    must_turn,
    next_topic,
    with_guide,
)

GUIDE = Guide(
    kind="guide",
    id="cup",
    title="A cup",
    topics=(
        GuideTopic(
            id="first",
            title="the first cup",
            about=("the first time I tried it",),
            points=(
                GuidePoint(
                    id="place",
                    about=("it was at a café", "I was at a friend's place"),
                    required=True,
                ),
                GuidePoint(id="company", about=("my sister was with me",)),
            ),
            turns=2,
            questions=("How did your first cup come about?",),
        ),
        GuideTopic(
            id="price",
            title="what it costs",
            about=("price and money",),
            points=(
                GuidePoint(id="dear", about=("it costs more than other milk",), required=True),
            ),
            turns=3,
            questions=("What do you think of when you pay for it?",),
        ),
        GuideTopic(
            id="others",
            title="what others say",
            about=("family and friends",),
            turns=1,
            questions=("What gets said?",),
        ),
    ),
)
READER = GuideReader(GUIDE, embedder())


def after(*topics: str, points: tuple[str, ...] = ()) -> InterviewState:
    """Questions of these topics, one after the other; "-" stays with the one at hand."""
    state = opened()
    for topic in topics:
        state = apply(
            answered(state), Asked("What?", "ask", "widen", topic="" if topic == "-" else topic)
        )
    return replace(state, points=points)


# ── where it stands ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("state", "topic"),
    [
        (after(), "first"),
        (after("first"), "price"),
        (after("first", "-", "price"), "others"),
        (after("first", "price", "others"), "first"),
        (after("first", "price", "others", points=("first.place",)), "price"),
        (after("first", "price", "others", points=("first.place", "price.dear")), None),
        (after("first", "-", "price", "others", points=("price.dear",)), None),
    ],
)
def test_topics_come_in_their_order_then_those_that_lack_a_required_point_and_have_turns_left(
    state: InterviewState, topic: str | None
) -> None:
    found = next_topic(GUIDE, state)
    assert (found.id if found else None) == topic


def test_the_signals_tell_what_is_left() -> None:
    state = after("first", "-", "price", points=("first.place", "first.company"))
    assert guide_signals(GUIDE, state) == {
        "guide.open": True,
        "guide.topics_left": pytest.approx(1 / 3),
        "guide.required_left": 0.5,
        "guide.topic_spent": pytest.approx(1 / 3),
    }


def test_without_a_guide_nothing_is_left() -> None:
    assert set(guide_signals(None, after()).values()) == {0}


@pytest.mark.parametrize(
    ("state", "must"),
    [
        (after("first"), False),
        (after("first", "-"), True),
        (after("first", "-", "price", "-"), False),
        (after("first", "-", "price", "others", points=("first.place", "price.dear")), False),
    ],
)
def test_a_topic_that_has_had_its_turns_gives_way_to_one_that_waits(
    state: InterviewState, must: bool
) -> None:
    assert must_turn(GUIDE, state) is must
    chosen = decided(answered(state), rules_with(with_guide(methodology(), GUIDE), GUIDE)).directive
    assert (chosen.strategy == BRING_UP.name) or not must


def test_a_turn_counts_for_the_topic_at_hand() -> None:
    assert after("first", "-", "price", "-", "-").topic_turns == {"first": 2, "price": 3}


# ── what belongs to it ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ("It was in a small café by the station.", ("first.place",)),
        ("It is dearer than cow's milk.", ("price.dear",)),
        ("We were in a café. My sister had come along with me.", ("first.company", "first.place")),
        ("The foam is thick.", ()),
        ("I like the taste of it.", ()),
        ("", ()),
        ("🙂", ()),
    ],
)
def test_points_are_recognised_by_meaning_sentence_by_sentence(
    answer: str, points: tuple[str, ...]
) -> None:
    assert READER.points(answer) == points


def test_concepts_belong_to_the_topic_they_are_nearest_to() -> None:
    found = READER.topics({"c1": "low price", "c2": "my friends' jokes", "c3": "thick foam"})
    assert found == {"c1": "price", "c2": "others"}


def test_without_new_concepts_no_topic_is_looked_for() -> None:
    assert READER.topics({}) == {}


# ── over a methodology ────────────────────────────────────────────────────────────────────────────


def test_the_methodology_itself_is_not_changed() -> None:
    plain = methodology()
    guided = with_guide(plain, GUIDE)
    assert with_guide(plain, None) is plain
    assert [each.name for each in guided.strategies] == [
        *(each.name for each in plain.strategies),
        BRING_UP.name,
    ]
    assert plain == methodology()


def test_a_concept_of_the_topic_at_hand_is_favoured() -> None:
    state = answered(asked(answered(opened(), attribute(1), attribute(2)), "", "widen"))
    state = replace(state, topic="price", topic_turns={"first": 2, "price": 1, "others": 1})
    on = engine(guide="oat_milk_guide").rules
    scores = {}
    for concept in ("c1", "c2"):
        seen = replace(state, topic_of=state.topic_of.set(concept, "price"))
        pairs = decided(seen, replace(on, guide=GUIDE)).directive.alternatives
        scores[concept] = {(pair.strategy, pair.node_id): pair.score for pair in pairs}
    clarify = [
        scores[concept]["clarify", concept] - scores[other]["clarify", concept]
        for concept, other in (("c1", "c2"), ("c2", "c1"))
    ]
    assert min(clarify) > 0


# ── held ──────────────────────────────────────────────────────────────────────────────────────────

OAT = (
    "I like oat milk because it froths well. It keeps the foam all morning.",
    "It makes me feel calm before work.",
    "When I am calm I am kinder to my children.",
    "I buy it on Saturdays because the market is open.",
    "My sister showed it to me.",
    "It tastes of biscuits.",
    "The carton is easy to carry.",
    "It was at a café, a friend recommended it.",
    "It costs more than other milk.",
    "I don't know.",
    "My colleagues laugh about it.",
    "I would miss the sweetness.",
    "The other one curdles in hot coffee.",
    "It lasts for weeks in the cupboard.",
    "My daughter takes it too.",
    "We have it with porridge.",
    "I stir it twice.",
    "I read the label because of the sugar.",
)
WARD = (
    "A nurse smiled at me when I arrived, and I felt less afraid.",
    "She carried my bag because my arm was broken.",
    "Then I waited in the corridor for four hours.",
    "Nobody told me what was going on, so I worried.",
    "The doctor explained the operation with a drawing.",
    "I could ask him everything.",
    "At night I rang the bell and nobody came.",
    "I lay awake because of the pain.",
    "The man in the next bed called for me.",
    "In the morning they said sorry.",
    "My wife was sent away.",
    "They gave me tablets at six.",
    "On Friday they sent me home with a letter.",
    "At home my daughter cooked.",
    "I could not climb the stairs.",
    "The physiotherapist came twice.",
    "I wrote them a card.",
    "Next time I would bring earplugs.",
)
HELD = [
    ("means_end_chain", "oat_milk", "oat_milk_guide", OAT),
    ("critical_incident", "hospital_stay", "hospital_stay_guide", WARD),
    ("jobs_to_be_done", "hospital_stay", "hospital_stay_guide", WARD),
]


def topics_of(held: list[Played]) -> list[str]:
    return [played.record.decision.directive.topic for played in held[1:] if played.record.decision]


@pytest.mark.slow
@pytest.mark.parametrize(("method", "subject", "guide", "answers"), HELD)
def test_over_any_methodology_all_topics_are_brought_up_in_order_within_their_budgets(
    method: str, subject: str, guide: str, answers: tuple[str, ...]
) -> None:
    held = hold(engine(method, subject, guide), *answers)
    document = LIBRARY.get("guide", guide).document
    assert isinstance(document, Guide)
    brought_up = list(dict.fromkeys(filter(None, topics_of(held))))
    assert brought_up == [topic.id for topic in document.topics]
    turns = held[-1].state.topic_turns
    assert all(turns[topic.id] <= topic.turns for topic in document.topics[:-1])
    strategies = {directive_of(played.record).strategy for played in held[1:]}
    assert len(strategies) > 3


@pytest.mark.slow
def test_a_topic_is_brought_up_in_the_words_of_the_guide() -> None:
    held = hold(engine("means_end_chain", "oat_milk", "oat_milk_guide"), *OAT[:2])
    document = LIBRARY.get("guide", "oat_milk_guide").document
    assert isinstance(document, Guide)
    assert topics_of(held)[0] == "first_time"
    assert any(held[1].record.line.endswith(question) for question in document.topics[0].questions)


@pytest.mark.slow
def test_required_points_are_noted_when_they_are_spoken_of() -> None:
    held = hold(engine("means_end_chain", "oat_milk", "oat_milk_guide"), *OAT[:9])
    assert {"first_time.occasion", "choosing.price"} <= set(held[-1].state.points)
    assert "first_time.occasion" not in held[7].state.points
