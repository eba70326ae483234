"""Leading questions: does a turn suggest the answer, press for agreement, or put a conclusion into the person's mouth?"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from dramaturg.language.readers.evidence import Held, weigh
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.questions import DEGREE, Question, Turn, either
from dramaturg.language.readers.reader import Reader
from dramaturg.language.readers.seen import Seen
from dramaturg.turn.readings import Reading

AGREE = either(
    "n't (?:you|we|they) (?:all )?(?:think|say|agree|feel|admit)|would you (?:not )?(?:agree|say that|admit)",
    "do you (?:not )?agree|(?:fair|safe|right) to (?:say|assume)|is (?:it|that) fair|(?:both|all) agree",
    "have to (?:admit|agree)|you 'd admit|why not admit",
)
MUST = either("must (?:surely |really )?(?:'ve|have|be (?:so|very|hard|a))")
SURE = either(
    "surely|obviously|clearly|of course|no doubt|undoubtedly|plainly|frankly|let 's face it|after all|come on",
    "absolutely|deep down",
)
GUESS = either(
    "i (?:imagine|guess|assume|suppose|bet|take it|suspect|should think|expect|presume|would think|'d imagine|reckon)",
    "i 'm guessing|presumably|(?:sounds|seems|looks) (?:like|to me)|in other words|basically|what you really",
)
OTHERS = either(
    "most (?:people|folks|customers|users)|reasonable person|we all|as someone who|in (?:his|her|their|your) right mind",
    r"any (?:\w+ )?(?:person|mother|father|parent|man|woman|boss)|every(?:one|body) (?:knows|says|else|agrees)",
    "anyone (?:would|can)|nobody (?:would|wants)|what kind of",
)
PREMISE = re.compile(
    r"^ (?:(?:and|but|so|well|okay|now) )?(?:given (?:that|how|the)|considering|bearing in mind|since (?:you|when)"
    r"|looking back at|despite|after (?:such|everything|all)|in view of) "
)
ADVICE = either(
    "why (?:do|did|wo|would|ca|could|have) n't (?:you|they)|why not|should n't|would n't it|would n't (?:you|that) (?:be|rather)",
    "could n't you|ca n't you|have n't you|better (?:if|off)|on earth|how (?:can|could|do) you (?:say|justify|possibly)",
    "explain (?:to me )?why you",
)
MIND = either(
    "feel|feels|felt|feeling|think|thought|want|wanted|believe|believed|hope|hoped|wish|wished|love|loved|hate|hated|like|liked",
    "prefer|knew|regret|blame|resent|cared?|enjoy|enjoyed|worried|scared|afraid|angry|proud|ashamed|guilty|lonely|happy|sad|upset",
    "hurt|jealous|relieved|disappointed|depressed|glad|hard|difficult|easy|better|worse|terrible|awful|wonderful|great|lovely",
    "unfair|wrong|mistake|fault|problem|tough|shock|special",
)


def _states(turn: Turn) -> bool:
    return turn.any(lambda question: question.kind == "statement")


def _offered(asked: Question, after: Question) -> bool:
    """How did you feel, were you ashamed: the second is an answer to the first, not a question of its own."""
    return asked.kind == "wh" and after.kind == "polar" and not after.linked


RULES: Mapping[str, tuple[Callable[[Turn], bool], float]] = {
    "it asks for agreement": (lambda t: bool(AGREE.search(t.line)), 1.3),
    "a tag wants a nod": (lambda t: t.any(lambda q: bool(q.tag) and q.marked), 1.7),
    "a no in the question expects a yes": (lambda t: t.any(lambda q: q.kind == "polar" and q.negative and q.marked), 1.3),
    "it offers answers to choose from": (lambda t: t.any(lambda q: q.kind in ("polar", "statement") and q.choices), 0.5),
    "it says how something must have been": (lambda t: bool(MUST.search(t.line)), 1.3),
    "it says that something goes without saying": (lambda t: bool(SURE.search(t.line)), 1.9),
    "it puts the asker's guess forward": (lambda t: bool(GUESS.search(t.line)) and (not t.asked or _states(t)), 1.2),
    "it tells what others think or do": (lambda t: bool(OTHERS.search(t.line)), 1.7),
    "it opens with a premise": (lambda t: bool(PREMISE.search(t.line)), 1.8),
    "it is advice or reproach in the form of a question": (lambda t: bool(ADVICE.search(t.line)), 2.1),
    "it asks how strong a feeling or a harm was": (lambda t: bool(DEGREE.search(t.asking)), 1.4),
    "it states and lets the person confirm": (_states, 0.6),
    "it states what the person feels or thinks": (
        lambda t: t.any(lambda q: q.kind == "statement" and bool(MIND.search(q.line))),
        0.3,
    ),
    "it asks yes or no about a feeling or a judgement": (
        lambda t: t.any(lambda q: q.kind == "polar" and bool(MIND.search(q.line))),
        0.6,
    ),
    "it asks, and offers an answer at once": (lambda t: any(map(_offered, t.asked, t.asked[1:])), 0.4),
}

START = -0.3
TRUST = 0.9


def read(seen: Seen) -> Reading:
    turn = Turn(seen.text)
    held = [Held(rule, worth) for rule, (holds, worth) in RULES.items() if holds(turn)]
    return weigh(START, held, head("leading_question"), TRUST, seen.text)


READER = Reader(
    "leading_question",
    "Whether a turn suggests the answer, presses for agreement or concludes for the person: 1 leading, 0 neutral.",
    read,
    rubric=(
        "neutral: any answer is as welcome as any other",
        "almost neutral: a word or two lean to one side",
        "leans: an answer is offered, but it is easy to give another",
        "leading: a tag, a loaded word or an offered conclusion asks for agreement",
        "pushes: disagreeing would mean contradicting the asker",
    ),
)
