from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.english.prose import content_words, plain, sentences, words


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("I don’t KNOW", "i don't know"),
        ("José  says\n“no”", 'jose says "no"'),
        ("Jose\u0301", "jose"),
        ("Mar\u200bcus", "marcus"),
        ("Ｆｕｌｌ", "full"),
    ],
)
def test_texts_that_look_alike_have_one_plain_form(text: str, form: str) -> None:
    assert plain(text) == form


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Dr. Ruiz said 2.4 s. Really?!", ["Dr. Ruiz said 2.4 s.", "Really?!"]),
        ("She said “no.” Then she left", ["She said “no.”", "Then she left"]),
        ("one line\nanother", ["one line", "another"]),
        ("Wait... what?", ["Wait...", "what?"]),
        ("本当ですか？はい。", ["本当ですか？", "はい。"]),
        ("... !!! ", []),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, parts: list[str]) -> None:
    assert list(sentences(text)) == parts


@given(st.text())
def test_no_word_is_lost_between_sentences(text: str) -> None:
    assert [word for sentence in sentences(text) for word in words(sentence)] == [
        word for line in text.splitlines() for word in words(line)
    ]


def test_content_words_are_stems_without_small_words() -> None:
    assert content_words("It hallucinates on the edge cases") == content_words(
        "hallucinations, an edge case!"
    )
