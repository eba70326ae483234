"""What may teach a head, and what is kept with us of the sets that do."""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from pathlib import Path

import pytest
from training.recipes import RECIPES

from training import sources

HEADS = Path(str(files("dramaturg.language.readers"))) / "heads"
LABELS = sorted((sources.HERE / "labels").glob("*.csv"))
SETS = sorted((sources.HERE / "sets").glob("*.jsonl"))


def test_a_set_that_is_for_measuring_only_cannot_be_trained_on() -> None:
    with pytest.raises(SystemExit, match="06_stsb may not be trained on"):
        sources.public("06_stsb")


def test_a_missing_folder_of_sets_is_named_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sources, "DATA", tmp_path)
    sources.public.cache_clear()
    with pytest.raises(SystemExit, match="set DATA_ROOT"):
        sources.public("01_goemotions")


@pytest.mark.parametrize("path", LABELS, ids=lambda path: path.stem)
def test_of_rated_public_texts_only_their_ids_are_kept_and_only_of_sets_that_allow_it(
    path: Path,
) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert "text" not in rows[0]
    assert {row["set"] for row in rows} <= set(sources.SOURCES)


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_our_own_sets_are_json_lines_without_repeats(path: Path) -> None:
    rows = [
        json.dumps(json.loads(line), sort_keys=True).casefold()
        for line in path.read_text("utf-8").splitlines()
    ]
    assert len(rows) == len(set(rows)) > 100


@pytest.mark.parametrize("signal", RECIPES)
def test_every_recipe_has_its_head_and_every_head_says_what_taught_it(signal: str) -> None:
    written = json.loads((HEADS / f"{signal}.json").read_text("utf-8"))
    public = {
        source.split(" ")[0] for source in written["sources"] if not source.startswith("own ")
    }
    assert public <= set(sources.SOURCES)
    assert written["rows"] > 100
