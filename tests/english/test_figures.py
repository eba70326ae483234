from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from dramaturg.english.figures import Figure, facts, known, read, unknown_figures
from dramaturg.english.figures.names import LABELS
from dramaturg.english.figures.numbers import FigureTokens
from dramaturg.english.figures.reading import READERS

SOURCES: list[dict[str, Any]] = YAML(typ="safe").load(
    Path(__file__).with_name("figures_cases.yaml")
)
CASES = [
    (source["allowed"], case["say"], case.get("unknown", []))
    for source in SOURCES
    for case in source["lines"]
]


def only(text: str) -> Figure:
    (figure,) = read(text)
    return figure


def borne_out(text: str, *allowed: str) -> bool:
    return unknown_figures(text, allowed) == ()


def claims(text: str) -> list[str]:
    return [figure.text for figure in read(text) if not figure.casual]


def test_unknown_figures_are_found_and_known_ones_let_pass() -> None:
    """Precision and recall over labelled lines, figure by figure."""
    right = wrong = missed = 0
    for allowed, say, unknown in CASES:
        labelled = [
            range(start, start + len(text)) for text in unknown if (start := say.index(text)) >= 0
        ]
        found = [range(*figure.span) for figure in unknown_figures(say, allowed)]
        hits = [(span, label) for span, label in product(found, labelled) if set(span) & set(label)]
        right += len({label for _, label in hits})
        missed += len(labelled) - len({label for _, label in hits})
        wrong += len(found) - len({span for span, _ in hits})
    assert len(CASES) >= 200
    assert right + missed >= 100
    assert right / (right + wrong) > 0.97
    assert right / (right + missed) > 0.97


@pytest.mark.parametrize(
    ("text", "kind", "low", "high"),
    [
        ("2,400", "count", 2400, 2400),
        ("n=180", "count", 180, 180),
        ("23.4 percent", "percent", 23.4, 23.4),
        ("twenty-three per cent", "percent", 23, 23),
        ("one in four", "percent", 25, 25),
        ("two thirds", "percent", 200 / 3, 200 / 3),
        ("$1.2M", "money", 1.2e6, 1.2e6),
        ("1.2 million dollars", "money", 1.2e6, 1.2e6),
        ("€40k", "money", 40_000, 40_000),
        ("$5-10 million", "money", 5e6, 10e6),
        ("between 5 and 10", "count", 5, 10),
        ("between one hundred and two hundred", "count", 100, 200),
        ("5–10%", "percent", 5, 10),
        ("two hundred and forty", "count", 240, 240),
        ("two hundred and twelve thousand", "count", 212_000, 212_000),
        ("a dozen eggs", "count", 12, 12),
        ("48h", "measure", 172_800, 172_800),
        ("a two-day delay", "measure", 172_800, 172_800),
        ("2 hours 15 minutes", "measure", 8100, 8100),
        ("8:30 pm", "clock", 1230, 1230),
        ("ten to five", "clock", 290, 290),
        ("an order of magnitude", "times", 5, 20),
        ("tenfold", "times", 10, 10),
        ("10x", "times", 10, 10),
        ("3rd", "ordinal", 3, 3),
        ("twenty-third", "ordinal", 23, 23),
        ("in 1962", "year", 1962, 1962),
        ("nineteen sixty-two", "year", 1962, 1962),
        ("the sixties", "year", 1960, 1969),
        ("Run #47", "name", 47, 47),
        ("Q3", "name", 3, 3),
        ("minus eighteen", "count", -18, -18),
    ],
)
def test_a_figure_is_read_in_base_units(text: str, kind: str, low: float, high: float) -> None:
    figure = only(text)
    assert figure.kind == kind
    assert [figure.low, figure.high] == pytest.approx([low, high])


@pytest.mark.parametrize(
    "text", ["3 May 1941", "May 3, 1941", "the 3rd of May 1941", "1941-05-03", "3.5.1941"]
)
def test_a_date_is_one_figure_however_it_is_written(text: str) -> None:
    assert only(text).days == ((1941, 5, 3),)


