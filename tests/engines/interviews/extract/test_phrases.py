"""Which phrases of an answer become concepts, and what they are called."""

from __future__ import annotations

import pytest
from tests.engines.interviews.extraction_setup import extracted, labels

SAID = {
    "It's too sweet.": ["too sweet"],
    "The texture is creamy.": ["texture is creamy"],
    "It's cheap and easy to clean.": ["cheap", "easy to clean"],
    "The taste, the price and the smell.": ["taste", "price", "smell"],
    "I feel safe.": ["feel safe"],
    "It means not worrying about money.": ["not worrying about money"],
    "I don't have to worry about money.": ["don't have to worry about money"],
    "It makes me feel proud.": ["feel proud"],
    "I want to spend more time with my kids.": ["want to spend more time with my kids"],
    "It gives me a sense of purpose.": ["sense of purpose"],
    "There is no added sugar.": ["no added sugar"],
    "Taste.": ["taste"],
    "I don't like the smell.": ["don't like the smell"],
    "Nobody answers the phone.": ["nobody answers the phone"],
    "The packaging matters to me.": ["packaging"],
    "It's about trust.": ["trust"],
    "The sound keeps cutting out.": ["sound keeps cutting out"],
    "It makes the morning feel a bit special before the kids wake up.": [
        "morning feel a bit special"
    ],
    "I'm calmer for the rest of the day.": ["calmer"],
    "Being there for the people you love.": ["being there for the people you love"],
    "More time with the kids.": ["more time with the kids"],
    "Then I have ten minutes to myself.": ["ten minutes to myself"],
    "It's better for the environment than dairy.": ["better for the environment than dairy"],
    "I want to be a better mother.": ["better mother"],
    "I want to be taken seriously.": ["taken seriously"],
    "I want to get the tax return done.": ["want to get the tax return done"],
    "The pick list comes out at ten.": ["pick list comes out at ten"],
    "There is no cut-off time in the system.": ["no cut-off time in the system"],
    "We don't have enough staff.": ["don't have enough staff"],
    "Nobody has the key.": ["nobody has the key"],
    "Respect is everything to me.": ["respect"],
    "It's about dignity in the end, isn't it?": ["dignity"],
    "In a hurry all the time.": ["in a hurry"],
    "I always hated uniforms.": ["hated uniforms"],
    "The contract covers the floors and the stairs.": ["contract covers the floors and the stairs"],
}
NOTHING = (
    "",
    "I don't know.",
    "Hm, not really.",
    "Yeah, you know, I guess, something like that.",
    "It's just a thing.",
    "Dunno.",
    "It's fine I guess.",
    "It's nobody's fault, really.",
    "Quite the contrary.",
    "What do you mean by that?",
    "Could you repeat the question, please?",
    "😀😀",
)


@pytest.mark.parametrize(("text", "wanted"), SAID.items())
def test_an_answer_is_taken_apart_into_names(text: str, wanted: list[str]) -> None:
    assert labels(extracted(text)) == wanted


@pytest.mark.parametrize("text", NOTHING)
def test_what_says_nothing_has_no_concepts(text: str) -> None:
    assert labels(extracted(text)) == []


def test_fillers_and_false_starts_are_not_concepts() -> None:
    found = labels(extracted("Uh, I-- I mean, it's, you know, like, the creamy texture, I guess."))
    assert found == ["creamy texture"]


def test_the_same_said_twice_is_one_concept() -> None:
    assert labels(extracted("It's cheap. Really, it's just cheap.")) == ["cheap"]


def test_the_subject_itself_is_no_concept() -> None:
    assert "oat milk" not in labels(
        extracted("Oat milk makes me feel good about myself.", about="oat milk")
    )


def test_no_answer_has_more_than_six_concepts() -> None:
    text = " ".join(
        f"I like the {word} handle and I hate the {word} lid."
        for word in ["red", "blue", "green", "brown", "black", "white"]
    )
    assert len(labels(extracted(text))) == 6


def test_every_quote_stands_in_the_answer_where_it_says() -> None:
    text = "Well,  the  texture\nis really creamy, so I don’t feel guilty — and my kids love it."
    found = extracted(text)
    assert found.concepts
    for quote in (
        *(each.quote for each in found.concepts),
        *(each.quote for each in found.relationships),
    ):
        assert text[quote.start : quote.end] == quote.text


def test_somebody_of_whom_nothing_is_said_is_no_concept() -> None:
    assert labels(extracted("I cook fresh soup, and my husband and the kids, well.")) == [
        "cook fresh soup"
    ]
