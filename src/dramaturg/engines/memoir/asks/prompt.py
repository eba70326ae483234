"""The words of the line's prompt (seed 003, Pre-Generation Enforcement): what governs every line,
and what is new in this turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dramaturg.data_files import load
from dramaturg.engines.memoir.base.artifacts import Artifacts, Constraint, PersonaName
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.voice.lines import needs_way_out
from dramaturg.engines.memoir.voice.templates import filled, tactic_named, with_holes

LINES = 8  # of the conversation
LONGEST = 1_200  # characters of one
EXAMPLES = 3

_TEXTS = load(__file__, "prompts.yaml", dict[str, str])


def system_prompt(artifacts: Artifacts, persona: PersonaName) -> str:
    """The same for every turn of one style, so that a provider can keep it."""
    constraints = artifacts.constraints
    limits = constraints.limits
    sections = (
        artifacts.prompt_block.strip(),
        f"STYLE: {artifacts.personas.by_name[persona].style}",
        _listed("NEVER", (each.description for each in constraints.constraints)),
        _listed("SAY THIS RATHER THAN FAIL", _fallbacks(constraints.constraints)),
        f"AT MOST: {limits.max_tokens} words, {limits.max_sentences} sentences, {limits.max_questions} question.",
    )
    return "\n\n".join(filter(None, sections))


def user_prompt(
    artifacts: Artifacts, seen: MemoirState, directive: MemoirDirective, refused: Sequence[str] = ()
) -> str:
    """What is new in this turn: depth, task, what to take up, what was said; `refused` names the
    rules that the first try broke.
    """
    conduct = directive.conduct
    tactic = tactic_named(artifacts, directive.conduct.persona, directive.tactic)
    fitting = with_holes(tactic, directive.holes)
    start = len(directive.signals.topic_id or "") % max(1, len(fitting))
    rotated = (*fitting[start:], *fitting[:start])
    sections = (
        f"DEPTH: {_depth(artifacts, conduct.depth_after)}\nPHASE: {conduct.phase}",
        f"TASK: {tactic_named(artifacts, conduct.persona, directive.tactic).intent} {_TEXTS.get(f'purpose_{directive.purpose}', '')}".strip(),
        _listed(
            "IN THIS MANNER, IN OTHER WORDS",
            (filled(template, directive.holes) for template in rotated[:EXAMPLES]),
        ),
        _listed(
            "TAKE UP, IN THESE WORDS",
            (f"{hole}: {words}" for hole, words in directive.holes.items()),
        ),
        _way_out(artifacts, directive),
        _length(artifacts, directive),
        f"WHAT WAS SAID:\n{_talk(seen)}" if seen.lines else "",
        _listed("YOUR FIRST LINE COULD NOT BE SAID. IT BROKE THESE RULES", refused),
        "Write the interviewer's next line, in plain everyday words and the teller's own.",
    )
    return "\n\n".join(filter(None, sections))


def _listed(title: str, items: Sequence[str] | Iterator[str]) -> str:
    found = list(items)
    return "\n".join((f"{title}:", *(f"- {item}" for item in found))) if found else ""


def _fallbacks(constraints: Sequence[Constraint]) -> Iterator[str]:
    """One for each way to fail, each said once."""
    return iter(dict.fromkeys(each.fallbacks[0] for each in constraints))


def _depth(artifacts: Artifacts, level: int) -> str:
    named = next(each for each in artifacts.governor.levels if each.level == level)
    return f"{level}, {named.name.replace('_', ' ')}. {named.about}"


def _way_out(artifacts: Artifacts, directive: MemoirDirective) -> str:
    if not needs_way_out(directive.conduct):
        return ""
    offers = artifacts.personas.step_sideways[:EXAMPLES]
    return _listed(
        "FEELINGS RUN HIGH. YOUR LINE MUST ALSO OFFER, AS A SENTENCE OF ITS OWN, TO LEAVE THE MATTER, SUCH AS",
        offers,
    )


def _length(artifacts: Artifacts, directive: MemoirDirective) -> str:
    verbosity = artifacts.personas.by_name[directive.conduct.persona].verbosity
    return f"LENGTH: about {verbosity.average_turn} words, the question about {verbosity.average_question}."


def _talk(seen: MemoirState) -> str:
    names = {"interviewer": "Interviewer", "teller": "Teller"}
    return "\n".join(
        f"{names[line.speaker]}: {_shortened(line.text)}" for line in seen.lines[-LINES:]
    )


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} […] {text[-LONGEST // 2 :]}"
