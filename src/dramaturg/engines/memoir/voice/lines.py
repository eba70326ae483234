"""Wording: the interviewer's voice without a model. Authored templates, filled with what was said
and joined with care.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.artifacts import Artifacts, PersonaName, Tactic, Teller
from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.read.tones import tones_of
from dramaturg.engines.memoir.voice.heard import is_dark, passage, tones
from dramaturg.engines.memoir.voice.routine_tactics import MOVES
from dramaturg.engines.memoir.voice.tactics import choose_plainly
from dramaturg.engines.memoir.voice.templates import (
    PLAINLY,
    draw,
    filled,
    is_whole_question,
    rested,
    tactic_named,
    with_holes,
)
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.prose import plain, words

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["lines"]

SHORT_ANSWER = 12  # words of the teller's that get a short line
SHORT_LINE = 12
LATELY = 4  # lines of the interviewer in which an opener is not said again
DEEPEST = 3
CONTINUER: tuple[PersonaName, str] = ("EMPATHY_BASE", "go_on")
"""What is said where nothing else is fluent."""
SAID_OF_PAIN = ("grief", "anger")

_FORGOTTEN, _NOT_FLUENT = _PATTERNS["forgotten"], _PATTERNS["not_fluent"]


@dataclass(frozen=True, slots=True)
class WordedLine:
    """A line, and the template it came from; none when a model worded it. `notes` are rules of
    style that it breaks.
    """

    line: str
    template: str = ""
    notes: tuple[str, ...] = ()


class LineWriter:
    """One interviewer's words for one teller."""

    def __init__(self, artifacts: Artifacts, teller: Teller) -> None:
        self._artifacts = artifacts
        self._teller = teller

    def opening(self, sitting_at: float) -> WordedLine:
        """The first words of all."""
        holes = {"name": self._teller.name} if self._teller.name else {}
        templates = with_holes(tactic_named(self._artifacts, "EMPATHY_BASE", "open"), holes)
        template = templates[int(sitting_at) % len(templates)]
        return WordedLine(filled(template, holes), template)

    def line(self, seen: MemoirState, directive: MemoirDirective) -> WordedLine:
        """The first wording that was not said before; when all were, the one that was said longest
        ago.
        """
        oldest: tuple[int, WordedLine] | None = None
        for worded in self._wordings(seen, directive):
            said: int | None = seen.asked.get(plain(worded.line))
            if said is None:
                return worded
            if oldest is None or said < oldest[0]:
                oldest = said, worded
        if oldest is None:
            raise LookupError(
                f"'{directive.tactic}' has no template with just the holes"
                f" {sorted(directive.holes)}"
            )
        return oldest[1]

    def _wordings(self, seen: MemoirState, directive: MemoirDirective) -> Iterator[WordedLine]:
        """What could be said, best first: with what may stand before it, without, and with an
        opener to make it another line; a plain continuer where none of it is fluent.
        """
        tactic = tactic_named(self._artifacts, directive.conduct.persona, directive.tactic)
        templates = _in_turn(seen, tactic, directive)
        if directive.purpose == "ask" and (tactic.name in MOVES or tactic.name in PLAINLY):
            templates = [
                each for each in templates if rested(seen, each) or not is_whole_question(each)
            ]
        before = self._before(seen, directive, tactic)
        for lead in (before, "", self._opener(seen, directive)):
            for template in sorted(templates, key=_own_words) if before and lead else templates:
                line = f"{lead} {filled(template, directive.holes)}".lstrip()
                if is_fluent(line):
                    yield self._worded(seen, directive, line, template)
        if directive.purpose == "ask":
            for template in with_holes(tactic_named(self._artifacts, *CONTINUER), ()):
                yield self._worded(seen, directive, template, template)

    def _worded(
        self, seen: MemoirState, directive: MemoirDirective, line: str, template: str
    ) -> WordedLine:
        drawn = draw(seen, "way out")
        return WordedLine(with_way_out(line, self._artifacts, directive.conduct, drawn), template)

    def _before(self, seen: MemoirState, directive: MemoirDirective, tactic: Tactic) -> str:
        """What a listener says first to what is forgotten, funny, proud, glad or hard; nothing
        before moments, and before what acknowledges by itself.
        """
        told, ours = passage(seen), MOVES.get(tactic.name)
        if directive.purpose != "ask" or directive.conduct.persona == "SAFETY_FALLBACK":
            return ""
        if directive.conduct.tactic == "stay_with_the_feeling":
            told_so = (tone for tone in tones(seen) if tone in SAID_OF_PAIN)
            return next((self._softener(seen, tone) for tone in told_so), "")
        if ours is None or ours.shape == "quiet" or is_dark(seen, directive.conduct):
            return ""
        if _FORGOTTEN.search(plain(told[-200:])) and len(words(told)) <= SHORT_ANSWER:
            return self._softener(seen, "memory")
        # a clause that is given back may be of something else in the passage
        said = tones_of(directive.holes["clause"]) if "clause" in directive.holes else tones(seen)
        fitting = (tone for tone in tones(seen) if tone in said)
        return next(filter(None, (self._softener(seen, tone) for tone in fitting)), "")

    def _softener(self, seen: MemoirState, tag: str) -> str:
        phrases = [each.phrase for each in self._artifacts.personas.softeners if tag in each.tags]
        return _not_said_lately(seen, phrases)

    def _opener(self, seen: MemoirState, directive: MemoirDirective) -> str:
        return _not_said_lately(
            seen, self._artifacts.personas.by_name[directive.conduct.persona].openers
        )


