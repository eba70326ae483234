"""What people say word for word: each line with its place, the rules it keeps, and the record that
bears out its figures.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from dramaturg.engines.sims.base.scenario import Scenario, ScenarioPerson, SimFact
from dramaturg.english.figures import Figure, claimed, facts, known
from dramaturg.english.rules.line_rules import (
    LineRule,
    at_most_sentences,
    check_line,
    no_em_dashes,
    no_lists,
    no_machinery,
    no_own_name,
    no_phrases,
    no_private_thoughts,
)
from dramaturg.kernel.errors import Fault, Path, touches

MOST_SENTENCES = 10  # the prompt asks for two or three; a detour, a fact and a reveal need room
HOLLOW = (
    "great question",
    "good question",
    "i understand your concern",
    "i understand your concerns",
    "absolutely",
)

# What small models read out from their directions instead of following them.
STAGE_TALK = (
    "must surface",
    "binding constraint",
    "what this turn is for",
    "bring across",
    "the learner",
    "my directive",
)

Placed = tuple[Path, str]


def spoken(person: ScenarioPerson) -> Iterator[Placed]:
    """Every line the person may say as it is written. Paths lead into the person."""
    yield ("greeting",), person.greeting
    for key in ("beat1", "beat6", "goal", "redirect"):
        if part := getattr(person, key):
            yield (key, "say"), part.say
    for path, fact in facts_of(person):
        yield (*path, "say"), fact.say
        yield from (((*path, "again", at), line) for at, line in enumerate(fact.again))
        yield (*path, "heard"), fact.heard
    if person.opinion:
        yield ("opinion", "argument"), person.opinion.argument
    for at, pivot in enumerate(person.pivots):
        yield ("pivots", at, "question"), pivot.question
        yield from (
            (("pivots", at, "options", n, "reply"), option.reply)
            for n, option in enumerate(pivot.options)
        )
    yield from (
        (("elsewhere", at, "say"), elsewhere.say) for at, elsewhere in enumerate(person.elsewhere)
    )
    for key in ("unknown", "invites"):
        yield from (((key, at), line) for at, line in enumerate(getattr(person, key)))


def line_rules(
    scenario: Scenario, person: ScenarioPerson, nodes: Sequence[str]
) -> tuple[LineRule, ...]:
    """How this person speaks, whatever they speak of. `nodes` are names from behind the stage."""
    others = [other.name for other in scenario.people if other.id != person.id]
    return (
        no_lists(),
        no_em_dashes(),
        no_own_name(person.name.split()),
        no_machinery(nodes),
        no_private_thoughts(others),
        no_phrases(HOLLOW),
        no_phrases(
            STAGE_TALK,
            "no-stage-talk",
            "Say it as yourself; never speak of your directions.",
            hard=True,
        ),
        at_most_sentences(MOST_SENTENCES),
    )


def line_faults(
    scenario: Scenario, index: int, nodes: Sequence[str], gone: Collection[Path] = ()
) -> Iterator[Fault]:
    """Lines that the person could not say as they are written, and figures that nobody can bear
    out.

    `gone` are places of the scenario that could not be read: a figure may have stood there, so none
    is called unknown.
    """
    person = scenario.people[index]
    yield from (
        fault.under("people", index)
        for fault in _broken_rules(person, line_rules(scenario, person, nodes))
    )
    if not _in_doubt(scenario, index, gone):
        yield from (fault.under("people", index) for fault in _unknown_figures(scenario, person))


def _broken_rules(person: ScenarioPerson, rules: Sequence[LineRule]) -> Iterator[Fault]:
    remedies = {rule.id: rule.description for rule in rules}
    for path, line in spoken(person):
        for breach in check_line(rules, line):
            message = f"{person.id} cannot say this: {breach.detail}"
            yield Fault("line-breaks-rule", message, remedies[breach.rule], path)


# ── figures ───────────────────────────────────────────────────────────────────────────────────────


def _unknown_figures(scenario: Scenario, person: ScenarioPerson) -> Iterator[Fault]:
    """What is said must be on record; what decides must stand in the person's document, if they
    have one.
    """
    scene = [text for _, text in _scene(scenario)]
    lines = [text for _, text in _document_lines(scenario, person)]
    on_paper = facts([*lines, *scene])
    on_record = facts([*(fact.fact for _, fact in facts_of(person)), *lines, *scene])
    for path, line in spoken(person):
        if unknown := _unknown(line, on_record):
            message = (
                f"{person.id} says {unknown}, which stands in no fact of theirs, not in their"
                " document and not in the scene"
            )
            remedy = (
                "Put the figure right, or put it on record: in a fact, in the document or in the"
                " situation."
            )
            yield Fault("unknown-figure", message, remedy, path)
    for at, fact in enumerate(person.decision_facts if lines else ()):
        if unknown := _unknown(fact.fact, on_paper):
            message = (
                f"{unknown} decides, but does not stand in {person.document}, the document of"
                f" {person.id}"
            )
            remedy = (
                "Put the figure right, or write it into the document: what decides can be"
                " looked up."
            )
            yield Fault("unknown-figure", message, remedy, ("decision_facts", at, "fact"))


def _unknown(text: str, allowed: Sequence[Figure]) -> str:
    """The figures of a text that nothing bears out, in quotes."""
    return ", ".join(f"'{figure.text}'" for figure in claimed(text) if not known(figure, allowed))


def _in_doubt(scenario: Scenario, index: int, gone: Collection[Path]) -> bool:
    """Whether something of the person's record is missing: a text, a whole list of them, or the
    document they name.
    """
    person = scenario.people[index]
    record = [("people", index, *path, "fact") for path, _ in facts_of(person)]
    record += [path for path, _ in (*_scene(scenario), *_document_lines(scenario, person))]
    lists: list[Path] = [
        ("decision", "options"),
        *(("people", index, key) for key in ("what_they_know", "decision_facts")),
    ]
    unnamed = ("people", index, "document") in gone
    unwritten = person.document is not None and not _document_lines(scenario, person)
    return (
        unnamed
        or unwritten
        or any(path in gone for path in lists)
        or any(touches(path, gone) for path in record)
    )


def facts_of(person: ScenarioPerson) -> Iterator[tuple[Path, SimFact]]:
    for key in ("what_they_know", "decision_facts"):
        yield from (((key, at), fact) for at, fact in enumerate(getattr(person, key)))
    for key in ("challenge", "tradeoff", "key_reveal"):
        if fact := getattr(person, key):
            yield (key,), fact


def _document_lines(scenario: Scenario, person: ScenarioPerson) -> list[Placed]:
    return [
        (("documents", at, "lines", number), line)
        for at, document in enumerate(scenario.documents)
        if document.id == person.document
        for number, line in enumerate(document.lines)
    ]


def _scene(scenario: Scenario) -> Iterator[Placed]:
    """What everybody in the scene knows."""
    yield ("situation", "where"), scenario.situation.where
    yield ("situation", "happening"), scenario.situation.happening
    for at, option in enumerate(scenario.decision.options):
        yield ("decision", "options", at, "text"), option.text
