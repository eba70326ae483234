"""Ground: what a person may draw on at this moment, what is not told yet, and what is somebody
else's to tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from dramaturg.engines.sims.base.binding import BoundMaterial, SimPart
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.scenario import ScenarioPerson
from dramaturg.engines.sims.base.state import Conversation
from dramaturg.english.figures import Figure, facts
from dramaturg.english.forms import bases_of
from dramaturg.english.prose import sentences, words

MOST_PARTS = 512  # whose texts are kept


@dataclass(frozen=True)
class LineGround:
    """Texts, by what they are to the person who speaks.

    `own` may be told now, `known` are the facts in it, `paper` is their document, `withheld` theirs but not told yet. `heard` is
    what the learner said: those words are free. `others` is what somebody else knows, `about` what
    everybody may know of everybody. `confides`: something about themselves is told in this turn, in words
    of their own.
    """

    own: tuple[str, ...]
    known: tuple[str, ...] = ()
    paper: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    confides: bool = False

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """What may be stated in figures. What decides stands on paper as well, and is withheld
        there too.
        """
        told = facts((*self.own, *self.heard, *self.about))
        later = {_amount(figure) for figure in facts(self.withheld)} - {*map(_amount, told)}
        on_paper = (figure for figure in facts(self.paper) if _amount(figure) not in later)
        return (*told, *on_paper)

    @cached_property
    def stated(self) -> tuple[tuple[Figure, ...], ...]:
        """The figures that may be stated, text by text."""
        each_text = (facts((text,)) for text in (*self.own, *self.paper, *self.heard, *self.about))
        allowed = frozenset(self.figures)
        kept = (tuple(one for one in figures if one in allowed) for figures in each_text)
        return tuple(figures for figures in kept if len(figures) > 1)

    @cached_property
    def all_figures(self) -> tuple[Figure, ...]:
        return facts((*self.own, *self.paper, *self.withheld, *self.heard, *self.about))

    @cached_property
    def told(self) -> tuple[str, ...]:
        """Sentence by sentence, what may be told."""
        return tuple(_sentences((*self.own, *self.paper, *self.heard)))

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """Sentence by sentence, what is on record."""
        return tuple(_sentences((*self.known, *self.paper)))

    @cached_property
    def not_yet(self) -> tuple[str, ...]:
        return tuple(_sentences(self.withheld))

    @cached_property
    def elsewhere(self) -> tuple[str, ...]:
        return tuple(_sentences(self.others))

    @cached_property
    def forms(self) -> frozenset[str]:
        """Every word there is ground for, in what it may be a form of."""
        texts = (*self.own, *self.paper, *self.heard, *self.about)
        return frozenset[str]().union(*map(bases_of, texts))

    @cached_property
    def heard_forms(self) -> frozenset[str]:
        return frozenset[str]().union(*map(bases_of, self.heard))


def ground_of(part: SimPart, conversation: Conversation, directive: SimDirective) -> LineGround:
    """The ground of a line in this turn."""
    heard = tuple(line.text for line in conversation.lines if line.speaker == "learner")
    said = tuple(line.text for line in conversation.lines if line.speaker != "learner")
    open_ids = frozenset((*conversation.said, *directive.say, *directive.reveal))
    ground = _ground(part, directive.node, open_ids, heard, said)
    return replace(ground, confides=True) if directive.reveal else ground


@lru_cache(MOST_PARTS)
def _ground(
    part: SimPart,
    node: str,
    open_ids: frozenset[str],
    heard: tuple[str, ...],
    said: tuple[str, ...],
) -> LineGround:
    withheld = tuple(_withheld(part, node, open_ids))
    later = {material.id for material in withheld}
    now = [material for material in part.materials.values() if material.id not in later]
    person, scenario = part.person, part.scenario
    return LineGround(
        own=(
            *(text for each in now for text in _texts(each)),
            *_manner(person),
            *_pivots(part, node),
            *said,
        ),
        known=tuple(
            text for each in now if each.fact != each.say for text in (each.fact, each.say)
        ),
        paper=scenario.document(person.document).lines if person.document else (),
        withheld=tuple(text for each in withheld for text in (each.fact, each.say)),
        heard=heard,
        others=_others(part),
        about=_about(part),
        names=frozenset(
            word
            for other in scenario.people
            if other.id != person.id
            for word in (*words(other.name), *_initials(other.role))
        ),
    )


def _withheld(part: SimPart, node: str, open_ids: frozenset[str]) -> Iterator[BoundMaterial]:
    """What comes later: what decides, before its gate is reached; what only trust opens; and at the
    greeting every fact.
    """
    order = [each.id for each in part.graph.nodes]
    here = order.index(node) if node in order else 0
    for place, each in enumerate(part.graph.nodes):
        if place > here and (each.is_gate or not (each.self_loop or each.is_branch)):
            yield from _still(part.content[each.id], open_ids)
    for materials in part.asides.values():
        yield from _still(materials, open_ids)


def _still(materials: Iterable[BoundMaterial], open_ids: frozenset[str]) -> Iterator[BoundMaterial]:
    # a beat has only its words; a fact has a record beside them
    return (each for each in materials if each.id not in open_ids and each.fact != each.say)


def _texts(material: BoundMaterial) -> tuple[str, ...]:
    return (material.fact, material.say, material.heard, *material.again)


def _manner(person: ScenarioPerson) -> Iterator[str]:
    """How they speak of themselves and of others, whatever the moment."""
    yield from (person.role, person.greeting, *person.concerns, *person.goals)
    yield from (part.say for part in (person.beat1, person.beat6, person.goal) if part)
    yield from (person.redirect.say,) if person.redirect else ()
    yield from (each.say for each in person.elsewhere)
    yield from (*person.unknown, *person.invites)
    yield from (person.opinion.argument,) if person.opinion else ()


def _pivots(part: SimPart, node: str) -> Iterator[str]:
    """What was asked and could be answered, up to here."""
    order = [each.id for each in part.graph.nodes]
    for at, pivot in part.pivots.items():
        if at in order and order.index(at) <= order.index(node):
            yield pivot.question
            yield from (text for option in pivot.options for text in (option.text, option.reply))


@lru_cache(MOST_PARTS)
def _about(part: SimPart) -> tuple[str, ...]:
    """The scene, the options, and who everybody is."""
    scenario = part.scenario
    return (
        *(scenario.situation.where, scenario.situation.happening, scenario.situation.learner),
        *(scenario.decision.question, *(option.text for option in scenario.decision.options)),
        *(objective.text for objective in scenario.objectives),
        *(f"{person.name}, {person.role}" for person in scenario.people),
        *(document.title for document in scenario.documents),
    )


@lru_cache(MOST_PARTS)
def _others(part: SimPart) -> tuple[str, ...]:
    """What the others know. What a guide knows is where everybody else is to be found."""
    return tuple(
        fact.fact
        for other in part.scenario.people
        if other.id != part.person.id and not other.is_guide
        for fact in (*other.what_they_know, *other.decision_facts, other.key_reveal)
        if fact
    )


def _initials(role: str) -> Iterator[str]:
    """By what a role is called for short: QA."""
    return (word.lower() for word in role.split() if len(word) > 1 and word.isupper())


def _amount(figure: Figure) -> tuple[str, str, float]:
    return figure.kind, figure.unit, figure.low


def _sentences(texts: Sequence[str]) -> Iterator[str]:
    return (sentence for text in texts if text for sentence in sentences(text))
