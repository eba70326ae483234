"""The report of a study: what it says is counted, what it quotes is said, and nobody's words become
its marks.
"""

from __future__ import annotations

import re

import pytest
from tests.studies.bicycles import found_in, interview

from dramaturg.kernel.values import replace
from dramaturg.studies.base.codes import CodeRenamed, Joined, Ref
from dramaturg.studies.base.evidence import Conduct, InterviewEvidence
from dramaturg.studies.base.state import NumberedDecision, Participant, Standing, StudyState
from dramaturg.studies.findings import StudyFindings
from dramaturg.studies.report.ladder_sections import strongest_ways
from dramaturg.studies.report.study_report import interval, report

ADA = interview(
    "R001",
    "light so joy",
    conduct=Conduct(answers=1, words=3, strategies={"why": 2}, offline=1, termination="left"),
)
BEN = interview(
    "R002",
    "red so joy",
    "light so joy",
    conduct=Conduct(answers=2, words=6, refusals=1, models=("m-1",)),
)


def section(findings: StudyFindings, title: str) -> str:
    return report(findings).markdown.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


# ── how sure ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("count", "of", "expected"),
    [
        # p = .5, z² = 3.8416: middle .5 + 3.8416/20 = .69208, width 1.96 · √(.25/10 + 3.8416/400) =
        # .36460, all by 1.38416
        (5, 10, (0.2366, 0.7634)),
        # p = 0: middle = width = 3.8416/8 = .4802, by 1 + 3.8416/4 = 1.9604: 0 and .9604/1.9604
        (0, 4, (0.0, 0.4899)),
        # p = 1: the same seen from the other end
        (4, 4, (0.5101, 1.0)),
        (0, 0, (0.0, 1.0)),
    ],
)
def test_the_interval_is_wilsons(count: int, of: int, expected: tuple[float, float]) -> None:
    assert interval(count, of) == pytest.approx(expected, abs=1e-4)


def test_what_several_spoke_of_is_told_in_short_with_its_interval() -> None:
    """Light and joy by 2 of 2: p = 1, low = 2 / (2 + 3.8416) = 34 %. Red by one only is
    not there.
    """
    told = section(found_in(ADA, BEN), "In short")
    assert re.search(r"\*\*light\*\* \(2 of 2; 34 to 100 ?%\)", told)
    assert "red" not in told


def test_what_only_one_said_is_no_finding() -> None:
    assert "Nothing was said by more than one respondent yet." in section(found_in(ADA), "In short")


# ── ways and quotes ───────────────────────────────────────────────────────────────────────────────


def test_of_several_ways_up_the_one_whose_weakest_step_is_strongest_is_told() -> None:
    """a to b 3, b to d 1; a to c 2, c to d 2: by way of c the weakest step is 2, by way of b it is
    1.
    """
    found = found_in(
        interview("R001", "a so b so d"),
        interview("R002", "a so b", "a so c so d"),
        interview("R003", "a so b", "a so c so d"),
        cutoff=1,
    )
    assert strongest_ways(found) == [("code a", "code c", "code d")]


def test_every_step_is_told_with_words_of_different_respondents() -> None:
    told = section(found_in(ADA, BEN, cutoff=1), "What leads to what")
    assert "light leads to joy: 2 respondents directly, 0 by way of something else." in told
    assert "> “light so joy” (R001, turn 1)\n>\n> “light so joy” (R002, turn 2)" in told


def test_nobodys_words_become_marks() -> None:
    odd = "**bold** | <b>x</b> [a](b) # `c` _d_"
    told = report(
        found_in(interview("R001", f"{odd} so joy"), interview("R002", f"{odd} so joy"), cutoff=1)
    ).markdown
    assert "\\*\\*bold\\*\\* \\| \\<b\\>x\\</b\\> \\[a\\](b) \\# \\`c\\` \\_d\\_" in told
    assert "<b>" not in told.replace("\\<b\\>", "")
    tables = [line for line in told.splitlines() if line.startswith("| ") and "bold" in line]
    assert [line.replace("\\|", "").count("|") for line in tables] == [5, 7], (
        "four cells in the matrix, six beside it"
    )


