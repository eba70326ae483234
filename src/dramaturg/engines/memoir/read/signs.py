"""From readings to the seed's signals: which reading counts as what, and how sure it must be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dramaturg.engines.memoir.read.phases import wants_to_close
from dramaturg.turn.readings import Reading, Readings

LIKELY, SURE, CERTAIN = 0.5, 0.7, 0.95
ACUTE = 0.9  # the seed's hard stop; emotion that is only told of stays below it
BELOW_ACUTE = 0.89
CONFIDENT = 0.42  # how sure a learned reader must be of danger; the rules are always
DOUBTED = 0.6  # of danger: from here on we are gentle; at least the seed's threshold of emotion
SUSPECTED = 0.2  # what the words themselves must hint at before a model's alarm ends a sitting
SHORT = 25  # words: who wants to stop says so in few; a story in which somebody stops is longer
AT_LENGTH = 25  # words: who says so much, and says it deeply, leads the way, whatever was asked
DEEP, OPEN = 0.55, 0.6
# emotion, valence and emotional disclosure of a passage that is left out of a book
RAW, DARK, BARED = (0.7, 0.35, 0.55)


@dataclass(frozen=True, slots=True)
class Signs:
    """What a passage shows, in the terms the router and the governor ask for."""

    vagueness: float
    emotion: float
    contradiction: float
    refusal: bool
    elaboration: bool
    stop: bool
    self_harm: bool
    sensitive: bool
    why: Mapping[str, str]


def signs_of(text: str, readings: Readings, local: Readings, ending: bool = False) -> Signs:
    """`local` are the readings without a model: no model's alarm alone ends a sitting, it only
    makes us careful.

    Doubted danger is no refusal: nothing was refused, so nothing is closed or taken back. It is met
    as strong feeling is, with empathy and a way out, and goes no deeper.

    Who wants to come to an end soon ("I'm getting tired"), or is `ending` the sitting with us
    ("that's all for today"), gets a real closing, neither a stop nor a step back.
    """
    found = readings.by_signal
    closing = ending or (wants_to_close(text) and _value(found, "stop") < CERTAIN)
    self_harm, doubted = _self_harm(found.get("self_harm"), local.by_signal.get("self_harm"))
    doubted_harm = doubted and not closing
    distress = _value(found, "distress")
    acute = _is_acute(found.get("distress"), local.by_signal.get("distress"))
    stop = (
        _stop(text, found, local.by_signal.get("stop"))
        or _value(local.by_signal, "stop_at_last") >= CERTAIN
    )
    refusal = max(_value(found, "refusal"), _value(local.by_signal, "refusal_at_last")) >= LIKELY
    felt = _value(found, "feeling" if "feeling" in found else "emotion")
    told = max(felt, _value(found, "self_harm")) if doubted_harm else felt
    emotion = max(ACUTE, distress) if acute else min(told, BELOW_ACUTE)
    return Signs(
        vagueness=_value(found, "vagueness"),
        emotion=round(emotion, 4),
        contradiction=_value(found, "contradiction"),
        refusal=refusal and not closing,
        elaboration=(_value(found, "elaboration") >= LIKELY or _opens_up(text, found))
        and not doubted_harm,
        stop=stop and not closing,
        self_harm=self_harm,
        sensitive=self_harm or doubted_harm or acute or _is_raw(found),
        why={
            name: reading.why or reading.reader
            for name, reading in found.items()
            if name in _EXPLAINED
        },
    )


_EXPLAINED = frozenset(
    {
        "vagueness",
        "emotion",
        "contradiction",
        "refusal",
        "elaboration",
        "stop",
        "distress",
        "self_harm",
    }
)


def _value(found: Mapping[str, Reading], signal: str) -> float:
    return found[signal].value if signal in found else 0.0


def _self_harm(reading: Reading | None, local: Reading | None) -> tuple[bool, bool]:
    """Whether there is danger, and whether there may be."""
    if reading is None or reading.value < DOUBTED:
        return False, False
    alone = local is not None and local.value < SUSPECTED
    sure = reading.reader.startswith("rule") or reading.confidence >= CONFIDENT
    certain = reading.value >= SURE and sure and not alone
    return certain, not certain


def _is_acute(reading: Reading | None, local: Reading | None) -> bool:
    if reading is None or (local is not None and local.value < SUSPECTED):
        return False
    return reading.value >= ACUTE and (
        reading.reader.startswith("rule") or reading.confidence >= CONFIDENT
    )


def _stop(text: str, found: Mapping[str, Reading], local: Reading | None) -> bool:
    reading = found.get("stop")
    if (
        reading is None
        or _is_of_the_matter(reading, found.get("refusal"))
        or (local is not None and local.value < SUSPECTED)
    ):
        return False
    return reading.value >= (SURE if len(text.split()) <= SHORT else CERTAIN)


def _is_of_the_matter(stop: Reading, refusal: Reading | None) -> bool:
    """Whoever turns to something else, or says no where we offered to go on, leaves the matter and
    not the sitting.
    """
    meant = refusal is not None and refusal.reader.endswith("wants to stop")
    return stop.reader.endswith("turns to something else") or (
        stop.reader.endswith("no to an offer to go on") and not meant
    )


def _opens_up(text: str, found: Mapping[str, Reading]) -> bool:
    deep = _value(found, "depth") >= DEEP or _value(found, "emotional_disclosure") >= OPEN
    return deep and len(text.split()) >= AT_LENGTH


def _is_raw(found: Mapping[str, Reading]) -> bool:
    bared = _value(found, "emotional_disclosure") >= BARED
    return (
        _value(found, "emotion") >= RAW
        and bared
        and "valence" in found
        and found["valence"].value <= DARK
    )
