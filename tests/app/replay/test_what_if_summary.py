"""What another version would change over many sessions, counted."""

from __future__ import annotations

import pytest

from dramaturg.app.replay.what_if import Redecided, WhatIf
from dramaturg.app.replay.what_if_summary import ChangeCount, ending_changed, summary
from dramaturg.turn.migration import TurnChoice

STAYS = {"node": "DECISIVE", "decision": "stay", "next": "DECISIVE"}
CLOSES = {"node": "DECISIVE", "decision": "goto", "next": "CLOSE"}


def turn(was: dict[str, str], would: dict[str, str], number: int = 1) -> Redecided:
    return Redecided(number, TurnChoice(was), TurnChoice(would))


def session(name: str, *turns: Redecided, engine: str = "sims") -> WhatIf:
    return WhatIf(
        name, engine, "content", "same" if all(each.same for each in turns) else "otherwise", turns
    )


MANY = (
    session("a", turn(STAYS, CLOSES), turn(STAYS, CLOSES, 2), turn(CLOSES, CLOSES, 3)),
    session("b", turn(STAYS, CLOSES)),
    session("c", turn(STAYS, STAYS)),
    WhatIf("d", "games", "other", "not concerned", why="no backbone technical"),
    WhatIf("e", "sims", "content", "undecided", why="no such thing"),
    WhatIf("f", "sims", "content", "undecided", why="no such thing"),
    WhatIf("g", "sims", "content", "same", (turn(STAYS, STAYS),), ("a turn is pending",)),
)


def test_sessions_are_counted_by_what_becomes_of_them() -> None:
    assert summary(MANY).sessions == {"otherwise": 2, "same": 2, "not concerned": 1, "undecided": 2}


def test_turns_are_counted_and_those_decided_otherwise() -> None:
    told = summary(MANY)
    assert (told.turns, told.otherwise) == (6, 3)


def test_sessions_that_cannot_be_decided_are_named_by_their_reason() -> None:
    assert summary(MANY).undecided == {"no such thing": ["e", "f"]}
    assert summary(MANY).noted == {"a turn is pending": ["g"]}


def test_equal_changes_are_counted_together_with_the_place_where_they_happen() -> None:
    assert summary(MANY).changes == (
        ChangeCount("DECISIVE: stay DECISIVE", "goto CLOSE", turns=3, sessions=2),
    )


def test_the_most_frequent_change_comes_first() -> None:
    rare, often = (
        turn({"strategy": "a"}, {"strategy": "b"}),
        turn({"strategy": "c"}, {"strategy": "d"}),
    )
    told = summary((session("x", rare, often, often, engine="interviews"),))
    assert [(change.was, change.turns) for change in told.changes] == [
        ("strategy c", 2),
        ("strategy a", 1),
    ]


def test_what_only_one_session_knows_is_not_told_apart() -> None:
    """Two concepts of two people are one kind of change."""
    turns = (
        turn({"concept": "taste"}, {"concept": "price"}),
        turn({"concept": "foam"}, {"concept": "health"}),
    )
    assert summary((session("x", *turns, engine="interviews"),)).changes == (
        ChangeCount("concept", "another", 2, 1),
    )


def test_a_word_that_one_of_the_two_lacks_is_told_so() -> None:
    told = summary(
        (
            session(
                "x",
                turn({"purpose": "ask"}, {"purpose": "ask", "ending": "dry"}),
                engine="interviews",
            ),
        )
    )
    assert [(change.was, change.would) for change in told.changes] == [("no ending", "ending dry")]


ENDS = [
    ("sims", {"decision": "stay"}, {"decision": "close"}, ("goes on", "close")),
    ("sims", {"decision": "stay"}, {"decision": "goto"}, None),
    (
        "interviews",
        {"ending": "depth_plateau"},
        {"ending": "max_turns_reached"},
        ("depth_plateau", "max_turns_reached"),
    ),
    ("interviews", {"purpose": "ask"}, {"purpose": "close"}, None),
    ("memoir", {"purpose": "ask"}, {"purpose": "stop"}, ("goes on", "stop")),
    ("memoir", {"purpose": "ask"}, {"purpose": "consent"}, None),
    ("games", {"phase": "finished"}, {"phase": "between"}, ("finished", "goes on")),
]


@pytest.mark.parametrize(("engine", "was", "would", "told"), ENDS)
def test_an_end_that_differs_is_told_by_every_engine(
    engine: str, was: dict[str, str], would: dict[str, str], told: tuple[str, str] | None
) -> None:
    assert ending_changed(session("x", turn(was, would), engine=engine)) == told
