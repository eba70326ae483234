"""Leading questions: does a turn suggest the answer, offer a view to agree with, or force a choice
between answers?
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from dramaturg.english.sentiment import sentiment
from dramaturg.language.readers.evidence import weigh
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.questions import DEGREE, QuestionTurn, ReadQuestion, either
from dramaturg.language.readers.reader import Reader
from dramaturg.turn.readings import Reading

AGREE = either(
    "n't (?:you|we|they) (?:all )?(?:think|say|agree|feel|admit)|would you (?:not )?(?:agree|say"
    " that|admit)",
    "do you (?:not )?agree|(?:fair|safe|right) to (?:say|assume)|is (?:it|that) fair|(?:both|all)"
    " agree",
    "(?:have|got) to (?:admit|agree)|you 'd (?:admit|say)|why not admit",
)
MUST = either(
    "(?:must|had to|got to) (?:surely |really |kind of )?(?:'ve|have|be|been)", "gotta be"
)
SURE = either(
    "surely|obviously|clearly|of course|no doubt|undoubtedly|plainly|frankly|let 's face it|after"
    " all|come on",
    "absolutely|deep down",
)
GUESS = either(
    "i (?:imagine|guess|assume|suppose|bet|take it|suspect|should think|expect|presume|reckon)",
    "i (?:would (?:think|imagine)|'d imagine|'m guessing)",
    "presumably|(?:sounds|seems|looks) (?:like|to me)|in other words|basically|what you really|so"
    " really",
)
OTHERS = either(
    "most (?:people|folks|customers|users)|reasonable person|we all|as someone who|in"
    " (?:his|her|their|your) right mind",
    r"any (?:\w+ )?(?:person|mother|father|parent|man|woman|boss)|every(?:one|body)"
    r" (?:knows|says|else|agrees)",
    "anyone (?:would|can)|nobody (?:would|wants)|a lot of (?:people|folks)|(?:research|studies)"
    " (?:shows?|showing|says?)",
)
PREMISE = re.compile(
    r"^ (?:(?:and|but|so|well|okay|now) )?(?:given (?:that|how|the)|considering|bearing in"
    r" mind|since (?:you|when)"
    r"|looking back at|despite|after (?:such|everything|all)|in view of) "
)
ADVICE = either(
    "why (?:do|did|wo|would|ca|could|have) n't (?:you|they)|why not|should n't|would n't it|would"
    " n't (?:you|that) (?:be|rather)",
    "could n't you|ca n't you|have n't you|better (?:if|off)|on earth|how (?:can|could|do) you"
    " (?:say|justify|possibly)",
    "explain (?:to me )?why you",
)
MIND = either(
    "feel|feels|felt|feeling|think|thought|want|wanted|believe|believed|hope|hoped|wish|wished|love|loved|hate|hated|like|liked",
    "prefer|knew|regret|blame|resent|cared?|enjoy|enjoyed|worried|scared|afraid|angry|proud|ashamed|guilty|lonely|happy|sad|upset",
    "hurt|jealous|relieved|disappointed|depressed|glad|hard|difficult|easy|better|worse|terrible|awful|wonderful|great|lovely",
    "unfair|wrong|mistake|fault|problem|tough|shock|special|surprised|excited|nervous|dangerous|good|bad|important",
)
THESIS = re.compile(
    r" (?:do|did|does|would|are|were|have|could) (?:n't )?(?:you|people|folks|they) (?:\w+ ){0,2}"
    r"(?:think|feel|say|saying|believe|find|see|sense|suggesting|consider|call|describe|get)(?:"
    r" \S+){4}"
)
REASON = either(
    "because|'cause|because of|(?:is|was) that (?:why|when|where|how)|that 's why|which is why|the"
    " reason|due to|so that",
    "(?:make|made|makes|making) (?:you|it|them|people|him|her|things|everybody|everyone)",
    "(?:anything|something|a lot|much) to do with|turn(?:ed)? out",
    "(?:change|changed|shape|shaped|affect|affected) (?:you|how|the way)",
)
SHADED = either(
    "(?<!some )(?<!any )(?<!that )(?<!what )(?:kind|sort) of|kinda|sorta|in a (?:way|sense)|pretty"
    " much|almost like",
    "more of|more about|more like|a bit of|a little(?: bit)?|essentially|part of"
    " you|mostly|mainly|a sense|too much|so much|even",
)
CHECK = either(
    "(?:you|you 've|you 'd) (?:said|mentioned|told)|you say|do you mean|you mean|just to|have i"
    " got|got (?:it|that) right",
    "make sure|(?:is|was) that (?:still )?(?:right|correct)",
)
FACT = either(
    r"(?:do|did|does|have|has) (?:you|he|she|they|anyone|anybody|your \w+) (?:all |two |guys |ever"
    r" |still |also |happen to )?"
    "(?:have|had|remember|recall|know|own|go|get|work|live|meet|use|used|finish|keep|speak|been|take|stay|move|say|seen?|talk|tried)",
    "(?:is|was|are|were) there (?:a|an|any|other|many|some)",
    "(?:is|was|were|are) (?:this|that|he|she|your|they|you|it) (?:in|at|from|there)",
)
COLOURED = 0.2  # how far from neutral the tone of a judgement is
SHORT = 6  # words: a thesis needs more


def says(pattern: re.Pattern[str]) -> Callable[[QuestionTurn], bool]:
    return lambda turn: bool(pattern.search(turn.line))


def nods(fits: Callable[[ReadQuestion], bool]) -> Callable[[QuestionTurn], bool]:
    """One of its questions could be answered with a nod, and is of this sort."""
    return lambda turn: turn.any(
        lambda question: question.kind in ("polar", "statement", "fragment") and fits(question)
    )


def _states(question: ReadQuestion) -> bool:
    return question.kind == "statement"


def _coloured(question: ReadQuestion) -> bool:
    """It names a feeling or a judgement."""
    return bool(MIND.search(question.line)) or abs(sentiment(question.line).tone) > COLOURED


def _interprets(question: ReadQuestion) -> bool:
    """It speaks of feelings, judgements, reasons or shades, and not of plain facts alone."""
    return (
        _coloured(question)
        or bool(REASON.search(question.line))
        or bool(SHADED.search(question.line))
    )


def _answers(asked: ReadQuestion, after: ReadQuestion) -> bool:
    """How did you feel, were you ashamed: the second is an answer to the first, not a question of
    its own.
    """
    if (
        asked.kind not in ("wh", "request")
        or after.kind not in ("polar", "fragment", "statement")
        or after.linked
    ):
        return False
    return asked.wh in ("how", "why", "what") and _coloured(after) and not FACT.search(after.line)


LEADS: Mapping[str, Callable[[QuestionTurn], bool]] = {
    "it asks for agreement": says(AGREE),
    "a tag wants a nod": lambda t: t.any(lambda q: bool(q.tag) and q.marked),
    "a no in the question expects a yes": lambda t: t.any(
        lambda q: q.kind == "polar" and q.negative and q.marked
    ),
    "it offers feelings, judgements or reasons to choose from": nods(
        lambda q: q.choices and _interprets(q)
    ),
    "it asks, and offers an answer at once": lambda t: any(map(_answers, t.asked, t.asked[1:])),
    "it offers a view to agree with": nods(lambda q: not q.wh and bool(THESIS.search(q.line))),
    "it offers a reason or an effect to agree with": nods(lambda q: bool(REASON.search(q.line))),
    "it offers an interpretation, softened": nods(lambda q: bool(SHADED.search(q.line))),
    "it asks yes or no about a feeling or a judgement": nods(
        lambda q: q.kind == "polar" and bool(MIND.search(q.line))
    ),
    "it states and lets the person confirm": nods(_states),
    "it states what the person feels or thinks": nods(
        lambda q: _states(q) and bool(MIND.search(q.line))
    ),
    "it says how something must have been": says(MUST),
    "it says that something goes without saying": says(SURE),
    "it puts the asker's guess forward": nods(lambda q: bool(GUESS.search(q.line))),
    "it tells what others think or do": says(OTHERS),
    "it opens with a premise": says(PREMISE),
    "it is advice or reproach in the form of a question": says(ADVICE),
    "it asks how strong a feeling or a harm was": lambda t: bool(DEGREE.search(t.asking)),
}
"""What makes a turn leading."""

FREES: Mapping[str, Callable[[QuestionTurn], bool]] = {
    "it asks nothing": lambda t: not t.asked,
    "only question words and requests ask": lambda t: (
        bool(t.asked) and all(q.kind in ("wh", "request") for q in t.asked)
    ),
    "it asks yes or no in a few words": nods(lambda q: q.kind == "polar" and len(q.words) <= SHORT),
    "it asks whether a plain fact is so": nods(
        lambda q: bool(FACT.search(q.line)) and not q.choices
    ),
    "it names a person, a place or a figure": nods(lambda q: q.named and not q.choices),
    "it goes back to what was said": says(CHECK),
}
"""What leaves the answer free."""

RULES = {**LEADS, **FREES}


def held(turn: QuestionTurn) -> list[str]:
    return [rule for rule, holds in RULES.items() if holds(turn)]


def read(seen: SeenTurn) -> Reading:
    return weigh(
        "leading_question", held(QuestionTurn(seen.text)), head("leading_question"), seen.text
    )


READER = Reader(
    "leading_question",
    "Whether a turn suggests the answer, offers a view to agree with, or forces a choice between"
    " answers: 1 leading, 0 neutral.",
    read,
    rubric=(
        "neutral: any answer is as welcome as any other",
        "almost neutral: a word or two lean to one side",
        "leans: an answer or a choice of answers is offered, but it is easy to give another",
        "leading: a tag, a whole view, a forced choice or an offered conclusion asks for agreement",
        "pushes: disagreeing would mean contradicting the asker",
    ),
)
