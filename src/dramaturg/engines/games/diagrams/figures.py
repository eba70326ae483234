"""Open figures: a folder of SVG files with named parts that somebody has installed, and the index
that says whose they are.

The index is `figures.json` in the folder: {"title": ..., "author": ..., "source": ..., "licence":
..., "figures": [{"file": "brain.svg", "title": ..., "alt": ...}]} A figure may say its own author,
source and licence.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from dramaturg.engines.games.diagrams.shapes import part_key
from dramaturg.engines.games.diagrams.svg_file import MOST_BYTES
from dramaturg.engines.games.diagrams.zones import DiagramAttribution
from dramaturg.kernel.errors import SettingsError

INDEX = "figures.json"
_NAMED = re.compile(
    r"""(?:\bid|:label|aria-label|data-name)\s*=\s*"([^"]*)"|<title[^>]*>([^<]*)</title>"""
)


class _Figure(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    file: str
    title: str
    alt: str
    author: str = ""
    source: str = ""
    licence: str = ""


class _Index(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    author: str
    licence: str
    title: str = ""
    source: str = ""
    figures: tuple[_Figure, ...]


@dataclass(frozen=True, slots=True)
class OpenFigure:
    """One file of the set, with what its parts are called."""

    file: Path
    alt: str
    attribution: DiagramAttribution
    keys: frozenset[str]

    def lacks(self, labels: Iterable[Sequence[str]]) -> tuple[str, ...]:
        """The labels it has no part for. Each label comes with its other names."""
        return tuple(
            names[0] for names in labels if not any(part_key(name) in self.keys for name in names)
        )


def open_figures(folder: Path) -> tuple[OpenFigure, ...]:
    """The figures of a folder. Raises SettingsError where there is no index, or it cannot
    be read.
    """
    try:
        index = _Index.model_validate_json((folder / INDEX).read_bytes())
    except OSError:
        raise SettingsError(
            f"{folder} has no {INDEX} that says what the figures are and whose: write one, or"
            " unset it."
        ) from None
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()
        )
        raise SettingsError(f"{folder / INDEX} cannot be read: {faults}") from None
    return tuple(_figure(folder, index, figure) for figure in index.figures)


def _figure(folder: Path, index: _Index, figure: _Figure) -> OpenFigure:
    file = (folder / figure.file).resolve()
    if not file.is_relative_to(folder.resolve()) or not file.is_file():
        raise SettingsError(f"{folder / INDEX} names {figure.file}, which is not in that folder.")
    attribution = DiagramAttribution(
        figure.title or index.title,
        figure.author or index.author,
        figure.source or index.source,
        figure.licence or index.licence,
    )
    return OpenFigure(file, figure.alt, attribution, _keys(file))


def _keys(file: Path) -> frozenset[str]:
    """The names in the file, found without reading its drawing."""
    with file.open(encoding="utf-8", errors="replace") as lines:
        text = lines.read(MOST_BYTES)
    return frozenset(part_key(html.unescape(one or other)) for one, other in _NAMED.findall(text))
