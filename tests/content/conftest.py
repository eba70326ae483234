"""The kinds of documents the content tests load, the codes that need a page, and the checks beyond the models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, field_validator

import dramaturg.content
from dramaturg.content.codes import CODES
from dramaturg.content.documents import Kinds
from dramaturg.content.library import Further, nothing_further

Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$", description="Small letters, digits, - and _, beginning with a letter.")]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# ── backbone ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Conditional(Strict):
    to: str
    when: str
    once: bool = False


class Aside(Strict):
    source: str
    when: str
    once: bool = False


class Node(Strict):
    id: Annotated[str, Field(min_length=1)]
    intent: str
    content_source: tuple[str, ...] = ()
    satisfy_when: str = ""
    min_turns: Annotated[int, Field(ge=0)] = 1
    max_turns: Annotated[int, Field(ge=1)] | None = None
    is_gate: bool = False
    is_branch: bool = False
    is_terminal: bool = False
    advance: str | None = None
    self_loop: bool = False
    conditional: tuple[Conditional, ...] = ()
    asides: tuple[Aside, ...] = ()


class Backbone(Strict):
    kind: Literal["backbone"]
    id: Id
    version: str
    title: str
    start: str
    backstop: Annotated[int, Field(ge=1)] = 6
    nodes: Annotated[tuple[Node, ...], Field(min_length=1)]


# ── recipe: a made-up kind with every shape a model can have ──────────────────────────────────────────────────────────────────


class Cut(Strict):
    do: Literal["cut"]
    tool: Literal["knife", "scissors"]


class Cook(Strict):
    do: Literal["cook"]
    minutes: Annotated[int, Field(gt=0, le=600)]
    pot: str = "pan"


class Amount(Strict):
    number: float
    unit: Literal["g", "ml"] | int


class Recipe(Strict):
    """What to cook, and how."""

    kind: Literal["recipe"]
    id: Id
    version: str
    title: Annotated[str, Field(min_length=3, max_length=40)]
    difficulty: Literal["easy", "medium", "hard"] = "easy"
    servings: Annotated[int, Field(ge=1, description="How many people it feeds.")]
    spicy: bool = False
    rating: float = 3.0
    ingredients: dict[Annotated[str, Field(pattern=r"^[a-z ]+$")], str | Amount] = Field(default_factory=dict)
    steps: Annotated[tuple[Annotated[Cut | Cook, Field(discriminator="do")], ...], Field(min_length=1)]
    variants: tuple[Recipe, ...] = ()
    tags: frozenset[str] = frozenset()
    oven: tuple[int, str] | None = None

    @field_validator("rating")
    @classmethod
    def _in_halves(cls, rating: float) -> float:
        if rating * 2 % 1:
            raise ValueError("a rating goes in halves, like 3.5")
        return rating


@pytest.fixture(scope="session")
def kinds() -> Kinds:
    return {"backbone": Backbone, "recipe": Recipe}


@pytest.fixture(scope="session")
def recipe() -> type[BaseModel]:
    return Recipe


@pytest.fixture(scope="session")
def codes() -> Mapping[str, str]:
    """Every code with its meaning: all of them have a page."""
    return CODES


@pytest.fixture(scope="session")
def sources() -> Sequence[Path]:
    """The source folders whose faults have the codes above."""
    return [Path(dramaturg.content.__file__).parent]


@pytest.fixture(scope="session")
def further() -> Further:
    """The checks beyond the models, as `dramaturg check` runs them."""
    return nothing_further


@pytest.fixture(scope="session")
def soup() -> str:
    return SOUP


SOUP = """\
# a soup
kind: recipe
id: carrot-soup
version: "1.2"
title: Carrot soup
difficulty: easy
servings: 4
rating: 4.5
ingredients:
  carrots: {number: 500, unit: g}
  salt: a pinch
steps:
  - do: cut
    tool: knife
  - {do: cook, minutes: 30}
tags: [warm, orange]
oven: [180, fan]
"""
