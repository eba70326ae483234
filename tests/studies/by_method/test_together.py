"""What belongs together in an interview, and what comes after what."""

from __future__ import annotations

from dramaturg.studies.base.evidence import Idea, IdeaLink, QuotedWords
from dramaturg.studies.by_method.grouping import in_sequence, nearest


def idea(id: str, *turns: int) -> Idea:
    return Idea(id, id, "action", turns[0], tuple(QuotedWords(turn, 0, 1, id) for turn in turns))


def homes(
    centres: list[Idea], ideas: list[Idea], links: list[tuple[str, str]]
) -> dict[str, tuple[str, bool]]:
    found = nearest(centres, ideas, [IdeaLink(one, other, "before", ()) for one, other in links])
    return {each.idea.id: (each.centre.id, each.linked) for each in found}


def test_an_idea_belongs_to_the_centre_that_the_fewest_links_lead_to() -> None:
    links = [("A", "x"), ("x", "y"), ("B", "y")]
    assert homes([idea("A", 1), idea("B", 2)], [idea("x", 3), idea("y", 4)], links) == {
        "x": ("A", True),
        "y": ("B", True),
    }


def test_at_equal_distance_the_centre_that_came_up_first_has_it() -> None:
    assert homes([idea("A", 1), idea("B", 2)], [idea("x", 3)], [("B", "x"), ("x", "A")]) == {
        "x": ("A", True)
    }


def test_a_link_counts_more_than_the_same_answer() -> None:
    assert homes([idea("A", 1), idea("B", 2)], [idea("x", 1)], [("B", "x")]) == {"x": ("B", True)}


def test_any_answer_in_which_both_were_said_is_the_same_answer() -> None:
    assert homes([idea("A", 1, 7)], [idea("x", 5, 7)], []) == {"x": ("A", False)}


def test_what_belongs_nowhere_is_left_out() -> None:
    assert homes([idea("A", 1)], [idea("x", 2)], []) == {}


def test_links_decide_the_order_and_places_the_rest() -> None:
    assert in_sequence({"a": 1, "b": 2, "c": 3, "d": 4}, [("c", "a"), ("c", "b")]) == [
        "c",
        "a",
        "b",
        "d",
    ]


def test_a_circle_is_entered_where_the_least_leads_to_it() -> None:
    assert in_sequence({"a": 1, "b": 2, "c": 3}, [("a", "b"), ("b", "a"), ("c", "a")]) == [
        "c",
        "a",
        "b",
    ]
    assert in_sequence({"a": 1, "b": 2}, [("a", "b"), ("b", "a")]) == ["a", "b"]


def test_links_from_elsewhere_and_to_itself_are_passed_over() -> None:
    assert in_sequence({"a": 1, "b": 2}, [("x", "a"), ("a", "a")]) == ["a", "b"]