# ── how it was done ───────────────────────────────────────────────────────────────────────────────


def test_the_method_page_adds_up_how_the_interviews_were_held() -> None:
    told = section(found_in(ADA, BEN), "How it was done")
    assert "| Asked by | Ask why (2) |" in told
    assert "| Answers read without a model | 1 of 3 |" in told
    assert "| Models | m-1 (1 interview) |" in told
    assert "| Not wanted to answer | 1 time |" in told


def test_who_took_part_is_counted_by_what_became_of_them() -> None:
    standings: tuple[Standing, ...] = (
        "finished",
        "finished",
        "screened_out",
        "withdrawn",
        "interviewing",
    )
    people = {
        f"R{number:03}": Participant(f"R{number:03}", standing)
        for number, standing in enumerate(standings, 1)
    }
    told = section(found_in(ADA, BEN, state=StudyState(participants=people)), "How it was done")
    assert (
        "| Took part | 2 interviewed, 1 still in the interview, 1 did not fit, 1 withdrew, everything of theirs erased |"
        in told
    )


def test_what_was_taken_out_beforehand_is_told() -> None:
    found = replace(found_in(ADA), removed={"person": 2, "email": 1})
    assert "removed: 2 names, 1 e-mail address" in section(found, "How it was done")
    assert "removed:" not in report(found_in(ADA)).markdown


def test_decisions_that_stand_are_counted_and_doubtful_joinings_listed() -> None:
    rename = CodeRenamed(Ref("R001", "light"), "weight")
    found = found_in(
        ADA,
        BEN,
        state=StudyState(
            decisions=(NumberedDecision(1, rename), NumberedDecision(2, rename, undone=True))
        ),
    )
    doubtful = Joined(Ref("R002", "light"), "hardly any weight", "code light", "meaning", 0.41)
    found = replace(
        found, book=replace(found.book, joined={**found.book.joined, doubtful.idea: doubtful})
    )
    told = section(found, "How codes came about")
    assert "The analyst decided 1 time." in told
    assert "| hardly any weight | light | 0.41 | R002 |" in told


def test_what_is_called_like_its_code_is_no_doubtful_joining() -> None:
    found = found_in(ADA, BEN)
    alike = Joined(Ref("R002", "light"), "light", "code light", "meaning", 0.41)
    found = replace(
        found, book=replace(found.book, joined={**found.book.joined, alike.idea: alike})
    )
    assert "0.41" not in section(found, "How codes came about")


def test_who_they_were_is_told_by_count_and_numbers_by_their_spread() -> None:
    answers = (
        {"town": "city", "age": 30},
        {"town": "village", "age": 42},
        {"town": "city", "age": 35},
    )
    people = [
        interview(f"R00{number}", "light", variables=given)
        for number, given in enumerate(answers, start=1)
    ]
    told = section(found_in(*people), "How it was done")
    assert "How old are you? 30 to 42, median 35." in told
    assert "Where do you live? city (2), village (1)" in told


def test_the_limits_say_how_many_are_missing_and_who_read() -> None:
    planned = found_in(ADA).context.study.respondents
    told = section(found_in(ADA), "Limits")
    assert f"1 of {planned} planned interviews are in." in told
    assert "Most answers were read by code" in told
    assert "Most answers were read by code" not in section(found_in(ADA, BEN), "Limits"), (
        "1 of 3 is not most"
    )


# ── edges ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_study_without_interviews_has_a_report_without_pictures() -> None:
    told = report(found_in())
    assert "0 interviews." in told.markdown
    assert not told.pictures and "![" not in told.markdown


def test_every_picture_is_shown_and_every_shown_picture_is_there() -> None:
    told = report(found_in(ADA, BEN, cutoff=1))
    assert set(told.pictures) == {"map.svg", "saturation.svg"}
    assert all(f"]({name})" in told.markdown for name in told.pictures)


def test_an_interview_in_which_nothing_was_said_is_counted_all_the_same() -> None:
    silent = interview("R003")
    assert silent.evidence == InterviewEvidence("R003", "session-R003")
    assert "3 interviews." in report(found_in(ADA, BEN, silent)).markdown
