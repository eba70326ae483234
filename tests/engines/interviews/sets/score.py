"""How well concepts and relationships are taken from answers that nobody tuned them on.

Prints totals only, so that the answers stay unseen by whoever works on extraction:
`python -m tests.engines.interviews.sets.score [methodology]`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from dramaturg.app.config.providers import ear, embedder, readers, syntax
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.interviews.base.extraction import (
    AnswerSource,
    Extraction,
    Hints,
    KnownConcept,
)
from dramaturg.engines.interviews.base.methodology import Methodology, Subject
from dramaturg.engines.interviews.extract.offline import Extractor
from dramaturg.english.prose import content_words

ANSWERS = Path(__file__).with_name("answers.jsonl")
SHARED = 0.5  # of the coder's content stems
COSINE = 0.7
COLUMNS = ("label recall", "label precision", "type accuracy", "edge recall", "edge precision")


class Edge(NamedTuple):
    source: str
    target: str
    type: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, and what a coder took from it."""

    methodology: str
    subject: str
    question: str
    strategy: str | None
    focus: KnownConcept | None
    text: str
    concepts: tuple[KnownConcept, ...]
    edges: tuple[Edge, ...]


def answers(file: Path = ANSWERS) -> tuple[Answer, ...]:
    return tuple(
        _answer(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()
    )


def _answer(row: Mapping[str, object]) -> Answer:
    read = dict(row)
    read["focus"] = KnownConcept(**row["focus"]) if isinstance(row["focus"], dict) else None
    read["concepts"] = tuple(
        KnownConcept(each["label"], each["type"]) for each in _rows(row["concepts"])
    )
    read["edges"] = tuple(Edge(**each) for each in _rows(row["edges"]))
    return Answer(**read)  # type: ignore[arg-type]  # a row of the file, checked by test_sets.py


def _rows(value: object) -> Sequence[Mapping[str, str]]:
    assert isinstance(value, list)
    return value


def methodology(id: str) -> Methodology:
    found = library_of(Settings()).get("methodology", id).document
    assert isinstance(found, Methodology)
    return found


# ── what the code takes from them ─────────────────────────────────────────────────────────────────


def source(answer: Answer, method: Methodology) -> AnswerSource:
    hints = Hints(readers().relations(answer.text), readers().frames(answer.text))
    return AnswerSource(
        utterance="u1",
        text=answer.text,
        question=answer.question,
        subject=Subject(
            kind="subject",
            id="subject",
            title=answer.subject,
            objective=f"Understand {answer.subject}.",
        ),
        ontology=method.ontology,
        focus=answer.focus,
        strategy=method.by_name[answer.strategy] if answer.strategy else None,
        known=(answer.focus,) if answer.focus else (),
        hints=hints,
    )


def pairs(wanted: Sequence[str], found: Sequence[str]) -> dict[str, str]:
    """Found label to the coder's, one to one, the closest first."""
    if not wanted or not found:
        return {}
    close = np.asarray(embedder().embed(wanted)) @ np.asarray(embedder().embed(found)).T
    likely = sorted(
        (
            (-_shared(coder, ours), -float(close[row, column]), coder, ours)
            for row, coder in enumerate(wanted)
            for column, ours in enumerate(found)
        )
    )
    matched: dict[str, str] = {}
    for shared, cosine, coder, ours in likely:
        if (
            (-shared >= SHARED or -cosine >= COSINE)
            and ours not in matched
            and coder not in matched.values()
        ):
            matched[ours] = coder
    return matched


def _shared(coder: str, ours: str) -> float:
    wanted = stems(coder)
    return len(wanted & stems(ours)) / len(wanted) if wanted else 0.0


@cache
def stems(text: str) -> frozenset[str]:
    """The content words of a text, whatever their form: slip, slipping and slipped are one."""
    return content_words(
        " ".join(token.lemma for sentence in syntax().read(text) for token in sentence)
    )


# ── the totals ────────────────────────────────────────────────────────────────────────────────────


def counted(answer: Answer, taken: Extraction) -> Counter[str]:
    """What was wanted, found and right in one answer. Edges count where both of their ends were
    found.
    """
    focus = {answer.focus.label} if answer.focus else set()
    ours = {each.label: each.type for each in taken.concepts if each.label not in focus}
    coder = {each.label: each.type for each in answer.concepts}
    matched = pairs(tuple(coder), tuple(ours))
    ends = {**matched, **{label: label for label in focus}}
    drawn = {
        Edge(ends[e.source], ends[e.target], e.type)
        for e in taken.relationships
        if e.source in ends and e.target in ends
    }
    wanted = {edge for edge in answer.edges if {edge.source, edge.target} <= set(ends.values())}
    return Counter(
        concepts=len(coder),
        taken=len(ours),
        matched=len(matched),
        typed=sum(ours[label] == coder[name] for label, name in matched.items()),
        edges=len(wanted),
        drawn=len(drawn),
        right=len(wanted & drawn),
    )


def score(id: str, chosen: Iterable[Answer]) -> Counter[str]:
    method = methodology(id)
    extractor = Extractor(method.ontology, embedder(), syntax(), ear())
    return sum(
        (counted(each, extractor.extract(source(each, method))) for each in chosen), Counter[str]()
    )


def shares(total: Counter[str]) -> tuple[float, ...]:
    """In the order of the columns."""
    ratios = (
        ("matched", "concepts"),
        ("matched", "taken"),
        ("typed", "matched"),
        ("right", "edges"),
        ("right", "drawn"),
    )
    return tuple(total[part] / total[whole] if total[whole] else 0.0 for part, whole in ratios)


def table(totals: Mapping[str, Counter[str]]) -> Iterator[str]:
    yield f"{'':18}" + "".join(f"{column:>17}" for column in COLUMNS)
    for name, total in totals.items():
        yield f"{name:18}" + "".join(f"{share:>17.2f}" for share in shares(total))


def main(only: str = "") -> None:
    every = answers()
    ids = [only] if only else sorted({each.methodology for each in every})
    totals = {id: score(id, (each for each in every if each.methodology == id)) for id in ids}
    totals["overall"] = sum(totals.values(), Counter[str]())
    sys.stdout.write("\n".join(table(totals)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:2])
