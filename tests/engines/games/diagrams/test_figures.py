"""A folder of open figures: its index, its names, its attribution."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dramaturg.engines.games.diagrams.figures import open_figures
from dramaturg.kernel.errors import SettingsError

PART = '<path id="UBERON_1" d="M0 0h9v9z"><title>frontal lobe</title></path>'
SVG = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{PART}</svg>'
INDEX = {
    "author": "A. Drawer",
    "licence": "CC BY 4.0",
    "source": "https://figures.example",
    "figures": [{"file": "brain.svg", "title": "Brain", "alt": "An organ from the side."}],
}


def folder(at: Path, index: object) -> Path:
    """A folder with an index and a figure; another figure lies outside of it."""
    inner = at / "set"
    inner.mkdir()
    (inner / "brain.svg").write_text(SVG)
    (at / "outside.svg").write_text(SVG)
    (inner / "figures.json").write_text(json.dumps(index))
    return inner


def test_a_figure_knows_the_names_of_its_parts_and_whose_it_is(tmp_path: Path) -> None:
    (figure,) = open_figures(folder(tmp_path, INDEX))
    assert str(figure.attribution) == "Brain, A. Drawer, CC BY 4.0 (https://figures.example)"
    assert figure.lacks(
        [("Frontal Lobe",), ("Lobus frontalis", "frontal lobe"), ("Cerebellum",)]
    ) == ("Cerebellum",)


def test_a_figure_may_have_an_author_of_its_own(tmp_path: Path) -> None:
    own = INDEX | {
        "figures": [
            {
                "file": "brain.svg",
                "title": "Brain",
                "alt": "It.",
                "author": "B. Other",
                "licence": "CC0",
            }
        ]
    }
    (figure,) = open_figures(folder(tmp_path, own))
    assert (figure.attribution.author, figure.attribution.licence) == ("B. Other", "CC0")


@pytest.mark.parametrize(
    ("index", "said"),
    [
        ({"author": "A", "figures": []}, "licence"),
        (INDEX | {"figures": [{"file": "absent.svg", "title": "T", "alt": "A."}]}, "absent.svg"),
        (
            INDEX | {"figures": [{"file": "../outside.svg", "title": "T", "alt": "A."}]},
            "not in that folder",
        ),
        (INDEX | {"figures": [{"file": "brain.svg", "titel": "T"}]}, "titel"),
    ],
)
def test_a_wrong_index_is_told_with_its_place(tmp_path: Path, index: object, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        open_figures(folder(tmp_path, index))


def test_a_folder_without_an_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"figures\.json"):
        open_figures(tmp_path)
