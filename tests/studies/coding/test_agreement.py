from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.studies.coding.agreement import (
    Agreement,
    CodedAnswer,
    Coding,
    Counts,
    agreement,
    cohen,
    krippendorff,
)


def coding(*answers: str) -> Coding:
    """Answers of one interview, each with its codes; `?` was not looked at."""
    return Coding(
        {
            CodedAnswer("R001", turn): frozenset(codes.split())
            for turn, codes in enumerate(answers, 1)
            if codes != "?"
        }
    )


def by_code(found: Agreement) -> dict[str, Counts]:
    return {each.code: each.counts for each in found.codes}


def test_kappa_of_the_textbook_two_by_two() -> None:
    # 50 answers, 20 both, 5 ours, 10 theirs, 15 neither. Observed (20 + 15)/50 = .70.
    # Expected: we give it in 25/50, they in 30/50: .5 × .6 + .5 × .4 = .50. Kappa = (.70 - .50)/(1
    # - .50) = .40
    assert cohen(Counts(20, 5, 10, 15)) == pytest.approx(0.40)


def test_alpha_of_krippendorffs_two_observers_and_ten_units() -> None:
    # His published binary example: 0100000010 against 1110010000. Both 1 once, both 0 five times,
    # different four times. Coincidences: o01 = 4; ones 2 × 1 + 4 = 6, zeros 2 × 5 + 4 = 14, n = 20.
    # alpha = 1 - (20 - 1) × 4 / (6 × 14) = 1 - 76/84 = .0952
    ours, theirs = "0100000010", "1110010000"
    found = agreement(
        coding(*("x" if each == "1" else "" for each in ours)),
        coding(*("x" if each == "1" else "" for each in theirs)),
    )
    assert by_code(found) == {"x": Counts(1, 1, 3, 5)}
    assert found.alpha == pytest.approx(8 / 84)
    assert found.codes[0].alpha == found.alpha


def test_kappa_of_the_same_ten_units() -> None:
    # Observed 6/10. We 2/10, they 4/10: expected .2 × .4 + .8 × .6 = .56. (.60 - .56)/(1 - .56) =
    # .04/.44 = .0909
    assert cohen(Counts(1, 1, 3, 5)) == pytest.approx(0.04 / 0.44)


def test_overall_alpha_is_over_all_decisions_and_not_the_mean() -> None:
    # a: both, both, neither, neither: alpha 1. b: both once, ours once, neither twice.
    # b alone: different 1; given 2 + 1 = 3, withheld 4 + 1 = 5: 1 - 7 × 1 / 15 = .5333; the mean
    # would be .7667 together: both 3, different 1, neither 4: given 7, withheld 9: 1 - 15 × 1 / 63
    # = .7619
    found = agreement(coding("a b", "a b", "", ""), coding("a b", "a", "", ""))
    assert [each.alpha for each in found.codes] == [1.0, pytest.approx(8 / 15)]
    assert found.alpha == pytest.approx(48 / 63)


def test_answers_only_one_coder_looked_at_do_not_count() -> None:
    found = agreement(coding("a", "a", "", "a"), coding("a", "?", "", "?", "a"))
    assert (found.units, found.units_ours, found.units_theirs) == (2, 2, 1)
    assert by_code(found) == {"a": Counts(1, 0, 0, 1)}


@pytest.mark.parametrize(
    ("ours", "theirs", "why"),
    [
        (["a", "a"], ["a", "a"], "both gave it to every answer"),
        (["", "", "a"], ["", "", "?"], "neither gave it to an answer both looked at"),
        (["a", "?"], ["?", "a"], "there is no answer both looked at"),
    ],
)
def test_what_is_not_defined_is_none_with_its_reason(
    ours: list[str], theirs: list[str], why: str
) -> None:
    (code,) = agreement(coding(*ours), coding(*theirs)).codes
    assert (code.kappa, code.alpha, code.why) == (None, None, why)


