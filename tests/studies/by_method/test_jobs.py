"""The job map: jobs with what was told of them, linked or in the same answer, ranked by
respondents.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from xml.etree import ElementTree

from tests.studies.by_method.telling import ground, told

from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.by_method.jobs import (
    JobMap,
    JobMapTally,
    JobOfMap,
    as_markdown,
    as_rows,
    as_svg,
)

ANA = told(
    "R001",
    [
        "1 situation: run late in the morning",
        "1 job: get coffee before work",
        "2 pain: wait in the queue",
        "3 gain: save ten minutes",
        "4 emotional_job: feel awake",
        "4 solution: use capsule machine",
        "5 habit: stick to the café",
        "6 situation: start working from home",
    ],
    [
        "run late in the morning -gives_rise_to> get coffee before work",
        "get coffee before work -serves> save ten minutes",
        "wait in the queue -pushes> use capsule machine",
        "stick to the café -holds_back> use capsule machine",
        "start working from home -precedes> use capsule machine",
    ],
)
BEN = told(
    "R002",
    ["1 job: get coffee before work", "1 pain: wait in the queue", "1 gain: save ten minutes"],
    ["get coffee before work -serves> save ten minutes"],
)


def made(*interviews: CodedInterview) -> JobMap:
    tally = JobMapTally(ground("jobs_to_be_done", interviews))
    for each in interviews:
        tally.add(each)
    return tally.result()


def job(result: JobMap, code: str) -> JobOfMap:
    return next(job for job in result.jobs if job.code == code)


def parts(result: JobMap, code: str) -> Sequence[tuple[str, int, int]]:
    return [(part.code, part.support.respondents, part.linked) for part in job(result, code).parts]


def test_the_job_of_most_respondents_comes_first() -> None:
    assert [job.code for job in made(ANA, BEN).jobs] == ["get coffee before work", "feel awake"]


def test_what_is_linked_counts_its_respondents() -> None:
    assert ("save ten minutes", 2, 2) in parts(made(ANA, BEN), "get coffee before work")


def test_what_is_linked_to_no_job_belongs_to_the_job_in_the_same_answer_and_is_marked() -> None:
    assert ("wait in the queue", 1, 0) in parts(made(ANA, BEN), "get coffee before work")


def test_what_is_linked_to_one_job_does_not_belong_to_another_in_the_same_answer() -> None:
    both = told(
        "R001",
        ["1 job: eat well", "1 job: save money", "1 gain: feel fit"],
        ["eat well -serves> feel fit"],
    )
    assert parts(made(both), "save money") == []


def test_pains_gains_circumstances_and_ways_stand_apart() -> None:
    found = {part.code: part.facet for each in made(ANA, BEN).jobs for part in each.parts}
    assert found == {
        "run late in the morning": "circumstances",
        "save ten minutes": "gains",
        "wait in the queue": "pains",
        "use capsule machine": "ways",
    }


def test_forces_tell_what_speaks_for_and_against_a_way_and_not_what_came_before_it() -> None:
    assert [(force.way, force.type, force.reason) for force in made(ANA).forces] == [
        ("use capsule machine", "holds_back", "stick to the café"),
        ("use capsule machine", "pushes", "wait in the queue"),
    ]


def test_a_code_is_what_most_of_its_ideas_are_whatever_one_interview_says() -> None:
    tally = JobMapTally(ground("jobs_to_be_done", (ANA,)))
    tally.add(told("R009", ["1 gain: get coffee before work"]))
    assert [job.code for job in tally.result().jobs] == ["get coffee before work"]


def test_every_job_has_the_words_it_stands_on() -> None:
    quotes = job(made(ANA, BEN), "get coffee before work").support.quotes
    assert [(quote.respondent, quote.turn, quote.text) for quote in quotes] == [
        ("R001", 1, "get coffee before work"),
        ("R002", 1, "get coffee before work"),
    ]


def test_a_respondent_with_two_ideas_of_one_code_is_one_respondent_with_two_mentions() -> None:
    two = told("R001", ["1 job: sleep", "4 job: rest"])
    same = CodedInterview(two.evidence, {"sleep": "sleep", "rest": "sleep"})
    support = made(same).jobs[0].support
    assert (support.respondents, support.mentions, len(support.quotes)) == (1, 2, 1)


def test_no_more_than_three_quotes_are_kept() -> None:
    many = [told(f"R{number:03}", ["1 job: sleep"]) for number in range(9)]
    support = made(*many).jobs[0].support
    assert (support.respondents, len(support.quotes)) == (9, 3)


def test_the_report_marks_what_was_only_said_in_the_same_answer() -> None:
    text = "\n".join(as_markdown(made(BEN), {}))
    assert "wait in the queue° (1)" in text
    assert "save ten minutes (1)" in text


def test_the_report_calls_codes_by_their_names() -> None:
    assert "### a quick coffee" in as_markdown(
        made(BEN), {"get coffee before work": "a quick coffee"}
    )


def test_without_a_job_the_report_says_so() -> None:
    assert as_markdown(made(told("R001", ["1 pain: wait"])), {}) == [
        "No interview has a job so far."
    ]


def test_tables_have_a_head_and_a_row_for_every_part() -> None:
    tables = as_rows(made(ANA, BEN), {})
    assert tables["job_parts"][0][:3] == ("job", "facet", "part")
    assert tables["job_parts"][1][:7] == (
        "get coffee before work",
        "gains",
        "save ten minutes",
        "gain",
        2,
        2,
        2,
    )
    assert all(len(row) == len(rows[0]) for rows in tables.values() for row in rows)


def test_the_result_is_json() -> None:
    assert json.loads(json.dumps(asdict(made(ANA, BEN))))["respondents"] == 2


def test_the_picture_is_xml_with_a_title_and_dashes_what_is_not_linked() -> None:
    picture = as_svg(made(BEN), {}, "Jobs & <more>")
    assert ElementTree.fromstring(picture)[0].text == "Jobs & <more>"
    assert picture.count("stroke-dasharray") == 1


def test_a_picture_of_nothing_is_a_picture() -> None:
    assert "No job so far." in as_svg(made(), {}, "Jobs")
