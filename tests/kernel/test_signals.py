from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import ContentError, DramaturgError
from dramaturg.kernel.signals import Detector, Inputs, order, read


def counting(name: str, needs: tuple[str, ...] = ()) -> Detector:
    """Gives a signal of its own name: one more than the greatest it needs."""

    def detect(inputs: Inputs) -> Mapping[str, Value]:
        return {name: 1 + max((inputs[need] for need in needs), default=0)}

    return Detector(name, (name,), needs, detect)


def failing(name: str, needs: tuple[str, ...] = ()) -> Detector:
    def detect(_inputs: Inputs) -> Mapping[str, Value]:
        raise ValueError("no reading today")

    return Detector(name, (name,), needs, detect)


def names(detectors: tuple[Detector, ...]) -> list[str]:
    return [detector.name for detector in detectors]


def codes(error: ContentError) -> list[str]:
    return [fault.code for fault in error.faults]


def test_detectors_run_after_those_they_need_and_otherwise_as_declared() -> None:
    detectors = [
        counting("phase", ("progress",)),
        counting("depth"),
        counting("progress", ("turn",)),
        counting("valence"),
    ]
    assert names(order(detectors, {"turn"})) == ["depth", "progress", "phase", "valence"]


@given(st.integers(1, 12), st.randoms(use_true_random=False))
def test_any_declaration_order_gives_an_order_in_which_needs_come_first(
    size: int, random: Random
) -> None:
    detectors = [
        counting(f"s{n}", tuple(f"s{m}" for m in range(n) if random.random() < 0.4))
        for n in range(size)
    ]
    random.shuffle(detectors)
    ordered = order(detectors, ())
    for place, detector in enumerate(ordered):
        assert set(detector.needs) <= set(names(ordered[:place]))
    assert read(ordered, {}, strict=True).degraded == {}


def test_all_faults_are_told_at_once_with_a_suggestion() -> None:
    detectors = [
        counting("a", ("b",)),
        counting("b", ("a",)),
        counting("lonely", ("lonely",)),
        counting("engagement"),
        Detector("again", ("engagement",), (), dict),
        counting("trend", ("engagment",)),
    ]
    with pytest.raises(ContentError) as raised:
        order(detectors, {"text"})
    assert sorted(codes(raised.value)) == [
        "signal-cycle",
        "signal-cycle",
        "signal-missing",
        "signal-twice",
    ]
    assert "Did you mean 'engagement'?" in str(raised.value)
    assert "a and b wait for one another" in str(raised.value)


def test_a_signal_that_the_caller_gives_already_is_given_twice() -> None:
    with pytest.raises(ContentError) as raised:
        order([counting("text")], {"text"})
    assert codes(raised.value) == ["signal-twice"]


def test_what_hangs_on_a_cycle_is_not_blamed_for_it() -> None:
    with pytest.raises(ContentError) as raised:
        order([counting("a", ("b",)), counting("b", ("a",)), counting("after", ("a",))], ())
    (fault,) = raised.value.faults
    assert "after" not in fault.message


def test_signals_are_read_from_what_was_given_and_what_was_read_before() -> None:
    ordered = order([counting("second", ("first",)), counting("first", ("turn",))], {"turn"})
    assert read(ordered, {"turn": 4}).values == {"first": 5, "second": 6}


def test_a_failing_detector_is_named_and_so_is_everything_that_needed_it() -> None:
    ordered = order([failing("depth"), counting("trend", ("depth",)), counting("valence")], ())
    signals = read(ordered, {})
    assert signals.values == {"valence": 1}
    assert signals.degraded == {
        "depth": "ValueError: no reading today",
        "trend": "trend needs depth, which could not be read",
    }


def test_strict_reading_raises_what_went_wrong() -> None:
    with pytest.raises(ValueError, match="no reading today"):
        read([failing("depth")], {}, strict=True)


@pytest.mark.parametrize("given", [{}, {"depth": 1, "extra": 2}, {"depth": float("nan")}])
def test_a_detector_that_breaks_its_promise_is_degraded(given: dict[str, Value]) -> None:
    detector = Detector("depth", ("depth",), (), lambda _inputs: given)
    signals = read([detector], {})
    assert signals.values == {}
    assert list(signals.degraded) == ["depth"]
    with pytest.raises(DramaturgError):
        read([detector], {}, strict=True)


def test_a_detector_sees_only_what_it_says_it_needs() -> None:
    seen: list[Inputs] = []

    def detect(inputs: Inputs) -> Mapping[str, Value]:
        seen.append(dict(inputs))
        return {"length": len(inputs["text"])}

    read([Detector("length", ("length",), ("text",), detect)], {"text": "hello", "secret": 1})
    assert seen == [{"text": "hello"}]