def test_codes_are_the_same_whatever_their_case_and_spaces() -> None:
    ours = Coding({CodedAnswer("R001", 1): frozenset({"Good Taste"})})
    theirs = Coding(
        {CodedAnswer("R001", 1): frozenset({"good  taste"}), CodedAnswer("R001", 2): frozenset()}
    )
    found = agreement(ours.over(theirs.codes), theirs)
    assert [each.code for each in found.codes] == ["Good Taste"]
    assert (found.only_ours, found.only_theirs) == ((), ())


def test_codes_of_one_coder_are_listed_and_left_out_of_the_shared_alpha() -> None:
    # a agrees wholly; b is ours only in 1 of 2: given 1, withheld 3. All: both 1, different 1,
    # neither 2: given 3, withheld 5: 1 - 7 × 1 / 15 = .5333
    found = agreement(coding("a b", ""), coding("a", ""))
    assert (found.only_ours, found.only_theirs) == (("b",), ())
    assert found.alpha == 1.0
    assert found.alpha_all == pytest.approx(8 / 15)


def test_who_coded_an_interview_looked_at_all_its_answers() -> None:
    answers = [CodedAnswer("R001", 1), CodedAnswer("R001", 2), CodedAnswer("R002", 1)]
    assert coding("a").over(answers).codes == {
        CodedAnswer("R001", 1): {"a"},
        CodedAnswer("R001", 2): frozenset(),
    }


@pytest.mark.parametrize(
    ("theirs", "verdict"),
    [
        # one code over ten answers, ours in the first five; alpha = 1 - 19 d / ((10 + e)(10 - e))
        ("aaaaa.....", "Reliable: alpha is 1.00"),
        ("aaaa......", "Reliable: alpha is 0.81"),  # d 1: given 9, withheld 11: 1 - 19/99
        ("aaaa.a....", "Not reliable: alpha is 0.62"),  # d 2: 10 and 10: 1 - 38/100
        ("..........", "Nothing can be said"),  # nobody else used it: no code is shared
    ],
)
def test_the_verdict_goes_by_krippendorffs_bounds(theirs: str, verdict: str) -> None:
    ours = coding(*["a"] * 5, *[""] * 5)
    found = agreement(ours, coding(*("a" if each == "a" else "" for each in theirs)))
    assert found.verdict.startswith(verdict)


def test_a_middling_alpha_is_for_tentative_conclusions() -> None:
    # 20 answers, both 8, different 3, neither 9: given 19, withheld 21: 1 - 39 × 3 / 399 = .7068
    found = agreement(coding(*["a"] * 11, *[""] * 9), coding(*["a"] * 8, *[""] * 12))
    assert found.verdict.startswith("Good for tentative conclusions: alpha is 0.71")


def test_nothing_coded_at_all_is_no_error() -> None:
    found = agreement(Coding({}), Coding({}))
    assert (found.units, found.codes, found.alpha, found.alpha_all) == (0, (), None, None)


def textbook_kappa(counts: Counts) -> float:
    total = counts.both + counts.ours + counts.theirs + counts.neither
    we, they = (counts.both + counts.ours) / total, (counts.both + counts.theirs) / total
    observed, expected = (counts.both + counts.neither) / total, we * they + (1 - we) * (1 - they)
    return (observed - expected) / (1 - expected)


COUNT = st.integers(0, 30)


@given(st.builds(Counts, COUNT, COUNT, COUNT, COUNT))
def test_kappa_is_the_textbooks_wherever_that_is_defined(counts: Counts) -> None:
    kappa, alpha = cohen(counts), krippendorff(counts)
    assert (kappa is None) == (alpha is None)
    if kappa is not None and alpha is not None:
        assert kappa == pytest.approx(textbook_kappa(counts))
        assert -1 <= kappa <= 1
        assert alpha <= 1


def test_it_can_be_told_as_json() -> None:
    told = json.loads(
        json.dumps(asdict(agreement(coding("a", ""), coding("", "b"))), allow_nan=False)
    )
    assert told["codes"][0]["counts"] == {"both": 0, "ours": 1, "theirs": 0, "neither": 1}
