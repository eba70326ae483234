"""Which analysis a methodology gets, and that each of them takes interviews that were really held,
whatever was said.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from xml.etree import ElementTree

import pytest
from tests.engines.interviews.interview_setup import fresh_engine, hold
from tests.studies.by_method.telling import as_testimony, coded, ground, ontology, told, tone
from tests.support.ears import WrittenReaders

from dramaturg.app.config.providers import readers
from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.by_method import ANALYSES, MethodAnalysis, analysis_of
from dramaturg.studies.by_method.common import Ground, tone_by
from dramaturg.studies.figures.tables import Row

METHODS = {
    "jobs_to_be_done": "jobs",
    "critical_incident": "incidents",
    "repertory_grid": "grid",
    "customer_journey": "journey",
    "five_whys": "whys",
}
ODD = (
    "",
    "🙂🙂",
    "ich weiß nicht | **nichts** <b>",
    "\x00\x0b\ud800 &amp;",
    "uh I-- I mean " * 1500,
)


def analysis(method: str) -> MethodAnalysis:
    found = analysis_of(ontology(method))
    assert found is not None
    return found


@pytest.mark.parametrize(("method", "name"), METHODS.items())
def test_every_methodology_gets_its_analysis(method: str, name: str) -> None:
    assert analysis(method).name == name


def test_an_ontology_that_none_knows_gets_none() -> None:
    assert analysis_of(ontology("means_end_chain")) is None


def test_an_authored_ontology_gets_its_analysis_by_the_types_it_has() -> None:
    shipped = ontology("five_whys")
    kept = tuple(each for each in shipped.concepts if each.type in ("problem", "root_cause"))
    own = Ontology(**{**shipped.model_dump(), "concepts": [each.model_dump() for each in kept]})
    found = analysis_of(own)
    assert found is not None
    assert found.name == "whys"


def everything(each: MethodAnalysis, on: Ground, interviews: Sequence[CodedInterview]) -> str:
    """All that an analysis tells, in one text; its picture and its JSON are well formed."""
    tally = each.tally(on)
    for interview in interviews:
        tally.add(interview)
    result = tally.result()
    json.dumps(asdict(result))
    if each.as_svg:
        ElementTree.fromstring(each.as_svg(result, {}, each.title))
    return "\n".join((*each.as_markdown(result, {}), str(each.as_rows(result, {}))))


@pytest.mark.parametrize("method", METHODS)
def test_odd_words_break_nothing(method: str) -> None:
    types = [each.type for each in ontology(method).concepts]
    edges = [each.type for each in ontology(method).edges]
    ideas = [f"{at} {type}: {at}{text}" for at, type in enumerate(types) for text in ODD]
    labels = [idea.partition(": ")[2] for idea in ideas]
    pairs = zip(labels, labels[1:] + labels[:1], strict=True)
    links = [
        f"{one} -{edges[at % len(edges)]}> {other}"
        for at, (one, other) in enumerate(pairs)
        if " -" not in one
    ]
    interviews = [told("R001", ideas, links), told("R002", ideas)]
    assert everything(analysis(method), ground(method, interviews), interviews)


@pytest.mark.parametrize("method", METHODS)
def test_interviews_that_say_nothing_are_taken_in(method: str) -> None:
    nothing = [told("R001", []), told("R002", [])]
    assert "No interview has" in everything(analysis(method), ground(method, nothing), nothing)


@pytest.mark.parametrize("method", METHODS)
def test_the_order_of_interviews_changes_nothing_but_the_quotes(method: str) -> None:
    types = [each.type for each in ontology(method).concepts]
    first = told("R001", [f"{at} {type}: some {type}" for at, type in enumerate(types, 1)])
    second = told("R002", [f"1 {type}: some {type}" for type in reversed(types)])
    third = told("R003", [f"1 {type}: other {type}" for type in types])
    on = ground(method, [first, third])
    assert figures(method, on, [first, second, third]) == figures(
        method, on, [third, second, first]
    )


def figures(method: str, on: Ground, interviews: Sequence[CodedInterview]) -> dict[str, list[Row]]:
    """The rows that put respondents together, without their quotes."""
    tally = analysis(method).tally(on)
    for each in interviews:
        tally.add(each)
    tables = analysis(method).as_rows(tally.result(), {})
    return {
        name: [row[:-1] for row in rows]
        for name, rows in tables.items()
        if "respondent" not in rows[0]
    }


STORY = (
    "First I looked for a flat for months, then I met the agent and nobody called back, so I was angry.",
    "The best moment was when the neighbour carried the piano, because I felt welcome after that.",
    "We moved in late because the lorry had broken down, and we lost a whole day.",
)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_an_interview_that_was_really_held_is_told_with_its_own_words(method: str) -> None:
    engine = fresh_engine(method, "moving_house", max_turns=6)
    held = coded(as_testimony(hold(engine, *STORY)[-1].state, "R001"))
    types = {idea.label: idea.type for idea in held.evidence.ideas}
    text = everything(analysis(method), Ground(ontology(method), types, tone_by(readers())), [held])
    words = [words.text for idea in held.evidence.ideas for words in idea.words]
    assert any(each in text for each in words)


@pytest.mark.slow
def test_what_is_clearly_pleasant_or_not_is_read_so_and_the_rest_is_left_open() -> None:
    said = {"it was the best day": 0.9, "worst was the empty desk": 0.1, "I sat at the desk": 0.45}
    reading = WrittenReaders({text: {"valence": value} for text, value in said.items()})
    assert tone_by(reading)(list(said)) == [0.8, -0.8, 0.0]


@pytest.mark.slow
def test_what_is_plainly_pleasant_or_not_is_read_so_without_a_model() -> None:
    pleasant, unpleasant = tone_by(readers())(["it was the best day", "it was the worst day"])
    assert pleasant > 0 > unpleasant


def test_nothing_to_read_is_nothing_read() -> None:
    assert tone_by(readers())([]) == []
    assert tone([]) == []


def test_names_of_analyses_are_their_own() -> None:
    assert len({each.name for each in ANALYSES}) == len(ANALYSES)
