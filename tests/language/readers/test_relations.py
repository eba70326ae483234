from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dramaturg.language.readers.markers import IDIOMS, MARKERS, PLAIN_VERBS
from dramaturg.language.readers.relations import relations
from dramaturg.language.readers.senses import SENSES
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import SpacySyntax
from dramaturg.turn.ports import Syntax
from dramaturg.turn.readings import Relation

Told = tuple[str, str, str]  # kind, source, target


@pytest.fixture(scope="module")
def spacy() -> SpacySyntax:
    return SpacySyntax()


def told(syntax: Syntax, text: str) -> list[Told]:
    return [
        (found.kind, found.source.text, found.target.text)
        for found in relations(text, syntax.read(text))
    ]


MARKED: list[tuple[str, Told]] = [
    (
        "I sold the van because the rust had got into the doors.",
        ("cause", "the rust had got into the doors", "I sold the van"),
    ),
    (
        "Because the rust had got into the doors, I sold the van.",
        ("cause", "the rust had got into the doors", "I sold the van"),
    ),
    ("We lost the orchard due to the frost.", ("cause", "the frost", "We lost the orchard")),
    (
        "The tap drips, so I keep a bowl under it.",
        ("cause", "The tap drips", "I keep a bowl under it"),
    ),
    (
        "The ferry was cancelled, which means we missed the funeral.",
        ("cause", "The ferry was cancelled", "we missed the funeral"),
    ),
    ("It was so loud that the baby woke up.", ("cause", "It was so loud", "the baby woke up")),
    (
        "Since you never answered, I asked your cousin.",
        ("cause", "you never answered", "I asked your cousin"),
    ),
    ("The reason I left is that nobody listened.", ("cause", "nobody listened", "I left")),
    ("The floods led to a shortage of bread.", ("cause", "The floods", "a shortage of bread")),
    ("The rash was caused by the new soap.", ("cause", "the new soap", "The rash")),
    ("His bad leg results from an old fall.", ("cause", "an old fall", "His bad leg")),
    ("The blue light makes me feel calm.", ("cause", "The blue light", "feel calm")),
    ("The snow kept us from visiting her.", ("cause", "The snow", "visiting her")),
    (
        "Having no garden, we grew beans on the roof.",
        ("cause", "Having no garden", "we grew beans on the roof"),
    ),
    ("I write it down so that I remember it.", ("purpose", "I write it down", "I remember it")),
    (
        "I pack my bag at night so I can catch the early bus.",
        ("purpose", "I pack my bag at night", "I can catch the early bus"),
    ),
    (
        "He pawned his watch in order to pay the doctor.",
        ("purpose", "He pawned his watch", "pay the doctor"),
    ),
    ("She whispered to keep the peace.", ("purpose", "She whispered", "keep the peace")),
    ("If the fog lifts, we will sail.", ("condition", "the fog lifts", "we will sail")),
    ("I won't sign unless they fix the roof.", ("condition", "they fix the roof", "I won't sign")),
    (
        "Had they asked me, I would have helped.",
        ("condition", "they asked me", "I would have helped"),
    ),
    ("We ate before the guests came.", ("before", "We ate", "the guests came")),
    ("After the guests came we ate.", ("before", "the guests came", "we ate")),
    ("We waited until the snow melted.", ("before", "We waited", "the snow melted")),
    ("As soon as the whistle blew we ran.", ("before", "the whistle blew", "we ran")),
    (
        "We buried the dog and then my father planted a tree.",
        ("before", "We buried the dog", "my father planted a tree"),
    ),
    ("By the time the doctor came she had died.", ("before", "she had died", "the doctor came")),
]


@pytest.mark.parametrize(("text", "expected"), MARKED, ids=[text for text, _ in MARKED])
def test_a_marker_says_what_leads_to_what(spacy: SpacySyntax, text: str, expected: Told) -> None:
    assert expected in told(spacy, text)


@pytest.mark.parametrize(
    "text",
    [
        "I have lived here since 1990.",
        "The soup was so good.",
        "I think so.",
        "As for the garden, it is small.",
        "We were poor back then.",
        "After all, it was his house.",
        "We tried it once.",
        "She asked if we were cold.",
        "I used to sing.",
        'All he ever said was "because".',
        "My sister gives me plums.",
        "I stopped smoking.",
        "It was raining.",
        "",
    ],
)
def test_words_that_only_look_like_markers_mark_nothing(spacy: SpacySyntax, text: str) -> None:
    assert told(spacy, text) == []


ACROSS: list[tuple[str, Told]] = [
    (
        "The handle broke. That's why I took it back.",
        ("cause", "The handle broke", "I took it back"),
    ),
    (
        "We moved to Leeds. Because my dad lost his job.",
        ("cause", "my dad lost his job", "We moved to Leeds"),
    ),
    (
        "They closed the pit. Then the shops closed.",
        ("before", "They closed the pit", "the shops closed"),
    ),
    ("They closed the pit. That led to fights.", ("cause", "They closed the pit", "fights")),
]


@pytest.mark.parametrize(("text", "expected"), ACROSS, ids=[text for text, _ in ACROSS])
def test_a_relation_may_join_two_sentences(spacy: SpacySyntax, text: str, expected: Told) -> None:
    assert expected in told(spacy, text)


def test_a_chain_is_read_link_by_link(spacy: SpacySyntax) -> None:
    text = "The bridge was closed, so we took the ferry, and then we missed the train."
    assert told(spacy, text) == [
        ("cause", "The bridge was closed", "we took the ferry"),
        ("before", "we took the ferry", "we missed the train"),
    ]


