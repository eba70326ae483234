"""Simulated learners: somebody to play against, who reacts to what they hear and needs no model;
one can word what they say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, Protocol

from dramaturg.data_files import load
from dramaturg.engines.sims.base.scenario import ScenarioPerson
from dramaturg.english.figures import claimed, read
from dramaturg.english.prose import content_words, sentences
from dramaturg.turn.contract import Cue, Heard
from dramaturg.turn.ports import Voice
from dramaturg.turn.simulated_speech import Character, worded


class Learner(Protocol):
    def answer(self, line: str, cues: Sequence[Cue]) -> Heard | None:
        """What they say to a line; None when they leave."""
        ...


def _ended(cues: Sequence[Cue]) -> bool:
    return any(cue.command == "AI_EndConversation" for cue in cues)


def _options(cues: Sequence[Cue]) -> Sequence[Mapping[str, str]]:
    return next((cue.data["options"] for cue in cues if cue.command == "AI_PivotMoment"), ())


# ── for the demo ──────────────────────────────────────────────────────────────────────────────────

LAUNCH_QUESTIONS = (
    "Hi, I've been brought in to make the call. What's going on?",
    "What did the eval turn up?",
    "Is it across the board, or only in specific areas?",
    "Should I just call the client and tell them we're slipping the date?",
    "Okay. What else should I know?",
    "How bad is it really, in terms of what we promised the client?",
)
_LATER = ("I'm listening, go on.", "What would you accept?", "Thank you, that helps me a lot.")


class AttentiveLearner:
    """Asks their questions, picks the first option when one is offered, says back the percentages
    they hear, and listens.
    """

    def __init__(self, questions: Sequence[str] = LAUNCH_QUESTIONS) -> None:
        self._questions = iter(questions)
        self._later = iter(_LATER)
        self._last = ""

    def answer(self, line: str, cues: Sequence[Cue]) -> Heard | None:
        if _ended(cues):
            return None
        options = _options(cues)
        if options:
            return Heard(choice=options[0]["id"])
        words = next(self._questions, None) or self._say_back(line) or next(self._later, None)
        return None if words is None else Heard(text=words)

    def _say_back(self, line: str) -> str | None:
        heard = list(
            dict.fromkeys(figure.text for figure in read(line) if figure.text.endswith("%"))
        )
        words = (
            f"So it's {heard[1]} against {heard[0]}. That decides it, then."
            if len(heard) > 1
            else ""
        )
        if words == self._last:
            return None
        self._last = words
        return words or None


# ── temperaments ──────────────────────────────────────────────────────────────────────────────────

# turns; more than any proven bound in the library, so that only a conversation without a bound is
# left
PATIENCE = 40


@dataclass(frozen=True, slots=True)
class Temperament:
    """How somebody takes a conversation.

    `curious`: how often they ask something to the point instead of a phrase of their own.
    `registers_at`: how often a point has to be put to them before they take it in (0: never),
    and `readiness` how likely they say so then. `resists`: what they say to a point until then.
    `strays`: every other turn is off the point. `picks`: which option they choose.
    """

    phrases: tuple[str, ...]
    curious: float = 1.0
    registers_at: int = 1
    readiness: float = 0.6
    by_figures: tuple[str, ...] = (
        "So it's {figures}. That decides it, then.",
        "{figures}. I see, that changes what we have to do.",
    )
    by_clause: tuple[str, ...] = (
        "So {clause}. I see.",
        "You're telling me {clause}. Then we have to act on that.",
    )
    resists: tuple[str, ...] = ()
    strays: bool = False
    picks: Literal["first", "last", "any"] = "first"
    patience: int = PATIENCE


TEMPERAMENTS = load(__file__, "temperaments.yaml", dict[str, Temperament])
SILENCE = TEMPERAMENTS["silent"].phrases

SMALL_TALK = (
    "Did you see the match last night?",
    "Where do people go for lunch around here?",
    "How long have you had that bicycle?",
    "Do you know whether it's going to rain on Sunday?",
)
GREETING = "Hi, I was told to talk to you. What's going on?"
OPENERS = ("", "", "Okay. ", "One more thing. ", "Help me with this. ")


@dataclass(frozen=True, slots=True)
class Topics:
    """What there is to ask a person, and what is not theirs to answer."""

    questions: tuple[str, ...]
    tangents: tuple[str, ...]


def topics_of(person: ScenarioPerson) -> Topics:
    facts = (*person.what_they_know, *person.decision_facts, person.challenge, person.tradeoff)
    questions = tuple(question for fact in facts if fact for question in fact.asked)
    return Topics(
        questions,
        (*(about for elsewhere in person.elsewhere for about in elsewhere.about), *SMALL_TALK),
    )


class SimulatedLearner:
    """Somebody of a certain temperament, with questions in mind. All chance is handed in.

    `took_in`: the points they took in and said back, which is their own truth of what they
    understood.
    """

    def __init__(self, temperament: Temperament, topics: Topics, chance: Random) -> None:
        self._temperament = temperament
        self._chance = chance
        self._questions = chance.sample(topics.questions, len(topics.questions))
        self._tangents = topics.tangents
        self._memory = Memory()
        self._turns = 0
        self.took_in: list[Point] = []

    def answer(self, line: str, cues: Sequence[Cue]) -> Heard | None:
        self._turns += 1
        if _ended(cues) or self._turns > self._temperament.patience:
            return None
        self._memory.take_in(line)
        options = _options(cues)
        return self._choice(options) if options else Heard(text=self._words())

    def _choice(self, options: Sequence[Mapping[str, str]]) -> Heard:
        """Now and then the option is said aloud instead of chosen."""
        match self._temperament.picks:
            case "first":
                option = options[0]
            case "last":  # authors put the sharpest one there
                option = options[-1]
            case "any":
                option = self._chance.choice(options)
        return (
            Heard(text=option["text"])
            if self._chance.random() < 0.2
            else Heard(choice=option["id"])
        )

    def _words(self) -> str:
        temperament = self._temperament
        if temperament.strays and self._turns % 2 == 0:
            return self._chance.choice(self._tangents)
        point = self._memory.open_point()
        if point is None:
            return self._question()
        if 0 < temperament.registers_at <= point.times:
            return (
                self._register(point)
                if self._chance.random() < temperament.readiness
                else self._question()
            )
        return self._chance.choice(temperament.resists) if temperament.resists else self._question()

    def _register(self, point: Point) -> str:
        point.registered = True
        self.took_in.append(point)
        if len(point.figures) > 1:
            return self._chance.choice(self._temperament.by_figures).format(
                figures=" against ".join(point.figures[:3])
            )
        return self._chance.choice(self._temperament.by_clause).format(clause=point.clause)

    def _question(self) -> str:
        if self._chance.random() >= self._temperament.curious or not self._questions:
            return self._chance.choice(self._temperament.phrases)
        if self._turns == 1:
            return GREETING
        return f"{self._chance.choice(OPENERS)}{self._questions.pop()}"


LEARNERS: Sequence[str] = tuple(TEMPERAMENTS)


def learner(name: str, person: ScenarioPerson, chance: Random) -> SimulatedLearner:
    return SimulatedLearner(TEMPERAMENTS[name], topics_of(person), chance)


# ── with a model ──────────────────────────────────────────────────────────────────────────────────

FEWEST_WORDS = 3  # that a model could say in other words


class ModelLearner:
    """The same learner with a model's words. What they ask and take in is decided as without one,
    and so are choices.
    """

    def __init__(self, voice: Voice, inner: Learner, temperament: str) -> None:
        self._voice, self._inner = voice, inner
        manner = " / ".join(TEMPERAMENTS[temperament].phrases)
        self._character = Character(
            "talks to somebody in a role-play", f"somebody {temperament}", f"such as: {manner}"
        )

    async def answer(self, line: str, cues: Sequence[Cue]) -> Heard | None:
        planned = self._inner.answer(line, cues)
        if planned is None or len(planned.text.split()) < FEWEST_WORDS:
            return planned
        return replace(planned, text=await worded(self._voice, self._character, line, planned.text))


AnyLearner = Learner | ModelLearner


async def answer_of(someone: AnyLearner, line: str, cues: Sequence[Cue]) -> Heard | None:
    return (
        await someone.answer(line, cues)
        if isinstance(someone, ModelLearner)
        else someone.answer(line, cues)
    )


# ── what a learner remembers ──────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Point:
    """Something that was put to the learner: its figures, the clause to say back, how often, and
    whether it was taken in.
    """

    figures: tuple[str, ...]
    clause: str
    words: frozenset[str]
    times: int = 1
    registered: bool = False

    def is_like(self, other: Point) -> bool:
        """The same two figures, or much the same words; less of them when a figure is the
        same too.
        """
        figures = len(set(self.figures) & set(other.figures))
        shared = len(self.words & other.words) / max(1, min(len(self.words), len(other.words)))
        return figures > 1 or shared >= (0.2 if figures else 0.4)


@dataclass(slots=True)
class Memory:
    """The points put to a learner, the latest last. They know no more than they were told; a point
    put again is open again.
    """

    points: list[Point] = field(default_factory=list)

    def take_in(self, line: str) -> None:
        point = point_in(line)
        if point is None:
            # a line that asserts nothing asks for the point before it once more
            if (left := self.open_point()) is not None:
                left.times += 1
            return
        earlier = next((known for known in self.points if known.is_like(point)), None)
        if earlier is not None:
            self.points.remove(earlier)
            point.times += earlier.times
        self.points.append(point)

    def open_point(self) -> Point | None:
        """Of the last three points, the latest that was not taken in; one with figures to compare
        weighs more.
        """
        recent = [point for point in self.points[-3:] if not point.registered]
        return max(reversed(recent), key=lambda point: len(point.figures) > 1, default=None)


LEAST_WORDS = 4  # content words without which a sentence makes no point


def point_in(line: str) -> Point | None:
    """What a line asserts: the sentence with the most figures, the longest among equals. Questions
    assert nothing.
    """
    asserted = [sentence for sentence in sentences(line) if not sentence.endswith("?")]
    weighed = [
        (len(claimed(sentence)), len(content_words(sentence)), sentence) for sentence in asserted
    ]
    figures, words, sentence = max(weighed, default=(0, 0, ""))
    if not figures and words < LEAST_WORDS:
        return None
    told = tuple(
        dict.fromkeys(figure.text.lower() for each in asserted for figure in claimed(each))
    )
    return Point(told, said_back(sentence), content_words(line))


_YOURS = {
    "i": "you",
    "i'm": "you're",
    "i've": "you've",
    "i'd": "you'd",
    "i'll": "you'll",
    "my": "your",
    "me": "you",
    "mine": "yours",
}


def said_back(sentence: str) -> str:
    """A sentence as the other side repeats it: from their side, and without its marks."""
    turned = re.sub(
        r"\b[\w']+",
        lambda word: _YOURS.get(word[0].lower(), word[0]),
        sentence.strip().rstrip(".!…"),
    )
    return turned[:1].lower() + turned[1:]
