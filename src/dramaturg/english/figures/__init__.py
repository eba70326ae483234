"""Figure discipline: which figures in a text are borne out by the texts a speaker may draw on,
units and rounding understood.
"""

from dramaturg.english.figures.figure import Figure
from dramaturg.english.figures.knowing import facts, known, unknown_figures, unproven_figures
from dramaturg.english.figures.reading import claimed, read
from dramaturg.english.figures.sums import follows

__all__ = [
    "Figure",
    "claimed",
    "facts",
    "follows",
    "known",
    "read",
    "unknown_figures",
    "unproven_figures",
]
