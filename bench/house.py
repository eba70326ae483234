"""Figures of the house: how the code is laid out, counted by plain rules, beside packages that are read for their calm.

    python -m bench.house                                         ours, as a table
    python -m bench.house --beside httpx inspect_ai pydantic_ai   ours beside packages, by name (if installed) or by folder
    python -m bench.house --against bench/house_before.json       ours beside the figures of an earlier day
    python -m bench.house --json                                  everything as JSON, the lists behind the figures included

Only the standard library is needed, and nothing is imported from what is counted: files are read and parsed. What is counted, in
all `.py` files of a package:

lines               all of them; `blank` those with nothing but space; `longest line` in characters
docs and comments   lines with words in docstrings (a string that is a statement of its own, so that a field's counts too) and
                    lines that are only a comment; the share is of all lines
data                code lines of an assignment in a module's own body that spans more than ten lines: word lists, templates,
                    tables; `over a screen` those of more than forty lines
code                lines that are none of the above
functions           every `def` and `async def`, methods and inner ones included; their length is from `def` to the last line,
                    decorators left out
helpers             functions with a name that begins with one underscore and is referred to exactly once in its module outside
                    the function itself, as a name or as an attribute; `short` ones have at most four lines, `def` included
modules             files other than `__init__.py`. An importer is another file of the package that imports it or a name in it,
                    wherever in the file that stands
class names         of classes in a module's own body without a leading underscore; twice means in two modules or more
module names        a file's name that more than four modules share (`--shared N` for another number); -ing by ending
folder cycles       a folder is a directory with modules, its sub-folders are others; it depends on each folder it imports from.
                    A cycle is a set of folders that all reach one another, counted once however many ways there are around
engines named       only ours, by the words sim, sims, interview, interviews, memoir, memoirs, game, games, outside the folder of
                    that engine. `decisions` are the places where code goes another way by the name: a comparison with the word,
                    a case of a `match`, a table with two engines or more among its keys (one, however many rows). `literals` are
                    all strings that are such a word, docstrings left out. `pages` are files of the pages with such a string
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
OURS = ROOT / "src" / "dramaturg"
PAGES = ROOT / "web" / "src"

TABLE = 10
SCREEN = 40
SHORT = 4
ENGINES = {
    "sim": "sims",
    "sims": "sims",
    "interview": "interviews",
    "interviews": "interviews",
    "memoir": "memoir",
    "memoirs": "memoir",
    "game": "games",
    "games": "games",
}
QUOTED = re.compile(rf"""(["'`])({"|".join(ENGINES)})\1""")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Figures = dict[str, Any]


# ── reading ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Module:
    """A file of a package; `name` is as it is imported."""

    path: Path
    name: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def folder(self) -> str:
        return self.name if self.is_package else self.name.rpartition(".")[0]

    @cached_property
    def lines(self) -> list[str]:
        *lines, last = self.text.split("\n")
        return [*lines, last] if last else lines

    @cached_property
    def docs(self) -> set[int]:
        """Lines with words in docstrings, and lines that are only a comment."""
        strings = {line for node in self.nodes if _is_docstring(node) for line in _lines_of(node)}
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        comments = {
            token.start[0]
            for token in tokens
            if token.type == tokenize.COMMENT and token.line.lstrip().startswith("#")
        }
        return (strings | comments) - self.blanks

    @cached_property
    def blanks(self) -> set[int]:
        return {number for number, line in enumerate(self.lines, 1) if not line.strip()}

    def data(self, longer_than: int) -> set[int]:
        """Code lines of assignments in the module's own body that have more lines than that."""
        assigned = (node for node in self.tree.body if isinstance(node, ast.Assign | ast.AnnAssign))
        tables = (node for node in assigned if len(_lines_of(node)) > longer_than)
        return {line for node in tables for line in _lines_of(node)} - self.docs - self.blanks

    @property
    def functions(self) -> list[Function]:
        return [node for node in self.nodes if isinstance(node, Function)]

    @property
    def classes(self) -> Iterator[str]:
        return (
            node.name
            for node in self.tree.body
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        )

    @cached_property
    def references(self) -> dict[str, list[int]]:
        """The lines in which each name is used."""
        found: dict[str, list[int]] = defaultdict(list)
        for node in self.nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found[node.id].append(node.lineno)
            elif isinstance(node, ast.Attribute):
                found[node.attr].append(node.end_lineno or node.lineno)
        return found


def read_package(folder: Path) -> list[Module]:
    """All modules of a package, by name."""
    files = sorted(file for file in folder.rglob("*.py") if "__pycache__" not in file.parts)
    return [Module(file, _name(file, folder), file.read_text(encoding="utf-8")) for file in files]


def _name(file: Path, folder: Path) -> str:
    steps = (folder.name, *file.relative_to(folder).with_suffix("").parts)
    return ".".join(steps[:-1] if steps[-1] == "__init__" else steps)


def _lines_of(node: Any) -> range:
    return range(node.lineno, node.end_lineno + 1)


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


# ── imports ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def imports(modules: Iterable[Module]) -> dict[str, set[str]]:
    """The modules of the package that each of them imports."""
    named = {module.name: module for module in modules}
    return {
        module.name: {target for target in _imported(module, named) if target != module.name}
        for module in named.values()
    }


def _imported(module: Module, named: Mapping[str, Module]) -> Iterator[str]:
    for node in module.nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in named)
        elif isinstance(node, ast.ImportFrom):
            source = _source(node, module)
            for alias in node.names:
                yield from [name for name in (f"{source}.{alias.name}", source) if name in named][
                    :1
                ]


