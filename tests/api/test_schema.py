"""What the API says of itself is what clients are made from: the files that the pages' types come
from are up to date.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dramaturg.api.schema import schema

WEB = Path(__file__).parents[2] / "web"

pytestmark = pytest.mark.slow


def test_the_types_of_the_pages_are_made_from_what_the_api_says_now() -> None:
    said = json.loads(schema())
    assert json.loads((WEB / "openapi.json").read_text(encoding="utf-8")) == said, (
        "run `make types`"
    )
    types = (WEB / "src" / "api" / "schema.d.ts").read_text(encoding="utf-8")
    operations = [
        operation["operationId"]
        for methods in said["paths"].values()
        for operation in methods.values()
    ]
    assert len(set(operations)) == len(operations)
    missing = [
        name
        for name in (*said["paths"], *operations, *said["components"]["schemas"])
        if name not in types
    ]
    assert missing == [], "run `make types`"
