"""A matrix with all that is read from it, as values and as the JSON of `study matrix`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from dramaturg.studies.figures.cutoffs import (
    Cutoff,
    CutoffRule,
    RuleName,
    cutoff_rules,
    cutoff_table,
    proposed,
)
from dramaturg.studies.figures.matrix import Cell, ImplicationMatrix, Relations
from dramaturg.studies.figures.measures import Measure, measures
from dramaturg.studies.figures.value_map import DroppedEdge, MapEdge, ValueMap, value_map


@dataclass(frozen=True, slots=True)
class MatrixFigures:
    """`chosen` says where the map's cut-off is from: the rule that was followed, or `given`."""

    matrix: ImplicationMatrix
    relations: Relations
    measures: tuple[Measure, ...]
    cutoffs: tuple[Cutoff, ...]
    rules: tuple[CutoffRule, ...]
    chosen: RuleName | Literal["given"]
    map: ValueMap


def matrix_figures(
    matrix: ImplicationMatrix, k: int | None = None, relations: Relations = "direct"
) -> MatrixFigures:
    """All that is read from a matrix; the map at cut-off `k`, or at the one that is proposed."""
    rules = cutoff_rules(matrix, relations)
    followed = proposed(rules)
    return MatrixFigures(
        matrix,
        relations,
        measures(matrix, relations),
        cutoff_table(matrix, relations),
        rules,
        followed.rule if k is None else "given",
        value_map(matrix, followed.k if k is None else k, relations),
    )


def matrix_json(
    matrix: ImplicationMatrix, k: int | None = None, relations: Relations = "direct"
) -> dict[str, Any]:
    """What `study matrix --json` prints."""
    told = matrix_figures(matrix, k, relations)

    def ends(of: Cell | MapEdge | DroppedEdge) -> dict[str, Any]:
        return {"from": of.source, "to": of.target}

    return {
        "respondents": matrix.respondents,
        "ladders": matrix.ladders,
        "count": matrix.count,
        "relations": relations,
        "cells": [
            {**ends(it), "direct": it.direct, "indirect": it.indirect, "text": it.text}
            for it in matrix.cells.values()
        ],
        "codes": [
            {"in" if key == "into" else key: value for key, value in asdict(measure).items()}
            for measure in told.measures
        ],
        "cutoffs": [asdict(cutoff) for cutoff in told.cutoffs],
        "rules": [asdict(rule) for rule in told.rules],
        "map": {
            "k": told.map.k,
            "rule": told.chosen,
            "edges": [{**ends(it), "count": it.count} for it in told.map.edges],
            "dropped": [
                {**ends(it), "count": it.count, "why": it.why, "via": list(it.via)}
                for it in told.map.dropped
            ],
        },
    }
