"""What must be true of domain knowledge before a game is made of it: names that lead somewhere,
texts that give nothing away, stories that can be told to their end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.knowledge import (
    DiagramSource,
    DrawnZone,
    Knowledge,
    KnowledgeConcept,
    KnowledgeDecision,
    KnowledgeMoment,
    KnowledgeStep,
    concepts_in,
)
from dramaturg.english.prose import sentences, table, words
from dramaturg.kernel.errors import Fault, Path, did_you_mean
from dramaturg.kernel.graph import reachable

Placed = tuple[Path, str]

OWN_TEXTS = (
    "definition",
    "function",
    "clue",
    "hint",
)  # `why` is told after the answer, so it may name its concept
SMALL_WORDS = table("a an and of the")

COUNTED = re.compile(
    r"^\W*(step\s+)?\d+\s*[.):]"
    r"|^(next|second|third|fourth|fifth|last|at last|to begin with)\b(?!\s+(?-i:[A-Z]))"
    r"|\b(first|firstly|secondly|thirdly|then|finally|lastly|afterwards)\b(?!\s+(?-i:[A-Z]))",
    re.IGNORECASE,
)


def knowledge_faults(knowledge: Knowledge) -> tuple[Fault, ...]:
    """Everything wrong beyond its form, paths leading into the document."""
    return (
        *_duplicates(knowledge),
        *_unknown_names(knowledge),
        *_same_labels(knowledge),
        *_same_clues(knowledge),
        *_given_away(knowledge),
        *_tangles(knowledge.hierarchy),
        *_steps(knowledge),
        *_against_themselves(knowledge),
        *_never_firing(knowledge),
        *_stories(knowledge),
        *_undrawable(knowledge),
    )


def _shown(diagram: DiagramSource, knowledge: Knowledge) -> tuple[str, ...]:
    """The concepts on a diagram, each once. Here even a tangled hierarchy is followed to an end."""
    if diagram.form == "nested" and diagram.root:
        return reachable(diagram.root, knowledge.hierarchy)
    return tuple(dict.fromkeys(concepts_in(diagram, knowledge)))


# ── names ─────────────────────────────────────────────────────────────────────────────────────────


def _duplicates(knowledge: Knowledge) -> Iterator[Fault]:
    for name in ("concepts", "sequences", "misconceptions", "comparisons", "decisions", "diagrams"):
        yield from _taken(
            ((name, at, "id"), each.id) for at, each in enumerate(getattr(knowledge, name))
        )
    for index, decision in enumerate(knowledge.decisions):
        moments = [(("moments", at, "id"), moment.id) for at, moment in enumerate(decision.moments)]
        endings = [(("endings", at, "id"), ending.id) for at, ending in enumerate(decision.endings)]
        yield from (fault.under("decisions", index) for fault in _taken([*moments, *endings]))
        for at, moment in enumerate(decision.moments):
            options = _taken(
                (("options", number, "id"), option.id)
                for number, option in enumerate(moment.options)
            )
            yield from (fault.under("decisions", index, "moments", at) for fault in options)


def _taken(placed: Iterable[Placed]) -> Iterator[Fault]:
    seen: set[str] = set()
    for path, name in placed:
        if name in seen:
            remedy = "Give each its own id."
            yield Fault("duplicate-name", f"the id {name} is taken already", remedy, path)
        seen.add(name)


def _unknown_names(knowledge: Knowledge) -> Iterator[Fault]:
    yield from _unknown(_named_concepts(knowledge), knowledge.by_id, "concept")
    for index, decision in enumerate(knowledge.decisions):
        known = [
            *(moment.id for moment in decision.moments),
            *(ending.id for ending in decision.endings),
        ]
        for at, moment in enumerate(decision.moments):
            where = ("decisions", index, "moments", at, "options")
            ways = (
                ((*where, number, "next"), option.next)
                for number, option in enumerate(moment.options)
            )
            yield from _unknown(ways, known, "moment or ending")
    sequences = [sequence.id for sequence in knowledge.sequences]
    drawn = (
        (("diagrams", at, "sequence"), diagram.sequence)
        for at, diagram in enumerate(knowledge.diagrams)
    )
    yield from _unknown(
        ((path, name) for path, name in drawn if name is not None), sequences, "sequence"
    )


def _named_concepts(knowledge: Knowledge) -> Iterator[Placed]:
    for whole, parts in knowledge.hierarchy.items():
        yield ("hierarchy", whole), whole
        yield from ((("hierarchy", whole, at), part) for at, part in enumerate(parts))
    for index, sequence in enumerate(knowledge.sequences):
        for at, step in enumerate(sequence.steps):
            if step.concept:
                yield ("sequences", index, "steps", at, "concept"), step.concept
    yield from _pairs(knowledge)
    for index, diagram in enumerate(knowledge.diagrams):
        yield from ((("diagrams", index, *path), name) for path, name in _named_in(diagram))


def _pairs(knowledge: Knowledge) -> Iterator[Placed]:
    for index, confusion in enumerate(knowledge.confusions):
        yield from (
            (("confusions", index, "between", at), name)
            for at, name in enumerate(confusion.between)
        )
    for index, misconception in enumerate(knowledge.misconceptions):
        yield ("misconceptions", index, "concept"), misconception.concept
        yield ("misconceptions", index, "taken_for"), misconception.taken_for
    for index, comparison in enumerate(knowledge.comparisons):
        yield ("comparisons", index, "first"), comparison.first
        yield ("comparisons", index, "second"), comparison.second


def _named_in(diagram: DiagramSource) -> Iterator[Placed]:
    yield from ((("concepts", at), name) for at, name in enumerate(diagram.concepts))
    yield from ((("parts", name), name) for name in diagram.parts)
    yield from ((("zones", at, "concept"), zone.concept) for at, zone in enumerate(diagram.zones))
    if diagram.root:
        yield ("root",), diagram.root


def _unknown(placed: Iterable[Placed], known: Iterable[str], what: str) -> Iterator[Fault]:
    names = set(known)
    for path, name in placed:
        if name not in names:
            remedy = did_you_mean(name, names)
            yield Fault("unknown-name", f"there is no {what} {name}", remedy, path)


def _same_labels(knowledge: Knowledge) -> Iterator[Fault]:
    owners: dict[str, str] = {}
    for index, concept in enumerate(knowledge.concepts):
        also = [(("concepts", index, "also", at), name) for at, name in enumerate(concept.also)]
        for path, name in [(("concepts", index, "label"), concept.label), *also]:
            owner = owners.setdefault(label_key(name), concept.id)
            if owner != concept.id:
                yield _same_label(name, owner, path)
    for at, distractor in enumerate(knowledge.distractors):
        if owned := owners.get(label_key(distractor)):
            yield _same_label(distractor, owned, ("distractors", at))


def _same_label(name: str, owner: str, path: Path) -> Fault:
    remedy = "Give each its own name."
    return Fault("same-label", f"the name '{name}' is that of {owner} already", remedy, path)


# ── texts ─────────────────────────────────────────────────────────────────────────────────────────


def _same_clues(knowledge: Knowledge) -> Iterator[Fault]:
    owners: dict[str, str] = {}
    for index, concept in enumerate(knowledge.concepts):
        if concept.clue:
            owner = owners.setdefault(label_key(concept.clue), concept.id)
            if owner != concept.id:
                message = f"{concept.id} has the same clue as {owner}"
                remedy = "Say what tells the two apart."
                yield Fault("same-clue", message, remedy, ("concepts", index, "clue"))


def _given_away(knowledge: Knowledge) -> Iterator[Fault]:
    for path, text, concepts in _questions(knowledge):
        for concept in concepts:
            if name := _said_in(text, concept):
                message = f"the text says '{name}', and is to be a question about it"
                yield Fault("names-itself", message, "Say it without the name.", path)


def _questions(knowledge: Knowledge) -> Iterator[tuple[Path, str, Sequence[KnowledgeConcept]]]:
    """Every text that may be shown beside a question, with the concepts that it must not name."""
    for index, concept in enumerate(knowledge.concepts):
        texts = {field: getattr(concept, field) for field in OWN_TEXTS}
        yield from (
            (("concepts", index, field), text, [concept]) for field, text in texts.items() if text
        )
    for index, comparison in enumerate(knowledge.comparisons):
        both = _existing((comparison.first, comparison.second), knowledge)
        for at, feature in enumerate(comparison.features):
            yield ("comparisons", index, "features", at, "text"), feature.text, both
    for index, diagram in enumerate(knowledge.diagrams):
        shown = _existing(_shown(diagram, knowledge), knowledge)
        yield ("diagrams", index, "title"), diagram.title, shown
        yield ("diagrams", index, "alt"), diagram.alt, shown


def _existing(names: Iterable[str], knowledge: Knowledge) -> Sequence[KnowledgeConcept]:
    return [knowledge.by_id[name] for name in names if name in knowledge.by_id]


def _said_in(text: str, concept: KnowledgeConcept) -> str | None:
    """The name of the concept that the text says, if it says one: all its words in one sentence, in
    whatever order.
    """
    said = [_stems(sentence) for sentence in sentences(text)]
    for name in (concept.label, *concept.also):
        asked = _stems(name) - SMALL_WORDS or _stems(name)
        if asked and any(asked <= sentence for sentence in said):
            return name
    return None


def _stems(text: str) -> set[str]:
    """The words, a plural like its singular."""
    owners = (word.removesuffix("'s") for word in words(text))
    return {
        f"{word.removesuffix('ies')}y" if word.endswith("ies") else word.removesuffix("s")
        for word in owners
    }


# ── order ─────────────────────────────────────────────────────────────────────────────────────────


def _tangles(hierarchy: Mapping[str, Sequence[str]]) -> Iterator[Fault]:
    owners: dict[str, str] = {}
    for whole, parts in hierarchy.items():
        for at, part in enumerate(parts):
            path = ("hierarchy", whole, at)
            if whole in reachable(part, hierarchy):
                message = f"{whole} is a part of itself, by way of {part}"
                yield Fault("tangled-hierarchy", message, "Take it out here or there.", path)
            elif part in owners:
                message = f"{part} is a part of {owners[part]} already"
                remedy = "Let each concept be a part of one other."
                yield Fault("tangled-hierarchy", message, remedy, path)
            owners.setdefault(part, whole)


def _steps(knowledge: Knowledge) -> Iterator[Fault]:
    for index, sequence in enumerate(knowledge.sequences):
        faults = [
            *_alike(sequence.steps),
            *(_counted(sequence.steps) if knowledge.language.startswith("en") else ()),
        ]
        yield from (fault.under("sequences", index, "steps") for fault in faults)


def _alike(steps: Sequence[KnowledgeStep]) -> Iterator[Fault]:
    seen: set[str] = set()
    for at, step in enumerate(steps):
        text = label_key(step.text)
        if text in seen:
            message = (
                "another step says the same, so nobody could tell which of the two comes earlier"
            )
            yield Fault("same-step", message, "Say what is different.", (at, "text"))
        seen.add(text)


def _counted(steps: Sequence[KnowledgeStep]) -> Iterator[Fault]:
    for at, step in enumerate(steps):
        if found := COUNTED.search(step.text):
            message = f"'{found.group().strip()}' tells where in the order the step belongs"
            yield Fault("step-tells-place", message, "Say only what happens.", (at, "text"))


# ── pairs ─────────────────────────────────────────────────────────────────────────────────────────


def _against_themselves(knowledge: Knowledge) -> Iterator[Fault]:
    pairs = list(_pairs(knowledge))
    for (_, one), (path, other) in zip(pairs[::2], pairs[1::2], strict=True):
        if one == other:
            remedy = "Name two concepts."
            yield Fault("against-itself", f"{one} is set against itself", remedy, path)


def _never_firing(knowledge: Knowledge) -> Iterator[Fault]:
    shown = [set(_shown(diagram, knowledge)) for diagram in knowledge.diagrams]
    for index, misconception in enumerate(knowledge.misconceptions):
        pair = (misconception.concept, misconception.taken_for)
        found = _existing(pair, knowledge)
        if (
            len(found) == len(set(pair)) == 2
            and not any(concepts.issuperset(pair) for concepts in shown)
            and _same_sort(*found)
        ):
            message = (
                f"{pair[0]} and {pair[1]} are on no common diagram and in no two categories, so one"
                " is never taken for the other"
            )
            remedy = "Show both on one diagram, or give them an attribute in which they differ."
            yield Fault("misconception-never-fires", message, remedy, ("misconceptions", index))


def _same_sort(one: KnowledgeConcept, other: KnowledgeConcept) -> bool:
    """Whether no category tells the two apart."""
    common = one.attributes.keys() & other.attributes.keys()
    return one.kind == other.kind and all(
        one.attributes[name] == other.attributes[name] for name in common
    )


# ── stories ───────────────────────────────────────────────────────────────────────────────────────


def _stories(knowledge: Knowledge) -> Iterator[Fault]:
    for index, decision in enumerate(knowledge.decisions):
        faults = [*_without_one_best(decision), *_unreached(decision), *_astray(decision)]
        yield from (fault.under("decisions", index) for fault in faults)


def _best(moment: KnowledgeMoment) -> Sequence[str]:
    """Where its best options lead."""
    return [option.next for option in moment.options if option.quality == "best"]


def _without_one_best(decision: KnowledgeDecision) -> Iterator[Fault]:
    for at, moment in enumerate(decision.moments):
        if len(_best(moment)) != 1:
            message = (
                f"{moment.id} has {len(_best(moment)) or 'no'} best"
                f" option{'s' if _best(moment) else ''}"
            )
            remedy = "Let exactly one option be the best."
            yield Fault("no-single-best", message, remedy, ("moments", at, "options"))


def _unreached(decision: KnowledgeDecision) -> Iterator[Fault]:
    ways = {moment.id: [option.next for option in moment.options] for moment in decision.moments}
    reached = reachable(decision.moments[0].id, ways)
    moments = [(("moments", at), moment.id) for at, moment in enumerate(decision.moments)]
    endings = [(("endings", at), ending.id) for at, ending in enumerate(decision.endings)]
    for path, name in [*moments, *endings]:
        if name not in reached:
            remedy = "Let an option lead there, or take it out."
            yield Fault("unreachable-moment", f"no choice leads to {name}", remedy, path)


def _astray(decision: KnowledgeDecision) -> Iterator[Fault]:
    """Best options that lead nowhere good: from every moment they must lead out, and from the
    beginning to a good ending.
    """
    onward = {moment.id: best[0] for moment in decision.moments if (best := _best(moment))}
    good = {ending.id: ending.good for ending in decision.endings}
    for at, moment in enumerate(decision.moments):
        way = reachable(moment.id, {name: [to] for name, to in onward.items()})
        if way[-1] in onward:
            message = (
                f"along the best options {moment.id} leads round in a circle:"
                f" {' > '.join((*way, onward[way[-1]]))}"
            )
            yield Fault("astray", message, "Let one of them lead to an ending.", ("moments", at))
        elif at == 0 and good.get(way[-1]) is False:
            message = f"along the best options the story comes to a bad ending: {' > '.join(way)}"
            remedy = "Let the best options lead to a good ending."
            yield Fault("astray", message, remedy, ("moments", at))


# ── diagrams ──────────────────────────────────────────────────────────────────────────────────────


def _undrawable(knowledge: Knowledge) -> Iterator[Fault]:
    for index, diagram in enumerate(knowledge.diagrams):
        for lack, remedy in _lacks(diagram, knowledge):
            yield Fault("diagram-lacks", f"{diagram.id} has {lack}", remedy, ("diagrams", index))


def _lacks(diagram: DiagramSource, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    match diagram.form:
        case "svg" | "picture" if not diagram.file:
            yield "no file", "Name the file that lies beside this one."
        case "nested" if diagram.root and not knowledge.hierarchy.get(diagram.root):
            yield f"a root without parts, {diagram.root}", "Give the root parts in the hierarchy."
        case "timeline":
            yield from _undated(diagram, knowledge)
    if diagram.form in ("picture", "map"):
        yield from _unplaced(diagram.zones)
    elif not diagram.root and len(_shown(diagram, knowledge)) < 2:
        yield (
            "fewer than two concepts",
            "Name the concepts in it, or the sequence or root that has them.",
        )


def _undated(diagram: DiagramSource, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    if not diagram.sequence:
        yield "no sequence", "Name the sequence whose steps are drawn."
    for sequence in knowledge.sequences:
        if sequence.id == diagram.sequence and not all(step.when for step in sequence.steps):
            yield f"a sequence with undated steps, {sequence.id}", "Give every step of it a `when`."


def _unplaced(zones: Sequence[DrawnZone]) -> Iterator[tuple[str, str]]:
    if not zones:
        yield "no zones", "Say where each concept lies, in percent of width and height."
    for zone in zones:
        if zone.circle is None and len(zone.points) < 3:
            yield f"no area for {zone.concept}", "Give it at least three corners, or a circle."
