"""docs/faults: a page per code, whose example fails as the page says."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import dramaturg
from dramaturg.app.check.check import check
from dramaturg.app.check.meanings import meanings
from dramaturg.kernel.errors import Fault

CODES: Mapping[str, str] = meanings().faults
SOURCE = Path(str(dramaturg.__file__)).parent
FOLDER = Path(__file__).parents[2] / "docs" / "faults"
PAGES = sorted(file for file in FOLDER.glob("*.md") if file.stem != "README")
SLOW = {"too-many-states", "too-many-values"}
EXAMPLES = [
    pytest.param(page, id=page.stem, marks=[pytest.mark.slow] if page.stem in SLOW else [])
    for page in PAGES
]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_code_in_the_source_has_a_page_and_every_page_is_used() -> None:
    used = {code for file in SOURCE.rglob("*.py") for code in _codes_used(file)}
    given = {
        "self.code",
        "issue.code",
    }  # a proof's, which _refuted gave it, and a game's: see docs/design-issues.md
    assert used - given == set(CODES)


@pytest.mark.parametrize("page", EXAMPLES)
def test_the_example_fails_as_the_page_says(page: Path, tmp_path: Path) -> None:
    blocks = dict(BLOCK.findall(page.read_text(encoding="utf-8")))
    faults = _faults_of_example(blocks, tmp_path)
    printed = blocks["text"].rstrip("\n")
    if printed.startswith("...\n"):  # the page shows only the end
        printed = printed.removeprefix("...\n")
        faults = faults[-len(printed.splitlines()) :]
    assert page.stem in {fault.code for fault in faults}
    assert "\n".join(_as_printed(fault, tmp_path) for fault in faults) == printed
    assert all(fault.remedy for fault in faults)


@pytest.mark.parametrize("code", ["endless-walk", "trap", "backstop-too-short", "gate-bypassed"])
def test_the_page_of_a_refuted_proof_shows_the_walk_that_refutes_it(
    code: str, tmp_path: Path
) -> None:
    blocks = dict(BLOCK.findall((FOLDER / f"{code}.md").read_text(encoding="utf-8")))
    (tmp_path / "example.yaml").write_text(blocks["yaml"], encoding="utf-8")
    (proof,) = (proof for proof in check([tmp_path]).proofs if proof.code == code)
    assert blocks["walk"].splitlines() == [
        f"{number}. {step}" for number, step in enumerate(proof.counterexample, start=1)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_what_it_means_why_and_what_to_do(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {page.stem}\n\n{CODES[page.stem]}\n")
    assert "**Why it is refused.**" in text
    assert "**How to put it right.**" in text


def test_the_index_and_the_meanings_that_check_tells_are_those_of_the_pages() -> None:
    made = runpy.run_path(str(FOLDER.parent / "make_faults.py"))
    assert made["INDEX"].read_text(encoding="utf-8") == made["index"](), "run `make docs`"
    assert made["MEANINGS"].read_text(encoding="utf-8") == made["meanings"](), "run `make docs`"


def _faults_of_example(blocks: Mapping[str, str], folder: Path) -> Sequence[Fault]:
    """What is wrong with the example: checked as a file, or found by the Python that a
    page shows.
    """
    names: dict[str, Any] = {"folder": folder}
    if "yaml" in blocks:
        (folder / "example.yaml").write_text(blocks["yaml"], encoding="utf-8")
    else:
        exec(blocks["python"], names)  # our own page, which says so
    return names["faults"] if "faults" in names else check([folder]).faults


def _as_printed(fault: Fault, folder: Path) -> str:
    return str(fault).replace(f"{folder}/", "")


def _codes_used(file: Path) -> Iterator[str]:
    """The codes of the faults that a module makes: the first word given to Fault or _refuted, or
    `code=`.

    What is not a plain word comes out as it is written, which is no code, so that the test above
    fails.
    """
    text = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "Fault" in text else ():
        if isinstance(node, ast.Call):
            makes = isinstance(node.func, ast.Name) and node.func.id in ("Fault", "_refuted")
            given = node.args[:1] if makes else []
            if isinstance(node.func, ast.Name) and node.func.id in ("Fault", "Proof", "replace"):
                given = [
                    *given,
                    *(keyword.value for keyword in node.keywords if keyword.arg == "code"),
                ]
            yield from (
                str(word.value) if isinstance(word, ast.Constant) else ast.unparse(word)
                for word in given
            )
