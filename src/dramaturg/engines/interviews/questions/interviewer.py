"""The interviewer: a methodology about a subject, perhaps by a guide, with its wording and its
guard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.questions.guard import Guard, Talk
from dramaturg.engines.interviews.questions.templates import QuestionWording
from dramaturg.turn.hearing import Ear
from dramaturg.turn.ports import Embedder, Syntax
from dramaturg.turn.readings import Readers

TAKEN_UP = ("said", "earlier", "focus", "other", "third")
LONGEST = 4_000  # characters of one answer that a question is compared with


@dataclass(frozen=True, slots=True)
class Interviewer:
    """Who asks. `descriptions` tell a model what each signal means."""

    methodology: Methodology
    subject: Subject
    guide: Guide | None
    wording: QuestionWording
    guard: Guard
    descriptions: Mapping[str, str] = field(default_factory=dict)

    def talk(self, seen: InterviewState, directive: InterviewDirective) -> Talk:
        """What a question of this turn is judged against."""
        answers = [line.text[:LONGEST] for line in seen.lines if line.speaker == "respondent"]
        said = (self.subject.title, *self._topic(directive), *_named(seen, directive), *answers)
        phrases = self.wording.fillings(seen, directive)
        filled = {name: phrase.text for name, phrase in phrases.items()}
        again = directive.purpose == "again"  # which may come near the question it repeats
        return Talk(
            earlier=seen.questions[:-1] if again else seen.questions,
            said="\n".join(said),
            answer=answers[-1] if answers else "",
            subject=self.subject.title,
            phrases=tuple(filled[name] for name in TAKEN_UP if name in filled),
            quote=filled.get("quote", ""),
            refused=seen.refused,
        )

    def unasking(self, seen: InterviewState, directive: InterviewDirective) -> str:
        """A line that asks nothing new: a farewell, or a few words while the question stands."""
        if not directive.continues:
            return self.wording.farewell(seen, directive)
        return self.wording.standing(seen, directive, self.guard.question(seen.question))

    def _topic(self, directive: InterviewDirective) -> Iterator[str]:
        for topic in self.guide.topics if self.guide else ():
            if topic.id == directive.topic:
                yield from (topic.title, *topic.questions)


def _named(seen: InterviewState, directive: InterviewDirective) -> Iterator[str]:
    for id in (directive.concept, *directive.others):
        if id in seen.graph.concepts:
            concept, clause = seen.graph.concepts[id], seen.clause_of(id)
            yield clause.text if clause else ""
            yield from (concept.label, *(quote.text[:LONGEST] for quote in concept.quotes))


def interviewer(
    methodology: Methodology,
    subject: Subject,
    guide: Guide | None,
    readers: Readers,
    syntax: Syntax,
    embedder: Embedder,
    ear: Ear,
    descriptions: Mapping[str, str] | None = None,
) -> Interviewer:
    wording = QuestionWording(methodology, subject, guide, syntax)
    guard = Guard(readers, methodology, syntax, embedder, ear)
    return Interviewer(methodology, subject, guide, wording, guard, descriptions or {})
