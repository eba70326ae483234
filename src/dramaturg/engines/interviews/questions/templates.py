"""Wording: the interviewer's voice without a model. Authored questions are filled with what the
respondent said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar
from zlib import crc32

from dramaturg.data_files import Pattern, load
from dramaturg.engines.interviews.base.clause import Clause
from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Strategy, Subject
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.questions.fluency import stumbles
from dramaturg.engines.interviews.questions.label_forms import QuestionPhrase, phrase
from dramaturg.english.prose import plain, words
from dramaturg.english.second_person import to_you
from dramaturg.turn.ports import Syntax

INSTEAD = 20  # questions of other strategies that are tried, others from turn to turn
SHORT = 9  # words of an answer that nothing need be given back of: "that" is clear
STRONG, LOW = 0.6, 0.4  # emotion from which, and valence up to which, an answer asks for warmth


T = TypeVar("T")
About = Literal["focus", "subject"]


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
        """What could be asked, best first, nothing that was asked before in this or another form;
        the last ones never run out.
        """
        filled = self.fillings(seen, directive)
        asked = [plain(question) for question in seen.questions]
        for template, about in self._templates(seen, directive):
            if _has_its_shape(template, asked) or not fits(template, self._subject.title):
                continue
            for line in self._forms(template, about, filled, seen, directive):
                if not _asked(line, asked) and not stumbles(line):
                    yield Candidate(line, template)
        for line in invitations(seen.turn):
            if not _asked(line, asked):
                yield Candidate(line, line, invitation=True)

    def _templates(
        self, seen: InterviewState, directive: InterviewDirective
    ) -> Iterator[tuple[str, About]]:
        """The topic's own questions, the strategy's, other strategies' about the same, broad ones
        about the subject.
        """
        if directive.topic in self._topics:
            turns = seen.topic_turns.get(directive.topic, 0)
            for question in _rotated(self._topics[directive.topic].questions, turns):
                yield question, "subject"
        chosen = self._methodology.by_name.get(directive.strategy)
        if chosen is None:
            yield from ((opening, "subject") for opening in self._methodology.openings)
        else:
            own = chosen.templates
            if directive.purpose == "again":
                own = tuple(sorted(own, key=len))
            yield from ((each, chosen.about) for each in own)
            others = self._instead_of(chosen, directive)
            instead = [(each, other.about) for other in others for each in other.templates]
            yield from _rotated(instead, 7 * seen.turn)[:INSTEAD]
            if chosen.about == "focus":
                yield from ((each, chosen.about) for each in USUAL.probes)
        yield from ((each, "subject") for each in _rotated(USUAL.broad, seen.turn))

    def _instead_of(self, chosen: Strategy, directive: InterviewDirective) -> Iterable[Strategy]:
        if chosen.ends_interview or directive.purpose == "close":
            return ()
        others = (each for each in self._methodology.strategies if not each.ends_interview)
        alike = (each for each in others if each.about == chosen.about and each.most is None)
        return (each for each in alike if each.name != chosen.name)

    def _forms(
        self,
        template: str,
        about: About,
        filled: Mapping[str, QuestionPhrase],
        seen: InterviewState,
        directive: InterviewDirective,
    ) -> Iterator[str]:
        """The template in words. What asks about "that" needs something it can mean: what was just
        said, by itself where that was short, else a clause given back; or one from before.
        """
        bare = rendered(template, filled)
        if about == "subject" or set(_FIELD.findall(template)) - {"subject"}:
            yield from filter(None, [bare])
        elif self._is_fresh(seen, directive):
            led = (
                self._after(USUAL.leads, filled["said"].text, template, seen)
                if "said" in filled
                else bare
            )
            gives_back = directive.purpose == "again" or _gives_back(seen)
            yield from (led, bare) if gives_back else (bare, led)
        elif "earlier" in filled:
            yield self._after(USUAL.earlier, filled["earlier"].text, template, seen)

    def _after(self, leads: ClauseLeads, given: str, template: str, seen: InterviewState) -> str:
        """A clause given back, and the question after it."""
        pool = leads.quoted if given.startswith('"') else leads.turned
        lead = pool[len(seen.questions) % len(pool)]
        known = {"clause": QuestionPhrase(given), "subject": QuestionPhrase(self._subject.title)}
        return rendered(f"{lead} {template}", known)

    def _is_fresh(self, seen: InterviewState, directive: InterviewDirective) -> bool:
        """Whether "that" can be understood: what the question is about was just said."""
        known = directive.concept in seen.graph.concepts
        return directive.purpose == "again" or (known and seen.follows(directive.concept))

    def fillings(
        self, seen: InterviewState, directive: InterviewDirective
    ) -> Mapping[str, QuestionPhrase]:
        """What can be put into a template; what is not known, or not fluent, is not there."""
        filled = {"subject": QuestionPhrase(self._subject.title)}
        named = (directive.concept, *directive.others)
        concepts = [id for id in named if id in seen.graph.concepts]
        if directive.concept in seen.graph.concepts:
            phrases = [self._phrase(seen, id) for id in concepts]
            filled |= {
                name: each
                for name, each in zip(("focus", "other", "third"), phrases, strict=False)
                if each
            }
            filled |= self._clauses(seen, directive)
        return {name: each for name, each in filled.items() if words(each.text)}

    def _clauses(
        self, seen: InterviewState, directive: InterviewDirective
    ) -> Mapping[str, QuestionPhrase]:
        """The respondent's own clauses: of the last answer, of an earlier one, and several."""
        filled: dict[str, QuestionPhrase] = {}
        clause, is_fresh = seen.clause_of(directive.concept), self._is_fresh(seen, directive)
        if clause:
            filled["quote"] = QuestionPhrase(clause.text)
        if clause and is_fresh:
            filled["said"] = QuestionPhrase(clause.given)
        elif clause and clause.stands:
            filled["earlier"] = QuestionPhrase(clause.given)
        if is_fresh and (before := self._before(seen, directive)):
            filled["earlier"] = QuestionPhrase(before.given)
        if told := seen.to_sum_up:
            *first, last = (each.given for each in told)
            filled["summary"] = QuestionPhrase(f"{'; '.join(first)}; and {last}")
        return filled

    def _before(self, seen: InterviewState, directive: InterviewDirective) -> Clause | None:
        """A clause from an earlier answer that another concept stands on."""
        others = (id for id in directive.others if id in seen.graph.concepts)
        found = (seen.clause_of(id) for id in others if not seen.follows(id))
        return next((each for each in found if each and each.stands), None)

    def _phrase(self, seen: InterviewState, id: str) -> QuestionPhrase | None:
        concept = seen.graph.concepts[id]
        quote = concept.quotes[-1].text if concept.quotes else ""
        return phrase(concept.label, quote, self._syntax)

    # ── what stands around them ───────────────────────────────────────────────────────────────────

    def acknowledgement(self, seen: InterviewState, directive: InterviewDirective) -> str:
        """A few words before the question: after a refusal, a question back, a correction, a
        complaint or a strong feeling, else now and then; never the same in a row.
        """
        if directive.purpose == "ask" and _puts_right(seen):
            return _taking(seen.heard.corrected if seen.heard else "")
        pool = self._fitting(seen, directive)
        recent = [plain(question) for question in seen.questions[-3:]]
        fresh = [each for each in pool if not _opens(recent, each)]
        return fresh[_draw(seen, "which") % len(fresh)] if fresh else ""

    def _fitting(self, seen: InterviewState, directive: InterviewDirective) -> Sequence[str]:
        signals, answer = directive.signals, seen.answer
        does = seen.heard.does if seen.heard else ()
        if directive.purpose == "again":
            return USUAL.plainer
        if seen.heard and seen.heard.nothing_more:
            return ()
        if _number(signals.get("llm.refusal")) >= 0.5 or "skip" in does:
            return USUAL.after_refusal
        if seen.heard and seen.heard.annoyed:
            return USUAL.after_complaint
        if "question_back" in does:
            return USUAL.replies
        if USUAL.sad_news.search(plain(answer)):
            return USUAL.after_sad_news
        emotion, valence = signals.get("llm.emotion"), signals.get("llm.valence")
        if _number(emotion) >= STRONG and _number(valence, 0.5) <= LOW:
            return USUAL.after_feeling
        usual, lately = (
            self._methodology.acknowledgements,
            [plain(each) for each in seen.questions[-2:]],
        )
        says_little = len(words(answer)) < 3 or signals.get("llm.response_depth") == "surface"
        asks_back = answer.rstrip().endswith("?")
        if says_little or asks_back or any(_opens(lately, each) for each in usual):
            return ()
        return usual if _draw(seen, "whether") % 2 else ()

    def farewell(self, seen: InterviewState, directive: InterviewDirective) -> str:
        """The last words: thanks, a goodbye to somebody who wants to stop, or care for somebody in
        danger.
        """
        if directive.termination == "safety_stop":
            return USUAL.care
        pools = {"user_stop": USUAL.goodbyes, "nothing_more": USUAL.all_said}
        pool = pools.get(directive.termination or "", self._methodology.thanks)
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


