"""The interviewer that comes with Dramaturg: its artifacts, their JSON Schemas, and what is proven
of them.
"""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from dramaturg.app.check.check import check
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.content.schemas import schema_text
from dramaturg.engines.memoir.artifact_files import (
    ARTIFACTS,
    PROMPT_BLOCK,
    SCHEMAS,
    artifacts_of,
    file_of,
)
from dramaturg.kernel.errors import NotFound

HERE = packaged() / "memoir"
FILES = [file_of(kind) for kind, _ in ARTIFACTS.values()]


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_the_schema_that_is_shipped_is_the_one_the_loader_follows(name: str) -> None:
    assert (HERE / "schemas" / name).read_text(encoding="utf-8") == schema_text(SCHEMAS[name]), (
        "run `make docs`"
    )


def test_every_schema_of_the_seed_is_there() -> None:
    named = {
        *("router-policy", "depth-governor", "state-machines", "negative-constraints"),
        *("persona-profiles", "crisis-guidance", "turn-contract"),
    }
    assert {file.name.partition(".")[0] for file in (HERE / "schemas").iterdir()} == named


@pytest.mark.parametrize("file", FILES)
def test_an_artifact_validates_against_its_schema(file: str) -> None:
    schema = json.loads(
        (HERE / "schemas" / f"{Path(file).stem}.schema.json").read_text(encoding="utf-8")
    )
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(
        json.loads((HERE / "origins" / file).read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize("file", FILES)
def test_an_artifact_that_names_its_schema_names_the_right_one(file: str) -> None:
    written = json.loads((HERE / "origins" / file).read_text(encoding="utf-8"))
    assert (
        written.get("$schema", f"../schemas/{Path(file).stem}.schema.json")
        == f"../schemas/{Path(file).stem}.schema.json"
    )


def test_the_folder_holds_the_artifacts_of_the_seed_and_nothing_else() -> None:
    assert {file.name for file in (HERE / "origins").iterdir()} == {*FILES, PROMPT_BLOCK}


@pytest.mark.slow
def test_checking_the_library_proves_the_interviewer() -> None:
    report = check([HERE / "origins"])
    assert report.faults == ()
    claims = {proof.claim: proof for proof in report.proofs}
    assert all(proof.holds for proof in claims.values())
    assert claims["the sensitive core only while consent stands"].states > 100
    assert claims["every route can be taken"].note == "5 of 5 rules"
    assert {proof.subject for proof in report.proofs} == {
        *("origins: router", "origins: depth", "origins: words"),
        *(
            "origins: precision_narrowing",
            "origins: emotional_expansion",
            "origins: inconsistency_resolution",
        ),
    }


def test_an_interviewer_is_found_by_its_id_and_by_its_folder() -> None:
    library = Library(KINDS, (packaged(),))
    assert artifacts_of(library, "origins") == artifacts_of(library, str(HERE / "origins"))


def test_an_interviewer_that_nobody_wrote_is_not_found() -> None:
    with pytest.raises(NotFound, match="Did you mean 'origins'"):
        artifacts_of(Library(KINDS, (packaged(),)), "orgins")
