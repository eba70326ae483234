"""Cues to types: how something is said tells what it is. A fear is said with 'afraid', a habit with
'usually', a job with 'I want to'.

Types are recognised by the words of their names, so that the table serves any ontology that calls
things by common names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator

from dramaturg.data_files import Words, load
from dramaturg.engines.interviews.base.methodology import ConceptType
from dramaturg.engines.interviews.extract.mentions import WORD, stem
from dramaturg.engines.interviews.extract.phrases import Phrase, Shape

IN_LABEL, IN_CLAUSE, IN_SHAPE = 1.0, 0.6, 0.4
AVERTED = 0.8  # something bad that is not so is something good
DENIED = 0.4  # something that is not so is more often bad than good


Stems = Annotated[Words, AfterValidator(lambda words: frozenset(map(stem, words)))]


@dataclass(frozen=True, slots=True)
class TypeCue:
    """`types` are words of the names of types it speaks for; `label` and `around` words of a name
    and of its clause.
    """

    types: Words
    label: Stems = frozenset()
    around: Words = frozenset()
    shapes: Words = frozenset()


CUES: Mapping[str, TypeCue] = load(__file__, "type_cues.yaml", dict[str, TypeCue])


def speaks_for(concept: ConceptType) -> frozenset[str]:
    """The cues in which things of this type are said."""
    named = frozenset((*concept.type.split("_"), *concept.title.lower().split()))
    return frozenset(name for name, cue in CUES.items() if cue.types & named)


def cues_of(phrase: Phrase, label: str, clause: str) -> dict[str, float]:
    """How strongly each cue shows in what was said."""
    words = frozenset(stem(word.lower()) for word in WORD.findall(label))
    around = frozenset(word.lower().replace("’", "'") for word in WORD.findall(clause))
    shown = {name: _strength(cue, words, around, phrase.shape) for name, cue in CUES.items()}
    if phrase.negated:
        averted = shown["bad"] >= IN_LABEL
        shown["good"] = max(shown["good"], AVERTED * averted)
        shown["bad"] = 0.0 if averted else max(shown["bad"], DENIED)
    return {name: strength for name, strength in shown.items() if strength}


def _strength(cue: TypeCue, label: frozenset[str], around: frozenset[str], shape: Shape) -> float:
    return max(
        IN_LABEL * bool(cue.label & label),
        IN_CLAUSE * bool(cue.around & around),
        IN_SHAPE * (shape in cue.shapes),
    )
