"""Profiles, as authored: a person who can be interviewed, as facts they would tell, and what has to
be asked to hear them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal

from pydantic import Field

from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.turn.authored import Authored, Name

REASONS, OCCASION = "reasons", "occasion"
KEYS = (REASONS, OCCASION)  # what opens a fact besides another fact


class PersonalFact(Authored):
    """One thing a person has to tell."""

    id: Name
    kind: Name = Field(description="The type of the methodology's ontology that it expresses.")
    text: str = Field(description="As the person would say it: one to three spoken sentences.")
    again: str = Field(
        description="The same in other and fewer words, for saying it twice or saying little."
    )
    about: tuple[str, ...] = Field(
        min_length=2, description="Words or matters by which a question reaches it."
    )
    leads_to: tuple[Name, ...] = Field(
        (), description="Facts that tell why it matters, or what came of it or after it."
    )
    opens: tuple[Name, ...] = Field(
        (),
        description=(
            "Told only after one of these facts, or when asked for 'reasons' or for an 'occasion'."
        ),
    )
    deep: bool = Field(False, description="Told only to a question that probes.")


class Profile(Authored):
    """A respondent for simulations."""

    kind: Literal["profile"]
    id: Name
    version: str
    title: str = Field(description="Who it is, in a line.")
    subject: Name = Field(description="Id of the subject the facts are about.")
    methodology: Name = Field(description="Id of the methodology it was written for.")
    voice: str = Field(description="How the person talks, in words for a model that plays them.")
    sensitive: tuple[Name, ...] = Field(
        (), description="Facts that they will not speak of, when they are of that mind."
    )
    elsewhere: tuple[str, ...] = Field(
        min_length=3, description="What they drift to: nothing to do with the subject."
    )
    facts: tuple[PersonalFact, ...] = Field(min_length=6)

    @cached_property
    def by_id(self) -> Mapping[str, PersonalFact]:
        return {fact.id: fact for fact in self.facts}

    @cached_property
    def behind(self) -> Mapping[str, tuple[str, ...]]:
        """By fact: the facts that lead to it."""
        return {
            fact.id: tuple(one.id for one in self.facts if fact.id in one.leads_to)
            for fact in self.facts
        }


# ── what may be wrong with one ────────────────────────────────────────────────────────────────────


def profile_faults(profile: Profile, methodology: Methodology | None = None) -> tuple[Fault, ...]:
    """Everything that would keep a fact from ever being told; with the methodology, kinds it does
    not know as well.
    """
    return (
        *_twice(profile),
        *_dangling(profile),
        *_unreachable(profile),
        *_unknown_kinds(profile, methodology),
    )


def _twice(profile: Profile) -> Iterator[Fault]:
    for number, fact in enumerate(profile.facts):
        if profile.by_id[fact.id] is not fact:
            yield Fault(
                "duplicate-name",
                f"the id {fact.id} is taken already",
                "Give each its own id.",
                ("facts", number, "id"),
            )


def _dangling(profile: Profile) -> Iterator[Fault]:
    for at, name in enumerate(profile.sensitive):
        if name not in profile.by_id:
            yield _no_fact(name, profile, ("sensitive", at))
    for number, fact in enumerate(profile.facts):
        for at, name in enumerate(fact.leads_to):
            if name not in profile.by_id:
                yield _no_fact(name, profile, ("facts", number, "leads_to", at))
        for at, name in enumerate(fact.opens):
            if name not in profile.by_id and name not in KEYS:
                yield _no_fact(name, profile, ("facts", number, "opens", at))


def _no_fact(name: str, profile: Profile, path: tuple[str | int, ...]) -> Fault:
    return Fault(
        "unknown-name", f"there is no fact {name}", did_you_mean(name, list(profile.by_id)), path
    )


def _unreachable(profile: Profile) -> Iterator[Fault]:
    """Facts that are opened only by one another."""
    open_: set[str] = set()
    while fresh := {
        fact.id for fact in profile.facts if fact.id not in open_ and _opens(fact, open_)
    }:
        open_ |= fresh
    for number, fact in enumerate(profile.facts):
        if fact.id not in open_ and all(name in profile.by_id for name in fact.opens):
            message = f"{fact.id} can never be told: what opens it is never told either"
            yield Fault(
                "never-happens",
                message,
                "Let a fact open it that is told freely.",
                ("facts", number, "opens"),
            )


def _opens(fact: PersonalFact, told: set[str]) -> bool:
    return not fact.opens or any(name in told or name in KEYS for name in fact.opens)


def _unknown_kinds(profile: Profile, methodology: Methodology | None) -> Iterator[Fault]:
    if methodology is None:
        return
    known = methodology.ontology.by_type
    for number, fact in enumerate(profile.facts):
        if fact.kind not in known:
            message = f"{methodology.id} has no concepts of the type {fact.kind}"
            yield Fault(
                "unknown-name",
                message,
                did_you_mean(fact.kind, list(known)),
                ("facts", number, "kind"),
            )
