"""JSON Schemas: what an editor accepts is what the loader accepts."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from pydantic import BaseModel

from dramaturg.content.documents import Kinds, Loaded, load
from dramaturg.content.schemas import DIALECT, schema_of, schema_text, write_schemas
from dramaturg.content.yaml import parse

CHANGES = [
    ("", "", True),
    ("servings: 4", "servings: 1", True),
    ("title: Carrot soup", "title: Pea", True),
    ("salt: a pinch", "salt: {number: 1.5, unit: ml}", True),
    ("oven: [180, fan]", "oven:", True),
    ("servings: 4", "servings: 0", False),
    ("servings: 4", "servings: '4'", False),
    ("servings: 4\n", "", False),
    ("servings: 4", "servings: 4\nspicy: yes", False),
    ("servings: 4", "servings: 4\nspice: true", False),
    ('version: "1.2"', "version: 1.2", False),
    ("difficulty: easy", "difficulty: eazy", False),
    ("title: Carrot soup", "title: So", False),
    ("id: carrot-soup", "id: Carrot", False),
    ("salt: a pinch", "SALT: a pinch", False),
    ("tool: knife", "tool: spoon", False),
    ("do: cut", "do: fry", False),
    ("oven: [180, fan]", "oven: [180]", False),
]


@pytest.mark.parametrize(("old", "new", "accepted"), CHANGES)
def test_the_schema_and_the_loader_agree(
    old: str, new: str, accepted: bool, soup: str, recipe: type[BaseModel]
) -> None:
    text = soup.replace(old, new)
    validator = jsonschema.Draft202012Validator(schema_of(recipe))
    assert isinstance(load(text, "soup.yaml", recipe), Loaded) is accepted
    assert validator.is_valid(parse(text, "soup.yaml").value) is accepted


def test_every_kind_has_a_schema_that_is_one(kinds: Kinds, tmp_path: Path) -> None:
    written = write_schemas(kinds, tmp_path / "schemas")
    names = [kind.replace("_", "-") for kind in sorted(kinds)]
    assert [file.name for file in written] == [f"{name}.schema.json" for name in names]
    for file in written:
        schema = json.loads(file.read_text())
        assert schema["$schema"] == DIALECT
        jsonschema.Draft202012Validator.check_schema(schema)


def test_descriptions_reach_the_editor(recipe: type[BaseModel]) -> None:
    schema = json.dumps(schema_of(recipe))
    assert "How many people it feeds." in schema
    assert "What to cook, and how." in schema


def test_the_text_of_a_schema_is_always_the_same(
    recipe: type[BaseModel], tmp_path: Path, kinds: Kinds
) -> None:
    first = write_schemas(kinds, tmp_path)
    before = [file.read_bytes() for file in first]
    write_schemas(dict(reversed(list(kinds.items()))), tmp_path)
    assert [file.read_bytes() for file in first] == before
    assert schema_text(recipe) == schema_text(recipe)


def test_a_file_may_name_its_schema_in_its_first_line(soup: str, recipe: type[BaseModel]) -> None:
    named = load(
        "# yaml-language-server: $schema=schemas/recipe.schema.json\n" + soup, "soup.yaml", recipe
    )
    plain = load(soup, "soup.yaml", recipe)
    assert isinstance(named, Loaded) and isinstance(plain, Loaded)
    assert named.hash == plain.hash
