"""A study as tables, for spreadsheets and statistics: all that was said, coded and counted, each
row with its origin.

`ladders` and `interview_codes` have the columns that `study matrix` and `study saturation` read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dramaturg.kernel.conditions import Value
from dramaturg.studies.base.codes import CodeBook, CodedInterview, Joined, Ref
from dramaturg.studies.base.evidence import Idea, InterviewEvidence, QuotedWords
from dramaturg.studies.figures.matrix import Ladder

Cell = Value | None
Row = tuple[Cell, ...]
Names = Mapping[str, str]  # by id of a code or an idea: what the code is called
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would run
NO_CODES = "-"  # in the place of a code, where an interview has none

# The tables that grow interview by interview, and their columns. Screener questions are columns of
# `respondents` too.
HEADS: Mapping[str, tuple[str, ...]] = {
    table: tuple(columns.split())
    for table, columns in {
        "respondents": "respondent session answers words minutes refusals termination models",
        "lines": "respondent turn speaker text",
        "ideas": ("respondent idea label type code name joined_by nearness first_turn mentions"),
        "quotes": "respondent code name turn start end words",
        "links": "respondent from to type is_chain mentions turn start end words",
        "ladders": "respondent ladder position code",
        "interview_codes": "interview code",
    }.items()
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
    evidence, who = interview.evidence, interview.evidence.respondent
    called = {id: names[code] for id, code in interview.code_of.items()}
    yield "respondents", _respondent(evidence, questions)
    for line in evidence.lines:
        yield "lines", (who, line.turn, line.speaker, line.text)
    for idea in evidence.ideas:
        yield "ideas", _idea(idea, book.joined[Ref(who, idea.id)], names)
        code = interview.code_of[idea.id]
        for words in idea.words:
            yield "quotes", (who, code, called[idea.id], *_place(words))
    for link in evidence.links:  # one row for every time a link was said
        ends = (called[link.source], called[link.target], link.type, link.chain, link.mentions)
        for words in link.words or (NOWHERE,):
            yield "links", (who, *ends, *_place(words))
    for ladder in ladders:
        for position, code in enumerate(ladder.codes, 1):
            yield "ladders", (who, ladder.ladder, position, names[code])
    for name in dict.fromkeys(called.values()) or (NO_CODES,):
        yield "interview_codes", (who, name)


def _respondent(evidence: InterviewEvidence, questions: Sequence[str]) -> Row:
    held = evidence.conduct
    minutes, models = round(held.seconds / 60, 1), " ".join(held.models)
    return (
        *(evidence.respondent, evidence.session, held.answers, held.words, minutes),
        *(held.refusals, held.termination, models),
        *(evidence.variables.get(question) for question in questions),
    )


def _idea(idea: Idea, joined: Joined, names: Names) -> Row:
    code, nearness = joined.code, round(joined.nearness, 3)
    return (
        *(joined.idea.respondent, idea.id, idea.label, idea.type, code, names[code]),
        *(joined.join, nearness, idea.turn, idea.mentions),
    )


def _place(words: QuotedWords) -> Row:
    return words.turn, words.start, words.end, words.text


def harmless(cell: Cell) -> Cell:
    """Words that a spreadsheet would take for a formula, as words; numbers and lone signs as they
    are.
    """
    return (
        f"'{cell}" if isinstance(cell, str) and len(cell) > 1 and cell.startswith(FORMULA) else cell
    )
