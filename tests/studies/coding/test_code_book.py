"""How ideas of many interviews come together as codes, and what the analyst does with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

import pytest

from dramaturg.app.config.providers import embedder
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.engines.interviews.base.vectors import packed
from dramaturg.engines.interviews.content import methodology_of
from dramaturg.studies.base.codes import (
    Code,
    CodeBook,
    CodeRenamed,
    CodesImported,
    CodesMerged,
    CodeSplit,
    CodingDecision,
    ImportedCode,
    Ref,
    coded,
)
from dramaturg.studies.base.evidence import Idea, InterviewEvidence, QuotedWords, TranscriptLine
from dramaturg.studies.coding.code_book import code_book

A, F, P = "attribute", "functional_consequence", "psychosocial_consequence"
Said = tuple[str, str]


@cache
def ontology(methodology: str = "means_end_chain") -> Ontology:
    return methodology_of(Library(KINDS, (packaged(),)), methodology).document.ontology


def told(respondent: str, *said: Said, mentions: int = 1) -> InterviewEvidence:
    """An interview in which each label is all that was said in its turn."""
    ideas = tuple(
        Idea(
            f"c{turn}",
            label,
            type,
            turn,
            (QuotedWords(turn, 0, len(label), label),),
            mentions=mentions,
        )
        for turn, (label, type) in enumerate(said, start=1)
    )
    lines = tuple(TranscriptLine(idea.turn, "respondent", idea.label) for idea in ideas)
    return InterviewEvidence(respondent, f"session {respondent}", ideas, lines=lines)


def book(
    interviews: Iterable[InterviewEvidence], *decisions: CodingDecision, of: str = "means_end_chain"
) -> CodeBook:
    return code_book(interviews, decisions, embedder(), ontology(of))


def codes(*interviews: InterviewEvidence) -> list[list[str]]:
    """The labels of each code."""
    found = book(interviews)
    return [[found.joined[ref].label for ref in code.ideas] for code in found.codes.values()]


def only(found: CodeBook) -> Code:
    (code,) = found.codes.values()
    return code


# ── what comes together by itself ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("one", "other", "join"),
    [
        (("creamy texture", A), ("Creamy texture", A), "exact"),
        (("creamy texture", A), ("creamy textures", A), "lemma"),
        (("seeing my kids grow up", P), ("being around for my kids growing up", P), "meaning"),
        (("no stomach ache", F), ("no trouble with my stomach", F), "meaning"),
        (("creamy texture", A), ("creamy texture", F), "exact"),
    ],
)
def test_the_same_idea_of_two_people_is_one_code(one: Said, other: Said, join: str) -> None:
    beside = told("R001", one, ("low price", A), ("plays music on the way", F))
    found = book([beside, told("R002", other)])
    assert found.code_of(Ref("R002", "c1")) == found.code_of(Ref("R001", "c1"))
    assert found.joined[Ref("R002", "c1")].join == join


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("creamy texture", A), ("low price", A)),
        (("can trust it", P), ("cannot trust it", P)),
        (("feeling calm", P), ("less sugar in my coffee", P)),
    ],
)
def test_different_ideas_stay_apart(one: Said, other: Said) -> None:
    assert len(codes(told("R001", one), told("R002", other))) == 2


def test_where_there_is_no_ladder_a_name_belongs_to_its_type() -> None:
    first, second, *_ = (each.type for each in ontology("jobs_to_be_done").concepts)
    one, other = told("R001", ("saving time", first)), told("R002", ("saving time", second))
    assert len(book([one, other], of="jobs_to_be_done").codes) == 2
    assert len(book([one, replace(one, respondent="R002")], of="jobs_to_be_done").codes) == 1


def test_a_later_interview_never_moves_what_came_before() -> None:
    heard = [
        told("R001", ("thick foam", A), ("café at home", F), ("little treat", P)),
        told("R002", ("good foam", A), ("small luxury", P), ("clear conscience", P)),
        told("R003", ("foam like in a café", A), ("treating myself", P), ("not feeling guilty", P)),
    ]
    whole = book(heard)
    for number in range(1, len(heard)):
        part = book(heard[:number])
        assert part.joined == {ref: whole.joined[ref] for ref in part.joined}


def test_what_was_said_around_a_label_counts_too() -> None:
    """Two labels that tell nothing, in sentences that tell the same."""
    sentences = (
        "I have my coffee in peace before the children wake up",
        "a coffee in peace before the children are awake",
    )
    ideas = [
        Idea("c1", label, P, 1, (QuotedWords(1, 0, 6, text[:6]),))
        for label, text in zip(("that", "it all"), sentences, strict=True)
    ]
    spoken = [
        InterviewEvidence(name, name, (idea,), lines=(TranscriptLine(1, "respondent", text),))
        for name, idea, text in zip(("R001", "R002"), ideas, sentences, strict=True)
    ]
    beside = told("R000", ("low price", A), ("glass bottle", A))
    assert len(book([beside, *spoken]).codes) == 3
    assert len(book([beside, *(replace(each, lines=()) for each in spoken)]).codes) == 4


def test_vectors_of_the_same_embedder_are_taken_as_they_are() -> None:
    """The label says price, its vector says foam: whoever made the vector is believed."""
    foam = packed(embedder().embed(["thick foam"])[0])
    price = InterviewEvidence(
        "R002", "", (Idea("c1", "low price", A, 1, (), vector=foam),), embedder=embedder().name
    )
    heard = [told("R001", ("thick foam", A), ("glass bottle", A)), price]
    assert book(heard).joined[Ref("R002", "c1")].join == "meaning"
    assert (
        book([heard[0], replace(price, embedder="another")]).joined[Ref("R002", "c1")].join == "new"
    )


@pytest.mark.parametrize(
    "label", ["", "🙂🙂", "uh I-- I mean", "牛奶泡沫", "a" * 20_000, "...", "the"]
)
def test_odd_labels_are_coded_like_any_other(label: str) -> None:
    found = book(
        [told("R001", (label, A)), told("R002", (label, A)), InterviewEvidence("R003", "")]
    )
    assert only(found).support == 2


# ── what a code is called ─────────────────────────────────────────────────────────────────────────


def test_a_code_has_the_name_that_most_respondents_use() -> None:
    names = ("creamy textures", "creamy texture", "creamy texture")
    heard = [told(f"R00{number}", (name, A)) for number, name in enumerate(names)]
    assert only(book(heard)).name == "creamy texture"


def test_of_equals_the_shortest_name_is_taken() -> None:
    assert (
        only(book([told("R001", ("creamy textures", A)), told("R002", ("creamy texture", A))])).name
        == "creamy texture"
    )


def test_the_words_of_somebody_who_withdrew_are_gone_from_the_name() -> None:
    heard = [told("R001", ("creamy texture", A)), told("R002", ("creamy textures", A))]
    assert only(book(heard)).name == "creamy texture"
    assert only(book(heard[1:])).name == "creamy textures"


def test_a_code_counts_respondents_and_mentions_and_has_the_commonest_type() -> None:
    heard = [
        told("R001", ("thick foam", F)),
        told("R002", ("thick foam", A), mentions=3),
        told("R003", ("thick foam", A)),
    ]
    code = only(book(heard))
    assert (code.support, code.mentions, code.type) == (3, 5, A)


# ── what the analyst decides ──────────────────────────────────────────────────────────────────────

HEARD = [
    told("R001", ("thick foam", A), ("low price", A)),
    told("R002", ("thick foam", A), ("glass bottle", A)),
]
FOAM, PRICE, FOAM_TOO, BOTTLE = (
    Ref("R001", "c1"),
    Ref("R001", "c2"),
    Ref("R002", "c1"),
    Ref("R002", "c2"),
)
GONE = Ref("R009", "c1")


def together(found: CodeBook) -> set[frozenset[Ref]]:
    return {frozenset(code.ideas) for code in found.codes.values()}


@pytest.mark.parametrize(
    ("decisions", "groups"),
    [
        ([], [{FOAM, FOAM_TOO}, {PRICE}, {BOTTLE}]),
        ([CodesMerged(FOAM, PRICE)], [{FOAM, FOAM_TOO, PRICE}, {BOTTLE}]),
        ([CodesMerged(FOAM, FOAM_TOO)], [{FOAM, FOAM_TOO}, {PRICE}, {BOTTLE}]),
        ([CodeSplit((FOAM_TOO,))], [{FOAM}, {FOAM_TOO}, {PRICE}, {BOTTLE}]),
        (
            [CodesMerged(PRICE, BOTTLE), CodesMerged(FOAM, BOTTLE)],
            [{FOAM, FOAM_TOO, PRICE, BOTTLE}],
        ),
        (
            [CodesMerged(FOAM, PRICE), CodeSplit((PRICE, FOAM_TOO))],
            [{FOAM}, {FOAM_TOO, PRICE}, {BOTTLE}],
        ),
        (
            [CodesMerged(FOAM, GONE), CodeSplit((GONE,)), CodeRenamed(GONE, "x")],
            [{FOAM, FOAM_TOO}, {PRICE}, {BOTTLE}],
        ),
    ],
)
def test_decisions_move_ideas_between_codes(
    decisions: Sequence[CodingDecision], groups: Sequence[set[Ref]]
) -> None:
    assert together(book(HEARD, *decisions)) == {frozenset(group) for group in groups}


def test_what_the_analyst_moved_says_so() -> None:
    found = book(HEARD, CodesMerged(FOAM, PRICE))
    assert found.joined[PRICE].join == "analyst"
    assert found.joined[FOAM].join == "new"


def test_a_new_name_stays_with_the_code_whoever_joins_it() -> None:
    found = book(HEARD, CodeRenamed(FOAM, "Foam"), CodesMerged(FOAM, PRICE))
    assert found.codes[found.code_of(PRICE)].name == "Foam"


@pytest.mark.parametrize(("into", "other"), [(FOAM, PRICE), (PRICE, FOAM)])
def test_a_code_that_another_is_merged_into_keeps_its_name(into: Ref, other: Ref) -> None:
    before, after = book(HEARD), book(HEARD, CodesMerged(into, other))
    assert after.codes[after.code_of(other)].name == before.codes[before.code_of(into)].name


def test_codes_from_elsewhere_gather_ideas_and_stay_when_nobody_speaks_of_them() -> None:
    brought = CodesImported(
        (
            ImportedCode("i1", "Thick foam", A, "what stands on top"),
            ImportedCode("i2", "Where it is sold"),
        )
    )
    found = book(HEARD, brought)
    assert {found.code_of(FOAM), found.code_of(FOAM_TOO)} == {"i1"}
    assert found.joined[FOAM].join == "imported"
    assert (found.codes["i1"].name, found.codes["i1"].description) == (
        "Thick foam",
        "what stands on top",
    )
    assert (found.codes["i2"].support, list(found.codes)[:2]) == (0, ["i1", "i2"])


def test_every_idea_of_an_interview_has_a_code() -> None:
    found = book(HEARD)
    assert coded(HEARD[1], found).code_of == {
        "c1": found.code_of(FOAM),
        "c2": found.code_of(BOTTLE),
    }


# ── codes that are alike ──────────────────────────────────────────────────────────────────────────

TASTES = (("better tasting cup of coffee", A), ("coffee tasting better", "terminal_value"))
BESIDE = (
    ("low price", A),
    ("keeping for months", F),
    ("clear conscience", P),
    ("growing old in good health", P),
)


def test_codes_that_mean_the_same_grow_together_however_far_apart_their_rungs_are() -> None:
    found = book([told("R001", TASTES[0], *BESIDE), told("R002", TASTES[1], *BESIDE)])
    kept = found.code_of(Ref("R001", "c1"))
    assert found.code_of(Ref("R002", "c1")) == kept
    assert found.codes[kept].support == 2
    assert found.joined[Ref("R002", "c1")].join == "meaning"


def test_a_code_that_grew_together_is_parted_by_the_analyst() -> None:
    interviews = [told("R001", TASTES[0], *BESIDE), told("R002", TASTES[1], *BESIDE)]
    found = book(interviews, CodeSplit((Ref("R002", "c1"),)))
    assert found.code_of(Ref("R001", "c1")) != found.code_of(Ref("R002", "c1"))


def test_codes_that_are_only_near_are_told_to_the_analyst_until_they_are_merged() -> None:
    near_only = (
        ("smaller carbon footprint", A),
        ("less harmful for the climate", "instrumental_value"),
    )
    interviews = [told("R001", near_only[0], *BESIDE), told("R002", near_only[1], *BESIDE)]
    one, other = (book(interviews).code_of(Ref(who, "c1")) for who in ("R001", "R002"))
    assert {one, other} in [{each.code, each.other} for each in book(interviews).alike]
    merged = book(interviews, CodesMerged(Ref("R001", "c1"), Ref("R002", "c1")))
    assert not any({one, other} == {each.code, each.other} for each in merged.alike)
