"""The table of mechanics."""

from __future__ import annotations

from tests.engines.games.mechanics.knowledge import BICYCLE

from dramaturg.engines.games.base.design import DIAGRAM_MECHANICS, MECHANIC_TYPES
from dramaturg.engines.games.make.designer import FED_BY
from dramaturg.engines.games.make.feedback import lines
from dramaturg.engines.games.make.scenes import PLAYS
from dramaturg.engines.games.mechanics.table import MECHANICS


def test_every_mechanic_of_a_design_has_its_module_and_every_module_its_name() -> None:
    assert tuple(MECHANICS) == MECHANIC_TYPES
    assert [mechanic.TYPE for mechanic in MECHANICS.values()] == list(MECHANIC_TYPES)


def test_the_document_knows_which_mechanics_need_a_diagram() -> None:
    assert {
        name for name, mechanic in MECHANICS.items() if mechanic.NEEDS_DIAGRAM
    } == DIAGRAM_MECHANICS


def test_every_table_about_mechanics_has_all_of_them() -> None:
    assert set(PLAYS) == set(FED_BY) == set(lines()) == set(MECHANIC_TYPES)


def test_one_knowledge_can_feed_them_all() -> None:
    assert all(list(mechanic.offers(BICYCLE)) for mechanic in MECHANICS.values())
