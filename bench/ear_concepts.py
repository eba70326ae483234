"""Concepts in answers: the present extractor and the ear's word heads, on rows marked by hand.

`python -m bench.ear_concepts ROWS [SEEN]` prints the table. ROWS is a folder that holds `concepts`,
SEEN one whose rows are left out because the ear learned from them: on those it flatters itself.

A stretch counts as found where one that was found overlaps it; `letters` is the F1 of the letters
that are in a stretch. Types are judged on stretches that both have; links on pairs of these.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from training.ear.written import Mark, WrittenRow, read

from bench.report import rows_of
from dramaturg.app.config.providers import ear, embedder, syntax
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.base.extraction import AnswerSource, Hints
from dramaturg.engines.interviews.base.methodology import Ontology, Subject
from dramaturg.engines.interviews.content import methodology_of
from dramaturg.engines.interviews.extract.links import BACKWARD
from dramaturg.engines.interviews.extract.offline import Extractor
from dramaturg.language.ear.ear import network
from dramaturg.language.ear.network import HeardPassage, runs
from dramaturg.language.readers.local_readers import LocalReaders
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.turn.hearing import CONCEPT_KINDS
from dramaturg.turn.ports import Syntax

METHODS: Mapping[str, str] = {
    "means_end": "means_end_chain",
    "jobs": "jobs_to_be_done",
    "incident": "critical_incident",
    "journey": "customer_journey",
    "whys": "five_whys",
    "grid": "repertory_grid",
}
CALLED: Mapping[tuple[str, str], str] = {
    ("means_end", "functional_consequence"): "functional",
    ("means_end", "psychosocial_consequence"): "psychosocial",
    ("means_end", "instrumental_value"): "instrumental",
    ("means_end", "terminal_value"): "terminal",
    ("jobs", "desired_outcome"): "outcome",
    ("jobs", "emotional_job"): "emotional",
    ("jobs", "social_job"): "social",
    ("jobs", "pain"): "push",
    ("jobs", "firing_criterion"): "push",
    ("jobs", "gain"): "pull",
    ("jobs", "hiring_criterion"): "pull",
    ("jobs", "solution"): "product",
    ("incident", "context"): "circumstance",
    ("incident", "effective_behaviour"): "effective",
    ("incident", "ineffective_behaviour"): "ineffective",
    ("journey", "emotion"): "feeling",
    ("grid", "implication"): "consequence",
}
"""What the rows call a type of the library; what is not here is called the same."""
LINKED = re.compile(r"(\d+) ?> ?(\d+)")
FURTHEST = 3  # stretches between which the ear was taught links
OUTSIDE, BEGINS = 0, 1
PLAIN_RULES = RuleSyntax()
HEADINGS = (
    "by", "method", "rows", "precision", "recall", "letters", "type", "links right", "links found"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """Stretches with their types, and which leads to which, by number."""

    marks: tuple[Mark, ...]
    links: frozenset[tuple[int, int]] = frozenset()


Finder = Callable[[WrittenRow], Found]


# ── who finds ─────────────────────────────────────────────────────────────────────────────────────


@cache
def _extractor(method: str, is_parsed: bool) -> tuple[Ontology, Extractor]:
    library = Library(KINDS, (packaged(),))
    ontology = methodology_of(library, METHODS[method]).document.ontology
    return ontology, Extractor(ontology, embedder(), _parser(is_parsed), ear())


@cache
def _readers(is_parsed: bool) -> LocalReaders:
    return LocalReaders(network(), embedder(), _parser(is_parsed))


def _parser(is_parsed: bool) -> Syntax:
    return syntax() if is_parsed else PLAIN_RULES


def by_extractor(row: WrittenRow) -> Found:
    return _extracted(row, True)


def without_parser(row: WrittenRow) -> Found:
    """The same, where words are parted and named by rules alone."""
    return _extracted(row, False)


def _extracted(row: WrittenRow, is_parsed: bool) -> Found:
    method, about = row.above["method"], row.above["about"]
    ontology, extractor = _extractor(method, is_parsed)
    subject = Subject(kind="subject", id="row", title=about, objective=f"What {about} means.")
    hints = Hints(_readers(is_parsed).relations(row.text), _readers(is_parsed).frames(row.text))
    question = row.above.get("q", "")
    found = extractor.extract(AnswerSource("", row.text, question, subject, ontology, hints=hints))
    named = [each.label for each in found.concepts]
    marks = tuple(
        Mark(each.quote.start, each.quote.end, CALLED.get((method, each.type), each.type))
        for each in found.concepts
    )
    ends = (
        (each.target, each.source) if each.type.endswith(BACKWARD) else (each.source, each.target)
        for each in found.relationships
    )
    links = (
        (named.index(one), named.index(other))
        for one, other in ends
        if one in named and other in named
    )
    return Found(marks, frozenset(links))


def by_ear(row: WrittenRow) -> Found:
    """Its own stretches, passage by passage."""
    marks: list[Mark] = []
    links: set[tuple[int, int]] = set()
    for part in network().hear(row.text, row.above.get("q", "")).parts:
        typed = _typed(part, tuple(_stretches(part)), row.above["method"])
        links |= {(one + len(marks), other + len(marks)) for one, other in typed.links}
        start = part.passage.start
        marks += [Mark(each.start + start, each.end + start, each.kind) for each in typed.marks]
    return Found(tuple(marks), frozenset(links))


def by_ear_on_marks(row: WrittenRow) -> Found:
    """Types and links of the ear where the stretches are given; of the first passage."""
    part = network().hear(row.text, row.above.get("q", "")).parts[0]
    return _typed(part, row.marks, row.above["method"])


def _stretches(part: HeardPassage) -> Iterator[Mark]:
    best = part.words("concept").argmax(axis=1)
    begins = [
        place
        for place, kind in enumerate(best)
        if kind != OUTSIDE and (kind == BEGINS or place == 0 or best[place - 1] == OUTSIDE)
    ]
    for begin, after in pairwise([*begins, len(best)]):
        marked = np.zeros(len(best), dtype=bool)
        marked[begin:after] = best[begin:after] != OUTSIDE
        places = runs(marked, part.encoded.offsets, part.passage.text)
        if places:
            yield Mark(places[0][0], places[-1][1], "")


def _typed(part: HeardPassage, marks: Sequence[Mark], method: str) -> Found:
    states, names = part.encoded.said, [f"{method}.{name}" for name in CONCEPT_KINDS[method]]
    whole = states.mean(axis=0)
    typed, means = [], []
    for mark in marks:
        inside = [
            place
            for place, (start, end) in enumerate(part.encoded.offsets)
            if start < mark.end and end > mark.start
        ]
        mean = states[inside].mean(axis=0) if inside else whole
        likely = part.heads.type_of(mean, whole, names)
        means.append(mean)
        typed.append(Mark(mark.start, mark.end, max(likely, key=lambda each: likely[each])))
    links = set()
    for one in range(len(means)):
        for other in range(one + 1, min(one + 1 + FURTHEST, len(means))):
            said = part.heads.link_of(means[one], means[other])
            way = max(said, key=lambda each: said[each])
            if way != "none":
                links.add((one, other) if way == "leads to" else (other, one))
    plain = (Mark(each.start, each.end, each.kind.partition(".")[2]) for each in typed)
    return Found(tuple(plain), frozenset(links))


FINDERS: Mapping[str, Finder] = {
    "extractor": by_extractor,
    "extractor without the parser": without_parser,
    "ear": by_ear,
    "ear, stretches given": by_ear_on_marks,
}


# ── what it comes to ──────────────────────────────────────────────────────────────────────────────


@dataclass
class Tally:
    """Counts over rows, by name."""

    counted: Counter[str] = field(default_factory=Counter)

    def add(self, row: WrittenRow, found: Found) -> None:
        meant = {
            place: next((at for at, mark in enumerate(row.marks) if _overlap(each, mark)), None)
            for place, each in enumerate(found.marks)
        }
        pairs = {(place, at) for place, at in meant.items() if at is not None}
        hit = {
            at
            for at, mark in enumerate(row.marks)
            if any(_overlap(each, mark) for each in found.marks)
        }
        wanted, given = _letters(row.marks), _letters(found.marks)
        links = {(int(each[1]) - 1, int(each[2]) - 1) for each in LINKED.finditer(row.links)}
        drawn = {(meant[one], meant[other]) for one, other in found.links}
        drawn = {(one, other) for one, other in drawn if None not in (one, other) and one != other}
        self.counted.update(
            {
                "found": len(found.marks),
                "right": len(pairs),
                "marks": len(row.marks),
                "hit": len(hit),
                "letters found": len(given),
                "letters marked": len(wanted),
                "letters both": len(given & wanted),
                "typed rightly": sum(
                    found.marks[one].kind == row.marks[other].kind for one, other in pairs
                ),
                "links drawn": len(drawn),
                "links right": len(drawn & links),
                "links": sum(one in hit and other in hit for one, other in links),
            }
        )

    def share(self, part: str, whole: str) -> float:
        return self.counted[part] / max(1, self.counted[whole])

    def cells(self) -> Iterator[str]:
        letters = self.counted["letters found"] + self.counted["letters marked"]
        yield f"{self.share('right', 'found'):.3f}"
        yield f"{self.share('hit', 'marks'):.3f}"
        yield f"{2 * self.counted['letters both'] / max(1, letters):.3f}"
        yield f"{self.share('typed rightly', 'right'):.3f}"
        yield f"{self.share('links right', 'links drawn'):.3f}"
        yield f"{self.share('links right', 'links'):.3f}"


def _overlap(one: Mark, other: Mark) -> bool:
    return one.start < other.end and other.start < one.end


def _letters(marks: Sequence[Mark]) -> set[int]:
    return {place for mark in marks for place in range(mark.start, mark.end)}


def rows_in(folder: str) -> Iterator[WrittenRow]:
    """All rows with their method, which a writer may write once for several subjects."""
    method = writer = ""
    for row in read("concepts", Path(folder)):
        method = row.above.get("method", method if row.writer == writer else "")
        writer = row.writer
        if method in METHODS and all(mark.kind in CONCEPT_KINDS[method] for mark in row.marks):
            yield replace(row, above={**row.above, "method": method})


def main(folder: str, seen: str = "") -> None:
    known = {row.text for row in rows_in(seen)} if seen else set[str]()
    rows = [row for row in rows_in(folder) if row.text not in known]
    told: list[Sequence[str]] = []
    for name, find in FINDERS.items():
        tallies = {method: Tally() for method in (*METHODS, "all")}
        for row in rows:
            found = find(row)
            for method in (row.above["method"], "all"):
                tallies[method].add(row, found)
        for method, tally in tallies.items():
            count = sum(method in (row.above["method"], "all") for row in rows)
            told.append((name, method, str(count), *tally.cells()))
    print(f"{network().name}: {len(rows)} rows, {len(known)} were left out\n")
    print(rows_of(HEADINGS, told))


if __name__ == "__main__":
    main(*sys.argv[1:])
