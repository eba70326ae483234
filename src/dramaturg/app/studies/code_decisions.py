"""What an analyst decides about codes: merge, split, rename. Codes are named by id or name,
decisions refer to ideas.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dramaturg.app.studies.read_study import StudyMaterial
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean
from dramaturg.kernel.text import storable
from dramaturg.studies.base.codes import (
    Code,
    CodeBook,
    CodeRenamed,
    CodesImported,
    CodesMerged,
    CodeSplit,
    CodingDecision,
    MemoWritten,
    Ref,
    Span,
    SpanCoded,
)
from dramaturg.studies.base.evidence import InterviewEvidence


@dataclass(frozen=True, slots=True)
class Words:
    """Words of an answer, and the code they get; where there is none of that name, a new one of the
    `kind`.
    """

    respondent: str
    turn: int
    text: str
    code: str
    kind: str = ""


def merging(book: CodeBook, into: str, other: str) -> CodesMerged:
    """The second code becomes part of the first."""
    first, second = find_code(book, into), find_code(book, other)
    if first.id == second.id:
        raise BadInput(f"{into} and {other} are the same code already")
    return CodesMerged(_an_idea(book, first), _an_idea(book, second))


def splitting(book: CodeBook, code: str, ideas: Sequence[str]) -> CodeSplit:
    """These ideas, each as respondent/idea, leave the code."""
    known = find_code(book, code)
    leaving = tuple(_ref(idea) for idea in ideas)
    if strangers := [f"{ref.respondent}/{ref.idea}" for ref in leaving if ref not in known.ideas]:
        verb = "is no idea" if len(strangers) == 1 else "are no ideas"
        raise NotFound(f"{' and '.join(strangers)} {verb} of “{code}” ({known.id})")
    if len(set(leaving)) == len(known.ideas):
        raise BadInput(f"these are all ideas of “{code}”: leave some in it")
    return CodeSplit(leaving)


def renaming(book: CodeBook, code: str, to: str) -> CodeRenamed:
    if not (new := storable(to).strip()):
        raise BadInput("give the code a name")
    return CodeRenamed(_an_idea(book, find_code(book, code)), new)


def recoding(book: CodeBook, interviews: Iterable[InterviewEvidence], words: Words) -> SpanCoded:
    """Words of a transcript get a code: one that there is, or a new one of that name and kind.
    Raises NotFound, or BadInput where they were not said there.
    """
    evidence = next((each for each in interviews if each.respondent == words.respondent), None)
    if evidence is None:
        raise NotFound(f"no finished interview is of {words.respondent!r}")
    said = next(
        (
            line.text
            for line in evidence.lines
            if line.turn == words.turn and line.speaker == "respondent"
        ),
        "",
    )
    start = said.casefold().find(words.text.casefold()) if words.text.strip() else -1
    if start < 0:
        where = f"{words.respondent} does not say {words.text!r} in turn {words.turn}"
        raise BadInput(f"{where}: copy the words as they stand there")
    span = Span(words.respondent, words.turn, start, start + len(words.text))
    try:
        code = find_code(book, words.code)
    except NotFound:
        if not words.kind:
            raise
        return SpanCoded(span, words.kind, name=storable(words.code).strip())
    return SpanCoded(span, code.type, into=_an_idea(book, code))


def require_kind(material: StudyMaterial, kind: str) -> None:
    """Raises BadInput unless the methodology has concepts of this kind."""
    known = material.context.methodology.ontology.by_type
    if kind not in known:
        raise BadInput(f"there is no kind {kind!r}. {did_you_mean(kind, known)}")


def memo_on(book: CodeBook, code: str, text: str) -> MemoWritten:
    """What the analyst thinks of a code; nothing takes an earlier memo away."""
    return MemoWritten(_an_idea(book, find_code(book, code)), storable(text).strip())


def find_code(book: CodeBook, name: str) -> Code:
    """Raises NotFound, or BadInput where several have the name."""
    if name in book.codes:
        return book.codes[name]
    same = [code for code in book.codes.values() if code.name.casefold() == name.casefold()]
    if len(same) == 1:
        return same[0]
    if same:
        raise BadInput(
            f"several codes are called {name!r}: give an id,"
            f" {' or '.join(code.id for code in same)}"
        )
    raise NotFound(
        f"there is no code {name!r}."
        f" {did_you_mean(name, [code.name for code in book.codes.values()])}".strip()
    )


def decision_in_words(decision: CodingDecision, book: CodeBook) -> str:
    """A decision in words."""

    def name_of(ref: Ref) -> str:
        return (
            f"“{book.joined[ref].label}” of {ref.respondent}"
            if ref in book.joined
            else f"an idea of {ref.respondent}"
        )

    match decision:
        case CodesMerged(into, other):
            return f"the code of {name_of(other)} merged into that of {name_of(into)}"
        case CodeSplit(ideas):
            return f"split off: {', '.join(name_of(ref) for ref in ideas)}"
        case CodeRenamed(idea, new):
            return f"the code of {name_of(idea)} renamed to “{new}”"
        case SpanCoded(span, _, into, name):
            what = f"that of {name_of(into)}" if into else f"“{name}”"
            return f"words of {span.respondent} in turn {span.turn} coded as {what}"
        case MemoWritten(idea, text):
            return f"memo on the code of {name_of(idea)}{'' if text else ' taken away'}"
        case CodesImported(codes):
            return f"{len(codes)} codes imported"


def _an_idea(book: CodeBook, code: Code) -> Ref:
    """To name the code by: one that is called like it, so that whoever reads the decision knows
    which was meant.
    """
    if not code.ideas:
        raise BadInput(f"nobody has spoken of {code.name!r} yet")
    return next((ref for ref in code.ideas if book.joined[ref].label == code.name), code.ideas[0])


def _ref(text: str) -> Ref:
    respondent, _, idea = text.partition("/")
    if not idea:
        raise BadInput(f"{text!r} names no idea: write respondent/idea, such as R003/s4")
    return Ref(respondent, idea)
