"""Studies that cannot be meant: each mistake has its fault, its place and a remedy, and a sound
study is proven.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.studies.asking_tea import KNOWN, TEA, quotas, rules, tea

from dramaturg.kernel.errors import Path
from dramaturg.studies.proofs import prove_study, study_faults


def question(**changes: Any) -> list[dict[str, Any]]:
    """The screener with something else about its second question."""
    first, second, *rest = TEA["screener"]
    return [first, {**second, **changes}, *rest]


def faults_of(**changes: Any) -> list[tuple[str, Path]]:
    return [(fault.code, fault.path) for fault in study_faults(tea(**changes), KNOWN)]


def test_a_sound_study_has_no_fault_and_is_proven_over_all_that_can_be_answered() -> None:
    assert study_faults(tea(), KNOWN) == ()
    # age: below 18, 18 and above (3 values that matter) x 3 kinds of tea x yes or no = 18; 2 ages x
    # 3 kinds x yes = 6 are welcome
    first, *_ = prove_study(tea())
    assert (first.states, first.note) == (18, "6 of 18 ways to answer lead to an interview")


def test_a_study_without_screener_is_open_to_everybody() -> None:
    assert faults_of(screener=[], rules=[], quotas=[]) == []
    assert (
        prove_study(tea(screener=[], rules=[], quotas=[]))[0].note
        == "1 of 1 ways to answer lead to an interview"
    )


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"methodology": "means_end"}, "unknown-name", ("methodology",)),
        ({"subject": "oat_milks"}, "unknown-name", ("subject",)),
        ({"subject": "tea at work."}, "no-part-of-a-sentence", ("subject",)),
        ({"guide": "oat_milk_guides"}, "unknown-name", ("guide",)),
        (
            {"screener": [*TEA["screener"], TEA["screener"][0]]},
            "duplicate-name",
            ("screener", 4, "id"),
        ),
        (
            {"quotas": [TEA["quotas"][0], TEA["quotas"][0]], "respondents": 2},
            "duplicate-name",
            ("quotas", 1, "id"),
        ),
        (
            {"screener": question(options=["black", "green", "both_kinds", "green"])},
            "duplicate-name",
            ("screener", 1, "options", 3),
        ),
        ({"screener": question(options=[]), "quotas": []}, "missing-key", ("screener", 1)),
        (
            {"screener": question(options=["black"]), "quotas": []},
            "wrong-length",
            ("screener", 1, "options"),
        ),
        (
            {"screener": question(answer="number"), "quotas": []},
            "unknown-key",
            ("screener", 1, "options"),
        ),
        ({"rules": rules("age <")}, "bad-condition", ("rules", 0, "when")),
        ({"rules": rules("ages < 18")}, "unknown-fact", ("rules", 0, "when")),
        ({"rules": rules("age < young")}, "wrong-comparison", ("rules", 0, "when")),
        ({"rules": rules("tea > black")}, "wrong-comparison", ("rules", 0, "when")),
        ({"rules": rules("trade == cook")}, "wrong-comparison", ("rules", 0, "when")),
        ({"rules": rules("tea == white")}, "unknown-word", ("rules", 0, "when")),
        ({"rules": rules("at_work == maybe")}, "unknown-word", ("rules", 0, "when")),
        (
            {"rules": rules("age < 18 and age > 30")},
            "unsatisfiable-condition",
            ("rules", 0, "when"),
        ),
        (
            {"quotas": quotas(("tea == black and tea == green", 5))},
            "unsatisfiable-condition",
            ("quotas", 0, "when"),
        ),
        ({"rules": rules("age < 18", "age >= 18")}, "nobody-accepted", ("rules",)),
        (
            {"rules": rules("tea == black"), "quotas": quotas(("tea == black", 2), ("", 5))},
            "quota-never-filled",
            ("quotas", 0, "when"),
        ),
    ],
    ids=str,
)
def test_a_mistake_is_named_where_it_stands(changes: dict[str, Any], code: str, path: Path) -> None:
    assert faults_of(**changes) == [(code, path)]
    (fault,) = study_faults(tea(**changes), KNOWN)
    assert fault.remedy


@pytest.mark.parametrize(
    ("targets", "wanted", "message"),
    [
        # apart: 2 + 2 = 4 places, and everybody needs one
        (
            (("tea == black", 2), ("tea == green", 2)),
            5,
            "the quotas have room for 4 respondents at most, and 5 are wanted",
        ),
        # the same people: whoever takes a place of the 3 takes one of the 4 as well, so max(3, 4) =
        # 4 places
        (
            (("tea == black", 3), ("tea != green and tea != both_kinds", 4)),
            5,
            "the quotas have room for 4 respondents at most, and 5 are wanted",
        ),
        # apart: nobody counts twice, so 4 + 3 = 7 are needed
        (
            (("tea == black", 4), ("tea == green", 3)),
            5,
            "filling the quotas takes 7 respondents at least, and 5 are wanted",
        ),
    ],
)
def test_quotas_that_do_not_add_up_are_told_with_the_sum(
    targets: tuple[tuple[str, int], ...], wanted: int, message: str
) -> None:
    (fault,) = study_faults(tea(quotas=quotas(*targets), respondents=wanted), KNOWN)
    assert (fault.code, fault.message) == ("quota-never-filled", message)


def test_quotas_that_overlap_can_be_filled_by_people_who_count_for_both() -> None:
    # 4 + 3 = 7 places, and 4 who drink both kinds fill them all
    overlapping = quotas(("tea in (black, both_kinds)", 4), ("tea in (green, both_kinds)", 3))
    assert faults_of(quotas=overlapping, respondents=4) == []


def test_a_screener_that_cannot_be_gone_through_is_refused_at_once() -> None:
    screener = [{"id": f"n{at}", "question": "How many?", "answer": "number"} for at in range(12)]
    known = study_faults(
        tea(screener=screener, rules=rules(*(f"n{at} > 3" for at in range(12))), quotas=[]), KNOWN
    )
    assert [fault.code for fault in known] == [
        "too-many-facts"
    ]  # 3 values each: 3 ** 12 = 531,441 ways


def test_all_mistakes_are_told_together() -> None:
    found = faults_of(methodology="means_end", rules=rules("ages < 18", "tea == white"))
    assert [code for code, _ in found] == ["unknown-name", "unknown-fact", "unknown-word"]
