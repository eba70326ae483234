"""From what was heard and read to the seed's signals: what counts as what, and how sure it must be.

The ear says what words do; what a model reads stands beside it, and no model's alarm alone ends a
sitting: it only makes us careful.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dramaturg.engines.memoir.base.state import Reply
from dramaturg.engines.memoir.read.tones import BRIGHT, tones_of
from dramaturg.engines.memoir.read.ways import PRESSED
from dramaturg.languages.letters import word_count
from dramaturg.turn.hearing import Act, Hearing
from dramaturg.turn.joined import SURE as CERTAIN
from dramaturg.turn.joined import SURELY_NOT
from dramaturg.turn.readings import Reading, Readings

LIKELY, SURE = 0.5, 0.7
ACUTE = 0.9  # the seed's hard stop; emotion that is only told of stays below it
BELOW_ACUTE = 0.89
# valence: from GLAD on strong feeling is joy, which is no pain; below MIXED it is all pain
MIXED, GLAD = 0.42, 0.6
SUSPECTED = 0.2  # what the words themselves must hint at before a model's alarm ends a sitting
SHORT = 25  # words: who speaks of the talk itself does so in few; a story is longer
AT_LENGTH = 25  # words: who says so much, and says it deeply, leads the way, whatever was asked
DEEP, OPEN = 0.55, 0.6
# emotion, valence and emotional disclosure of a passage that is left out of a book
RAW, DARK, BARED = (0.7, 0.35, 0.55)
UNSHOWN = 0.85  # of a feeling that no word shows
REPLIES: tuple[Literal["goodbye", "repair", "pause", "skip", "question_back"], ...] = (
    *("goodbye", "repair", "pause", "skip", "question_back"),
)
"""What words may call for; the first that was heard counts."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What a passage shows, in the terms the router and the governor ask for."""

    vagueness: float
    emotion: float
    valence: float
    contradiction: float
    refusal: bool
    elaboration: bool
    stop: bool
    sensitive: bool
    why: Mapping[str, str]


def signs_of(
    text: str, hearing: Hearing, readings: Readings, local: Readings, ending: bool = False
) -> Signs:
    """`local` are the readings without a model.

    Who is `ending` the sitting with us ("that's all for today") gets a real closing, neither a stop
    nor a step back.
    """
    found = readings.by_signal
    alarm = _Alarm(found, local.by_signal)
    wished = alarm.backed("stop", SURE) if hearing.is_readable else alarm.value("stop") >= SURE
    stop = "stop" in hearing.does - hearing.doubted or (wished and word_count(text) <= SHORT)
    refusal = _refuses(hearing, readings)
    felt = alarm.value("emotion") if alarm.has("emotion") else hearing.emotion
    valence = alarm.value("valence") if alarm.has("valence") else hearing.valence
    pain = felt * _darkness(valence) * _shown(text, felt)
    raw = pain >= RAW and valence <= DARK and _value(found, "emotional_disclosure") >= BARED
    return Signs(
        vagueness=_value(found, "vagueness"),
        emotion=round(min(pain, BELOW_ACUTE), 4),
        valence=valence,
        contradiction=_value(found, "contradiction"),
        refusal=refusal and not ending,
        elaboration=_value(found, "elaboration") >= LIKELY or _opens_up(text, found),
        stop=stop and not ending,
        sensitive=raw,
        why=_why(hearing, found),
    )


def _refuses(hearing: Hearing, readings: Readings) -> bool:
    """A promise: a model may hear what the ear did not, and take away a doubt of the ear's; never
    explicit words, nor what the ear is sure of.
    """
    by_ear = "refusal" in hearing.does
    reading = readings.by_signal.get("refusal")
    if reading is None or (reading.reader != "model" and "refusal" not in readings.both):
        return by_ear
    _, by_model = readings.both.get("refusal", (None, reading.value))
    explicit = hearing.by_rule in ("rule: refusal", PRESSED) or hearing.refused is not None
    sure = explicit or hearing.acts.get("refusal", 0.0) >= CERTAIN or reading.value > SURELY_NOT
    return (by_ear and sure) or by_model >= LIKELY


def _shown(text: str, felt: float) -> float:
    """How far the words bear out a pain: not at all where they are those of fun, pride or joy, and
    a little less where no word shows it.
    """
    tones = tones_of(text)
    if not BRIGHT.isdisjoint(tones):
        return 0.0
    return 1.0 if tones or felt >= RAW else UNSHOWN


def _darkness(valence: float) -> float:
    """From 1 where it is dark to 0 where it is glad."""
    return min(1.0, max(0.0, (GLAD - valence) / (GLAD - MIXED)))


def reply_to(hearing: Hearing, signs: Signs) -> Reply | None:
    """What the words call for, where they speak of the talk itself and nothing weighs more."""
    if signs.refusal or signs.stop:
        return None
    if "stop" in hearing.doubted:
        return "leave"
    return next((reply for reply in REPLIES if reply in hearing.does), None)


@dataclass(frozen=True, slots=True)
class _Alarm:
    """What a model read, beside what was read without it."""

    found: Mapping[str, Reading]
    local: Mapping[str, Reading]

    def has(self, signal: str) -> bool:
        return signal in self.found and self.found[signal].reader == "model"

    def value(self, signal: str) -> float:
        return self.found[signal].value if self.has(signal) else 0.0

    def backed(self, signal: str, least: float) -> bool:
        """Whether it is so sure of it, and the words themselves hint at it."""
        return self.value(signal) >= least and _value(self.local, signal) >= SUSPECTED


_EXPLAINED = (
    *("vagueness", "emotion", "contradiction", "elaboration"),
    *("refusal", "stop", "distress", "self_harm"),
)
_DOING: tuple[Act, ...] = ("refusal", "stop", "correction", *REPLIES)


def _why(hearing: Hearing, found: Mapping[str, Reading]) -> Mapping[str, str]:
    """Who says so, for all that decides: a rule where one held, else the ear or a model."""
    return {
        **{name: found[name].why or found[name].reader for name in _EXPLAINED if name in found},
        **{str(act): _by(act, hearing) for act in _DOING if act in hearing.does},
    }


def _by(what: Act, hearing: Hearing) -> str:
    """The rule that heard it, where one did: rules are called by what they hear."""
    return hearing.by_rule if hearing.by_rule in (f"rule: {what}", PRESSED) else "ear"


def _value(found: Mapping[str, Reading], signal: str) -> float:
    return found[signal].value if signal in found else 0.0


def _opens_up(text: str, found: Mapping[str, Reading]) -> bool:
    deep = _value(found, "depth") >= DEEP or _value(found, "emotional_disclosure") >= OPEN
    return deep and len(text.split()) >= AT_LENGTH
