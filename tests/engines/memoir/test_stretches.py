"""A long passage is as moved as its stretches are, not as it is long."""

from __future__ import annotations

from dramaturg.app.wiring import readers
from dramaturg.engines.memoir.stretches import by_stretches, stretches
from dramaturg.turn.readings import Readings, Said

PLAIN = (
    "The mill stood by the canal and had four floors. We began at seven and had our dinner at twelve. The carding room was on "
    "the ground floor, and above it were the spinning frames. On Fridays a man came with the wages in small brown packets. "
) * 4
GRIEF = (
    "I cried for weeks when my mother died, and I miss her terribly every single day. It broke my heart to see her chair empty. "
    "I was so angry and so sad that I could not bear to go into her room. "
) * 3


def emotion(text: str) -> tuple[float, float]:
    (read,) = readers().read([Said(text)])
    return read.by_signal["emotion"].value, by_stretches(text, read, readers()).by_signal["emotion"].value


def test_a_long_plain_passage_is_calm() -> None:
    whole, mean = emotion(PLAIN)
    assert mean < 0.6
    assert mean < whole


def test_a_long_passage_of_grief_is_not() -> None:
    assert emotion(GRIEF)[1] >= 0.6


def test_a_short_one_is_read_as_it_is() -> None:
    (read,) = readers().read([Said("I miss her.")])
    assert by_stretches("I miss her.", read, readers()) is read


def test_nothing_read_stays_so() -> None:
    assert by_stretches(PLAIN, Readings({}), readers()) == Readings({})


def test_stretches_lose_no_sentence() -> None:
    assert " ".join(stretches(PLAIN)).split() == PLAIN.split()
    assert list(stretches("")) == []
