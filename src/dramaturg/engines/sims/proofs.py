"""What must be true of backbones and scenarios before anyone plays them: no faults of form, then
proofs over every state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dramaturg.care.safety import prove_outside
from dramaturg.engines.sims.base.backbone import (
    FACTS,
    Backbone,
    ConditionalContent,
    ConditionalEdge,
    backbone_graph,
    condition,
    vocabulary,
)
from dramaturg.engines.sims.base.binding import (
    OPINION,
    PIVOTS,
    SOURCES,
    bind_part,
    binding_faults,
    unknown_source,
)
from dramaturg.engines.sims.base.lines import line_faults
from dramaturg.engines.sims.base.scenario import (
    DecisionOption,
    Document,
    Objective,
    Scenario,
    ScenarioPerson,
)
from dramaturg.engines.sims.reach import prove_it_can_happen
from dramaturg.kernel.conditions import Always, Condition
from dramaturg.kernel.errors import ConditionError, Fault, Path, did_you_mean, touches
from dramaturg.kernel.explore import Proof, prove
from dramaturg.kernel.graph import graph_faults


def backbone_faults(backbone: Backbone) -> tuple[Fault, ...]:
    """Everything wrong with its form, paths leading into the document."""
    graph = backbone_graph(backbone, _true_if_unreadable)
    return (
        *_bad_conditions(backbone),
        *_unknown_sources(backbone),
        *_misplaced(backbone),
        *_hidden_facts(backbone),
        *graph_faults(graph, vocabulary(graph)),
    )


def unsaid_backstop(backbone: Backbone) -> tuple[Fault, ...]:
    """What holds people in a gate is to be said: who deletes the line does not take it away."""
    if "backstop" in backbone.model_fields_set or not any(n.is_gate for n in backbone.nodes):
        return ()
    message = f"{backbone.id} has gates and no backstop: {backbone.backstop} is taken for it"
    remedy = "Write backstop: 6, or another number; null for none at all."
    return (Fault("backstop-unsaid", message, remedy, ("nodes",)),)


def prove_backbone(backbone: Backbone) -> tuple[Proof, ...]:
    """What holds of every conversation that walks this backbone."""
    graph = backbone_graph(backbone)
    return prove(graph, vocabulary(graph))


def scenario_faults(
    scenario: Scenario,
    backbones: Mapping[str, Backbone],
    broken: Collection[str] = (),
    gone: Collection[Path] = (),
) -> tuple[Fault, ...]:
    """Everything wrong between the parts of a scenario, and between its people and their backbones.

    `broken` names backbones with faults of their own, which nobody can walk; those that load are
    among `backbones` all the same. `gone` are places of the scenario that could not be read.
    Nothing is found fault with because of what stands in for them.
    """
    faults = [
        *_duplicates(scenario),
        *_dangling(scenario, gone),
        *_without_backbone(scenario, backbones, broken),
    ]
    for index, person in enumerate(scenario.people):
        backbone = backbones.get(backbone_of(person, scenario))
        if backbone and not _backbone_gone(index, person, gone):
            faults += [fault.under("people", index) for fault in binding_faults(person, backbone)]
    return tuple(fault for fault in faults if not touches(fault.path, gone))


def spoken_faults(
    scenario: Scenario, backbones: Mapping[str, Backbone], gone: Collection[Path] = ()
) -> tuple[Fault, ...]:
    """Everything wrong with what people say word for word; `gone` as above. Nothing here keeps a
    scenario from being walked.
    """
    faults: list[Fault] = []
    for index, person in enumerate(scenario.people):
        backbone = backbones.get(backbone_of(person, scenario))
        faults += line_faults(
            scenario, index, [node.id for node in backbone.nodes] if backbone else (), gone
        )
    return tuple(fault for fault in faults if not touches(fault.path, gone))


def backbone_of(person: ScenarioPerson, scenario: Scenario) -> str:
    """Which backbone the person walks: their own, or the scenario's."""
    return person.backbone or scenario.backbone


