"""Deciding: both graphs in figures, the signals, the best pair of strategy and concept, and whether
to go on. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, takewhile

from dramaturg.engines.interviews.base import tracker
from dramaturg.engines.interviews.base.directive import (
    CanonicalGraphState,
    GraphComparison,
    GraphState,
    InterviewDirective,
)
from dramaturg.engines.interviews.base.graph import KnowledgeGraph
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, PhaseName, Strategy
from dramaturg.engines.interviews.base.state import (
    UNTRIED,
    InterviewEvent,
    InterviewState,
    Purpose,
    SignalsRead,
    Staying,
    Termination,
    Velocity,
)
from dramaturg.engines.interviews.base.tracker import NodeState
from dramaturg.engines.interviews.guide import BRING_UP, guide_signals, must_turn, next_topic
from dramaturg.engines.interviews.strategy.continuation import finished, stopped
from dramaturg.engines.interviews.strategy.node_signals import Columns, facts_of, node_columns, used
from dramaturg.engines.interviews.strategy.phases import phase_of
from dramaturg.engines.interviews.strategy.saturation import InterviewSaturation, faster, saturation
from dramaturg.engines.interviews.strategy.scoring import Policy, Ranking
from dramaturg.engines.interviews.strategy.signals import (
    REPETITION,
    USED,
    YIELD,
    Sources,
    detectors,
    norms,
    read_globals,
    repetition,
)
from dramaturg.kernel.scoring import Ranked
from dramaturg.kernel.series import streak
from dramaturg.kernel.signals import Detector, Signals
from dramaturg.turn.contract import Decision, Percept
from dramaturg.turn.stopwatch import stage

ALTERNATIVES = 16  # pairs that a record keeps with their parts, besides the best of each strategy
OTHERS = 4  # further concepts a question may name
FOLLOWED = 4  # questions in a row that go on from the last answer, before anything wider may come
NEARLY = 0.4  # of a clause's worth: as good as the best
TOLD = 3  # parts of a score that a reason names
STAYS: Mapping[Staying, str] = {
    "again": "the question stands: it was not understood and is put in plainer words",
    "reply": "the question stands: a question back is answered",
    "wait": "the question stands: the respondent wants a pause",
    "leave": "the question stands: the respondent may want to stop, and is asked",
    "unread": "the question stands: what was said could not be read",
}


@dataclass(frozen=True)
class DecisionRules:
    """What decisions are made with: the methodology, the guide, and how long an interview
    may take.
    """

    methodology: Methodology
    guide: Guide | None
    max_turns: int

    @cached_property
    def policy(self) -> Policy:
        return Policy.of(self.methodology)

    @cached_property
    def detectors(self) -> tuple[Detector, ...]:
        return detectors(self.methodology)

    @cached_property
    def norms(self) -> Mapping[str, float]:
        return norms(self.methodology)

    @cached_property
    def closing(self) -> Strategy | None:
        return next((each for each in self.methodology.strategies if each.ends_interview), None)


@dataclass(frozen=True, slots=True)
class Figures:
    """Stage 5: what both graphs come to, and how fast they still grow."""

    phase: PhaseName
    graph: GraphState
    canonical: CanonicalGraphState
    comparison: GraphComparison
    velocity: Velocity
    saturation: InterviewSaturation


@dataclass(frozen=True, slots=True)
class StrategySelection:
    """Stage 6: the signals, the pairs in their order, and what became exhausted or has rested."""

    signals: Signals
    columns: Columns
    alternatives: tuple[Ranked, ...]
    """The best pairs, and the best of each strategy."""
    ranking: Ranking
    exhausted: tuple[str, ...]
    rested: tuple[str, ...]

    @property
    def best(self) -> Ranked | None:
        return next(iter(self.alternatives), None)


def decide(
    seen: InterviewState, percept: Percept[InterviewEvent], rules: DecisionRules
) -> Decision[InterviewDirective]:
    figures = state_computation(seen, rules)
    selection = strategy_selection(seen, percept, figures, rules)
    return continuation(seen, percept, figures, selection, rules)


def every_pair(
    seen: InterviewState, percept: Percept[InterviewEvent], rules: DecisionRules
) -> tuple[Ranked, ...]:
    """All pairs that a decision weighs, best first, each with its parts; a record keeps only the
    best of them.
    """
    selection = strategy_selection(seen, percept, state_computation(seen, rules), rules)
    return tuple(_once(selection.ranking.everything(), rules))


# ── stage 5 ───────────────────────────────────────────────────────────────────────────────────────


@stage("StateComputation")
def state_computation(seen: InterviewState, rules: DecisionRules) -> Figures:
    graph, limits = seen.graph, rules.methodology.limits
    phase = phase_of(rules.methodology, seen.turn, rules.max_turns, len(graph.concepts))
    velocity = faster(seen.velocity, graph, seen.turn, limits)
    surface = GraphState(
        node_count=len(graph.concepts),
        edge_count=len(graph.edges),
        turn_count=seen.turn,
        max_depth=graph.longest,
        orphan_count=graph.orphans,
        current_phase=phase,
        chain_ratio=graph.risen / max(1, graph.starts),
        has_complete_chain=graph.risen > 0,
    )
    canonical = CanonicalGraphState(
        concept_count=graph.active_slots,
        edge_count=graph.active_edges,
        orphan_count=graph.active_orphans,
        max_depth=len(graph.slot_ranks),
        avg_support=graph.active_support / max(1, graph.active_slots),
        slot_count=len(graph.slots),
    )
    found = saturation(seen, velocity, limits)
    return Figures(phase, surface, canonical, _comparison(graph), velocity, found)


def _comparison(graph: KnowledgeGraph) -> GraphComparison:
    """The surface graph beside the slots. Orphans are compared as shares, for there are fewer slots
    than concepts.
    """
    concepts, slots = len(graph.concepts), len(graph.slots)
    surface = graph.orphans / max(1, concepts)
    canonical = graph.active_orphans / max(1, graph.active_slots)
    return GraphComparison(
        node_reduction_pct=100 * (1 - slots / concepts) if concepts else 0.0,
        edge_aggregation_ratio=graph.active_edges / max(1, len(graph.edges)),
        orphan_improvement_pct=100 * (1 - canonical / surface) if surface else 0.0,
        unmapped_share=1 - graph.mapped / concepts if concepts else 0.0,
        compression=concepts / slots if slots else 0.0,
    )


# ── stage 6 ───────────────────────────────────────────────────────────────────────────────────────


@stage("StrategySelection")
def strategy_selection(
    seen: InterviewState, percept: Percept[InterviewEvent], figures: Figures, rules: DecisionRules
) -> StrategySelection:
    sources = Sources(
        state=seen,
        readings=percept.readings,
        phase=figures.phase,
        max_turns=rules.max_turns,
        conversation_saturation=figures.saturation.conversation,
        canonical_saturation=figures.saturation.canonical,
        guide=guide_signals(rules.guide, seen),
    )
    signals = read_globals(rules.detectors, sources)
    exhausted = _newly_exhausted(seen)
    rested = _newly_rested(seen, rules.methodology.limits.rest_turns)
    columns = _columns(seen, candidates(seen, exhausted, rested, rules), rules)
    ranking = _ranking(seen, signals, columns, figures.phase, rules)
    best = list(islice(_once(ranking.top(3 * ALTERNATIVES), rules), ALTERNATIVES))
    others = ranking.best_of_each(but={pair.strategy for pair in best})
    alternatives = (*best, *_once(others, rules))
    return StrategySelection(signals, columns, alternatives, ranking, exhausted, rested)


def _columns(seen: InterviewState, keys: Sequence[str], rules: DecisionRules) -> Columns:
    """The signals of what may be asked about; with nothing to ask about, those of nothing, so that
    the subject remains.
    """
    if not keys:
        return Columns(("",), {})
    method, tracked = rules.methodology, seen.tracker
    named = (tracked.states[key].concept for key in tracked.active if seen.topic)
    topic = {seen.key_of(each) for each in named if seen.topic_of.get(each) == seen.topic}
    columns = node_columns(seen, seen.turn, method.limits, method.ontology, topic, rules.norms)
    return columns.where(keys)


def _ranking(
    seen: InterviewState, signals: Signals, columns: Columns, phase: PhaseName, rules: DecisionRules
) -> Ranking:
    """All pairs that may be asked. A topic that has had its turns gives way, and nobody who is
    tired is asked twice alike.

    If everything was asked too often in a row, so be it.
    """
    names = rules.policy.names
    table = used(columns, seen, names, rules.norms[USED]) if columns.by_signal else None
    lately = repetition(names, seen.strategies, rules.norms[REPETITION])
    about = {name: {**lately[name], YIELD: seen.yields.get(name, UNTRIED)} for name in names}
    strategies = (BRING_UP,) if must_turn(rules.guide, seen) else rules.methodology.strategies
    stays = strategies != (BRING_UP,) and _stays(seen, columns, rules.methodology)
    tired = signals.values.get("llm.global_response_trend") == "fatigued"
    for limit in (1 if tired else rules.methodology.limits.most_in_a_row, len(seen.strategies) + 1):
        fit = (each for each in strategies if _is_allowed(each, seen, phase, limit, columns, stays))
        allowed = [each.name for each in fit]
        ranking = rules.policy.rank(signals.values, columns, about, table, phase, allowed)
        if ranking.pairs:
            break
    return ranking


def _once(pairs: Iterable[Ranked], rules: DecisionRules) -> Iterator[Ranked]:
    """A strategy that asks about the subject is one pair, whatever concepts there are."""
    told: set[str] = set()
    for pair in pairs:
        if rules.methodology.by_name[pair.strategy].about == "focus":
            yield pair
        elif pair.strategy not in told:
            told.add(pair.strategy)
            yield replace(pair, node_id="")


def _newly_exhausted(seen: InterviewState) -> tuple[str, ...]:
    """Only what was asked about can be: by the seed's criteria, because it was skipped, or because
    the answer says that there is no more to it. It rests then and may come back.
    """
    key = seen.tracker.previous_focus
    if not key or seen.tracker.states[key].exhausted_at is not None:
        return ()
    left = seen.heard is not None and ("skip" in seen.heard.does or _is_dry(seen))
    spent = left or tracker.becomes_exhausted(seen.tracker, key, seen.turn)
    return (key,) if spent else ()


def _is_dry(seen: InterviewState) -> bool:
    """Whether nothing more comes: somebody says so, or says next to nothing, or little for the
    second time. Who follows what is said hardly ever asks about one thing twice in a row.
    """
    if not seen.dry or not seen.depths:
        return False
    nothing = seen.heard is not None and seen.heard.nothing_more
    shallow = seen.depths[-1] in tracker.SHALLOW
    return nothing or seen.depths[-1] == "surface" or (shallow and seen.dry > 1)


def _newly_rested(seen: InterviewState, rest_turns: int) -> tuple[str, ...]:
    """Those that have rested long enough; all but the two at hand, when the interview goes to and
    fro between these.
    """
    tracked = seen.tracker
    spent = [key for key in tracked.active if tracked.states[key].exhausted_at is not None]
    if tracker.ping_pong(tracked):
        return tuple(key for key in spent if key not in tracked.focuses[-2:])
    return tuple(
        key for key in spent if not tracker.is_exhausted(tracked, key, seen.turn, rest_turns)
    )


def candidates(
    seen: InterviewState, exhausted: Collection[str], rested: Collection[str], rules: DecisionRules
) -> list[str]:
    """What may be asked about next: what the last answer spoke of, as long as it gives something;
    then what was said before in words that can be given back. Nothing refused, nothing taken back,
    nothing asked about too long.

    Exhausted concepts are left out unless nothing else remains.
    """
    focus, most = seen.tracker.previous_focus, rules.methodology.limits.most_in_a_row
    asked_enough = focus if focus and seen.tracker.streak(focus) >= most else ""
    states = (seen.tracker.states[key] for key in reversed(seen.tracker.active))
    nodes = [each for each in states if each.key != asked_enough and seen.may_be_asked(each)]
    if seen.heard:  # before there was an ear nothing was known of clauses
        nodes = _at_hand(nodes, seen) or _to_come_back_to(nodes, seen)
    fresh = [
        node.key
        for node in nodes
        if node.key not in exhausted and (node.exhausted_at is None or node.key in rested)
    ]
    return fresh or [node.key for node in nodes]


def _at_hand(nodes: Sequence[NodeState], seen: InterviewState) -> list[NodeState]:
    """What the last answer spoke of, where it has its point: the clause that is worth most, and
    those that are worth nearly as much.
    """
    if not _gives(seen):
        return []
    fresh = [node for node in nodes if seen.is_fresh(node.concept)]
    fresh = fresh or [node for node in nodes if seen.follows(node.concept)]
    worth = {node.key: each.worth for node in fresh if (each := seen.own_clause_of(node.concept))}
    best = max(worth.values(), default=0.0)
    return [each for each in fresh if worth.get(each.key, -1.0) >= best - NEARLY] or fresh


def _gives(seen: InterviewState) -> bool:
    """Whether the last answer has something in it that can be asked about, in however few words."""
    return seen.heard is not None and (seen.heard.gives or not seen.dry)


def _to_come_back_to(nodes: Sequence[NodeState], seen: InterviewState) -> list[NodeState]:
    """What was said earlier, can be understood by itself, and was not given back yet."""
    clauses = ((node, seen.own_clause_of(node.concept)) for node in nodes)
    return [
        node for node, each in clauses if each and each.stands and not seen.was_given_back(each)
    ]


def _is_allowed(
    strategy: Strategy,
    seen: InterviewState,
    phase: PhaseName,
    limit: int,
    columns: Columns,
    stays: bool,
) -> bool:
    """Not too often in a row or at all, the last question only late, about a concept only when
    there is one, and about the subject only when the last answer need not be followed first.
    """
    in_a_row = streak(seen.strategies) if seen.strategy == strategy.name else 0
    if strategy.most is not None and seen.strategies.count(strategy.name) >= strategy.most:
        return False
    is_wider = strategy.about == "subject" and not strategy.ends_interview
    has_matter = not (is_wider and stays) and (
        strategy.about == "subject" or bool(columns.by_signal)
    )
    return in_a_row < limit and has_matter and (phase == "late" or not strategy.ends_interview)


def _stays(seen: InterviewState, columns: Columns, methodology: Methodology) -> bool:
    """Whether the last answer is followed first: it told something, and what it told has not been
    followed for long.
    """
    if not columns.by_signal or not _gives(seen) or seen.heard is None:
        return False
    about = {each.name: each.about for each in methodology.strategies}
    followed = takewhile(lambda name: about.get(name) == "focus", reversed(seen.strategies))
    return len(list(followed)) < (FOLLOWED if seen.heard.clauses else FOLLOWED // 2)


# ── stage 7 ───────────────────────────────────────────────────────────────────────────────────────


@stage("Continuation")
def continuation(
    seen: InterviewState,
    percept: Percept[InterviewEvent],
    figures: Figures,
    selection: StrategySelection,
    rules: DecisionRules,
) -> Decision[InterviewDirective]:
    if ending := stopped(seen, percept.readings, rules.max_turns):
        purpose: Purpose = "care" if ending == "safety_stop" else "thank"
        directive = _directive(seen, percept, figures, selection, purpose, termination=ending)
        return _decided(directive, f"the interview ends: {ending}")
    if seen.heard and seen.heard.staying:
        directive = _directive(seen, percept, figures, selection, seen.heard.staying)
        return _decided(_standing(directive, seen), STAYS[seen.heard.staying])
    best = selection.best
    last = _last_question(seen, figures, best, rules)
    if best is None or last:
        closing = rules.closing.name if rules.closing else ""
        directive = _directive(
            seen, percept, figures, selection, "close", strategy=closing, termination=last
        )
        return _decided(directive, f"the last question: {last}")
    directive = _directive(seen, percept, figures, selection, "ask", strategy=best.strategy)
    directive = _chosen(directive, best, seen, rules)
    return _decided(directive, _reason(directive, best, seen))


def _standing(directive: InterviewDirective, seen: InterviewState) -> InterviewDirective:
    """About what the last question was about. Since it was not answered, nothing is measured."""
    unmeasured = replace(directive, velocity=seen.velocity, exhausted=(), rested=())
    if directive.purpose != "again":
        return unmeasured
    focus = seen.tracker.previous_focus
    return replace(
        unmeasured,
        strategy="" if seen.purpose == "open" else seen.strategy,
        focus=focus,
        concept=seen.tracker.states[focus].concept if focus else "",
        topic=seen.topic if seen.strategy == BRING_UP.name else "",
    )


def _last_question(
    seen: InterviewState, figures: Figures, best: Ranked | None, rules: DecisionRules
) -> Termination | None:
    """Why the next question is the last: the strategy says so, no turn is left for another, or
    enough has been heard.
    """
    if best is None or (rules.closing and best.strategy == rules.closing.name):
        return "close_strategy"
    if seen.turn >= rules.max_turns - 1:
        return "max_turns_reached"
    return finished(seen, figures.saturation, rules.methodology.limits)


def _directive(
    seen: InterviewState,
    percept: Percept[InterviewEvent],
    figures: Figures,
    selection: StrategySelection,
    purpose: Purpose | Staying,
    strategy: str = "",
    termination: Termination | None = None,
) -> InterviewDirective:
    """Everything a decision tells but what it is about."""
    kept = selection.alternatives
    read = (event.degraded for event in percept.events if isinstance(event, SignalsRead))
    return InterviewDirective(
        purpose=purpose,
        phase=figures.phase,
        graph=figures.graph,
        canonical=figures.canonical,
        comparison=figures.comparison,
        velocity=figures.velocity,
        strategy=strategy,
        termination=termination,
        signals=selection.signals.values,
        node_signals={
            pair.node_id: facts_of(selection.columns, pair.node_id) for pair in kept if pair.node_id
        },
        degraded={**selection.signals.degraded, **next(read, {})},
        alternatives=kept,
        pairs=selection.ranking.pairs,
        exhausted=selection.exhausted,
        rested=selection.rested,
    )


def _chosen(
    directive: InterviewDirective, best: Ranked, seen: InterviewState, rules: DecisionRules
) -> InterviewDirective:
    """The directive with what the question is about: a concept, or the subject and perhaps a topic
    of the guide.
    """
    if rules.methodology.by_name[best.strategy].about == "subject":
        topic = next_topic(rules.guide, seen) if best.strategy == BRING_UP.name else None
        return replace(directive, topic=topic.id if topic else "")
    concept = seen.tracker.states[best.node_id].concept
    others = _others(best.node_id, [pair.node_id for pair in directive.alternatives], seen)
    return replace(directive, focus=best.node_id, concept=concept, others=others)


def _others(focus: str, ranked: Iterable[str], seen: InterviewState) -> tuple[str, ...]:
    """Further concepts to set beside the focus: two or more of its type where there are, else as
    they were ranked.
    """
    states = seen.tracker.states
    ordered = dict.fromkeys((*ranked, *reversed(seen.tracker.active)))
    keys = [key for key in ordered if key and key != focus and seen.may_be_asked(states[key])]
    alike = [key for key in keys if states[key].type == states[focus].type]
    return tuple(states[key].concept for key in (alike if len(alike) > 1 else keys)[:OTHERS])


def _decided(directive: InterviewDirective, reason: str) -> Decision[InterviewDirective]:
    pairs = tuple(
        f"{pair.strategy} on {pair.node_id or 'the subject'}: {pair.score:.2f}"
        for pair in directive.alternatives[:5]
    )
    return Decision(directive, reason, pairs)


def _reason(directive: InterviewDirective, best: Ranked, seen: InterviewState) -> str:
    about = f" on '{seen.graph.concepts[directive.concept].label}'" if directive.concept else ""
    strongest = sorted(best.parts.items(), key=lambda part: -abs(part[1]))[:TOLD]
    parts = ", ".join(f"{key} {amount:+.2f}" for key, amount in strongest if amount)
    return f"{directive.strategy}{about} at {best.score:.2f} ({parts})"
