"""The network: the same words give the same numbers, whoever else is heard, and odd words do no
harm.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dramaturg.language.ear.encoder import BEFORE, SAID, Encoder, encoder
from dramaturg.language.ear.heads import heads
from dramaturg.language.ear.network import Network, runs
from dramaturg.language.ear.outputs import GROUPS, OUTPUTS, WORD_GROUPS

EAR = Path(str(files("dramaturg.language.ear")))
TALK = (
    ("We moved to the coast because my father found work.", "Why did you leave?"),
    ("I'd rather not talk about that.", "What happened then?"),
    ("yeah it was fine I guess", ""),
    ("We had a small garden behind the house. " * 30, "Where did you live?"),
)
ODD = (
    "",
    " \n\t",
    "\x00",
    "x\x00y \ud800 z",
    "\udfff" * 40,
    "a" * 20_000,
    "no full stop " * 1_500,
    "👍🏽 🙈🙈",
    "?!?!... --- ...",
    "(" * 2_000,
    "我不知道。 لا أعرف",
)
NO_CONTEXT = ""


def numbers(network: Network, text: str, before: str) -> list[float]:
    return [
        float(value) for part in network.hear(text, before).parts for value in part.outputs.tolist()
    ]


def test_words_give_the_same_numbers_alone_and_among_others_and_twice() -> None:
    one, other = Network(), Network()
    alone = [numbers(Network(), *said) for said in TALK]
    assert [numbers(one, *said) for said in TALK] == alone
    assert [numbers(other, *said) for said in reversed(TALK)][::-1] == alone
    assert [numbers(one, *said) for said in TALK] == alone


def test_words_give_the_same_numbers_in_threads() -> None:
    alone = [numbers(Network(), *said) for said in TALK] * 8
    shared = Network()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda said: numbers(shared, *said), TALK * 8)) == alone


def test_what_stood_before_is_heard_with_the_words() -> None:
    text = "No, never."
    assert numbers(Network(), text, "Would you go back?") != numbers(Network(), text, NO_CONTEXT)


@pytest.mark.parametrize("before", [NO_CONTEXT, "What do you mean?", "\ud800\x00", "a b " * 5_000])
@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_words_are_heard_without_an_error_and_all_they_give_is_bounded(
    text: str, before: str
) -> None:
    heard = Network().hear(text, before)
    assert np.isfinite(numbers(Network(), text, before)).all()
    for group, (kind, names) in GROUPS.items():
        if kind == "choice":
            assert sum(heard.choice(group).values()) == pytest.approx(1, abs=1e-4)
        for name in names.split():
            assert 0 <= heard.chance(f"{group}.{name}") <= 1
            assert 0 <= heard.share(f"{group}.{name}") <= 1
    for group in WORD_GROUPS:
        heard.clearest(group)
        heard.clearest_before(group)


@settings(max_examples=30)
@given(st.text(max_size=300), st.text(max_size=100))
def test_whatever_is_said_the_marked_words_stand_where_they_are_said_to(
    text: str, before: str
) -> None:
    heard = Network().hear(text, before)
    for group in WORD_GROUPS:
        for words, found in (
            (heard.text, heard.clearest(group)),
            (heard.before, heard.clearest_before(group)),
        ):
            assert found is None or words.startswith(found[1].text, found[1].start)


def test_of_a_long_text_the_beginning_is_read_and_of_what_stood_before_the_end() -> None:
    found = encoder().read("one two three " * 300, "four five six " * 300)
    assert len(found.offsets) == len(found.said) == SAID
    assert len(found.before_offsets) == len(found.before) == BEFORE
    assert found.offsets[0] == (0, 3)
    assert found.before_offsets[-1][1] == len("four five six " * 300) - 1


@pytest.mark.parametrize(
    ("marked", "found"),
    [
        ([0, 0, 0, 0, 0], []),
        ([0, 1, 0, 0, 0], ["brother's"]),
        ([0, 1, 1, 0, 0], ["brother's old"]),
        ([1, 0, 0, 0, 1], ["my", "car"]),
        ([0, 1, 0, 1, 0], ["brother's old red"]),
    ],
)
def test_marks_grow_to_whole_words_and_close_a_small_gap(
    marked: list[int], found: list[str]
) -> None:
    text = "my brother's old red car"
    offsets = [(0, 2), (3, 10), (13, 16), (17, 20), (21, 24)]
    assert [text[a:b] for a, b in runs([bool(m) for m in marked], offsets, text)] == found


# ── the files ─────────────────────────────────────────────────────────────────────────────────────


def test_the_ear_is_at_most_25_megabytes() -> None:
    assert (EAR / "ear.onnx").stat().st_size <= 25_000_000


def test_the_heads_are_of_the_outputs_that_there_are() -> None:
    found = heads()
    assert found.look.shape == found.find.shape == (len(OUTPUTS), 384)
    assert set(found.calibrations) <= set(OUTPUTS)
    for name, one in found.calibrations.items():
        assert 0 < one.threshold < 1, name
        assert 0 < one.doubt < 1, name


def test_the_name_on_record_changes_with_the_bytes_of_the_ear(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A model file may end in a field that nobody knows: other bytes, the same ear."""
    (tmp_path / "ear.onnx").write_bytes((EAR / "ear.onnx").read_bytes() + b"\x9a\x06\x01x")

    def elsewhere(package: str) -> object:
        return tmp_path if package == "dramaturg.language.ear" else files(package)

    monkeypatch.setattr("dramaturg.language.ear.encoder.files", elsewhere)
    other = Encoder()
    assert other.digest != encoder().digest
    assert Network(other).name != Network().name
    assert Network().name == Network().name
    assert numbers(Network(other), *TALK[0]) == numbers(Network(), *TALK[0])
