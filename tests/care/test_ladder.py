"""The ladder of care: what is proven of it, and that no rule can be taken out or bent unnoticed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from dramaturg.care.ladder import HEARS, Ladder, Move, Said, ladder, prove_ladder
from dramaturg.turn.care import CareStage, Speech

SAYS: tuple[Speech, ...] = (
    "check",
    "offer",
    "relieve",
    "stop",
    "stay",
    "guide",
    "who_reads",
    "leaving",
    "on_the_way",
    "way_back",
    "leave_it",
    "resume",
)


def holds(moves: Ladder) -> bool:
    return all(proof.holds for proof in prove_ladder(moves))


def without(stage: CareStage, said: Said) -> Ladder:
    return {
        at: {what: move for what, move in heard.items() if (at, what) != (stage, said)}
        for at, heard in ladder().items()
    }


def bent() -> Iterator[tuple[CareStage, Said, Move]]:
    """Every rule, leading to every other stage, and saying everything else."""
    for stage, heard in ladder().items():
        for said, move in heard.items():
            for then in get_args(CareStage):
                if then != move.then:
                    yield stage, said, Move(move.say, then)
            for say in SAYS:
                if say != move.say:
                    yield stage, said, Move(say, move.then)


RULES = [(stage, said) for stage, heard in ladder().items() for said in heard]


def test_the_ladder_is_proven() -> None:
    assert [proof.claim for proof in prove_ladder(ladder()) if not proof.holds] == []


@pytest.mark.parametrize(("stage", "said"), RULES)
def test_a_rule_that_is_taken_out_is_noticed(stage: CareStage, said: Said) -> None:
    assert not holds(without(stage, said))


@pytest.mark.parametrize(("stage", "said", "move"), [*bent()], ids=str)
def test_a_rule_that_is_bent_is_noticed(stage: CareStage, said: Said, move: Move) -> None:
    changed = {**ladder(), stage: {**ladder()[stage], said: move}}
    assert not holds(changed)


def test_everything_that_can_be_heard_is_answered_once_somebody_is_cared_for() -> None:
    for stage in get_args(CareStage):
        assert set(ladder()[stage]) == set(HEARS[stage])
