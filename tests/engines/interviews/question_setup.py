"""An interview about oat milk up to a question, for tests of how it is asked."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from dramaturg.app.config.providers import ear, embedder, readers
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.interviews.base.directive import (
    CanonicalGraphState,
    GraphComparison,
    GraphState,
    InterviewDirective,
)
from dramaturg.engines.interviews.base.extraction import Quote
from dramaturg.engines.interviews.base.methodology import Guide, GuideTopic, Methodology, Subject
from dramaturg.engines.interviews.base.state import (
    Answered,
    Asked,
    ConceptAdded,
    InterviewState,
    Purpose,
    Staying,
    Termination,
    Velocity,
    apply,
)
from dramaturg.engines.interviews.questions.interviewer import Interviewer, interviewer
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.scoring import Ranked
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.contract import Decision

SUBJECT = Subject(
    kind="subject", id="oat_milk", title="oat milk in coffee", objective="Why people take it."
)
GUIDE = Guide(
    kind="guide",
    id="oat_guide",
    title="Oat milk",
    topics=(
        GuideTopic(
            id="first",
            title="the first cup",
            about=("first",),
            questions=("How did your first cup come about?",),
        ),
    ),
)
ANSWER = "I like the creamy texture, and it saves me time in the morning."
CONCEPTS = {"c1": "creamy texture", "c2": "saving time", "c3": "feeling calm"}


def methodology(id: str = "means_end_chain") -> Methodology:
    found = library_of(Settings()).get("methodology", id).document
    assert isinstance(found, Methodology)
    return found


@cache
def asker(id: str = "means_end_chain", guided: bool = False) -> Interviewer:
    meanings = {"graph.max_depth": "Depth of the longest chain"}
    return interviewer(
        methodology(id),
        SUBJECT,
        GUIDE if guided else None,
        readers(),
        best_syntax(),
        embedder(),
        ear(),
        meanings,
    )


def after(asked: Iterable[str] = (), answer: str = ANSWER) -> InterviewState:
    """What was asked so far, and an answer that brought three concepts."""
    state = InterviewState()
    for line in asked:
        state = apply(state, Asked(line, "ask", "ladder_up"))
    state = apply(state, Answered(len(state.questions) + 1, "u1", answer))
    for id, label in CONCEPTS.items():
        state = apply(
            state, ConceptAdded(id, label, "attribute", Quote("u1", 0, len(answer), answer), (), "")
        )
    return state


def deciding(
    purpose: Purpose | Staying = "ask",
    strategy: str = "ladder_up",
    topic: str = "",
    termination: Termination | None = None,
    refusal: bool = False,
    emotion: float = 0.3,
    valence: float = 0.5,
) -> Decision[InterviewDirective]:
    read: dict[str, Value] = {
        "llm.refusal": refusal,
        "llm.emotion": emotion,
        "llm.valence": valence,
        "llm.response_depth": "moderate",
        "graph.max_depth": 0.2,
    }
    pair = Ranked(
        strategy, "c1", 1.2, {"llm.response_depth.moderate": 0.8, "graph.node.exhausted.true": -0.4}
    )
    directive = InterviewDirective(
        purpose,
        "mid",
        GraphState(3, 0, 1, 1, 3, "mid", 0.0, False),
        CanonicalGraphState(0, 0, 0, 0, 0.0, 0),
        GraphComparison(0.0, 0.0, 0.0, 0.0, 0.0),
        Velocity(),
        strategy=strategy,
        focus="c1",
        concept="c1",
        topic=topic,
        others=("c2", "c3"),
        termination=termination,
        signals=read,
        alternatives=(pair,),
    )
    return Decision(directive, "it promises most")
