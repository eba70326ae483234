"""Asking for the picture of a scene: drawn by the model, each label a shape of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from dramaturg.engines.games.asks.filled_form import MOST_ISSUES, filled_form
from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.issues import feedback
from dramaturg.engines.games.diagrams.chains import FORMS as DRAWN_FORMS
from dramaturg.engines.games.diagrams.chains import (
    WantedDiagram,
    Workshop,
    asset_manifest,
    sketched,
)
from dramaturg.engines.games.diagrams.check import ChainRefused
from dramaturg.engines.games.diagrams.sources import derived_sources
from dramaturg.engines.games.diagrams.zones import Diagram
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import shown
from dramaturg.turn.ports import Prompt

MOST_TOKENS = 6_000

_CRAFT = """You draw the picture of a learning game as one SVG, of the thing itself as somebody would see it, simple and clear.
- `<svg viewBox="0 0 800 600">`, plain shapes (path, polygon, circle, ellipse, rect, g), fills and strokes as attributes.
- Each label below is one filled shape, or one `<g>` of shapes, whose `id` is the label, spelled the same. Draw the largest first and
  what lies upon it after. What is part of another lies wholly within it; others do not overlap.
- Each is at least 60 units across where nothing smaller covers it, and lies within the picture.
- No text, no arrows with words, no links, styles or scripts: players put the labels there.
- `alt`: what can be seen, for somebody who cannot see it, without any of the labels.
Answer with one JSON object of the given schema and nothing else."""


class _Sketch(BaseModel):
    model_config = ConfigDict(extra="ignore")

    svg: str = Field(min_length=1, max_length=60_000, description="The whole <svg> element.")
    alt: str = Field(min_length=1, max_length=400)


@dataclass(frozen=True)
class PictureAsk(Ask[Diagram | None]):
    """Without a model there is none, and code draws how the parts belong together."""

    name: ClassVar[str] = "games.picture"
    role: ClassVar[Role] = "speak"

    wanted: WantedDiagram
    workshop: Workshop

    def prompt(self) -> Prompt:
        concepts = self.workshop.knowledge.by_label
        told = {label: concepts.get(label_key(label)) for label in self.wanted.labels}
        labels = (f"- {label}: {one.definition if one else ''}" for label, one in told.items())
        user = "\n".join((f"THE PICTURE: {self.wanted.description}", "LABELS", *labels))
        form = _Sketch.model_json_schema()
        return Prompt(self.name, self.role, _CRAFT, user, form, MOST_TOKENS)

    def read(self, text: str) -> Diagram:
        sketch = filled_form(_Sketch, text, self.wanted.description)
        try:
            return sketched(sketch.svg, sketch.alt, self.wanted, self.workshop)
        except ChainRefused as refused:
            issues = feedback(refused.issues[:MOST_ISSUES])
            raise Unreadable(f"the picture has these issues:\n{issues}{shown(text)}") from refused

    def offline(self) -> None:
        return None


def is_to_be_drawn(wanted: WantedDiagram, workshop: Workshop) -> bool:
    """Whether a picture is described, and all there is for it are boxes that nobody asked for."""
    choices = asset_manifest(wanted, workshop).choices
    if not wanted.description or wanted.form in DRAWN_FORMS:
        return False
    if not choices or choices[0].chain != "drawn":
        return False
    return choices[0].source in {each.id for each in derived_sources(workshop.knowledge)}
