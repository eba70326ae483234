"""A study as tables, for spreadsheets and statistics: all that was said, coded and counted, each
row with its origin.

`ladders` and `interview_codes` have the columns that `study matrix` and `study saturation` read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dramaturg.kernel.conditions import Value
from dramaturg.studies.base.codes import CodeBook, CodedInterview, Ref
from dramaturg.studies.base.evidence import QuotedWords
from dramaturg.studies.figures.matrix import Ladder

Cell = Value | None
Row = tuple[Cell, ...]
Names = Mapping[str, str]  # by id of a code or an idea: what the code is called
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would run
NO_CODES = "-"  # in the place of a code, where an interview has none

# The tables that grow interview by interview, and their columns. Screener questions are columns of
# `respondents` too.
HEADS: Mapping[str, tuple[str, ...]] = {
    "respondents": (
        "respondent",
        "session",
        "answers",
        "words",
        "minutes",
        "refusals",
        "termination",
        "models",
    ),
    "lines": ("respondent", "turn", "speaker", "text"),
    "ideas": (
        "respondent",
        "idea",
        "label",
        "type",
        "code",
        "name",
        "joined_by",
        "nearness",
        "first_turn",
        "mentions",
    ),
    "quotes": ("respondent", "code", "name", "turn", "start", "end", "words"),
    "links": (
        "respondent",
        "from",
        "to",
        "type",
        "is_chain",
        "mentions",
        "turn",
        "start",
        "end",
        "words",
    ),
    "ladders": ("respondent", "ladder", "position", "code"),
    "interview_codes": ("interview", "code"),
}
NOWHERE = QuotedWords(0, 0, 0, "")


def codes_table(book: CodeBook, names: Names) -> Iterator[Row]:
    yield "code", "name", "type", "respondents", "mentions", "description"
    for code in book.codes.values():
        yield code.id, names[code.id], code.type, code.support, code.mentions, code.description


def interview_rows(
    interview: CodedInterview,
    ladders: Sequence[Ladder],
    book: CodeBook,
    names: Names,
    questions: Sequence[str],
) -> Iterator[tuple[str, Row]]:
    """Each row with the name of its table. `questions` are the ids of the screener's questions."""
    who = interview.evidence.respondent
    called = {id: names[code] for id, code in interview.code_of.items()}
    yield "respondents", _respondent(interview, questions)
    yield from (
        ("lines", (who, line.turn, line.speaker, line.text)) for line in interview.evidence.lines
    )
    yield from (("ideas", row) for row in _ideas(interview, book, names))
    yield from (("quotes", row) for row in _quotes(interview, called))
    yield from (("links", row) for row in _links(interview, called))
    for ladder in ladders:
        for position, code in enumerate(ladder.codes, 1):
            yield "ladders", (who, ladder.ladder, position, names[code])
    for name in dict.fromkeys(called.values()) or (NO_CODES,):
        yield "interview_codes", (who, name)


def _respondent(interview: CodedInterview, questions: Sequence[str]) -> Row:
    evidence, conduct = interview.evidence, interview.evidence.conduct
    return (
        evidence.respondent,
        evidence.session,
        conduct.answers,
        conduct.words,
        round(conduct.seconds / 60, 1),
        conduct.refusals,
        conduct.termination,
        " ".join(conduct.models),
        *(evidence.variables.get(question) for question in questions),
    )


def _ideas(interview: CodedInterview, book: CodeBook, names: Names) -> Iterator[Row]:
    who = interview.evidence.respondent
    for idea in interview.evidence.ideas:
        joined = book.joined[Ref(who, idea.id)]
        code, nearness = joined.code, round(joined.nearness, 3)
        yield (
            who,
            idea.id,
            idea.label,
            idea.type,
            code,
            names[code],
            joined.join,
            nearness,
            idea.turn,
            idea.mentions,
        )


def _quotes(interview: CodedInterview, called: Names) -> Iterator[Row]:
    for idea in interview.evidence.ideas:
        for words in idea.words:
            place = (words.turn, words.start, words.end, words.text)
            yield (
                interview.evidence.respondent,
                interview.code_of[idea.id],
                called[idea.id],
                *place,
            )


def _links(interview: CodedInterview, called: Names) -> Iterator[Row]:
    """One row for every time a link was said."""
    for link in interview.evidence.links:
        ends = (called[link.source], called[link.target], link.type, link.chain, link.mentions)
        for words in link.words or (NOWHERE,):
            yield (
                interview.evidence.respondent,
                *ends,
                words.turn,
                words.start,
                words.end,
                words.text,
            )


def harmless(cell: Cell) -> Cell:
    """Words that a spreadsheet would take for a formula, as words; numbers and lone signs as they
    are.
    """
    return (
        f"'{cell}" if isinstance(cell, str) and len(cell) > 1 and cell.startswith(FORMULA) else cell
    )