def prove_scenario(scenario: Scenario, backbones: Mapping[str, Backbone]) -> tuple[Proof, ...]:
    """The proofs for every person's own walk: binding may have taken nodes away. Of counted
    steering nothing can be proven.
    """
    if scenario.steering == "counted":
        return ()
    proofs: list[Proof] = []
    for index, person in enumerate(scenario.people):
        part = bind_part(scenario, person, backbones[backbone_of(person, scenario)])
        *structure, can_happen = prove(part.graph, vocabulary(part.graph))
        with_scores = prove_it_can_happen(part, can_happen)
        proofs += [replace(proof, path=("people", index)) for proof in (*structure, with_scores)]
    if scenario.danger:
        proofs.append(replace(prove_outside(scenario.danger), path=("danger",)))
    return tuple(proofs)


def _true_if_unreadable(text: str) -> Condition:
    try:
        return condition(text)
    except ConditionError:
        return Always(True)


def _ways(backbone: Backbone) -> Iterator[tuple[Path, ConditionalEdge | ConditionalContent]]:
    """Everything that opens on a condition, with its place."""
    for index, node in enumerate(backbone.nodes):
        yield from (
            (("nodes", index, "conditional", number), edge)
            for number, edge in enumerate(node.conditional)
        )
        yield from (
            (("nodes", index, "asides", number), aside) for number, aside in enumerate(node.asides)
        )


def _bad_conditions(backbone: Backbone) -> Iterator[Fault]:
    for path, way in _ways(backbone):
        try:
            condition(way.when)
        except ConditionError as error:
            remedy = "Write it like 'relationship >= cooperative and not told'."
            yield Fault("bad-condition", str(error), remedy, (*path, "when"))


def _hidden_facts(backbone: Backbone) -> Iterator[Fault]:
    for path, way in _ways(backbone):
        if way.once in FACTS:
            message = f"the flag {way.once} has the name of a fact"
            yield Fault("flag-hides-fact", message, "Give the flag another name.", (*path, "once"))


def _unknown_sources(backbone: Backbone) -> Iterator[Fault]:
    for index, node in enumerate(backbone.nodes):
        named: list[tuple[Path, str]] = []
        named += [
            (("content_source", number), source)
            for number, source in enumerate(node.content_source)
        ]
        named += [
            (("asides", number, "source"), aside.source) for number, aside in enumerate(node.asides)
        ]
        for path, source in named:
            if fault := unknown_source(node.id, source):
                yield fault.under("nodes", index, *path)


def _misplaced(backbone: Backbone) -> Iterator[Fault]:
    """Nodes of a kind that their content does not fit: a branch asks a pivot, nothing else does,
    and the end is always there.
    """
    for index, node in enumerate(backbone.nodes):
        pivots = [source in PIVOTS for source in node.content_source if source in SOURCES]
        if not all(pivots) if node.is_branch else any(pivots):
            message = (
                f"{node.id} is a branch without a pivot"
                if node.is_branch
                else f"{node.id} has a pivot and is no branch"
            )
            remedy = (
                f"Let a branch, and only a branch, take its content from {' or '.join(PIVOTS)}."
            )
            yield Fault("branch-without-pivot", message, remedy, ("nodes", index, "content_source"))
        if node.is_terminal and node.optional:
            message = f"{node.id} is the end, and the end cannot be left out"
            yield Fault(
                "optional-end", message, "Take optional away.", ("nodes", index, "optional")
            )


def _without_backbone(
    scenario: Scenario, backbones: Mapping[str, Backbone], broken: Collection[str]
) -> Iterator[Fault]:
    """A fault for each place that names a backbone which is not there or cannot be walked."""
    named: dict[Path, str] = {}
    for index, person in enumerate(scenario.people):
        named[("people", index, "backbone") if person.backbone else ("backbone",)] = backbone_of(
            person, scenario
        )
    for path, name in named.items():
        if name in broken:
            message = f"the backbone {name} has faults of its own, so nothing can be proven with it"
            remedy = "Put the backbone right first: `dramaturg check` its file."
            yield Fault("broken-backbone", message, remedy, path)
        elif name not in backbones:
            yield _unknown_name(name, backbones, "backbone", path)