def is_fluent(line: str) -> bool:
    """Whether somebody would say it, and it can be read aloud."""
    return _NOT_FLUENT.search(line) is None


def _in_turn(seen: MemoirState, tactic: Tactic, directive: MemoirDirective) -> Sequence[str]:
    """The tactic's templates for just these holes: rested ones first, never used before used, short
    ones after a short answer.
    """
    brief = len(words(passage(seen))) <= SHORT_ANSWER

    def rank(template: str) -> tuple[bool, bool, int, int]:
        used: int | None = seen.templates.get(template)
        long = brief and len(words(template)) > SHORT_LINE
        return not rested(seen, template), long, -1 if used is None else used, draw(seen, template)

    return sorted(with_holes(tactic, directive.holes), key=rank)


def _own_words(template: str) -> bool:
    """A clause that is given back after a lead stands alone."""
    return template != "{clause}."


def _not_said_lately(seen: MemoirState, phrases: Sequence[str]) -> str:
    lately = " ".join(
        plain(line.text) for line in seen.lines[-2 * LATELY :] if line.speaker == "interviewer"
    )
    fresh = [phrase for phrase in phrases if plain(phrase) not in lately]
    return fresh[draw(seen, "phrase") % len(fresh)] if fresh else ""


# ── the way out ───────────────────────────────────────────────────────────────────────────────────


def needs_way_out(conduct: TurnConduct) -> bool:
    """Where feeling is high, and in the core of a matter."""
    return conduct.sideways or conduct.depth_after == DEEPEST


ENDS = (".", "!", "?", "…", ":", ";", ",")


def with_way_out(line: str, artifacts: Artifacts, conduct: TurnConduct, drawn: int) -> str:
    """The line with a sentence that offers to leave the matter, where one is needed and the line
    has none.
    """
    offers = artifacts.personas.step_sideways
    if needs_way_out(conduct) and not offers_sideways(line):
        mark = "" if line.rstrip("\"'”’)").endswith(ENDS) else "."
        return f"{line}{mark} {offers[drawn % len(offers)]}"
    return line


# ── without a story ───────────────────────────────────────────────────────────────────────────────


def plain_line(artifacts: Artifacts, conduct: TurnConduct, turn: int) -> WordedLine:
    """A line where only the signals are known: `memoir decide`."""
    tactic = tactic_named(artifacts, conduct.persona, choose_plainly(artifacts, conduct, turn))
    holes = {"crisis_guidance": artifacts.crisis.default} if tactic.name == "care" else {}
    templates = with_holes(tactic, holes)
    template = templates[turn % len(templates)]
    return WordedLine(with_way_out(filled(template, holes), artifacts, conduct, turn), template)
