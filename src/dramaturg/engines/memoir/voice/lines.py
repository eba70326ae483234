"""Wording: the interviewer's voice without a model. Authored templates, filled with what was said
and joined with care.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dramaturg.data_files import Pattern, Words, load
from dramaturg.engines.memoir.base.artifacts import Artifacts, Tactic, Teller
from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.voice.follow_ups import is_thin, passage
from dramaturg.engines.memoir.voice.tactics import choose_plainly
from dramaturg.engines.memoir.voice.teller_questions import question_left_open
from dramaturg.engines.memoir.voice.templates import draw, filled, rested, tactic_named, with_holes
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.prose import plain, sentences, table, words

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["lines"]
_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["lines"]

SHORT_ANSWER = 12  # words of the teller's that get a short line
SHORT_LINE = 12
LATELY = 4  # lines of the interviewer in which an opener is not said again
DEEPEST = 3
OPENERS, SOFT_AT = 5, {1: 5, 2: 2, 3: 1}  # one line in so many, two in OPENERS

_FORGOTTEN = _PATTERNS["forgotten"]


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
        opener to make it another line.
        """
        tactic = tactic_named(self._artifacts, directive.conduct.persona, directive.tactic)
        templates = _in_turn(seen, tactic, directive)
        before = self._before(seen, directive, tactic)
        # whoever asks something back still has a question to answer
        stays = question_left_open(seen) if seen.calls_for == "question_back" else ""
        for lead in (before, "", self._opener(seen, directive)):
            for template in templates:
                said = filled(template, directive.holes)
                if directive.purpose == "ask" and "?" not in said:
                    said = f"{said} {stays}".rstrip()
                line = joined("" if _AGAIN & {*words(lead)} & {*words(said)} else lead, said)
                yield WordedLine(
                    with_way_out(line, self._artifacts, directive.conduct, draw(seen, "way out")),
                    template,
                )

    def _before(self, seen: MemoirState, directive: MemoirDirective, tactic: Tactic) -> str:
        """An opener or a softener, or nothing: moments, short answers and lines that reflect
        already stand alone.
        """
        # answers and what acknowledges by itself
        if (
            directive.purpose != "ask"
            or directive.conduct.persona == "SAFETY_FALLBACK"
            or (tactic.name.startswith(("answer_", "acknowledge_")) or tactic.name in _ALONE)
        ):
            return ""
        told = passage(seen)
        if _FORGOTTEN.search(plain(told[-200:])) and len(words(told)) <= SHORT_ANSWER:
            return self._softener(seen, "memory")
        softened = self._softened(seen, directive)
        if softened or is_thin(told) or {"clause", "habit", "loose", "echo"} & set(directive.holes):
            return softened
        if draw(seen, "opener") % OPENERS < 2 and len(words(told)) > SHORT_ANSWER:
            return self._opener(seen, directive)
        return ""

    def _softened(self, seen: MemoirState, directive: MemoirDirective) -> str:
        conduct = directive.conduct
        if conduct.sideways:
            return self._softener(seen, "emotion") if draw(seen, "soften") % 3 == 0 else ""
        every = SOFT_AT.get(conduct.depth_after, 0)
        tag = {1: "narrative", 2: "meaning", 3: "core"}.get(conduct.depth_after, "")
        return self._softener(seen, tag) if every and draw(seen, "soften") % every == 0 else ""

    def _softener(self, seen: MemoirState, tag: str) -> str:
        phrases = [each.phrase for each in self._artifacts.personas.softeners if tag in each.tags]
        return _not_said_lately(seen, phrases)

    def _opener(self, seen: MemoirState, directive: MemoirDirective) -> str:
        return _not_said_lately(
            seen, self._artifacts.personas.by_name[directive.conduct.persona].openers
        )


_AGAIN = table("remember like want care tell feel")
"""Words of a lead-in that are not said twice in one line."""
_ALONE = frozenset(
    {
        "step_sideways",
        "accept_and_go_on",
        "take_up_at_once",
        "leave_both_standing",
        "set_side_by_side",
        "give_room",
    }
)


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


def _not_said_lately(seen: MemoirState, phrases: Sequence[str]) -> str:
    lately = " ".join(
        plain(line.text) for line in seen.lines[-2 * LATELY :] if line.speaker == "interviewer"
    )
    fresh = [phrase for phrase in phrases if plain(phrase) not in lately]
    return fresh[draw(seen, "phrase") % len(fresh)] if fresh else ""


# ── joining ───────────────────────────────────────────────────────────────────────────────────────

_LOWERED = _WORDS["lowered"]


def joined(before: str, line: str) -> str:
    """A lead-in that ends in a comma goes on with a small letter, where the line begins with a
    question or an invitation.
    """
    if not before:
        return line
    if not before.endswith(","):
        return f"{before} {line}"
    first = sentences(line)[-1] if sentences(line) else line
    head = line[: len(line) - len(first)]
    opening = words(first)[:1]
    if not opening or opening[0] not in _LOWERED:
        return line
    return f"{head}{before} {first[:1].lower()}{first[1:]}"


def needs_way_out(conduct: TurnConduct) -> bool:
    """Where feeling is high, and in the core of a matter."""
    return conduct.sideways or conduct.depth_after == DEEPEST


def with_way_out(line: str, artifacts: Artifacts, conduct: TurnConduct, drawn: int) -> str:
    """The line with a sentence that offers to leave the matter, where one is needed and the line
    has none.
    """
    offers = artifacts.personas.step_sideways
    if needs_way_out(conduct) and not offers_sideways(line):
        return f"{line} {offers[drawn % len(offers)]}"
    return line


# ── without a story ───────────────────────────────────────────────────────────────────────────────


def plain_line(artifacts: Artifacts, conduct: TurnConduct, turn: int) -> WordedLine:
    """A line where only the signals are known: `memoir decide`."""
    tactic = tactic_named(artifacts, conduct.persona, choose_plainly(artifacts, conduct, turn))
    holes = {"crisis_guidance": artifacts.crisis.default} if tactic.name == "care" else {}
    templates = with_holes(tactic, holes)
    template = templates[turn % len(templates)]
    return WordedLine(with_way_out(filled(template, holes), artifacts, conduct, turn), template)
