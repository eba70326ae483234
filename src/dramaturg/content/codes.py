"""Every fault the loader can report, with its meaning. Each code has a page under docs/faults/."""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "alias-refused": "An anchor (`&name`) or an alias (`*name`) is used.",
    "bad-character": "A character that text cannot hold: a control character or half of a pair.",
    "duplicate-id": "Two files of one folder have the same kind and id.",
    "duplicate-key": "A key stands twice in the same place.",
    "empty": "The file has nothing in it.",
    "key-not-text": "A key is a number, true, false, empty, a list or a mapping.",
    "many-documents": "The file holds more than one document.",
    "missing-key": "A key that must be there is not.",
    "not-utf-8": "The file is not UTF-8 text.",
    "not-yaml": "The file cannot be read as YAML.",
    "number-refused": "A number that is infinite, not a number, or too large.",
    "out-of-range": "A number is below or above its limits.",
    "tab-refused": (
        "A tab stands where YAML takes none: in an indentation, or in text without quotes."
    ),
    "tag-refused": "A YAML tag (`!name`) is used.",
    "too-deep": "Values stand inside one another too many times.",
    "too-large": "The file has too many bytes.",
    "too-many-faults": "There are more faults than are shown.",
    "too-many-values": "The file has too many values.",
    "unknown-key": "A key that nobody reads.",
    "unknown-kind": "The file says it is of a kind that does not exist.",
    "unreadable-file": "The file cannot be opened.",
    "unreadable-flow": "A flow from elsewhere says something that cannot be read.",
    "wrong-choice": "A value is not one of those allowed.",
    "wrong-form": "A text is not written in the form it must have.",
    "wrong-length": "A text or a list is too short or too long.",
    "wrong-type": "A value is of another type than it must be.",
    "wrong-value": "A value breaks a rule of its document.",
}
