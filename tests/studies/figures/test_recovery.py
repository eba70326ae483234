"""How much of a known structure is found again, counted by hand."""

from __future__ import annotations

import pytest

from dramaturg.engines.interviews.population import Truth
from dramaturg.engines.interviews.profile import PersonalFact, Profile
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import Idea, InterviewEvidence, QuotedWords, TranscriptLine
from dramaturg.studies.figures.matrix import Pair
from dramaturg.studies.figures.recovery import Accuracy, Origins, closure, pieces, recovery, reduced
from dramaturg.studies.figures.value_map import MapEdge, ValueMap

FACTS = {
    "foam": ("It foams well. It really does.", "Good foam."),
    "treat": ("It feels like a treat.", "A treat."),
    "calm": ("I feel calm then.", "It calms me."),
    "price": ("It costs a lot.", "It's dear."),
    "stomach": ("My stomach likes it.", "No cramps."),
    "health": ("I stay healthy.", "Health."),
}
PROFILE = Profile(
    kind="profile",
    id="somebody",
    version="1.0",
    title="Somebody",
    subject="oat_milk",
    methodology="means_end_chain",
    voice="plain",
    elsewhere=("rain", "snow", "wind"),
    facts=tuple(
        PersonalFact(id=name, kind="attribute", text=text, again=again, about=(name, text))
        for name, (text, again) in FACTS.items()
    ),
)


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("It foams well. It really does.", {"foam": "It foams well. It really does."}),
        (
            "It foams well. And another thing. I feel calm then.",
            {"foam": "It foams well.", "calm": "I feel calm then."},
        ),
        ("As I said, it calms me.", {"calm": "it calms me."}),
        ("By the way, rain.", {}),
        ("", {}),
    ],
)
def test_each_stretch_of_an_answer_is_traced_to_its_fact(said: str, facts: dict[str, str]) -> None:
    assert {piece.fact: said[piece.start : piece.end] for piece in pieces(said, PROFILE)} == facts


def heard(*said: tuple[str, str]) -> Origins:
    """An interview in which each answer became an idea of the code beside it."""
    ideas = tuple(
        Idea(f"c{turn}", text, "attribute", turn, (QuotedWords(turn, 0, len(text), text),))
        for turn, (text, _) in enumerate(said, start=1)
    )
    lines = tuple(TranscriptLine(idea.turn, "respondent", idea.label) for idea in ideas)
    origins = Origins()
    code_of = {idea.id: code for idea, (_, code) in zip(ideas, said, strict=True)}
    origins.add(CodedInterview(InterviewEvidence("R001", "", ideas, lines=lines), code_of), PROFILE)
    return origins


def test_a_code_stands_for_what_most_of_its_words_tell() -> None:
    """k1 has 10 characters on foam and 17 on calm."""
    assert heard(("Good foam.", "k1"), ("I feel calm then.", "k1")).standing == {"k1": "calm"}


def test_of_two_codes_for_one_thing_the_one_with_more_of_its_words_stands_for_it() -> None:
    origins = heard(
        ("It feels like a treat.", "k1"), ("A treat.", "k2"), ("By the way, rain.", "k3")
    )
    assert origins.standing == {"k1": "treat"}
    assert origins.meanings == {"k1": "treat", "k2": "treat"}


A, B, C, D = "foam", "treat", "calm", "price"


@pytest.mark.parametrize(
    ("pairs", "far", "plain"),
    [
        ({(A, B), (B, C)}, {(A, B), (B, C), (A, C)}, {(A, B), (B, C)}),
        ({(A, B), (B, C), (A, C)}, {(A, B), (B, C), (A, C)}, {(A, B), (B, C)}),
        ({(A, B), (C, D)}, {(A, B), (C, D)}, {(A, B), (C, D)}),
    ],
)
def test_everything_that_leads_on_and_the_same_without_shortcuts(
    pairs: set[Pair], far: set[Pair], plain: set[Pair]
) -> None:
    assert closure(pairs) == far
    assert reduced(pairs) == plain


def test_recovery_counts_edges_against_links() -> None:
    """True: foam > treat > calm, price > calm: 3 links, and 4 ways with foam > calm.

    Drawn: k1 > k2 is foam > treat (true); k2b > k3 is treat > calm said by a second code for treat
    (true for `alike` alone); k1 > k4 is foam > price (false). Strictly 1 of 3 drawn is true and 1
    of 3 links is drawn; alike 2 of 3 and 2 of 3. Ways drawn: k1 > k2, ?k2b > k3, k1 > k4, nothing
    longer: 1 of 3 is true, 1 of 4 is drawn.
    """
    origins = heard(
        ("It foams well.", "k1"),
        ("It feels like a treat.", "k2"),
        ("A treat.", "k2b"),
        ("I feel calm then.", "k3"),
        ("It costs a lot.", "k4"),
    )
    drawn = ValueMap(
        2, tuple(MapEdge(*pair, 2) for pair in (("k1", "k2"), ("k2b", "k3"), ("k1", "k4"))), ()
    )
    links = frozenset({(A, B), (B, C), (D, C)})
    found = recovery(drawn, origins, [Truth(frozenset({A, B, C, D}), links)])
    assert found.strict == Accuracy(1 / 3, 1 / 3)
    assert found.alike == Accuracy(2 / 3, 2 / 3)
    assert found.ways == Accuracy(1 / 3, 1 / 4)
    assert (found.k, found.edges, found.links, found.codes, found.recognised) == (2, 3, 3, 4, 4)


def test_an_empty_map_has_found_nothing() -> None:
    found = recovery(
        ValueMap(1, (), ()), Origins(), [Truth(frozenset({A, B}), frozenset({(A, B)}))]
    )
    assert found.strict == found.ways == found.alike == Accuracy(0.0, 0.0)
