"""Ladders from an interview's links: all ways up, over codes, without circles, never too many."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hanging import ended_if_it_hangs

from dramaturg.studies.base import evidence
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import Link
from dramaturg.studies.figures.ladders import MOST, SURE, ladders_of

CODES = "abcdefgh"


def interview(*links: str, codes: dict[str, str] | None = None) -> CodedInterview:
    """Links such as `ab`, or `ab3` if mentioned three times; every idea is its own code unless
    said.
    """
    made = tuple(
        Link(each[0], each[1], "leads_to", (), mentions=int(each[2:] or 1)) for each in links
    )
    ideas = dict.fromkeys(idea for each in links for idea in each[:2])
    return CodedInterview(
        evidence.Testimony("R007", "s1", links=made),
        {idea: (codes or {}).get(idea, idea) for idea in ideas},
    )


def ladders(found: CodedInterview) -> list[str]:
    return ["".join(ladder.codes) for ladder in ladders_of(found)]


def layers(width: int, height: int, order: int = 1) -> CodedInterview:
    """Every idea of a layer leads to every idea of the next: width to the power of height ways.
    Told backwards with order -1.
    """
    links = [
        Link(f"{layer}.{low}", f"{layer + 1}.{high}", "leads_to", ())
        for layer in range(height - 1)
        for low in range(width)
        for high in range(width)
    ][::order]
    return CodedInterview(
        evidence.Testimony("R007", "s1", links=tuple(links)),
        {idea: idea for link in links for idea in (link.source, link.target)},
    )


def test_links_one_after_the_other_are_a_ladder_of_the_respondent() -> None:
    (ladder,) = ladders_of(interview("bc", "ab"))
    assert (ladder.respondent, ladder.ladder, ladder.codes) == ("R007", "1", ("a", "b", "c"))


def test_every_way_from_a_beginning_to_an_end_is_a_ladder() -> None:
    assert ladders(interview("ab", "bc", "bd", "ed")) == ["abc", "abd", "ed"]


def test_ladders_are_numbered() -> None:
    assert [ladder.ladder for ladder in ladders_of(interview("ab", "cd", "ef"))] == ["1", "2", "3"]


def test_links_of_other_kinds_are_no_steps() -> None:
    found = interview("ab", "bc")
    aside = Link("a", "c", "reminds_of", (), chain=False)
    assert ladders(
        CodedInterview(
            evidence.Testimony("R007", "s1", links=(*found.testimony.links, aside)), found.code_of
        )
    ) == ["abc"]


def test_ideas_of_one_code_are_one_rung() -> None:
    # c and d are both X: the step between them vanishes, and a and b lead on to e by way of X.
    assert ladders(interview("ac", "cd", "de", "bd", codes={"c": "X", "d": "X"})) == ["aXe", "bXe"]


def test_the_same_step_in_other_words_is_told_once() -> None:
    assert ladders(interview("ac", "bc", codes={"a": "X", "b": "X"})) == ["Xc"]


def test_of_a_circle_the_step_mentioned_least_is_left_out() -> None:
    assert ladders(interview("ab1", "bc2", "ca2")) == ["bca"]


def test_of_a_circle_of_equals_the_step_told_last_is_left_out() -> None:
    assert ladders(interview("ab", "bc", "ca")) == ["abc"]


def test_steps_of_one_code_pair_are_mentioned_together() -> None:
    # a and d are both X: X to b was mentioned 2 + 2 times, b to X three times.
    assert ladders(interview("ba3", "ab2", "db2", codes={"a": "X", "d": "X"})) == ["Xb"]


def test_an_interview_without_links_has_no_ladder() -> None:
    assert ladders_of(CodedInterview(evidence.Testimony("R007", "s1"), {})) == []


def test_up_to_the_most_all_ways_are_told() -> None:
    # 4 * 4 * 4 = 64 ways
    assert len(ladders_of(layers(4, 3))) == MOST


@pytest.mark.parametrize("order", [1, -1])
def test_of_too_many_ways_so_many_are_told_that_each_step_is_in_one(order: int) -> None:
    # 5 * 5 * 5 = 125 ways over 25 steps to the second layer and 25 to the third: 25 ways that share
    # no step have them all.
    crowd = layers(5, 3, order)
    told = ladders_of(crowd)
    assert len(told) == 25
    assert {pair for ladder in told for pair in pairwise(ladder.codes)} == {
        (link.source, link.target) for link in crowd.testimony.links
    }
    assert all(len(ladder.codes) == 3 for ladder in told)  # from a beginning to an end


def test_ways_without_number_are_no_trouble() -> None:
    # 4 to the power of 100 ways
    with ended_if_it_hangs():
        assert 0 < len(ladders_of(layers(4, 100))) <= 16 * 99


some_links = st.lists(
    st.tuples(st.sampled_from(CODES), st.sampled_from(CODES)).map("".join), max_size=30
)


@given(some_links)
def test_ladders_have_no_rung_twice_and_come_from_links(links: list[str]) -> None:
    for ladder in ladders(interview(*links)):
        assert len(set(ladder)) == len(ladder) > 1
        assert {low + high for low, high in pairwise(ladder)} <= set(links)


@given(some_links)
def test_what_is_in_no_ladder_would_close_a_circle(links: list[str]) -> None:
    steps = {low + high for ladder in ladders(interview(*links)) for low, high in pairwise(ladder)}
    for link in set(links) - steps:
        below, reached = {link[1]}, set[str]()
        while below != reached:
            reached = set(below)
            below |= {step[1] for step in steps if step[0] in reached}
        assert link[0] in below


def test_a_step_that_its_reader_was_not_sure_of_is_none() -> None:
    links = (
        Link("a", "b", "leads_to", (), confidence=SURE),
        Link("b", "c", "leads_to", (), confidence=SURE - 0.01),
    )
    found = CodedInterview(
        evidence.Testimony("R007", "s1", links=links), {idea: idea for idea in "abc"}
    )
    assert ladders(found) == ["ab"]
