"""Signals that are more or less: of two things said, the one that has more of it is read higher."""

from __future__ import annotations

import pytest

from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers.local_readers import LocalReaders
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Utterance, depth_of

READERS = LocalReaders(best_embedder(), best_syntax())


def value(signal: str, text: str, context: str = "") -> float:
    (readings,) = READERS.read([Utterance(text, context)])
    return readings.by_signal[signal].value


@pytest.mark.parametrize(
    ("signal", "less", "more"),
    [
        ("valence", "It broke on the first day and nobody helped us.", "My granddaughter laughed the whole way home."),
        ("valence", "It was not good at all, I was never happy there.", "It was good, and I was happy there."),
        ("emotion", "The shop opens at nine.", "I was furious, I shook, I could have screamed!"),
        ("certainty", "I guess it may have been him, I'm not sure.", "It was him. I saw his face."),
        ("vagueness", "On 4 May 1971 Tom drove the van to Hull.", "Some people say things were sort of different then."),
        ("specificity", "It was nice and we did stuff.", "Every Friday at six Ruth fried plaice in her kitchen in Whitby."),
        ("specificity", "Well you know it was like that back then and that's how it was, you know, things were just like that.",
         "Ruth fried plaice in Whitby."),
        ("depth", "I take the bus. Then I change at the station, and it's ten more minutes, and I'm there by half past.",
         "I stayed because leaving would have meant admitting he was right about me."),
        ("engagement", "Fine. Can we move on.", "Oh, I love that you ask! Let me tell you about the first time, it was wild."),
        ("intimacy", "What is the capital of Peru?", "What are you most ashamed of in your marriage?"),
        ("disclosure", "The train leaves at ten.", "I was so scared when my wife told me she was leaving me."),
        ("causal", "The shop is on the corner.", "I stopped going there because it made me anxious."),
    ],
)  # fmt: skip
def test_more_of_it_is_read_higher(signal: str, less: str, more: str) -> None:
    assert value(signal, more) > value(signal, less) + 0.05


def test_going_beyond_what_was_asked_is_elaboration() -> None:
    asked = "Did you have a garden?"
    beyond = (
        "Oh yes. And my aunt had one too, with bees, actually she sold the honey at the market."
    )
    assert (
        value("elaboration", beyond, asked) > 0.5 > value("elaboration", "Yes, a small one.", asked)
    )


def test_a_reply_that_draws_the_consequence_acknowledges_and_one_that_changes_the_subject_does_not() -> (
    None
):
    told = "The contract allows two per cent and we measured twenty-three."
    registered = value(
        "acknowledgement", "Twenty-three against two? Then we can't sign this.", told
    )
    assert registered > 0.5 > value("acknowledgement", "What's for lunch today?", told)


def test_a_follow_up_that_takes_up_what_was_said_has_more_uptake() -> None:
    said = "I think the four is half of the eight."
    assert value("uptake", "Half of the eight, good. How do you know it is half?", said) > value(
        "uptake", "Sit down, please.", said
    )


def test_the_four_levels_of_depth_part_the_scale() -> None:
    assert [depth_of(value) for value in (0, 0.19, 0.2, 0.39, 0.4, 0.59, 0.6, 1)] == [
        "surface", "surface", "shallow", "shallow", "moderate", "moderate", "deep", "deep",
    ]  # fmt: skip
