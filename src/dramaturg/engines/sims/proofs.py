"""What must be true of backbones and scenarios before anyone plays them: no faults of form, then proofs over every state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from dramaturg.engines.sims.backbone import Backbone, backbone_graph, vocabulary
from dramaturg.engines.sims.binding import bind_part, binding_faults, unknown_source
from dramaturg.engines.sims.scenario import Person, Scenario
from dramaturg.kernel.conditions import parse
from dramaturg.kernel.errors import ConditionError, Fault, did_you_mean
from dramaturg.kernel.explore import Proof, prove
from dramaturg.kernel.graph import graph_faults


def backbone_faults(backbone: Backbone) -> tuple[Fault, ...]:
    """Everything wrong with its form, paths leading into the document."""
    unreadable = tuple(_bad_conditions(backbone))
    sources = tuple(_unknown_sources(backbone))
    if unreadable:
        return (*unreadable, *sources)
    graph = backbone_graph(backbone)
    return (*sources, *graph_faults(graph, vocabulary(graph)))


def prove_backbone(backbone: Backbone) -> tuple[Proof, ...]:
    graph = backbone_graph(backbone)
    return prove(graph, vocabulary(graph))


def scenario_faults(scenario: Scenario, backbones: Mapping[str, Backbone]) -> tuple[Fault, ...]:
    """Everything wrong between the parts of a scenario, and between its people and their backbones."""
    faults = [*_duplicates(scenario), *_dangling(scenario)]
    for index, person in enumerate(scenario.people):
        backbone = backbones.get(person.backbone or scenario.backbone)
        if backbone is None:
            faults.append(_no_backbone(scenario, person, index, backbones))
        else:
            faults += [fault.under("people", index) for fault in binding_faults(person, backbone)]
    return tuple(faults)


def prove_scenario(scenario: Scenario, backbones: Mapping[str, Backbone]) -> tuple[Proof, ...]:
    """The proofs for every person's own walk: binding may have taken nodes away."""
    proofs: list[Proof] = []
    for person in scenario.people:
        graph = bind_part(scenario, person, backbones[person.backbone or scenario.backbone]).graph
        proofs += prove(graph, vocabulary(graph))
    return tuple(proofs)


def _bad_conditions(backbone: Backbone) -> Iterator[Fault]:
    for index, node in enumerate(backbone.nodes):
        written = [(("conditional", number), edge.when) for number, edge in enumerate(node.conditional)]
        written += [(("asides", number), aside.when) for number, aside in enumerate(node.asides)]
        for path, when in written:
            try:
                parse(when)
            except ConditionError as error:
                remedy = "Write it like 'relationship >= cooperative and not told'."
                yield Fault("bad-condition", str(error), remedy, ("nodes", index, *path, "when"))


def _unknown_sources(backbone: Backbone) -> Iterator[Fault]:
    for index, node in enumerate(backbone.nodes):
        named: list[tuple[tuple[str | int, ...], str]] = []
        named += [(("content_source", number), source) for number, source in enumerate(node.content_source)]
        named += [(("asides", number, "source"), aside.source) for number, aside in enumerate(node.asides)]
        for path, source in named:
            if fault := unknown_source(node.id, source):
                yield fault.under("nodes", index, *path)


def _no_backbone(scenario: Scenario, person: Person, index: int, backbones: Mapping[str, Backbone]) -> Fault:
    wanted = person.backbone or scenario.backbone
    path = ("people", index, "backbone") if person.backbone else ("backbone",)
    return Fault("unknown-name", f"there is no backbone {wanted}", did_you_mean(wanted, backbones), path)


def _duplicates(scenario: Scenario) -> Iterator[Fault]:
    yield from _twice(("people",), (person.id for person in scenario.people))
    yield from _twice(("objectives",), (objective.id for objective in scenario.objectives))
    yield from _twice(("documents",), (document.id for document in scenario.documents))
    yield from _twice(("decision", "options"), (option.id for option in scenario.decision.options))
    for index, person in enumerate(scenario.people):
        yield from _twice(("people", index, "pivots"), (pivot.id for pivot in person.pivots))
        for at, pivot in enumerate(person.pivots):
            yield from _twice(("people", index, "pivots", at, "options"), (option.id for option in pivot.options))
        reveal = [person.key_reveal] if person.key_reveal else []
        facts = [fact.id for fact in (*person.what_they_know, *person.decision_facts, *reveal)]
        for fact_id in _more_than_once(facts):
            message = f"{person.id} has two facts called {fact_id}"
            yield Fault("duplicate-name", message, "Give each its own id.", ("people", index))


def _twice(path: tuple[str | int, ...], names: Iterable[str]) -> Iterator[Fault]:
    listed = list(names)
    for name in _more_than_once(listed):
        at = len(listed) - 1 - listed[::-1].index(name)
        yield Fault("duplicate-name", f"{name} stands in this list more than once", "Give each its own id.", (*path, at, "id"))


def _more_than_once(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def _dangling(scenario: Scenario) -> Iterator[Fault]:
    people = [person.id for person in scenario.people]
    options = [option.id for option in scenario.decision.options]
    documents = [document.id for document in scenario.documents]
    objectives = [objective.id for objective in scenario.objectives]
    yield from _unknown(scenario.decision.best, options, "option", ("decision", "best"))
    for index, person in enumerate(scenario.people):
        at = ("people", index)
        yield from _unknown(person.goal.objective, objectives, "objective", (*at, "goal", "objective"))
        yield from _unknown(person.document, documents, "document", (*at, "document"))
        if person.opinion:
            yield from _unknown(person.opinion.option, options, "option", (*at, "opinion", "option"))
        if person.redirect:
            yield from _unknown(person.redirect.to, people, "person", (*at, "redirect", "to"))
        for number, elsewhere in enumerate(person.elsewhere):
            yield from _unknown(elsewhere.to, people, "person", (*at, "elsewhere", number, "to"))


def _unknown(name: str | None, known: list[str], what: str, path: tuple[str | int, ...]) -> Iterator[Fault]:
    if name is not None and name not in known:
        yield Fault("unknown-name", f"there is no {what} {name}", did_you_mean(name, known), path)
