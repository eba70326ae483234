"""A long passage is as moved as its stretches are, and a refusal at its end is heard."""

from __future__ import annotations

from dramaturg.app.config.providers import readers
from dramaturg.engines.memoir.read.parts import stretches, with_parts
from dramaturg.turn.readings import Reading, Utterance

PLAIN = (
    "The mill stood by the canal and had four floors. We began at seven and had our dinner at twelve. The carding room was on "
    "the ground floor, and above it were the spinning frames. On Fridays a man came with the wages in small brown packets. "
) * 4
GRIEF = (
    "I cried for weeks when my mother died, and I miss her terribly every single day. It broke my heart to see her chair empty. "
    "I was so angry and so sad that I could not bear to go into her room. "
) * 3


def read(text: str) -> dict[str, Reading]:
    said = Utterance(text)
    return dict(with_parts(said, readers().read([said])[0], readers()).by_signal)


def test_a_long_plain_passage_is_calm() -> None:
    found = read(PLAIN)
    assert found["feeling"].value < 0.6
    assert found["feeling"].value < found["emotion"].value


def test_a_long_passage_of_grief_is_not() -> None:
    assert read(GRIEF)["feeling"].value >= 0.6


def test_a_short_one_is_read_as_it_is() -> None:
    assert not read("I miss her.").keys() & {"feeling", "refusal_at_last"}


def test_a_refusal_at_the_end_of_a_story_is_heard() -> None:
    story = "Alec went out with the trawlers in 1957, and he did not come home."
    assert read(f"{story} I would rather not go into that.")["refusal_at_last"].value >= 0.5
    assert read(f"{story} I don't want to talk about that.")["refusal_at_last"].value >= 0.5
    assert read(f"{story} My mother kept his cap.")["refusal_at_last"].value < 0.5


def test_a_wish_to_stop_at_the_end_of_a_story_is_heard() -> None:
    assert (
        read("We had two cows and a pony, and I rode it to school. Please, I want to stop now.")[
            "stop_at_last"
        ].value
        >= 0.95
    )


def test_stretches_lose_no_sentence() -> None:
    assert " ".join(stretches(PLAIN)).split() == PLAIN.split()
    assert list(stretches("")) == []
