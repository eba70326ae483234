"""Claims: what a speaker states of whom, with the words that state it."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from dramaturg.language.embedder import HashingEmbedder
from dramaturg.language.readers.claims import claims
from dramaturg.language.readers.parsed_text import ParsedText
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Claim, ClaimValue


def claimed(text: str) -> tuple[Claim, ...]:
    return claims(ParsedText(text, best_syntax().read(text), HashingEmbedder()))


STATED: list[tuple[str, tuple[str, str, str, ClaimValue]]] = [
    ("I was born in 1962.", ("I", "born", "year", (1962.0, 1962.0))),
    ("Well, I was born in sixty-two.", ("I", "born", "year", (1962.0, 1962.0))),
    ("We got married in 1984.", ("I", "marry", "year", (1984.0, 1984.0))),
    ("My father died in the sixties.", ("my father", "die", "year", (1960.0, 1969.0))),
    ("I'm forty-one years old.", ("I", "age", "age", (41.0, 41.0))),
    ("I have two sisters.", ("I", "sister", "count", (2.0, 2.0))),
    ("My three brothers were all in the choir.", ("I", "brother", "count", (3.0, 3.0))),
    ("I was born in Leeds.", ("I", "born", "place", "leeds")),
    ("I grew up in York.", ("I", "grow up", "place", "york")),
    ("My name is Anna.", ("I", "name", "name", "anna")),
    ("My husband Tom was a baker.", ("my husband", "name", "name", "tom")),
    ("I've never been to France.", ("I", "go france", "ever", False)),
    ("We don't have a car.", ("we", "car", "has", False)),
    ("I never married.", ("I", "husband", "has", False)),
    ("I'm an only child.", ("I", "sister", "has", False)),
    ("I can't stand dancing.", ("I", "dancing", "likes", False)),
    ("I love cheese.", ("I", "cheese", "likes", True)),
    ("Dad was a miner.", ("my father", "miner", "role", True)),
]


@pytest.mark.parametrize(("text", "claim"), STATED)
def test_a_statement_is_claimed_of_its_subject(
    text: str, claim: tuple[str, str, str, ClaimValue]
) -> None:
    assert claim in [(one.subject, one.predicate, one.slot, one.value) for one in claimed(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Were you born in 1962?",
        "Was I born in 1962?",
        "If I had two sisters I would share with them.",
        "I might be born in Leeds for all I know, would I?",
        "They have three cars.",
        "I have a lot of time.",
        "",
        "🙂🙂🙂",
        "uh I-- I mean, um",
        "Ich habe zwei Schwestern.",
    ],
)
def test_questions_wishes_strangers_and_odd_texts_claim_nothing(text: str) -> None:
    assert claimed(text) == ()


@pytest.mark.parametrize(("text", "_"), STATED)
def test_a_claim_carries_its_words_as_they_stand(text: str, _: object) -> None:
    for claim in claimed(f"Oh. {text}"):
        assert claim.span.text
        assert f"Oh. {text}"[claim.span.start : claim.span.end] == claim.span.text


def test_he_is_the_man_named_before_him() -> None:
    found = claimed("My brother is a baker. He was born in York.")
    assert ("my brother", "born") in [(claim.subject, claim.predicate) for claim in found]


def test_a_rough_year_is_a_range() -> None:
    (claim,) = [claim for claim in claimed("I was born around 1962.") if claim.slot == "year"]
    assert claim.value == (1960.0, 1964.0)


def test_a_claim_can_be_kept_as_json() -> None:
    (claim,) = claimed("I was born in Leeds.")
    assert json.loads(json.dumps(asdict(claim)))["value"] == "leeds"


def test_without_a_parse_nothing_is_claimed_and_nothing_breaks() -> None:
    text = "I was born in Leeds in 1962 and I have two sisters."
    assert claims(ParsedText(text, RuleSyntax().read(text), HashingEmbedder())) == ()


@pytest.mark.slow
def test_a_long_text_without_a_full_stop_is_read() -> None:
    assert claimed("and then I had two dogs and we went on " * 2_000)
