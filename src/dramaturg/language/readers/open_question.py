"""Open questions: does a turn invite a free, longer answer, or ask for a yes, a no, or one short
fact?
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from dramaturg.english.prose import table
from dramaturg.language.readers.evidence import weigh
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.questions import MEASURES, QuestionTurn, ReadQuestion, either
from dramaturg.language.readers.reader import Reader
from dramaturg.turn.readings import Reading

FACTS = table("""
    year years time date day month age name names surname number color colour size price salary rate
    percent percentage height weight distance population grade rank street town city village county
    state country floor address email school company branch ship bus title position language
    religion denomination nationality birthday brand version model unit degree
""")
WIDE = table("""
    kind kinds sort sorts type types way ways thing things advice role part difference impact effect
    sense extent
""")
REMEMBER = either("remember|recall|say|tell|describe|explain|recollect")
LIKE = re.compile(r" (?:like|mean|about) (?:for you |to you |then |back then |in those days )?$")
STORIES = either(
    r"any(?:thing)? (?:\w+"
    r" )?(?:memories|memory|stories|thoughts|advice|tips|ideas|suggestions|recollections?|"
    r"examples?|else)",
    r"any(?:thing)? (?:\w+ )?(?:reflections?|other)|(?:have|got) a"
    r" (?:story|favou?rite|memory)|anything you",
)
WHETHER = either("if|whether")
SEVERAL = re.compile(r"[^su]s$")  # what concerns, what changes: more than one is welcome
STANDS = either(
    "see (?:yourself|this|that|it|things)|(?:go|going|take it|move) from"
    " here|leave|leaves|stand|coming from|is your head"
)


def _for_a_fact(question: ReadQuestion) -> bool:
    if question.wh in ("when", "where", "who", "whos", "whose", "whom", "which"):
        return True
    if question.wh == "how":
        return question.sought in MEASURES
    return question.sought in FACTS and not LIKE.search(question.line)


def _for_one_of_a_kind(question: ReadQuestion) -> bool:
    """What school did you go to: the thing asked for stands right after the question word."""
    one = question.sought not in WIDE and not SEVERAL.search(question.sought)
    return question.wh == "what" and question.words[1:2] == (question.sought,) and one


FORMS: Mapping[str, Callable[[ReadQuestion], bool]] = {
    "it asks whether there is something to tell": lambda q: (
        q.kind != "wh" and bool(STORIES.search(q.line))
    ),
    "it offers answers to choose from": lambda q: (
        q.choices and q.kind in ("polar", "statement", "fragment")
    ),
    "it asks to be told whether": lambda q: q.kind == "request" and bool(WHETHER.search(q.line)),
    "it asks to be told one fact": lambda q: q.kind == "request" and bool(q.wh) and _for_a_fact(q),
    "it asks to be told": lambda q: q.kind == "request",
    "it asks where somebody stands": lambda q: (
        q.kind == "wh" and q.wh == "where" and bool(STANDS.search(q.line))
    ),
    "it asks for one fact": lambda q: q.kind == "wh" and _for_a_fact(q),
    "it asks what kind": lambda q: (
        q.kind == "wh" and q.words[1:2] in (("kind",), ("sort",), ("type",))
    ),
    "it asks which one of a kind": lambda q: q.kind == "wh" and _for_one_of_a_kind(q),
    "it asks why": lambda q: q.kind == "wh" and (q.wh == "why" or q.line.startswith(" how come ")),
    "it asks how": lambda q: q.kind == "wh" and q.wh in ("how", "hows"),
    "it asks what": lambda q: q.kind == "wh",
    "it asks whether somebody can say one fact": lambda q: bool(q.wh) and _for_a_fact(q),
    "it asks whether somebody remembers how or what": lambda q: (
        bool(q.wh) and bool(REMEMBER.search(q.line))
    ),
    "it asks for yes or no": lambda q: q.kind == "polar",
    "it states, and wants a nod": lambda q: q.kind == "statement",
    "it is a few words with a mark": lambda q: q.kind == "fragment",
}
"""The form a question has is the first that fits."""

INVITING = frozenset(
    {
        "it asks whether there is something to tell",
        "it asks to be told",
        "it asks where somebody stands",
        "it asks why",
        "it asks how",
        "it asks what",
        "it asks whether somebody remembers how or what",
        "it is a few words with a mark",
    }
)
NOTHING = "it asks nothing"
OPENED = "an open question stands before it"
RULES = (*FORMS, NOTHING, OPENED)


def read(seen: SeenTurn) -> Reading:
    return weigh("open_question", held(QuestionTurn(seen.text)), head("open_question"), seen.text)


def held(turn: QuestionTurn) -> list[str]:
    """The form of what is asked last counts; an open question before it counts a little."""
    full = [question for question in turn.asked if question.kind != "fragment"] or turn.asked
    if not full:
        return [NOTHING]
    *before, last = map(form, full)
    return [last, OPENED] if INVITING & set(before) else [last]


def form(question: ReadQuestion) -> str:
    return next(says for says, fits in FORMS.items() if fits(question))


READER = Reader(
    "open_question",
    "Whether a question invites a free, longer answer: 1 open, 0 closed (yes or no, either-or, one"
    " short fact) or no question.",
    read,
    rubric=(
        "no question, or one answered by yes, no, or one of the answers it offers",
        "asks for one short fact: a name, a date, a number, a place",
        "could be answered in a word, though more is welcome",
        "asks what, how or why about something narrow",
        "invites the person to tell in their own words",
    ),
)
