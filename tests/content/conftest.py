"""The kinds of documents the content tests load: the real ones, and a made-up one with every shape
a model can have.
"""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, field_validator

from dramaturg.app.content.kinds import KINDS
from dramaturg.content.documents import Kinds

Id = Annotated[
    str,
    Field(
        pattern=r"^[a-z][a-z0-9_-]*$",
        description="Small letters, digits, - and _, beginning with a letter.",
    ),
]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


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
    ingredients: dict[Annotated[str, Field(pattern=r"^[a-z ]+$")], str | Amount] = Field(
        default_factory=dict
    )
    steps: Annotated[
        tuple[Annotated[Cut | Cook, Field(discriminator="do")], ...], Field(min_length=1)
    ]
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
    return {**KINDS, "recipe": Recipe}


@pytest.fixture(scope="session")
def recipe() -> type[BaseModel]:
    return Recipe


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
