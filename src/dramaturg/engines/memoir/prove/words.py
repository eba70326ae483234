"""What must be true of everything the interviewer may say: that it is there, that it fits, and that
it breaks no rule.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import product

from dramaturg.engines.memoir.base.artifacts import (
    PERSONAS,
    PROMPT_WORDS,
    Artifacts,
    LineLimits,
    PersonaName,
    Tactic,
)
from dramaturg.engines.memoir.base.signals import PHASES
from dramaturg.engines.memoir.prove.routes import RUNS
from dramaturg.engines.memoir.safety.rulebook import rulebook_of
from dramaturg.engines.memoir.voice.tactics import REQUIRED
from dramaturg.engines.memoir.voice.templates import HOLES, holes_of, tactic_named
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.prose import plain, sentences, words
from dramaturg.kernel.errors import Fault, Path, did_you_mean
from dramaturg.kernel.explore import Proof

Placed = tuple[Path, str]

ALWAYS_FILLED = {"crisis_guidance"}
ENDING = ("end_here", "hold", "care", "quiet")
"""Tactics after which nothing is asked any more."""

HOLE = re.compile(r"\{([^{}]*)\}")
SLACK = 0.01


def word_faults(artifacts: Artifacts) -> tuple[Fault, ...]:
    """Paths begin at the artifacts."""
    patterns = tuple(_patterns(artifacts))
    return (
        *_personas(artifacts),
        *_tactics(artifacts),
        *_speechless(artifacts),
        *_shares(artifacts),
        *_sideways(artifacts),
        *_holes(artifacts),
        *_questions(artifacts),
        *_twice(artifacts),
        *patterns,
        *(() if patterns else _breaking(artifacts)),
        *_crisis(artifacts),
        *_prompt(artifacts),
    )


def prove_words(artifacts: Artifacts, subject: str) -> tuple[Proof, ...]:
    """What holds of words without faults."""
    lines = len(list(_templates(artifacts)))
    fallbacks = sum(len(each.fallbacks) for each in artifacts.constraints.constraints)
    prescribed = len(list(_prescribed(artifacts)))
    block = len(artifacts.prompt_block.split())
    return tuple(
        Proof(subject, claim, count, True, note)
        for claim, count, note in (
            (
                "whatever a machine or a moment asks for has words",
                prescribed,
                f"{prescribed} tactics, each without a hole",
            ),
            ("no line asks two things", lines, f"{lines} templates"),
            (
                "nothing that may be said breaks a constraint",
                lines + fallbacks,
                f"{fallbacks} fallbacks among them",
            ),
            (
                "every step sideways offers something and asks nothing",
                len(artifacts.personas.step_sideways),
                "",
            ),
            (f"the instruction block has {PROMPT_WORDS} words at most", block, f"{block} words"),
        )
    )


# ── styles and tactics ────────────────────────────────────────────────────────────────────────────


def _personas(artifacts: Artifacts) -> Iterator[Fault]:
    names = [persona.name for persona in artifacts.personas.personas]
    for missing in (name for name in PERSONAS if name not in names):
        message = f"there is no profile of {missing}"
        remedy = "Write one for each style."
        yield Fault("persona-missing", message, remedy, ("personas", "personas"))


def _prescribed(artifacts: Artifacts) -> Iterator[tuple[Path, PersonaName, str]]:
    """The tactics that somebody asks for by name: where that is written, of which style,
    and which.
    """
    style = {machine: persona for persona, machine in RUNS.items()}
    for at, machine in enumerate(artifacts.machines.machines):
        for number, state in enumerate(machine.states):
            yield (
                ("machines", "machines", at, "states", number, "tactic"),
                style[machine.name],
                state.tactic,
            )
        yield (
            ("machines", "machines", at, "fallback"),
            machine.fallback.persona,
            machine.fallback.tactic,
        )
    yield from (
        (("personas", "personas"), "EMPATHY_BASE", tactic) for tactic in dict.fromkeys(REQUIRED)
    )


def _tactics(artifacts: Artifacts) -> Iterator[Fault]:
    if len(artifacts.personas.by_name) < len(PERSONAS):
        return  # told already
    for path, name, wanted in _prescribed(artifacts):
        try:
            tactic = tactic_named(artifacts, name, wanted)
        except LookupError:
            known = artifacts.personas.by_name[name].by_name
            yield Fault(
                "unknown-name", f"{name} has no tactic {wanted}", did_you_mean(wanted, known), path
            )
        else:
            if not tactic.routine and not _stands_alone(tactic):
                message = f"{wanted} is asked for by name, and all its templates have holes"
                remedy = "Write one without a hole."
                yield Fault("no-plain-words", message, remedy, _place(artifacts, tactic))


def _stands_alone(tactic: Tactic) -> bool:
    return any(holes_of(template) <= ALWAYS_FILLED for template in tactic.templates)


def _speechless(artifacts: Artifacts) -> Iterator[Fault]:
    """Depths and phases in which there would be nothing to ask that is not too deep."""
    base = artifacts.personas.by_name.get("EMPATHY_BASE")
    routine = (
        [tactic for tactic in base.tactics if tactic.routine and _stands_alone(tactic)]
        if base
        else []
    )
    for level, phase in product(range(4), PHASES) if base else ():
        if not any(
            level in tactic.levels and (not tactic.phases or phase in tactic.phases)
            for tactic in routine
        ):
            message = (
                f"at depth {level} in the phase {phase} no routine tactic has a template that can"
                " always be said"
            )
            remedy = "Give EMPATHY_BASE one without a hole."
            yield Fault("no-plain-words", message, remedy, ("personas", "personas"))


def _place(artifacts: Artifacts, tactic: Tactic) -> Path:
    return next(
        ("personas", "personas", at, "tactics", number, "templates")
        for at, persona in enumerate(artifacts.personas.personas)
        for number, each in enumerate(persona.tactics)
        if each is tactic
    )


def _shares(artifacts: Artifacts) -> Iterator[Fault]:
    for at, persona in enumerate(artifacts.personas.personas):
        total = sum(persona.sentence_types.values())
        if abs(total - 1) > SLACK:
            message = f"the shares of {persona.name}'s sentences add up to {total:.2f}"
            path = ("personas", "personas", at, "sentence_types")
            yield Fault("shares-off", message, "Let them add up to 1.", path)


def _twice(artifacts: Artifacts) -> Iterator[Fault]:
    profiles = artifacts.personas
    yield from _taken(
        (("personas", "personas", at, "name"), each.name)
        for at, each in enumerate(profiles.personas)
    )
    yield from _taken(
        (("personas", "softeners", at, "phrase"), each.phrase)
        for at, each in enumerate(profiles.softeners)
    )
    for at, persona in enumerate(profiles.personas):
        named = (each.name for each in persona.tactics)
        yield from _taken(
            (("personas", "personas", at, "tactics", number, "name"), name)
            for number, name in enumerate(named)
        )
    constraints = enumerate(artifacts.constraints.constraints)
    yield from _taken(
        (("constraints", "constraints", at, "id"), each.id) for at, each in constraints
    )


def _taken(placed: Iterable[Placed]) -> Iterator[Fault]:
    seen: set[str] = set()
    for path, name in placed:
        if name in seen:
            yield Fault(
                "duplicate-name", f"{name!r} is there already", "Keep one of the two.", path
            )
        seen.add(name)


# ── lines ─────────────────────────────────────────────────────────────────────────────────────────


def _templates(artifacts: Artifacts, only: Collection[str] = ()) -> Iterator[Placed]:
    for at, persona in enumerate(artifacts.personas.personas):
        for number, tactic in enumerate(persona.tactics):
            if only and tactic.name not in only:
                continue
            path = ("personas", "personas", at, "tactics", number, "templates")
            yield from (
                ((*path, which), template) for which, template in enumerate(tactic.templates)
            )


def _bare(artifacts: Artifacts) -> Iterator[Placed]:
    """What is put before or after a template: no holes, no questions."""
    for at, persona in enumerate(artifacts.personas.personas):
        yield from (
            (("personas", "personas", at, "openers", which), line)
            for which, line in enumerate(persona.openers)
        )
    yield from (
        (("personas", "softeners", at, "phrase"), each.phrase)
        for at, each in enumerate(artifacts.personas.softeners)
    )
    yield from (
        (("personas", "step_sideways", at), line)
        for at, line in enumerate(artifacts.personas.step_sideways)
    )


def _fallbacks(artifacts: Artifacts) -> Iterator[Placed]:
    for at, constraint in enumerate(artifacts.constraints.constraints):
        path = ("constraints", "constraints", at, "fallbacks")
        yield from (((*path, which), line) for which, line in enumerate(constraint.fallbacks))


def _holes(artifacts: Artifacts) -> Iterator[Fault]:
    yield from _unfilled(_templates(artifacts), HOLES)
    yield from _unfilled((*_bare(artifacts), *_fallbacks(artifacts)), ())


def _unfilled(lines: Iterable[Placed], filled: Collection[str]) -> Iterator[Fault]:
    remedy = (
        f"Known here: {', '.join(f'{{{name}}}' for name in sorted(filled))}."
        if filled
        else "Write it without."
    )
    for path, line in lines:
        unknown = [name for name in HOLE.findall(line) if name not in filled]
        for name in unknown:
            yield Fault("unknown-placeholder", f"nobody fills in {{{name}}}", remedy, path)
        if not unknown and set("{}") & set(HOLE.sub("", line)):
            yield Fault("unknown-placeholder", "a brace stands alone", remedy, path)


def _questions(artifacts: Artifacts) -> Iterator[Fault]:
    for path, line in _templates(artifacts):
        if line.count("?") > 1:
            yield Fault(
                "asks-too-much", "this asks more than one thing", "Ask one thing at a time.", path
            )
    for path, line in (*_bare(artifacts), *_fallbacks(artifacts), *_templates(artifacts, ENDING)):
        if "?" in line and path[1] != "step_sideways":
            message = "this asks something, and must not"
            yield Fault("asks-too-much", message, "Say it without a question.", path)


def _sideways(artifacts: Artifacts) -> Iterator[Fault]:
    for at, line in enumerate(artifacts.personas.step_sideways):
        problem = (
            "asks something" if "?" in line else "" if offers_sideways(line) else "offers nothing"
        )
        if problem:
            remedy = "Offer to leave the matter, as in 'We can also talk about something else.'"
            message = f"this step sideways {problem}"
            yield Fault("no-step-sideways", message, remedy, ("personas", "step_sideways", at))


# ── constraints, crisis, instructions ─────────────────────────────────────────────────────────────


def _patterns(artifacts: Artifacts) -> Iterator[Fault]:
    for at, constraint in enumerate(artifacts.constraints.constraints):
        for number, pattern in enumerate(constraint.patterns):
            if trouble := pattern_trouble(pattern):
                path = ("constraints", "constraints", at, "patterns", number)
                message = f"{constraint.id}: {trouble}"
                yield Fault("bad-pattern", message, "Write the pattern with fewer repeats.", path)


def _breaking(artifacts: Artifacts) -> tuple[Fault, ...]:
    """Whatever may be said offline, held against every constraint."""
    lines = (*_templates(artifacts), *_bare(artifacts), *_fallbacks(artifacts))
    banned = ((each.constraint.id, each.pattern) for each in rulebook_of(artifacts).banned)
    return _broken(lines, tuple(banned), artifacts.constraints.limits)


@lru_cache(maxsize=4)  # the same words are judged again with every memoir that is opened
def _broken(
    lines: tuple[Placed, ...], banned: tuple[tuple[str, re.Pattern[str]], ...], limits: LineLimits
) -> tuple[Fault, ...]:
    found: list[Fault] = []
    for path, line in lines:
        said = HOLE.sub("that", line)
        for rule, pattern in banned:
            if match := pattern.search(plain(said)):
                message = f"this breaks {rule}: {match.group()!r} must not be said"
                found.append(Fault("breaks-own-rule", message, "Say it in other words.", path))
        if too_long := _too_long(said, limits):
            found.append(Fault("breaks-own-rule", too_long, "Say it shorter.", path))
    return tuple(found)


def _too_long(said: str, limits: LineLimits) -> str:
    if len(words(said)) > limits.max_tokens:
        return f"this has {len(words(said))} words, at most {limits.max_tokens} are allowed"
    count = len(sentences(said))
    if count > limits.max_sentences:
        return f"this has {count} sentences, at most {limits.max_sentences} are allowed"
    return ""


def _crisis(artifacts: Artifacts) -> Iterator[Fault]:
    if any(letter.isdigit() for letter in artifacts.crisis.default):
        message = (
            "the default guidance names a number, and a number is right in one country at most"
        )
        remedy = "Write numbers under countries, for each country you serve."
        yield Fault("crisis-number", message, remedy, ("crisis", "default"))


def _prompt(artifacts: Artifacts) -> Iterator[Fault]:
    count = len(artifacts.prompt_block.split())
    if not 0 < count <= PROMPT_WORDS:
        message = f"the instruction block has {count} words"
        yield Fault(
            "prompt-block-length", message, f"Write 1 to {PROMPT_WORDS} words.", ("prompt_block",)
        )


_TOKEN = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|\(\?[aiLmsux-]*:|\(\?(?:P<\w+>|<?[=!])|\(|\)|[*+]|\{\d*,\}|.",
    re.DOTALL,
)


def pattern_trouble(pattern: str) -> str:
    """What is wrong with a pattern; empty if nothing is."""
    try:
        re.compile(pattern)
    except re.error as error:
        return f"it cannot be read: {error}"
    if _is_nested(_TOKEN.findall(pattern)):
        return "a repeat without end stands in a repeat without end"
    return ""


def _is_nested(tokens: list[str]) -> bool:
    """Does an endless repeat follow a group that has one inside?"""
    return any(_is_endless(after) and inside for inside, after in _groups(tokens))


def _groups(tokens: list[str]) -> Iterator[tuple[bool, str]]:
    """For every group whether something in it repeats without end, and what comes after it."""
    repeats = [False]
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        if token.startswith("("):
            repeats.append(False)
        elif token == ")":
            inside = repeats.pop()
            repeats[-1] = repeats[-1] or inside
            yield inside, after
        elif _is_endless(token):
            repeats[-1] = True


def _is_endless(token: str) -> bool:
    return token in ("*", "+") or token.endswith(",}")
