"""Manners: how something is said tells what it is. A fear is said with 'afraid', a habit with
'usually', a job with 'I want to'.

Types are recognised by the words of their names, so that the table serves any ontology that calls
things by common names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dramaturg.engines.interviews.base.methodology import ConceptType
from dramaturg.engines.interviews.extract.mentions import WORD, stem
from dramaturg.engines.interviews.extract.phrases import Phrase, Shape
from dramaturg.english.prose import table

IN_LABEL, IN_CLAUSE, IN_SHAPE = 1.0, 0.6, 0.4
AVERTED = 0.8  # something bad that is not so is something good
DENIED = 0.4  # something that is not so is more often bad than good


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


@dataclass(frozen=True, slots=True)
class Manner:
    """`types` are words of the names of types it speaks for; `label` and `around` words of a name
    and of its clause.
    """

    types: frozenset[str]
    label: frozenset[str] = frozenset()
    around: frozenset[str] = frozenset()
    shapes: frozenset[Shape] = frozenset()


_BAD = (
    "problem trouble hard difficult slow broken broke late lose lost losing waste wasting forget"
    " forgot forgetting fail failed miss missed annoying expensive wrong hurt pain wait waiting"
    " confusing confused stuck complain struggle ugly dirty noisy boring tired exhausted error"
    " mistake delay delayed crash cancel cancelled rude ignored unfair hassle mess messy clumsy"
    " uncomfortable bad worse worst poor awful terrible horrible lack missing shortage damage leak"
    " defect blame argue shout shouting fee fees cutting unable unclear spill"
)
_FEELING = (
    "feel feeling felt happy sad angry proud pride guilty guilt stress stressed stressful calm"
    " calming relaxed relax nervous anxious anxiety frustrated frustration annoyed embarrassed"
    " embarrassment lonely safe confident confidence comfort comfortable trust trusting relief"
    " relieved joy ashamed shame disappointed excited worry worrying worried afraid scared fear"
    " panic sane mind reassured upset hopeful helpless overwhelmed grateful bored love loved cared"
    " stupid control"
)

MANNERS: Mapping[str, Manner] = {
    "feeling": Manner(
        table("feeling feelings emotion emotional psychosocial anxiety peak"),
        _stems(_FEELING),
        shapes=frozenset({"feeling"}),
    ),
    "fear": Manner(
        table("anxiety fear concern worry risk"),
        _stems(
            "afraid scared fear worry worried worrying nervous risk doubt unsure hesitate might"
            " regret"
        ),
        table("afraid scared worried worry worries might"),
    ),
    "bad": Manner(
        table(
            "pain friction problem symptom ineffective firing barrier obstacle struggle frustration"
            " cause"
        ),
        _stems(_BAD),
        table(
            "annoying annoys unfortunately trouble problem hate hates couldn't can't cannot never"
            " keeps"
        ),
    ),
    "good": Manner(
        table("gain outcome effective hiring desired benefit delight outcomes"),
        _stems(
            "save saving faster easier better quicker cheaper improve enjoy less fewer success"
            " solved helpful peace sleep ready prepared"
        ),
        table("finally better easier faster"),
    ),
    "wanted": Manner(
        table("job need goal desired expectation jobs"),
        around=table(
            "want wants wanted wanna need needs needed try trying tried hope hoping wish looking"
            " goal achieve"
        ),
    ),
    "expected": Manner(
        table("expectation expected"),
        around=table("expect expected expecting thought assumed supposed imagined hoped hoping"),
    ),
    "circumstance": Manner(
        table("situation context trigger circumstances stage moment"),
        _stems(
            "move moved moving travel start started began new baby pregnant school morning weekend"
            " holiday winter night visit arrive"
        ),
        table("when while whenever after before since during once back"),
    ),
    "did": Manner(
        table("action stage behaviour incident habit event step"),
        around=table("i we he she they"),
        shapes=frozenset({"deed"}),
    ),
    "used": Manner(
        table("solution workaround touchpoint countermeasure tool"),
        _stems(
            "use used using buy bought order ordered ask asked call called write wrote keep kept"
            " hire hired take took set book booked app website phone email spreadsheet list shop"
            " store online alarm notebook google borrow check stop download install"
        ),
    ),
    "habit": Manner(
        table("habit routine"),
        around=table("usually always every often normally tend typically used daily weekly"),
    ),
    "property": Manner(
        table("attribute criterion construct contrast feature quality property sign"),
        _stems(
            "price cheap taste smell colour color size weight material brand design shape texture"
            " loud quiet heavy light soft thick free"
        ),
        shapes=frozenset({"quality"}),
    ),
    "ideal": Manner(
        table("value values terminal ideal"),
        _stems(
            "freedom free happiness security secure respect honesty honest health healthy"
            " independence independent responsible meaning meaningful belong belonging purpose life"
            " peace success accomplishment fairness fair equality love family harmony wisdom"
            " loyalty loyal kind generous faith dignity legacy"
        ),
    ),
    "virtue": Manner(
        table("instrumental"),
        _stems(
            "being responsible honest honesty disciplined independent helpful loyal ambitious"
            " polite caring mother father parent friend respecting giving fair capable"
        ),
    ),
    "effect": Manner(
        table("functional effect implication outcome consequence gain"),
        _stems(
            "save saving time money last lasting longer easy easier fit fitting work working sleep"
            " sleeping energy faster able finish clean repair practical hold carry concentrate"
            " focus use"
        ),
        table("can could lets helps able means so saves makes"),
    ),
    "others": Manner(
        table("social psychosocial"),
        _stems(
            "friend friends others people neighbour neighbours colleague colleagues guest guests"
            " impress look looking seen judge reputation status respect belong together"
        ),
    ),
    "should": Manner(
        table("requirement countermeasure expectation recommendation"),
        _stems("train training introduce add should check checklist"),
        table("should must ought need needs would next"),
    ),
    "named": Manner(table("element touchpoint solution"), shapes=frozenset({"thing"})),
    "root": Manner(
        table("root"),
        _stems(
            "policy culture training nobody responsibility process owner budget rule system"
            " management planning lack no"
        ),
    ),
}


def speaks_for(concept: ConceptType) -> frozenset[str]:
    """The manners in which things of this type are said."""
    named = frozenset((*concept.type.split("_"), *concept.title.lower().split()))
    return frozenset(name for name, manner in MANNERS.items() if manner.types & named)


def manners_of(phrase: Phrase, label: str, clause: str) -> dict[str, float]:
    """How strongly each manner shows in what was said."""
    words = frozenset(stem(word.lower()) for word in WORD.findall(label))
    around = frozenset(word.lower().replace("’", "'") for word in WORD.findall(clause))
    shown = {
        name: _strength(manner, words, around, phrase.shape) for name, manner in MANNERS.items()
    }
    if phrase.negated:
        averted = shown["bad"] >= IN_LABEL
        shown["good"] = max(shown["good"], AVERTED * averted)
        shown["bad"] = 0.0 if averted else max(shown["bad"], DENIED)
    return {name: strength for name, strength in shown.items() if strength}


def _strength(manner: Manner, label: frozenset[str], around: frozenset[str], shape: Shape) -> float:
    return max(
        IN_LABEL * bool(manner.label & label),
        IN_CLAUSE * bool(manner.around & around),
        IN_SHAPE * (shape in manner.shapes),
    )
