"""`make train-readers`: fits every head from its rows, calibrates what stands on them, and writes the model card."""

from __future__ import annotations

import sys

from training import heads
from training.recipes import RECIPES


def main(only: list[str]) -> None:
    unknown = set(only) - set(RECIPES)
    if unknown:
        raise SystemExit(f"No head {', '.join(sorted(unknown))}. Known: {', '.join(RECIPES)}.")
    heads.train(only or list(RECIPES))


if __name__ == "__main__":
    main(sys.argv[1:])
