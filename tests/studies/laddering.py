"""Ladders for tests, one a line: `R1: crunchy > fresh > health`."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

from dramaturg.studies.figures.matrix import Cell, ImplicationMatrix, Ladder


def told(*lines: str) -> list[Ladder]:
    parted = [line.split(": ") for line in lines]
    return [
        Ladder(respondent, str(number), tuple(codes.split(" > ")))
        for number, (respondent, codes) in enumerate(parted, start=1)
    ]


def matrix_of(counts: Mapping[str, int], respondents: int = 10) -> ImplicationMatrix:
    """A matrix from its direct cells, such as `{"ab": 3}`: a leads to b three times."""
    codes = tuple(dict.fromkeys("".join(counts)))
    cells = {(pair[0], pair[1]): Cell(pair[0], pair[1], count, 0) for pair, count in counts.items()}
    return ImplicationMatrix(codes, cells, "respondents", respondents, respondents)


CODES = "abcdefg"
some_ladders = st.lists(
    st.builds(
        Ladder,
        st.sampled_from(["R1", "R2", "R3", "R4"]),
        st.just("1"),
        st.lists(st.sampled_from(CODES), max_size=6).map(tuple),
    ),
    max_size=25,
)
some_counts = st.dictionaries(
    st.tuples(st.sampled_from(CODES), st.sampled_from(CODES))
    .filter(lambda pair: pair[0] != pair[1])
    .map("".join),
    st.integers(1, 9),
)
