"""What remains of a document with faults of form: all that can be read, so that what lies beyond
its form can be judged too.
"""

from __future__ import annotations

from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from dramaturg.content.yaml import Value
from dramaturg.kernel.errors import Path

M = TypeVar("M", bound=BaseModel)

PLAIN = (str, int, float, bool)


class _Lost(Exception):
    """A value of which no part can be kept."""


def remains(model: type[M], value: Value) -> tuple[M, frozenset[Path]] | None:
    """The document as far as it can be read, and the places where nothing could be: something empty
    stands there.

    A value of the right type stays as it was written even where it breaks a rule. None when there
    is no telling what was meant.
    """
    reader = _Reader()
    try:
        document = reader.model(model, value, ())
    except _Lost:
        return None
    return document, frozenset(reader.gone)


class _Reader:
    """Reads values by their types, noting the places that are gone."""

    def __init__(self) -> None:
        self.gone: set[Path] = set()

    def model(self, model: type[M], value: Value, path: Path) -> M:
        given = self._of_type(dict, value, path)
        fields = {field.alias or name: (name, field) for name, field in model.model_fields.items()}
        for key in given.keys() - fields.keys():
            # what stands under a misspelt key is missing where it belongs
            self.gone |= {
                (*path, meant)
                for meant in get_close_matches(key, sorted(fields.keys() - given.keys()), n=1)
            }
        return model.model_construct(
            **{
                name: self._field(field, given, (*path, key))
                for key, (name, field) in fields.items()
            }
        )

    def _field(self, field: FieldInfo, given: dict[str, Value], path: Path) -> Any:
        key = str(path[-1])
        if key in given:
            return self._read(field.annotation, given[key], path)
        if not field.is_required():
            return field.get_default(call_default_factory=True)
        self.gone.add(path)
        return self._read(field.annotation, None, path)

    def _read(self, kind: Any, value: Value, path: Path) -> Any:
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._read(inner[0], value, path)
        if origin in (Union, UnionType):
            return self._alternative(kind, value, path)
        if origin is Literal:
            return self._of_type(type(inner[0]), value, path)
        if origin is tuple:
            items = self._of_type(list, value, path)
            kinds = [inner[0]] * len(items) if inner[-1] is Ellipsis else inner
            padded = [*items, *[None] * (len(kinds) - len(items))]
            return tuple(
                self._read(kind, item, (*path, at))
                for at, (kind, item) in enumerate(zip(kinds, padded, strict=False))
            )
        if kind in PLAIN:
            return self._of_type(kind, value, path)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return self.model(kind, value, path)
        return _whole(kind, value)

    def _alternative(self, kind: Any, value: Value, path: Path) -> Any:
        """Nothing, where it may be left empty; else what may stand there. Among several nobody
        knows which was meant.
        """
        others = [other for other in get_args(kind) if other is not NoneType]
        if value is None and len(others) < len(get_args(kind)):
            return None
        return self._read(others[0], value, path) if len(others) == 1 else _whole(kind, value)

    def _of_type(self, kind: type[Any], value: Value, path: Path) -> Any:
        if isinstance(value, kind):
            return value
        self.gone.add(path)
        return kind()


def _whole(kind: Any, value: Value) -> Any:
    """A value of a kind that is not taken apart here: all of it or nothing."""
    try:
        return TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        raise _Lost from error
