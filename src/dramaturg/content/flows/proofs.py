"""What is proven of every flow: its ways lead somewhere, all of it can be reached, and from
everywhere there is an end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from dramaturg.content.flows.flow import By, Flow, FlowEdge, FlowNode, Kind, Out
from dramaturg.content.positions import START, FilePlace
from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.kernel.explore import Explored, Proof, explore

State = tuple[str, tuple[str, ...]]
"""Where a walk stands, and the steps it will go on at when what was called returns."""

BEGINNING: State = ("", ())
ENDED: State = (Out.END.value, ())

MANY = 500  # names

REACHED = "every step can be reached"
ENDS = "an end can be reached from everywhere"
NO_ROUND = "nothing goes round for ever by itself"


def name_faults(flow: Flow) -> tuple[Fault, ...]:
    """Names that are there twice, or that ways lead to and are not there."""
    return (*_twice(flow), *_nowhere(flow))


def shape_faults(flow: Flow) -> tuple[Fault, ...]:
    """No beginning; or else no end; or else steps that nothing leads out of. Each would only follow
    from the one before.
    """
    return (*_no_beginning(flow),) or (*_no_end(flow),) or (*_dead_ends(flow),)


def _twice(flow: Flow) -> Iterator[Fault]:
    first: dict[str, FlowNode] = {}
    for step in flow.steps:
        if first.setdefault(step.id, step) is not step:
            message = (
                f"the name {step.id} is taken by a step before this one, on line"
                f" {first[step.id].place.line}"
            )
            yield Fault("duplicate-node", message, "Give each step its own name.").at(
                flow.file, *step.place
            )


def _nowhere(flow: Flow) -> Iterator[Fault]:
    names = {step.id for step in flow.steps}
    for start in flow.starts:
        if start not in names:
            message, remedy = f"it begins at {start}, which is no step", _nearest(start, names)
            yield Fault("edge-to-nowhere", message, remedy).at(flow.file, *START)
    for edge in flow.edges:
        if edge.start not in names:
            message = f"a way leads out of {edge.start}, which is no step"
            yield Fault("edge-to-nowhere", message, _nearest(edge.start, names)).at(
                flow.file, *edge.place
            )
        if isinstance(edge.to, str) and edge.to not in names:
            message = f"{edge.start} leads to {edge.to}, which is no step"
            yield Fault("edge-to-nowhere", message, _nearest(edge.to, names)).at(
                flow.file, *edge.place
            )


def _nearest(word: str, names: Collection[str]) -> str:
    """The name that was meant. Among very many, looking for it would take longer than writing the
    step.
    """
    return did_you_mean(word, names if len(names) <= MANY else ()) or "Write this step."


def _no_beginning(flow: Flow) -> Iterator[Fault]:
    if not flow.starts:
        yield Fault(
            "edge-to-nowhere", f"nothing says where {flow.id} begins", HOW_TO_BEGIN[flow.kind]
        ).at(flow.file, *START)


def _no_end(flow: Flow) -> Iterator[Fault]:
    if all(isinstance(edge.to, str) or edge.to is Out.NOTHING for edge in flow.edges):
        yield Fault("no-single-end", f"{flow.id} has no end", HOW_TO_END[flow.kind]).at(
            flow.file, *START
        )


HOW_TO_BEGIN: Mapping[Kind, str] = {
    "mermaid": "Lead an edge from [*] to the first state.",
    "yarn": "Write a node with the title Start.",
    "pipecat": "Name the first node in initial_node, or give it the type initial.",
    "ink": "Write something into the story.",
    "rasa": "Write a flow with steps.",
}

HOW_TO_END: Mapping[Kind, str] = {
    "mermaid": "Lead an edge to [*].",
    "yarn": "Let a node end without a jump, or write <<stop>>.",
    "pipecat": 'Give the last node the post_action {"type": "end_conversation"}.',
    "ink": "Divert to END or DONE.",
    "rasa": "Write next: END, or let the flow end with its last step.",
}


def _dead_ends(flow: Flow) -> Iterator[Fault]:
    leading_on = {edge.start for edge in flow.edges}
    remedy = f"Lead it on, or end it there. {HOW_TO_END[flow.kind]}"
    for step in flow.steps:
        if step.id not in leading_on:
            yield Fault("dead-end", f"{step.id} has no way on and is not an end", remedy).at(
                flow.file, *step.place
            )
    for edge in flow.edges:
        if edge.to is Out.NOTHING:
            yield Fault("dead-end", f"{edge.start} can come to {Out.NOTHING.value}", remedy).at(
                flow.file, *edge.place
            )


# ── every state ───────────────────────────────────────────────────────────────────────────────────


def prove_flow(flow: Flow) -> tuple[tuple[Proof, ...], tuple[Fault, ...], tuple[str, ...]]:
    """What holds and what does not, the faults that makes, and what nobody can prove. The flow has
    no fault of form.
    """
    walks = _Walks(flow)
    world = explore(BEGINNING, walks.steps)
    reached, unreached, hidden = _all_is_reached(flow, world)
    ending, trapped = _ends(flow, world)
    going, rounds, perhaps = _no_rounds(flow, walks, world)
    return (reached, ending, going), (*unreached, *trapped, *rounds), (*hidden, *perhaps)


class _Walks:
    """All that can happen next, whatever people choose and whatever the conditions say."""

    def __init__(self, flow: Flow) -> None:
        self.starts = flow.starts
        self.out: dict[str, list[FlowEdge]] = {step.id: [] for step in flow.steps}
        for edge in flow.edges:
            self.out[edge.start].append(edge)

    def steps(self, state: State) -> Iterator[tuple[str, State]]:
        return ((_told(edge, to), to) for edge, to in self.moves(state))

    def moves(self, state: State) -> Iterator[tuple[FlowEdge, State]]:
        if state == BEGINNING:
            yield from (
                (FlowEdge("", start, "", START, "condition"), (start, ())) for start in self.starts
            )
        elif state != ENDED:
            yield from ((edge, _after(edge, state[1])) for edge in self.out[state[0]])


def _after(edge: FlowEdge, calls: tuple[str, ...]) -> State:
    match edge.to:
        case str(step) if edge.back is not None:
            return step, _called(calls, edge.back)
        case str(step):
            return step, () if edge.for_good else calls
        case Out.BACK if calls:
            return calls[-1], calls[:-1]
    return ENDED


def _called(calls: tuple[str, ...], back: str) -> tuple[str, ...]:
    """What calls itself again and again returns as if it had called once: otherwise there would be
    no end of states.
    """
    return calls[: calls.index(back) + 1] if back in calls else (*calls, back)


def _told(edge: FlowEdge, to: State) -> str:
    target = to[0] if isinstance(edge.to, str) or to != ENDED else edge.to.value
    if not edge.start:
        return f"it begins at {target}"
    said = f"{edge.label!r} " if edge.label else ""
    return f"{edge.start}: {said}-> {target}"


def _all_is_reached(
    flow: Flow, world: Explored[State]
) -> tuple[Proof, tuple[Fault, ...], tuple[str, ...]]:
    met = {step for step, _ in world.steps}
    missed = [step for step in flow.steps if step.id not in met]
    if not missed:
        return Proof(flow.id, REACHED, world.size, True), (), ()
    if any(edge.to is Out.ANYWHERE and edge.start in met for edge in flow.edges):
        names = ", ".join(step.id for step in missed)
        hidden = f"{flow.id}: no written way leads to {names}; one that only shows when it runs may"
        return (
            Proof(flow.id, REACHED, world.size, True, "as far as the ways are written"),
            (),
            (hidden,),
        )
    faults = tuple(_unreached(flow, missed))
    return (
        Proof(flow.id, REACHED, world.size, False, "; ".join(fault.message for fault in faults)),
        faults,
        (),
    )


def _unreached(flow: Flow, missed: Sequence[FlowNode]) -> Iterator[Fault]:
    """A fault for each step that cannot be reached, unless it only lies behind another one."""
    ways: dict[str, set[str]] = {step.id: set() for step in missed}
    for edge in flow.edges:
        if edge.start in ways and edge.to != edge.start:
            ways[edge.start] |= {
                to for to in (edge.to, edge.back) if isinstance(to, str) and to in ways
            }
    led_to = set().union(*ways.values())
    told: set[str] = set()
    for step in sorted(missed, key=lambda step: step.id in led_to):
        if step.id not in told:
            behind = _behind(step.id, ways, told)
            told |= behind
            also = [other.id for other in missed if other.id in behind - {step.id}]
            message = f"{step.id} cannot be reached" + (
                f", nor what lies behind it: {', '.join(also)}" if also else ""
            )
            yield Fault("unreachable-node", message, "Lead a way to it, or take it away.").at(
                flow.file, *step.place
            )


def _behind(name: str, ways: Mapping[str, set[str]], told: set[str]) -> set[str]:
    found = {name}
    frontier = [name]
    while frontier:
        fresh = ways[frontier.pop()] - found - told
        found |= fresh
        frontier += fresh
    return found


def _ends(flow: Flow, world: Explored[State]) -> tuple[Proof, tuple[Fault, ...]]:
    stuck = world.stuck()
    if stuck is None:
        return Proof(flow.id, ENDS, world.size, True), ()
    at = stuck[0] or flow.starts[0]
    note = f"there is no way on to an end, not from {at}"
    proof = Proof(flow.id, ENDS, world.size, False, note, world.walk_to(stuck), "trap")
    remedy = "Lead a way from there towards an end."
    return proof, (Fault("trap", _message(proof), remedy).at(flow.file, *_place(flow, at)),)


def _no_rounds(
    flow: Flow, walks: _Walks, world: Explored[State]
) -> tuple[Proof, tuple[Fault, ...], tuple[str, ...]]:
    sure = _round(walks, world, lambda by: by == "itself")
    if sure is None:
        perhaps = _round(walks, world, lambda by: by != "person")
        return (
            Proof(flow.id, NO_ROUND, world.size, True),
            (),
            (_hangs_on_conditions(flow, perhaps[1]),) if perhaps else (),
        )
    way, round_ = sure
    starts = {
        _told(edge, to): edge.start for state in world.steps for edge, to in walks.moves(state)
    }
    steps = list(dict.fromkeys(starts[label] for label in round_))
    note = f"from {' to '.join([*steps, steps[0]])} it goes round for ever, and nobody is asked"
    proof = Proof(
        flow.id,
        NO_ROUND,
        world.size,
        False,
        note,
        (*way, *round_, "... and again, for ever"),
        "endless-walk",
    )
    remedy = "Ask somebody on the way round, or lead it on to an end."
    return (
        proof,
        (Fault("endless-walk", _message(proof), remedy).at(flow.file, *_place(flow, steps[0])),),
        (),
    )


def _round(
    walks: _Walks, world: Explored[State], taken: Callable[[By], bool]
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """A walk to a round of such ways only, and the round."""
    kept = {
        state: tuple((_told(edge, to), to) for edge, to in walks.moves(state) if taken(edge.by))
        for state in world.steps
    }
    return Explored(world.start, kept, world.came_from).endless()


def _hangs_on_conditions(flow: Flow, round_: Iterable[str]) -> str:
    return (
        f"{flow.id}: only a condition ends this round, and nobody is asked in it:"
        f" {'; '.join(round_)}"
    )


def _place(flow: Flow, name: str) -> FilePlace:
    return next((step.place for step in flow.steps if step.id == name), START)


def _message(proof: Proof) -> str:
    return f"{proof.note} (refuted: {proof.claim})"
