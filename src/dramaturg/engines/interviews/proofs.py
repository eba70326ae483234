"""What must be true of methodologies, subjects and guides before anyone is interviewed: no faults,
then what can be proven.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import prod

from dramaturg.engines.interviews.base.methodology import (
    REVISES,
    Guide,
    Methodology,
    Ontology,
    Strategy,
    Subject,
)
from dramaturg.engines.interviews.strategy.signals import SIGNALS, vocabulary
from dramaturg.kernel.conditions import (
    All,
    Always,
    Compare,
    Condition,
    Facts,
    Number,
    Some,
    Value,
    Vocabulary,
    bind,
    condition_faults,
    parse,
    satisfiable,
    values_that_matter,
)
from dramaturg.kernel.errors import ConditionError, Fault, Path, did_you_mean
from dramaturg.kernel.explore import Proof
from dramaturg.kernel.scoring import weight_faults

Placed = tuple[Path, str]

MOST_SITUATIONS = 100_000
IN_QUESTIONS = ("said", "earlier", "summary", "focus", "quote", "other", "third", "subject")
IN_OPENINGS = ("subject",)
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
ALWAYS_LOOKED_AT = ("meta.interview.phase", "llm.global_response_trend", "llm.response_depth")
LATE = Compare("meta.interview.phase", "==", "late")


def methodology_faults(methodology: Methodology) -> tuple[Fault, ...]:
    """Everything wrong beyond its form, paths leading into the document."""
    unread = tuple(_unread(methodology))
    out_of_reach = () if unread else (*_closing(methodology), *_speechless(methodology))
    return (
        *_duplicates(methodology),
        *_unknown_names(methodology),
        *_idle_weights(methodology),
        *_norms(methodology),
        *unread,
        *out_of_reach,
        *_chains(methodology.ontology),
        *_placeholders(methodology),
        *_jargon(methodology),
    )


def subject_faults(subject: Subject) -> tuple[Fault, ...]:
    """What is wrong with a subject."""
    return tuple(_phrases(subject.title))


def guide_faults(guide: Guide) -> tuple[Fault, ...]:
    """What is wrong with a discussion guide."""
    found = list(_taken(_each(guide.topics, "id", "topics")))
    for at, topic in enumerate(guide.topics):
        within = (
            *_phrases(topic.title),
            *_taken(_each(topic.points, "id", "points")),
            *_unfilled(_lines(topic.questions, "questions"), IN_OPENINGS),
        )
        found += [fault.under("topics", at) for fault in within]
    return tuple(found)


def _each(things: Iterable[object], name: str, *path: str | int) -> Iterator[Placed]:
    """One field of each thing in a list, and where it stands."""
    return (((*path, at, name), getattr(each, name)) for at, each in enumerate(things))


def _lines(lines: Iterable[str], *path: str | int) -> Iterator[Placed]:
    return (((*path, at), line) for at, line in enumerate(lines))


# ── names ─────────────────────────────────────────────────────────────────────────────────────────


def _duplicates(methodology: Methodology) -> Iterator[Fault]:
    ontology = methodology.ontology
    yield from _taken(_each(ontology.concepts, "type", "ontology", "concepts"))
    yield from _taken(_each(ontology.edges, "type", "ontology", "edges"))
    yield from _taken(_each(methodology.strategies, "name", "strategies"))
    yield from _taken(_each(methodology.custom_signals, "name", "custom_signals"))


def _taken(placed: Iterable[Placed]) -> Iterator[Fault]:
    seen: set[str] = set()
    for path, name in placed:
        if name in seen:
            message = f"the name {name} is taken already"
            yield Fault("duplicate-name", message, "Give each its own name.", path)
        seen.add(name)


def _unknown_names(methodology: Methodology) -> Iterator[Fault]:
    ontology = methodology.ontology
    ends = (
        (("ontology", "edges", at, "permitted", number, end), name)
        for at, edge in enumerate(ontology.edges)
        for number, pair in enumerate(edge.permitted)
        for end, name in enumerate(pair)
    )
    yield from _unknown(ends, ontology.by_type, "type of concept")
    examples = _each(ontology.relationship_examples, "type", "ontology", "relationship_examples")
    yield from _unknown(examples, (*ontology.edge_by_type, REVISES), "type of edge")
    for at, strategy in enumerate(methodology.strategies):
        drawn = _each(strategy.draws, "edge", "strategies", at, "draws")
        yield from _unknown(drawn, ontology.edge_by_type, "type of edge")
    weighed = (
        (("phases", name, table, each), each)
        for name, phase in methodology.phases.items()
        for table in ("signal_weights", "phase_bonuses")
        for each in getattr(phase, table)
    )
    yield from _unknown(weighed, methodology.by_name, "strategy")


def _unknown(placed: Iterable[Placed], known: Iterable[str], what: str) -> Iterator[Fault]:
    names = set(known)
    for path, name in placed:
        if name not in names:
            message = f"there is no {what} {name}"
            yield Fault("unknown-name", message, did_you_mean(name, names), path)


# ── signals ───────────────────────────────────────────────────────────────────────────────────────


def _idle_weights(methodology: Methodology) -> Iterator[Fault]:
    known = vocabulary(methodology)
    for at, strategy in enumerate(methodology.strategies):
        faults = weight_faults(strategy.signal_weights, known)
        yield from (fault.under("strategies", at, "signal_weights") for fault in faults)


def _norms(methodology: Methodology) -> Iterator[Fault]:
    own = {each.name for each in methodology.custom_signals}
    counted = {name for name, signal in SIGNALS.items() if isinstance(signal.kind, Number)} | own
    normed = ((("signal_norms", name), name) for name in methodology.signal_norms)
    yield from _unknown(normed, counted, "signal that is a number,")
    for at, signal in enumerate(methodology.custom_signals):
        if signal.most > 1 and signal.name not in methodology.signal_norms:
            message = (
                f"{signal.name} is counted up to {signal.most}, and nothing says how many are much"
            )
            remedy = (
                f"Write {signal.name} under signal_norms with the count that is to be 1, such as"
                f" {signal.most}."
            )
            yield Fault("norm-missing", message, remedy, ("custom_signals", at, "most"))


# ── conditions, and what they leave to ask ────────────────────────────────────────────────────────


def _unread(methodology: Methodology) -> Iterator[Fault]:
    """Conditions that cannot be read, or cannot be meant."""
    known = vocabulary(methodology)
    for at, strategy in enumerate(methodology.strategies):
        path = ("strategies", at, "valid_when")
        try:
            found = condition_faults(_condition(strategy), known)
            yield from (fault.under(*path) for fault in found)
        except ConditionError as error:
            remedy = "Write it like 'meta.interview.phase != early and not graph.node.exhausted'."
            yield Fault("bad-condition", str(error), remedy, path)


def _condition(strategy: Strategy) -> Condition:
    return parse(strategy.valid_when or "true")


def _closing(methodology: Methodology) -> Iterator[Fault]:
    closing = [(at, each) for at, each in enumerate(methodology.strategies) if each.ends_interview]
    if not closing:
        remedy = "Mark one with ends_interview: true; its question is the last."
        message = "no strategy ends the interview"
        yield Fault("no-single-closing", message, remedy, ("strategies",))
    for at, strategy in closing[1:]:
        message = f"{closing[0][1].name} ends the interview already, and so does {strategy.name}"
        path = ("strategies", at, "ends_interview")
        yield Fault("no-single-closing", message, "Let one strategy end it.", path)
    for at, strategy in closing:
        if fault := _never_late(strategy, methodology):
            yield fault.under("strategies", at)


def _never_late(strategy: Strategy, methodology: Methodology) -> Fault | None:
    late, ends = methodology.phases.get("late"), f"{strategy.name} ends the interview, and"
    if late and late.signal_weights.get(strategy.name) == 0:
        message = f"{ends} its score is multiplied by 0 in the late phase"
        remedy = "Multiply it by more under phases, late."
        return Fault("closing-out-of-reach", message, remedy, ("name",))
    if not satisfiable(All((_condition(strategy), LATE)), vocabulary(methodology)):
        message = f"{ends} '{strategy.valid_when}' never holds in the late phase"
        remedy = "Let it be valid in the late phase."
        return Fault("closing-out-of-reach", message, remedy, ("valid_when",))
    return None


def _speechless(methodology: Methodology) -> Iterator[Fault]:
    condition, known = _something_is_valid(methodology), vocabulary(methodology)
    remedy = "Leave one strategy without valid_when."
    if _count(condition, known) > MOST_SITUATIONS:
        message = "the strategies' conditions read too many signals together to be proven"
        yield Fault("too-many-facts", message, remedy, ("strategies",))
    elif (silent := next(_silent(condition, known), None)) is not None:
        read = {name: value for name, value in silent.items() if name in condition.reads}
        situation = ", ".join(f"{name} is {value}" for name, value in read.items())
        message = f"no strategy is valid when {situation}"
        yield Fault("nothing-to-ask", message, remedy, ("strategies",))


def _something_is_valid(methodology: Methodology) -> Condition:
    """That some strategy is valid which does not end the interview."""
    parts = tuple(_condition(each) for each in methodology.strategies if not each.ends_interview)
    return Always(True) if Always(True) in parts else Some(parts)


def _situations(condition: Condition, known: Vocabulary) -> Mapping[str, tuple[Value, ...]]:
    """Every phase, trend and depth, and all other values that can make a difference."""
    return {
        fact: values_that_matter(fact, condition, known)
        for fact in sorted({*ALWAYS_LOOKED_AT, *condition.reads})
    }


def _count(condition: Condition, known: Vocabulary) -> int:
    return prod(len(values) for values in _situations(condition, known).values())


def _silent(condition: Condition, known: Vocabulary) -> Iterator[Facts]:
    """The situations in which it does not hold."""
    bound, choices = bind(condition, known), _situations(condition, known)
    for values in product(*choices.values()):
        situation = dict(zip(choices, values, strict=True))
        if not bound.holds(situation):
            yield situation


# ── chains ────────────────────────────────────────────────────────────────────────────────────────


def _chains(ontology: Ontology) -> Iterator[Fault]:
    ends = any(each.terminal for each in ontology.concepts)
    steps = any(each.chain for each in ontology.edges)
    if not ends:
        message = "no type of concept ends a chain"
        remedy = "Mark the type that answers the last why with terminal: true."
        yield Fault("no-terminal-type", message, remedy, ("ontology", "concepts"))
    if not steps:
        message = "no type of edge is a step of a chain"
        remedy = "Mark the edge that leads from rung to rung with chain: true."
        yield Fault("no-chain-edge", message, remedy, ("ontology", "edges"))
    if ends and steps:
        yield from _off_the_ladder(ontology)


def _off_the_ladder(ontology: Ontology) -> Iterator[Fault]:
    on_chains = chain_types(ontology)
    highest = max((each.level or 0 for each in ontology.concepts if each.terminal), default=0)
    if not on_chains:
        message = "no permitted chain leads from a first rung to a type that ends one"
        remedy = "Permit chain edges from rung to rung."
        yield Fault("off-the-ladder", message, remedy, ("ontology", "edges"))
        return
    for at, concept in enumerate(ontology.concepts):
        is_rung = concept.terminal or (concept.level is not None and concept.level <= highest)
        if is_rung and concept.type not in on_chains:
            message = f"no permitted chain from a first rung to an end leads through {concept.type}"
            remedy = "Permit a chain edge to it and one on from it, or take its level away."
            yield Fault("off-the-ladder", message, remedy, ("ontology", "concepts", at, "type"))


def chain_types(ontology: Ontology) -> frozenset[str]:
    """The types that some chain leads through, from a first rung to one that ends chains."""
    steps = {pair for edge in ontology.edges if edge.chain for pair in edge.permitted}
    starts = (each for each in ontology.concepts if each.level in (None, 1))
    first = {each.type for each in starts if not each.terminal}
    last = {each.type for each in ontology.concepts if each.terminal}
    through = _spread(first, steps) & _spread(last, {(target, source) for source, target in steps})
    return frozenset(through) if through & last else frozenset()


def _spread(start: Iterable[str], steps: Iterable[tuple[str, str]]) -> set[str]:
    """Everything that the steps lead to, the start too."""
    found, waiting = set(start), list(start)
    while waiting:
        here = waiting.pop()
        fresh = {target for source, target in steps if source == here} - found
        found |= fresh
        waiting += fresh
    return found


# ── what respondents hear ─────────────────────────────────────────────────────────────────────────


def _questions(methodology: Methodology) -> Iterator[Placed]:
    for at, strategy in enumerate(methodology.strategies):
        yield from _lines(strategy.templates, "strategies", at, "templates")


def _all_lines(methodology: Methodology) -> Iterator[Placed]:
    yield from _questions(methodology)
    for name in ("openings", "acknowledgements", "thanks"):
        yield from _lines(getattr(methodology, name), name)


def _placeholders(methodology: Methodology) -> Iterator[Fault]:
    yield from _unfilled(_questions(methodology), IN_QUESTIONS)
    yield from _unfilled(_lines(methodology.openings, "openings"), IN_OPENINGS)
    yield from _unfilled(_lines(methodology.acknowledgements, "acknowledgements"), ())
    yield from _unfilled(_lines(methodology.thanks, "thanks"), ())


def _unfilled(lines: Iterable[Placed], filled: tuple[str, ...]) -> Iterator[Fault]:
    known = ", ".join(f"{{{name}}}" for name in filled)
    remedy = f"Known here: {known}." if filled else "Write it without."
    for path, line in lines:
        unknown = [name for name in PLACEHOLDER.findall(line) if name not in filled]
        for name in unknown:
            yield Fault("unknown-placeholder", f"nobody fills in {{{name}}}", remedy, path)
        if not unknown and set("{}") & set(PLACEHOLDER.sub("", line)):
            yield Fault("unknown-placeholder", "a brace stands alone", remedy, path)


def _jargon(methodology: Methodology) -> Iterator[Fault]:
    words = "|".join(re.escape(word) for word in sorted(methodology.jargon, key=len, reverse=True))
    heard = re.compile(rf"(?<!\w)(?:{words})(?:e?s)?(?!\w)", re.IGNORECASE)
    for path, line in _all_lines(methodology):
        for found in heard.finditer(PLACEHOLDER.sub(" ", line)):
            message = f"the respondent would hear the word {found.group()!r}"
            yield Fault("jargon-heard", message, "Say it in words that people use.", path)


def _phrases(title: str) -> Iterator[Fault]:
    if not title or title[-1] in ".!?:;," or set("{}\n") & set(title):
        message = f"{title!r} cannot stand in the middle of a sentence"
        remedy = "Write it as in 'Tell me about ...', without a mark at its end."
        yield Fault("no-part-of-a-sentence", message, remedy, ("title",))


# ── proofs ────────────────────────────────────────────────────────────────────────────────────────


def prove_methodology(methodology: Methodology) -> tuple[Proof, ...]:
    """What holds of a methodology without fault, whatever people say, and over how many cases that
    was found.
    """
    ontology, most = methodology.ontology, methodology.limits.max_turns
    weights = sum(len(each.signal_weights) for each in methodology.strategies)
    situations = _count(_something_is_valid(methodology), vocabulary(methodology))
    lines, types = len(list(_all_lines(methodology))), len(ontology.concepts)
    ends = " or ".join(each.type for each in ontology.concepts if each.terminal)
    on_chains = f"{len(chain_types(ontology))} of {types} types, ending in {ends}"
    counted = f"{weights} weights of {len(methodology.strategies)} strategies"
    after = f"after {most} answers at most, and its closing question can be chosen"
    claims = (
        ("there is always something to ask", situations, "in every phase, after any answer"),
        ("every weight can fire", weights, counted),
        ("every rung up to the end lies on a permitted chain", types, on_chains),
        ("every interview ends", most, after),
        ("respondents never hear the method's own words", lines, f"in {lines} lines"),
    )
    return tuple(Proof(methodology.id, *claim[:2], True, claim[2]) for claim in claims)
