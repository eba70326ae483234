"""Classes told apart by a few examples of each."""

from __future__ import annotations

from dramaturg.engines.interviews.extract.discriminant import Discriminant, marks
from dramaturg.language.embedder import HashingEmbedder, best_embedder

TASTES = ("sweet taste", "bitter taste", "tastes of lemon", "salty and sour")
FEELINGS = ("feeling calm", "feeling proud", "not feeling guilty", "feeling at home")
DESCRIPTIONS = ("How something tastes.", "How somebody feels.")


def told_apart(embedder: HashingEmbedder | None = None) -> Discriminant:
    classes = [0] * len(TASTES) + [1] * len(FEELINGS)
    return Discriminant([*TASTES, *FEELINGS], classes, DESCRIPTIONS, embedder or best_embedder())


def test_what_is_like_the_examples_of_a_class_scores_highest_there() -> None:
    assert told_apart().scores(["a taste of honey", "feeling safe"]).argmax(axis=1).tolist() == [
        0,
        1,
    ]


def test_the_form_alone_tells_them_apart_where_meaning_is_unknown() -> None:
    assert told_apart(HashingEmbedder()).scores(["feeling zzyx"]).argmax() == 1


def test_a_text_without_words_is_of_no_class() -> None:
    scores = told_apart().scores(["", "…"])
    assert scores.shape == (2, 2)
    assert abs(scores).max() < 0.6


def test_marks_tell_words_endings_denial_and_length() -> None:
    assert {"not", "first not", "later -ing", "denies", "3 words"} <= set(
        marks("not feeling guilty")
    )
    assert list(marks("?!")) == []
