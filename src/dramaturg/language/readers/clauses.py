"""Clauses: where the stretch that a marker opens ends, what it hangs on, and what was said before
and after.

With a parse the tree answers; without one, commas, conjunctions and other markers do.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from dramaturg.english.prose import table
from dramaturg.english.tree import Tree
from dramaturg.language.readers.markers import FoundMarker
from dramaturg.language.readers.senses import markers
from dramaturg.turn.readings import Span

REACH = 60  # tokens: nobody means more than this by one end of a relation
TRIES = 5  # breaks: further off, nothing belongs together any more
CUTS = frozenset({";", ":", "--", "—", "–", "...", "…", "(", ")"})
ENDINGS = frozenset({".", "!", "?"})
SILENT = ("PUNCT", "SPACE", "INTJ", "CCONJ")
# what a word may be to the verb above it and still belong to the same clause
WITHIN = table(
    "xcomp aux auxpass acomp attr neg prt prep pcomp pobj dobj advmod acl npadvmod oprd agent"
    " dative intj"
)
SAYING = table(
    "think say know believe hope guess suppose feel mean tell see hear wish remember decide realise"
    " realize find"
)
ASIDES = frozenset({("you", "know"), ("i", "mean"), ("you", "see"), ("i", "think"), ("i", "guess")})
DOERS = table("i we he she they")

Stretch: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ClausePart:
    """A stretch of a sentence."""

    tree: Tree
    start: int
    end: int

    def span(self, text: str) -> Span | None:
        return self.tree.span(text, self.start, self.end)


@dataclass(frozen=True)
class Clauses:
    """A sentence cut into clauses, between the one before and the one after."""

    tree: Tree
    previous: Tree | None = None
    next: Tree | None = None

    @cached_property
    def markers(self) -> tuple[FoundMarker, ...]:
        return tuple(markers(self.tree))

    @cached_property
    def breaks(self) -> list[int]:
        """Where something begins that could stand alone, and the end."""
        cuts = {place + 1 for place, word in enumerate(self.tree.words) if word in CUTS}
        starts = self._parsed_starts() if self.tree.parsed else self._plain_starts()
        return sorted({0, len(self.tree)} | set(self._links) | cuts | starts)

    # ── around a place ────────────────────────────────────────────────────────────────────────────

    def said_before(self, place: int) -> ClausePart | None:
        """The last clause before a place, in this sentence or the one before."""
        here = self.before(place)
        return here or (
            Clauses(self.previous).before(len(self.previous)) if self.previous else None
        )

    def before(self, place: int) -> ClausePart | None:
        for start in self._breaks(place - REACH, place)[: -TRIES - 1 : -1]:
            if self._says_something(start, place):
                return ClausePart(self.tree, self._past_lead(start, place), place)
        return None

    def after(self, place: int) -> ClausePart | None:
        for end in self._breaks(place + 1, place + REACH)[:TRIES]:
            if self._says_something(place, end):
                return ClausePart(self.tree, place, end)
        end = min(len(self.tree), place + REACH)
        return ClausePart(self.tree, place, end) if self._says_something(place, end) else None

    def _past_lead(self, start: int, end: int) -> int:
        """Where the main clause begins, if another leads up to it: if it rains | I stay."""
        lead = next(
            (found for found in self._openers_from(start) if self._is_first(found.start, start)),
            None,
        )
        opened = self.opened(lead) if lead and lead.start < end else None
        return (
            opened.end
            if opened and opened.end < end and self._says_something(opened.end, end)
            else start
        )

    # ── around an opener ──────────────────────────────────────────────────────────────────────────

    def opened(self, found: FoundMarker) -> ClausePart | None:
        """The clause or phrase that a marker opens."""
        head = self._opened_head(found) if self.tree.parsed else None
        end = self._comma_after(found.end) if head is None else self._end_of(found, head)
        end = min([self.with_gerund(end), found.end + REACH, *self._links_in(found.end + 1, end)])
        return ClausePart(self.tree, found.end, end) if end > found.end else None

    def hung_on(self, found: FoundMarker, opened: ClausePart) -> ClausePart | None:
        """What an opened clause hangs on, without the clause itself: here, or in a sentence beside
        it when it stands alone.
        """
        hole = found.start, opened.end
        if self._was_cut(found, opened):
            return self.after(opened.end)
        above = self._above(hole) if self.tree.parsed else None
        here = None if above is None else self.core(self._clause_head(above, hole), hole)
        return here or self._beside(hole)

    def _was_cut(self, found: FoundMarker, opened: ClausePart) -> bool:
        """Whether the main clause had to be cut off from the opened one."""
        head = self._opened_head(found) if self.tree.parsed else None
        return (
            head is not None
            and opened.end < self.tree.reaches[head][1]
            and opened.end not in self._links
        )

    def with_gerund(self, end: int) -> int:
        """Because of him not | coming: the parser likes to leave the gerund to somebody else."""
        place = end + 1 if self.tree.word(end) == "not" else end
        gerund = self.tree.parsed and place < len(self.tree) and self.tree[place].tag == "VBG"
        return self.tree.reaches[place][1] if gerund else end

    def core(self, head: int, hole: Stretch) -> ClausePart | None:
        """A clause around its head, without the hole and without the other clauses that
        hang on it.
        """
        tree = self.tree
        start, end = tree.reaches[head]
        apart = [
            tree.reaches[below] for below in tree.children[head] if self._stands_apart(below, head)
        ]
        for left, right in (hole, *apart):
            if right <= head:
                start = max(start, right)
            elif left > head:
                end = min(end, left)
        start = max([start, head - REACH, *self._links_in(start, head + 1)])
        end = min([end, head + REACH, *self._links_in(head + 1, end)])
        return ClausePart(tree, start, end) if not hole[0] <= head < hole[1] else None

    def _opened_head(self, found: FoundMarker) -> int | None:
        """The word that the opened clause or phrase hangs by."""
        tree = self.tree
        for place in range(found.end - 1, found.start - 1, -1):
            below = [
                child
                for child in tree.children[place]
                if child >= found.end and tree[child].dep != "punct"
            ]
            if below:
                return below[0]
        return next((above for above in tree.up(found.end - 1) if above >= found.end), None)

    def _end_of(self, found: FoundMarker, head: int) -> int:
        """The end of the opened clause; the parser sometimes takes the main clause after it for a
        part of it.
        """
        tree = self.tree
        end = tree.reaches[head][1]
        if not self._is_first(found.start) and tree[found.start - 1].pos not in SILENT:
            return end
        alone = tree[head].dep in ("ROOT", "conj", "ccomp")
        comma = next(
            (place for place in range(found.end + 1, head) if tree.words[place] == ","), None
        )
        if (
            alone
            and comma is not None
            and any(tree[place].dep == "nsubj" for place in range(comma, head))
        ):
            return comma
        begins = (
            tree.reaches[place][0]
            for place in range(head + 1, end)
            if self._is_misplaced(place, alone)
        )
        return next((begin for begin in begins if begin > head), end)

    def _is_misplaced(self, place: int, alone: bool) -> bool:
        """Whether a clause within the opened one is rather the main clause, which has to be
        somewhere.
        """
        tree, dep = self.tree, self.tree[place].dep
        begin = tree.reaches[place][0]
        if (
            not tree.is_verb(place)
            or tree.subject(place) is None
            or tree.child(place, "mark") is not None
        ):
            return False
        if dep == "ccomp":
            return tree[tree[place].head].lemma.lower() not in SAYING or tree.word(begin - 1) == ","
        if dep in ("conj", "parataxis"):
            return alone and tree.word(begin - 1) == ","
        return alone and dep == "relcl" and tree[begin].pos == "PRON" and tree[begin].tag == "PRP"

    def _above(self, hole: Stretch) -> int | None:
        """The nearest word outside the hole that something inside hangs on."""
        inside = (self.tree[place] for place in range(*hole))
        return next(
            (
                token.head
                for token in inside
                if not hole[0] <= token.head < hole[1] and token.dep != "punct"
            ),
            None,
        )

    def _clause_head(self, place: int, hole: Stretch) -> int:
        """The verb of the clause that a word belongs to; a subject stays what it is."""
        for above in (*self.tree.up(place), place):
            token = self.tree[place]
            shared = token.dep == "conj" and self.tree.subject(place) is None
            if above == place or hole[0] <= above < hole[1] or not (token.dep in WITHIN or shared):
                break
            place = above
        return place

    def _stands_apart(self, place: int, head: int) -> bool:
        tree, dep = self.tree, self.tree[place].dep
        own = tree.is_verb(place) and tree.subject(place) is not None
        if dep == "advcl":
            return own or place < head or tree.child(place, "mark") is not None
        return own and (dep in ("conj", "parataxis") or (dep == "ccomp" and place < head))

    def _beside(self, hole: Stretch) -> ClausePart | None:
        """Without a tree to tell: the clause before the hole, or after it when the hole comes
        first.
        """
        here = self.before(hole[0]) or self.after(hole[1])
        if here or not self._is_first(hole[0]):
            return here
        unfinished = (
            self.tree.words[-1] not in ENDINGS
        )  # a transcript without full stops is cut where the parser likes
        if self.next and (unfinished or not self.previous):
            return Clauses(self.next).after(0)
        return self.said_before(0)

    # ── where clauses begin ───────────────────────────────────────────────────────────────────────

    def _parsed_starts(self) -> set[int]:
        tree = self.tree
        own = (
            place
            for place in range(len(tree))
            if tree.is_verb(place) and tree.subject(place) is not None
        )
        apart = (tree.reaches[place] for place in own if tree[place].dep in ("conj", "parataxis"))
        return {start for start, end in apart if tree.words[start:end] not in ASIDES}

    def _plain_starts(self) -> set[int]:
        """A conjunction and then somebody: and she, but the."""
        pairs = zip(self.tree.sentence, self.tree.sentence[1:], strict=False)
        return {
            place + 1
            for place, (one, two) in enumerate(pairs)
            if one.pos == "CCONJ" and two.pos in ("PRON", "DET", "PROPN")
        }

    def _comma_after(self, place: int) -> int:
        """Where an opened clause ends without a parse: at a comma, or where somebody does something
        for the second time.
        """
        last = min(len(self.tree), place + REACH)
        ends = [
            *self._breaks(place + 1, last),
            *(at for at in range(place + 1, last) if self.tree.words[at] == ","),
        ]
        return min(ends, default=self._second_doer(place, last))

    def _second_doer(self, place: int, last: int) -> int:
        acts = next((at for at in range(place, last) if self.tree.is_verb(at)), last)
        return next((at for at in range(acts + 2, last) if self.tree.words[at] in DOERS), last)

    def _is_first(self, place: int, start: int = 0) -> bool:
        return all(
            self.tree[before].pos in SILENT for before in range(max(start, place - REACH), place)
        )

    def _openers_from(self, start: int) -> list[FoundMarker]:
        """The first openers from a place on: one of them may come first."""
        first = bisect_left(self.markers, start, key=lambda found: found.start)
        return [found for found in self.markers[first : first + 2] if found.marker.shape == "opens"]

    def _says_something(self, start: int, end: int) -> bool:
        told = [token.pos for token in self.tree.sentence[start:end] if token.pos not in SILENT]
        return (
            len(told) > (2 if self.tree.parsed else 1)
            or "VERB" in told
            or (len(told) > 1 and "AUX" in told)
        )

    def _breaks(self, start: int, end: int) -> list[int]:
        return self.breaks[bisect_left(self.breaks, start) : bisect_left(self.breaks, end)]

    def _links_in(self, start: int, end: int) -> list[int]:
        return self._links[bisect_left(self._links, start) : bisect_left(self._links, end)]

    @cached_property
    def _links(self) -> list[int]:
        return [found.start for found in self.markers if found.marker.shape == "links"]
