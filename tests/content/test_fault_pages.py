"""docs/faults: a page per code, whose example fails as the page says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from dramaturg.content.documents import Kinds
from dramaturg.content.library import Further, Library
from dramaturg.kernel.errors import Fault

FOLDER = Path(__file__).parents[2] / "docs" / "faults"
PAGES = sorted(file for file in FOLDER.glob("*.md") if file.stem != "README")
SLOW = {"too-many-values"}
EXAMPLES = [pytest.param(page, id=page.stem, marks=[pytest.mark.slow] if page.stem in SLOW else []) for page in PAGES]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_code_has_a_page_and_every_page_a_code(codes: Mapping[str, str]) -> None:
    assert {page.stem for page in PAGES} == set(codes)


def test_every_code_in_the_source_is_in_the_table(codes: Mapping[str, str], sources: Sequence[Path]) -> None:
    used = {code for source in sources for file in source.rglob("*.py") for code in _codes_used(file)}
    assert used == set(codes)


@pytest.mark.parametrize("page", EXAMPLES)
def test_the_example_fails_as_the_page_says(page: Path, kinds: Kinds, further: Further, tmp_path: Path) -> None:
    blocks = dict(BLOCK.findall(page.read_text(encoding="utf-8")))
    _make_example(blocks, tmp_path)
    faults = Library(kinds, (tmp_path,)).check(further).faults
    printed = blocks["text"].splitlines()
    if printed[0] == "...":  # the page shows only the end
        printed = printed[1:]
        faults = faults[-len(printed) :]
    assert {fault.code for fault in faults} == {page.stem}
    assert [_as_printed(fault, tmp_path) for fault in faults] == printed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_what_it_means_why_and_what_to_do(page: Path, codes: Mapping[str, str]) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {page.stem}\n\n{codes[page.stem]}\n")
    assert "**Why it is refused.**" in text
    assert "**How to put it right.**" in text


def test_the_index_lists_every_page_with_its_meaning(codes: Mapping[str, str]) -> None:
    rows = [line for line in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| [")]
    assert rows == [f"| [{code}]({code}.md) | {codes[code]} |" for code in sorted(codes)]


def _make_example(blocks: Mapping[str, str], folder: Path) -> None:
    if "yaml" in blocks:
        (folder / "example.yaml").write_text(blocks["yaml"], encoding="utf-8")
    else:
        exec(blocks["python"], {"folder": folder})  # our own page, which says so


def _as_printed(fault: Fault, folder: Path) -> str:
    return str(fault).replace(f"{folder}/", "")


def _codes_used(file: Path) -> Iterator[str]:
    """The codes of the faults that a module makes: the first word given to Fault, or `code=`."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            named = isinstance(node.func, ast.Name) and node.func.id == "Fault"
            given = [*(node.args[:1] if named else ()), *(keyword.value for keyword in node.keywords if keyword.arg == "code")]
            yield from (word.value for word in given if isinstance(word, ast.Constant) and isinstance(word.value, str))
