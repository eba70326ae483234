"""What was heard in the last passage, as far as a listener's next words depend on it."""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.data_files import Pattern, Words, load
from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.read.tones import BRIGHT, DARK, Tone, tones_of
from dramaturg.english.prose import plain, sentences, words

_EMPTY = load(__file__, "words.yaml", dict[str, dict[str, Words]])["heard"]["empty"]
_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["heard"]

THIN = 7  # words: no more than that may say nothing
SHORT, LONG = 9, 38  # words
DONE = 4  # words: two answers running as short as that have ended a story
CLOSE, BRIEF, STILL_FELT = 12, 25, 0.35  # pain after a passage of grief: it is the same grief
HEAVY, BRIGHT_FROM = 0.37, 0.45  # valence: what is dark without a word that says so; what is not
STILL, BARELY = 3, 7  # passages of a few words in which a grief stays in the room
STUCK = 2  # thin answers running
_MIDWAY, _SAID = _PATTERNS["midway"], _PATTERNS["said"]
_BLANK = _PATTERNS["blank"]
_CHOICE, _EVENT = _PATTERNS["choice"], _PATTERNS["event"]


def passage(seen: MemoirState) -> str:
    """What the teller said last, if it was the last thing that was said."""
    return seen.lines[-1].text if seen.lines and seen.lines[-1].speaker == "teller" else ""


def is_thin(text: str) -> bool:
    """`Yes.` or `I don't know.`: nothing to go on."""
    return len(words(text)) <= THIN and _EMPTY.issuperset(words(text))


def tones(seen: MemoirState) -> tuple[Tone, ...]:
    """What the passage is told in; nothing bright where it was heard to be dark."""
    found = tones_of(passage(seen))
    if seen.valence is None or seen.valence >= BRIGHT_FROM:
        return found
    return tuple(tone for tone in found if tone not in BRIGHT)


def _is_heavy(seen: MemoirState) -> bool:
    return seen.valence is not None and seen.valence <= HEAVY and BRIGHT.isdisjoint(tones(seen))


def is_dark(seen: MemoirState, conduct: TurnConduct) -> bool:
    """Whether grief, shame or pain was told just now, or is still in the room."""
    shown = tones(seen)
    count = len(words(passage(seen)))
    still = count <= CLOSE or (count <= BRIEF and _felt(seen) >= STILL_FELT)
    still = still and was_dark(seen) and BRIGHT.isdisjoint(shown) and not is_thin(passage(seen))
    return conduct.sideways or still or not DARK.isdisjoint(shown)


def _felt(seen: MemoirState) -> float:
    return seen.signals.emotion_score if seen.signals else 0.0


def was_dark(seen: MemoirState) -> bool:
    """Whether it was in the passage before, or in those before with hardly a word since."""
    told = [line.text for line in seen.lines if line.speaker == "teller"][:-1]
    for said in reversed(told[-STILL:]):
        if not DARK.isdisjoint(tones_of(said)):
            return True
        if len(words(said)) > BARELY or not BRIGHT.isdisjoint(tones_of(said)):
            return False
    return False


def heard_in(seen: MemoirState, conduct: TurnConduct) -> frozenset[str]:
    """What the passage is, by the names that moves.yaml knows."""
    told = passage(seen)
    if _MIDWAY.search(told.strip()) and words(told):
        return frozenset({"midway"})
    if is_dark(seen, conduct):
        return frozenset({"dark"})
    if _BLANK.search(plain(told)) and len(words(told)) <= SHORT:
        return frozenset({"blank"})
    if is_thin(told):
        return frozenset({"thin", *(["stuck"] if _thin_in_a_row(seen) >= STUCK else [])})
    kind = "heavy" if _is_heavy(seen) else "any"
    return frozenset({kind, *tones(seen), *_ways(seen, told)})


def _ways(seen: MemoirState, told: str) -> Iterator[str]:
    count, said = len(words(told)), plain(told)
    last = sentences(told)[-1:]
    if count <= SHORT:
        yield "short"
        before = [line.text for line in seen.lines if line.speaker == "teller"][-2:-1]
        if count <= DONE and any(len(words(each)) <= DONE for each in before):
            yield "done"
    if count >= LONG:
        yield "long"
    if last and _SAID.search(plain(last[0])):
        yield "said"
    if count < LONG and _CHOICE.search(said):
        yield "choice"
    if _EVENT.search(said):
        yield "event"


def _thin_in_a_row(seen: MemoirState) -> int:
    """How many of the teller's last passages gave nothing to go on."""
    told = [line.text for line in seen.lines if line.speaker == "teller"]
    thin = 0
    while thin < len(told) and is_thin(told[-1 - thin]):
        thin += 1
    return thin
