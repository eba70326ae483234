"""Respondents without a profile: over a script of keywords and states, and over the answers of a real transcript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dramaturg.app.hearing import nearest
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.kernel.prose import plain
from dramaturg.turn.ports import Embedder

# ── scripts ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Rule:
    """What is said, in turn, to a question with one of these words in it (to any, where there are none), and what follows.

    After `times` such answers the respondent is in the state `then`; "gone" ends it.
    """

    say: tuple[str, ...]
    words: tuple[str, ...] = ()
    times: int = 1
    then: str = ""


Script = Mapping[str, tuple[Rule, ...]]
FIRST, GONE = "first", "gone"

WHY = ("why", "important", "matter", "what makes", "mean")

SCRIPTS: Mapping[str, Script] = {
    "stall": {FIRST: (Rule(("I don't know.", "Not sure.", "Hm, I couldn't say.", "No idea, really.")),)},
    "silent": {FIRST: (Rule(("...", "Hm.", "", "Mm.")),)},
    "loop": {
        FIRST: (
            Rule(
                (
                    "It saves me time in the morning.",
                    "Well, in the morning it saves me time.",
                    "Because I have more time then, in the morning.",
                )
            ),
        )
    },
    "soften": {
        FIRST: (Rule(("Fine.", "I use it, that's all.", "Nothing special about it."), times=3, then="warming"),),
        "warming": (
            Rule(("I suppose it's because it's quick, and I'm always late.",), WHY),
            Rule(("It's easy to clean. I like things that are easy.", "My sister gave it to me."), times=2, then="open"),
        ),
        "open": (
            Rule(
                (
                    "Because then I'm home before the kids are asleep, and I can read to them.",
                    "I want them to remember a father who was there. Mine wasn't.",
                ),
                WHY,
            ),
            Rule(
                ("On Tuesdays I get home at six and we cook together, the little one cuts the mushrooms with a plastic knife.",)
            ),
        ),
    },
    "harden": {
        FIRST: (Rule(("I like it because it gives me a quiet half hour before work.",), times=3, then="closed"),),
        "closed": (Rule(("I've said that already.", "Can we move on?", "I don't want to talk about that.")),),
    },
    "walk_out": {
        FIRST: (Rule(("It's good, I use it every day, mostly for work.",), times=4, then="leaving"),),
        "leaving": (Rule(("I have to stop here, I'd like to end the interview now.",), then=GONE),),
        GONE: (),
    },
    "hostile": {
        FIRST: (
            Rule(("Why would you want to know that?", "That's a strange thing to ask."), WHY),
            Rule(("What's this for, anyway?", "You people ask the same thing every time.", "It works. Next.")),
        )
    },
}


class ScriptedRespondent:
    """Goes by a script: the first rule of its state that fits the question tells what is said."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._state = FIRST
        self._used: dict[int, int] = {}

    def answer(self, question: str) -> str | None:
        asked = plain(question)
        rules = enumerate(self._script[self._state])
        fitting = (entry for entry in rules if not entry[1].words or any(word in asked for word in entry[1].words))
        number, rule = next(fitting, (0, None))
        return None if rule is None else self._say(number, rule)

    def _say(self, number: int, rule: Rule) -> str:
        used = self._used.get(number, 0)
        self._used[number] = used + 1
        if rule.then and used + 1 >= rule.times:
            self._state, self._used = rule.then, {}
        return rule.say[used % len(rule.say)]


def scripted_respondent(name: str) -> ScriptedRespondent:
    if name not in SCRIPTS:
        raise BadInput(f"there is no script {name!r}. {did_you_mean(name, SCRIPTS)}")
    return ScriptedRespondent(SCRIPTS[name])


# ── transcripts ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


class TranscriptRespondent:
    """Says what somebody said once: of the answers not used yet the one nearest to the question. Leaves when all are used."""

    def __init__(self, answers: Sequence[str], embedder: Embedder) -> None:
        self._answers = list(answers)
        self._embedder = embedder

    def answer(self, question: str) -> str | None:
        if not self._answers:
            return None
        return self._answers.pop(nearest(self._answers, question, self._embedder))
