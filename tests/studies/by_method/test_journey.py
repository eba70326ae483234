"""The journey map: steps in order, with obstacles, feelings and moments that stood out."""

from __future__ import annotations

import json
from dataclasses import asdict
from xml.etree import ElementTree

import pytest
from tests.studies.by_method.telling import ground, told

from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.by_method.journey import (
    Journey,
    JourneyStep,
    JourneyTally,
    as_markdown,
    as_rows,
    as_svg,
)

ANA = told(
    "R001",
    [
        "1 stage: moved in",
        "1 emotion: was glad",
        "2 stage: looked for a flat",
        "3 touchpoint: met the agent",
        "3 friction: nobody called back",
        "4 peak: worst was the empty desk",
        "4 action: waited",
        "5 emotion: felt glad at last",
    ],
    [
        "looked for a flat -before> met the agent",
        "met the agent -before> moved in",
        "met the agent -causes> nobody called back",
        "nobody called back -causes> worst was the empty desk",
        "met the agent -causes> felt glad at last",
    ],
)
BEN = told(
    "R002",
    [
        "1 stage: looked for a flat",
        "2 touchpoint: met the agent",
        "3 stage: moved in",
        "3 emotion: was sad",
    ],
    ["moved in -before> met the agent"],
)


def made(*interviews: CodedInterview) -> Journey:
    tally = JourneyTally(ground("customer_journey", interviews))
    for each in interviews:
        tally.add(each)
    return tally.result()


def stop(result: Journey, code: str) -> JourneyStep:
    return next(stop for stop in result.stops if stop.code == code)


def test_what_came_before_what_goes_before_when_it_was_spoken_of() -> None:
    order = [stop.code for stop in made(ANA).stops]
    assert order == ["looked for a flat", "met the agent", "moved in", "waited"]


def test_how_far_along_a_step_is_follows_from_what_came_before_what() -> None:
    back = told(
        "R001",
        ["1 stage: moved in", "2 stage: looked for a flat"],
        ["looked for a flat -before> moved in"],
    )
    assert [(stop.code, stop.place) for stop in made(back).stops] == [
        ("looked for a flat", 0.0),
        ("moved in", 1.0),
    ]


def test_without_such_links_steps_are_in_the_order_of_speaking() -> None:
    loose = told("R001", ["3 stage: left", "1 stage: arrived", "2 action: paid"])
    assert [(stop.code, stop.place) for stop in made(loose).stops] == [
        ("arrived", 0.0),
        ("paid", 0.5),
        ("left", 1.0),
    ]


def test_respondents_who_disagree_about_the_order_are_counted() -> None:
    third = told(
        "R003",
        ["1 touchpoint: met the agent", "2 stage: moved in"],
        ["met the agent -before> moved in"],
    )
    result = made(ANA, BEN, third)
    # Four times somebody said what came before what; only R002 had moving in before meeting the
    # agent.
    assert (result.ordered, result.against) == (4, 1)
    assert [stop.code for stop in result.stops][:3] == [
        "looked for a flat",
        "met the agent",
        "moved in",
    ]


def test_moments_belong_to_the_step_that_links_lead_to() -> None:
    moments = {moment.code: moment.linked for moment in stop(made(ANA), "met the agent").moments}
    assert moments == {
        "nobody called back": 1,
        "worst was the empty desk": 1,
        "felt glad at last": 1,
    }


def test_without_a_link_a_moment_belongs_to_the_step_in_the_same_answer_and_is_marked() -> None:
    (glad,) = stop(made(ANA), "moved in").moments
    assert (glad.code, glad.linked, glad.pleasant) == ("was glad", 0, 1)


def test_the_feeling_at_a_step_is_the_mean_over_respondents() -> None:
    result = made(ANA, BEN)
    # An obstacle (-1), a bad moment (-1) and a good feeling (1): (-1 - 1 + 1) / 3 for R001, who
    # alone told.
    assert stop(result, "met the agent").valence == pytest.approx(-1 / 3, abs=0.001)
    # R001 was glad (1), R002 was sad (-1).
    assert (stop(result, "moved in").valence, stop(result, "moved in").told_by) == (0.0, 2)


def test_a_step_of_which_nobody_told_how_it_was_has_no_feeling() -> None:
    assert stop(made(ANA), "looked for a flat").valence is None


def test_the_report_lists_steps_and_quotes_what_was_hard_and_what_stood_out() -> None:
    lines = as_markdown(made(ANA, BEN), {})
    assert any(
        line.startswith("| met the agent | point of contact | 2 | -0.33 | 1 |") for line in lines
    )
    assert "- nobody called back, at met the agent: 1 respondent" in lines
    assert "> “worst was the empty desk” (R001, turn 4)" in lines


def test_without_steps_the_report_says_so() -> None:
    assert as_markdown(made(told("R001", ["1 emotion: was glad"])), {}) == [
        "No interview has a step of the way so far."
    ]


def test_tables_are_even_and_the_result_is_json() -> None:
    result = made(ANA, BEN)
    tables = as_rows(result, {})
    assert [row[1] for row in tables["journey"][1:]] == [stop.code for stop in result.stops]
    assert all(len(row) == len(rows[0]) for rows in tables.values() for row in rows)
    json.dumps(asdict(result))


def test_the_picture_draws_the_steps_in_order_with_a_star_for_what_stood_out() -> None:
    picture = as_svg(made(ANA), {}, "Way")
    names = [
        text.text or ""
        for text in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    ]
    places = [
        next(at for at, name in enumerate(names) if name.startswith(step))
        for step in ("looked", "met", "moved", "waited")
    ]
    assert places == sorted(places)
    assert picture.count("l2.4 5.6") == 1


def test_a_picture_of_nothing_is_a_picture() -> None:
    assert "No step of the way so far." in as_svg(made(), {}, "Way")
