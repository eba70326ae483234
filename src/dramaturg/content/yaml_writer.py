"""Plain values to YAML that a person likes to read: keys in order, long texts folded, an empty line
before each large part.
"""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, FoldedScalarString

from dramaturg.content.yaml import Value
from dramaturg.content.yaml_scalars import resolve

WIDTH = 120
LONG = 90
NOT_BARE = re.compile(r": |:$| #")  # what would end a text that stands without quotes


def as_yaml(value: Value, first_line: str = "") -> str:
    """The values as the text of a file, which the loader reads back as they are."""
    yaml = YAML()
    yaml.width = WIDTH
    yaml.indent(mapping=2, sequence=4, offset=2)
    text = StringIO()
    yaml.dump(_written(value, top=True), text)
    return f"{first_line}\n{text.getvalue()}" if first_line else text.getvalue()


def _written(value: Value, top: bool = False) -> Any:
    if isinstance(value, dict):
        return _mapping(value, top)
    if isinstance(value, list):
        return CommentedSeq([_written(item) for item in value])
    return _text(value) if isinstance(value, str) else value


def _mapping(value: dict[str, Value], top: bool) -> CommentedMap:
    mapping = CommentedMap({_text(key): _written(item) for key, item in value.items()})
    for key, item in value.items():
        if top and isinstance(item, dict | list) and item:
            mapping.yaml_set_comment_before_after_key(key, before="\n")
    return mapping


def _text(text: str) -> str:
    """Folded when long, bare when nothing in it could be taken for anything else, in double quotes
    otherwise.
    """
    plain = text.isprintable() and "  " not in text and text.strip() == text
    written: str = DoubleQuotedScalarString(text)
    if plain and len(text) > LONG:
        written = FoldedScalarString(text)
    elif plain and (text[:1].isalpha() and not NOT_BARE.search(text) and resolve(text) == text):
        written = text
    return written
