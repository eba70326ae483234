"""Data files: word lists, tables and templates that lie beside the code, read once and checked.

    FORMS = load(__file__, "irregular_verbs.yaml", dict[str, WordList])

What a file must hold is said by a type: a dataclass, a pydantic model, `dict[str, Words]`. A `.txt`
file holds an entry on every line, with `#` before a remark. In YAML every scalar is a text until
the type makes a number of it, so the words `no` and `on` stay words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeVar

import yaml
from pydantic import BeforeValidator, TypeAdapter, ValidationError

T = TypeVar("T")


def _split(written: Any) -> Any:
    """`"red green blue"` is three words; a list of such texts is all of their words."""
    if isinstance(written, str):
        return written.split()
    return [word for text in written for word in text.split()]


Words = Annotated[frozenset[str], BeforeValidator(_split)]
"""A set of words, written as a text with spaces between them or as a list of such texts."""
WordList = Annotated[tuple[str, ...], BeforeValidator(_split)]
"""The same, in the order in which they are written."""
Pattern = Annotated[
    re.Pattern[str], BeforeValidator(lambda text: re.compile("".join(text.split("\n"))))
]
"""A regular expression, written over as many lines as it needs: line breaks do not count."""


class BadDataFile(ValueError):
    """A data file is not what its type says. The message names file and line, every fault."""


def load(beside: str, name: str, kind: type[T]) -> T:
    """What stands in the file `name` in the folder of the module `beside` (its `__file__`), checked
    to be of that kind and read once. Don't change it: everybody gets the same.
    """
    schema: Any = kind
    found: T = _loaded(Path(beside).with_name(name), schema)
    return found


def load_words(beside: str, name: str) -> frozenset[str]:
    """The words of a plain list, however many stand on a line."""
    return frozenset(word for line in load(beside, name, list[str]) for word in line.split())


@cache
def _loaded(file: Path, kind: Any) -> Any:
    text = file.read_text(encoding="utf-8")
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    try:
        if file.suffix == ".json":
            return adapter.validate_json(text)
        if file.suffix == ".txt":
            return adapter.validate_python(_entries(text))
        return adapter.validate_python(_plain(yaml.compose(text, Loader=_LOADER)))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise BadDataFile(f"{file}:{line}: {error.problem or error.context}") from error
    except ValidationError as error:
        raise BadDataFile("\n".join(_faults(error, text, file))) from error


def _entries(text: str) -> list[str]:
    bare = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in bare if line]


# libyaml is ten times as fast; without it PyYAML reads the same
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def _plain(node: yaml.Node | None) -> Any:
    if isinstance(node, yaml.SequenceNode):
        return [_plain(each) for each in node.value]
    if not isinstance(node, yaml.MappingNode):
        return node.value if node else ""
    found: dict[str, Any] = {}
    for key, value in node.value:
        if key.value in found:
            raise yaml.MarkedYAMLError(
                problem=f"{key.value} stands here twice", problem_mark=key.start_mark
            )
        found[key.value] = _plain(value)
    return found


def _faults(error: ValidationError, text: str, file: Path) -> Iterator[str]:
    # JSON is YAML too: its lines are found in the same way.
    top = None if file.suffix == ".txt" else yaml.compose(text, Loader=_LOADER)
    for fault in error.errors():
        place = ".".join(map(str, fault["loc"])) or "the file"
        yield f"{file}:{_line(top, fault['loc'])}: {place}: {fault['msg']}"


def _line(node: yaml.Node | None, steps: tuple[int | str, ...]) -> int:
    """The line of the deepest place on the way that is there."""
    line = node.start_mark.line + 1 if node else 1
    for step in steps:
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == step), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            found = (node.value[step],) * 2 if step < len(node.value) else None
        else:
            found = None
        if found is None:
            break
        line, node = found[0].start_mark.line + 1, found[1]
    return line
