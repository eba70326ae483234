"""What a line of a person breaks: the rules of form that hold for everybody, and figures that are
not theirs (seed 000, §8.3). Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from dramaturg.engines.sims.asks.prompt import INSTRUCTIONS
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.lines import line_rules
from dramaturg.engines.sims.base.state import Conversation
from dramaturg.english.rules.line_rules import (
    Breach,
    LineRule,
    check_line,
    known_figures,
    no_parroting,
    no_repeat,
)

MOST_PARTS = 512  # whose rules are kept


def breaches(
    line: str, part: SimPart, conversation: Conversation, directive: SimDirective
) -> tuple[Breach, ...]:
    """Every rule the line breaks."""
    known_materials = part.materials
    told = [
        known_materials[name].point
        for name in conversation.said
        if name in known_materials and name not in directive.say
    ]
    heard = (*(line.text for line in conversation.lines), *INSTRUCTIONS)
    return check_line((*standing_rules(part), no_repeat(told), no_parroting(heard)), line)


def own_figures(part: SimPart) -> Iterator[str]:
    """Every text from which this person may take a figure: what they know, their document, and the
    scene they live in.
    """
    person, scenario = part.person, part.scenario
    yield from (
        text
        for material in part.materials.values()
        for text in (material.fact, material.say, *material.again)
    )
    yield from (
        text
        for pivot in person.pivots
        for option in pivot.options
        for text in (option.text, option.reply)
    )
    yield from (*person.concerns, *person.goals, person.role)
    yield from (person.opinion.argument,) if person.opinion else ()
    yield from scenario.document(person.document).lines if person.document else ()
    yield from (scenario.situation.where, scenario.situation.happening)
    yield from (option.text for option in scenario.decision.options)


@lru_cache(MOST_PARTS)
def standing_rules(part: SimPart) -> tuple[LineRule, ...]:
    """The rules for this person that hold in every turn, made once."""
    nodes = [node.id for node in part.graph.nodes]
    return (known_figures(tuple(own_figures(part))), *line_rules(part.scenario, part.person, nodes))
