"""People drawn from a population: each holds a part of what is held, and says it in one of its
ways.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from dramaturg.engines.interviews.population import FEWEST, Population, people, population_faults
from dramaturg.engines.interviews.profile import profile_faults

CHAIN = ("foam", "treat", "calm", "patience", "family")
BESIDE = ("price", "budget", "thrift")


def written(**changes: Any) -> dict[str, Any]:
    """Two chains of codes that everybody holds."""
    held = [
        {
            "id": name,
            "type": "attribute" if name in ("foam", "price") else "terminal_value",
            "share": 1.0,
            "deep": name not in ("foam", "price"),
            "about": [name, f"my {name}"],
            "said": [f"{'very ' * number}much {name}." for number in range(6)],
        }
        for name in (*CHAIN, *BESIDE)
    ]
    links = [
        {"source": a, "target": b, "share": 1.0}
        for way in (CHAIN, BESIDE)
        for a, b in pairwise(way)
    ]
    return {
        "kind": "population",
        "id": "drinkers",
        "version": "1.0",
        "title": "People who drink it",
        "subject": "oat_milk",
        "methodology": "means_end_chain",
        "voice": "plain",
        "manners": {"open": 3, "terse": 1},
        "elsewhere": ["rain", "snow", "wind", "sun"],
        "codes": held,
        "links": links,
        **changes,
    }


def population(**changes: Any) -> Population:
    return Population.model_validate(written(**changes))


def with_share(name: str, share: float) -> list[dict[str, Any]]:
    return [{**code, "share": share} if code["id"] == name else code for code in written()["codes"]]


def test_the_same_seed_draws_the_same_people_and_more_of_them_when_asked() -> None:
    assert people(population(), 8, 3)[:5] == people(population(), 5, 3)
    assert people(population(), 5, 3) != people(population(), 5, 4)


def test_everybody_holds_what_all_hold() -> None:
    for person in people(population(), 5, 1):
        assert person.truth.codes == {*CHAIN, *BESIDE}
        assert ("foam", "treat") in person.truth.links


def test_nobody_holds_what_nothing_led_them_to() -> None:
    """Half hold what comes second of the short chain; without it nothing leads to the third."""
    for person in people(population(codes=with_share("budget", 0.5)), 40, 1):
        assert all(set(link) <= person.truth.codes for link in person.truth.links)
        for code in person.truth.codes - {"foam", "price"}:
            assert any(target == code for _, target in person.truth.links)


def test_shares_are_kept_over_many_people() -> None:
    """Half hold the end of the short chain; 400 draws lie within 3 standard errors of 0.025."""
    drawn = people(population(codes=with_share("thrift", 0.5)), 400, 1)
    assert abs(sum("thrift" in person.truth.codes for person in drawn) / 400 - 0.5) < 0.075


def test_manners_come_in_the_proportion_that_was_written() -> None:
    drawn = people(population(), 400, 1)
    assert abs(sum(person.manner == "open" for person in drawn) / 400 - 0.75) < 0.075


def test_a_person_says_each_thing_in_two_of_its_ways_and_the_shorter_is_for_saying_it_again() -> (
    None
):
    for fact in people(population(), 1, 1)[0].profile.facts:
        assert fact.text != fact.again
        assert len(fact.again) <= len(fact.text)


def test_a_persons_profile_has_no_faults_and_enough_to_tell() -> None:
    for person in people(population(codes=with_share("treat", 0.3)), 20, 1):
        assert profile_faults(person.profile) == ()
        assert len(person.profile.facts) >= FEWEST


def test_what_is_deep_opens_only_after_what_leads_to_it() -> None:
    facts = people(population(), 1, 1)[0].profile.by_id
    assert facts["treat"].opens == ("foam",)
    assert facts["foam"].opens == ()


LOOP = [
    {"source": "treat", "target": "foam", "share": 1.0},
    {"source": "foam", "target": "treat", "share": 1.0},
]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, None),
        ({"links": [{"source": "foan", "target": "treat", "share": 1.0}]}, "unknown-name"),
        ({"links": LOOP}, "never-happens"),
        ({"codes": [*written()["codes"], written()["codes"][0]]}, "duplicate-name"),
    ],
)
def test_faults_are_found_before_anybody_is_drawn(
    changes: dict[str, Any], code: str | None
) -> None:
    assert {fault.code for fault in population_faults(population(**changes))} == (
        {code} if code else set()
    )
