"""Questions that were put to the people of the library, and the facts that answer them. There an
author wrote questions for every fact, as authors do: by these rows it is weighed what nearness to
them is worth beside what the ear says. Nothing else is learned from them.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dramaturg.app.config.providers import embedder
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.sims.content import sim_part
from dramaturg.language.ear.ear import LocalEar
from dramaturg.language.ear.encoder import encoder
from dramaturg.language.ear.heads import heads
from dramaturg.language.ear.network import FIT_PLACES, Network
from training.ear.examples import fold

ROWS = Path(__file__).parent.parent / "asked" / "questions.jsonl"
Array = NDArray[np.float64]


def questions() -> tuple[list[Array], list[int | None], list[int], NDArray[np.bool_]]:
    """All that is weighed of every fact on the shortlist of a question, with a one for the bias; which
    is meant; a fold for each person; and that all of them are as people ask.
    """
    library, network = library_of(Settings()), Network(encoder(), heads())
    ear = LocalEar(network, embedder())
    given, meant, folds = [], [], []
    for line in ROWS.read_text("utf-8").splitlines():
        row = json.loads(line)
        materials = tuple(sim_part(library, row["scenario"], row["npc"]).materials.values())
        asked, best, beside = ear.shortlist(
            row["said"], [(each.fact, each.say, *each.asked) for each in materials]
        )
        fits = [network.outputs(asked, materials[place].fact)[FIT_PLACES] for place in best]
        given.append(np.column_stack([fits, beside, np.ones(len(best))]))
        names = [materials[place].id for place in best]
        meant.append(names.index(row["fact"]) if row["fact"] in names else None)
        folds.append(fold(row["scenario"], row["npc"]))
    return given, meant, folds, np.ones(len(given), dtype=bool)
