"""What an author can get wrong that keeps nobody from walking: what decides is told too early or
never, a line speaks against its fact, something is written that nobody will ever hear.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from pydantic import BaseModel

from dramaturg.engines.sims.asks.brought_across import states
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.binding import PIVOTS, SOURCES, materials_of
from dramaturg.engines.sims.base.lines import Placed, facts_of, spoken
from dramaturg.engines.sims.base.scenario import Scenario, ScenarioPerson, SimFact
from dramaturg.english.contraries import denies
from dramaturg.english.figures import Figure, claimed, known
from dramaturg.english.prose import content_words
from dramaturg.kernel.errors import Fault, Path

BEFORE_A_GATE = (
    "greeting",
    "beat1",
    "what_they_know",
    "opinion",
    "elsewhere",
    "unknown",
    "invites",
)
FACT_PARTS = ("decision_facts", "tradeoff", "challenge", "key_reveal")
SAME_QUESTION = 0.75  # share of the words of two questions, from which on they ask the same
SAME_STATEMENT = 0.75  # and of a sentence and a fact, that state the same or its contrary
FEWEST = 3  # words that carry something, in a clause that states anything
_OPEN = re.compile(r"\[[^\[\]]*[^\W\d_]{2}[^\[\]]*\](?!\()|\b(?:TODO|TBD|FIXME|XXX)\b")
_ALL_OPEN = re.compile(r"\s*\[.*\]\s*", re.DOTALL)
_CLAUSE_ENDS = re.compile(r"[,;:.!?](?=\s|$)|\s(?:and|but|so|because)\s")


def mistakes(
    scenario: Scenario, backbones: Mapping[str, Backbone], gone: Collection[Path] = ()
) -> Iterator[Fault]:
    """All of them; what hangs on several places is left while some of them could not be read
    (`gone`). What is still to be filled in comes before everything else.
    """
    if unfilled := [*_unfilled(scenario)]:
        yield from unfilled
        return
    yield from _same_options(scenario)
    if not gone:
        yield from _left_over(scenario)
    for index, person in enumerate(scenario.people):
        backbone = backbones.get(person.backbone or scenario.backbone)
        found = [*_in_lines(person), *_in_questions(person), *_in_pivots(person), *_to_self(person)]
        if backbone and not gone and scenario.steering == "graph":
            found += [*_never_used(person, backbone), *_at_gates(person, backbone)]
        yield from (fault.under("people", index) for fault in found)


# ── texts ─────────────────────────────────────────────────────────────────────────────────────────


def _unfilled(scenario: Scenario) -> Iterator[Fault]:
    """Texts that still say what to put there, or nothing."""
    for path, text, is_needed in _texts(scenario):
        is_record = path[0] == "documents"
        if text.strip():
            found = _ALL_OPEN.fullmatch(text) if is_record else _OPEN.search(text)
            what = f"'{found.group().strip()}' is still to be filled in" if found else ""
        else:
            what = "nothing is written here" if is_needed else ""
        if what:
            yield Fault("unfilled", what, "Write what is to stand there.", path)


def _texts(model: BaseModel, at: Path = ()) -> Iterator[tuple[Path, str, bool]]:
    """Every text with its place, and whether the document needs it."""
    for name, field in type(model).model_fields.items():
        if field.deprecated:
            continue
        value = getattr(model, name)
        for path, each in _parts(value, (*at, name)):
            if isinstance(each, BaseModel):
                yield from _texts(each, path)
            elif isinstance(each, str):
                yield path, each, field.is_required() or path != (*at, name)


def _parts(value: object, path: Path) -> Iterator[tuple[Path, object]]:
    if isinstance(value, tuple):
        for number, each in enumerate(value):
            yield (*path, number), each
    else:
        yield path, value


def _in_lines(person: ScenarioPerson) -> Iterator[Fault]:
    """Lines that come twice, and lines that speak against their fact."""
    yield from _twice(
        [(path, line) for path, line in spoken(person) if path[0] != "redirect"],
        "nobody says the same words twice",
    )
    for path, fact in facts_of(person):
        if path[0] not in ("tradeoff", "challenge") and (against := _against(fact)):
            message = f"what {person.id} says speaks against the fact: {against}"
            remedy = "Say what the fact says, or put the fact right."
            yield Fault("say-against-fact", message, remedy, (*path, "say"))


def _against(fact: SimFact) -> str:
    """In what the spoken words contradict what stands on record."""
    on_record, said = claimed(fact.fact), claimed(fact.say)
    own = [*on_record, *(part for figure in on_record for part in figure.parts)]
    if said and own and not any(known(figure, own) for figure in _all(said)):
        return f"'{said[0].text}' is said, and '{own[0].text}' is on record"
    clauses = _clauses(fact.fact)
    for clause in _clauses(fact.say):
        if any(_alike(clause, other) and denies(clause) != denies(other) for other in clauses):
            return f"'{clause}' says the contrary"
    return ""


def _clauses(text: str) -> list[str]:
    return [each.strip() for each in _CLAUSE_ENDS.split(text) if each.strip()]


def _alike(one: str, other: str) -> bool:
    left, right = content_words(one), content_words(other)
    enough = min(len(left), len(right)) >= FEWEST
    return enough and len(left & right) / len(left | right) >= SAME_STATEMENT


def _all(figures: Sequence[Figure]) -> list[Figure]:
    return [each for figure in figures for each in (figure, *figure.parts)]


def _twice(placed: Sequence[Placed], why: str) -> Iterator[Fault]:
    seen: set[str] = set()
    for path, text in placed:
        plain = " ".join(text.split())
        if plain and plain in seen:
            message = f"this stands here for the second time, and {why}"
            yield Fault("same-words", message, "Write it in other words, or take it away.", path)
        seen.add(plain)


def _same_options(scenario: Scenario) -> Iterator[Fault]:
    for key in ("text", "consequence"):
        options = enumerate(scenario.decision.options)
        placed = [(("decision", "options", at, key), getattr(each, key)) for at, each in options]
        yield from _twice(placed, f"each option has a {key} of its own")
    names = [(("people", at, "name"), each.name) for at, each in enumerate(scenario.people)]
    yield from _twice(names, "two people with one name cannot be told apart")


# ── questions ─────────────────────────────────────────────────────────────────────────────────────


def _in_questions(person: ScenarioPerson) -> Iterator[Fault]:
    """Questions that two things answer: a fact and somebody else, or two facts."""
    asked: list[tuple[Path, Path, str, str]] = [
        (path, (*path, "asked", at), fact.id, question)
        for path, fact in facts_of(person)
        for at, question in enumerate(fact.asked)
    ]
    asked += [
        (("elsewhere", at), ("elsewhere", at, "about", number), each.to or "nobody", question)
        for at, each in enumerate(person.elsewhere)
        for number, question in enumerate(each.about)
    ]
    for number, (owner, path, name, question) in enumerate(asked):
        for other, _, first, earlier in asked[:number]:
            if owner != other and _same(question, earlier):
                message = f"'{question}' is answered by {first} already, where it asks '{earlier}'"
                remedy = (
                    f"Leave it to {first} or to {name}, or ask it so that it asks something else."
                )
                yield Fault("question-taken", message, remedy, path)
                break


def _same(one: str, other: str) -> bool:
    left, right = content_words(one), content_words(other)
    if not left or not right:
        return one.casefold() == other.casefold()
    return len(left & right) / len(left | right) >= SAME_QUESTION


def _in_pivots(person: ScenarioPerson) -> Iterator[Fault]:
    """Pointed questions that ask nothing, or whose answers change nothing."""
    questions: list[Placed] = [
        (("pivots", at, "question"), pivot.question) for at, pivot in enumerate(person.pivots)
    ]
    questions += [(("tradeoff", "say"), person.tradeoff.say)] if person.tradeoff else []
    for path, text in questions:
        if text.strip() and "?" not in text:
            remedy = "Ask it, with a question mark: the learner has to know that it is their turn."
            yield Fault("asks-nothing", f"{person.id} asks nothing here", remedy, path)
    for at, pivot in enumerate(person.pivots):
        options = [
            (("pivots", at, "options", n, "text"), o.text) for n, o in enumerate(pivot.options)
        ]
        yield from _twice(options, "each option says something of its own")
        if len({option.mood for option in pivot.options}) == 1:
            message = f"whatever is answered to {pivot.id}, the relationship moves by the same"
            remedy = "Give the options moods of their own, or take the pivot away."
            yield Fault("pivot-without-effect", message, remedy, ("pivots", at, "options"))


def _to_self(person: ScenarioPerson) -> Iterator[Fault]:
    places: list[tuple[Path, str | None]] = [
        (("elsewhere", at, "to"), each.to) for at, each in enumerate(person.elsewhere)
    ]
    places += [(("redirect", "to"), person.redirect.to)] if person.redirect else []
    for path, to in places:
        if to == person.id:
            remedy = "Name somebody else, or let a fact of theirs answer it."
            yield Fault("sends-to-self", f"{to} sends the learner to {to}", remedy, path)


# ── what decides ──────────────────────────────────────────────────────────────────────────────────


def _at_gates(person: ScenarioPerson, backbone: Backbone) -> Iterator[Fault]:
    """A gate opens only when its words carry its fact; what it holds back is told nowhere before,
    and neither is what only trust opens.
    """
    gates = [node for node in backbone.nodes if node.is_gate]
    held = {
        each.id
        for gate in gates
        for source in gate.content_source
        for each in SOURCES[source](person)
    }
    aside = {
        each.id
        for node in backbone.nodes
        for a in node.asides
        for each in SOURCES[a.source](person)
    }
    early = [
        (path, line)
        for path, line in spoken(person)
        if path[0] in BEFORE_A_GATE or path[:2] == ("pivots", 0)
    ]
    for path, fact in facts_of(person):
        (material,) = materials_of(fact)
        if fact.id in held and fact.say.strip() and not states(fact.say, material):
            message = f"what {person.id} says does not carry the fact, so the gate cannot be opened"
            remedy = "Say every figure of the fact, or take out of the fact what is not said."
            yield Fault("gate-untold", message, remedy, (*path, "say"))
        if fact.id in held | aside:
            for place, line in early:
                if _gives_away(place, line, fact):
                    message = f"{person.id} tells {fact.id} here, before it is its time"
                    remedy = "Leave it for its own moment."
                    yield Fault("told-too-early", message, remedy, place)


def _gives_away(place: Path, line: str, fact: SimFact) -> bool:
    """A greeting by any figure of it too."""
    (material,) = materials_of(fact)
    own = claimed(fact.fact) if place == ("greeting",) else ()
    figures = [figure for figure in _all(claimed(line)) if not figure.casual]
    return any(known(figure, own) for figure in figures) or states(line, material)


def _never_used(person: ScenarioPerson, backbone: Backbone) -> Iterator[Fault]:
    """What a person has that their backbone never asks for."""
    sources = {source for node in backbone.nodes for source in node.content_source}
    sources |= {aside.source for node in backbone.nodes for aside in node.asides}
    keys = {key for source in sources for key in re.findall(r"\w+", source)}
    for key in ("beat1", "beat6", *FACT_PARTS):
        if getattr(person, key) and key not in keys:
            yield _unheard(person, key, backbone, (key,))
    asked = {PIVOTS[source] for source in sources if source in PIVOTS}
    for at, pivot in enumerate(person.pivots):
        if at not in asked:
            yield _unheard(person, pivot.id, backbone, ("pivots", at))


def _unheard(person: ScenarioPerson, what: str, backbone: Backbone, path: Path) -> Fault:
    message = f"the backbone {backbone.id} has no place for {what} of {person.id}: nobody hears it"
    return Fault("never-used", message, "Take it away, or choose another backbone.", path)


def _left_over(scenario: Scenario) -> Iterator[Fault]:
    """Objectives that no conversation completes, documents that nobody hands over."""
    completed = {person.goal.objective for person in scenario.people}
    for at, objective in enumerate(scenario.objectives):
        if objective.id not in completed:
            message = f"no conversation completes {objective.id}"
            remedy = "Name it in somebody's goal, or take it away."
            yield Fault("never-completed", message, remedy, ("objectives", at))
    handed = {person.document for person in scenario.people}
    for at, document in enumerate(scenario.documents):
        if document.id not in handed:
            message = f"nobody hands over {document.id}"
            remedy = "Name it as somebody's document, or take it away."
            yield Fault("never-completed", message, remedy, ("documents", at))
