"""Another version of something authored, in the place of the one that a session's content has."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel

from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.overrides import put_together, require_settings, with_settings
from dramaturg.content.documents import Loaded, load_any, load_text
from dramaturg.content.library import ENDINGS, Library
from dramaturg.engines import kit_of, kits
from dramaturg.engines.kit import EngineKit, Version, Wholes
from dramaturg.kernel.errors import BadInput, ContentError, Fault, NotFound, did_you_mean
from dramaturg.turn.ports import StoredContent

KEPT = 64  # contents that were revised


# ── where it is ───────────────────────────────────────────────────────────────────────────────────


def find_version(library: Library, name: str) -> Version:
    """By file, folder or id. Raises NotFound, BadInput, or ContentError with everything that is
    wrong.
    """
    place = Path(name)
    if place.suffix in ENDINGS:
        return _document(Library(KINDS, (*library.folders, place)), _loaded(place))
    if not place.exists():
        return _by_id(library, name)
    found = (whole.version_at(library, place) for whole in _wholes())
    version = next((version for version in found if version is not None), None)
    if version is None and place.is_file():
        return _document(Library(KINDS, (*library.folders, place)), _loaded(place))
    if version is None:
        raise NotFound(
            f"there is nothing in {name} that sessions are held with: {_held_with()}. Name its"
            " folder or its file."
        )
    return version


def version_of(library: Library, kind: str, id: str) -> Version:
    """Something of the library, by kind and id alone. Raises NotFound, BadInput, or ContentError
    with all that is wrong.
    """
    found = (whole.version_by_id(library, kind, id) for whole in _wholes())
    version = next((version for version in found if version is not None), None)
    if version is not None:
        return version
    loaded = library.get(kind, id)
    if kind not in _parts():
        raise BadInput(f"no session is held with a {kind}: sessions are held with {_held_with()}")
    return _document(library, loaded)


def version_in(library: Library, text: str) -> Version:
    """What a document says that was handed over. Raises BadInput, or ContentError with everything
    that is wrong.
    """
    return _document(library, _usable(load_text(text, "the document", KINDS), "the document"))


def _parts() -> dict[str, EngineKit]:
    """The documents that sessions are held with, and whose they are."""
    return {kind: kit for kit in kits() for kind in kit.content.PARTS}


def _wholes() -> Iterator[Wholes]:
    return (kit.wholes for kit in kits() if kit.wholes)


def _held_with() -> str:
    kinds = (*_parts(), *(kind for whole in _wholes() for kind in whole.WHOLES))
    *some, last = (kind if kind.endswith("s") else f"a {kind}" for kind in kinds)
    return f"{', '.join(some)} or {last}"


def _by_id(library: Library, id: str) -> Version:
    heads = filter(None, (head for whole in _wholes() for head in whole.WHOLES.values()))
    known = {kind: {entry.id for entry in library.entries(kind)} for kind in (*_parts(), *heads)}
    kinds = [kind for kind, ids in known.items() if id in ids]
    if not kinds:
        raise NotFound(
            f"there is no file, folder or content {id!r}."
            f" {did_you_mean(id, set().union(*known.values()))}"
        )
    if len(kinds) > 1:
        raise BadInput(f"{id!r} is a {' and a '.join(kinds)}: name its file instead")
    return version_of(library, kinds[0], id)


def _loaded(file: Path) -> Loaded[BaseModel]:
    if not file.is_file():
        raise NotFound(f"there is no file {file}")
    return _usable(load_any(file, KINDS), str(file))


def _usable(found: Loaded[BaseModel] | tuple[Fault, ...], name: str) -> Loaded[BaseModel]:
    if not isinstance(found, Loaded):
        raise ContentError(found)
    if found.kind not in _parts():
        raise BadInput(f"{name} is a {found.kind}: sessions are held with {_held_with()}")
    return found


def _document(library: Library, loaded: Loaded[BaseModel]) -> Version:
    content = _parts()[loaded.kind].content
    if faults := tuple(map(loaded.locate, content.PARTS[loaded.kind](loaded.document))):
        raise ContentError(faults)
    along = content.along(library, loaded.document)
    return Version(loaded.kind, loaded.id, loaded.version, loaded.body, along)


# ── in its place ──────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=KEPT)
def revised(content: StoredContent, other: Version) -> StoredContent | None:
    """A session's content with the other version in its place; None when it has nothing of that
    kind and id.

    Raises ContentError when the two do not go together.
    """
    parts = kit_of(content.engine).content.replaced(json.loads(content.body), other)
    return None if parts is None else put_together(content, parts, other.version)


def parts_of(content: StoredContent) -> Mapping[str, Sequence[str]]:
    """What of some content can be replaced: by kind, the ids."""
    return kit_of(content.engine).content.parts_of(json.loads(content.body))


@dataclass(frozen=True, slots=True)
class ContentChange:
    """What sessions are held with instead: another version of something authored, other settings,
    or both.
    """

    version: Version | None = None
    settings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require_settings(self.settings)

    def of(self, content: StoredContent) -> StoredContent | None:
        """A session's content so changed; None when it has no such part. Raises ContentError and
        BadInput.
        """
        changed = revised(content, self.version) if self.version else content
        if changed is None or not self.settings:
            return changed
        parts = json.loads(changed.body).keys()
        concerned = all(part in parts for part in self._set_parts())
        return with_settings(changed, self.settings) if concerned else None

    def lacking_in(self, content: StoredContent) -> str:
        """What the content would need for this to change it."""
        wanted = (
            (f"{self.version.kind} {self.version.id}",)
            if self.version
            else tuple(self._set_parts())
        )
        return (
            f"no {', no '.join(wanted)}; it is made of"
            f" {', '.join(sorted(json.loads(content.body)))}"
        )

    def _set_parts(self) -> Iterator[str]:
        """The parts of the content that the settings are in."""
        return (each.partition("=")[0].partition(".")[0] for each in self.settings)

    def __str__(self) -> str:
        return " with ".join(filter(None, (str(self.version or ""), ", ".join(self.settings))))