_NAMED = re.compile(r"(?:the|a|an|my|\d+|[A-Z]\w+$|one|two|three|four|five|six|ten)\b[\w' -]*$")


def _puts_right(seen: InterviewState) -> bool:
    """Whether a correction was heard, in words that make one."""
    heard = seen.heard
    is_one = heard is not None and "correction" in heard.does and not heard.annoyed
    return is_one and bool(USUAL.puts_right.search(plain(seen.answer)))


def _taking(corrected: str) -> str:
    """A correction is taken at its word."""
    named = _NAMED.match(corrected) and not stumbles(corrected)
    return f"Thank you, {to_you(corrected)} then." if named else USUAL.corrected


def _gives_back(seen: InterviewState) -> bool:
    """Whether a clause of the last answer is given back: where it told more than one thing, and
    not each time.
    """
    lately = seen.questions[-2:]
    each_time = len(lately) > 1 and all(_QUOTES.search(plain(line)) for line in lately)
    return len(seen.answer.split()) > SHORT and not each_time


_QUOTES = re.compile(r"\byou (?:said|told|mentioned|were saying|put it)|^so |\"")


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


def _has_its_shape(template: str, asked: Sequence[str]) -> bool:
    """Whether the template was used before, whatever stood in it or before it."""
    shape = ".{1,300}".join(re.escape(plain(part)) for part in _FIELD.split(template)[::2])
    return any(re.search(rf"(?:^|[.,!?] ){shape}$", before) for before in asked)