def _backbone_gone(index: int, person: ScenarioPerson, gone: Collection[Path]) -> bool:
    return ("people", index, "backbone") in gone or (
        person.backbone is None and ("backbone",) in gone
    )


def _duplicates(scenario: Scenario) -> Iterator[Fault]:
    yield from _twice(("people",), (person.id for person in scenario.people))
    yield from _twice(("objectives",), (objective.id for objective in scenario.objectives))
    yield from _twice(("documents",), (document.id for document in scenario.documents))
    yield from _twice(("decision", "options"), (option.id for option in scenario.decision.options))
    for index, person in enumerate(scenario.people):
        for at, pivot in enumerate(person.pivots):
            yield from _twice(
                ("people", index, "pivots", at, "options"), (option.id for option in pivot.options)
            )
        yield from (fault.under("people", index) for fault in _same_name(_sayings(person)))


def _sayings(person: ScenarioPerson) -> Iterator[tuple[Path, str]]:
    """Everything a person can say, under the name by which it is remembered that they said it."""
    yield from (((name,), name) for name in ("greeting", "beat1", "beat6", "goal", OPINION))
    yield from ((("pivots", at, "id"), pivot.id) for at, pivot in enumerate(person.pivots))
    yield from (
        (("what_they_know", at, "id"), fact.id) for at, fact in enumerate(person.what_they_know)
    )
    yield from (
        (("decision_facts", at, "id"), fact.id) for at, fact in enumerate(person.decision_facts)
    )
    if person.key_reveal:
        yield ("key_reveal", "id"), person.key_reveal.id


def _twice(path: Path, names: Iterable[str]) -> Iterator[Fault]:
    return _same_name(((*path, at, "id"), name) for at, name in enumerate(names))


def _same_name(placed: Iterable[tuple[Path, str]]) -> Iterator[Fault]:
    seen: set[str] = set()
    for path, name in placed:
        if name in seen:
            yield Fault(
                "duplicate-name", f"the id {name} is taken already", "Give each its own id.", path
            )
        seen.add(name)


def _dangling(scenario: Scenario, gone: Collection[Path]) -> Iterator[Fault]:
    people = _ids(("people",), scenario.people, gone)
    options = _ids(("decision", "options"), scenario.decision.options, gone)
    documents = _ids(("documents",), scenario.documents, gone)
    objectives = _ids(("objectives",), scenario.objectives, gone)
    yield from _unknown(scenario.decision.best, options, "option", ("decision", "best"))
    for index, person in enumerate(scenario.people):
        at = ("people", index)
        yield from _unknown(
            person.goal.objective, objectives, "objective", (*at, "goal", "objective")
        )
        yield from _unknown(person.document, documents, "document", (*at, "document"))
        if person.opinion:
            yield from _unknown(
                person.opinion.option, options, "option", (*at, "opinion", "option")
            )
        if person.redirect:
            yield from _unknown(person.redirect.to, people, "person", (*at, "redirect", "to"))
        for number, fact in enumerate(person.what_they_know):
            yield from _unknown(
                fact.while_open,
                objectives,
                "objective",
                (*at, "what_they_know", number, "while_open"),
            )
        for number, elsewhere in enumerate(person.elsewhere):
            yield from _unknown(elsewhere.to, people, "person", (*at, "elsewhere", number, "to"))


def _ids(
    path: Path,
    listed: Sequence[ScenarioPerson | DecisionOption | Document | Objective],
    gone: Collection[Path],
) -> list[str] | None:
    """The ids in a list; None when one could not be read, since any name may be that one."""
    if path in gone or any((*path, at, "id") in gone for at in range(len(listed))):
        return None
    return [each.id for each in listed]


def _unknown(
    name: str | None, known: Collection[str] | None, what: str, path: Path
) -> Iterator[Fault]:
    if name is not None and known is not None and name not in known:
        yield _unknown_name(name, known, what, path)


def _unknown_name(name: str, known: Iterable[str], what: str, path: Path) -> Fault:
    remedy = did_you_mean(name, known) or f"Write that {what}, or take the name out."
    return Fault("unknown-name", f"there is no {what} {name}", remedy, path)
