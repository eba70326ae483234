"""What is counted between words and each of several things that may be meant."""

from __future__ import annotations

import numpy as np
import pytest

from dramaturg.language.ear.candidates import BESIDE, COUNTED, LEADING, ahead, beside, counted
from dramaturg.language.ear.outputs import FITS

OPTIONS = ("Delay the launch by a week.", "Launch now and fix it later.", "Ask the customer first.")


def column(text: str, name: str) -> list[float]:
    return [float(each) for each in counted(text, OPTIONS)[:, COUNTED.index(name)]]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("the second one", 1),
        ("I'd go with option c", 2),
        ("the last of them", 2),
        ("a", 0),
        ("2.", 1),
        ("the former", 0),
    ],
)
def test_an_option_may_be_named_by_its_place(text: str, place: int) -> None:
    assert column(text, "named by its place") == [float(at == place) for at in range(3)]


@pytest.mark.parametrize("text", ["The first time I saw it I was cross.", "option e", "Not yet."])
def test_a_number_in_passing_names_no_option(text: str) -> None:
    assert column(text, "named by its place") == [0.0, 0.0, 0.0]


def test_what_is_denied_is_told_from_what_is_meant() -> None:
    said = "Not the delay, ask the customer."
    assert column(said, "own words")[0] > 0 < column(said, "own words")[2]
    assert column(said, "own words denied")[0] > 0
    assert column(said, "own words denied")[2] == 0


def test_a_candidate_leads_by_its_distance_to_the_best_of_the_others() -> None:
    known = np.zeros((3, len(FITS) + len(BESIDE)))
    known[:, (*FITS, *BESIDE).index("near")] = (0.2, 0.7, 0.5)
    assert ahead(known)[:, LEADING.index("near")] == pytest.approx([-0.5, 0.2, -0.2])
    assert not ahead(known[:1]).any()


def test_nothing_to_choose_from_has_no_rows() -> None:
    assert beside("the first one", (), (), ()).shape[0] == 0
