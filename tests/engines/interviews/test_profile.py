"""Profiles: the respondents that come with Dramaturg are whole, and what would keep a fact from
being told is found.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from dramaturg.content.documents import Kinds
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.base.methodology import Methodology, Subject
from dramaturg.engines.interviews.profile import KEYS, Profile, profile_faults

KINDS: Kinds = {"profile": Profile, "methodology": Methodology, "subject": Subject}
LIBRARY = Library(KINDS, (packaged(),))
PROFILES = [
    cast(Profile, LIBRARY.get("profile", entry.id).document) for entry in LIBRARY.entries("profile")
]


def methodology(name: str) -> Methodology:
    return cast(Methodology, LIBRARY.get("methodology", name).document)


def fact(name: str, **given: Any) -> dict[str, Any]:
    return {
        "id": name,
        "kind": "attribute",
        "text": f"I like {name}.",
        "again": name,
        "about": [name, "liking"],
        **given,
    }


def profile(*facts: dict[str, Any]) -> Profile:
    filling = [fact(f"filling_{number}") for number in range(6 - len(facts))]
    return Profile.model_validate(
        {
            "kind": "profile",
            "id": "someone",
            "version": "1",
            "title": "Someone",
            "subject": "oat_milk",
            "methodology": "means_end_chain",
            "voice": "plain",
            "elsewhere": ["One.", "Two.", "Three."],
            "facts": [*facts, *filling],
        }
    )


# ── those that come with Dramaturg ────────────────────────────────────────────────────────────────


def test_every_methodology_has_two_respondents() -> None:
    counts = Counter(each.methodology for each in PROFILES)
    assert {entry.id for entry in LIBRARY.entries("methodology")} == set(counts)
    assert min(counts.values()) >= 2


@pytest.mark.parametrize("each", PROFILES, ids=lambda each: each.id)
def test_a_respondent_has_much_to_tell_and_nothing_that_can_never_be_told(each: Profile) -> None:
    assert len(each.facts) >= 22
    assert profile_faults(each, methodology(each.methodology)) == ()


@pytest.mark.parametrize("each", PROFILES, ids=lambda each: each.id)
def test_breadth_and_depth_both_pay(each: Profile) -> None:
    deep = sum(fact.deep for fact in each.facts)
    freely = sum(not fact.deep and not fact.opens for fact in each.facts)
    assert deep >= len(each.facts) / 4
    assert freely >= 6


@pytest.mark.parametrize("each", PROFILES, ids=lambda each: each.id)
def test_something_is_told_only_of_an_occasion_and_something_only_for_a_price(
    each: Profile,
) -> None:
    assert any("occasion" in fact.opens for fact in each.facts)
    assert each.sensitive


@pytest.mark.parametrize("each", PROFILES, ids=lambda each: each.id)
def test_saying_it_again_takes_fewer_words_in_all(each: Profile) -> None:
    assert sum(len(fact.again) for fact in each.facts) < 0.7 * sum(
        len(fact.text) for fact in each.facts
    )
    assert all(fact.again != fact.text for fact in each.facts)


@pytest.mark.parametrize("each", PROFILES, ids=lambda each: each.id)
def test_the_subject_is_in_the_library(each: Profile) -> None:
    assert LIBRARY.get("subject", each.subject)


@pytest.mark.parametrize(
    "each",
    [each for each in PROFILES if each.methodology == "means_end_chain"],
    ids=lambda each: each.id,
)
def test_means_end_respondents_hold_ladders_from_an_attribute_up_to_a_terminal_value(
    each: Profile,
) -> None:
    reached = {fact.id for fact in each.facts if fact.kind == "attribute"}
    while (
        more := {
            name for fact in each.facts if fact.id in reached for name in _after(each, fact.id)
        }
        - reached
    ):
        reached |= more
    values = {fact.id for fact in each.facts if fact.kind == "terminal_value"}
    assert len(values) >= 3
    assert values <= reached


def _after(each: Profile, name: str) -> set[str]:
    return {*each.by_id[name].leads_to, *(fact.id for fact in each.facts if name in fact.opens)}


# ── what may be wrong ─────────────────────────────────────────────────────────────────────────────


def test_a_fact_that_is_named_and_not_there_is_found_with_the_nearest_that_is() -> None:
    (fault,) = profile_faults(profile(fact("foam", leads_to=["treet"]), fact("treat")))
    assert (fault.code, fault.path, fault.remedy) == (
        "unknown-name",
        ("facts", 0, "leads_to", 0),
        "Did you mean 'treat'?",
    )


def test_a_sensitive_fact_has_to_be_there_too() -> None:
    someone = profile(fact("foam")).model_copy(update={"sensitive": ("home",)})
    assert [fault.path for fault in profile_faults(someone)] == [("sensitive", 0)]


def test_facts_that_open_only_one_another_are_never_told() -> None:
    someone = profile(fact("foam", opens=["treat"]), fact("treat", opens=["foam"]))
    assert [(fault.code, fault.path[1]) for fault in profile_faults(someone)] == [
        ("never-happens", 0),
        ("never-happens", 1),
    ]


@pytest.mark.parametrize("key", KEYS)
def test_asking_for_reasons_or_for_an_occasion_opens_a_fact(key: str) -> None:
    assert profile_faults(profile(fact("foam", opens=[key]), fact("treat", opens=["foam"]))) == ()


def test_a_kind_that_the_methodology_does_not_know_is_found() -> None:
    someone = profile(fact("foam", kind="atribute"))
    (fault,) = profile_faults(someone, methodology("means_end_chain"))
    assert fault.remedy == "Did you mean 'attribute'?"


def test_two_facts_of_one_id_are_found() -> None:
    assert [fault.code for fault in profile_faults(profile(fact("foam"), fact("foam")))] == [
        "duplicate-name"
    ]
