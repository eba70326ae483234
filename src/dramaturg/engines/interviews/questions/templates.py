"""Wording: the interviewer's voice without a model. Authored questions are filled with what the
respondent said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from dramaturg.data_files import load
from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Strategy, Subject
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.questions.label_forms import QuestionPhrase, phrase, quotation
from dramaturg.english.prose import plain, words
from dramaturg.turn.ports import Syntax

INSTEAD = 20  # questions of other strategies that are tried, others from turn to turn
STRONG, LOW = 0.6, 0.4  # emotion from which, and valence up to which, an answer asks for warmth


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that may be asked. An invitation is the last resort: it need only differ in words
    from what was asked.
    """

    question: str
    template: str
    invitation: bool = False


class QuestionWording:
    """One methodology's words about one subject."""

    def __init__(
        self, methodology: Methodology, subject: Subject, guide: Guide | None, syntax: Syntax
    ) -> None:
        self._methodology = methodology
        self._subject = subject
        self._topics = {topic.id: topic for topic in guide.topics} if guide else {}
        self._syntax = syntax

    # ── questions ─────────────────────────────────────────────────────────────────────────────────

    def candidates(
        self, seen: InterviewState, directive: InterviewDirective
    ) -> Iterator[Candidate]:
        """What could be asked, best first, nothing that was asked before; the last ones never run
        out.
        """
        filled = self.fillings(seen, directive)
        asked = [plain(question) for question in seen.questions]
        for template in self._templates(seen, directive):
            line = rendered(template, filled)
            if line and not _asked(line, asked):
                yield Candidate(line, template)
        for line in invitations(seen.turn):
            if not _asked(line, asked):
                yield Candidate(line, line, invitation=True)

    def _templates(self, seen: InterviewState, directive: InterviewDirective) -> Iterator[str]:
        """The topic's own questions, the strategy's, other strategies' about the same concept,
        broad ones about the subject.
        """
        if directive.topic in self._topics:
            turns = seen.topic_turns.get(directive.topic, 0)
            yield from _rotated(self._topics[directive.topic].questions, turns)
        chosen = self._methodology.by_name.get(directive.strategy)
        if chosen is None:
            yield from self._methodology.openings
        elif directive.purpose == "again":
            yield from sorted(chosen.templates, key=len)
        else:
            yield from _rotated(chosen.templates, seen.strategies.count(chosen.name))
            others = self._instead_of(chosen, directive)
            instead = [template for other in others for template in other.templates]
            yield from _rotated(instead, 7 * seen.turn)[:INSTEAD]
        yield from _rotated(USUAL.broad, seen.turn)

    def _instead_of(self, chosen: Strategy, directive: InterviewDirective) -> Iterable[Strategy]:
        if chosen.ends_interview or directive.purpose == "close":
            return ()
        others = (each for each in self._methodology.strategies if not each.ends_interview)
        alike = (each for each in others if each.about == chosen.about)
        return (each for each in alike if each.name != chosen.name)

    def fillings(
        self, seen: InterviewState, directive: InterviewDirective
    ) -> Mapping[str, QuestionPhrase]:
        """What can be put into a template; what is not known is not there."""
        filled = {"subject": QuestionPhrase(self._subject.title)}
        named = (directive.concept, *directive.others)
        concepts = [id for id in named if id in seen.graph.concepts]
        if directive.concept in seen.graph.concepts:
            phrases = dict.fromkeys(self._phrase(seen, id) for id in concepts)
            filled |= dict(zip(("focus", "other", "third"), phrases, strict=False))
            concept = seen.graph.concepts[directive.concept]
            filled["quote"] = QuestionPhrase(
                quotation(concept.quotes[-1].text, concept.label) if concept.quotes else ""
            )
        return {name: each for name, each in filled.items() if words(each.text)}

    def _phrase(self, seen: InterviewState, id: str) -> QuestionPhrase:
        concept = seen.graph.concepts[id]
        quote = concept.quotes[-1].text if concept.quotes else ""
        return phrase(concept.label, quote, self._methodology.ontology.naming, self._syntax)

    # ── what stands around them ───────────────────────────────────────────────────────────────────

    def acknowledgement(self, seen: InterviewState, directive: InterviewDirective) -> str:
        """A few words before the question: after a refusal, a question back or a strong feeling,
        else now and then; never the same in a row.
        """
        pool = self._fitting(seen, directive)
        recent = [plain(question) for question in seen.questions[-3:]]
        fresh = [each for each in pool if not _opens(recent, each)]
        return fresh[_draw(seen, "which") % len(fresh)] if fresh else ""

    def _fitting(self, seen: InterviewState, directive: InterviewDirective) -> Sequence[str]:
        signals, answer = directive.signals, seen.answer
        does = seen.heard.does if seen.heard else ()
        if directive.purpose == "again":
            return USUAL.plainer
        if _number(signals.get("llm.refusal")) >= 0.5 or "skip" in does:
            return USUAL.after_refusal
        if "question_back" in does:
            return USUAL.replies
        emotion, valence = signals.get("llm.emotion"), signals.get("llm.valence")
        if _number(emotion) >= STRONG and _number(valence, 0.5) <= LOW:
            return USUAL.after_feeling
        usual, last = self._methodology.acknowledgements, [plain(seen.question)]
        says_little = len(words(answer)) < 3 or signals.get("llm.response_depth") == "surface"
        asks_back = answer.rstrip().endswith("?")
        if says_little or asks_back or any(_opens(last, each) for each in usual):
            return ()
        return usual if _draw(seen, "whether") % 5 < 3 else ()

    def farewell(self, seen: InterviewState, directive: InterviewDirective) -> str:
        """The last words: thanks, a goodbye to somebody who wants to stop, or care for somebody in
        danger.
        """
        if directive.termination == "safety_stop":
            return USUAL.care
        pool = USUAL.goodbyes if directive.termination == "user_stop" else self._methodology.thanks
        return pool[seen.turn % len(pool)]

    def standing(self, seen: InterviewState, directive: InterviewDirective, question: str) -> str:
        """A few words while the question stands, and the question itself, unless somebody needs a
        moment.
        """
        if directive.purpose == "wait":
            return USUAL.waits[seen.turn % len(USUAL.waits)]
        pool = {"reply": USUAL.replies, "leave": USUAL.leaves}.get(directive.purpose, USUAL.unread)
        return f"{pool[seen.turn % len(pool)]} {question}".strip()

    def invitation(self, seen: InterviewState) -> str:
        """A neutral question that was not asked before in these words."""
        asked = [plain(question) for question in seen.questions]
        return next(line for line in invitations(seen.turn) if not _asked(line, asked))


