"""What a study's interviews say together, from interviews small enough to count by hand."""

from __future__ import annotations

from tests.engines.interviews.short_ladder import methodology
from tests.studies.bicycles import book_of, context, found_in, interview

from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.kernel.values import replace
from dramaturg.studies.findings import gather

ADA = interview("R001", "light so joy", "light")
BEN = interview("R002", "red so joy", "light so joy", "light so joy")


def test_a_code_counts_respondents_once_and_mentions_each() -> None:
    """Light: Ada in 2 answers, Ben in 2: 2 respondents, 4 mentions. Joy: Ada once, Ben 3 times: 2
    respondents, 1 + 3 = 4.
    """
    found = found_in(ADA, BEN)
    counted = {
        code: (support.respondents, support.mentions) for code, support in found.support.items()
    }
    assert counted == {"code light": (2, 4), "code joy": (2, 4), "code red": (1, 1)}


def test_ladders_of_all_interviews_make_one_matrix() -> None:
    """Light leads to joy for Ada and Ben, red to joy for Ben: cells 2.00 and 1.00."""
    cells = found_in(ADA, BEN).figures.matrix.cells
    assert {pair: cell.text for pair, cell in cells.items()} == {
        ("code light", "code joy"): "2.00",
        ("code red", "code joy"): "1.00",
    }
    assert cells["code light", "code joy"].by == ("R001", "R002")


def test_mentions_are_counted_where_they_are_asked_for() -> None:
    """A ladder counts once however often it was said: light to joy by 2 ladders."""
    gathering = gather(context(), book_of((ADA, BEN)), lambda texts: [0.0] * len(texts), (ADA, BEN))
    assert (
        gathering.result(count="mentions").figures.matrix.cells["code light", "code joy"].direct
        == 2
    )


def test_new_codes_are_counted_interview_by_interview() -> None:
    """Ada brings light and joy, Ben only red is new: 2, then 1; 2, then 3 in all."""
    found = found_in(ADA, BEN).saturation
    assert (list(found.interviews), list(found.new), list(found.cumulative)) == (
        ["R001", "R002"],
        [2, 1],
        [2, 3],
    )


def test_what_was_said_of_a_step_is_told_with_respondent_and_turn() -> None:
    words = found_in(ADA, BEN).words_of("code light", "code joy")
    assert [(each.respondent, each.turn, each.text) for each in words] == [
        ("R001", 1, "light so joy"),
        ("R002", 2, "light so joy"),
        ("R002", 3, "light so joy"),
    ]
    assert found_in(ADA, BEN).words_of("code joy", "code light") == ()


def test_a_given_cutoff_is_followed_and_said() -> None:
    told = found_in(ADA, BEN, cutoff=2).figures
    assert ([(edge.source, edge.target) for edge in told.map.edges], told.chosen) == (
        [("code light", "code joy")],
        "given",
    )


def test_two_codes_of_one_name_are_told_apart() -> None:
    assert found_in(ADA, BEN, red="Light").names == {
        "code light": "light",
        "code joy": "joy",
        "code red": "Light (2)",
    }


def test_interviews_are_kept_in_the_order_they_were_held() -> None:
    assert [each.respondent for each in found_in(BEN, ADA).held] == ["R002", "R001"]


def test_only_what_has_levels_has_ladders() -> None:
    written = methodology().model_dump(mode="json", exclude_defaults=True)
    for concept in written["ontology"]["concepts"]:
        del concept["level"]
    flat = replace(
        context(), methodology=Methodology.model_validate(written | {"kind": "methodology"})
    )
    assert found_in(ADA).has_ladders
    assert not replace(found_in(ADA), context=flat).has_ladders


def test_a_study_nobody_has_taken_part_in_has_no_findings() -> None:
    found = found_in()
    assert (found.held, found.links, found.support, found.figures.map.edges) == ((), (), {}, ())
