"""Open questions: does a turn invite a free, longer answer, or ask for a yes, a no, or one short fact?"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from dramaturg.language.readers.evidence import Held, weigh
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.questions import MEASURES, Question, either, questions
from dramaturg.language.readers.reader import Reader
from dramaturg.language.readers.seen import Seen
from dramaturg.turn.readings import Reading

FACTS = frozenset({
    *("year", "years", "time", "date", "day", "month", "age", "name", "names", "surname", "number", "color", "colour", "size"),
    *("price", "salary", "rate", "percent", "percentage", "height", "weight", "distance", "population", "grade", "rank"),
    *("street", "town", "city", "village", "county", "state", "country", "floor", "address", "email", "school", "company"),
    *("branch", "ship", "bus", "title", "position", "language", "religion", "denomination", "nationality", "birthday"),
    *("brand", "version", "model", "unit", "degree"),
})  # fmt: skip
WIDE = frozenset({
    *("kind", "kinds", "sort", "sorts", "type", "types", "way", "ways", "thing", "things", "advice", "role", "part"),
    *("difference", "impact", "effect", "sense", "extent"),
})  # fmt: skip
REMEMBER = either("remember|recall|say|tell|describe|explain|recollect")
LIKE = re.compile(r" (?:like|mean|about) (?:for you |to you |then |back then |in those days )?$")
STORIES = either(
    r"any(?:thing)? (?:\w+ )?(?:memories|memory|stories|thoughts|advice|tips|ideas|suggestions|recollections?|examples?|else)",
    r"any(?:thing)? (?:\w+ )?(?:reflections?|other)|(?:have|got) a (?:story|favou?rite|memory)|anything you",
)
WHETHER = either("if|whether")


def _for_a_fact(question: Question) -> bool:
    if question.wh in ("when", "where", "who", "whos", "whose", "whom", "which"):
        return True
    if question.wh == "how":
        return question.sought in MEASURES
    return question.sought in FACTS and not LIKE.search(question.line)


def _for_one_of_a_kind(question: Question) -> bool:
    """What school did you go to: the thing asked for stands right after the question word."""
    return question.wh == "what" and question.words[1:2] == (question.sought,) and question.sought not in WIDE


FORMS: Mapping[str, tuple[Callable[[Question], bool], float]] = {
    "it asks whether there is something to tell": (lambda q: q.kind != "wh" and bool(STORIES.search(q.line)), 0.7),
    "it offers answers to choose from": (lambda q: q.choices and q.kind in ("polar", "statement", "fragment"), -1.2),
    "it asks to be told whether": (lambda q: q.kind == "request" and bool(WHETHER.search(q.line)), -1.0),
    "it asks to be told one fact": (lambda q: q.kind == "request" and bool(q.wh) and _for_a_fact(q), -0.5),
    "it asks to be told": (lambda q: q.kind == "request", 2.3),
    "it asks for one fact": (lambda q: q.kind == "wh" and _for_a_fact(q), -1.4),
    "it asks what kind": (lambda q: q.kind == "wh" and q.words[1:2] in (("kind",), ("sort",), ("type",)), -0.4),
    "it asks which one of a kind": (lambda q: q.kind == "wh" and _for_one_of_a_kind(q), -1.3),
    "it asks why": (lambda q: q.kind == "wh" and (q.wh == "why" or q.line.startswith(" how come ")), 1.4),
    "it asks how": (lambda q: q.kind == "wh" and q.wh in ("how", "hows"), 1.9),
    "it asks what": (lambda q: q.kind == "wh", 0.6),
    "it asks whether somebody can say one fact": (lambda q: bool(q.wh) and _for_a_fact(q), -1.5),
    "it asks whether somebody remembers how or what": (lambda q: bool(q.wh) and bool(REMEMBER.search(q.line)), 1.0),
    "it asks for yes or no": (lambda q: q.kind == "polar", -1.0),
    "it states, and wants a nod": (lambda q: q.kind == "statement", -0.9),
    "it is a few words with a mark": (lambda q: q.kind == "fragment", 0.4),
}
"""The form a question has is the first that fits."""

NOTHING = Held("it asks nothing", -1.4)
OPENED = Held("an open question stands before it", 0.7)
TRUST = 1.2


def read(seen: Seen) -> Reading:
    return weigh(0.0, held(questions(seen.text)), head("open_question"), TRUST, seen.text)


def held(asked: Sequence[Question]) -> list[Held]:
    """The form of what is asked last counts; an open question before it counts a little."""
    full = [question for question in asked if question.kind != "fragment"] or asked
    if not full:
        return [NOTHING]
    forms = [form(question) for question in full]
    return [forms[-1], OPENED] if any(before.worth > 0 for before in forms[:-1]) else [forms[-1]]


def form(question: Question) -> Held:
    return next(Held(says, worth) for says, (fits, worth) in FORMS.items() if fits(question))


READER = Reader(
    "open_question",
    "Whether a question invites a free, longer answer: 1 open, 0 closed (yes or no, either-or, one short fact) or no question.",
    read,
    rubric=(
        "no question, or one answered by yes, no, or one of the answers it offers",
        "asks for one short fact: a name, a date, a number, a place",
        "could be answered in a word, though more is welcome",
        "asks what, how or why about something narrow",
        "invites the person to tell in their own words",
    ),
)
