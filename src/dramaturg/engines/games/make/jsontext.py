"""From a text that should be JSON to its values: out of fences and prose, with stray commas taken
away.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from dramaturg.engines.games.base.issues import Issue

MAX_BYTES = 2_000_000
TOO_DEEP = Issue(
    "too-deep",
    "Values stand inside one another too many times.",
    "Nest mechanics 3 levels deep at most.",
)

_FENCED = re.compile(r"```[\w-]*(.*?)```", re.DOTALL)
# A text in quotes is matched whole, closed or not, so that every character is looked at once.
_STRAY_COMMA = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z))|,(?=\s*[\]}])', re.DOTALL)


class JsonRead(NamedTuple):
    """The value, or None; and what was mended or could not be."""

    value: Any
    issues: tuple[Issue, ...]


def size_issues(source: str | bytes) -> tuple[Issue, ...]:
    if len(source) <= MAX_BYTES:
        return ()
    fix = f"Keep to {MAX_BYTES:,}: a design has no content and no pictures in it."
    return (Issue("too-large", f"The design has {len(source):,} characters.", fix),)


def read_json(source: str | bytes) -> JsonRead:
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
    except UnicodeDecodeError as error:
        return JsonRead(
            None,
            (
                Issue(
                    "not-utf-8",
                    f"Byte {error.start} is not UTF-8 text.",
                    "Save the design as UTF-8.",
                ),
            ),
        )
    try:
        return _first_that_reads(text)
    except RecursionError:
        return JsonRead(None, (TOO_DEEP,))


def _first_that_reads(text: str) -> JsonRead:
    for number, reading in enumerate(_readings(text)):
        try:
            value = json.loads(reading)
        except (
            ValueError
        ):  # also for numbers with thousands of digits, which are no JSONDecodeError
            continue
        return JsonRead(value, (_mended(),) if number else ())
    return JsonRead(None, (_not_json(text),))


def _readings(text: str) -> Iterator[str]:
    """The text as it is, then what stands in a fence, then what stands between the outermost
    braces.
    """
    yield text
    for inner in (*_FENCED.findall(text)[:1], text[text.find("{") : text.rfind("}") + 1]):
        yield inner
        yield _STRAY_COMMA.sub(lambda match: match[1] or "", inner)


def _mended() -> Issue:
    message = "There was more than JSON around the design, or a comma too many in it."
    return Issue("json-mended", message, "Answer with the JSON object alone.", severity="warning")


def _not_json(text: str) -> Issue:
    start = max(0, text.find("{"))
    try:
        json.loads(text[start:])
    except json.JSONDecodeError as error:
        line = text.count("\n", 0, start + error.pos) + 1
        return Issue(
            "not-json",
            f"This is not JSON: {error.msg}, in line {line}.",
            "Answer with one JSON object, and close it.",
        )
    except ValueError:
        return Issue(
            "not-json",
            "A number has thousands of digits.",
            "Write a number that a player could reach.",
        )
    return Issue("not-json", "This is not JSON.", "Answer with one JSON object.")
