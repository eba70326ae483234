"""Checking claims: each is kept, corrections supersede, and what does not go together is
found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.story import ClaimConflict, KeptClaim, Story
from dramaturg.engines.memoir.base.story_events import (
    BornLearned,
    ClaimMade,
    ClaimSuperseded,
    ConflictFound,
    StoryEvent,
    about_what,
)
from dramaturg.engines.memoir.story.claims import ONCE, amount, clash_of, clash_with_age, in_words
from dramaturg.engines.memoir.story.corrections import (
    Correction,
    corrected,
    corrects,
    is_value,
    says_so,
    value_of,
)
from dramaturg.engines.memoir.story.extract import birth_year
from dramaturg.engines.memoir.story.order import out_of_order
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Claim, Readers, Span

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["claim_check"]

COMPARED = 24  # claims about the same, the newest
RECENT = 60  # claims a correction can mean
JUST_SAID = 6  # turns back that a correction means if it does not say what was wrong
BIRTHDAYS, ORDER = 2, 0.7  # years an age may lie beside; how surely what lies further does not fit
DATED = 400  # claims that a year is held against
TIMES = 8  # a claim that was made so often is not kept again
CONFLICT = 0.5
_VALUES = re.compile(r"['’]?\d{1,4}\b|[^\W\d_]+(?:-[^\W\d_]+)?")
_FIRST = _PATTERNS["first"]
_LAST = _PATTERNS["last"]


@dataclass(frozen=True, slots=True)
class CheckedClaims:
    """`corrected`: the teller put something right in this passage."""

    events: tuple[StoryEvent, ...] = ()
    contradiction: float = 0.0
    why: str = ""
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class _Clash:
    now: str
    then: KeptClaim
    claim: Claim
    kind: str
    strength: float

    @property
    def why(self) -> str:
        return (
            f"{self.kind}: {in_words(self.claim)} now, {in_words(self.then.claim)} in turn"
            f" {self.then.turn}"
        )


class ClaimCheck:
    """Checks the claims of one passage against the story before it."""

    def __init__(
        self,
        passage: ParsedPassage,
        story: Story,
        readers: Readers,
        born: int | None,
        correcting: bool,
    ) -> None:
        """`correcting`: the passage was heard to put something right."""
        self._passage = passage
        self._story = story
        self._readers = readers
        self._born = born
        self._correcting = correcting
        self._made: dict[str, Claim] = {}
        self._superseded: dict[str, str] = {}
        self._next = int(story.next_id("c")[1:])

    def run(
        self,
        claims: Sequence[Claim],
        corrections: Sequence[Correction],
        asked: ClaimConflict | None,
    ) -> CheckedClaims:
        """`asked` is the conflict that the teller was just asked about."""
        for claim in claims:
            if self._often(claim) < TIMES:
                self._make(claim)
        if asked:
            self._settle(asked)
        settled = bool(self._superseded)
        for correction in corrections:
            if correction.old or not settled:
                self._correct(correction)
        if not self._superseded and (self._correcting or says_so(self._passage.text)):
            self._correct_by_event()
        self._born = birth_year(tuple(self._standing.values())) or self._born
        clashes = self._clashes()
        open_ones = [clash for clash in clashes if not self._is_asked(clash)]
        worst = max(open_ones, key=lambda clash: clash.strength, default=None)
        return CheckedClaims(
            tuple(self._events(open_ones)),
            worst.strength if worst else 0.0,
            worst.why if worst else "",
            bool(self._superseded),
        )

    # ── claims ────────────────────────────────────────────────────────────────────────────────────

    def _make(self, claim: Claim) -> str:
        """The id under which it is kept; the same claim is kept once in a passage."""
        same = next(
            (
                id
                for id, made in self._made.items()
                if (about_what(made), made.value) == (about_what(claim), claim.value)
            ),
            "",
        )
        if same:
            return same
        id = f"c{self._next}"
        self._next += 1
        self._made[id] = claim
        return id

    def _often(self, claim: Claim) -> int:
        return sum(kept.claim.value == claim.value for kept in self._about(about_what(claim)))

    def _about(self, about: str) -> list[KeptClaim]:
        """What was claimed about the same and still counts, the newest last."""
        known = (
            self._story.claims.get(id) for id in self._story.claims_about.get(about, ())[-COMPARED:]
        )
        return [
            kept
            for kept in known
            if kept and not kept.superseded_by and kept.id not in self._superseded
        ]

    @property
    def _standing(self) -> dict[str, Claim]:
        return {id: claim for id, claim in self._made.items() if id not in self._superseded}

    # ── corrections ───────────────────────────────────────────────────────────────────────────────

    def _correct(self, correction: Correction) -> None:
        candidates = self._candidates(bool(correction.old))
        found = corrected(
            correction,
            (each for each in candidates if correction.old or not self._is_passed(each[1])),
        )
        if found:
            old, claim = found
            self._superseded[old] = self._make(claim)

    def _candidates(self, any_time: bool) -> Iterator[tuple[str, Claim]]:
        yield from reversed(self._standing.items())
        first = int(self._story.next_id("c")[1:]) - 1
        for number in range(first, max(0, first - RECENT), -1):
            kept = self._story.claims.get(f"c{number}")
            if (
                kept
                and not kept.superseded_by
                and (any_time or kept.turn >= self._passage.turn - JUST_SAID)
            ):
                yield kept.id, kept.claim

    def _correct_by_event(self) -> None:
        """Who puts something right and names what happened, and one figure, means the newest claim
        about such a thing: `I got that wrong, we opened in '71.`
        """
        happened = {
            ONCE.get(token.lemma.lower(), token.lemma.lower())
            for sentence in self._passage.sentences
            for token in sentence
            if token.pos == "VERB"
        }
        figures = {said for said in self._words() if said[-1].isdigit()}
        for id, claim in self._candidates(any_time=True):
            is_old = id not in self._made and claim.predicate.split()[0] in happened
            for said in figures if is_old and claim.slot in ("year", "age") else ():
                value = value_of(said, claim)
                if value is not None and value != claim.value:
                    kept = replace(claim, value=value, span=self._place_of(said), hedged=False)
                    self._superseded[id] = self._make(kept)
                    return

    def _place_of(self, said: str) -> Span:
        at = self._passage.text.find(said)
        return self._passage.span(at, at + len(said))

    def _is_passed(self, claim: Claim) -> bool:
        """Whether another year was named since: who takes a year back without saying which means
        the last one.
        """
        if claim.slot != "year" or claim in self._made.values():
            return False
        named = next((key for key in reversed(self._story.recent) if key.startswith("year:")), "")
        return bool(named) and named.removeprefix("year:").rstrip("s") != f"{amount(claim)[0]:.0f}"

    def _settle(self, asked: ClaimConflict) -> None:
        """The teller was asked which of two it was: what they name now stands, and the other counts
        no more.
        """
        now, then = self._story.claims.get(asked.now), self._story.claims.get(asked.then)
        if not now or not then or now.superseded_by or then.superseded_by:
            return
        if about_what(now.claim) != about_what(then.claim):
            self._settle_order(now, then)
            return
        for winner, loser in ((now, then), (then, now)):
            if self._names(winner.claim) and not self._names(loser.claim):
                self._superseded[loser.id] = winner.id
                return
        if _FIRST.search(self._passage.text) or _LAST.search(self._passage.text):
            winner, loser = (then, now) if _FIRST.search(self._passage.text) else (now, then)
            self._superseded[loser.id] = winner.id
            return
        self._settle_anew(now, then)

    def _settle_order(self, now: KeptClaim, then: KeptClaim) -> None:
        """What is said now takes the place of the one that goes with the other then."""
        for wrong, right in ((now, then), (then, now)):
            for said in self._words():
                value = value_of(said, wrong.claim)
                if value is None:
                    continue
                claim = replace(
                    wrong.claim,
                    value=value,
                    span=self._passage.span(0, len(self._passage.text)),
                    hedged=False,
                )
                if value not in (wrong.claim.value, right.claim.value) and not out_of_order(
                    claim, right.claim
                ):
                    self._superseded[wrong.id] = self._make(claim)
                    return

    def _settle_anew(self, now: KeptClaim, then: KeptClaim) -> None:
        """Neither of the two: what is said now stands for both, unless it is said of something
        else.
        """
        if any(about_what(claim) != about_what(now.claim) for claim in self._made.values()):
            return
        values = [
            value for words in self._words() if (value := value_of(words, now.claim)) is not None
        ]
        if now.claim.slot in ("year", "age", "count") and len(set(values)) == 1:
            claim = replace(
                now.claim,
                value=values[0],
                span=self._passage.span(0, len(self._passage.text)),
                hedged=False,
            )
            made = self._make(claim)
            self._superseded |= {now.id: made, then.id: made}

    def _names(self, claim: Claim) -> bool:
        return any(is_value(words, claim) for words in self._words())

    def _words(self) -> list[str]:
        return [match.group() for match in _VALUES.finditer(self._passage.text[:400])]

    # ── what does not go together ─────────────────────────────────────────────────────────────────

    def _clashes(self) -> list[_Clash]:
        """What clashes, unless the passage says that it puts that right: then what was said first
        counts no more.
        """
        found = [
            clash for id, claim in self._standing.items() for clash in self._against(id, claim)
        ]
        left = []
        for clash in found:
            corrects_it = self._correcting or corrects(self._passage.text, clash.claim)
            same = about_what(clash.then.claim) == about_what(clash.claim)
            if same and corrects_it:
                self._superseded[clash.then.id] = clash.now
            else:
                left.append(clash)
        return left

    def _against(self, id: str, claim: Claim) -> Iterator[_Clash]:
        for then in self._about(about_what(claim)):
            if found := clash_of(claim, then.claim, self._readers):
                yield _Clash(id, then, claim, *found)
        other = {"year": "age", "age": "year"}.get(claim.slot)
        for then in self._about(f"{claim.subject}|{other}|{claim.predicate}") if other else ():
            if found := clash_with_age(claim, then, self._born):
                yield _Clash(id, then, claim, *found)
        if claim.slot == "age":
            yield from self._against_birth(id, claim)
        for then in self._dated() if claim.slot == "year" else ():
            if found := out_of_order(claim, then.claim):
                yield _Clash(id, then, claim, *found)

    def _against_birth(self, id: str, age: Claim) -> Iterator[_Clash]:
        """`I was ten when the war ended in 1945`, and they were born in 1930."""
        born = self._story.claims.get(self._story.born_from)
        sentence = self._passage.sentence_at(age.span.start)
        here = [
            claim
            for claim in self._standing.values()
            if claim.slot == "year" and sentence.start <= claim.span.start < sentence.end
        ]
        if born is None or born.superseded_by or len(here) != 1 or age.hedged or here[0].hedged:
            return
        implied = amount(here[0])[0] - amount(age)[0]
        if abs(implied - amount(born.claim)[0]) > BIRTHDAYS:
            yield _Clash(id, born, age, "an age and a year", ORDER)

    def _dated(self) -> Iterator[KeptClaim]:
        """The years that were claimed of anything and still count, the newest first."""
        newest = int(self._story.next_id("c")[1:]) - 1
        for number in range(newest, max(0, newest - DATED), -1):
            kept = self._story.claims.get(f"c{number}")
            counts = kept and not kept.superseded_by and kept.id not in self._superseded
            if kept and counts and kept.claim.slot == "year":
                yield kept

    def _is_asked(self, clash: _Clash) -> bool:
        """Whether the teller was asked about these two versions before: it is not asked again."""
        return any(
            conflict.asked and self._same(conflict, clash) for conflict in self._story.conflicts
        )

    def _is_known(self, clash: _Clash) -> bool:
        return any(self._same(conflict, clash) for conflict in self._story.conflicts)

    def _same(self, conflict: ClaimConflict, clash: _Clash) -> bool:
        ends = [
            kept.claim
            for id in (conflict.now, conflict.then)
            if (kept := self._story.claims.get(id))
        ]
        versions = {(about_what(claim), claim.value) for claim in ends}
        return versions == {
            (about_what(clash.claim), clash.claim.value),
            (about_what(clash.then.claim), clash.then.claim.value),
        }

    # ── events ────────────────────────────────────────────────────────────────────────────────────

    def _events(self, clashes: Sequence[_Clash]) -> Iterator[StoryEvent]:
        for id, claim in self._made.items():
            yield ClaimMade(id, claim, self._passage.turn)
        for old, new in self._superseded.items():
            yield ClaimSuperseded(old, new)
        for clash in clashes:
            if clash.strength >= CONFLICT and not self._is_known(clash):
                yield ConflictFound(
                    ClaimConflict(clash.now, clash.then.id, clash.kind, clash.strength)
                )
        for id, claim in self._standing.items():
            year = birth_year((claim,))
            if year and year != self._story.born:
                yield BornLearned(year, id)
