"""`make train-readers`: fits the heads of the readers of lines, what stands on them, and the
thresholds of every embedder. The ear is trained by `make train-ear`.
"""

from __future__ import annotations

from training import heads, questions, thresholds
from training.recipes import RECIPES

if __name__ == "__main__":
    heads.train(list(RECIPES))
    questions.train()
    thresholds.train()
