"""Judging riddles."""

from __future__ import annotations

from typing import cast

from pydantic import BaseModel
from tests.fifth_engine.content import riddle_faults
from tests.fifth_engine.engine import Riddles

from dramaturg.content.documents import Loaded, Torn
from dramaturg.content.library import Library
from dramaturg.engines.kit import Faults, Judged
from dramaturg.kernel.explore import Proof


def around(library: Library) -> None:
    return None


def judge(loaded: Loaded[BaseModel], around: None) -> Judged:
    riddles = cast(Riddles, loaded.document)
    faults = riddle_faults(riddles)
    proof = Proof(riddles.id, "every riddle can be guessed", len(riddles.riddles), holds=True)
    return Judged(faults) if faults else Judged((), (proof,))


def judge_torn(torn: Torn[BaseModel], around: None) -> Faults:
    return ()
