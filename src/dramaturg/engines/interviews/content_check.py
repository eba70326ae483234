"""Judging what is written for interviews: methodologies, subjects, guides, and simulated people."""

from __future__ import annotations

from typing import cast

from pydantic import BaseModel

from dramaturg.content.documents import Loaded, Torn
from dramaturg.content.library import Library
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.population import Population, population_faults
from dramaturg.engines.interviews.profile import Profile, profile_faults
from dramaturg.engines.interviews.proofs import (
    guide_faults,
    methodology_faults,
    prove_methodology,
    subject_faults,
)
from dramaturg.engines.kit import Faults, Judged
from dramaturg.kernel.errors import ContentError, Fault, NotFound, did_you_mean


def around(library: Library) -> Library:
    return library


def judge(loaded: Loaded[BaseModel], around: Library) -> Judged:
    match document := loaded.document:
        case Methodology():
            faults = methodology_faults(document)
            return Judged(faults) if faults else Judged((), prove_methodology(document))
        case Profile() | Population():
            return _judge_people(document, around)
        case Subject():
            return Judged(subject_faults(document))
    return Judged(guide_faults(cast(Guide, document)))


def _judge_people(document: Profile | Population, library: Library) -> Judged:
    """What simulated people tell must be of types that the methodology knows which they were
    written for.
    """
    named = {"methodology": document.methodology, "subject": document.subject}
    known = {kind: {entry.id for entry in library.entries(kind)} for kind in named}
    unknown = tuple(
        Fault("unknown-name", f"there is no {kind} {id}", did_you_mean(id, known[kind]), (kind,))
        for kind, id in named.items()
        if id not in known[kind]
    )
    methodology = _methodology(document.methodology, library)
    if isinstance(document, Profile):
        return Judged((*unknown, *profile_faults(document, methodology)))
    return Judged((*unknown, *population_faults(document, methodology)))


def _methodology(id: str, library: Library) -> Methodology | None:
    """None when there is none, or when it does not load, for which nobody else is blamed."""
    try:
        return cast(Methodology, library.get("methodology", id).document)
    except (NotFound, ContentError):
        return None


def judge_torn(torn: Torn[BaseModel], around: Library) -> Faults:
    return ()