def _opens(questions: Iterable[str], words: str) -> bool:
    return any(question.startswith(plain(words)) for question in questions)


def _number(value: object, absent: float = 0.0) -> float:
    return float(value) if isinstance(value, int | float) else absent


def _draw(seen: InterviewState, purpose: str) -> int:
    """A number that looks random and is the same on every replay."""
    return crc32(f"{purpose} {seen.turn} {seen.answer}".encode(errors="replace"))


def _asked(line: str, asked: Sequence[str]) -> bool:
    said = plain(line)
    return any(before.endswith(said) for before in asked)


def _rotated(templates: Sequence[str], by: int) -> Sequence[str]:
    start = by % len(templates) if templates else 0
    return (*templates[start:], *templates[:start])


# ── templates ─────────────────────────────────────────────────────────────────────────────────────

_FIELD = re.compile(r"\{(\w+)\}")
_AGREES: Mapping[str, str] = {"does": "do", "is": "are", "was": "were", "has": "have"}
_BEFORE = re.compile(rf"\b({'|'.join(_AGREES)}) (?=\{{focus\}})", re.IGNORECASE)
_AFTER = re.compile(rf"(?<=\{{focus\}}) ({'|'.join(_AGREES)})\b")


def rendered(template: str, filled: Mapping[str, QuestionPhrase]) -> str:
    """The template in words; nothing when something it needs is not known."""
    if any(name not in filled for name in _FIELD.findall(template)):
        return ""
    if "focus" in filled and filled["focus"].plural:
        template = _BEFORE.sub(lambda verb: f"{_plural(verb[1])} ", template)
        template = _AFTER.sub(lambda verb: f" {_plural(verb[1])}", template)
    line = _FIELD.sub(lambda field: filled[field[1]].text, template)
    return f"{line[:1].upper()}{line[1:]}"


def _plural(verb: str) -> str:
    many = _AGREES[verb.lower()]
    return many.capitalize() if verb[:1].isupper() else many


# ── words of every interview ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class UsualLines:
    """What usual_lines.yaml holds."""

    after_refusal: tuple[str, ...]
    after_feeling: tuple[str, ...]
    plainer: tuple[str, ...]
    replies: tuple[str, ...]
    waits: tuple[str, ...]
    leaves: tuple[str, ...]
    unread: tuple[str, ...]
    goodbyes: tuple[str, ...]
    care: str
    broad: tuple[str, ...]
    starts: tuple[str, ...]
    invites: tuple[str, ...]


USUAL = load(__file__, "usual_lines.yaml", UsualLines)
ACKNOWLEDGED = frozenset(
    map(plain, (*USUAL.after_refusal, *USUAL.after_feeling, *USUAL.plainer, *USUAL.replies))
)


def invitations(turn: int) -> Iterator[str]:
    """More neutral questions than an interview remembers to have asked, in an order that changes
    from turn to turn.
    """
    for step in range(len(USUAL.starts) * len(USUAL.invites)):
        start, invite = divmod(step, len(USUAL.invites))
        beginning = USUAL.starts[(start + invite + turn) % len(USUAL.starts)]
        yield f"{beginning} {USUAL.invites[(invite + turn) % len(USUAL.invites)]}"