def _source(node: ast.ImportFrom, module: Module) -> str:
    if not node.level:
        return node.module or ""
    folder = module.folder.split(".")
    return ".".join(
        [*folder[: len(folder) - node.level + 1], *([node.module] if node.module else [])]
    )


def folder_cycles(modules: list[Module]) -> list[list[str]]:
    """Sets of folders that all reach one another, largest first."""
    folder = {module.name: module.folder for module in modules}
    leads: dict[str, set[str]] = defaultdict(set)
    for name, targets in imports(modules).items():
        leads[folder[name]] |= {folder[target] for target in targets} - {folder[name]}
    reached = {each: _reached(each, leads) for each in sorted(set(folder.values()))}
    cycles = {
        frozenset(other for other in reached[each] if each in reached[other])
        for each in reached
        if each in reached[each]
    }
    return sorted((sorted(cycle) for cycle in cycles), key=lambda cycle: (-len(cycle), cycle))


def _reached(start: str, leads: Mapping[str, set[str]]) -> set[str]:
    """What one comes to from there; the start itself only if there is a way back."""
    seen: set[str] = set()
    open_ends = [start]
    while open_ends:
        new = leads.get(open_ends.pop(), set()) - seen
        seen |= new
        open_ends += new
    return seen


# ── helpers ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def helpers_called_once(module: Module) -> list[Function]:
    return [
        function
        for function in module.functions
        if _is_helper(function) and _uses(function, module) == 1
    ]


def _is_helper(function: Function) -> bool:
    return function.name.startswith("_") and not function.name.startswith("__")


def _uses(function: Function, module: Module) -> int:
    return sum(line not in _lines_of(function) for line in module.references.get(function.name, ()))


# ── engines by name ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def engines_named(
    modules: Iterable[Module], found_in: Callable[[Module], Iterable[set[str]]]
) -> dict[str, int]:
    """How often each file names an engine in whose folder it is not."""
    found = {
        module.name: sum(bool(engines - {own_engine(module)}) for engines in found_in(module))
        for module in modules
    }
    return {name: count for name, count in found.items() if count}


def own_engine(module: Module) -> str | None:
    """The engine in whose folder a module is."""
    _, _, below = module.name.partition(".engines.")
    return ENGINES.get(below.split(".")[0])


def literals(module: Module) -> Iterator[set[str]]:
    docs = {id(node.value) for node in module.nodes if isinstance(node, ast.Expr)}
    return (named for node in module.nodes if id(node) not in docs and (named := _engines_in(node)))


def decisions(module: Module) -> Iterator[set[str]]:
    """The engines by whose name the code goes another way, place by place."""
    for node in module.nodes:
        match node:
            case ast.Compare(left=left, comparators=others):
                yield from (
                    _engines_in(each) for side in (left, *others) for each in ast.walk(side)
                )
            case ast.MatchValue(value=value):
                yield _engines_in(value)
            case ast.Dict(keys=keys):
                engines = {engine for key in keys if key is not None for engine in _engines_in(key)}
                yield engines if len(engines) > 1 else set()


def _engines_in(node: ast.AST) -> set[str]:
    """The engine that a string is a word for."""
    is_word = (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in ENGINES
    )
    return {ENGINES[node.value]} if is_word else set()  # type: ignore[attr-defined]


def pages_naming_engines(pages: Path) -> list[str]:
    files = (
        file
        for ending in ("ts", "tsx")
        for file in pages.rglob(f"*.{ending}")
        if ".test." not in file.name
    )
    return sorted(
        str(file.relative_to(pages))
        for file in files
        if QUOTED.search(file.read_text(encoding="utf-8"))
    )


# ── figures ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def measured(folder: Path, pages: Path | None = None, shared: int = 4) -> Figures:
    """All figures of a package, and of the pages that go with it."""
    modules = read_package(folder)
    return {
        **_line_figures(modules),
        **_function_figures(modules),
        **_module_figures(modules, shared),
        **(_engine_figures(modules, pages) if (folder / "engines").is_dir() else {}),
    }


