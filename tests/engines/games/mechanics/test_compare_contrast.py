"""Compare and contrast: features of two subjects, in balance."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.engines.games.mechanics.knowledge import BICYCLE, otherwise, task_for
from tests.engines.games.mechanics.rounds import asked, codes, round_of

from dramaturg.engines.games.base.design import ContentBrief
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.base.plan import MechanicPlan
from dramaturg.engines.games.mechanics import compare_contrast
from dramaturg.engines.games.mechanics.compare_contrast import ComparisonContent
from dramaturg.engines.games.mechanics.mechanic import CannotFeed

(WHEELS,) = compare_contrast.offers(BICYCLE)
TASK = asked(WHEELS, 6)
GOOD = compare_contrast.generate(TASK, BICYCLE)


def with_first(**fields: Any) -> ComparisonContent:
    return GOOD.model_copy(
        update={"items": (GOOD.items[0].model_copy(update=fields), *GOOD.items[1:])}
    )


def with_features(*features: tuple[str, str]) -> Knowledge:
    comparison = BICYCLE.comparisons[0].model_dump()
    written = [{"text": text, "holds_for": side} for text, side in features]
    return otherwise(BICYCLE, comparisons=({**comparison, "features": written},))


@pytest.mark.parametrize("count", range(WHEELS.least_items, WHEELS.most_items + 1))
def test_the_sides_are_as_even_as_they_can_be(count: int) -> None:
    for seed in range(20):
        sides = Counter(
            item.answer
            for item in compare_contrast.generate(asked(WHEELS, count, seed), BICYCLE).items
        )
        assert len(sides) == 3
        assert max(sides.values()) - min(sides.values()) <= 1


def test_the_answers_are_the_two_subjects_with_both_between_them() -> None:
    choices = round_of(compare_contrast, GOOD, TASK).choices
    assert [(choice.id, choice.text) for choice in choices] == [
        ("first", "Front wheel"),
        ("both", "Both"),
        ("second", "Rear wheel"),
    ]


def test_the_id_of_a_feature_says_nothing_of_its_side() -> None:
    assert all(side not in item.id for item in GOOD.items for side in ("first", "second", "both"))


def test_the_explanation_names_the_side_and_the_reason() -> None:
    told = {
        item.text: item.explanation
        for item in compare_contrast.generate(asked(WHEELS, 7), BICYCLE).items
    }
    assert told["Turns aside in a bend."] == "This holds for Front wheel only. It sits in the fork."
    assert told["Has a tyre filled with air."] == "This holds for both, Front wheel and Rear wheel."


def test_the_hint_tells_the_two_apart() -> None:
    assert {item.hint for item in GOOD.items} == {
        "The one with the toothed disc is the rear wheel."
    }
    plain = compare_contrast.generate(TASK, otherwise(BICYCLE, confusions=()))
    assert "that shows the way. Rear wheel: The large ring" in plain.items[0].hint


def test_the_subjects_stand_for_the_sides() -> None:
    assert compare_contrast.keys(GOOD, BICYCLE) == {"front_wheel": "first", "rear_wheel": "second"}


@pytest.mark.parametrize(
    ("knowledge", "told"),
    [
        (otherwise(BICYCLE, comparisons=()), "comparisons has none of Front wheel and Rear wheel"),
        (
            with_features(("A.a", "first"), ("B.b", "first"), ("C.c", "second")),
            "wheels has no features for both",
        ),
        (
            with_features(("A.a", "first"), ("B.b", "both"), ("C.c", "second")),
            "wheels has 3 features, and 6 are asked for",
        ),
        (
            with_features(("The front wheel.", "first"), ("B.b", "both"), ("C.c", "second")),
            "wheels has no features for first",
        ),
    ],
)
def test_a_comparison_that_cannot_feed_is_refused_by_name(knowledge: Knowledge, told: str) -> None:
    with pytest.raises(CannotFeed, match=f"bicycle: .*{told}"):
        compare_contrast.generate(TASK, knowledge)


def test_a_comparison_with_nothing_in_common_is_not_offered() -> None:
    assert not list(
        compare_contrast.offers(
            with_features(("A.a", "first"), ("B.b", "first"), ("C.c", "second"))
        )
    )


@pytest.mark.parametrize(
    ("broken", "code", "path"),
    [
        (with_first(text="The rear wheel has it."), "answer-leaks", "items[0].text"),
        (with_first(text="Unlike front wheels, it slips."), "answer-leaks", "items[0].text"),
        (with_first(answer="neither"), "answer-unknown", "items[0].answer"),
        (GOOD.model_copy(update={"second": "Keel"}), "answer-unknown", "second"),
        (GOOD.model_copy(update={"second": "front wheel"}), "content-double", "second"),
    ],
)
def test_a_feature_that_tells_and_subjects_that_are_not_two_are_refused(
    broken: ComparisonContent, code: str, path: str
) -> None:
    assert (code, path) in {
        (issue.code, issue.place) for issue in compare_contrast.validate(broken, TASK)
    }


def test_a_feature_said_of_two_sides_is_refused() -> None:
    other = next(item for item in GOOD.items if item.answer != GOOD.items[0].answer)
    assert "text-ambiguous" in codes(compare_contrast.validate(with_first(text=other.text), TASK))


@pytest.mark.parametrize("side", ["first", "second", "both"])
def test_a_side_of_which_nothing_is_said_is_refused(side: str) -> None:
    items = tuple(item for item in GOOD.items if item.answer != side)
    issues = compare_contrast.validate(
        GOOD.model_copy(update={"items": items}), asked(WHEELS, len(items))
    )
    assert codes(issues) == {"side-empty"}


def test_a_filled_in_form_becomes_content_about_the_two_labels() -> None:
    features = [
        {"text": f"Does thing {side}.", "holds_for": side, "explanation": "So."}
        for side in ("first", "second", "both")
    ]
    made = compare_contrast.read(compare_contrast.Form.model_validate({"features": features}), TASK)
    assert (made.first, made.second) == WHEELS.labels
    assert compare_contrast.validate(made, asked(WHEELS, 3)) == ()


@pytest.mark.parametrize(
    ("labels", "count", "found"),
    [
        (("Front wheel", "Rear wheel"), 3, set()),
        (("Front wheel",), 3, {"brief-needs-two"}),
        (("Front wheel", "Rear wheel", "Fork"), 3, {"brief-needs-two"}),
        ((), 3, {"brief-lacks-label"}),
        (("Front wheel", "Rear wheel"), 2, {"brief-too-few"}),
    ],
)
def test_a_brief_must_name_two_subjects_and_ask_for_all_three_sides(
    labels: tuple[str, ...], count: int, found: set[str]
) -> None:
    plan = MechanicPlan(
        mechanic_id="s1_m1",
        mechanic_type="compare_contrast",
        zone_labels_used=labels,
        instruction_text="Compare.",
        content_brief=ContentBrief(generation_goal="Two wheels"),
        expected_item_count=count,
        points_per_item=10,
        max_score=10 * count,
        is_timed=False,
        time_limit_seconds=None,
        parent_mechanic_id=None,
        is_terminal=True,
    )
    assert codes(compare_contrast.check_brief(plan)) == found


def test_a_task_with_one_label_cannot_be_put_to_a_model() -> None:
    with pytest.raises(CannotFeed, match="two labels"):
        compare_contrast.craft(task_for(WHEELS, 3, labels=("Front wheel",)))
