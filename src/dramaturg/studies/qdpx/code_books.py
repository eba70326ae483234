"""Code books from elsewhere: the codes of a .qdpx project or a .qdc file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base.codes import ImportedCode
from dramaturg.studies.qdpx.container import AGAIN, project_part
from dramaturg.studies.qdpx.events import Event, events
from dramaturg.studies.qdpx.project import IN_THIS_STUDY


@dataclass(frozen=True, slots=True)
class _Found:
    """A code as it stands in the file; `above` are the names of those it lies under, the outermost
    first.
    """

    name: str
    above: tuple[str, ...]
    codable: bool
    about: list[str] = field(default_factory=list)


def read_codebook(path: Path, ontology: Ontology) -> tuple[ImportedCode, ...]:
    """The codes one can code with, in order.

    A folder that is named like a type of the ontology gives its codes this type. Other folders
    begin the description, and also the name where several codes would have the same.
    """
    with project_part(path) as part:
        codes = [code for code in _found(events(part)) if code.codable and code.name]
    if not codes:
        raise BadInput(f"{path} holds no codes. {AGAIN}")
    types = {
        name.casefold(): each.type for each in ontology.concepts for name in (each.type, each.title)
    }
    often = Counter(code.name.casefold() for code in codes)
    return tuple(
        _imported(number, code, types, often[code.name.casefold()] > 1)
        for number, code in enumerate(codes, 1)
    )


def _found(happened: Iterable[Event]) -> list[_Found]:
    found: list[_Found] = []
    around: list[_Found] = []
    for event in happened:
        match event.what, event.name:
            case "begin", "Code":
                codable = event.attributes.get("isCodable", "true").strip() not in {"false", "0"}
                name = " ".join(event.attributes.get("name", "").split())
                around.append(_Found(name, tuple(each.name for each in around), codable))
                found.append(around[-1])
            case "end", "Code":
                around.pop()
            case "text", "Description" if event.inside[-2:-1] == ("Code",):
                around[-1].about.append(event.text)
    return found


def _imported(number: int, code: _Found, types: dict[str, str], ambiguous: bool) -> ImportedCode:
    type = next(
        (types[name.casefold()] for name in reversed(code.above) if name.casefold() in types), ""
    )
    folders = [name for name in code.above if name and name.casefold() not in types]
    about = "".join(code.about).partition(IN_THIS_STUDY)[0].strip()
    return ImportedCode(
        id=f"i{number}",
        name=" / ".join((*folders, code.name)) if ambiguous else code.name,
        type=type,
        description="\n\n".join(filter(None, (_under(folders), about))),
    )


def _under(folders: Sequence[str]) -> str:
    return f"Under: {' / '.join(folders)}." if folders else ""
