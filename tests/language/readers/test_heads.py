"""Heads: what they take in, and what they say of it."""

from __future__ import annotations

import json
from itertools import permutations
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.language.embedder import HashingEmbedder, best_embedder
from dramaturg.language.readers import heads
from dramaturg.language.readers.between import BETWEEN, between
from dramaturg.language.readers.features import FEATURES, features, rarity
from dramaturg.language.readers.heads import HeadWeights, head, scaled
from dramaturg.language.readers.parsed_text import PASSAGE, ParsedText, phrases
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.ports import Embedder

HEADS = sorted(
    path.stem
    for path in Path(str(heads.FOLDER)).glob("*.json")
    if "reliability" in json.loads(path.read_text(encoding="utf-8"))
)


def text(words: str, embedder: Embedder | None = None) -> ParsedText:
    return ParsedText(words, best_syntax().read(words), embedder or best_embedder())


def counted(words: str) -> dict[str, float]:
    return dict(zip(FEATURES, features(words, best_syntax().read(words)).tolist(), strict=True))


@pytest.mark.parametrize(
    ("plain", "telling", "feature"),
    [
        ("We lived there.", "We lived in Leeds.", "names"),
        ("It took long.", "It took 45 minutes.", "figures"),
        ("I go there.", "I went there.", "past"),
        ("I like it.", "I don't like it.", "negated"),
        ("It was late.", "It was late because the bus broke down.", "caused"),
        ("It works.", "It might perhaps work.", "doubted"),
        ("They came.", "Some people say they came.", "weaseled"),
        ("You were there.", "Were you there?", "inverted"),
        ("That was good.", "That was goooood!", "stretched"),
        ("She left.", "She left, although it hurt that nobody asked.", "clauses"),
    ],
)
def test_a_feature_counts_what_its_name_says(plain: str, telling: str, feature: str) -> None:
    assert counted(telling)[feature] > counted(plain)[feature]


def test_a_rare_word_is_rarer_than_a_common_one() -> None:
    assert rarity("the") < rarity("house") < rarity("harpsichord") <= 1


@given(st.text(max_size=120))
def test_features_of_any_text_are_finite_numbers(words: str) -> None:
    found = features(words, RuleSyntax().read(words))
    assert found.shape == (len(FEATURES),)
    assert np.isfinite(found).all()
    assert (np.abs(scaled(found)) <= heads.CLIP).all()


def test_phrases_are_words_and_pairs_with_figures_as_one() -> None:
    assert phrases("In 1985 we’d left!") == {
        "in",
        "0",
        "we'd",
        "left",
        "!",
        "in 0",
        "0 we'd",
        "we'd left",
        "left !",
    }


def test_a_long_answer_is_read_in_passages_of_whole_sentences_and_nothing_is_left_out() -> None:
    said = " ".join(
        f"That was in the {number} year of the old shop, and my aunt ran it alone."
        for number in range(12)
    )
    passages = text(said).passages
    assert len(passages) > 3
    assert all(len(passage.tokens) <= PASSAGE for passage in passages)
    assert " ".join(passage.text for passage in passages) == said


def test_the_place_of_a_long_answer_in_meaning_is_between_those_of_its_passages() -> None:
    whole = text("We kept bees behind the house for years and years, my father and I. " * 6)
    assert np.linalg.norm(whole.vector) == pytest.approx(1, abs=1e-5)
    assert whole.vector @ whole.passages[0].vector > 0.95


def test_what_lies_between_two_turns_is_counted() -> None:
    asked = text("What did you like about the bicycle?")
    taken_up = dict(
        zip(BETWEEN, between(text("The bicycle was light, 9 kilos."), asked).tolist(), strict=True)
    )
    ignored = dict(zip(BETWEEN, between(text("Can we have lunch?"), asked).tolist(), strict=True))
    assert taken_up["shared at all"] == 1
    assert taken_up["nearness"] > ignored["nearness"]
    assert ignored["asks back"] == 1


def test_figures_said_back_are_noticed() -> None:
    told = text("The contract allows 2% and we measured 23.4%.")
    assert (
        between(text("So 23.4 percent against 2."), told)[list(BETWEEN).index("figures echoed")]
        == 2
    )


@pytest.mark.slow
@pytest.mark.parametrize("signal", HEADS)
def test_every_head_reads_odd_text_as_a_number_from_0_to_1(signal: str) -> None:
    for words in ("", "?", "日本語です。", "a" * 3000, "\ud800 \x00", "no " * 500, "😀😀😀"):
        for embedder in (best_embedder(), HashingEmbedder()):
            odd = text(words, embedder)
            reading = head(signal).reading(head(signal).value(odd, text("Why?", embedder)), odd)
            assert 0 <= reading.value <= 1
            assert 0 <= reading.confidence <= 1


def test_a_head_without_its_embedder_does_without_meaning_and_says_so() -> None:
    found = head("prohibited")
    words = "You should be ashamed of yourself."
    with_meaning, without = text(words), text(words, HashingEmbedder())
    assert (
        found.reading(found.value(with_meaning), with_meaning).reader
        == "prohibited head with meaning"
    )
    assert found.reading(found.value(without), without).reader == "prohibited head"
    assert found.value(without) > found.value(text("Where did you live?", HashingEmbedder()))


def test_the_worth_of_phrases_does_not_depend_on_their_order() -> None:
    said, nothing = text("one two three"), np.zeros(len(FEATURES), dtype=np.float32)
    for worths in permutations((1e16, 1.0, -1e16)):
        weights = HeadWeights(0.0, nothing, dict(zip(("one", "two", "three"), worths, strict=True)))
        assert weights.sum(said, None) == pytest.approx(1 / sqrt(len(said.phrases)))


def test_few_words_make_a_head_less_sure() -> None:
    found = head("uptake")
    short, long = text("Yes."), text("In May 1962 my uncle Jack bought the bakery on Mill Street.")
    assert found.reading(0.5, short).confidence < found.reading(0.5, long).confidence


def test_one_loud_passage_is_enough_for_an_alarm() -> None:
    quiet = (
        "We had a garden with apple trees and a small shed behind the house where my uncle kept his tools. "
        * 4
    )
    alarm = head("prohibited")
    assert (
        alarm.loudest(text(quiet + "You should be ashamed of yourself, you liar. " + quiet))
        > alarm.value(text(quiet)) + 0.2
    )
