from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dramaturg.language.readers.frames import frames
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import SpacySyntax
from dramaturg.turn.readings import Frame


@pytest.fixture(scope="module")
def spacy() -> SpacySyntax:
    return SpacySyntax()


def frame(spacy: SpacySyntax, text: str, lemma: str) -> Frame:
    found = {frame.lemma: frame for frame in frames(text, spacy.read(text))}
    assert lemma in found, list(found)
    return found[lemma]


def roles(spacy: SpacySyntax, text: str, lemma: str) -> dict[str, str]:
    return {role: span.text for role, span in frame(spacy, text, lemma).roles.items()}


CASES: list[tuple[str, str, dict[str, str]]] = [
    ("I want coffee.", "want", {"subject": "I", "object": "coffee"}),
    (
        "My aunt gave me her ring.",
        "give",
        {"subject": "My aunt", "indirect": "me", "object": "her ring"},
    ),
    ("The letter was written by my aunt.", "write", {"subject": "my aunt", "object": "The letter"}),
    ("The roof was dark.", "be", {"subject": "The roof", "complement": "dark"}),
    ("We slept in the barn.", "sleep", {"subject": "We", "place": "in the barn"}),
    ("We slept during the raid.", "sleep", {"subject": "We", "time": "during the raid"}),
    ("They married in 1950.", "marry", {"subject": "They", "time": "in 1950"}),
    (
        "She quickly closed the door.",
        "close",
        {"subject": "She", "object": "the door", "manner": "quickly"},
    ),
    ("He wants to win.", "want", {"subject": "He", "complement": "to win"}),
    ("The man who sold the farm cried.", "sell", {"subject": "The man", "object": "the farm"}),
]


@pytest.mark.parametrize(("text", "lemma", "expected"), CASES, ids=[text for text, _, _ in CASES])
def test_a_verb_has_its_roles(
    spacy: SpacySyntax, text: str, lemma: str, expected: dict[str, str]
) -> None:
    assert roles(spacy, text, lemma) == expected


def test_joined_verbs_share_their_subject(spacy: SpacySyntax) -> None:
    assert roles(spacy, "My father washed and folded the shirts.", "fold")["subject"] == "My father"


def test_who_is_told_to_do_something_is_the_one_who_does_it(spacy: SpacySyntax) -> None:
    assert roles(spacy, "He told me to leave.", "leave")["subject"] == "me"


@pytest.mark.parametrize(
    ("text", "lemma", "negated"),
    [
        ("I didn't sell it.", "sell", True),
        ("She never sang.", "sing", True),
        ("I sold it.", "sell", False),
    ],
)
def test_a_denied_verb_says_so(spacy: SpacySyntax, text: str, lemma: str, negated: bool) -> None:
    assert frame(spacy, text, lemma).negated is negated


def test_a_particle_belongs_to_the_verb(spacy: SpacySyntax) -> None:
    assert roles(spacy, "He gave up the farm.", "give up") == {
        "subject": "He",
        "object": "the farm",
    }


def test_without_a_parse_there_are_no_frames() -> None:
    assert frames("I want coffee.", RuleSyntax().read("I want coffee.")) == ()


WORDS = st.sampled_from(
    [
        "I",
        "was",
        "sold",
        "by",
        "him",
        "who",
        "and",
        "never",
        "gave",
        "up",
        "the",
        "farm",
        ",",
        ".",
        "--",
        "uh",
        "😀",
    ]
)


@settings(max_examples=40)
@given(st.lists(WORDS, max_size=25).map(" ".join))
def test_whatever_is_said_every_role_stands_in_the_text(spacy: SpacySyntax, text: str) -> None:
    found = frames(text, spacy.read(text))
    spans = [span for frame in found for span in (frame.verb, *frame.roles.values())]
    assert all(text[span.start : span.end] == span.text != "" for span in spans)