def _line_figures(modules: list[Module]) -> Figures:
    lines = sum(len(module.lines) for module in modules)
    blank, docs = (
        sum(len(module.blanks) for module in modules),
        sum(len(module.docs) for module in modules),
    )
    data, over = (
        sum(len(module.data(longer_than)) for module in modules) for longer_than in (TABLE, SCREEN)
    )
    return {
        "lines": lines,
        "lines, blank": blank,
        "docs and comments": docs,
        "docs and comments, share": docs / lines,
        "data": data,
        "data, over a screen": over,
        "code": lines - blank - docs - data,
        "longest line": max(len(line) for module in modules for line in module.lines),
    }


def _function_figures(modules: list[Module]) -> Figures:
    functions = [
        (len(_lines_of(each)), f"{module.name}.{each.name}")
        for module in modules
        for each in module.functions
    ]
    once = [helper for module in modules for helper in helpers_called_once(module)]
    return {
        "functions": len(functions),
        "longest function": max(functions)[0],
        "longest function, name": max(functions)[1],
        "helpers called once": len(once),
        "helpers called once, share": len(once) / len(functions),
        "helpers called once, short": sum(len(_lines_of(helper)) <= SHORT for helper in once),
    }


def _module_figures(modules: list[Module], shared: int) -> Figures:
    importers = Counter(target for targets in imports(modules).values() for target in targets)
    files = [module for module in modules if not module.is_package]
    twice = _more_than(1, Counter(name for module in modules for name in set(module.classes)))
    names = _more_than(shared, Counter(module.path.name for module in files))
    ing = sorted(module.name for module in files if module.path.stem.endswith("ing"))
    cycles = folder_cycles(modules)
    return {
        "modules": len(files),
        "modules with one importer": sum(importers[module.name] == 1 for module in files),
        "class names twice": len(twice),
        "class names twice, list": twice,
        "module names shared": len(names),
        "module names shared, list": names,
        "modules in -ing": len(ing),
        "modules in -ing, list": ing,
        "folder cycles": len(cycles),
        "folder cycles, list": cycles,
    }


def _more_than(number: int, counted: Counter[str]) -> dict[str, int]:
    return {
        name: count
        for name, count in sorted(counted.items(), key=lambda each: (-each[1], each[0]))
        if count > number
    }


def _engine_figures(modules: list[Module], pages: Path | None) -> Figures:
    found: Figures = {}
    for what, found_in in (("decisions", decisions), ("literals", literals)):
        files = engines_named(modules, found_in)
        found |= {
            f"engines named, {what}": sum(files.values()),
            f"engines named, {what}, files": len(files),
            f"engines named, {what}, list": files,
        }
    if pages is not None and pages.is_dir():
        names = pages_naming_engines(pages)
        found |= {"engines named, pages": len(names), "engines named, pages, list": names}
    return found


# ── telling ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def table(columns: Mapping[str, Figures]) -> str:
    """The figures of each column side by side, lists left out."""
    rows = [key for key in next(iter(columns.values())) if not key.endswith((", list", ", name"))]
    cells = [
        ["", *columns],
        *([row, *(_written(figures.get(row)) for figures in columns.values())] for row in rows),
    ]
    widths = [max(len(line[place]) for line in cells) for place in range(len(cells[0]))]
    return "\n".join(
        "  ".join(
            [
                line[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
            ]
        )
        for line in cells
    )


def _written(figure: object) -> str:
    if figure is None:
        return "-"
    return f"{figure:.1%}" if isinstance(figure, float) else f"{figure:,}"


def folder_of(package: str) -> Path:
    """A package, by its folder or by its name where it is installed."""
    if Path(package).is_dir():
        return Path(package)
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(
            f"{package} is neither a folder nor an installed package: install it, or give the folder it lies in"
        )
    return Path(next(iter(spec.submodule_search_locations)))


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.house", description="Figures of the house."
    )
    parser.add_argument(
        "--beside",
        nargs="+",
        default=[],
        metavar="PACKAGE",
        help="packages to count too: folders or names",
    )
    parser.add_argument(
        "--against", type=Path, metavar="JSON", help="figures that --json printed on an earlier day"
    )
    parser.add_argument(
        "--shared",
        type=int,
        default=4,
        metavar="N",
        help="module names that more than N modules share",
    )
    parser.add_argument(
        "--json", action="store_true", help="JSON instead of a table, with the lists"
    )
    wanted = parser.parse_args(arguments)

    columns = {"dramaturg": measured(OURS, PAGES, wanted.shared)}
    if wanted.against:
        earlier = json.loads(wanted.against.read_text(encoding="utf-8"))
        columns |= {
            "before" if name == "dramaturg" else name: figures for name, figures in earlier.items()
        }
    columns |= {
        folder_of(each).name: measured(folder_of(each), shared=wanted.shared)
        for each in wanted.beside
    }
    print(json.dumps(columns, indent=1, ensure_ascii=False) if wanted.json else table(columns))


if __name__ == "__main__":
    main(sys.argv[1:])