def test_a_consequence_follows_from_the_main_clause_and_not_from_what_led_up_to_it(
    spacy: SpacySyntax,
) -> None:
    text = "Because the road was icy we stayed home, so we missed the wedding."
    assert told(spacy, text) == [
        ("cause", "the road was icy", "we stayed home"),
        ("cause", "we stayed home", "we missed the wedding"),
    ]


def test_after_and_a_condition_belongs_to_what_is_still_to_come(spacy: SpacySyntax) -> None:
    text = "We swept every night, and if she saw a crumb she'd make us start again."
    assert told(spacy, text)[0] == ("condition", "she saw a crumb", "she'd make us start again")


def test_a_clause_that_the_parser_cut_off_finds_its_main_clause_in_the_next_sentence(
    spacy: SpacySyntax,
) -> None:
    text = "because it was cheap i bought two uh and then i gave one to my sister"
    assert told(spacy, text)[0] == ("cause", "it was cheap", "i bought two")


def test_not_until_turns_the_order_round(spacy: SpacySyntax) -> None:
    assert told(spacy, "We couldn't leave until the rain stopped.") == [
        ("before", "the rain stopped", "We couldn't leave")
    ]


def test_since_is_a_time_when_something_has_lasted_from_then(spacy: SpacySyntax) -> None:
    assert told(spacy, "I have been lonely since my wife died.") == [
        ("before", "my wife died", "I have been lonely")
    ]


def test_a_speech_transcript_without_stops_is_read_too(spacy: SpacySyntax) -> None:
    text = "uh because it was cheap i bought two you know and then i gave one to my sister"
    found = told(spacy, text)
    assert ("cause", "it was cheap") in [(kind, source) for kind, source, _ in found]
    assert "before" in [kind for kind, _, _ in found]


def test_that_with_a_noun_of_its_own_does_not_point_back(spacy: SpacySyntax) -> None:
    assert ("before", "meeting", "I resigned") in told(
        spacy, "It was a hot week. I resigned after that meeting."
    )


PLAIN: list[tuple[str, Told]] = [
    (
        "I sold the van because the rust had got in.",
        ("cause", "the rust had got in", "I sold the van"),
    ),
    ("If the fog lifts, we will sail.", ("condition", "the fog lifts", "we will sail")),
    (
        "If I had known about it I would have helped.",
        ("condition", "I had known about it", "I would have helped"),
    ),
    (
        "The tap drips, so I keep a bowl under it.",
        ("cause", "The tap drips", "I keep a bowl under it"),
    ),
    ("We ate before the guests came.", ("before", "We ate", "the guests came")),
    ("The floods led to a shortage of bread.", ("cause", "The floods", "a shortage of bread")),
    (
        "The handle broke. That's why I took it back.",
        ("cause", "The handle broke", "I took it back"),
    ),
]


@pytest.mark.parametrize(("text", "expected"), PLAIN, ids=[text for text, _ in PLAIN])
def test_without_a_parse_markers_and_commas_do(text: str, expected: Told) -> None:
    assert expected in told(RuleSyntax(), text)


def test_without_a_parse_a_relation_is_less_sure(spacy: SpacySyntax) -> None:
    text = "I sold the van because the rust had got in."
    (parsed,), (plain,) = (
        relations(text, spacy.read(text)),
        relations(text, RuleSyntax().read(text)),
    )
    assert plain.confidence < parsed.confidence


def test_a_plain_because_is_surer_than_a_when(spacy: SpacySyntax) -> None:
    because, when = "I cried because he left.", "I cried when he left."
    (cause,), (time,) = (relations(text, spacy.read(text)) for text in (because, when))
    assert cause.confidence > time.confidence > 0


def sound(text: str, found: Relation) -> bool:
    ends = sorted((found.source, found.target), key=lambda span: span.start)
    stand = all(
        text[span.start : span.end] == span.text and span.text.strip() == span.text != ""
        for span in ends
    )
    return stand and ends[0].end <= ends[1].start and 0 < found.confidence <= 1


WORDS = st.sampled_from(
    [
        *MARKERS,
        *list(IDIOMS)[:20],
        "I",
        "went",
        "home",
        "the",
        "rain",
        "made",
        "me",
        "caused",
        "by",
        "it",
        ",",
        ".",
        "?",
        "uh",
        "--",
        "ñ",
        "😀",
    ]
)


@settings(max_examples=60)
@given(st.lists(WORDS, max_size=40).map(" ".join) | st.text(max_size=60))
@pytest.mark.parametrize("parser", ["spacy", "rules"])
def test_whatever_is_said_the_ends_stand_in_the_text_and_never_overlap(
    spacy: SpacySyntax, parser: str, text: str
) -> None:
    syntax: Syntax = spacy if parser == "spacy" else RuleSyntax()
    assert all(sound(text, found) for found in relations(text, syntax.read(text)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["when i go and then because it rains so ", "so ", "if ", "it makes me "]
)
def test_a_hundred_thousand_characters_without_a_stop_are_read_to_the_end(unit: str) -> None:
    text = (unit * 100_000)[:100_000]
    assert all(sound(text, found) for found in relations(text, RuleSyntax().read(text)))


def test_every_sense_is_of_a_marker_and_no_marker_is_an_idiom() -> None:
    assert set(SENSES) <= set(MARKERS) | set(PLAIN_VERBS)
    assert not IDIOMS & (set(MARKERS) | set(PLAIN_VERBS))
