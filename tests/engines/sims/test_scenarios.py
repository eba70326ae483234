"""Every scenario that comes with Dramaturg is whole, keeps its people's own rules, and can be
played to the end offline.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.support.ears import WrittenEar

from dramaturg.app.check.check import check
from dramaturg.app.config.providers import ear, embedder, syntax
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.asks.brought_across import stated
from dramaturg.engines.sims.asks.line_check import standing_rules
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.binding import BoundMaterial, SimPart
from dramaturg.engines.sims.base.scenario import Scenario, ScenarioPerson, SimFact
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.engines.sims.perceive import PersonReader
from dramaturg.english.figures import unknown_figures
from dramaturg.english.prose import sentences
from dramaturg.english.rules.line_rules import check_line
from dramaturg.turn.ports import Embedder, LikenessThresholds

if TYPE_CHECKING:
    from dramaturg.turn.ports import Vectors


ENTRIES = {entry.id: entry for entry in Library(KINDS, (packaged(),)).entries("scenario")}
MOST_SENTENCES = 6  # of one authored piece: a line may join two or three of them
IN_PASSING = (
    "one",
    "two",
    "three",
)  # `the two numbers` is a way of speaking, not a figure to be looked up
FOUND = 0.85  # of questions as their author wrote them
# of questions taken out of the content; a person knows five facts or more, so chance finds less
# than 0.2
FOUND_BY_MEANING = 0.4

Spoken = tuple[str, str]
"""Where a line stands in the content, and the line."""


@dataclass
class Remembering:
    """An embedder that reads each text once: the same texts are asked about again and
    again here.
    """

    inner: Embedder
    vectors: dict[str, Vectors] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def thresholds(self) -> LikenessThresholds:
        return self.inner.thresholds

    def embed(self, texts: Sequence[str]) -> Vectors:
        fresh = [text for text in dict.fromkeys(texts) if text not in self.vectors]
        if fresh:
            self.vectors |= dict(zip(fresh, self.inner.embed(fresh), strict=True))
        return np.stack([self.vectors[text] for text in texts]) if texts else self.inner.embed([])


@pytest.fixture(scope="module")
def remembering() -> Embedder:
    return Remembering(embedder())


@pytest.fixture(scope="module", params=sorted(ENTRIES))
def engine(request: pytest.FixtureRequest, library: Library, remembering: Embedder) -> SimEngine:
    """Takes the place of the launch decision's engine, so that `play` plays each scenario
    in turn.
    """
    body = json.loads(sim_content(library, request.param).body)
    backbones = {name: Backbone.model_validate(each) for name, each in body["backbones"].items()}
    return SimEngine(
        Scenario.model_validate(body["scenario"]), backbones, remembering, WrittenEar(), syntax()
    )


# ── what is authored ──────────────────────────────────────────────────────────────────────────────


def facts(person: ScenarioPerson) -> list[SimFact]:
    """Everything with questions of its own."""
    single = (person.challenge, person.tradeoff, person.key_reveal)
    return [*person.what_they_know, *person.decision_facts, *(fact for fact in single if fact)]


def gate_facts(part: SimPart) -> list[BoundMaterial]:
    return [
        material for node in part.graph.nodes if node.is_gate for material in part.content[node.id]
    ]


def spoken(person: ScenarioPerson) -> Iterator[Spoken]:
    """Every line the person may say, word for word."""
    yield "greeting", person.greeting
    yield from ((name, beat.say) for name in ("beat1", "beat6") if (beat := getattr(person, name)))
    yield "goal", person.goal.say
    for fact in facts(person):
        yield f"{fact.id}.say", fact.say
        yield from ((f"{fact.id}.again[{at}]", again) for at, again in enumerate(fact.again))
        yield from ((f"{fact.id}.heard", fact.heard),) if fact.heard else ()
    for pivot in person.pivots:
        yield f"{pivot.id}.question", pivot.question
        yield from ((f"{pivot.id}.{option.id}.reply", option.reply) for option in pivot.options)
    yield from (
        (f"elsewhere[{at}]", elsewhere.say) for at, elsewhere in enumerate(person.elsewhere)
    )
    yield from ((f"unknown[{at}]", line) for at, line in enumerate(person.unknown))
    yield from ((f"invites[{at}]", line) for at, line in enumerate(person.invites))
    yield from (("redirect", person.redirect.say),) if person.redirect else ()


def on_record(part: SimPart) -> list[str]:
    """Where a person's figures must stand: what they know, their document, and what everybody in
    the scene knows.
    """
    person, scenario = part.person, part.scenario
    document = scenario.document(person.document).lines if person.document else ()
    scene = (
        scenario.situation.where,
        scenario.situation.happening,
        *(option.text for option in scenario.decision.options),
    )
    return [*(fact.fact for fact in facts(person)), *document, *scene]


def everybody(engine: SimEngine) -> Iterator[tuple[SimPart, Spoken]]:
    return ((part, line) for part in engine.parts.values() for line in spoken(part.person))


def told(faults: list[str]) -> str:
    return "\n" + "\n".join(faults)


# ── whole ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("scenario", sorted(ENTRIES))
def test_it_checks_and_proves_clean(scenario: str) -> None:
    report = check([ENTRIES[scenario].file])
    assert report.clean, told([str(fault) for fault in report.faults])
    assert report.proofs


def test_there_is_a_guide_and_three_people_to_talk_to(engine: SimEngine) -> None:
    people = [person.id for person in engine.scenario.people]
    assert "guide" in people
    assert len(people) >= 4, people


def test_every_objective_is_somebodys_goal(engine: SimEngine) -> None:
    goals = {person.goal.objective for person in engine.scenario.people}
    assert goals == {objective.id for objective in engine.scenario.objectives}


def test_the_guide_has_a_hint_for_every_objective_while_it_is_open(engine: SimEngine) -> None:
    hints = {fact.while_open for fact in engine.scenario.person("guide").what_they_know}
    open_to_others = {
        person.goal.objective for person in engine.scenario.people if person.id != "guide"
    }
    assert open_to_others <= hints, open_to_others - hints


def test_every_option_has_a_consequence_of_its_own_and_one_is_best(engine: SimEngine) -> None:
    options = engine.scenario.decision.options
    consequences = [option.consequence.strip() for option in options]
    assert all(consequences)
    assert len(set(consequences)) == len(options) >= 3
    assert engine.scenario.decision.best in {option.id for option in options}


def test_everybody_but_the_guide_hands_over_a_document_of_their_own_and_sends_the_learner_on(
    engine: SimEngine,
) -> None:
    people = [person for person in engine.scenario.people if person.id != "guide"]
    documents = [person.document for person in people]
    assert None not in documents
    assert len(set(documents)) == len(people)
    assert all(person.redirect and person.redirect.to != person.id for person in people)


def test_what_a_gate_holds_can_be_pressed_and_acknowledged_in_new_words(engine: SimEngine) -> None:
    short = [
        f"{part.person.id}.{fact.id}: {len(fact.again)} again, heard: {fact.heard or 'missing'}"
        for part in engine.parts.values()
        for fact in gate_facts(part)
        if len(set(fact.again)) < 4 or not fact.heard
    ]
    assert not short, told(short)


# ── spoken ────────────────────────────────────────────────────────────────────────────────────────


def test_every_line_keeps_the_persons_own_rules(engine: SimEngine) -> None:
    rules = {name: standing_rules(part) for name, part in engine.parts.items()}
    broken = [
        f"{part.person.id}.{place} breaks {breach.rule}: {breach.detail}"
        for part, (place, line) in everybody(engine)
        for breach in check_line(rules[part.person.id], line)
    ]
    assert not broken, told(broken)


def test_every_figure_said_stands_in_a_fact_a_document_or_the_scene(engine: SimEngine) -> None:
    made_up = [
        f"{part.person.id}.{place} says {figure.text!r}: {line}"
        for part, (place, line) in everybody(engine)
        for figure in unknown_figures(line, on_record(part))
        if figure.text.lower() not in IN_PASSING
    ]
    assert not made_up, told(made_up)


def test_a_piece_is_short_enough_to_be_said(engine: SimEngine) -> None:
    long = [
        f"{part.person.id}.{place}: {line}"
        for part, (place, line) in everybody(engine)
        if len(sentences(line)) > MOST_SENTENCES
    ]
    assert not long, told(long)


def test_no_line_is_written_twice(engine: SimEngine) -> None:
    places: dict[str, list[str]] = {}
    for part, (place, line) in everybody(engine):
        places.setdefault(line.casefold(), []).append(f"{part.person.id}.{place}")
    twice = [f"{', '.join(where)}: {line}" for line, where in places.items() if len(where) > 1]
    assert not twice, told(twice)


def test_what_decides_is_brought_across_by_its_own_words(engine: SimEngine) -> None:
    """What a gate has to say counts as told only when the words show it: otherwise nobody could
    ever acknowledge it.
    """
    lost = [
        f"{part.person.id}.{fact.id}: {fact.fact!r} is not in {fact.say!r}"
        for part in engine.parts.values()
        for fact in gate_facts(part)
        if fact.id not in stated(fact.say, part)
    ]
    assert not lost, told(lost)


def test_no_line_gives_away_another_fact(engine: SimEngine) -> None:
    """A fact that other words have told already is never offered again."""
    given_away = []
    for part, (place, line) in everybody(engine):
        others = {fact.id for fact in part.person.what_they_know} - {place.split(".")[0]}
        given_away += [
            f"{part.person.id}.{place} also tells {name}: {line}"
            for name in others & {*stated(line, part)}
        ]
    assert not given_away, told(given_away)


# ── played ────────────────────────────────────────────────────────────────────────────────────────


async def to_the_end(player: Any, answers: Iterator[str], option: int = 0) -> list[str]:
    """Plays until the conversation ends, with the same option at every pivot, and gives the lines
    that were heard.
    """
    lines = []
    while not player.closed:
        pointer = player.state.conversation.pointer
        options = (
            player.engine.parts[player.state.person].pivots[pointer.current_node].options
            if pointer.armed
            else ()
        )
        record = await (
            player.say(choice=options[option % len(options)].id)
            if options
            else player.say(next(answers))
        )
        lines.append(record.line)
        assert record.line, f"{player.state.person} says nothing in {pointer.current_node}"
        assert len(lines) < 40, f"{player.state.person} does not end"
    return lines


@pytest.mark.slow
async def test_somebody_who_only_asks_questions_gets_to_the_end(
    engine: SimEngine, play: Callable[..., Any]
) -> None:
    for person in engine.scenario.people:
        player = play(person=person.id)
        lines = await to_the_end(
            player, cycle(question for fact in facts(person) for question in fact.asked)
        )
        assert len(set(lines)) == len(lines), told([person.id, *lines])
        assert player.state.documents == ((person.document,) if person.document else ())


@pytest.mark.slow
async def test_somebody_who_only_mumbles_gets_to_the_end_and_hears_what_decides(
    engine: SimEngine, play: Callable[..., Any]
) -> None:
    for person in engine.scenario.people:
        player = play(person=person.id)
        lines = await to_the_end(player, cycle(["Hm."]), option=1)
        said = player.state.conversation.said
        missed = [fact.id for fact in person.decision_facts if fact.id not in said]
        assert not missed, told([f"{person.id} never told {missed}", *lines])


@pytest.mark.slow
async def test_somebody_who_says_back_what_decides_completes_every_objective(
    engine: SimEngine, play: Callable[..., Any]
) -> None:
    for person in engine.scenario.people:
        player = play(person=person.id)
        decisive = [material.fact for material in gate_facts(engine.parts[person.id])]
        await to_the_end(player, cycle(decisive or ["Tell me more about that."]))
        assert player.state.objectives == (person.goal.objective,), person.id


# ── understood ────────────────────────────────────────────────────────────────────────────────────


def without(part: SimPart, question: str) -> SimPart:
    """The part as if its author had not thought of this question."""

    def unasked(materials: tuple[BoundMaterial, ...]) -> tuple[BoundMaterial, ...]:
        return tuple(
            replace(each, asked=tuple(asked for asked in each.asked if asked != question))
            for each in materials
        )

    return replace(
        part,
        content={node: unasked(materials) for node, materials in part.content.items()},
        asides={source: unasked(materials) for source, materials in part.asides.items()},
    )


def nearest(part: SimPart, among: Sequence[SimFact], question: str, embedder: Embedder) -> str:
    readings = PersonReader(part, embedder, ear()).readings(question, (), None)
    return max((fact.id for fact in among), key=lambda name: readings.get(f"about:{name}", 0.0))


def sent_on(part: SimPart, question: str, embedder: Embedder) -> str | None:
    """The entry of `elsewhere` that answers the question; None when it is not read as a detour."""
    readings = PersonReader(part, embedder, ear()).readings(question, (), None)
    entries = [key for key in readings if key.startswith("elsewhere:")]
    return max(entries, key=lambda key: readings[key]) if readings["detour"] else None


@pytest.mark.slow
def test_nearly_every_question_finds_its_own_fact(engine: SimEngine, remembering: Embedder) -> None:
    asked = [
        (part, fact.id, question)
        for part in engine.parts.values()
        for fact in facts(part.person)
        for question in fact.asked
    ]
    missed = [
        f"{part.person.id}: {question!r} finds {got}, not {fact}"
        for part, fact, question in asked
        if (got := nearest(part, facts(part.person), question, remembering)) != fact
    ]
    assert len(asked) - len(missed) >= FOUND * len(asked), told(missed)


@pytest.mark.slow
def test_a_question_nobody_wrote_down_finds_its_fact_by_meaning_far_above_chance(
    engine: SimEngine, remembering: Embedder
) -> None:
    """Each question in turn is taken out; what is left was written to be unlike it, so this is the
    hardest case.
    """
    asked = [
        (part, fact.id, question)
        for part in engine.parts.values()
        for fact in part.person.what_they_know
        for question in fact.asked
    ]
    missed = [
        f"{part.person.id}: {question!r} finds {got}, not {fact}"
        for part, fact, question in asked
        if (
            got := nearest(
                without(part, question), part.person.what_they_know, question, remembering
            )
        )
        != fact
    ]
    print(f"{engine.scenario.id}: {len(missed)} of {len(asked)} missed", told(missed))
    assert len(asked) - len(missed) >= FOUND_BY_MEANING * len(asked), told(missed)


@pytest.mark.slow
def test_every_question_for_somebody_else_is_sent_on(
    engine: SimEngine, remembering: Embedder
) -> None:
    missed = [
        f"{part.person.id}: {question!r} goes to {got}, not elsewhere:{at}"
        for part in engine.parts.values()
        for at, entry in enumerate(part.person.elsewhere)
        for question in entry.about
        if (got := sent_on(part, question, remembering)) != f"elsewhere:{at}"
    ]
    assert not missed, told(missed)