@pytest.mark.parametrize(
    "text",
    [
        "one thing",
        "one of them",
        "two sides",
        "first of all",
        "a second",
        "one clear point",
        "on second thought",
        "double-check it",
        "I'm half asleep",
        "the second half",
        "24/7",
        "I'm 100% sure",
        "all three of them",
        "a couple",
        "zero tolerance",
        "give it a week",
        "she's in her forties",
        "think twice",
        "one day you'll see",
        "a day or two",
    ],
)
def test_a_turn_of_phrase_claims_nothing(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    ("said", "allowed"),
    [
        ("23%", "23.4%"),
        ("8%", "8.1%"),
        ("under 2%", "2.0%"),
        ("almost a quarter", "23.4%"),
        ("one in four", "23.4%"),
        ("2,400 prompts", "n=2,400"),
        ("48 hours", "two days"),
        ("0.234", "23.4%"),
        ("23.4%", "rate: 0.234"),
        ("48 hours", "Window (hours): 48"),
        ("€310k", "310,000 euros"),
        ("'53", "1953"),
        ("ten times", "from 2% to 20%"),
        ("three times", "errors: 12 to 36"),
        ("the third quarter", "Q3"),
        ("Q3", "the third quarter"),
        ("June 14th", "14 June 2026"),
        ("over 20%", "23.4%"),
        ("about 20%", "19.2%"),
        ("4:45 pm", "16:45"),
        ("1.5 km", "1,500 m"),
    ],
)
def test_the_same_in_other_words_is_known(said: str, allowed: str) -> None:
    assert borne_out(said, allowed)


@pytest.mark.parametrize(
    ("said", "allowed"),
    [
        ("24%", "23.4%"),
        ("23.7%", "23.4%"),
        ("23.4%", "23%"),
        ("20%", "23.4%"),
        ("more than a quarter", "23.4%"),
        ("under 8%", "8.1%"),
        ("23 people", "23%"),
        ("€40k", "$40k"),
        ("5 km", "5 miles"),
        ("one week", "10 days"),
        ("Run #48", "Run #47"),
        ("14 July", "14 June"),
        ("14 June 2025", "14 June 2026"),
        ("June 14", "June 2026"),
        ("five times", "from 2% to 20%"),
        ("16:45", "4:45 am"),
        ("Option 2", "2 options"),
    ],
)
def test_something_else_is_not_known(said: str, allowed: str) -> None:
    assert not borne_out(said, allowed)


def test_nothing_is_known_from_nothing() -> None:
    assert [figure.text for figure in unknown_figures("We lost 12 of 40, some 30%.", [])] == [
        "12 of 40",
        "30%",
    ]


def test_the_first_few_can_be_asked_for() -> None:
    assert [figure.text for figure in unknown_figures("31%, 32%, 33%", [], most=2)] == [
        "31%",
        "32%",
    ]


@given(st.text(max_size=200))
def test_any_text_is_read_and_every_figure_lies_where_it_says(text: str) -> None:
    end = 0
    for figure in read(text):
        assert figure.text == text[slice(*figure.span)] != ""
        assert figure.span[0] >= end
        end = figure.span[1]


WORDS = """
a an one two twenty three hundred thousand million and half quarter third of in out to past percent % $ 1 23 2,400 0.5 May 2024
- / : # ' x times day days
"""


@given(st.lists(st.sampled_from(WORDS.split()), max_size=12), st.sampled_from(["", " "]))
def test_whatever_is_said_is_borne_out_by_itself(parts: list[str], gap: str) -> None:
    text = gap.join(parts)
    stated = facts([text])
    assert all(known(figure, stated) for figure in read(text))


MORE = """
. , ( ) " minus every order everything 1962 4.2.1 '53 3rd
"""
PIECES = (*WORDS.split(), *MORE.split(), *sorted(LABELS))


@given(
    st.lists(
        st.tuples(st.just(".") | st.sampled_from(PIECES), st.sampled_from(["", " "])), max_size=12
    )
)
@example([("1962", ""), (".", " "), ("year", ""), (".", ""), (".", ""), (".", "")])
def test_every_reader_of_figures_goes_forward_so_reading_comes_to_an_end(
    parts: list[tuple[str, str]],
) -> None:
    tokens = FigureTokens("".join(piece + gap for piece, gap in parts))
    for reader, place in product(READERS, range(len(tokens))):
        found = reader(tokens, place)
        assert found is None or place < found[1] <= len(tokens)


def test_a_label_before_an_ellipsis_names_nothing() -> None:
    text = "1962. That was the year... everything changed."
    assert [figure.text for figure in read(text)] == ["1962"]


@given(st.integers(0, 999_999))
def test_numbers_in_words_are_read_as_numbers(number: int) -> None:
    assert read(f"{in_words(number)} items")[0].low == number


ONES = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety"


def in_words(number: int) -> str:
    if number < 20:
        return ONES.split()[number]
    if number < 100:
        return TENS.split()[number // 10] + (f"-{in_words(number % 10)}" if number % 10 else "")
    if number < 1000:
        return f"{in_words(number // 100)} hundred" + (
            f" and {in_words(number % 100)}" if number % 100 else ""
        )
    rest = number % 1000
    joint = " and " if 0 < rest < 100 else " "
    return f"{in_words(number // 1000)} thousand" + (joint + in_words(rest) if rest else "")
