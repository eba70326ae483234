"""Phrases by which people set limits, as opposed to telling of it."""

from __future__ import annotations

import pytest

from dramaturg.language.embedder import HashingEmbedder
from dramaturg.language.readers.limits import found, line, lines, phrases
from dramaturg.language.readers.parsed_text import ParsedText
from dramaturg.language.syntax import best_syntax


def said(text: str) -> frozenset[str]:
    return found(ParsedText(text, best_syntax().read(text), HashingEmbedder()))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I really don't want to talk about the divorce.", "will not talk about it"),
        ("um, I'd, I'd rather not, if that's all right", "will not talk about it"),
        ("Sorry, I can't go into details there.", "will not talk about it"),
        ("My father left us that winter. I never speak of it.", "will not talk about it"),
        ("Could we please move on?", "turns to something else"),
        ("Something else, please.", "turns to something else"),
        ("Pass.", "passes"),
        ("Honestly, that's a bit personal.", "calls it private"),
        ("You'd have to ask my brother.", "sends you to somebody else"),
        ("I have nothing more to say about that.", "has nothing to say"),
        ("Please stop asking me.", "tells you not to ask"),
        ("Why do you need to know that?", "asks why you ask"),
        ("You're not even listening to me.", "says you do not listen or know"),
        ("How many times do I have to say it?", "has said it already"),
        ("I feel like I'm being judged here.", "feels judged or pushed"),
        ("Just leave me alone.", "wants to be left alone"),
        ("I don't need your advice.", "does not need you or this"),
        ("Whatever you say.", "gives in with bad grace"),
        ("Are we done?", "is done"),
        ("Can we stop for today?", "wants to stop"),
        ("Never mind, cancel that.", "cancels"),
        ("I've got to run, my bus is here.", "must go"),
        ("I need a minute.", "wants a pause"),
        ("i dont think i can continue", "will not go on"),
    ],
)
def test_what_somebody_says_by_a_phrase_is_found_however_it_is_softened(
    text: str, kind: str
) -> None:
    assert kind in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "He said he didn't want to talk about the war.",
        "I never speak French at home.",
        "There was something else, a smell of tar.",
        "And she goes, leave me alone, and slams the door.",
        'The sign read "no comment, please move on".',
        "You're not listening, my mother says, and she is right.",
        "If I have to go I take the early train.",
        "They are going to stop the trams in May.",
        "We had to stop for petrol near the border.",
        "I couldn't say how many there were.",
        "I'd rather have tea than coffee.",
        "I have to go in every second Thursday.",
    ],
)
def test_what_is_only_told_of_is_not_found(text: str) -> None:
    assert said(text) == frozenset()


def test_a_sentence_is_searched_without_contractions_fillers_quotes_and_repetitions() -> None:
    assert (
        line('Well, I-- I can’t, um, say "no" to-- to him!')
        == " , i , i can not say to , to him ! . "
    )


def test_a_passage_is_searched_where_it_stands_in_its_turn() -> None:
    text = (
        "  "
        + "We planted apples on the long slope behind the house and sold them in town. " * 8
        + "Can we stop here?"
    )
    turn = ParsedText(text, best_syntax().read(text), HashingEmbedder())
    *_, last = turn.passages
    assert len(turn.passages) > 1
    assert list(lines(last))[-1] == " can we stop here ? . "


@pytest.mark.parametrize(
    "odd", ["", " ", "🙂🙂", "не хочу", "((((", '"' * 9, "''''", "…", "\n\n", "no"]
)
def test_odd_text_holds_no_phrase(odd: str) -> None:
    assert said(odd) == frozenset()


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["i would rather ", "no , ", "i am not ", '"', "uh, ", "he said i "]
)
def test_a_very_long_line_is_searched_to_the_end(piece: str) -> None:
    searched = line(piece * (100_000 // len(piece)) + " can we stop here ?")
    assert any(pattern.search(searched) for pattern in phrases().values())
