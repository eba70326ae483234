"""Presupposing questions: does a turn take something for granted that the person has not said?"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dramaturg.english.sentiment import sentiment
from dramaturg.language.readers.evidence import weigh
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.questions import DEGREE, QuestionTurn, ReadQuestion, content, either
from dramaturg.language.readers.reader import Reader, by_rule
from dramaturg.turn.readings import Reading

CHANGE = either(
    "stop|stopped|quit|give up|gave"
    " up|start|started|begin|began|realise|realised|realize|realized|regret|lose|lost|still",
    "keep|keeps|anymore|no longer|finally|admit",
)
WHILE = either("(?:when|after|since|before|once|now that|while) (?:you|your|he|she|they|the)")

RULES: Mapping[str, Callable[[QuestionTurn], bool]] = {
    "it asks why something is so": lambda t: t.any(lambda q: q.wh == "why" and not q.negative),
    "it asks how strong a feeling or a harm was": lambda t: bool(DEGREE.search(t.asking)),
    "it asks when or how something changed or went on": lambda t: t.any(
        lambda q: bool(q.wh) and bool(CHANGE.search(q.line))
    ),
    "it speaks of harm or fault as known": lambda t: t.any(lambda q: bool(q.wh) and _dark(q)),
    "a clause of time carries harm or fault": lambda t: t.any(
        lambda q: bool(WHILE.search(q.sentence)) and _dark(q)
    ),
    "it asks nothing": lambda t: not t.asked,
}

# share of its content words that must stand in what was said before; half could be the topic alone
KNOWN = 0.6
DARK = -0.25


def read(seen: SeenTurn) -> Reading:
    asked = content(seen.text)
    if (len(asked & content(seen.context)) / len(asked) if asked else 0.0) >= KNOWN:
        return by_rule(0.1, 0.7, "what it takes for granted was said before")
    return weigh(
        "presupposing_question",
        held(QuestionTurn(seen.text)),
        head("presupposing_question"),
        seen.text,
    )


def held(turn: QuestionTurn) -> list[str]:
    return [rule for rule, holds in RULES.items() if holds(turn)]


def _dark(question: ReadQuestion) -> bool:
    return sentiment(question.sentence).tone < DARK


READER = Reader(
    "presupposing_question",
    "Whether a question takes for granted something the person has not said: 1 presupposes, 0 takes"
    " nothing for granted.",
    read,
    rubric=(
        "takes nothing for granted, or only what the person said",
        "takes for granted what hardly anybody would deny",
        "takes for granted something likely that the person has not said",
        "takes for granted a feeling, a reason or a change the person has not spoken of",
        "takes for granted a fault, a harm or a secret the person has not spoken of",
    ),
)
