"""The words of the line's prompt (seed 003, Pre-Generation Enforcement): what governs every line,
and what is new in this turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dramaturg.data_files import load
from dramaturg.engines.memoir.asks.known_story import known_people, known_places
from dramaturg.engines.memoir.base.artifacts import Artifacts, PersonaName
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.voice.lines import needs_way_out
from dramaturg.engines.memoir.voice.templates import filled, tactic_named, with_holes
from dramaturg.turn.tables import in_order

LINES = 8  # of the conversation
THREADS = 12
LONGEST, EARLIER = 1_200, 400  # characters of the newest two, and of one before them
EXAMPLES = 3

_TEXTS = load(__file__, "prompts.yaml", dict[str, str])


def system_prompt(artifacts: Artifacts, persona: PersonaName) -> str:
    """The same for every turn of one style, to the letter, so that a provider can keep it."""
    constraints, profile = artifacts.constraints, artifacts.personas.by_name[persona]
    limits, verbosity = constraints.limits, profile.verbosity
    hard = [each.description for each in constraints.constraints if each.hard]
    style = [each.description for each in constraints.constraints if not each.hard]
    sections = (
        artifacts.prompt_block.strip(),
        f"STYLE: {profile.style} About {verbosity.average_turn} words; the question about"
        f" {verbosity.average_question}.",
        _listed("NEVER, WHATEVER THE TASK", dict.fromkeys(hard)),
        _listed("AND", dict.fromkeys(style)),
        f"AT MOST: {limits.max_tokens} words, {limits.max_sentences} sentences, {limits.max_questions} question.",
        _TEXTS["line"].strip(),
    )
    return "\n\n".join(filter(None, sections))


def user_prompt(
    artifacts: Artifacts, seen: MemoirState, directive: MemoirDirective, name: str = ""
) -> str:
    """What is new in this turn: what is known, what was said, how deep, the task, and what to take
    up. The task comes last, nearest to the answer.
    """
    conduct = directive.conduct
    tactic = tactic_named(artifacts, directive.conduct.persona, directive.tactic)
    fitting = with_holes(tactic, directive.holes)
    start = len(directive.signals.topic_id or "") % max(1, len(fitting))
    rotated = (*fitting[start:], *fitting[:start])
    sections = (
        _listed("KNOWN", _known(seen, name)),
        _listed("NOT TO BE BROUGHT UP", _closed(seen)),
        f"WHAT WAS SAID:\n{_talk(seen)}" if seen.lines else "",
        f"DEPTH: {_depth(artifacts, conduct.depth_after)}\nPHASE: {conduct.phase}",
        _listed(
            "LINES OF THIS KIND, FOR THE MANNER",
            (filled(template, directive.holes) for template in rotated[:EXAMPLES]),
        ),
        _listed(
            "TAKE UP ONE OF THESE, IN ANY FORM",
            (f"{hole}: {words}" for hole, words in directive.holes.items()),
        ),
        _way_out(artifacts, directive),
        f"TASK: {tactic.intent} {_TEXTS.get(f'purpose_{directive.purpose}', '')}".strip(),
    )
    return "\n\n".join(filter(None, sections))


def _known(seen: MemoirState, name: str) -> Iterator[str]:
    """Who and what has a name in this story: a line may use them."""
    told = {"teller": name, "people": known_people(seen.story), "places": known_places(seen.story)}
    threads = [each for each in in_order(seen.story.threads).values() if not each.left_alone]
    told["threads"] = "; ".join(each.title for each in threads[-THREADS:])
    return (f"{what}: {words}" for what, words in told.items() if words)


def _closed(seen: MemoirState) -> Iterator[str]:
    """What the teller would rather not speak of."""
    yield from dict.fromkeys(matter.words for matter in seen.story.left_alone)
    yield from (each.title for each in in_order(seen.story.threads).values() if each.left_alone)


def _listed(title: str, items: Iterable[str]) -> str:
    found = list(items)
    return "\n".join((f"{title}:", *(f"- {item}" for item in found))) if found else ""


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


def _talk(seen: MemoirState) -> str:
    names = {"interviewer": "Interviewer", "teller": "Teller"}
    *before, asked, told = (None, None, *seen.lines[-LINES:])
    newest = (each for each in (asked, told) if each)
    return "\n".join(
        f"{names[line.speaker]}: {_shortened(line.text, longest)}"
        for lines, longest in ((filter(None, before), EARLIER), (newest, LONGEST))
        for line in lines
    )


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest // 2]} […] {text[-longest // 2 :]}"
