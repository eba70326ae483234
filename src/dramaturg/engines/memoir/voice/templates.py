"""Templates: which holes they have, when they were used, and how they are filled."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from zlib import crc32

from dramaturg.data_files import load
from dramaturg.engines.memoir.base.artifacts import PERSONAS, Artifacts, PersonaName, Tactic
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.english.prose import plain

RESTS = 24  # turns before a template may come again
HOLES: Mapping[str, str] = {
    "clause": "what the teller told last, given back to them: you walked home the long way",
    "person": "whom the last passage is about, as the teller names them: your sister Ann",
    "loose": "words of earlier that promised more, given back",
    "period": "a time of life that was hardly told",
    "other": "the same, where something else is spoken of",
    "told": "what a sitting told, in the teller's clauses: how you bought the boat",
    "now": "the value of what was just claimed: 1951",
    "then": "the value it does not go together with",
    "said_now": "what was just claimed, given back",
    "said_then": "what it does not go together with, given back",
    "question": "the interviewer's last question",
    "plainly": "the same in plainer words",
    "asker": "who left a question for the teller",
    "their_question": "that question, in their words",
    "day": "a day that has come round: today is the 4th of June, the day you married",
    "name": "the teller's name",
    "crisis_guidance": "what is said where somebody may be in danger",
}
"""What templates can be filled with."""

REPLIES: Mapping[str, Tactic] = {
    tactic.name: tactic for tactic in load(__file__, "replies.yaml", tuple[Tactic, ...])
}
"""What every interviewer can do, also one whose profiles were written before there was a need."""

PLAINLY = load(__file__, "plainly.yaml", dict[str, str])
"""The question of a tactic in plainer words."""

_HOLE = re.compile(r"\{(\w+)\}")
_STARTS = re.compile(r"(?:^|[.?] )[\"“]?[a-z]")
_DOUBLED = re.compile(r"\b(\w+) \1\b", re.IGNORECASE)
_MEANT = frozenset({"had", "that"})


@lru_cache(maxsize=4096)
def holes_of(template: str) -> frozenset[str]:
    """`holes_of("What did {person} say?")` is {"person"}."""
    return frozenset(_HOLE.findall(template))


def with_holes(tactic: Tactic, holes: Collection[str]) -> tuple[str, ...]:
    """The tactic's templates that need just these."""
    wanted = frozenset(holes)
    return tuple(template for template in tactic.templates if holes_of(template) == wanted)


def is_whole_question(template: str) -> bool:
    """A question with nothing of the teller's in it: it is not asked twice, in any sitting."""
    return "?" in template and not holes_of(template)


def rested(seen: MemoirState, template: str) -> bool:
    """Whether the template was not used for a while, and a question not at all; one without words
    of its own never tires.
    """
    if not _HOLE.sub("", template).strip(" ."):
        return True
    used: int | None = seen.templates.get(template)
    return used is None or (seen.turn - used > RESTS and not is_whole_question(template))


def usable(seen: MemoirState, tactic: Tactic, holes: Mapping[str, str]) -> tuple[str, ...]:
    """The tactic's templates for just these holes that have rested, and were not said with these
    very words.
    """
    fresh = (template for template in with_holes(tactic, holes) if rested(seen, template))
    return tuple(template for template in fresh if plain(filled(template, holes)) not in seen.asked)


def filled(template: str, holes: Mapping[str, str]) -> str:
    """The template in words: capitals where sentences begin, and no word twice where the joining
    made it so.
    """
    line = _HOLE.sub(lambda hole: holes[hole[1]], template)
    line = _STARTS.sub(lambda start: start.group()[:-1] + start.group()[-1].upper(), line)
    return _DOUBLED.sub(lambda pair: pair.group() if pair[1].lower() in _MEANT else pair[1], line)


def tactic_named(artifacts: Artifacts, persona: PersonaName, name: str) -> Tactic:
    """The persona's own tactic of that name, or another's: machines fall back across personas; or
    the one that every interviewer has. Raises LookupError.
    """
    by_name = artifacts.personas.by_name
    for each in (persona, *PERSONAS):
        if name in by_name[each].by_name:
            return by_name[each].by_name[name]
    if name in REPLIES:
        return REPLIES[name]
    raise LookupError(f"no persona has the tactic '{name}'")


def draw(seen: MemoirState, purpose: str) -> int:
    """A number that looks random and is the same on every replay."""
    said = seen.lines[-1].text if seen.lines else ""
    return crc32(f"{purpose} {seen.sitting} {seen.turn} {said[-200:]}".encode(errors="replace"))
