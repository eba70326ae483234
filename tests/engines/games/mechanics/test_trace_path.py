"""Trace a path: stops in their order, told without naming the place."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE, otherwise, task_for, without
from tests.engines.games.mechanics.rounds import asked, codes, round_of

from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.mechanics import trace_path
from dramaturg.engines.games.mechanics.mechanic import CannotFeed, Content

ON_MACHINE, ON_WAY = trace_path.offers(BICYCLE)
TASK = asked(ON_WAY, 5)
GOOD = trace_path.generate(TASK, BICYCLE)


def with_first(**fields: Any) -> Content:
    return GOOD.model_copy(
        update={"items": (GOOD.items[0].model_copy(update=fields), *GOOD.items[1:])}
    )


def with_steps(*steps: dict[str, Any]) -> Knowledge:
    """The bicycle with a first sequence of these steps, at the pedal, the crank, the chain ...
    unless they say otherwise.
    """
    return otherwise(BICYCLE, sequences=({**BICYCLE.sequences[0].model_dump(), "steps": steps},))


def stop(concept: str, text: str) -> dict[str, Any]:
    return {"concept": concept, "text": text}


def test_the_stops_come_in_the_order_of_the_way_and_stay_in_it() -> None:
    assert [item.answer for item in GOOD.items] == [
        "Pedal",
        "Crank",
        "Chain",
        "Rear cog",
        "Rear wheel",
    ]
    assert [item.id for item in round_of(trace_path, GOOD, TASK).items] == [
        item.id for item in GOOD.items
    ]


def test_fewer_stops_than_the_way_has_are_neighbours_wherever_they_begin() -> None:
    starts = set()
    for seed in range(20):
        answers = [
            item.answer
            for item in trace_path.generate(
                asked(ON_WAY, 3, seed, labels=ON_WAY.labels), BICYCLE
            ).items
        ]
        begin = ON_WAY.labels.index(answers[0])
        assert tuple(answers) == ON_WAY.labels[begin : begin + 3]
        starts.add(begin)
    assert starts == {0, 1, 2}


def test_a_way_is_offered_on_each_picture_that_shows_its_stops() -> None:
    assert (ON_MACHINE.diagram, ON_WAY.diagram) == ("machine", "way")
    assert ON_MACHINE.labels == ON_WAY.labels


def test_a_step_that_names_its_place_is_told_by_what_the_place_does() -> None:
    knowledge = with_steps(
        stop("pedal", "A foot presses the pedal."),
        stop("crank", "An arm swings."),
        stop("chain", "A loop pulls."),
    )
    task = task_for(ON_WAY, 3)
    items = trace_path.generate(task, knowledge).items
    assert items[0].text == "Takes the push of the foot."
    assert trace_path.validate(Content(items=items), task) == ()


def test_a_way_may_come_back_to_a_place_but_never_stays_there() -> None:
    knowledge = with_steps(
        stop("pedal", "A foot presses."),
        stop("pedal", "It presses on."),
        stop("crank", "An arm swings down."),
        stop("chain", "A loop pulls."),
        stop("crank", "The arm comes up again."),
    )
    labels = ("Pedal", "Crank", "Chain")
    for seed in range(10):
        task = task_for(ON_WAY, 4, seed, labels)
        content = trace_path.generate(task, knowledge)
        assert [item.id for item in content.items] == ["pedal", "crank", "chain", "crank_2"]
        assert trace_path.validate(content, task) == ()


def test_two_steps_of_one_text_are_told_apart_by_what_the_places_do() -> None:
    knowledge = with_steps(
        stop("pedal", "It goes round."), stop("crank", "It goes round."), stop("chain", "It pulls.")
    )
    texts = [item.text for item in trace_path.generate(task_for(ON_WAY, 3), knowledge).items]
    assert texts == [
        "It goes round.",
        "Makes a turning force out of a push that goes straight down.",
        "It pulls.",
    ]


def test_the_brief_says_which_way_where_several_would_do() -> None:
    other = {
        **BICYCLE.sequences[0].model_dump(),
        "id": "back",
        "title": "Back",
        "steps": BICYCLE.sequences[0].steps[::-1],
    }
    knowledge = otherwise(BICYCLE, sequences=(*BICYCLE.sequences, other))
    (wanted,) = [
        offer
        for offer in trace_path.offers(knowledge)
        if offer.key == "trace_path:back" and offer.diagram == "way"
    ]
    for seed in range(5):
        assert (
            trace_path.generate(asked(wanted, 5, seed), knowledge).items[0].answer == "Rear wheel"
        )


@pytest.mark.parametrize(
    ("knowledge", "told"),
    [
        (otherwise(BICYCLE, sequences=()), r"sequences needs one with 5 stops .*\(there is none\)"),
        (
            with_steps(*(stop(name, f"The {name}.") for name in ("pedal", "crank", "chain"))),
            r"\(push has 3\)",
        ),
    ],
)
def test_knowledge_without_such_a_way_is_refused_by_name(knowledge: Knowledge, told: str) -> None:
    with pytest.raises(CannotFeed, match=told):
        trace_path.generate(TASK, knowledge)


def test_a_place_that_can_only_be_named_is_no_stop() -> None:
    knowledge = without(BICYCLE, "pedal", function=None, definition="A pedal.")
    named = otherwise(knowledge, sequences=with_steps(*_named_first(knowledge)).sequences)
    assert all("Pedal" not in offer.labels for offer in trace_path.offers(named))


def _named_first(knowledge: Knowledge) -> list[dict[str, Any]]:
    first, *rest = (step.model_dump() for step in knowledge.sequences[0].steps)
    return [{**first, "text": "A foot presses the pedal."}, *rest]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"text": "The pedal goes down."}, "answer-leaks"),
        ({"text": GOOD.items[1].text}, "text-ambiguous"),
        ({"answer": "crank"}, "path-stands-still"),
    ],
)
def test_a_stop_that_tells_its_place_or_stands_still_is_refused(
    fields: dict[str, str], code: str
) -> None:
    assert code in codes(trace_path.validate(with_first(**fields), TASK))


def test_a_filled_in_form_becomes_content_in_its_order() -> None:
    labels = ("Crank", "Chain", "Crank")
    entries = [
        {"label": label, "what_happens": f"Event {at}.", "explanation": "So.", "hint": "Look."}
        for at, label in enumerate(labels)
    ]
    made = trace_path.read(trace_path.Form.model_validate({"stops": entries}), TASK)
    assert [(item.id, item.answer) for item in made.items] == [
        ("crank", "Crank"),
        ("chain", "Chain"),
        ("crank_2", "Crank"),
    ]
    assert trace_path.validate(made, asked(ON_WAY, 3, labels=("Crank", "Chain"))) == ()
