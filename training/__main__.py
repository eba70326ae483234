"""`make train-readers`: fits every head from its rows, then what stands on the heads, and writes
the model card.
"""

from __future__ import annotations

import sys

from training import card, contradiction, heads, questions, refusal, thresholds
from training.recipes import RECIPES


def main(only: list[str]) -> None:
    unknown = set(only) - set(RECIPES)
    if unknown:
        raise SystemExit(f"No head {', '.join(sorted(unknown))}. Known: {', '.join(RECIPES)}.")
    heads.train(only or list(RECIPES))
    if not only:
        refusal.train()
        questions.train()
        contradiction.train()
        thresholds.train()
    card.write(heads.FOLDER)


if __name__ == "__main__":
    main(sys.argv[1:])
