"""Words that nobody judged, for a teacher to judge: what was written for one matter is heard for all
others, pairs are put together anew, and answers grow longer.

Nothing is put together across folds, so that what a fold is measured on was never learned from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dramaturg.language.embedder import best_embedder
from dramaturg.turn.ports import Embedder
from training.ear import written
from training.ear.examples import all_examples
from training.ear.written import WrittenRow

WHOLE = "heard"
"""About everything but pairs; other items are about the group or the fit that they name."""
PAIRED = frozenset(("taken", "against", "same", "repeat", "option", "answers"))
"""Groups that mean nothing without what stood before."""
LONGER, SPOKEN = 40_000, ("acts", "danger", "talk", "feeling", "mood", "gates", "concepts")
IN_BLOCK, ELSEWHERE = 2, 2


class Unjudged(NamedTuple):
    """Words after others, and what a teacher is to say about them."""

    before: str
    text: str
    about: str
    fold: int


def pool(folder: Path, first: Path, fold_of: Mapping[str, int]) -> list[Unjudged]:
    """Everything once. `fold_of` knows the fold of every text that was written for us."""
    chance = Random(5)
    made = [
        *_heard(folder, first, fold_of),
        *_longer(folder, fold_of, chance),
        *_beside_each_other(folder, fold_of, chance),
        *_candidates(folder, fold_of),
    ]
    return list(dict.fromkeys(made))


def _heard(folder: Path, first: Path, fold_of: Mapping[str, int]) -> Iterator[Unjudged]:
    for one in all_examples(folder, first):
        if one.text not in fold_of:
            continue
        of_pair = PAIRED & (one.choices.keys() | {name.partition(".")[0] for name in one.values})
        if one.context and not of_pair:
            yield Unjudged(one.context, one.text, WHOLE, fold_of[one.text])
        yield Unjudged("", one.text, WHOLE, fold_of[one.text])


def _longer(folder: Path, fold_of: Mapping[str, int], chance: Random) -> Iterator[Unjudged]:
    by_fold: dict[int, list[WrittenRow]] = defaultdict(list)
    for family in SPOKEN:
        for row in written.read(family, folder):
            if len(row.text.split()) <= 40 and row.text in fold_of:
                by_fold[fold_of[row.text]].append(row)
    for part, rows in sorted(by_fold.items()):
        for _ in range(LONGER // len(by_fold)):
            one, other = chance.sample(rows, 2)
            asked = written.unmarked(one.above.get("q", ""))[0]
            yield Unjudged(asked, f"{one.text} {other.text}", WHOLE, part)


def _beside_each_other(
    folder: Path, fold_of: Mapping[str, int], chance: Random
) -> Iterator[Unjudged]:
    """Facts and answers that were not written for each other, and answers as if each were a fact."""
    blocks: dict[str, list[WrittenRow]] = defaultdict(list)
    for family in ("gates", "options", "facts", "contradiction", "same"):
        for row in written.read(family, folder):
            if row.text in fold_of:
                blocks[f"{row.writer}#{row.block}"].append(row)
    for rows in blocks.values():
        for at, row in enumerate(rows):
            others = [each.text for each in rows[:at] + rows[at + 1 :]]
            said = [text for name, text in row.above.items() if name not in {"who", "q"}]
            for before in (*said[:4], *chance.sample(others, min(IN_BLOCK, len(others)))):
                yield Unjudged(before, row.text, "taken", fold_of[row.text])
    facts = {
        row.above["fact"]: fold_of[row.text]
        for rows in blocks.values()
        for row in rows
        if "fact" in row.above
    }
    gates = [row for rows in blocks.values() for row in rows if "fact" in row.above]
    for row, near in _nearest(gates, facts, fold_of, lambda row: {row.above["fact"]}, 1):
        yield Unjudged(near, row.text, "taken", fold_of[row.text])


def _candidates(folder: Path, fold_of: Mapping[str, int]) -> Iterator[Unjudged]:
    for family, key, output in (
        ("options", "ask", "option.option"),
        ("facts", "", "answers.answers"),
    ):
        rows = [row for row in written.read(family, folder) if row.text in fold_of]
        all_of: dict[str, int] = {}
        for row in rows:
            ask = f"{row.above[key]} " if key else ""
            for each in _numbered(row):
                all_of[ask + each] = fold_of[row.text]
                yield Unjudged(ask + each, row.text, output, fold_of[row.text])

        def own(row: WrittenRow, key: str = key) -> set[str]:
            ask = f"{row.above[key]} " if key else ""
            return {ask + each for each in _numbered(row)}

        for row, near in _nearest(rows, all_of, fold_of, own, ELSEWHERE):
            yield Unjudged(near, row.text, output, fold_of[row.text])


def _numbered(row: WrittenRow) -> list[str]:
    return [text for name, text in row.above.items() if name.isdigit()]


def _nearest(
    rows: Sequence[WrittenRow],
    facts: Mapping[str, int],
    fold_of: Mapping[str, int],
    own: Callable[[WrittenRow], AbstractSet[str]],
    count: int,
) -> Iterator[tuple[WrittenRow, str]]:
    """For every row what is nearest in meaning and not its own, within its fold."""
    embedder = best_embedder()
    by_fold: dict[int, list[str]] = defaultdict(list)
    for fact, part in facts.items():
        by_fold[part].append(fact)
    for part, names in sorted(by_fold.items()):
        vectors = _embedded(embedder, names)
        mine = [row for row in rows if fold_of[row.text] == part]
        near = _embedded(embedder, [row.text for row in mine]) @ vectors.T
        for row, found in zip(mine, np.argsort(-near, axis=1)[:, : count + 12], strict=True):
            others = [names[at] for at in found.tolist() if names[at] not in own(row)]
            for each in others[:count]:
                yield row, each


def _embedded(embedder: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    return np.concatenate(
        [embedder.embed(texts[at : at + 256]) for at in range(0, len(texts), 256)]
    )
