"""The orchestrator: which chain and why, the next one on a mismatch, and refusals that name what is
missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dramaturg.app.check.meanings import meanings
from dramaturg.drawing.geometry import box_polygon
from dramaturg.engines.games import diagrams
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.diagrams.areas import Outline
from dramaturg.engines.games.diagrams.chains import (
    MadeDiagram,
    Painted,
    WantedDiagram,
    Workshop,
    asset_manifest,
    make_diagram,
)
from dramaturg.engines.games.diagrams.figures import open_figures

PARTS = ("Root", "Stem", "Leaf", "Flower")
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    + "".join(
        f'<rect id="{name.lower()}" x="{5 + 24 * number}" y="10" width="20" height="70" fill="#9c9"/>'
        for number, name in enumerate(PARTS)
    )
    + "</svg>"
)
FRONT = {
    "id": "front",
    "title": "From the front",
    "alt": "Something green.",
    "form": "svg",
    "file": "plant.svg",
    "concepts": ["root", "stem", "leaf", "flower"],
    "attribution": {"title": "Plant", "author": "A. Drawer", "licence": "CC0"},
}
ORDER = {
    "id": "order",
    "title": "Up",
    "alt": "Four boxes.",
    "form": "process",
    "concepts": ["root", "stem", "leaf", "flower"],
}
PICTURE = {
    "id": "photo",
    "title": "Photo",
    "alt": "A photo.",
    "form": "picture",
    "file": "plant.svg",
    "zones": [
        {"concept": "root", "points": [[0, 0], [40, 0], [40, 40]]},
        {"concept": "leaf", "circle": [75, 75, 15]},
    ],
}


def knowledge(**more: Any) -> Knowledge:
    concepts = [
        {
            "id": name.lower(),
            "label": name,
            "also": [f"{name}age"],
            "kind": "part",
            "definition": "It is there.",
            "clue": clue,
        }
        for name, clue in zip(
            (*PARTS, "Plant"),
            ("drinks", "carries", "eats light", "shows off", "all of it"),
            strict=True,
        )
    ]
    return Knowledge.model_validate(
        {
            "kind": "knowledge",
            "id": "plant",
            "version": "1",
            "title": "Plant",
            "subject": "Botany",
            "summary": "Knows the parts.",
            "story": "It grows.",
            "concepts": concepts,
            **more,
        }
    )


def workshop(
    *diagrams: dict[str, Any], files: dict[str, bytes] | None = None, **more: Any
) -> Workshop:
    there = {"plant.svg": SVG.encode()} if files is None else files
    return Workshop(knowledge(diagrams=diagrams, **more), there.get)


async def made(shop: Workshop, *labels: str, **more: Any) -> MadeDiagram:
    return await make_diagram(
        asset_manifest(WantedDiagram("scene_1", labels or PARTS, **more), shop), shop
    )


async def test_a_file_with_named_parts_comes_first_and_keeps_its_attribution() -> None:
    result = await made(workshop(ORDER, FRONT))
    assert result.choice
    assert (result.choice.chain, result.choice.source) == ("svg", "front")
    assert result.diagram
    assert str(result.diagram.attribution) == "Plant, A. Drawer, CC0"
    assert {zone.caption for zone in result.diagram.zones} == {
        "drinks",
        "carries",
        "eats light",
        "shows off",
    }


async def test_a_form_that_is_asked_for_goes_before() -> None:
    result = await made(workshop(ORDER, FRONT), form="process")
    assert result.choice
    assert result.choice.source == "order"


async def test_every_choice_has_its_reason() -> None:
    manifest = asset_manifest(
        WantedDiagram("scene_1", ("Root", "Stem"), "process"), workshop(ORDER, FRONT)
    )
    assert [choice.why for choice in manifest.choices] == [
        "process with all 2 labels and 2 more, the form that was asked for",
        "svg with all 2 labels and 2 more",
    ]


@pytest.mark.parametrize(
    "file", [None, b"<svg>", SVG.replace('id="leaf"', "").encode(), SVG.replace("70", "2").encode()]
)
async def test_the_next_chain_is_tried_when_one_fails(file: bytes | None) -> None:
    result = await made(workshop(FRONT, ORDER, files={"plant.svg": file} if file else {}))
    assert result.choice
    assert result.choice.source == "order"
    assert result.issues
    assert all(issue.place.startswith("svg:front") for issue in result.issues)


async def test_labels_may_be_written_in_other_ways_and_keep_the_way_they_were_asked() -> None:
    result = await made(workshop(FRONT), "ROOT", "stemage", "Leaf")
    assert result.diagram
    assert {zone.label for zone in result.diagram.zones} == {"ROOT", "stemage", "Leaf"}


async def test_parts_may_have_other_names_in_the_file() -> None:
    file = SVG.replace('id="root"', 'id="UBERON_7"').encode()
    assert (
        await made(workshop(FRONT | {"parts": {"root": "UBERON_7"}}, files={"plant.svg": file}))
    ).diagram


async def test_an_authors_picture_has_its_zones_in_percent() -> None:
    result = await made(workshop(PICTURE), "Root", "Leaf")
    assert result.choice
    assert result.choice.chain == "picture"


STEPS = [{"concept": name.lower(), "text": "It happens."} for name in PARTS]
DATED = [step | {"when": f"{1900 + number}"} for number, step in enumerate(STEPS)]


@pytest.mark.parametrize(
    ("more", "form"),
    [
        (
            {
                "sequences": [
                    {"id": "way", "title": "Way", "question": "In which order?", "steps": STEPS}
                ]
            },
            "way_process",
        ),
        (
            {
                "sequences": [
                    {
                        "id": "way",
                        "title": "Way",
                        "question": "In which order?",
                        "steps": STEPS,
                        "cyclic": True,
                    }
                ]
            },
            "way_cycle",
        ),
        (
            {
                "sequences": [
                    {"id": "way", "title": "Way", "question": "In which order?", "steps": DATED}
                ]
            },
            "way_timeline",
        ),
        ({"hierarchy": {"plant": ["root", "stem"], "stem": ["leaf", "flower"]}}, "plant_nested"),
    ],
)
async def test_sequences_and_hierarchies_are_drawn_without_being_named_as_diagrams(
    more: dict[str, Any], form: str
) -> None:
    result = await made(workshop(**more))
    assert result.choice
    assert result.choice.source == form


async def test_boxes_that_look_alike_are_refused() -> None:
    shop = workshop(hierarchy={"plant": ["root", "stem", "leaf", "flower"]})
    bare = tuple(concept.model_copy(update={"clue": None}) for concept in shop.knowledge.concepts)
    result = await made(
        replace(shop, knowledge=shop.knowledge.model_copy(update={"concepts": bare}))
    )
    assert result.diagram is None
    assert {issue.code for issue in result.issues} == {"diagram-unclear"}


async def test_a_ring_without_any_clue_is_refused() -> None:
    shop = workshop(ORDER | {"form": "cycle"})
    bare = tuple(concept.model_copy(update={"clue": None}) for concept in shop.knowledge.concepts)
    result = await made(
        replace(shop, knowledge=shop.knowledge.model_copy(update={"concepts": bare}))
    )
    assert [issue.code for issue in result.issues] == ["diagram-unclear"]


async def test_a_clue_that_says_a_label_is_refused() -> None:
    shop = workshop(ORDER)
    told = tuple(
        concept.model_copy(update={"clue": "below the stem"}) for concept in shop.knowledge.concepts
    )
    result = await made(
        replace(shop, knowledge=shop.knowledge.model_copy(update={"concepts": told}))
    )
    assert "caption-names-label" in {issue.code for issue in result.issues}


async def test_a_refusal_names_the_labels_that_are_missing() -> None:
    result = await made(workshop(ORDER), "Root", "Plant")
    assert result.diagram is None
    assert [str(issue) for issue in result.issues] == [
        "scene_1: No diagram has all 2 labels. The nearest is 'order', without Plant. [no-diagram] "
        "Add them to a diagram, or use fewer labels in the scene."
    ]


async def test_a_label_that_nobody_knows_is_named() -> None:
    result = await made(workshop(ORDER), "Root", "Engine")
    assert any("'Engine'" in issue.message for issue in result.issues)


@pytest.mark.parametrize("labels", [(), ("Root",)])
async def test_without_anything_to_draw_from_there_is_a_refusal(labels: tuple[str, ...]) -> None:
    shop = workshop()
    result = await make_diagram(asset_manifest(WantedDiagram("scene_1", labels), shop), shop)
    assert [issue.code for issue in result.issues] == ["no-diagram"]


async def test_an_open_figure_serves_labels_that_the_knowledge_does_not_draw(
    tmp_path: Path,
) -> None:
    (tmp_path / "plant.svg").write_text(SVG)
    index = {
        "author": "B. Open",
        "licence": "CC BY 4.0",
        "figures": [{"file": "plant.svg", "title": "Plant", "alt": "It."}],
    }
    (tmp_path / "figures.json").write_text(json.dumps(index))
    result = await made(replace(workshop(), figures=open_figures(tmp_path)))
    assert result.choice
    assert result.choice.chain == "figure"
    assert result.diagram
    assert result.diagram.attribution
    assert result.diagram.attribution.licence == "CC BY 4.0"


class Paints:
    """Paints every label as a strip, except those it is told to forget."""

    def __init__(self, forgets: str = "") -> None:
        self.forgets = forgets

    async def paint(self, description: str, labels: Sequence[str]) -> Painted:
        strips = {
            label: Outline(box_polygon(2 + 20 * at, 5, 18, 90))
            for at, label in enumerate(labels)
            if label != self.forgets
        }
        return Painted(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"/>', strips)


async def test_an_image_model_is_asked_last_and_checked_like_everything_else() -> None:
    good = await made(replace(workshop(), painter=Paints()))
    assert good.choice
    assert good.choice.chain == "painter"
    bad = await made(replace(workshop(), painter=Paints(forgets="Leaf")))
    assert [issue.code for issue in bad.issues] == ["label-without-zone"]


async def test_the_same_wish_gives_the_same_diagram() -> None:
    assert await made(workshop(ORDER)) == await made(workshop(ORDER))


def test_every_code_is_on_the_page_and_used() -> None:
    package = Path(str(diagrams.__file__)).parent
    texts = "".join(file.read_text() for file in package.glob("*.py"))
    used = set(re.findall(r'(?:error|refusal)\(\s*"([a-z-]+)"', texts))
    assert used == set(meanings().issues["Pictures"])
