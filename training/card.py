"""The model card of the heads: what they learned from, how well they do on what they had not seen,
and what they are not for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from training.sources import HERE, SOURCES

CARD = """# Model card: the heads of the readers

Written by `make train-readers`; do not edit.

Each file beside this one is a small linear model that reads one signal from a text: a weight for each counted feature
(`features.py`), for words and pairs of words, for what lies between a turn and the one before it (`between.py`), and for each
of the 384 dimensions of all-MiniLM-L6-v2. `plain` is a second set that does without meaning, for any other embedder. `share`
heads are ridge regressions that give the value itself; `alarm` heads are logistic regressions that are 0.5 at their
threshold.

## Heads

*Left out* is the figure on what the head was not trained with: a rank correlation for shares, twice the AUC less one for
alarms. Sources that hold more than one answer are left out one at a time; where there is only one such source, a fifth at a
time.

{heads}

`contradiction.json`, `questions.json` and the others that are not listed hold the few numbers by which rules and heads are
combined; they are fitted on our own sets.

## Data

{sources}

Of these sets only the parts meant for development were used. No text of theirs is kept here, apart from single words and
pairs of words that carry weight.

**Our ratings** (`training/labels`, {ratings} of them): texts of these sets rated for valence, arousal, specificity,
certainty, vagueness, and questions for their form. One reader each, a language model following a written scale, no second
reader: silver.

**Our own sets** (`training/sets`, {own} rows): written for this project, by a language model following a brief, each kind
with hard negatives: refusals, danger and memory, answers of differing depth, questions, interviewers' lines, contradictions,
relations, concepts. They lean to British and Irish speech, and are cleaner than talk.

## Limits

- English only. Trained on comments, news, hearings and written-up speech; transcripts of talk are harder.
- `distress` and `self_harm` are alarms for a conversation to stop asking and say where help is. They are not a diagnosis,
  they miss what is only hinted at, and nobody's care may rest on them.
- `refusal` and `prohibited` were built on small sets; what they find is measured in `docs/benchmarks.md`, with false alarms.
- A value says how a text reads, not how a person is. Do not rank or judge people by it.
- Weights may differ in the last digits when trained on another machine; on one machine training gives the same bytes every
  time.
"""


def write(folder: Path) -> None:
    (folder / "MODEL_CARD.md").write_text(
        CARD.format(
            heads="\n".join(_heads(folder)),
            sources="\n".join(_sources(folder)),
            ratings=_ratings(),
            own=_own(),
        ),
        encoding="utf-8",
    )


def _written(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("*.json")):
        written = json.loads(path.read_text("utf-8"))
        if "reliability" in written:
            yield written


def _heads(folder: Path) -> Iterator[str]:
    yield "| head | kind | rows | left out | learned from |"
    yield "| --- | --- | --- | --- | --- |"
    for head in _written(folder):
        sources = dict.fromkeys(
            source.split(" ")[0] if source[0].isdigit() else source for source in head["sources"]
        )
        yield f"| {head['signal']} | {head['kind']} | {head['rows']:,} | {head['reliability']:.3f} | {', '.join(sources)} |"


def _sources(folder: Path) -> Iterator[str]:
    used = {source.split(" ")[0] for head in _written(folder) for source in head["sources"]}
    yield "| set | title | by | licence |"
    yield "| --- | --- | --- | --- |"
    for name, source in SOURCES.items():
        if name in used:
            yield f"| {name} | {source.title} | {source.credit} | {source.licence} |"


def _ratings() -> str:
    return f"{sum(len(path.read_text('utf-8').splitlines()) - 1 for path in (HERE / 'labels').glob('*.csv')):,}"


def _own() -> str:
    return f"{sum(len(path.read_text('utf-8').splitlines()) for path in (HERE / 'sets').glob('*.jsonl')):,}"