def _rotated(templates: Sequence[T], by: int) -> Sequence[T]:
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
    first = next((place for place, letter in enumerate(line) if letter.isalnum()), 0)
    return f"{line[:first]}{line[first : first + 1].upper()}{line[first + 1 :]}"


def fits(template: str, subject: str) -> bool:
    """Whether anybody would say it of such a subject: nobody comes to choosing a bank."""
    return not (_DOING.match(subject) and USUAL.only_of_things.search(template))


_DOING = re.compile(r"(?i)(?:[a-z]{2,}ing|an?)\b")


def _plural(verb: str) -> str:
    many = _AGREES[verb.lower()]
    return many.capitalize() if verb[:1].isupper() else many


# ── words of every interview ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ClauseLeads:
    """How a clause is given back before a question: turned to "you", or quoted."""

    turned: tuple[str, ...]
    quoted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UsualLines:
    """What usual_lines.yaml holds."""

    leads: ClauseLeads
    earlier: ClauseLeads
    probes: tuple[str, ...]
    corrected: str
    puts_right: Pattern
    after_complaint: tuple[str, ...]
    all_said: tuple[str, ...]
    after_refusal: tuple[str, ...]
    after_feeling: tuple[str, ...]
    after_sad_news: tuple[str, ...]
    sad_news: Pattern
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
    only_of_things: Pattern


USUAL = load(__file__, "usual_lines.yaml", UsualLines)
ACKNOWLEDGED = frozenset(
    map(
        plain,
        (
            *USUAL.after_refusal,
            *USUAL.after_feeling,
            *USUAL.after_sad_news,
            *USUAL.after_complaint,
            USUAL.corrected,
            *USUAL.plainer,
            *USUAL.replies,
        ),
    )
)


def invitations(turn: int) -> Iterator[str]:
    """More neutral questions than an interview remembers to have asked, in an order that changes
    from turn to turn.
    """
    for step in range(len(USUAL.starts) * len(USUAL.invites)):
        start, invite = divmod(step, len(USUAL.invites))
        beginning = USUAL.starts[(start + invite + turn) % len(USUAL.starts)]
        yield f"{beginning} {USUAL.invites[(invite + turn) % len(USUAL.invites)]}"
