"""What a game is to be made of: what was typed, what the question says itself, or what is known of
its subject; and which parts of that were asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeStep
from dramaturg.engines.games.base.knowledge import Sequence as KnownSequence
from dramaturg.engines.games.lessons.as_knowledge import knowledge_from
from dramaturg.engines.games.lessons.lesson import Lesson, LessonStep
from dramaturg.engines.games.lessons.notes import read_notes
from dramaturg.engines.games.lessons.question import IN_ORDER, read_question
from dramaturg.engines.games.lessons.subjects import (
    COVERED,
    concept_of,
    names_known,
    nearness,
    subject_of,
)
from dramaturg.kernel.errors import BadInput

FEWEST_ASKED = 3
ASKED = "asked_for"
SHOWN = 3
MOST_NAMED = 8

WAYS_ON = (
    'Give the facts yourself: `dramaturg game make "..." --notes FILE` takes terms with their'
    " meanings, groups, steps, dates or a table as you would type them (`dramaturg new game` writes"
    " such a file); or write them into the question, with what each thing is in brackets. Or name a"
    " knowledge file with --knowledge"
)
NO_MODEL = ", or set a model"


@dataclass(frozen=True, slots=True)
class Understanding:
    """`asked` are the concepts that were asked for by name; all, where none were. `told` is what
    whoever asked should know of it.
    """

    knowledge: Knowledge
    asked: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


def from_notes(notes: str, question: str, id: str) -> Understanding:
    """Raises BadInput where they say nothing that a game could be made of."""
    lesson = read_notes(notes, read_question(question).title)
    if not lesson.is_enough:
        raise BadInput(
            "these notes cannot be read as a lesson: write one `term: meaning` a line (three at"
            " least), or `group: thing, thing, thing`, or numbered steps, or `1789: event`, or a"
            " table with a row of headings"
        )
    return _whole(lesson, id)


def focused(question: str, knowledge: Knowledge) -> Understanding:
    """A knowledge that somebody named, and what of it the question asks for."""
    return _focused(read_question(question), question, knowledge)


def understood(
    question: str, id: str, known: Sequence[Knowledge], likeness: Mapping[str, float]
) -> Understanding | None:
    """What a question is about: its own facts come first, and a known subject where it names parts
    of one; None when nothing is known of it.
    """
    lesson = read_question(question)
    best = max((names_known(lesson.names, each) for each in known), key=_share, default=None)
    only_names = not lesson.groups and not any(term.meaning for term in lesson.terms)
    known_well = best and len(best.concepts) >= FEWEST_ASKED and best.share >= COVERED
    if best and known_well and (only_names or not lesson.is_enough):
        return _focused(lesson, question, best.knowledge)
    if lesson.is_enough:
        return _whole(lesson, id)
    if len(lesson.names) > FEWEST_ASKED:
        return None  # it names its parts, and nobody knows them
    subject = subject_of(question, known, likeness)
    return _focused(lesson, question, subject) if subject else None


def unknown(
    question: str, known: Sequence[Knowledge], likeness: Mapping[str, float], fault: str = ""
) -> BadInput:
    """Says that nothing is known of it, what is nearest, and the ways on; `fault` is why what a
    model told of it could not be used.
    """
    lesson = read_question(question)
    ranked = nearness(question, known, likeness)
    near = ", ".join(f"{each.id} ({each.title})" for _, each in ranked[:SHOWN])
    nearest = f" The nearest that is known: {near}." if near else ""
    named = lesson.names[:MOST_NAMED]
    form = "".join(f"\n    {name}: " for name in named) if len(named) > 1 else ""
    fill_in = f"\nA file to fill in for it:{form}" if form else ""
    why = fault.partition("\nYOUR LAST ANSWER")[0]
    asked = f" What the model told of it could not be used: {why}\n" if why else ""
    more = "; or ask again, or set another model" if why else NO_MODEL
    about = lesson.title or repr(question)
    return BadInput(f"nothing is known about {about}.{asked}{nearest} {WAYS_ON}{more}.{fill_in}")


def _whole(lesson: Lesson, id: str) -> Understanding:
    """All that the lesson says is asked for."""
    knowledge = knowledge_from(lesson, id)
    asked = tuple(concept.id for concept in knowledge.concepts)
    return Understanding(knowledge, asked, lesson.left_out)


# ── what of a subject was asked for ───────────────────────────────────────────────────────────────


def _share(found: object) -> float:
    return float(getattr(found, "share", 0.0))


def _focused(lesson: Lesson, question: str, knowledge: Knowledge) -> Understanding:
    found = names_known(lesson.names, knowledge)
    if len(found.concepts) < FEWEST_ASKED:
        return Understanding(knowledge)
    missing = ", ".join(found.missing)
    told = (f"Not known here, and so not in the game: {missing}.",) if missing else ()
    if lesson.steps and IN_ORDER.search(question):
        knowledge = _with_order(lesson.steps, knowledge)
    return Understanding(knowledge, found.concepts, told)


def _with_order(steps: Sequence[LessonStep], knowledge: Knowledge) -> Knowledge:
    """The knowledge with the way that was asked for, told in its own words."""
    told = {
        step.concept: step
        for sequence in reversed(knowledge.sequences)
        for step in sequence.steps
        if step.concept
    }
    way: list[KnowledgeStep] = []
    for asked in steps:
        concept = concept_of(asked.text, knowledge)
        if concept is None or concept.id in {each.concept for each in way}:
            continue
        text = concept.function or concept.definition or asked.text
        known = told.get(concept.id)
        way.append(
            KnowledgeStep(concept=concept.id, text=known.text if known else text, why=concept.why)
        )
    if len(way) < FEWEST_ASKED:
        return knowledge
    title = " to ".join(knowledge.by_id[str(each.concept)].label for each in (way[0], way[-1]))
    asked_way = KnownSequence(
        id=ASKED, title=f"From {title}"[:60], question="Follow the way.", steps=tuple(way)
    )
    return knowledge.model_copy(update={"sequences": (asked_way, *knowledge.sequences)})
