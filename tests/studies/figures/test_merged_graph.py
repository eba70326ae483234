"""The merged graph: links of many interviews, added up."""

from __future__ import annotations

from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import IdeaLink, InterviewEvidence, QuotedWords
from dramaturg.studies.figures.merged_graph import MergedGraph, MergedLink

CODE_OF = {"s1": "foam", "s2": "foam", "s3": "treat", "s4": "peace"}


def link(
    source: str,
    target: str,
    *said: str,
    type: str = "leads_to",
    mentions: int = 1,
    chain: bool = True,
) -> IdeaLink:
    return IdeaLink(
        source,
        target,
        type,
        tuple(QuotedWords(1, 0, len(text), text) for text in said),
        chain,
        mentions,
    )


def interview(respondent: str, *links: IdeaLink) -> CodedInterview:
    return CodedInterview(
        InterviewEvidence(respondent, f"session-{respondent}", links=links), CODE_OF
    )


def merged(*interviews: CodedInterview) -> tuple[MergedLink, ...]:
    graph = MergedGraph()
    for each in interviews:
        graph.add(each)
    return graph.result()


def test_links_of_the_same_codes_are_one_with_all_its_respondents() -> None:
    (found,) = merged(interview("R002", link("s1", "s3")), interview("R001", link("s2", "s3")))
    assert (found.source, found.target, found.type) == ("foam", "treat", "leads_to")
    assert found.by == ("R001", "R002")


def test_a_respondent_counts_once_and_every_mention_counts() -> None:
    """R001 says it 2 times of one idea and 3 times of the other, R002 once: 2 respondents, 2 + 3 +
    1 = 6 mentions.
    """
    first = interview("R001", link("s1", "s3", mentions=2), link("s2", "s3", mentions=3))
    (found,) = merged(first, interview("R002", link("s1", "s3")))
    assert (found.support, found.mentions) == (2, 6)


def test_links_of_another_type_or_direction_are_kept_apart() -> None:
    found = merged(
        interview(
            "R001",
            link("s1", "s3"),
            link("s3", "s1"),
            link("s1", "s3", type="conflicts_with", chain=False),
        )
    )
    assert {(each.source, each.target, each.type, each.chain) for each in found} == {
        ("foam", "treat", "leads_to", True),
        ("treat", "foam", "leads_to", True),
        ("foam", "treat", "conflicts_with", False),
    }


def test_a_link_within_one_code_is_none() -> None:
    assert merged(interview("R001", link("s1", "s2"))) == ()


def test_the_words_are_of_three_respondents_where_there_are_as_many() -> None:
    found = merged(
        interview("R001", link("s1", "s3", "one", "one more")),
        interview("R002", link("s1", "s3", "two")),
        interview("R003", link("s1", "s3", "three")),
        interview("R004", link("s1", "s3", "four")),
    )
    assert [(who, words.text) for who, words in found[0].words] == [
        ("R001", "one"),
        ("R002", "two"),
        ("R003", "three"),
    ]


def test_with_fewer_respondents_more_of_their_words_are_kept() -> None:
    (found,) = merged(
        interview("R001", link("s1", "s3", "one", "two", "three", "four", "five")),
        interview("R002", link("s1", "s3")),
    )
    assert [words.text for _, words in found.words] == ["one", "two", "three"]


def test_what_most_respondents_said_comes_first() -> None:
    found = merged(
        interview("R001", link("s3", "s4", mentions=9), link("s1", "s3")),
        interview("R002", link("s1", "s3")),
        interview("R003", link("s1", "s4", mentions=10)),
    )
    assert [(each.source, each.target) for each in found] == [
        ("foam", "treat"),
        ("foam", "peace"),
        ("treat", "peace"),
    ]


def test_no_interviews_are_no_links() -> None:
    assert merged() == ()
